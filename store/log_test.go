package store

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
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

// The chain is computed here a second time, from the package doc alone.
func TestChainIsAsDocumented(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		err1 := tx.CreateGame("g")
		_, err2 := tx.Append("g", Record{Kind: "turn", Step: 258, Data: []byte("one")})
		_, err3 := tx.Append("g", Record{Kind: "é", Step: 0})
		return errors.Join(err1, err2, err3)
	})
	zero := sha256.Sum256([]byte("berthier log 1\ng\n"))
	one := sha256.Sum256([]byte(string(zero[:]) + "\x00\x00\x00\x00\x00\x00\x00\x01" + "\x00\x00\x00\x00\x00\x00\x01\x02" + "\x04turn" + "one"))
	two := sha256.Sum256([]byte(string(one[:]) + "\x00\x00\x00\x00\x00\x00\x00\x02" + "\x00\x00\x00\x00\x00\x00\x00\x00" + "\x02é"))
	view(t, s, func(tx *Tx) error {
		log, end, err := tx.log("g")
		if err != nil {
			return err
		}
		for i, want := range [][32]byte{one, two} {
			value, err := log.get(uint64Key(uint64(i + 1)))
			if err != nil {
				return err
			}
			if got := value[:32]; !bytes.Equal(got, want[:]) {
				t.Errorf("record %d: got %x, want %x", i+1, got, want)
			}
		}
		if want := (head{2, two}); end != want {
			t.Errorf("head: got %x, want %x", end, want)
		}
		return nil
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
	f.Add(Record{Kind: "turn", Step: 3, Data: []byte("text")}.encode())
	f.Add(Record{Kind: strings.Repeat("k", 255)}.encode())
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\x01k"))
	f.Add([]byte("12345678\xffshort"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := decodeRecord(1, b)
		if err != nil {
			return
		}
		if again := r.encode(); !bytes.Equal(again, b) {
			t.Errorf("got %x, want %x", again, b)
		}
	})
}
