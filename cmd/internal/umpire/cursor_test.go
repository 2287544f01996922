package umpire

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"berthier/mail/wire"
	"berthier/store/storetest"
)

// damaged changes a row of cursors, and opens the store again.
func (tb *table) damaged(name string, change func(value []byte) []byte) {
	tb.t.Helper()
	tb.close()
	if database != nil {
		_, schema, _ := strings.Cut(tb.address, "search_path=")
		where := fmt.Sprintf("%s.berthier_row %%s WHERE path = 'cursors' AND key = '%s'", schema, name)
		old := database.SQL(tb.t, "SELECT value FROM "+fmt.Sprintf(where, ""))[0][0]
		database.SQL(tb.t, "UPDATE "+fmt.Sprintf(where, fmt.Sprintf(`SET value = '\x%x'`, change(bytesOf(tb.t, old)))))
	} else {
		db, err := bolt.Open(tb.path, 0o600, nil)
		if err != nil {
			tb.t.Fatal(err)
		}
		err = db.Update(func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte("cursors"))
			return b.Put([]byte(name), change(slices.Clone(b.Get([]byte(name)))))
		})
		if err != nil {
			tb.t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			tb.t.Fatal(err)
		}
	}
	tb.open()
}

// bytesOf reads bytes as PostgreSQL prints them.
func bytesOf(t testing.TB, text []byte) (b []byte) {
	t.Helper()
	if _, err := fmt.Sscanf(string(text), `\x%x`, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

var cursorDamage = map[string]func(value []byte) []byte{
	"a byte changed": func(v []byte) []byte { v[len(v)-1] ^= 1; return v },
	"cut short":      func(v []byte) []byte { return v[:3] },
	"nothing left":   func([]byte) []byte { return []byte{} },
}

// problems are what a check of the store tells.
func (tb *table) problems() (all []string) {
	tb.t.Helper()
	found, err := tb.store.Check()
	if err != nil {
		tb.t.Fatal(err)
	}
	for _, p := range found {
		all = append(all, p.Error())
	}
	return all
}

// A place in the mailbox that is damaged is told of, and the mailbox is read again from its beginning: what was judged
// before is known again, and what came meanwhile is judged.
func TestDamagedPlaceInMailbox(t *testing.T) {
	for name, change := range cursorDamage {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			var all []wire.Arrival
			come := func(raw []byte) {
				all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
					Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(len(all) + 1)}})
			}
			come(letter(address["Red"], "1@home", signed(t, "Red", file("Red", 1, 1, "pick 4"))))
			come(letter(address["Stranger"], "2@home", "What is this?"))
			if n, err := tb.u.takeAll(context.Background(), all); n != len(all) || err != nil {
				t.Fatal(n, err)
			}
			tb.deliver()
			tb.damaged("INBOX", change)
			if got := tb.problems(); len(got) != 1 || got[0] != "cursors/INBOX: checksum does not match" {
				t.Errorf("the check tells %q", got)
			}
			if err := tb.u.Resume(); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if c, err := tb.u.Cursor(); c != (wire.Cursor{}) || err != nil {
					t.Fatalf("the place is %v, %v", c, err)
				}
			}
			if got := tb.diary(); strings.Count(got, "cursors: ") != 1 ||
				!strings.Contains(got, "cursors/INBOX: checksum does not match") {
				t.Errorf("the diary has %q", got)
			}
			if got := titles(tb.deliver()); got != "umpire@berthier.example: A word about the store: cursors" {
				t.Errorf("sent:\n%s", got)
			}
			if got := tb.problems(); len(got) > 0 {
				t.Errorf("afterwards the check tells %q", got)
			}
			come(letter(address["Blue"], "3@home", signed(t, "Blue", file("Blue", 1, 1, "pick 2"))))
			if n, err := tb.u.takeAll(context.Background(), all); n != len(all) || err != nil {
				t.Fatal(n, err)
			}
			var kinds []string
			for _, r := range tb.records() {
				kinds = append(kinds, r.Kind)
			}
			want := []string{"game", "report", "report", "orders", "orders", "step", "report", "report"}
			if !slices.Equal(kinds, want) {
				t.Errorf("the records are %q, want %q", kinds, want)
			}
			if got := titles(tb.deliver()); strings.Count(got, "\n") != 1 || !strings.Contains(got, "Round 1") {
				t.Errorf("sent:\n%s", got)
			}
			if c, err := tb.u.Cursor(); c != all[2].Cursor || err != nil {
				t.Errorf("the place is %v, %v", c, err)
			}
		})
	}
}

// Where it is damaged which weekly letters went out, those in the outbox tell: none goes out twice, and none is left
// out.
func TestDamagedWeeklyLetters(t *testing.T) {
	for name, change := range cursorDamage {
		t.Run(name, func(t *testing.T) {
			tb := club(t)
			w := mondays(t)
			for _, step := range []struct{ at, want string }{
				{"2030-12-09 07:00", "2030-12-09"},
				{"2030-12-09 08:00", ""},
				{"2030-12-16 07:00", "2030-12-16"},
			} {
				text := tb.weekly(w, step.at)
				id := "chief@example.org weekly." + step.want
				if (step.want == "") != (text == "") || text != "" && !strings.HasPrefix(text, id) {
					t.Fatalf("%s: got %q, want %q", step.at, text, step.want)
				}
				if len(tb.problems()) > 0 {
					t.Errorf("%s: the check tells %q", step.at, tb.problems())
				}
				tb.damaged("* weekly letter", change)
				tb.u.UmpireAddress = "chief@example.org"
				if got := tb.problems(); len(got) != 1 || !strings.HasSuffix(got[0], ": checksum does not match") {
					t.Errorf("%s: the check tells %q", step.at, got)
				}
			}
			if text := tb.weekly(w, "2030-12-16 07:01"); text != "" {
				t.Errorf("at last: got %q", text)
			}
			if got := tb.diary(); strings.Count(got, "cursors: ") != 3 {
				t.Errorf("the diary has %q", got)
			}
		})
	}
}

// Both are so in a database.
func TestDamagedCursorsInDatabase(t *testing.T) {
	database = storetest.Start(t)
	defer func() { database = nil }()
	t.Run("mailbox", TestDamagedPlaceInMailbox)
	t.Run("weekly letters", TestDamagedWeeklyLetters)
}
