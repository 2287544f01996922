package archive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/cmd/internal/umpire"
	"berthier/mail"
	"berthier/store"
)

func TestWholeGameIsSound(t *testing.T) {
	file := write(t, finished(t, "goldbach").Public())
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	r := auditor.Audit(a, nil)
	for _, c := range r.Checks {
		if c.Err != nil || c.Left != 0 || c.Done == 0 {
			t.Errorf("%s: %d done, %d left, %v", c.Name, c.Done, c.Left, c.Err)
		}
	}
	if r.Over == nil || len(r.Checks) != 12 {
		t.Errorf("got %d checks", len(r.Checks))
	}
	if !slices.EqualFunc(a.Records, finished(t, "goldbach").Records, func(a, b store.Record) bool {
		return a.Seq == b.Seq && a.Kind == b.Kind && a.Step == b.Step && bytes.Equal(a.Data, b.Data) && bytes.Equal(a.Hidden, b.Hidden)
	}) {
		t.Error("the records are not those of the store")
	}
	if again := write(t, a.Saved); !bytes.Equal(again, file) {
		t.Error("written again it is another file")
	}
}

func write(t testing.TB, s umpire.Saved) []byte {
	t.Helper()
	file, err := Write(s)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// restored puts an archive into a new store.
func restored(t testing.TB, file []byte) *store.Store {
	t.Helper()
	a, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	s := openStore(t)
	if err := s.Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err }); err != nil {
		t.Fatal(err)
	}
	return s
}

// A restored game gives the same archive again, and one that goes on goes on.
func TestRestore(t *testing.T) {
	public := write(t, finished(t, "goldbach").Public())
	if again := write(t, saveFrom(t, restored(t, public), "goldbach-1").Public()); !bytes.Equal(again, public) {
		t.Error("a finished game gives another archive when it is restored")
	}
	tb := newTable(t, "goldbach")
	for range 5 {
		tb.step()
	}
	p := tb.position()
	side := tb.rules.Owed(p)[0].Side
	st, err := tb.u.Status(tb.id)
	if err != nil {
		t.Fatal(err)
	}
	tb.send(slices.Index(tb.rules.Sides(p), side), side, st.Turn+1, st.Step+1, nil) // refused: it is the wrong turn
	backup := write(t, tb.save())
	s := restored(t, backup)
	if again := write(t, saveFrom(t, s, tb.id)); !bytes.Equal(again, backup) {
		t.Error("a running game gives another backup when it is restored")
	}
	tb.store = s
	tb.reopen()
	for tb.step() {
	}
	r, _, err := fromStore(s, tb.id)
	if err != nil || r.Err() != nil || r.Over == nil {
		t.Errorf("played on: %v, %v", err, r.Err())
	}
}

func fromStore(s *store.Store, id string) (r umpire.Audit, a Archive, err error) {
	err = s.View(func(tx *store.Tx) error {
		r, a, err = auditor.FromStore(tx, id, nil)
		return err
	})
	return r, a, err
}

func TestRestoreRefuses(t *testing.T) {
	tb := newTable(t, "goldbach")
	tb.step()
	running := tb.save()
	for _, c := range []struct {
		name string
		edit func(a *Archive)
		want string
	}{
		{"a running game without its secrets", func(a *Archive) { a.Saved = a.Public() }, umpire.ErrPublic.Error()},
		{"another secret", func(a *Archive) { a.Secrets.Chain[0]++ }, "does not lead to the anchor"},
		{"another sealed secret", func(a *Archive) { a.Secrets.Sealed[0]++ }, "not the one of the log"},
		{"a record less", func(a *Archive) { a.Records = a.Records[:len(a.Records)-1] }, "checkpoint"},
		{"a fault", func(a *Archive) { a.Faults = []error{errors.New("bad")} }, "bad"},
	} {
		t.Run(c.name, func(t *testing.T) {
			secrets := *running.Secrets
			a := Archive{Saved: running}
			a.Secrets = &secrets
			c.edit(&a)
			err := openStore(t).Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	err := tb.store.Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, Archive{Saved: running}); return err })
	if !errors.Is(err, store.ErrGameExists) {
		t.Errorf("into the same store: got %v", err)
	}
}

// What is published of a running game proves all that can be proved, and shows
// nothing that is secret.
func TestPublicWhileRunning(t *testing.T) {
	tb := newTable(t, "goldbach")
	for range 6 {
		tb.step()
	}
	full := tb.save()
	file := write(t, full.Public())
	a, err := Read(file)
	if err != nil || len(a.Faults) > 0 {
		t.Fatal(err, a.Faults)
	}
	r := auditor.Audit(a, nil)
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	for name, want := range map[string][2]bool{ // done, left
		"records": {true, false}, "hidden parts": {false, true}, "signatures": {false, true}, "inputs": {true, false}, "hash chain": {true, false},
		"draws": {true, false}, "steps": {false, true}, "checkpoints": {true, false}, "mails": {false, true}, "rules and tables": {true, false},
	} {
		if c := r.Check(name); (c.Done > 0) != want[0] || (c.Left > 0) != want[1] {
			t.Errorf("%s: %d done, %d left", name, c.Done, c.Left)
		}
	}
	members, err := unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, m := range members {
		text.WriteString(m.name + "\n" + string(m.data))
	}
	secrets := []string{full.Secrets.Chain.String(), full.Secrets.Sealed.String(), "player0@example.net", "BEGIN SSH SIGNATURE", "salt: "}
	for _, rec := range full.Records {
		if rec.Hidden != nil {
			secrets = append(secrets, string(rec.Hidden[:70]))
		}
	}
	for _, secret := range secrets {
		if strings.Contains(text.String(), secret) {
			t.Errorf("it shows %q", secret)
		}
	}
	if got := slices.IndexFunc(members, func(m member) bool {
		return strings.HasPrefix(m.name, "hidden/") || strings.HasPrefix(m.name, "mails/")
	}); got >= 0 {
		t.Errorf("it has %s", members[got].name)
	}
}

// The commands of README.txt do what they say.
func TestReadmeCommands(t *testing.T) {
	dir := t.TempDir()
	file := write(t, finished(t, "goldbach").Public())
	members, err := unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "FILE.zip"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, m := range members {
		path := filepath.Join(dir, m.name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, m.data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	sh := func(script string) string {
		t.Helper()
		cmd := exec.Command("bash", "-c", "set -euo pipefail\n"+script)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, script, out)
		}
		return string(out)
	}
	command := func(part string) string {
		t.Helper()
		for block := range strings.SplitSeq(string(readme), "\n\n") {
			if strings.HasPrefix(block, "    ") && strings.Contains(block, part) {
				return block
			}
		}
		t.Fatalf("README.txt has no command with %q", part)
		return ""
	}
	sums := strings.Fields(sh(command("head -c -64")))
	if len(sums) != 3 || sums[0] != sums[2] {
		t.Errorf("the hash of the file: got %q", sums)
	}
	records := finished(t, "goldbach").Records
	if got := sh(command(`"7,"`)); got != string(records[6].Data) {
		t.Errorf("record 7: got\n%s\nwant\n%s", got, records[6].Data)
	}
	var want strings.Builder
	for _, r := range records {
		if p, err := umpire.ParseReportRecord(r.Data, r.Hidden); err == nil && r.Kind == umpire.KindReport && p.Side == "French" {
			want.WriteString(string(r.Hidden) + "\n")
		}
	}
	got := sh("cd hidden\n" + strings.ReplaceAll(command("report-SIDE"), "SIDE", "French"))
	var texts strings.Builder
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "=== record ") {
			texts.WriteString(line)
		}
	}
	if plain(texts.String()) != plain(want.String()) {
		t.Errorf("the reports written out: got %d bytes, want %d", texts.Len(), want.Len())
	}
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == umpire.KindOrders })
	o, err := umpire.ParseOrdersRecord(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"DATA": o.Data, "SIGNATURE": o.Signature} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out := sh(strings.ReplaceAll(command("ssh-keygen"), "SIDE", string(o.Side))); !strings.Contains(out, "Good") {
		t.Errorf("the signature: got %s", out)
	}
	j := slices.IndexFunc(records, func(r store.Record) bool {
		s, err := umpire.ParseStepRecord(r.Data, r.Hidden)
		return r.Kind == umpire.KindStep && err == nil && len(s.Draws) > 0
	})
	s, err := umpire.ParseStepRecord(records[j].Data, records[j].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	link := sh(strings.ReplaceAll(command("echo LINK"), "LINK", s.Link.String()))
	if !strings.HasPrefix(link, s.Previous.String()) {
		t.Errorf("the link: got %s, want %s", link, s.Previous)
	}
	d := s.Draws[0]
	draw := strings.NewReplacer("GAME STEP INPUTS NUMBER 'WHAT FOR' VALUES", strings.Join([]string{s.Game, strconv.Itoa(s.Step), fmt.Sprintf("%x", s.Hash), strconv.Itoa(d.No), "'" + d.Purpose + "'", strconv.Itoa(d.N)}, " "), "hexkey:LINK", "hexkey:"+s.Link.String()).Replace(command("openssl"))
	out := sh(draw)
	word := out[strings.Index(out, "= ")+2:][:8]
	if got := sh("echo $((0x" + word + " % " + strconv.Itoa(d.N) + "))"); strings.TrimSpace(got) != strconv.Itoa(d.Value) {
		t.Errorf("draw 1: got %s, want %d", got, d.Value)
	}
}

// A mail of a player without a key is itself what was signed.
func TestSameSignedDKIM(t *testing.T) {
	raw := []byte("From: ney@example.org\r\n\r\nx\r\n")
	want := umpire.Received{Known: true, Proof: mail.Proof{Form: mail.FormDKIM, Data: raw}}
	if err := sameSigned(raw, nil, want); err != nil {
		t.Errorf("the same mail: %v", err)
	}
	if err := sameSigned(append(bytes.Clone(raw), 'x'), nil, want); err == nil {
		t.Error("another mail passes")
	}
}
