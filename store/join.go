package store

import (
	"errors"
	"fmt"
)

// joinedWrites is writes that wait for the end of a transaction of somebody else.
type joinedWrites struct {
	fn   func(*Tx) error
	done chan error // gets errAlone if nothing came of them
}

var errAlone = errors.New("nobody took it in")

// Admit lets Join put the writes of others into this transaction.
func (tx *Tx) Admit() {
	tx.s.joining.Lock()
	defer tx.s.joining.Unlock()
	tx.s.admits = true
}

// Join is Update for writes that may share a transaction with others: if one is open that
// Admit allows that, fn runs at its end, in another goroutine, and the disk is waited for once.
// If that transaction is given up, fn runs again in one of its own, as Redo does. The error is that of Update, for
// which fn may have run twice.
func (s *Store) Join(fn func(*Tx) error) error {
	j := joinedWrites{fn, make(chan error, 1)}
	s.joining.Lock()
	admits := s.admits
	if admits {
		s.joined = append(s.joined, j)
	}
	s.joining.Unlock()
	if admits {
		if err := <-j.done; !errors.Is(err, errAlone) {
			return err
		}
	}
	return s.Redo(fn)
}

// admitted are those that joined; the transaction takes in no more.
func (s *Store) admitted() []joinedWrites {
	s.joining.Lock()
	defer s.joining.Unlock()
	all := s.joined
	s.joined, s.admits = nil, false
	return all
}

// takeIn makes the writes of those that joined.
func (tx *Tx) takeIn() error {
	tx.others = tx.s.admitted()
	for _, j := range tx.others {
		if err := j.fn(tx); err != nil {
			return fmt.Errorf("writes that had joined: %w", err)
		}
	}
	return nil
}

// answer tells those that joined what came of it.
func answer(all []joinedWrites, err error) {
	for _, j := range all {
		j.done <- err
	}
}
