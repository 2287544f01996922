package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"

	"berthier/cmd/internal/beacon"
)

// ownChain is a chain that began a day ago, and a server of it.
func ownChain(t *testing.T) (beacon.Chain, *httptest.Server) {
	t.Helper()
	private, err := bls.KeyGen[bls.KeyG2SigG1]([]byte("a secret of 32 bytes for a test!"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := private.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	c := beacon.Chain{Name: "trial", Scheme: beacon.SchemeG1, Key: key, Seed: []byte{7},
		Genesis: time.Unix(time.Now().Unix()-86400, 0), Period: time.Second}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var round uint64
		if _, err := fmt.Sscanf(r.URL.Path, fmt.Sprintf("/%x/public/%%d", c.Hash()), &round); err != nil ||
			c.Time(round).After(time.Now()) {
			http.NotFound(w, r)
			return
		}
		message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
		fmt.Fprintf(w, `{"round":%d,"signature":"%x"}`, round, bls.Sign(private, message[:]))
	}))
	t.Cleanup(server.Close)
	return c, server
}

// TestBeaconCommands plays a step with a round that is fetched from a server, and
// runs the shell commands that explain its first draw.
func TestBeaconCommands(t *testing.T) {
	chain, server := ownChain(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, format string, args ...any) {
		if err := os.WriteFile(name, fmt.Appendf(nil, format, args...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	berthier := func(args ...string) string {
		t.Helper()
		var out, faults bytes.Buffer
		if code := run(context.Background(), args, nil, &out, &faults); code != exitOK {
			t.Fatalf("berthier %v: exit code %d\n%s%s", args, code, &out, &faults)
		}
		return out.String()
	}
	hash := chain.Hash()
	write(
		"chain.json",
		`{"public_key":"%x","period":1,"genesis_time":%d,"genesis_seed":"07","chain_hash":"%x","scheme":"%s",`+
			`"beacon_id":"trial"}`,
		chain.Key,
		chain.Genesis.Unix(),
		hash,
		chain.Scheme,
	)
	write("b.toml", "state = %q\n[beacon]\nservers = [\"%s/nothing-here\", %q]\n[log]\nlevel = \"error\"\n",
		filepath.Join(dir, "s"), server.URL, server.URL)
	berthier("keygen", "-o", "a")
	berthier("keygen", "-o", "b")
	berthier("new", "-config", "b.toml", "-game", "g-1", "-scenario", "goldbach", "-beacon", "chain.json",
		"-beacon-delay", "0s",
		"-player", "French=a@example.org=a.pub", "-player", "Allied=b@example.org=b.pub")

	cfg, err := loadConfig("b.toml")
	if err != nil {
		t.Fatal(err)
	}
	h, err := openHub(cfg, newLogger(cfg.Log, os.Stderr), false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.umpire.Do("g-1", "process"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- h.umpire.RunBeacon(ctx, cfg.Beacon.ask) }()
	for step := 0; step == 0; {
		s, err := h.umpire.Status("g-1")
		if err != nil {
			t.Fatal(err)
		}
		step = s.Step
		time.Sleep(20 * time.Millisecond)
	}
	stop()
	<-done
	if err := h.close(); err != nil {
		t.Fatal(err)
	}

	if out := berthier("audit", "-config", "b.toml", "g-1"); !strings.Contains(out, "rounds: 1") {
		t.Errorf("the audit does not tell of the beacon:\n%s", out)
	}
	text := berthier("audit", "-config", "b.toml", "-roll", "1", "g-1")
	out, err := exec.Command("sh", "-c", strings.Join(shellLines(text), "\n")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text)
	}
	_, inputs, _ := strings.Cut(text, "Together: ")
	inputs, _, _ = strings.Cut(inputs, "\n")
	if !strings.Contains(string(out), inputs+"  -") {
		t.Errorf("the commands do not give the hash of the inputs, %s:\n%s\n%s", inputs, out, text)
	}
	_, signature, _ := strings.Cut(text, "signature:\n# ")
	signature, _, _ = strings.Cut(signature, "\n")
	raw, err := hex.DecodeString(signature)
	if sum := sha256.Sum256(raw); err != nil || !strings.Contains(text, fmt.Sprintf("'%x drand ", sum)) {
		t.Errorf("the line of the round is not the hash of its signature: %v\n%s", err, text)
	}
}

// shellLines are the commands among explanations.
func shellLines(text string) (lines []string) {
	for l := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(l, "printf ") || strings.HasPrefix(l, "  openssl ") {
			lines = append(lines, l)
		}
	}
	return lines
}
