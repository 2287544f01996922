package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// What is postponed for a game is there for whoever asks for its rows, and at the end.
func TestPostpone(t *testing.T) {
	asks := map[string]struct {
		ask  func(*Tx) error
		made string // of what was postponed for the games a and b, before the end
	}{
		"nothing":        {func(*Tx) error { return nil }, ""},
		"a message":      {func(tx *Tx) error { return tx.KeepMessage("a", "m", []byte("raw")) }, ""},
		"a mail":         {func(tx *Tx) error { return tx.Enqueue(Mail{ID: "2", To: []string{"x"}, Game: "a"}) }, ""},
		"another log":    {func(tx *Tx) error { _, err := tx.LastSeq("b"); return err }, "b"},
		"the log":        {func(tx *Tx) error { _, err := tx.Append("a", Record{Kind: "x"}); return err }, "a"},
		"the tree":       {func(tx *Tx) error { _, err := tx.Tree("a"); return err }, "a"},
		"the records":    {func(tx *Tx) error { return drained(tx.Records("a", 2)) }, "a"},
		"the state":      {func(tx *Tx) error { _, err := tx.State("a", "k"); return err }, "a"},
		"its keys":       {func(tx *Tx) error { _, err := tx.StateKeys("a", ""); return err }, "a"},
		"its mails":      {func(tx *Tx) error { return drained(tx.Mails("a")) }, "ab"},
		"a mail by ID":   {func(tx *Tx) error { _, err := tx.Mail("a"); return err }, "ab"},
		"what waits":     {func(tx *Tx) error { return drained(tx.Waiting()) }, "ab"},
		"what is due":    {func(tx *Tx) error { _, err := tx.Due(noon, 9); return err }, "ab"},
		"one more of it": {func(tx *Tx) error { return tx.Postpone("a", func() error { return nil }) }, "a"},
	}
	for name, tt := range asks {
		t.Run(name, func(t *testing.T) {
			s := openTest(t)
			made := ""
			update(t, s, func(tx *Tx) error {
				for _, game := range []string{"a", "b"} {
					err := errors.Join(tx.CreateGame(game), tx.SetState(game, "k", []byte("old")),
						tx.Postpone(game, func() error {
							made += game
							_, err := tx.Append(game, Record{Kind: "late", Data: []byte(game)})
							return errors.Join(err, tx.SetState(game, "k", []byte("new")),
								tx.Enqueue(Mail{ID: game, To: []string{"x"}, Game: game}))
						}))
					if err != nil {
						return err
					}
				}
				err := tt.ask(tx)
				if made != tt.made {
					t.Errorf("made for %q, want %q", made, tt.made)
				}
				return err
			})
			if len(made) != 2 || !strings.Contains(made, "a") || !strings.Contains(made, "b") {
				t.Errorf("made for %q in all", made)
			}
			view(t, s, func(tx *Tx) error {
				for _, game := range []string{"a", "b"} {
					value, err := tx.State(game, "k")
					for r, fault := range tx.Records(game, 1) {
						if err = errors.Join(err, fault); r.Seq == 1 && r.Kind != "late" {
							t.Errorf("%s: record 1 is %q", game, r.Kind)
						}
					}
					if _, fault := tx.Mail(game); err != nil || fault != nil || string(value) != "new" {
						t.Errorf("%s: %q, %v, %v", game, value, err, fault)
					}
				}
				return nil
			})
		})
	}
}

// drained reads to the end.
func drained[V any](rows func(func(V, error) bool)) (err error) {
	for _, fault := range rows {
		err = errors.Join(err, fault)
	}
	return err
}

// If what was postponed cannot be made nothing of its transaction is written, also if
// whoever asked drops the error.
func TestPostponeFails(t *testing.T) {
	for _, asked := range []bool{false, true} {
		t.Run(fmt.Sprint("asked ", asked), func(t *testing.T) {
			s := openTest(t)
			update(t, s, func(tx *Tx) error { return tx.CreateGame("a") })
			broke := errors.New("no words")
			err := s.Update(func(tx *Tx) error {
				_, err := tx.Append("a", Record{Kind: "x"})
				err = errors.Join(err, tx.Postpone("a", func() error { return broke }))
				if _, fault := tx.LastSeq("a"); asked && !errors.Is(fault, broke) {
					t.Errorf("got %v", fault)
				}
				return err
			})
			if !errors.Is(err, broke) {
				t.Errorf("got %v", err)
			}
			view(t, s, func(tx *Tx) error {
				if n, err := tx.LastSeq("a"); n != 0 || err != nil {
					t.Errorf("%d records, %v", n, err)
				}
				return nil
			})
		})
	}
}
