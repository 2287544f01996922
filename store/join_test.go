package store

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
)

// Writes that join are made with the transaction that is open, if that allows it, and
// otherwise alone: also if that one is given up, for whatever reason.
func TestJoin(t *testing.T) {
	broke := errors.New("no")
	for _, tt := range []struct {
		name          string
		admits        bool
		end           error // of the other one
		fault         error // of the writes, with the other one
		both, commits int   // whether the rows of both are there, and in how many transactions
	}{
		{"together", true, nil, nil, 1, 1},
		{"it takes nobody in", false, nil, nil, 1, 2},
		{"it is given up", true, broke, nil, 0, 1},
		{"they fail", true, nil, broke, 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := openTest(t)
				before, times := s.journal.end.seq, 0
				got := make(chan error, 1)
				err := s.Update(func(tx *Tx) error {
					if tt.admits {
						tx.Admit()
					}
					go func() {
						got <- s.Join(func(tx *Tx) error {
							_, err := tx.MarkSeen("joins", noon)
							if times++; times == 1 && tt.fault != nil {
								return tt.fault
							}
							return err
						})
					}()
					if tt.admits {
						synctest.Wait()
					}
					_, err := tx.MarkSeen("opens", noon)
					return errors.Join(err, tt.end)
				})
				if want := errors.Join(tt.end, tt.fault); (err == nil) != (want == nil) || !errors.Is(err, broke) &&
					want != nil {
					t.Errorf("the other one: got %v, want %v", err, want)
				}
				if err := <-got; err != nil {
					t.Errorf("got %v", err)
				}
				if n := int(s.journal.end.seq - before); n != tt.commits {
					t.Errorf("%d transactions, want %d", n, tt.commits)
				}
				view(t, s, func(tx *Tx) error {
					for key, want := range map[string]bool{"joins": true, "opens": tt.both == 1} {
						if _, seen, err := tx.Seen(key); seen != want || err != nil {
							t.Errorf("%s: seen %v, %v", key, seen, err)
						}
					}
					return nil
				})
			})
		})
	}
}

// Many join one after the other, none is lost.
func TestJoinMany(t *testing.T) {
	s := openTest(t)
	const n = 20
	done := make(chan error, n)
	for i := range n {
		go func() {
			done <- s.Join(func(tx *Tx) error {
				_, err := tx.MarkSeen(fmt.Sprint(i), noon)
				return err
			})
		}()
		update(t, s, func(tx *Tx) error {
			tx.Admit()
			_, err := tx.MarkSeen(fmt.Sprint("other ", i), noon)
			return err
		})
	}
	for range n {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	view(t, s, func(tx *Tx) error {
		for i := range n {
			if _, seen, err := tx.Seen(fmt.Sprint(i)); !seen || err != nil {
				t.Errorf("%d: %v, %v", i, seen, err)
			}
		}
		return nil
	})
}
