package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

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
