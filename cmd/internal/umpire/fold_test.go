package umpire

import (
	"bytes"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// sameAsLogs compares how every game stands, as the umpire has it in memory and as
// another finds it with the help of a snapshot, with the fold of its whole log.
func (tb *table) sameAsLogs() {
	tb.t.Helper()
	if tb.foreign {
		return
	}
	config := tb.u.Config
	config.Logger = slog.New(slog.DiscardHandler)
	u, err := New(config)
	if err != nil {
		tb.t.Fatal(err)
	}
	err = tb.store.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, id := range names {
			if err == nil {
				err = tb.sameAsLog(tx, u, id)
			}
		}
		return err
	})
	if err != nil {
		tb.t.Error(err)
	}
}

func (tb *table) sameAsLog(tx *store.Tx, u *Umpire, id string) error {
	r, err := ledger.OneRecord(tx, id, 1)
	if err != nil {
		return err
	}
	first, err := record.ParseGame(r.Data, r.Hidden)
	if err != nil {
		return err
	}
	want, err := u.Refold(first)
	if err != nil {
		return fmt.Errorf("game %s: %w", id, err)
	}
	resumed, err := u.Follow(id)
	if err != nil {
		return fmt.Errorf("game %s: %w", id, err)
	}
	if wrong := unlike(resumed, want); wrong != "" {
		return fmt.Errorf("game %s with its snapshot: %s", id, wrong)
	}
	if now, known := tb.u.States[id]; known {
		if wrong := unlike(now, want); wrong != "" {
			return fmt.Errorf("game %s in memory: %s", id, wrong)
		}
	}
	if wrong := unlikeTimes(tx, want); wrong != "" {
		return fmt.Errorf("game %s: %s", id, wrong)
	}
	return nil
}

// unlike says in what two states of a game differ.
func unlike(got, want fold.State) string {
	a, err1 := got.Snapshot()
	b, err2 := want.Snapshot()
	switch {
	case err1 != nil || err2 != nil:
		return fmt.Sprint(err1, err2)
	case !bytes.Equal(a, b):
		i := 0
		for i < min(len(a), len(b)) && a[i] == b[i] {
			i++
		}
		return fmt.Sprintf("at byte %d got\n%.300s\nwant\n%.300s", i, a[max(i-100, 0):], b[max(i-100, 0):])
	case !reflect.DeepEqual(got.First, want.First):
		return fmt.Sprintf("got the game record\n%+v\nwant\n%+v", got.First, want.First)
	}
	return ""
}

// unlikeTimes compares when things were signed, by the log and by the store.
func unlikeTimes(tx *store.Tx, s fold.State) string {
	var got, want []string
	for _, t := range s.Signed {
		got = append(got, fmt.Sprintf("%s/%s %d %d %d", t.Side, t.Thing, t.Step, t.At.Unix(), t.Came.Unix()))
	}
	for _, seat := range s.Seats {
		keys, err := tx.StateKeys(s.First.Game, docket.StateSigned+string(seat.Side)+"/")
		if err != nil {
			return err.Error()
		}
		for _, key := range keys {
			if strings.HasSuffix(key, "/"+onlooker.WordObserve) { // is in no record
				continue
			}
			value, _ := tx.State(s.First.Game, key)
			want = append(want, strings.TrimPrefix(key, docket.StateSigned)+" "+string(value))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("signed by the log %v, by the store %v", got, want)
	}
	return ""
}

// forgetSnapshots takes all snapshots out of the store.
func (tb *table) forgetSnapshots() {
	tb.t.Helper()
	err := tb.store.Update(func(tx *store.Tx) error {
		names, err := tx.Games()
		for _, id := range names {
			if err == nil {
				err = tx.DeleteState(id, docket.StateSnapshot)
			}
		}
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
}

// A snapshot can be thrown away at any time: the same mails come to the same store.
func TestSnapshotsAreNothing(t *testing.T) {
	kept, lost := newTable(t), newTable(t)
	for _, tb := range []*table{kept, lost} {
		s := spec()
		s.Deadline = "2d; bank 24h"
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
		for i, a := range arrivals(t) {
			if tb == lost {
				tb.forgetSnapshots()
				tb.restart()
			}
			tb.now = tb.now.Add(time.Hour)
			if err := tb.take(a.Raw); err != nil {
				t.Fatal(i, err)
			}
		}
		for _, words := range []string{"draw", "resign"} {
			if tb == lost {
				tb.forgetSnapshots()
				tb.restart()
			}
			if err := tb.take(letter(address["Blue"], words+"@x",
				signed(t, "Blue", "game: duel-1\nside: Blue\n\n"+words+"\nend\n"))); err != nil {
				t.Fatal(err)
			}
		}
		tb.forgetSnapshots()
	}
	if got, want := lost.dump(), kept.dump(); got != want {
		t.Errorf("without snapshots:\n%s\nwith them:\n%s", got, want)
	}
}

// One that cannot be read, or is of another log, is as one that is not there.
func TestBadSnapshot(t *testing.T) {
	tb := newTable(t)
	tb.create()
	var old []byte
	err := tb.store.View(func(tx *store.Tx) (err error) {
		text, err := tx.State("duel-1", docket.StateSnapshot)
		old = bytes.Clone(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{
		"no snapshot", string(old[:len(old)/2]), strings.Replace(string(old), "score 0 0", "no score", 1),
		strings.Replace(string(old), "berthier snapshot 1", "berthier snapshot 2", 1),
		strings.Replace(string(old), "\nduel 1\n", "\nduel 0\n", 1),
		strings.Replace(string(old), `"Waits":`, `"Awaits":`, 1),
		strings.Replace(string(old), `"Tree":"AAAAAAAAAA`, `"Tree":"AAAAAAAAAQ`, 1),
	} {
		if text == string(old) {
			t.Fatalf("snapshot %d is not changed:\n%s", i, old)
		}
		err := tb.store.Update(func(tx *store.Tx) error {
			return tx.SetState("duel-1", docket.StateSnapshot,
				[]byte(text))
		})
		if err != nil {
			t.Fatal(err)
		}
		tb.restart()
		tb.play("Red", 1, 1, fmt.Sprintf("pick %d", i+1))
		if s := tb.status(); s.Stuck != 0 || len(s.Answered) != 1 {
			t.Errorf("snapshot %d: %+v", i, s)
		}
	}
}
