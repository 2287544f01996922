package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// SetBeat keeps a sign of life of the program that has the store, in place of the one
// before. It is on the disk when SetBeat returns, but not in the journal: what is
// made again out of that has none.
func (s *Store) SetBeat(value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken != nil {
		return fmt.Errorf("%w: %w", ErrBroken, s.broken)
	}
	err := s.db.Update(func(btx *bolt.Tx) error {
		meta, err := inFile(btx).table(bucketMeta)
		if err != nil {
			return err
		}
		return meta.write([]byte(keyBeat), value)
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	return nil
}

// Beat returns what SetBeat stored, or ErrNotFound.
func (tx *Tx) Beat() ([]byte, error) {
	meta, err := tx.table(bucketMeta)
	if err != nil {
		return nil, err
	}
	return meta.get([]byte(keyBeat))
}
