package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berthier/store/storetest"
)

// mark is a transaction that writes.
func mark(s *Store, key string) error {
	return s.Update(func(tx *Tx) error { _, err := tx.MarkSeen(key, noon); return err })
}

// marked reports which of some keys are marked.
func marked(t *testing.T, s *Store, keys ...string) (all []string) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		for _, key := range keys {
			if _, seen, err := tx.Seen(key); seen {
				all = append(all, key)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	return all
}

// A database that is away, in recovery or read-only takes nothing and says so; the same store goes
// on when the database does.
func TestDatabaseIsAway(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	_, address := server.Schema(t)
	key := filepath.Join(t.TempDir(), "key")
	s, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { checkSound(t, s); s.Close() }()
	if err := mark(s, "before"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		options []string
		standby bool
		down    bool
	}{
		{name: "away", down: true},
		{name: "read-only", options: []string{"-c", "default_transaction_read_only=on"}},
		{name: "in recovery", standby: true},
	} {
		server.Stop(t)
		if tt.standby {
			server.Standby(t, true)
		}
		if !tt.down {
			server.Run(t, tt.options...)
		}
		if err := mark(s, tt.name); !errors.Is(err, ErrNotWritten) || errors.Is(err, ErrBroken) {
			t.Errorf("%s: writing: %v", tt.name, err)
		}
		if _, err := OpenDatabase(address, key, 0); !errors.Is(err, ErrNotRead) {
			t.Errorf("%s: opening: %v", tt.name, err)
		}
		if err := s.SetBeat([]byte("x")); !errors.Is(err, ErrNotWritten) {
			t.Errorf("%s: the sign of life: %v", tt.name, err)
		}
		var seen bool
		err := s.View(func(tx *Tx) (err error) { _, seen, err = tx.Seen("before"); return err })
		if tt.down != errors.Is(err, ErrNotRead) || !tt.down && (!seen || err != nil) {
			t.Errorf("%s: reading: %v, %v", tt.name, seen, err)
		}
		if tt.standby {
			server.Standby(t, false)
		}
		if !tt.down {
			server.Stop(t)
		}
		server.Run(t)
		if err := mark(s, "after "+tt.name); err != nil {
			t.Errorf("after it was %s: %v", tt.name, err)
		}
		got := marked(t, s, "before", tt.name, "after "+tt.name)
		if !slices.Equal(got, []string{"before", "after " + tt.name}) {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

// A database whose disk is full takes nothing and says so; with room it goes on.
func TestDatabaseIsFull(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	s := openTest(t)
	update(t, s, fill)
	server.Stop(t)
	server.Limit(4 << 20)
	server.Run(t)
	chance := rand.NewChaCha8([32]byte{1})
	megabyte := make([]byte, 1<<20)
	n, err := 0, error(nil)
	for ; err == nil && n < 40; n++ {
		chance.Read(megabyte)
		err = s.Update(func(tx *Tx) error { return tx.SetState("wagram", fmt.Sprint("large ", n), megabyte) })
	}
	if !errors.Is(err, ErrNotWritten) || errors.Is(err, ErrBroken) {
		t.Fatalf("after %d MB: %v", n, err)
	}
	full := dump(t, s)
	if len(full) == 0 || strings.Contains(strings.Join(full, "\n"), fmt.Sprint("large ", n-1)) {
		t.Errorf("of the transaction that was not made there is something")
	}
	server.Stop(t)
	server.Limit(0)
	server.Run(t)
	if got := dump(t, s); !slices.Equal(got, full) {
		t.Errorf("with room, it is another store")
	}
	if err := mark(s, "after"); err != nil {
		t.Error(err)
	}
}

// The clock of the database counts: a lease that it makes end in a year is taken for one of before it went back.
func TestDatabaseClockGoesBack(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	schema, address := server.Schema(t)
	key := filepath.Join(t.TempDir(), "key")
	first, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	until := func(span string) {
		server.SQL(t, "UPDATE "+schema+".berthier_lease SET until = now() + interval '"+span+"'")
	}
	until("15 seconds")
	if _, err := OpenDatabase(address, key, 0); !errors.Is(err, ErrInUse) {
		t.Errorf("a lease as it may be: %v", err)
	}
	until("1 year")
	second, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if err := mark(second, "new"); err != nil {
		t.Error(err)
	}
	if err := mark(first, "old"); !errors.Is(err, ErrBroken) {
		t.Errorf("the one before: %v", err)
	}
}

// A transaction that another one stands in the way of, or whose connection is cut, is made
// all the same if nothing has to be decided again, and otherwise not at all.
func TestDatabaseTransactionIsMadeOnce(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	schema, address := server.Schema(t)
	s, err := OpenDatabase(address, filepath.Join(t.TempDir(), "key"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	cut := "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'berthier'"
	for _, tt := range []struct {
		name, sql string
		reads     bool // something after that
		want      error
	}{
		{"conflict", "UPDATE " + schema + ".berthier_turn SET mark = mark", false, nil},
		{"cut", cut, false, nil},
		{"cut before it has read all", cut, true, ErrNotWritten},
	} {
		times := 0
		err := s.Update(func(tx *Tx) error {
			times++
			_, err := tx.MarkSeen(tt.name, noon)
			server.SQL(t, tt.sql)
			if tt.reads {
				_, _, err = tx.Seen("something else")
			}
			return err
		})
		if !errors.Is(err, tt.want) || times != 1 {
			t.Errorf("%s: %v, decided %d times", tt.name, err, times)
		}
		if made := len(marked(t, s, tt.name)) == 1; made != (tt.want == nil) {
			t.Errorf("%s: made: %v", tt.name, made)
		}
	}
	// The answer to the last commit was lost.
	last := server.SQL(t, "SELECT mark FROM "+schema+".berthier_turn")[0][0]
	name := bytes.TrimPrefix(last, []byte(`\x`))
	text := make([]byte, len(name)/2)
	for i := range text {
		text[i] = unhex(name[2*i])<<4 | unhex(name[2*i+1])
	}
	s.far.turn--
	if done, err := s.far.outcome(text); !done || err != nil {
		t.Errorf("the last transaction: %v, %v", done, err)
	}
	if _, err := s.far.outcome([]byte("another")); !errors.Is(err, ErrBroken) {
		t.Errorf("that of somebody else: %v", err)
	}
	s.far.turn++
	if done, err := s.far.outcome(text); done || err != nil {
		t.Errorf("one that was not made: %v, %v", done, err)
	}
}

func unhex(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c)) }

// Two processes do not write into one store: the second is told who has it. One whose lease
// ended while it did nothing writes nothing any more once another has the store.
func TestDatabaseHasOneWriter(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	schema, address := server.Schema(t)
	key := filepath.Join(t.TempDir(), "key")
	first, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if _, err := OpenDatabase(address, key, 0); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("a second one: %v", err)
	}
	reader, err := ReadDatabase(address, key)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := mark(first, "one"); err != nil {
		t.Fatal(err)
	}
	if got := marked(t, reader, "one"); len(got) != 1 {
		t.Errorf("a reader does not see what is written: %q", got)
	}
	if err := mark(reader, "x"); err == nil {
		t.Error("a reader writes")
	}
	server.SQL(t, "UPDATE "+schema+".berthier_lease SET until = now() - interval '1 hour'")
	second, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := mark(first, "two"); !errors.Is(err, ErrBroken) {
		t.Errorf("the one before: %v", err)
	}
	if err := mark(second, "three"); err != nil {
		t.Error(err)
	}
	if got := marked(t, second, "one", "two", "three"); !slices.Equal(got, []string{"one", "three"}) {
		t.Errorf("got %q", got)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	third, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatalf("after it was given up: %v", err)
	}
	third.Close()
}

// Who reads the database does not read what is secret; who has another key is told.
func TestDatabaseKey(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	schema, address := server.Schema(t)
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	if _, err := ReadDatabase(address, key); !errors.Is(err, ErrNoStore) {
		t.Errorf("no store: %v", err)
	}
	s, err := OpenDatabase(address, key, 0)
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, fill)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file: %v, %v", info, err)
	}
	all := server.SQL(t, "SELECT encode(value, 'escape') FROM "+schema+".berthier_row WHERE value IS NOT NULL")
	text := string(bytes.Join(slices.Concat(all...), []byte("\n")))
	for word, want := range map[string]bool{"secret of": false, "hidden from": false, "position of": true} {
		if strings.Contains(text, word) != want {
			t.Errorf("%q in the database: want %v", word, want)
		}
	}
	other := filepath.Join(dir, "other")
	if err := makeKey(other); err != nil {
		t.Fatal(err)
	}
	open := func(key string) error {
		s, err := OpenDatabase(address, key, 0)
		if err == nil {
			s.Close()
		}
		return err
	}
	loose := filepath.Join(dir, "loose")
	writeFile(t, loose, readFile(t, key))
	if err := os.Chmod(loose, 0o644); err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(dir, "short")
	writeFile(t, short, []byte("abcd\n"))
	for path, want := range map[string]string{
		other: "is not the one with which", filepath.Join(dir, "lost"): "is missing", loose: "chmod 600",
		short: "64 hex digits",
	} {
		if err := open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if err := open(key); err != nil {
		t.Error(err)
	}
}

// A database of another version, without rights, or that cannot be reached is refused; the
// tables of an older version are brought forward. No error shows a password.
func TestDatabaseRefuses(t *testing.T) {
	server = storetest.Start(t)
	defer func() { server = nil }()
	schema, address := server.Schema(t)
	key := filepath.Join(t.TempDir(), "key")
	open := func(address string) error {
		s, err := OpenDatabase(address, key, 0)
		if err == nil {
			checkSound(t, s)
			err = s.Close()
		}
		return err
	}
	if err := open(address); err != nil {
		t.Fatal(err)
	}
	before := migrations
	defer func() { migrations = before }()
	migrations = append(slices.Clone(before), "ALTER TABLE berthier_turn ADD COLUMN more int")
	if _, err := ReadDatabase(address, key); err == nil || !strings.Contains(err.Error(), "it has version 1") {
		t.Errorf("reading an older version: %v", err)
	}
	if err := open(address); err != nil {
		t.Errorf("an older version: %v", err)
	}
	server.SQL(t, "SELECT more FROM "+schema+".berthier_turn")
	migrations = before
	if err := open(address); err == nil || !strings.Contains(err.Error(), "newer berthier: version 2") {
		t.Errorf("a newer version: %v", err)
	}
	server.SQL(t, "CREATE ROLE guest LOGIN; GRANT USAGE ON SCHEMA "+schema+" TO guest")
	for bad, want := range map[string]string{
		server.Address(schema, "guest"):                        "permission denied",
		address + "&dbname=nothing":                            "does not exist",
		"postgres://berthier:hush%20hush@localhost:1/postgres": "localhost:1",
		"postgres://berthier:hush hush@localhost:x/postgres":   "cannot be read",
	} {
		err := open(bad)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", bad, err, want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("it shows a password: %v", err)
		}
	}
}
