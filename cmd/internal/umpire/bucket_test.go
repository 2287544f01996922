package umpire

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// bucket takes a bucket of rows out of a game of the store, or puts it back, and opens the store again.
func (tb *table) bucket(game, name string, back map[string]string) (rows map[string]string) {
	tb.t.Helper()
	tb.edit("games/"+game, func(in *bolt.Bucket) error {
		if back != nil {
			b, err := in.CreateBucket([]byte(name))
			for key, value := range back {
				if err == nil {
					err = b.Put([]byte(key), []byte(value))
				}
			}
			return err
		}
		rows = map[string]string{}
		err := in.Bucket([]byte(name)).ForEach(func(k, v []byte) error { rows[string(k)] = string(v); return nil })
		if err == nil {
			err = in.DeleteBucket([]byte(name))
		}
		return err
	})
	return rows
}

// A game of which a whole bucket is missing is held, and no other. Mails that it has no room for are set aside.
func TestMissingBucket(t *testing.T) {
	for name, aside := range map[string]int{"log": 0, "hidden": 0, "state": 2, "inbox": 2} {
		t.Run(name, func(t *testing.T) {
			tb := twoGames(t, "Red")
			tb.folder = t.TempDir()
			rows := tb.bucket("duel-1", name, nil)
			tb.startsAgain()
			tb.come()
			if sent := titles(tb.deliver()); strings.Contains(sent, "refused") {
				t.Errorf("sent:\n%s", sent)
			}
			if got, err := tb.u.aside().List(); len(got) != aside || err != nil {
				t.Errorf("%d mails are set aside, %v, want %d", len(got), err, aside)
			}
			if got, err := tb.kinds("duel-2", 4); err != nil || !slices.Contains(got, "step") {
				t.Errorf("the other game has %q, %v", got, err)
			}
			tb.until(tb.now.Add(20 * 24 * time.Hour))
			if err := tb.u.SendWeekly(mondays(t)); err != nil {
				t.Errorf("the weekly letter: %v", err)
			}
			if got := strings.Count(tb.diary(), "games/duel-1/"+name+": bucket missing"); got != 1 {
				t.Errorf("the person in charge hears of it %d times:\n%s", got, tb.diary())
			}
			if got := tb.problems(); !slices.Contains(got, "games/duel-1/"+name+": bucket missing") {
				t.Errorf("the check tells %q", got)
			}
			tb.bucket("duel-1", name, rows)
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			if got, err := tb.kinds("duel-1", 11); err != nil || slices.Contains(got, "step") != (aside == 0) {
				t.Errorf("afterwards the records are %q, %v", got, err)
			}
			if got := tb.problems(); len(got) > 0 {
				t.Errorf("at last the check tells %q", got)
			}
		})
	}
}

// It is so too of a game that lost one row that it needs, or all its secrets.
func TestMissingRow(t *testing.T) {
	for _, row := range gameRows {
		if !slices.Contains([]string{"tree", "first record", "hidden part of a step", "a record in the middle",
			"the last record", "address", "chain", "way", "sealed"}, row.name) {
			continue
		}
		for _, all := range []bool{false, true} {
			if all && !strings.HasPrefix(row.path, "secrets/") {
				continue
			}
			t.Run(fmt.Sprint(row.name, all), func(t *testing.T) {
				tb := twoGames(t, "Red")
				before := map[string]string{}
				tb.edit(row.path, func(b *bolt.Bucket) error {
					err := b.ForEach(func(k, v []byte) error {
						if all || string(k) == row.key {
							before[string(k)] = string(v)
						}
						return nil
					})
					for key := range before {
						if err == nil {
							err = b.Delete([]byte(key))
						}
					}
					return err
				})
				if err := tb.u.Resume(); err != nil {
					t.Fatalf("the club does not start: %v", err)
				}
				tb.come()
				if got, err := tb.kinds("duel-2", 4); err != nil || !slices.Contains(got, "step") {
					t.Errorf("the other game has %q, %v", got, err)
				}
				tb.until(tb.now.Add(20 * 24 * time.Hour))
				if err := tb.u.SendWeekly(mondays(t)); err != nil {
					t.Errorf("the weekly letter: %v", err)
				}
				if got := strings.Count(tb.diary(), "damage: Game duel-1"); got != 1 {
					t.Errorf("the person in charge hears of it %d times:\n%s", got, tb.diary())
				}
				if got := tb.problems(); len(got) == 0 {
					t.Error("the check finds nothing")
				}
				tb.edit(row.path, func(b *bolt.Bucket) (err error) {
					for key, value := range before {
						if err == nil {
							err = b.Put([]byte(key), []byte(value))
						}
					}
					return err
				})
				if err := tb.u.Resume(); err != nil {
					t.Fatal(err)
				}
				if got, err := tb.kinds("duel-1", 11); err != nil || !slices.Contains(got, "step") {
					t.Errorf("afterwards the records are %q, %v", got, err)
				}
			})
		}
	}
}

// edit changes a bucket of the store, and opens it again.
func (tb *table) edit(path string, change func(b *bolt.Bucket) error) {
	tb.t.Helper()
	tb.shut()
	defer tb.open()
	db, err := bolt.Open(tb.path, 0o600, nil)
	if err != nil {
		tb.t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte(path[:strings.IndexByte(path, '/')]))
		for _, name := range strings.Split(path, "/")[1:] {
			b = b.Bucket([]byte(name))
		}
		return change(b)
	})
	if err1 := db.Close(); err != nil || err1 != nil {
		tb.t.Fatal(err, err1)
	}
}
