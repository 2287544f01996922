package store

import (
	"errors"
	"fmt"
)

// SetBeat keeps a sign of life of the program that has the store, in place of the one
// before. It is on the disk when SetBeat returns, but not in the journal: what is
// made again out of that has none. The error is that of Update.
func (s *Store) SetBeat(value []byte) (err error) {
	for range retries {
		if err = s.setBeat(value); !errors.Is(err, ErrMet) {
			return err
		}
	}
	return err
}

func (s *Store) setBeat(value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return fmt.Errorf("%w: %w", ErrBroken, s.broken)
	}
	rows, err := s.begin(true)
	if err == nil {
		defer rows.rollback()
		err = (&Tx{rows: rows}).setBeat(value)
	}
	if err == nil {
		err = rows.commit()
	}
	if err == nil || errors.Is(err, ErrBroken) || errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNotWritten, err)
}

func (tx *Tx) setBeat(value []byte) error {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return err
	}
	return meta.write([]byte(keyBeat), value)
}

// Beat returns what SetBeat stored, or ErrNotFound.
func (tx *Tx) Beat() ([]byte, error) {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return nil, err
	}
	return meta.get([]byte(keyBeat))
}
