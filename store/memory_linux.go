package store

import (
	"fmt"
	"unsafe"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// Relax gives back the memory through which the file was read; it is read again
// when it is needed. Without this a daemon seems to hold as much memory as it has
// ever read, though the system could take it back at any time. The error is one of the system, after which the
// memory is kept.
func (s *Store) Relax() error {
	if s.far != nil {
		return nil
	}
	return s.db.View(func(btx *bolt.Tx) error {
		// The file cannot be mapped to another place while somebody reads.
		info := s.db.Info()
		size := btx.Size() / int64(info.PageSize) * int64(info.PageSize)
		if info.Data == 0 || size == 0 {
			return nil
		}
		data := *(*unsafe.Pointer)(unsafe.Pointer(&info.Data))
		if err := unix.Madvise(unsafe.Slice((*byte)(data), size), unix.MADV_DONTNEED); err != nil {
			return fmt.Errorf("giving back the memory of the store: %w", err)
		}
		return nil
	})
}
