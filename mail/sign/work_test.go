package sign

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/packet"
	openpgp "github.com/ProtonMail/go-crypto/openpgp/v2"

	"berthier/mail"
)

// allocated is how many bytes do takes from memory in all, which is work that can be
// counted.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// manyFiles is a mail with so many files of text of one name, and as many signatures
// as are looked at that may be of any of them, each of another key.
func manyFiles(t *testing.T, files, size int) []byte {
	t.Helper()
	var b strings.Builder
	b.WriteString("From: a@b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n")
	add := func(name string, text []byte) {
		fmt.Fprintf(&b, "--b\r\nContent-Type: text/plain; name=%q\r\n\r\n%s\r\n", name, text)
	}
	for range maxSignatures {
		key, err := GenerateKey("")
		if err != nil {
			t.Fatal(err)
		}
		sig, err := Sign(key, []byte("game: another text\n"))
		if err != nil {
			t.Fatal(err)
		}
		add("turn.txt.sig", sig)
	}
	for i := range files {
		add("turn.txt", fmt.Appendf(nil, "game: x\n %d\n>From y\n%s", i, strings.Repeat("a\u00a0b \n", size/6)))
	}
	b.WriteString("--b--\r\n")
	return []byte(b.String())
}

// What is tried with signatures that fit nothing is bounded, however many texts
// there are for them.
func TestTriedIsBounded(t *testing.T) {
	small, large := manyFiles(t, 4, 16<<10), manyFiles(t, 50, 18<<10)
	for _, raw := range [][]byte{small, large} {
		m, err := mail.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		bytes := allocated(func() { _, err = Open(m, nil, time.Now()) })
		no, ok := errors.AsType[*OpenError](err)
		if !ok || no.Fault != FaultChanged || bytes > 120<<20 {
			t.Errorf("%d bytes: %v, %d MB", len(raw), err, bytes>>20)
		}
	}
	m, err := mail.Parse(large)
	if err != nil {
		t.Fatal(err)
	}
	tried, left := 0, maxTried
	for _, f := range findSignatures(m) {
		if len(f.texts) > maxPartners {
			t.Errorf("%d texts for one signature, want %d at most", len(f.texts), maxPartners)
		}
		f.left = &left
		for _, data := range f.spellings() {
			tried += len(data)
		}
	}
	if tried == 0 || tried > maxTried {
		t.Errorf("%d bytes are tried, want %d at most", tried, maxTried)
	}
	// One text behind all that may be tried is found still, if it comes first.
	if got, err := Open(m, nil, time.Now()); err == nil {
		t.Errorf("opened %q", got.Text)
	}
}

// A signature costs no more when many others have keys.
func TestOtherKeysCostNothing(t *testing.T) {
	config := &packet.Config{DefaultHash: crypto.SHA256, Algorithm: packet.PubKeyAlgoEdDSA}
	entity := func() (*openpgp.Entity, Key) {
		e, err := openpgp.NewEntity("Ney", "", "ney@example.net", config)
		if err != nil {
			t.Fatal(err)
		}
		var raw bytes.Buffer
		if err := e.Serialize(&raw); err != nil {
			t.Fatal(err)
		}
		k, err := ParsePublicKey(armour(openpgp.PublicKeyType, raw.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		return e, k
	}
	var keys []Key
	for range 200 {
		_, k := entity()
		keys = append(keys, k)
	}
	mine, key := entity()
	keys = append(keys, key)
	text := "game: x\nside: y\n\nend\n"
	var sig bytes.Buffer
	if err := openpgp.ArmoredDetachSign(&sig, []*openpgp.Entity{mine}, strings.NewReader(text),
		&openpgp.SignParams{Config: config}); err != nil {
		t.Fatal(err)
	}
	m, err := mail.Parse([]byte("From: a@b\r\n\r\n" + strings.ReplaceAll(text+sig.String()+"\n", "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	var got SignedText
	bytes := allocated(func() { got, err = Open(m, keys, time.Now()) })
	if err != nil || got.Key != key || bytes > 2<<20 {
		t.Errorf("%v, %q, %d kB", err, got.Text, bytes>>10)
	}
}

// Keys with which each look at a signature takes long are refused.
func TestLargeKeys(t *testing.T) {
	for bits, ok := range map[uint]bool{2046: false, 2048: true, 16384: true, 16385: false, 65535: false} {
		n := new(big.Int).SetBit(big.NewInt(1), int(bits)-1, 1)
		pub := packet.NewRSAPublicKey(time.Unix(1e9, 0), &rsa.PublicKey{N: n, E: 65537})
		if why := weakKey(pub); (why == "") != ok {
			t.Errorf("%d bits: %q", bits, why)
		}
	}
}
