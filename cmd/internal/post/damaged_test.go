package post

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"berthier/mail"
	"berthier/store"
	"berthier/store/storetest"
)

// flip changes the last byte of a row of the mail that was queued first. Done twice it mends the row.
func (d *desk) flip(table string, key []byte) {
	d.t.Helper()
	if err := d.store.Close(); err != nil {
		d.t.Fatal(err)
	}
	if d.server != nil {
		d.server.SQL(d.t, fmt.Sprintf(`UPDATE %s.berthier_row SET value = set_byte(value, length(value) - 1,
			get_byte(value, length(value) - 1) # 1) WHERE path = 'mails/%s' AND key = '\x%x'`, d.schema, table, key))
		d.open()
		return
	}
	db, err := bolt.Open(d.path, 0o600, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("mails")).Bucket([]byte(table))
		value := slices.Clone(b.Get(key))
		value[len(value)-1] ^= 1
		return b.Put(key, value)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		d.t.Fatal(err)
	}
	d.open()
}

// sends has the outbox run until it has sent so many mails, and gives to whom they went and what they are.
func (d *desk) sends(n int) (got []string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	err := d.o.Run(ctx, func(_ context.Context, _ string, to []string, raw []byte) error {
		m, err := mail.Parse(raw)
		if err != nil {
			return err
		}
		id, _, _ := strings.Cut(m.ID, "@")
		kind, _, _ := strings.Cut(id, "diary.")
		if got = append(got, to[0]+" "+kind); len(got) == n {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		d.t.Fatalf("it ends with %v, sent %q", err, got)
	}
	slices.Sort(got)
	return got
}

// diary is what the person in charge was told of the store.
func (d *desk) diary() (all []store.Entry) {
	d.t.Helper()
	err := d.store.View(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}

// damagedMail is one that is damaged in a row of a table, and what can be told of it.
type damagedMail struct {
	name, table string
	letter      Letter
	tells       []string
}

var (
	toStranger = Letter{ID: AnswerID("0a"), To: mail.Address{Address: red}, Subject: "No", Answers: "o@home",
		Null: true}
	damagedMails = []damagedMail{
		{"entry", "entry", letter(red, "Red", 1, ""), []string{"A mail of game duel-1 "}},
		{"raw", "raw", letter(red, "Red", 1, ""),
			[]string{"A mail of game duel-1 ", " It is duel-1.1.Red@berthier.example to " + red + "."}},
		{"id", "id", letter(red, "Red", 1, ""),
			[]string{"A mail of game duel-1 ", " It is duel-1.1.Red@berthier.example to " + red + "."}},
		{"entry of no game", "entry", toStranger, []string{"A mail of no game "}},
		{"raw of no game", "raw", toStranger, []string{"A mail of no game ", "@berthier.example to " + red + "."}},
	}
)

// A mail that is damaged while it waits holds up no other, not even those behind it to the same address, and nothing
// else. It is told once, whatever is started again, and goes out when it is mended.
func TestDamagedMail(t *testing.T) {
	for _, where := range []string{"file", "database"} {
		t.Run(where, func(t *testing.T) {
			var server *storetest.Server
			if where == "database" {
				server = storetest.Start(t)
			}
			for _, tt := range damagedMails {
				t.Run(tt.name, func(t *testing.T) { testDamagedMail(newDeskIn(t, server), tt) })
			}
		})
	}
}

func testDamagedMail(d *desk, tt damagedMail) {
	t := d.t
	other := letter(red, "Red", 1, "")
	other.Game = "duel-2"
	damaged := d.queue(tt.letter, letter(red, "Red", 2, ""), letter(blue, "Blue", 1, ""), other)[0]
	key, row := binary.BigEndian.AppendUint64(nil, 1), "1"
	if tt.table == "id" {
		key, row = []byte(damaged.ID), damaged.ID
	}
	row = fmt.Sprintf("mails/%s/%s: checksum does not match", tt.table, row)
	d.flip(tt.table, key)
	want := []string{blue + " duel-1.1.Blue", red + " duel-1.2.Red", red + " duel-2.1.Red", contact + " note."}
	for step := range 3 {
		slices.Sort(want)
		if got := d.sends(len(want)); !slices.Equal(got, want) {
			t.Errorf("start %d: sent %q, want %q", step, got, want)
		}
		told := d.diary()
		if len(told) != 1 || told[0].Kind != "damage" || !told[0].Told {
			t.Fatalf("start %d: the diary has %+v", step, told)
		}
		for _, want := range append(tt.tells, row) {
			if !strings.Contains(told[0].Text, want) {
				t.Errorf("start %d: %q does not stand in\n%s", step, want, told[0].Text)
			}
		}
		if n := d.o.Damaged(); n != 1 {
			t.Errorf("start %d: %d mails are damaged", step, n)
		}
		if problems, err := d.store.Check(); err != nil || len(problems) != 1 || problems[0].Error() != row {
			t.Errorf("start %d: the check tells %v, %v", step, problems, err)
		}
		if err := d.store.Close(); err != nil {
			t.Fatal(err)
		}
		d.open()
		d.queue(letter(blue, "Blue", step+2, ""))
		want = []string{fmt.Sprintf("%s duel-1.%d.Blue", blue, step+2)}
	}
	d.flip(tt.table, key)
	id, _, _ := strings.Cut(damaged.ID, "@")
	want = append(want, red+" "+id)
	if got := d.sends(2); !slices.Equal(got, want) {
		t.Errorf("when the row is mended: sent %q, want %q", got, want)
	}
	if n := strings.Count(d.logs.String(), "the store is damaged: a mail cannot be sent"); n != 1 {
		t.Errorf("the log tells it %d times:\n%s", n, &d.logs)
	}
}
