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
	"time"

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
	t.Parallel()
	c := newClub(t, unrenewed)
	server, s := c.server, c.open(t)
	check(t, mark(s, "before"))
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
		if _, err := OpenDatabase(c.address, c.key); !errors.Is(err, ErrNotRead) {
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
	c := newClub(t, unrenewed)
	server, s := c.server, c.open(t)
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

// endClerk ends the connections of a user, and waits until they have ended.
const endClerk = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE usename = 'clerk'"

// A user to whom the database grants too little, or only reading, writes nothing and is told so; the same store goes on
// when he may.
func TestDatabaseGrantsTooLittle(t *testing.T) {
	t.Parallel()
	c := newClub(t, times{lease: unrenewed.lease, renew: 50 * time.Millisecond, idle: usual.idle})
	c.open(t) // which makes the tables
	c.server.SQL(t, strings.ReplaceAll(`CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA CLUB TO clerk;
		GRANT ALL ON ALL TABLES IN SCHEMA CLUB TO clerk`, "CLUB", c.schema))
	c.address = c.server.Address(c.schema, "clerk")
	s := c.open(t)
	check(t, mark(s, "before"))
	do := func(statements string) { // each for itself: what a role may is so only after the transaction
		for one := range strings.SplitSeq(strings.ReplaceAll(statements, "CLUB", c.schema), ";") {
			c.server.SQL(t, one)
		}
	}
	for _, tt := range []struct{ name, take, give, says string }{
		{"rows", "REVOKE INSERT ON CLUB.berthier_row FROM clerk", "GRANT INSERT ON CLUB.berthier_row TO clerk",
			"permission denied for table berthier_row"},
		{"leases", "REVOKE UPDATE ON CLUB.berthier_fence FROM clerk", "GRANT UPDATE ON CLUB.berthier_fence TO clerk",
			"permission denied for table berthier_fence"},
		{"all", "REVOKE ALL ON ALL TABLES IN SCHEMA CLUB FROM clerk", "GRANT ALL ON ALL TABLES IN SCHEMA CLUB TO clerk",
			"permission denied for table"},
		{"read-only", "ALTER ROLE clerk SET default_transaction_read_only = on;" + endClerk,
			"ALTER ROLE clerk RESET default_transaction_read_only;" + endClerk, "read-only transaction"},
	} {
		do(tt.take)
		if err := mark(s, tt.name); !errors.Is(err, ErrNotWritten) || errors.Is(err, ErrBroken) ||
			!strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: writing: %v", tt.name, err)
		}
		if tt.name != "rows" && tt.name != "leases" { // what a start writes
			_, err := OpenDatabase(c.address, c.key)
			if !errors.Is(err, ErrNotRead) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s: opening: %v", tt.name, err)
			}
		}
		do(tt.give)
		eventually(t, "after "+tt.name, func() error { return mark(s, "after "+tt.name) })
		if got := marked(t, s, "before", tt.name, "after "+tt.name); len(got) != 2 {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

// A database that only speaks the protocol may not tell a size: it lacks the function, or that knows nothing.
func TestDatabaseWithoutSize(t *testing.T) {
	t.Parallel()
	server := storetest.Start(t)
	for _, body := range []string{"RETURN NULL", "RAISE EXCEPTION USING ERRCODE = '42883'"} {
		schema, address := server.Schema(t)
		server.SQL(t, "CREATE FUNCTION "+schema+".pg_total_relation_size(text) RETURNS bigint LANGUAGE plpgsql AS "+
			"$$ BEGIN "+body+"; END $$")
		s, err := OpenDatabase(address+",pg_catalog", filepath.Join(t.TempDir(), "key"))
		if err != nil {
			t.Fatal(err)
		}
		if size, err := s.Bytes(); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: %d bytes, %v", body, size, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Where making a table ends the transaction, a start that is cut short leaves some of the tables: the next one goes on.
func TestDatabaseHalfMade(t *testing.T) {
	t.Parallel()
	server := storetest.Start(t)
	all := strings.SplitAfter(`CREATE TABLE berthier_schema (one int PRIMARY KEY CHECK (one = 1), version int NOT NULL);
		INSERT INTO berthier_schema VALUES (1, 0);`+strings.Join(migrations, ";"), ";")
	for part := range len(all) + 1 {
		schema, address := server.Schema(t)
		server.SQL(t, "SET search_path = "+schema+";"+strings.Join(all[:part], ""))
		s, err := OpenDatabase(address, filepath.Join(t.TempDir(), "key"))
		if err != nil {
			t.Fatalf("after %d statements: %v", part, err)
		}
		if err := errors.Join(mark(s, "one"), s.Close()); err != nil {
			t.Errorf("after %d statements: %v", part, err)
		}
	}
}

// Who reads the database does not read what is secret; who has another key is told.
func TestDatabaseKey(t *testing.T) {
	t.Parallel()
	server := storetest.Start(t)
	schema, address := server.Schema(t)
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	if _, err := ReadDatabase(address, key); !errors.Is(err, ErrNoStore) {
		t.Errorf("no store: %v", err)
	}
	s, err := OpenDatabase(address, key)
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
		s, err := OpenDatabase(address, key)
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
		if err := open(path); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if err := open(key); err != nil {
		t.Error(err)
	}
}

// A number that would be given a second time is damage.
func TestDatabaseNumbers(t *testing.T) {
	t.Parallel()
	server := storetest.Start(t)
	schema, address := server.Schema(t)
	s, err := OpenDatabase(address, filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	update(t, s, fill)
	if _, err := s.Claim(ClaimMailbox); err != nil {
		t.Fatal(err)
	}
	if err := s.Queue("INBOX", []byte("1"), []IncomingMail{{Claim: ClaimClub, Raw: []byte("mail")}}); err != nil {
		t.Fatal(err)
	}
	checkSound(t, s)
	for _, name := range []string{"mail", "queue"} {
		set := func(to string) {
			server.SQL(t, fmt.Sprintf("UPDATE %s.berthier_number SET last = %s WHERE name = '%s'", schema, to, name))
		}
		set("last - 1000")
		problems, err := s.Check()
		if err != nil || len(problems) != 1 || problems[0].Where != "berthier_number/"+name {
			t.Errorf("%s: %v, %v", name, problems, err)
		}
		set("last + 1000")
		server.SQL(t, fmt.Sprintf("DELETE FROM %s.berthier_number WHERE name = '%s'", schema, name))
		if problems, err := s.Check(); err != nil || len(problems) != 1 {
			t.Errorf("no %s: %v, %v", name, problems, err)
		}
		server.SQL(t, fmt.Sprintf("INSERT INTO %s.berthier_number VALUES ('%s', 1000)", schema, name))
	}
}

// A database of another version, without rights, or that cannot be reached is refused; the
// tables of an older version are brought forward. No error shows a password.
func TestDatabaseRefuses(t *testing.T) {
	server := storetest.Start(t)
	schema, address := server.Schema(t)
	key := filepath.Join(t.TempDir(), "key")
	open := func(address string) error {
		s, err := OpenDatabase(address, key)
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
	migrations = append(slices.Clone(before), "ALTER TABLE berthier_fence ADD COLUMN more int")
	if _, err := ReadDatabase(address, key); err == nil ||
		!strings.Contains(err.Error(), fmt.Sprint("it has version ", len(before))) {
		t.Errorf("reading an older version: %v", err)
	}
	server.SQL(t, fmt.Sprintf(`INSERT INTO %[1]s.berthier_worker VALUES ('x', '', now() + interval '9 seconds');
		INSERT INTO %[1]s.berthier_fence VALUES ('x', '')`, schema))
	if err := open(address); err != nil {
		t.Errorf("an older version: %v", err)
	}
	if left := server.SQL(t, "SELECT 1 FROM "+schema+".berthier_fence"); len(left) > 0 {
		t.Error("who knew the older version may still write")
	}
	server.SQL(t, "SELECT more FROM "+schema+".berthier_fence")
	migrations = before
	if err := open(address); !errors.Is(err, ErrNewer) ||
		!strings.Contains(err.Error(), fmt.Sprint("newer berthier: version ", len(before)+1)) {
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
