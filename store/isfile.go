package store

import (
	"encoding/binary"
	"io"
	"os"
)

// boltMagic stands in both meta pages of a bbolt file, behind the header of the page.
const (
	boltMagic   = 0xED0CDAED
	magicOffset = 16
)

// IsFile reports whether a file is a store in a file, or begins as one. It reads a few bytes and nothing else.
func IsFile(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	_, err = io.ReadFull(io.NewSectionReader(f, magicOffset, int64(len(magic))), magic[:])
	return err == nil && binary.NativeEndian.Uint32(magic[:]) == boltMagic
}
