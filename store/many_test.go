package store

import (
	"fmt"
	"slices"
	"testing"
)

// What is asked of many games at once is what is asked of each.
func TestManyGames(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		for i := range 30 {
			id := fmt.Sprintf("g%d", i)
			if err := tx.CreateGame(id); err != nil {
				return err
			}
			for n := range i {
				r := Record{Kind: "step", Step: n, Data: fmt.Append(nil, id, n)}
				if n%3 == 1 {
					r.Hidden = []byte("hidden")
				}
				if _, err := tx.Append(id, r); err != nil {
					return err
				}
			}
			for n := range i % 4 {
				if err := tx.SetState(id, fmt.Sprintf("stuck/%d", n), fmt.Append(nil, i, n)); err != nil {
					return err
				}
			}
			if err := tx.SetState(id, "stuff", []byte("x")); err != nil {
				return err
			}
		}
		return nil
	})
	read := func(fetch bool) (all []string) {
		t.Helper()
		err := s.View(func(tx *Tx) error {
			all = nil
			names, err := tx.Games()
			if fetch {
				tx.Fetch(names...)
				tx.Fetch("not-there")
			}
			for _, id := range append(names, "not-there") {
				last, err := tx.LastSeq(id)
				all = append(all, fmt.Sprint(id, last, err))
				for _, from := range []uint64{last, 1, max(last, 8) - 7} {
					for r, err := range tx.Records(id, from) {
						all = append(all, fmt.Sprint(r, err))
					}
				}
				keys, err := tx.StateKeys(id, "")
				all = append(all, fmt.Sprint(keys, err))
				for _, key := range append(keys, "missing") {
					value, err := tx.State(id, key)
					all = append(all, fmt.Sprint(value, err))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if was, is := read(false), read(true); !slices.Equal(was, is) {
		t.Errorf("after Fetch it is\n%q\nwithout\n%q", is, was)
	}
	var got, want []string
	err := s.View(func(tx *Tx) error {
		for v, err := range tx.AllStates("stuck/") {
			if err != nil {
				return err
			}
			got = append(got, v.Game+" "+v.Key+" "+string(v.Value))
		}
		names, err := tx.Games()
		for _, id := range names {
			keys, err := tx.StateKeys(id, "stuck/")
			if err != nil {
				return err
			}
			for _, key := range keys {
				value, err := tx.State(id, key)
				if err != nil {
					return err
				}
				want = append(want, id+" "+key+" "+string(value))
			}
		}
		return err
	})
	if err != nil || len(got) != 43 || !slices.Equal(got, want) {
		t.Errorf("%q, %v\nwant %q", got, err, want)
	}
}

// A transaction knows of which games it wrote anything, also if nothing comes of it.
func TestWritten(t *testing.T) {
	s := openTest(t)
	var tx *Tx
	err := s.Update(func(of *Tx) error {
		tx = of
		for _, id := range []string{"b", "a"} {
			if err := tx.CreateGame(id); err != nil {
				return err
			}
		}
		if _, err := tx.MarkSeen("c", noon); err != nil {
			return err
		}
		return tx.SetState("d", "x", nil)
	})
	if got := tx.Written(); err == nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q, %v", got, err)
	}
}
