package store

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// noSync makes a store fast: a test that ends does not need its disk.
func noSync(s *Store) {
	if s.far != nil {
		return
	}
	s.db.NoSync, s.journal.noSync = true, true
}

// The example of the package documentation.
func TestJournalText(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		if err := tx.CreateGame("g"); err != nil {
			return err
		}
		if _, err := tx.Append("g", Record{Kind: "a step", Step: 2, Data: []byte("roll 6\n")}); err != nil {
			return err
		}
		return errors.Join(
			tx.SetState("g", "position", []byte("hex 1\nhex 2\n")), tx.SetState("g", "a b", nil),
			tx.SetState("g", "bytes", []byte{0xff, 0}), tx.SetState("g", "#1", []byte("x")),
		)
	})
	update(t, s, func(tx *Tx) error { // the tree is written once
		_, err1 := tx.Append("g", Record{Kind: "report", Step: 2, Data: []byte("Red\n")})
		_, err2 := tx.Append("g", Record{Kind: "report", Step: 2, Data: []byte("Blue\n")})
		return errors.Join(err1, err2)
	})
	update(t, s, func(tx *Tx) error { return tx.DeleteState("g", "bytes") })
	update(t, s, func(tx *Tx) error { return tx.DeleteState("g", "bytes") }) // nothing to commit
	got := string(readFile(t, JournalPath(s.db.Path())))
	want := `berthier journal 1
begin 1
put games/g tree base64
 AAAAAAAAAAA=
put games/g/log #1 record 2 "a step"
 roll 6
 
put games/g/state position
 hex 1
 hex 2
 
put games/g/state "a b"
 
put games/g/state bytes base64
 /wA=
put games/g/state "#1"
 x
put games/g tree base64
 AAAAAAAAAAH+UOZS0bh3BqcETYugiP7dcv0KyX8j6nLZeg9ksxBgtQ==
commit 1 9747c3a7
begin 2
put games/g/log #2 record 2 report
 Red
 
put games/g/log #3 record 2 report
 Blue
 
put games/g tree base64
 AAAAAAAAAAMa3NUVBIw/MzgNRRE11BPvJt7NT8+5QTzZfZMxhTFfa83WEC0xZ1+vln5m9q8RFw46/kNhVa64KrsOwK2qO/i/
commit 2 f7da9126
begin 3
delete games/g/state bytes
commit 3 50e8f856
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	info, err := os.Stat(JournalPath(s.db.Path()))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v, want mode 600", info.Mode(), err)
	}
}

// testdata/journal-1.gz was written when the format was fixed, by fill on an
// empty store. It must never be written again.
func TestRebuildsFrozenJournal(t *testing.T) {
	packed, err := os.Open("testdata/journal-1.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "frozen.db")
	writeFile(t, JournalPath(path), text)
	if _, err := Rebuild(path); err != nil {
		t.Fatal(err)
	}
	fresh := openTest(t)
	update(t, fresh, fill)
	if got, want := dump(t, openTestAt(t, path)), dump(t, fresh); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestRebuild(t *testing.T) {
	path := filledFile(t)
	want := dumpFile(t, path)
	if _, err := Rebuild(path); err == nil {
		t.Error("a store that is there was rebuilt")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(path, 0); !errors.Is(err, ErrLost) {
		t.Fatalf("opening without the store: got %v, %v, want %v", s, err, ErrLost)
	}
	r, err := Rebuild(path)
	if err != nil || r != (Rebuilding{Transactions: 1}) {
		t.Fatalf("got %+v, %v, want 1 transaction", r, err)
	}
	if got := dumpFile(t, path); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// dumpFile opens a store, checks it, and gives what it holds.
func dumpFile(t *testing.T, path string) []string {
	t.Helper()
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	checkSound(t, s)
	return dump(t, s)
}

// crashCopy copies a store as it was before its last transaction together with
// the first bytes of the journal after it.
type crashCopy struct {
	store, journal []byte
	before         int // length of the journal
}

func crashInLast(t *testing.T, last func(*Tx) error) (c crashCopy, before, after []string) {
	t.Helper()
	path := filledFile(t)
	before = dumpFile(t, path)
	c.store, c.before = readFile(t, path), len(readFile(t, JournalPath(path)))
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, last)
	after = dump(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c.journal = readFile(t, JournalPath(path))
	return c, before, after
}

func step(tx *Tx) error {
	if _, err := tx.MarkSeen("mail", noon); err != nil {
		return err
	}
	if _, err := tx.Append("wagram", Record{Kind: "step", Step: 2, Data: []byte("step 2\nbegin 9\n")}); err != nil {
		return err
	}
	if err := tx.Sent("<1.wagram@example.org>", noon); err != nil {
		return err
	}
	return tx.Enqueue(Mail{ID: "<2.step>", From: "games@example.org", To: []string{"ney@example.net"}, Game: "wagram",
		Raw: []byte("Subject: x\r\n\r\ncommit 1 00000000\r\n")})
}

// However much of a transaction a crash let reach the journal, the store has
// all of it or nothing.
func TestCrashWhileJournalling(t *testing.T) {
	c, before, after := crashInLast(t, step)
	dir := t.TempDir()
	for n := c.before; n <= len(c.journal); n++ {
		if c.before+12 < n && n < len(c.journal)-12 && n%17 != 0 {
			continue
		}
		path := filepath.Join(dir, fmt.Sprint(n, ".db"))
		tail := c.journal[:n]
		if n%3 == 0 && n < len(c.journal) { // a file that grew before its bytes came
			tail = append(tail[:n:n], make([]byte, 100)...)
		}
		writeFile(t, path, c.store)
		writeFile(t, JournalPath(path), tail)
		s, err := Open(path, 0)
		if err != nil {
			t.Fatalf("%d bytes of the journal: %v", n, err)
		}
		want := before
		if n == len(c.journal) {
			want = after
		}
		if got := dump(t, s); !slices.Equal(got, want) {
			t.Fatalf("%d bytes of the journal: got\n%s", n, strings.Join(got, "\n"))
		}
		checkSound(t, s)
		if torn := c.before < n && n < len(c.journal); torn {
			if kept := readFile(t, JournalPath(path)+".torn"); !bytes.Equal(kept, tail[c.before:]) {
				t.Fatalf("%d bytes of the journal: kept %q", n, kept)
			}
		}
		noSync(s)
		if n < len(c.journal) {
			update(t, s, step) // goes on from there
		}
		if got := dump(t, s); !slices.Equal(got, after) {
			t.Fatalf("%d bytes of the journal, then the step: got\n%s", n, strings.Join(got, "\n"))
		}
		checkSound(t, s)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		// A rebuild meets the same tail.
		os.Remove(path)
		if _, err := Rebuild(path); err != nil {
			t.Fatal(err)
		}
		if n%20 < 5 && !slices.Equal(dumpFile(t, path), after) {
			t.Fatalf("%d bytes of the journal: the rebuilt store differs", n)
		}
		os.Remove(path)
	}
}

// A backup in the place of the store goes on to where the journal is.
func TestBackupCatchesUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	noSync(s)
	update(t, s, fill)
	var backup bytes.Buffer
	if err := s.Backup(&backup); err != nil {
		t.Fatal(err)
	}
	for n := range 10 {
		if err := benchStep(s, "wagram", n); err != nil {
			t.Fatal(err)
		}
	}
	want := dump(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, backup.Bytes())
	if got := dumpFile(t, path); !slices.Equal(got, want) {
		t.Error("the backup did not catch up")
	}
}

// A store without a journal begins one that holds all of it.
func TestJournalBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	noSync(s)
	update(t, s, fill)
	for n := range 40 { // more than one transaction of the new journal
		if err := benchStep(s, "wagram", n); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(JournalPath(path)); err != nil {
		t.Fatal(err)
	}
	want := dumpFile(t, path)
	if !strings.Contains(string(readFile(t, JournalPath(path))), " more\n") {
		t.Error("all is in one transaction")
	}
	os.Remove(path)
	if _, err := Rebuild(path); err != nil {
		t.Fatal(err)
	}
	if got := dumpFile(t, path); !slices.Equal(got, want) {
		t.Error("the rebuilt store differs")
	}
}

// A journal that has more than the store, and does not fit it, is left to a person.
func TestOpenRefusesJournal(t *testing.T) {
	edit := func(change func([]byte) []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			writeFile(t, JournalPath(path), change(readFile(t, JournalPath(path))))
		}
	}
	entry := func(p place, lines string) ([]byte, place) {
		return p.seal(append(p.begin(nil), lines...))
	}
	two, at := entry(place{seq: 1, sum: 7}, "delete cursors x\n")
	three, _ := entry(at, "delete cursors y\n")
	tests := []struct {
		name  string
		spoil func(*testing.T, string)
		want  string
	}{
		{"of another store, which is ahead", edit(func([]byte) []byte {
			one, p := entry(noPlace, "delete cursors x\n")
			two, _ := entry(p, "delete cursors y\n")
			return slices.Concat([]byte(journalTitle), one, two)
		}), "does not have transaction 1"},
		{"store that never had one", func(t *testing.T, path string) {
			editRaw(t, path, func(tx *Tx) error { return tx.rows.root().in("meta").Delete([]byte("journal")) })
		}, "the store has never had the journal"},
		{"damaged where the store is behind", edit(func(b []byte) []byte { return slices.Concat(b, two, three) }),
			"in transaction 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filledFile(t)
			test.spoil(t, path)
			before := readFile(t, JournalPath(path))
			for range 2 {
				_, err := Open(path, 0)
				if !errors.Is(err, ErrJournal) || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want …%s…", err, test.want)
				}
			}
			if !bytes.Equal(readFile(t, JournalPath(path)), before) {
				t.Error("the journal was changed")
			}
		})
	}
}

// What makes sense in itself, but is not what the journal tells, is found too.
func TestCheckComparesJournal(t *testing.T) {
	seq := uint64Key
	tests := []struct {
		name  string
		spoil func(*Tx) error
		want  string
	}{
		{"other state", resealed("games/wagram/state", []byte("position"),
			func([]byte) []byte { return []byte("better") }),
			"games/wagram/state/position: the journal has another value"},
		{"state lost", drop("games/wagram/state", []byte("position")),
			"games/wagram/state/position: missing, although the journal has it"},
		{"state added", sealedPut("games/wagram/state", []byte("x"), nil),
			"games/wagram/state/x: the journal does not have it"},
		{"message seen", sealedPut("seen", seenKey("x"), seq(1)), "the journal does not have it"},
		{"other place", sealedPut("meta", []byte("journal"), []byte("1 00000000 25")),
			"transaction 1 is another one than the store has"},
		{"no place", sealedPut("meta", []byte("journal"), []byte("x")), "meta/journal: not a place in a journal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filledFile(t)
			editRaw(t, path, test.spoil)
			s, err := OpenReadOnly(path, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			problems, err := s.Check()
			if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Error(), test.want) {
				t.Errorf("got %v, %v, want …%s…", problems, err, test.want)
			}
		})
	}
}

func TestOpenReadOnly(t *testing.T) {
	path := filledFile(t)
	before, journal := readFile(t, path), readFile(t, JournalPath(path))
	for range 2 { // both at the same time
		s, err := OpenReadOnly(path, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		checkSound(t, s)
		if err := s.Update(fill); err == nil {
			t.Error("it was written to")
		}
		if len(dump(t, s)) < 40 {
			t.Error("too little in it")
		}
	}
	if !bytes.Equal(readFile(t, path), before) || !bytes.Equal(readFile(t, JournalPath(path)), journal) {
		t.Error("a file was changed")
	}
	if _, err := OpenReadOnly(filepath.Join(t.TempDir(), "none.db"), 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want %v", err, os.ErrNotExist)
	}
}

// An Update that cannot reach the disk changes nothing and can be tried again.
func TestJournalCannotBeWritten(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	before, length := dump(t, s), len(readFile(t, JournalPath(s.db.Path())))
	file := s.journal.f
	closed, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	s.journal.f = closed
	// Neither written nor cut: nobody can tell what there is.
	if err := s.Update(step); !errors.Is(err, ErrBroken) || !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v, want %v", err, ErrBroken)
	}
	s.journal.f = file
	if err := s.Update(step); !errors.Is(err, ErrBroken) {
		t.Errorf("afterwards: got %v, want %v", err, ErrBroken)
	}
	if got := dump(t, s); !slices.Equal(got, before) || len(readFile(t, JournalPath(s.db.Path()))) != length {
		t.Error("something was changed")
	}
}

// Anything that can be a key or a payload comes back.
func TestChangesAreRead(t *testing.T) {
	for _, c := range []change{
		{path: "cursors", key: []byte("INBOX")},
		{path: "cursors", key: []byte("INBOX"), deleted: true},
		{path: "cursors", key: []byte("a \"b\" é\n"), payload: []byte("\n\n")},
		{path: "cursors", key: []byte("0x"), payload: []byte(" begin 1\r\n")},
		{path: "cursors", key: []byte("#1"), payload: []byte("commit 1\n")},
		{path: "cursors", key: []byte{}, payload: []byte{0}},
		{path: "cursors", key: []byte{0}, payload: bytes.Repeat([]byte("long"), 1<<16)},
		{path: "mails/raw", key: uint64Key(1 << 55), payload: bytes.Repeat([]byte{0xff}, 1<<18)},
		{path: "games/g/log", key: uint64Key(1),
			payload: encodeRecord(Record{Step: 7, Kind: "é \x00", Data: []byte("line\n")})},
		{path: "games/g/log", key: uint64Key(1), payload: encodeRecord(Record{Kind: "#1", Data: []byte{0}})},
		{path: "games/g/log", key: uint64Key(1), payload: []byte("no record")},
	} {
		entry, end := noPlace.seal(c.appendTo(noPlace.begin(nil)))
		r, err := newJournalReader(bytes.NewReader(append([]byte(journalTitle), entry...)), place{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.next()
		if err != nil || r.at != end || len(got) != 1 {
			t.Errorf("%.60q: got %d changes, %v", entry, len(got), err)
			continue
		}
		if got := got[0]; got.path != c.path || got.deleted != c.deleted || !bytes.Equal(got.key, c.key) ||
			!bytes.Equal(got.payload, c.payload) {
			t.Errorf("%.60q: got %+v", entry, got)
		}
	}
}

func FuzzJournal(f *testing.F) {
	f.Add([]byte(journalTitle + "begin 1\nput cursors INBOX\n 17:4\nput games/g/log #1 record 3 step\n" +
		" berthier step 1\n \ndelete mails/due 0x1a\nput games/g/state \"a b\"\n \nput mails/raw #1 base64\n AA==\n" +
		"commit 1 00000000\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		// The sums are set right, so that the fuzzer comes past them.
		var fixed []byte
		at, start := noPlace, len(journalTitle)
		for line := range bytes.Lines(data) {
			if bytes.HasPrefix(line, []byte("commit ")) && len(fixed) > start {
				at = place{at.seq + 1, at.sumOf(fixed[start:]), 0}
				line = []byte(at.lastLine())
				start = len(fixed) + len(line)
			}
			fixed = append(fixed, line...)
		}
		r, err := newJournalReader(bytes.NewReader(fixed), place{})
		if err != nil {
			return
		}
		again := []byte(journalTitle)
		for end := noPlace; ; {
			changes, err := r.next()
			if err != nil {
				break
			}
			var entry []byte
			lines := end.begin(nil)
			for _, c := range changes {
				lines = c.appendTo(lines)
			}
			entry, end = end.seal(lines)
			if end != r.at {
				t.Fatalf("got place %v, want %v", r.at, end)
			}
			again = append(again, entry...)
		}
		if !bytes.Equal(again, fixed[:r.at.size]) {
			t.Fatalf("got\n%q\nwant\n%q", again, fixed[:r.at.size])
		}
	})
}

func BenchmarkRebuild(b *testing.B) {
	path := filepath.Join(b.TempDir(), "thousand.db")
	thousand(b, path)
	for b.Loop() {
		if err := os.Remove(path); err != nil {
			b.Fatal(err)
		}
		if _, err := Rebuild(path); err != nil {
			b.Fatal(err)
		}
	}
	s, err := Open(path, time.Second)
	if err != nil {
		b.Fatal(err)
	}
	checkSound(b, s)
	s.Close()
}
