package store

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// steps makes a closed store with a journal of several transactions, and gives its
// path and what it held after each of them.
func steps(t *testing.T, n int) (path string, after [][]string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	noSync(s)
	update(t, s, fill)
	after = append(after, dump(t, s))
	for i := range n {
		update(t, s, func(tx *Tx) error {
			if _, err := tx.Append("wagram",
				Record{Kind: "step", Step: i + 2, Data: fmt.Appendf(nil, "step %d\n", i)}); err != nil {
				return err
			}
			return tx.Enqueue(Mail{ID: fmt.Sprintf("<%d.damage>", i), To: []string{"ney@example.net"}, Game: "wagram",
				Raw: []byte("Subject: x\r\n\r\nbegin 3\r\n")})
		})
		after = append(after, dump(t, s))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, after
}

var damages = flag.Int("store.damage", 12, "how often a journal is damaged in each way")

// spoilt are ways in which a disk changes a file.
var spoilt = []struct {
	name   string
	change func(r *rand.Rand, b []byte) []byte
}{
	{"bit", func(r *rand.Rand, b []byte) []byte {
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		return b
	}},
	{"cut", func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
	{"block twice", func(r *rand.Rand, b []byte) []byte {
		from, n := block(r, b)
		return slices.Concat(b[:from+n], b[from:])
	}},
	{"block lost", func(r *rand.Rand, b []byte) []byte {
		from, n := block(r, b)
		return slices.Concat(b[:from], b[from+n:])
	}},
	{"block of zeros", func(r *rand.Rand, b []byte) []byte {
		from, n := block(r, b)
		clear(b[from : from+n])
		return b
	}},
	{"blocks swapped", func(r *rand.Rand, b []byte) []byte {
		for before := bytes.Clone(b); bytes.Equal(b, before); {
			n := 1 + r.IntN(len(b)/3)
			x := r.IntN(len(b) - 2*n)
			y := x + n + r.IntN(len(b)-2*n-x)
			first := bytes.Clone(b[x : x+n])
			copy(b[x:x+n], b[y:y+n])
			copy(b[y:y+n], first)
		}
		return b
	}},
}

func block(r *rand.Rand, b []byte) (from, n int) {
	n = 1 + r.IntN(len(b)/4)
	return r.IntN(len(b) - n), n
}

// Whatever happens to a journal is found when the store is opened or by CheckJournal,
// and mended: store and journal are sound then, a rebuild gives the same store, and the
// damaged journal is kept.
func TestDamageIsFoundAndMended(t *testing.T) {
	path, after := steps(t, 8)
	whole, file, want := readFile(t, JournalPath(path)), readFile(t, path), after[len(after)-1]
	random := rand.New(rand.NewPCG(1, 2))
	found := map[string]int{}
	for _, kind := range spoilt {
		for n := range *damages {
			journal := kind.change(random, bytes.Clone(whole))
			path := filepath.Join(t.TempDir(), "test.db")
			writeFile(t, path, file)
			writeFile(t, JournalPath(path), journal)
			name := fmt.Sprint(kind.name, " ", n)
			found[foundBy(t, name, path)]++
			checkMended(t, name, path, journal, want)
		}
	}
	t.Logf("%v", found)
	if found["open"] == 0 || found["check"] == 0 {
		t.Error("want both ways to find something")
	}
}

// foundBy opens a store with a damaged journal and mends that, and says what found it.
func foundBy(t *testing.T, name, path string) (by string) {
	t.Helper()
	looked, err := OpenReadOnly(path, 0) // as a backup or the doctor does
	if err != nil {
		t.Fatal(name, err)
	}
	d, err := looked.CheckJournal(context.Background(), "")
	if err != nil || d == nil {
		t.Fatalf("%s: a look at the journal finds %v, %v", name, d, err)
	}
	if problems, err := looked.Check(); err != nil || len(problems) == 0 {
		t.Fatalf("%s: a check of the store finds %v, %v", name, problems, err)
	}
	looked.Close()
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(name, err)
	}
	noSync(s)
	defer s.Close()
	d, err = s.CheckJournal(context.Background(), "")
	if err != nil {
		t.Fatal(name, err)
	}
	if d == nil {
		return "open"
	}
	if _, err := s.MendJournal(d, noon); err != nil {
		t.Fatal(name, err)
	}
	update(t, s, func(tx *Tx) error { return tx.SetCursor("afterwards", []byte("x")) })
	return "check"
}

func checkMended(t *testing.T, name, path string, damaged []byte, want []string) {
	t.Helper()
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(name, err)
	}
	checkSound(t, s)
	var told []string
	view(t, s, func(tx *Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			told = append(told, e.Kind+" "+e.Text)
		}
		return nil
	})
	got := withoutDiary(dump(t, s))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the store is another one", name)
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "mended The journal was damaged behind byte ") {
		t.Fatalf("%s: the diary has %q", name, told)
	}
	kept, err := filepath.Glob(JournalPath(path) + ".damaged-*-byte-*")
	if err != nil || len(kept) != 1 || !bytes.Equal(readFile(t, kept[0]), damaged) ||
		!strings.Contains(told[0], kept[0]) {
		t.Fatalf("%s: kept are %q, told is %q", name, kept, told)
	}
	before := dumpFile(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if r, err := Rebuild(path); err != nil || r.Damage != nil {
		t.Fatalf("%s: rebuilding: %v, %v", name, r.Damage, err)
	}
	if !slices.Equal(dumpFile(t, path), before) {
		t.Fatalf("%s: the rebuilt store is another one", name)
	}
}

// withoutDiary takes out what a mend adds, and the cursor that follows it.
func withoutDiary(lines []string) []string {
	return slices.DeleteFunc(lines, func(s string) bool {
		return strings.HasPrefix(s, `"diary"`) ||
			strings.Contains(s, "afterwards")
	})
}

// Without the store a rebuild brings back all before the damage, names what can be read
// behind it, and does not use it.
func TestRebuildFindsDamage(t *testing.T) {
	path, after := steps(t, 8)
	whole := readFile(t, JournalPath(path))
	random := rand.New(rand.NewPCG(3, 4))
	beyond := 0
	for n := range 100 {
		path := filepath.Join(t.TempDir(), "test.db")
		journal := bytes.Clone(whole)
		i := random.IntN(len(journal))
		journal[i] ^= 1 << random.IntN(8)
		writeFile(t, JournalPath(path), journal)
		// the damage lies in the next transaction, or in the last line of this one
		intact := bytes.Count(journal[:i], []byte("\ncommit "))
		r, err := Rebuild(path)
		if i < bytes.Index(whole, []byte("\nbegin 2\n")) {
			if _, lost := os.Stat(path); err == nil || !errors.Is(lost, fs.ErrNotExist) {
				t.Fatalf("byte %d: a store was made of nothing: %+v", i, r)
			}
			continue
		}
		if err != nil || r.Damage == nil && !tornAt(journal, i) {
			t.Fatalf("byte %d: %+v, %v", i, r, err)
		}
		if got := int(r.Transactions); got != intact && got != intact-1 ||
			r.Damage != nil && r.Damage.Transaction != r.Transactions+1 {
			t.Fatalf("byte %d: %d transactions, want %d: %v", i, got, intact, r.Damage)
		}
		if got := withoutDiary(dumpFile(t, path)); !slices.Equal(got, after[r.Transactions-1]) {
			t.Fatalf("byte %d: the store is not that of transaction %d", i, r.Transactions)
		}
		if r.Damage != nil && r.Damage.Beyond > 0 {
			beyond++
			want := fmt.Sprintf("Behind the damage %d whole transactions can be read, up to number 9, of these "+
				"games: wagram (records: %[1]d, the last is record 11, of step 9).", r.Damage.Beyond)
			if got := r.Damage.Tell(); got != want || r.Damage.Last != 9 {
				t.Fatalf("byte %d: got %s\nwant %s", i, got, want)
			}
		}
		if n%10 == 0 { // another journal is there, and does for the next rebuild
			before := dumpFile(t, path)
			os.Remove(path)
			if _, err := Rebuild(path); err != nil || !slices.Equal(dumpFile(t, path), before) {
				t.Fatalf("byte %d: rebuilding again: %v", i, err)
			}
		}
	}
	if beyond < 30 {
		t.Errorf("%d times something was readable behind the damage", beyond)
	}
}

// tornAt reports whether a change of the last transaction looks as if a crash had
// left it unfinished: its last line is not one any more.
func tornAt(journal []byte, i int) bool {
	return i >= bytes.LastIndex(journal, []byte("\nbegin ")) &&
		!bytes.Contains(journal[bytes.LastIndex(journal, []byte("\nbegin ")):], []byte("\ncommit 9 "))
}

// A journal that begins with a copy of the store is of no use up to the end of it.
func TestRebuildWantsTheWholeCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	noSync(s)
	update(t, s, fill)
	for n := range 60 {
		if err := benchStep(s, "wagram", n); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.MendJournal(&Damage{}, noon); err != nil {
		t.Fatal(err)
	}
	update(t, s, step)
	s.Close()
	journal := readFile(t, JournalPath(path))
	if n := bytes.Count(journal, []byte(" more\n")); n < 2 ||
		!bytes.HasPrefix(journal, []byte("berthier journal 1 behind 61\nbegin 62 more\n")) {
		t.Fatalf("%d transactions that others follow, and it begins %.60q", n, journal)
	}
	journal[len(journal)/2] ^= 1
	writeFile(t, JournalPath(path), journal)
	os.Remove(path)
	if r, err := Rebuild(path); err == nil || !strings.Contains(err.Error(), "only a part of what the store had") {
		t.Errorf("got %+v, %v", r, err)
	}
}

// A store that is damaged makes no journal, and nothing is changed.
func TestDamagedStoreMendsNothing(t *testing.T) {
	path, _ := steps(t, 2)
	editRaw(t, path, drop("games/wagram/log", uint64Key(1)))
	journal := readFile(t, JournalPath(path))
	s := openTestAtUnchecked(t, path)
	if kept, err := s.MendJournal(&Damage{}, noon); err == nil {
		t.Errorf("it was mended, kept is %s", kept)
	}
	if !bytes.Equal(readFile(t, JournalPath(path)), journal) {
		t.Error("the journal was changed")
	}
}

func openTestAtUnchecked(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A journal on another disk, to which a link leads, stays there.
func TestMendFollowsLink(t *testing.T) {
	path, _ := steps(t, 2)
	far := filepath.Join(t.TempDir(), "far")
	if err := errors.Join(os.Rename(JournalPath(path), far), os.Symlink(far, JournalPath(path))); err != nil {
		t.Fatal(err)
	}
	s := openTestAt(t, path)
	kept, err := s.MendJournal(&Damage{Behind: 7}, noon)
	if err != nil || !strings.HasPrefix(kept, far+".damaged-") {
		t.Errorf("kept is %s, %v", kept, err)
	}
	if to, err := os.Readlink(JournalPath(path)); to != far || err != nil {
		t.Errorf("the link leads to %s, %v", to, err)
	}
	update(t, s, step)
}

func TestDiary(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.WriteDiary(noon, "mended", "One.\nTwo."),
			tx.WriteDiary(noon.Add(time.Hour), "pruned", "Three."), tx.Told(1))
	})
	for _, wrong := range [][2]string{{"", "x"}, {"two words", "x"}, {"x", ""}} {
		if err := s.Update(func(tx *Tx) error { return tx.WriteDiary(noon, wrong[0], wrong[1]) }); err == nil {
			t.Errorf("%q was written", wrong)
		}
	}
	if err := s.Update(func(tx *Tx) error { return tx.Told(3) }); !errors.Is(err, ErrNotFound) {
		t.Errorf("got %v, want %v", err, ErrNotFound)
	}
	var got []Entry
	view(t, s, func(tx *Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			got = append(got, e)
		}
		return nil
	})
	want := []Entry{{1, noon, "mended", "One.\nTwo.", true}, {2, noon.Add(time.Hour), "pruned", "Three.", false}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A journal of 100 MB, so that what a gigabyte takes can be told.
func BenchmarkCheckJournal(b *testing.B) {
	path := filepath.Join(b.TempDir(), "thousand.db")
	thousand(b, path)
	s, err := Open(path, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	info, err := os.Stat(JournalPath(path))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		if d, err := s.CheckJournal(context.Background(), ""); d != nil || err != nil {
			b.Fatal(d, err)
		}
	}
}
