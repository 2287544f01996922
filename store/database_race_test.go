package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"berthier/store/storetest"
)

// atOnce does something in several goroutines, and gives what they met.
func atOnce(n int, do func() error) (errs []error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	for range n {
		all.Go(func() {
			if err := do(); err != nil {
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			}
		})
	}
	all.Wait()
	return errs
}

// Several processes that begin at the same instant make one store with one key, and none of them fails.
func TestDatabaseBegunAtOnce(t *testing.T) {
	t.Parallel()
	server := storetest.Start(t)
	for range 20 {
		_, address := server.Schema(t)
		key := filepath.Join(t.TempDir(), "key")
		errs := atOnce(4, func() error {
			s, err := OpenDatabase(address, key)
			if err != nil {
				return err
			}
			checkSound(t, s)
			return s.Close()
		})
		if len(errs) > 0 {
			t.Fatalf("%d fail: %v", len(errs), errs[0])
		}
		_, address = server.Schema(t)
		key = filepath.Join(t.TempDir(), "key")
		d, err := newDatabase(context.Background(), address)
		if err == nil {
			err = d.migrate()
		}
		if err != nil {
			t.Fatal(err)
		}
		d.hangUp()
		errs = atOnce(6, func() error {
			d, err := newDatabase(context.Background(), address)
			if err == nil {
				err = d.unlock(key, true)
				d.hangUp()
			}
			return err
		})
		if len(errs) > 0 {
			t.Fatalf("of those that want the key %d fail: %v", len(errs), errs[0])
		}
	}
}

// Who meets another process in the middle of a transaction is told that as he is at its end: all can be decided again
// at once, and Redo does so.
func TestDatabaseMetInTheMiddle(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s, other := c.open(t), c.open(t)
	for n, do := range []func(func(*Tx) error) error{s.Update, s.Redo} {
		times := 0
		err := do(func(tx *Tx) error {
			times++
			mail := fmt.Sprint("mail ", n)
			if _, err := tx.MarkSeen(mail, noon); err != nil {
				return err
			}
			if times == 1 {
				if err := mark(other, mail); err != nil {
					t.Fatal(err)
				}
			}
			_, _, err := tx.Seen("another mail")
			return err
		})
		if n == 0 && (!errors.Is(err, ErrMet) || times != 1) || n == 1 && (err != nil || times != 2) {
			t.Errorf("%d: after %d times: %v", n, times, err)
		}
	}
}

// Whose connection is cut while the database still commits is not told that nothing was written: it waits for what
// becomes of that, as when a standby is slow.
func TestDatabaseCutWhileItCommits(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	near := c.open(t)
	p, address := storetest.NewProxy(t, c.address)
	s, err := openDatabase(t.Context(), address, c.key, c.times)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c.server.SQL(t, fmt.Sprintf(`CREATE FUNCTION %[1]s.hang() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN
			BEGIN
				PERFORM pg_advisory_xact_lock(1);
			EXCEPTION WHEN query_canceled THEN -- which a standby is waited for does not heed either
				PERFORM pg_advisory_xact_lock(1);
			END;
			RETURN NULL;
		END $$;
		CREATE CONSTRAINT TRIGGER hang AFTER UPDATE ON %[1]s.berthier_fence DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW EXECUTE FUNCTION %[1]s.hang()`, c.schema))
	standby, err := pgconn.Connect(t.Context(), c.server.Address("public", "berthier"))
	if err != nil {
		t.Fatal(err)
	}
	defer standby.Close(context.Background())
	order := func(sql string) {
		t.Helper()
		if err := standby.Exec(t.Context(), sql).Close(); err != nil {
			t.Fatal(err)
		}
	}
	waits := func(query string) func() error {
		return func() error {
			return c.count(t, 1, "wait_event_type = 'Lock' AND query LIKE '"+query+"'")
		}
	}
	order("SELECT pg_advisory_lock(1)")
	ended := make(chan error, 1)
	go func() { ended <- mark(s, "mail") }()
	eventually(t, "the database commits", waits("COMMIT"))
	p.Cut()
	eventually(t, "it is asked what became of that, or it is told", func() error {
		if len(ended) > 0 {
			return nil
		}
		return waits("SELECT mark FROM berthier_fence%")()
	})
	order("SELECT pg_advisory_unlock(1)")
	told := <-ended
	eventually(t, "it is committed", func() error { return c.count(t, 0, "state = 'active' AND query = 'COMMIT'") })
	view(t, near, func(tx *Tx) error {
		_, made, err := tx.Seen("mail")
		if made != (told == nil) {
			t.Errorf("it was made: %v; told was %v", made, told)
		}
		return err
	})
}

// count says if there are not so many processes of the database of which something is so.
func (c club) count(t *testing.T, want int, which string) error {
	t.Helper()
	got := string(c.server.SQL(t, "SELECT count(*)::text FROM pg_stat_activity WHERE "+which)[0][0])
	if got != fmt.Sprint(want) {
		return fmt.Errorf("%s processes", got)
	}
	return nil
}
