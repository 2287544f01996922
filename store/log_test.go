package store

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/store/leaf"

	"golang.org/x/mod/sumdb/tlog"
)

func TestAppendRefuses(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		if err := tx.CreateGame("g"); err != nil {
			return err
		}
		for _, r := range []Record{
			{Seq: 1, Kind: "x"}, {}, {Kind: strings.Repeat("x", 256)}, {Kind: "\xff"}, {Kind: "x", Step: -1},
		} {
			if seq, err := tx.Append("g", r); err == nil {
				t.Errorf("%+v: got %d, want an error", r, seq)
			}
		}
		if seq, err := tx.LastSeq("g"); seq != 0 || err != nil {
			t.Errorf("LastSeq: got %d, %v, want 0", seq, err)
		}
		return nil
	})
}

// The tree has the roots that tlog gives, at every size, and what a game keeps
// of it is as documented.
func TestTreeIsAsDocumented(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error { return tx.CreateGame("g") })
	var tree Tree
	var stored []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) (hashes []tlog.Hash, err error) {
		for _, i := range indexes {
			hashes = append(hashes, stored[i])
		}
		return hashes, nil
	})
	for n := range int64(70) {
		data := fmt.Appendf(nil, "record %d", n)
		update(t, s, func(tx *Tx) error {
			want, err := tlog.TreeHash(n, reader)
			if err != nil {
				return err
			}
			kept, err := tx.Tree("g")
			if tree.Size() != uint64(n) || tree.Root() != want || kept.Root() != want || !kept.Equal(tree) {
				t.Errorf("size %d: got root %v, in the store %v, want %v", n, tree.Root(), kept.Root(), want)
			}
			seq, err2 := tx.Append("g", Record{Kind: "x", Data: data})
			if seq != uint64(n+1) {
				t.Errorf("got record %d, want %d", seq, n+1)
			}
			return errors.Join(err, err2)
		})
		more, err := tlog.StoredHashes(n, data, reader)
		if err != nil {
			t.Fatal(err)
		}
		before := tree.Root()
		longer := tree.Append(data)
		if tree.Root() != before {
			t.Errorf("size %d: Append changed the tree that it was called on", n)
		}
		stored, tree = append(stored, more...), longer
	}
	hashed := func(s string) []byte { h := sha256.Sum256([]byte("\x00" + s)); return h[:] }
	node := func(l, r []byte) []byte { h := sha256.Sum256(slices.Concat([]byte{1}, l, r)); return h[:] }
	three := Tree{}.Append([]byte("a")).Append([]byte("b")).Append([]byte("c"))
	want := slices.Concat([]byte("\x00\x00\x00\x00\x00\x00\x00\x03"), node(hashed("a"), hashed("b")), hashed("c"))
	if got := three.Encode(); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestHiddenIsNotInTheTree(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		err := tx.CreateGame("g")
		for _, hidden := range [][]byte{nil, []byte("salt and text"), {}} {
			if err == nil {
				_, err = tx.Append("g", Record{Kind: "x", Data: []byte("data"), Hidden: hidden})
			}
		}
		return err
	})
	view(t, s, func(tx *Tx) error {
		tree, err := tx.Tree("g")
		if data := []byte("data"); !tree.Equal(Tree{}.Append(data).Append(data).Append(data)) {
			t.Errorf("got tree %v", tree)
		}
		var got []string
		for r, err := range tx.Records("g", 1) {
			if err != nil {
				return err
			}
			got = append(got, fmt.Sprintf("%q %t", r.Hidden, r.Hidden == nil))
		}
		if want := []string{`"" true`, `"salt and text" false`, `"" false`}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		return err
	})
}

func FuzzDecodeTree(f *testing.F) {
	f.Add(Tree{}.Encode())
	f.Add(Tree{}.Append([]byte("a")).Append([]byte("b")).Append([]byte("c")).Encode())
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, b []byte) {
		tree, ok := leaf.DecodeTree(b)
		if !ok {
			return
		}
		if again := tree.Encode(); !bytes.Equal(again, b) {
			t.Errorf("got %x, want %x", again, b)
		}
		tree.Root()
	})
}

func TestRecords(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	for _, test := range []struct {
		from uint64
		want []string
	}{
		{0, []string{"1 event 0 of wagram", "2 event 1 of wagram", "3 event 2 of wagram"}},
		{1, []string{"1 event 0 of wagram", "2 event 1 of wagram", "3 event 2 of wagram"}},
		{3, []string{"3 event 2 of wagram"}},
		{4, nil},
		{1<<64 - 1, nil},
	} {
		t.Run(fmt.Sprint("from ", test.from), func(t *testing.T) {
			view(t, s, func(tx *Tx) error {
				var got []string
				for r, err := range tx.Records("wagram", test.from) {
					if err != nil {
						return err
					}
					got = append(got, fmt.Sprintf("%d %s", r.Seq, r.Data))
				}
				if fmt.Sprint(got) != fmt.Sprint(test.want) {
					t.Errorf("got %q, want %q", got, test.want)
				}
				return nil
			})
		})
	}
}

func TestRecordsWhileAppending(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	update(t, s, func(tx *Tx) error {
		n := 0
		for r, err := range tx.Records("wagram", 1) {
			if err != nil {
				return err
			}
			n++
			if _, err := tx.Append("wagram", Record{Kind: "copy", Data: r.Data}); err != nil {
				return err
			}
		}
		last, err := tx.LastSeq("wagram")
		if n != 3 || last != 6 {
			t.Errorf("got %d records, last %d, want 3 and 6", n, last)
		}
		return err
	})
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add(encodeRecord(Record{Kind: "turn", Step: 3, Data: []byte("text")}))
	f.Add(encodeRecord(Record{Kind: strings.Repeat("k", 255)}))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x01k"))
	f.Add([]byte("12345678\xffshort"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRecord(1, b)
		if err != nil {
			return
		}
		if again := encodeRecord(r); !bytes.Equal(again, b) {
			t.Errorf("got %x, want %x", again, b)
		}
	})
}
