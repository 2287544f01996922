package leaf

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"golang.org/x/mod/sumdb/tlog"
)

// Tree is the Merkle tree over the records of a log (RFC 6962, as
// golang.org/x/mod/sumdb/tlog hashes it). A leaf is the Data of a record. It
// keeps only what further records need: the roots of the largest complete
// subtrees, one for each bit of the size. The zero Tree is empty.
type Tree struct {
	size uint64
	edge []tlog.Hash // largest subtree first
}

// Size returns the number of records.
func (t Tree) Size() uint64 { return t.size }

// Append returns the tree with one record more; t stays as it is.
func (t Tree) Append(data []byte) Tree {
	edge := append(t.edge[:len(t.edge):len(t.edge)], tlog.RecordHash(data))
	for range bits.TrailingZeros64(t.size + 1) {
		n := len(edge)
		edge = append(edge[:n-2], tlog.NodeHash(edge[n-2], edge[n-1]))
	}
	return Tree{t.size + 1, edge}
}

// Root returns the hash of the whole tree; for the empty one the SHA-256 of
// nothing.
func (t Tree) Root() tlog.Hash {
	if t.size == 0 {
		root, _ := tlog.TreeHash(0, nil)
		return root
	}
	root := t.edge[len(t.edge)-1]
	for i := len(t.edge) - 2; i >= 0; i-- {
		root = tlog.NodeHash(t.edge[i], root)
	}
	return root
}

// Encode gives the size and the edge as bytes.
func (t Tree) Encode() []byte {
	b := binary.BigEndian.AppendUint64(nil, t.size)
	for _, h := range t.edge {
		b = append(b, h[:]...)
	}
	return b
}

// Equal reports whether two trees are the same.
func (t Tree) Equal(u Tree) bool { return t.size == u.size && slices.Equal(t.edge, u.edge) }

// DecodeTree is the inverse of Encode: whatever it takes, Encode gives back.
func DecodeTree(b []byte) (t Tree, ok bool) {
	if len(b) < 8 {
		return t, false
	}
	t.size, b = binary.BigEndian.Uint64(b), b[8:]
	if len(b) != tlog.HashSize*bits.OnesCount64(t.size) {
		return t, false
	}
	for ; len(b) > 0; b = b[tlog.HashSize:] {
		t.edge = append(t.edge, tlog.Hash(b[:tlog.HashSize]))
	}
	return t, true
}
