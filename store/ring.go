package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sort"

	bolt "go.etcd.io/bbolt"
)

// A page that leads back to one above it makes bbolt go down for ever, until the program has no memory left: nothing
// can recover from that. So the same way is gone before, over the pages as they lie in the file, and that ends.

// highest is how many pages can lie above a leaf. The largest file has a dozen.
const highest = 64

// treePage is a page of a bucket, from its header on. A page begins with its number (8 bytes), its kind (2), how many
// elements it has (2) and how many pages it goes on for (4). In a branch an element has where its key begins (4), from
// the element on, how long that is (4), and the number of a page (8).
type treePage []byte

const (
	pageHead  = 16
	branchRow = 16
	branch    = 1 // the kind
)

// treePage is a page by its number; one that the file does not have makes it panic, as what is done with a broken one.
func (t *fileRows) treePage(number uint64) treePage {
	if number >= uint64(len(t.file))/t.pageSize {
		panic(fmt.Sprintf("page %d is beyond the end of the file", number))
	}
	return t.file[number*t.pageSize:]
}

func (p treePage) isBranch() bool { return binary.NativeEndian.Uint16(p[8:])&branch != 0 }
func (p treePage) count() int     { return int(binary.NativeEndian.Uint16(p[10:])) }
func (p treePage) row(i int) []byte {
	return p[pageHead+i*branchRow:]
}
func (p treePage) child(i int) uint64 { return binary.NativeEndian.Uint64(p.row(i)[8:]) }

func (p treePage) key(i int) []byte {
	row := p.row(i)
	begin := uint64(binary.NativeEndian.Uint32(row))
	return row[begin : begin+uint64(binary.NativeEndian.Uint32(row[4:]))]
}

// path goes down a bucket by the children that pick chooses. next is the page behind the way that lies deepest; 0 if
// there is none.
func (t *fileRows) path(number uint64, pick func(treePage) int) (next uint64) {
	for range highest {
		if number == 0 { // a bucket that stands in the row of its own
			return 0
		}
		p := t.treePage(number)
		if !p.isBranch() {
			return next
		}
		i := pick(p)
		if number = p.child(i); i+1 < p.count() {
			next = p.child(i + 1)
		}
	}
	panic("its pages stand in a ring")
}

// way is path for the leaf that a key is searched on.
func (t *fileRows) way(b *bolt.Bucket, key []byte) (next uint64) {
	return t.path(uint64(b.Root()), func(p treePage) int {
		i := sort.Search(p.count(), func(i int) bool { return bytes.Compare(p.key(i), key) > 0 })
		return max(i-1, 0)
	})
}

func leftmost(treePage) int    { return 0 }
func rightmost(p treePage) int { return p.count() - 1 }

// tree goes over all pages of a bucket, and panics at one that was met.
func (t *fileRows) tree(number uint64, met map[uint64]bool) {
	if number == 0 {
		return
	}
	if met[number] {
		panic(fmt.Sprintf("page %d stands in two places", number))
	}
	met[number] = true
	for p, i := t.treePage(number), 0; p.isBranch() && i < p.count(); i++ {
		t.tree(p.child(i), met)
	}
}

// whole is tree for a bucket with all that are in it.
func (t *fileRows) whole(b *bolt.Bucket, met map[uint64]bool) error {
	t.tree(uint64(b.Root()), met)
	return b.ForEachBucket(func(name []byte) error { return t.whole(b.Bucket(name), met) })
}
