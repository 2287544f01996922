package umpire

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"berthier/engine"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/store/storetest"
)

// shut closes the store without a look at it.
func (tb *table) shut() {
	tb.t.Helper()
	tb.part()
	if err := tb.store.Close(); err != nil {
		tb.t.Fatal(err)
	}
}

// change gives a row of the store another value, opens the store again, and tells what stood there.
func (tb *table) change(path string, key []byte, change func(value []byte) []byte) (before []byte) {
	tb.t.Helper()
	tb.shut()
	defer tb.open()
	if database != nil {
		_, schema, _ := strings.Cut(tb.address, "search_path=")
		where := fmt.Sprintf(`WHERE path = '%s' AND key = '\x%x'`, path, key)
		rows := database.SQL(tb.t, "SELECT value FROM "+schema+".berthier_row "+where)
		if len(rows) == 0 {
			tb.t.Fatalf("no row %s/%q", path, key)
		}
		before = bytesOf(tb.t, rows[0][0])
		database.SQL(tb.t, fmt.Sprintf(`UPDATE %s.berthier_row SET value = '\x%x' %s`, schema,
			change(slices.Clone(before)), where))
		return before
	}
	db, err := bolt.Open(tb.path, 0o600, nil)
	if err != nil {
		tb.t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		parts := strings.Split(path, "/")
		b := tx.Bucket([]byte(parts[0]))
		for _, name := range parts[1:] {
			b = b.Bucket([]byte(name))
		}
		if before = slices.Clone(b.Get(key)); before == nil {
			return fmt.Errorf("no row %s/%q", path, key)
		}
		return b.Put(key, change(slices.Clone(before)))
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		tb.t.Fatal(err)
	}
	return before
}

// numbered is the key of a record.
func numbered(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

// gameRows are rows of a game that a damage can meet, whether that is told, and whether the game is held until the row
// is mended. Any other row the daemon writes anew, or does not need.
var gameRows = []struct {
	name, path, key string
	told, held      bool
}{
	{"tree", "games/duel-1", "tree", true, true},
	{"first record", "games/duel-1/log", numbered(1), true, true},
	{"hidden part of a step", "games/duel-1/hidden", numbered(6), true, true},
	{"a record in the middle", "games/duel-1/log", numbered(4), true, true},
	{"the last record", "games/duel-1/log", numbered(8), true, true},
	{"address", "games/duel-1/state", "address/Red", true, true},
	{"snapshot", "games/duel-1/state", "snapshot", false, false},
	{"head", "games/duel-1/state", "head", false, false},
	{"checked", "games/duel-1/state", "checked", true, true},
	{"held", "games/duel-1/state", "held", true, false},
	{"reminders", "games/duel-1/state", "reminded/Red", true, true},
	{"links to burn", "games/duel-1/state", "burn", true, true},
	{"invitation", "games/duel-1/state", "invite/Red", true, true},
	{"observer", "games/duel-1/state", "observer/ney@example.net", true, true},
	{"chain", "secrets/duel-1", "chain", true, true},
	{"way", "secrets/duel-1", "way", true, true},
	{"sealed", "secrets/duel-1", "sealed", true, true},
}

// twoGames are duel-1 after its first step, with state values that most games do not have, and duel-2.
func twoGames(t *testing.T) *table {
	t.Helper()
	tb := newTable(t)
	for n := range 2 {
		s := spec()
		s.Game, s.Deadline = fmt.Sprintf("duel-%d", n+1), "7d"
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	tb.play("Red", 1, 1, "pick 4")
	tb.play("Blue", 1, 1, "pick 2")
	tb.deliver()
	err := tb.store.Update(func(tx *store.Tx) error {
		for key, value := range map[string]string{"checked": "x\n", "held": "", "burn": "1 no reason",
			"reminded/Red": "2030-12-02T08:00:00Z", "invite/Red": "", "observer/ney@example.net": "monitor"} {
			if err := tx.SetState("duel-1", key, []byte(value)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	tb.foreign = true
	return tb
}

// come lets the orders of all players for the next step of both games come in, and a mail of a stranger.
func (tb *table) come() {
	tb.t.Helper()
	var all []wire.Arrival
	for _, side := range []engine.Side{"Blue", "Red"} {
		for n, step := range []int{2, 1} {
			game, orders := fmt.Sprintf("duel-%d", n+1), "pick 3"
			if side == "Red" && step == 2 {
				orders = "double yes"
			}
			text := signed(tb.t, side, strings.ReplaceAll(file(side, 1, step, orders), "duel-1", game))
			raw := letter(address[side], fmt.Sprint(side, game, "@home"), text)
			all = append(all, wire.Arrival{Raw: []byte(strings.ReplaceAll(string(raw), "games+duel-1", "games"))})
		}
	}
	for i := range all {
		tb.uid++
		all[i].Size, all[i].Cursor = int64(len(all[i].Raw)), wire.Cursor{UIDValidity: 7, UID: tb.uid}
	}
	if n, err := tb.u.takeAll(context.Background(), all); n != len(all) || err != nil {
		tb.t.Fatal(n, err)
	}
}

// kinds are those of the records of a game from a number on.
func (tb *table) kinds(game string, from uint64) (all []string, err error) {
	err = tb.store.View(func(tx *store.Tx) error {
		all = nil
		for r, err := range tx.Records(game, from) {
			if err != nil {
				return err
			}
			all = append(all, r.Kind)
		}
		return nil
	})
	return all, err
}

// Damage to a row of one game holds that game and no other. Nothing of its players is lost or refused, no deadline of
// it passes, the person in charge hears of it once, and when the row is mended all goes on as if the mails came then.
func TestDamagedGame(t *testing.T) {
	for _, row := range gameRows {
		t.Run(row.name, func(t *testing.T) {
			tb := twoGames(t)
			before := tb.change(row.path, []byte(row.key), func(v []byte) []byte { v[len(v)-1] ^= 1; return v })
			for range 2 { // a start by a start
				if err := tb.u.Resume(); err != nil {
					t.Fatalf("the club does not start: %v", err)
				}
				tb.deliver()
				tb.shut()
				tb.open()
			}
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			tb.come()
			sent := titles(tb.deliver())
			if got, err := tb.kinds("duel-2", 4); err != nil || !slices.Contains(got, "step") {
				t.Errorf("the other game has %q, %v", got, err)
			}
			if strings.Contains(sent, "refused") || strings.Contains(sent, "could not") {
				t.Errorf("sent:\n%s", sent)
			}
			tb.until(tb.now.Add(20 * 24 * time.Hour))
			if err := tb.u.SendWeekly(mondays(t)); err != nil {
				t.Errorf("the weekly letter: %v", err)
			}
			told := strings.Count(tb.diary(), "damage: Game")
			if want := map[bool]int{true: 1}[row.told]; told != want {
				t.Errorf("the person in charge hears of it %d times, want %d:\n%s", told, want, tb.diary())
			}
			if row.held {
				tb.change(row.path, []byte(row.key), func([]byte) []byte { return before })
				if err := tb.u.Resume(); err != nil {
					t.Fatal(err)
				}
			}
			got, err := tb.kinds("duel-1", 11)
			want := []string{"orders", "orders", "step"}
			if err != nil || len(got) < 3 || !slices.Equal(got[:3], want) {
				t.Errorf("afterwards the records are %q, %v, want %q first", got, err, want)
			}
			if got := tb.problems(); len(got) > 0 {
				t.Errorf("at last the check tells %q", got)
			}
		})
	}
}

// It is so in a database.
func TestDamagedGameInDatabase(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	TestDamagedGame(t)
}
