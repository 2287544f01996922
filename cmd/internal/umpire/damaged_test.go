package umpire

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
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
		return tb.changeFar(path, key, change)
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

// changeFar is change for a database, while the daemon runs.
func (tb *table) changeFar(path string, key []byte, change func(value []byte) []byte) (before []byte) {
	tb.t.Helper()
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

// flipped has another last byte.
func flipped(v []byte) []byte { v[len(v)-1] ^= 1; return v }

// numbered is the key of a record.
func numbered(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }

type gameRow struct {
	name, path, key string
	told, held      bool
}

// gameRows are rows of a game that a damage can meet, whether that is told, and whether the game is held until the row
// is mended. Any other row the daemon writes anew, or does not need.
var gameRows = []gameRow{
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

// twoGames are duel-1 after its first step, with state values that most games do not have, and duel-2, in which
// somebody plays Red.
func twoGames(t *testing.T, red engine.Side) *table {
	t.Helper()
	tb := newTable(t)
	for n := range 2 {
		s := spec()
		s.Game, s.Deadline = fmt.Sprintf("duel-%d", n+1), "7d"
		if n == 1 {
			s.Players[1].Address, s.Players[1].Key = address[red], keys()[red].Public().String()
		}
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

// startsAgain has the club start three times over what it left.
func (tb *table) startsAgain() {
	tb.t.Helper()
	for n := range 3 {
		if err := tb.u.Resume(); err != nil {
			tb.t.Fatalf("the club does not start: %v", err)
		}
		if n < 2 {
			tb.deliver()
			tb.shut()
			tb.open()
		}
	}
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
	for n, row := range gameRows {
		if database != nil && n%4 != 0 {
			continue // a store in a database reads its rows as one in a file does
		}
		t.Run(row.name, func(t *testing.T) {
			tb := twoGames(t, "Red")
			before := tb.change(row.path, []byte(row.key), flipped)
			tb.startsAgain()
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

// A damaged game in a store that may be old stops no other from being burned, and is burned itself as soon as it can be
// read again, before anything is rolled in it.
func TestDamagedGameInOldStore(t *testing.T) {
	for _, row := range gameRows {
		if !slices.Contains([]string{"tree", "the last record", "hidden part of a step"}, row.name) {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			tb := twoGames(t, "Red")
			loseJournal := func() {
				tb.shut()
				if err := os.Remove(store.JournalPath(tb.path)); err != nil {
					t.Fatal(err)
				}
				tb.open()
			}
			var before []byte
			tb.edit(row.path, func(b *bolt.Bucket) error {
				before = slices.Clone(b.Get([]byte(row.key)))
				return b.Delete([]byte(row.key))
			})
			loseJournal()
			for range 2 {
				if err := tb.u.Resume(); err != nil {
					t.Fatalf("the club does not start: %v", err)
				}
				tb.shut()
				tb.open()
			}
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			if got, err := tb.kinds("duel-2", 1); err != nil || strings.Count(fmt.Sprint(got), "burn") != 1 {
				t.Errorf("the other game has %q, %v, want one burn", got, err)
			}
			tb.edit(row.path, func(b *bolt.Bucket) error { return b.Put([]byte(row.key), before) })
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			tb.come()
			got, err := tb.kinds("duel-1", 1)
			if err != nil || strings.Count(fmt.Sprint(got), "burn") != 1 {
				t.Errorf("the game has %q, %v, want one burn", got, err)
			}
			loseJournal() // which does not know the row that was mended
		})
	}
}

// resealed has another last byte, under a seal that fits, as a program writes what it got wrong.
func resealed(path, key string) func(v []byte) []byte {
	return func(v []byte) []byte {
		v = flipped(v)
		sum := crc32.Checksum([]byte(path+"\x00"+key+"\x00"+string(v[4:])), crc32.MakeTable(crc32.Castagnoli))
		return append(binary.BigEndian.AppendUint32(nil, sum), v[4:]...)
	}
}

// A log that the rules cannot follow holds its game and no other, although the seal of each row fits.
func TestLogThatCannotBeFollowed(t *testing.T) {
	tb := newTable(t)
	tb.build = "x"
	tb.shut()
	tb.open()
	for n := range 2 {
		s := spec()
		s.Game = fmt.Sprintf("duel-%d", n+1)
		if _, err := tb.u.Create(s); err != nil {
			t.Fatal(err)
		}
	}
	tb.play("Red", 1, 1, "pick 4")
	tb.deliver()
	const path, want = "games/duel-1/hidden", "games/duel-1/log: the rules cannot follow it"
	last, err := tb.u.Store.LastSeq("duel-1")
	if err != nil {
		t.Fatal(err)
	}
	key := numbered(last)
	before := tb.change(path, []byte(key), resealed(path, key))
	if err := tb.u.Resume(); err != nil {
		t.Fatalf("the club does not start: %v", err)
	}
	tb.come()
	tb.until(tb.now.Add(20 * 24 * time.Hour))
	if err := tb.u.SendWeekly(mondays(t)); err != nil {
		t.Errorf("the weekly letter: %v", err)
	}
	if got, err := tb.kinds("duel-2", 4); err != nil || !slices.Contains(got, "step") {
		t.Errorf("the other game has %q, %v", got, err)
	}
	if got := tb.diary(); strings.Count(got, want) != 1 {
		t.Errorf("the person in charge is not told once %q:\n%s", want, got)
	}
	tb.change(path, []byte(key), func([]byte) []byte { return before })
	if err := tb.u.Resume(); err != nil {
		t.Fatal(err)
	}
	tb.play("Blue", 1, 1, "pick 2")
	if got, err := tb.kinds("duel-1", last+1); err != nil || !slices.Contains(got, "step") {
		t.Errorf("afterwards the records are %q, %v, want a step", got, err)
	}
}

// It is so in a database.
func TestDamagedGameInDatabase(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	t.Run("rows", TestDamagedGame)
	t.Run("mails", TestMailsThatMayBeForDamagedGame)
}

// It is so too when a row is damaged while the daemon runs, whether it remembers what stood there or not.
func TestDamagedWhileItRuns(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	for _, row := range gameRows {
		if !slices.Contains([]string{"tree", "chain"}, row.name) {
			continue
		}
		for _, forget := range []bool{false, true} {
			t.Run(fmt.Sprint(row.name, forget), func(t *testing.T) {
				tb := twoGames(t, "Red")
				if err := tb.u.Resume(); err != nil {
					t.Fatal(err)
				}
				tb.until(tb.now.Add(time.Hour))
				before := tb.changeFar(row.path, []byte(row.key), flipped)
				if forget {
					tb.u.Forget("duel-1")
					tb.u.Schedule.Touch("duel-1")
				}
				tb.come()
				if got, err := tb.kinds("duel-2", 4); err != nil || !slices.Contains(got, "step") {
					t.Errorf("the other game has %q, %v", got, err)
				}
				if sent := titles(tb.deliver()); strings.Contains(sent, "refused") {
					t.Errorf("sent:\n%s", sent)
				}
				tb.until(tb.now.Add(20 * 24 * time.Hour))
				tb.change(row.path, []byte(row.key), func(now []byte) []byte {
					if bytes.Equal(now, flipped(slices.Clone(before))) {
						return before
					}
					return now
				})
				if err := tb.u.Resume(); err != nil {
					t.Fatal(err)
				}
				want := []string{"orders", "orders", "step"}
				if got, err := tb.kinds("duel-1", 11); err != nil || len(got) < 3 || !slices.Equal(got[:3], want) {
					t.Errorf("afterwards the records are %q, %v, want %q first", got, err, want)
				}
				if got := tb.problems(); len(got) > 0 {
					t.Errorf("at last the check tells %q", got)
				}
			})
		}
	}
}

// Nobody can tell whose mail it is where the row is damaged that knows it. Mails that no other game knows are kept
// until the row is mended, and judged then as they would have been before; those of other players are judged at once.
func TestMailsThatMayBeForDamagedGame(t *testing.T) {
	plain := func(by, id, body string) []byte {
		return []byte(strings.ReplaceAll(string(letter(by, id, body)), "games+duel-1", "games"))
	}
	headless := func(text string) string { return strings.Replace(text, "game: duel-1\n", "", 1) }
	for _, row := range []string{"tree", "address"} {
		t.Run(row, func(t *testing.T) {
			tb := twoGames(t, "Stranger")
			i := slices.IndexFunc(gameRows, func(r gameRow) bool { return r.name == row })
			path, key := gameRows[i].path, []byte(gameRows[i].key)
			before := tb.change(path, key, flipped)
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			tb.deliver()
			for _, tt := range []struct {
				name string
				raw  []byte
				want string
			}{
				{"a player of the damaged game who names none",
					plain(address["Red"], "1@home", signed(t, "Red", headless(file("Red", 1, 2, "double yes")))),
					"ney@example.net: Your mail is kept"},
				{"and without a signature", plain(address["Red"], "2@home", "help me"), ""}, // he was told today
				{"a stranger who names none", plain("x@example.com", "3@home", "hello"),
					"x@example.com: Your mail is kept"},
				{"a player of another game who names none",
					plain(address["Blue"], "4@home", signed(t, "Blue", headless(file("Blue", 1, 2, "pick 3")))),
					"kutuzov@example.com: [duel-2] orders refused"},
				{"a player of another game who names the damaged one",
					letter(address["Blue"], "5@home", signed(t, "Blue", file("Blue", 1, 2, "pick 3"))),
					"kutuzov@example.com: Your mail is kept"},
			} {
				if err := tb.take(tt.raw); err != nil {
					t.Fatalf("%s: %v", tt.name, err)
				}
				if got := titles(tb.deliver()); got != tt.want {
					t.Errorf("%s gets %q, want %q", tt.name, got, tt.want)
				}
			}
			tb.change(path, key, func([]byte) []byte { return before })
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			sent := titles(tb.deliver())
			for _, want := range []string{"ney@example.net: [duel-1] Your game goes on",
				"ney@example.net: [duel-1] orders refused", "kutuzov@example.com: [duel-1] orders received"} {
				if !strings.Contains(sent, want) {
					t.Errorf("afterwards no %q in\n%s", want, sent)
				}
			}
			if got, err := tb.kinds("duel-1", 11); err != nil || !slices.Equal(got, []string{"orders"}) {
				t.Errorf("afterwards the records are %q, %v", got, err)
			}
		})
	}
}
