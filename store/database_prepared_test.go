package store

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// A transaction tells the database nothing that it warns of: its owner reads that in his log.
func TestDatabaseWarnsOfNothing(t *testing.T) {
	t.Parallel()
	s := newClub(t, unrenewed).open(t)
	s.far.hangUp()
	s.far.config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { t.Errorf("%s: %s", n.Severity, n.Message) }
	check(t, mark(s, "one"))
	check(t, s.Update(func(*Tx) error { return nil }))
	err := s.Update(func(tx *Tx) error { return errors.Join(tx.CreateGame("ulm"), ErrTaken) })
	if !errors.Is(err, ErrTaken) {
		t.Errorf("one that is given up: %v", err)
	}
	if got := marked(t, s, "one", "two"); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// Statements go by names on a connection. Where the names are lost, or are those of somebody else, one transaction may
// fail, and the next is made without them.
func TestDatabasePrepared(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	lend := func(s *Store, statement string) {
		line, _, err := s.far.line()
		check(t, err)
		check(t, order(line, statement))
		s.far.put(line)
	}
	known := c.open(t)
	check(t, mark(known, "before"))
	line, _, err := known.far.line()
	check(t, err)
	got, err := ask(line, `SELECT count(*)::text FROM pg_prepared_statements WHERE name LIKE 'berthier_%'`)
	if err != nil || string(got.Rows[0][0]) != "5" || known.far.nameless.Load() {
		t.Fatalf("a connection knows %q statements, %v", got.Rows, err)
	}
	known.far.put(line)
	lend(known, "DEALLOCATE ALL")
	if err := mark(known, "lost"); !errors.Is(err, ErrNotWritten) || errors.Is(err, ErrBroken) {
		t.Errorf("names are lost: %v", err)
	}
	taken := c.open(t)
	taken.far.hangUp()
	lend(taken, "PREPARE berthier_get AS SELECT 'of somebody else'")
	for name, s := range map[string]*Store{"lost": known, "taken": taken} {
		check(t, mark(s, name+" no more"))
		if !s.far.nameless.Load() {
			t.Errorf("%s: names are still used", name)
		}
		if got := marked(t, s, "before", "lost", name+" no more"); len(got) != 2 {
			t.Errorf("%s: got %q", name, got)
		}
	}
}
