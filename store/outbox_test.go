package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestDue(t *testing.T) {
	type mail struct {
		id, to    string // recipients separated by spaces
		notBefore int    // minutes after noon; 0 for none
	}
	abc := []mail{{"1", "a", 0}, {"2", "b", 0}, {"3", "a", 0}, {"4", "c", 0}}
	retry := func(id string, minute int) func(*Tx) error {
		return func(tx *Tx) error { return tx.Retry(id, noon.Add(time.Duration(minute)*time.Minute), "451") }
	}
	tests := []struct {
		name  string
		mails []mail
		then  func(*Tx) error
		now   int // minutes after noon
		limit int
		want  string
	}{
		{"one per recipient, in order", abc, nil, 0, 10, "1 2 4"},
		{"limit", abc, nil, 0, 2, "1 2"},
		{"limit zero", abc, nil, 0, 0, ""},
		{"next after sent", abc, func(tx *Tx) error { return tx.Sent("1", noon) }, 0, 10, "2 3 4"},
		{"next after given up", abc, func(tx *Tx) error { return tx.GiveUp("1", noon, "550") }, 0, 10, "2 3 4"},
		{"retry holds its recipient", abc, retry("1", 5), 4, 10, "2 4"},
		{"retry comes back in its old place", abc, retry("1", 5), 5, 10, "1 2 4"},
		{"all waits end, but for the time to begin", []mail{{"1", "a", 0}, {"2", "b", 0}, {"3", "c", 9}},
			func(tx *Tx) error {
				return errors.Join(retry("1", 50)(tx), retry("2", 60)(tx), tx.Sent("2", noon), retry("3", 70)(tx),
					tx.RetryNow())
			}, 4, 10, "1"},
		{"time before order", []mail{{"1", "a", 2}, {"2", "a", 1}, {"3", "a", 0}}, nil, 9, 1, "3"},
		{"not before", []mail{{"1", "a", 2}, {"2", "b", 1}}, nil, 1, 10, "2"},
		{"a later time does not hold", []mail{{"1", "a", 2}, {"2", "a", 0}}, nil, 1, 10, "2"},
		{"shared recipient", []mail{{"1", "a b", 0}, {"2", "B C", 0}, {"3", "c", 0}, {"4", "d", 0}}, nil, 0, 10, "1 4"},
		{"held mail beyond the limit", []mail{{"1", "a", 0}, {"2", "a", 0}, {"3", "b", 0}}, nil, 0, 2, "1 3"},
		{"empty", nil, nil, 0, 10, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := openTest(t)
			update(t, s, func(tx *Tx) error {
				for _, m := range test.mails {
					var at time.Time
					if m.notBefore > 0 {
						at = noon.Add(time.Duration(m.notBefore) * time.Minute)
					}
					if err := tx.Enqueue(Mail{ID: m.id, To: strings.Fields(m.to), Raw: []byte("raw " + m.id),
						NotBefore: at}); err != nil {
						return err
					}
				}
				if test.then == nil {
					return nil
				}
				return test.then(tx)
			})
			view(t, s, func(tx *Tx) error {
				due, err := tx.Due(noon.Add(time.Duration(test.now)*time.Minute), test.limit)
				var got []string
				for _, q := range due {
					got = append(got, q.ID)
					if want := "raw " + q.ID; string(q.Raw) != want {
						t.Errorf("got raw %q, want %q", q.Raw, want)
					}
				}
				if got := strings.Join(got, " "); got != test.want {
					t.Errorf("got %q, want %q", got, test.want)
				}
				return err
			})
		})
	}
}

func TestEnqueueTwice(t *testing.T) {
	first := Mail{ID: "1", From: "f", To: []string{"a", "b"}, Game: "wagram", Raw: []byte("raw")}
	tests := []struct {
		name   string
		change func(*Mail)
		want   error
	}{
		{"same", func(*Mail) {}, nil},
		{"other time", func(m *Mail) { m.NotBefore = noon }, nil},
		{"other bytes", func(m *Mail) { m.Raw = []byte("war") }, ErrConflict},
		{"other recipients", func(m *Mail) { m.To = []string{"a"} }, ErrConflict},
		{"other sender", func(m *Mail) { m.From = "g" }, ErrConflict},
		{"other game", func(m *Mail) { m.Game = "austerlitz" }, ErrConflict},
	}
	for _, test := range tests {
		for _, sent := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, sent %t", test.name, sent), func(t *testing.T) {
				s := openTest(t)
				update(t, s, fill)
				update(t, s, func(tx *Tx) error { return tx.Enqueue(first) })
				if sent {
					update(t, s, func(tx *Tx) error { return tx.Sent("1", noon) })
				}
				before := dump(t, s)
				second := first
				test.change(&second)
				if err := s.Update(func(tx *Tx) error { return tx.Enqueue(second) }); !errors.Is(err, test.want) {
					t.Errorf("got %v, want %v", err, test.want)
				}
				if !slices.Equal(dump(t, s), before) {
					t.Error("the file changed")
				}
			})
		}
	}
}

func TestEnqueueRefuses(t *testing.T) {
	s := openTest(t)
	for _, m := range []Mail{
		{To: []string{"a"}}, {ID: "1"}, {ID: "1", To: []string{""}}, {ID: "1", To: []string{"a", "\xff"}},
		{ID: "1", To: []string{"a"}, From: "\xff"}, {ID: "1", To: []string{"a"}, NotBefore: time.Unix(-1, 0)},
	} {
		if err := s.Update(func(tx *Tx) error { return tx.Enqueue(m) }); err == nil {
			t.Errorf("%+v was taken", m)
		}
	}
}

func TestDelivery(t *testing.T) {
	s := openTest(t)
	zone := time.FixedZone("", -5*3600)
	long := "x" + strings.Repeat("é", 600) + "\xff"
	update(t, s, func(tx *Tx) error {
		return errors.Join(
			tx.Enqueue(Mail{ID: "sent", To: []string{"a"}, Raw: []byte("x"), NotBefore: noon.In(zone)}),
			tx.Enqueue(Mail{ID: "lost", To: []string{"a"}, Raw: []byte{}}),
			tx.Retry("sent", noon.In(zone), "451 one"), tx.Retry("sent", noon.Add(time.Hour), "451 two"),
			tx.Sent("sent", noon.Add(2*time.Hour)),
			tx.Retry("lost", noon, long), tx.GiveUp("lost", noon.Add(time.Hour), long))
	})
	view(t, s, func(tx *Tx) error {
		want := []QueuedMail{
			{Mail: Mail{ID: "sent", To: []string{"a"}, Raw: []byte("x"), NotBefore: noon},
				Attempts: 2, RetryAt: noon.Add(time.Hour), SentAt: noon.Add(2 * time.Hour)},
			{Mail: Mail{ID: "lost", To: []string{"a"}, Raw: []byte{}},
				Attempts: 1, RetryAt: noon, LastError: "x" + strings.Repeat("é", 499), GivenUpAt: noon.Add(time.Hour)},
		}
		i := 0
		for got, err := range tx.Mails("") {
			if err != nil {
				return err
			}
			if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want[i]) || got.Waiting() {
				t.Errorf("got  %+v\nwant %+v", got, want[i])
			}
			i++
		}
		if i != len(want) {
			t.Errorf("got %d mails, want %d", i, len(want))
		}
		return nil
	})
	_ = s.Update(func(tx *Tx) error {
		for _, id := range []string{"sent", "lost", "unknown", ""} {
			for i, err := range []error{tx.Sent(id, noon), tx.Retry(id, noon, ""), tx.GiveUp(id, noon, "")} {
				if !errors.Is(err, ErrNotWaiting) {
					t.Errorf("%q, call %d: got %v, want %v", id, i, err, ErrNotWaiting)
				}
			}
		}
		return nil
	})
}

func TestBacklog(t *testing.T) {
	s := openTest(t)
	update(t, s, func(tx *Tx) error {
		var errs []error
		for _, id := range []string{"sent", "lost", "late", "again", "new"} {
			errs = append(errs, tx.Enqueue(Mail{ID: id, To: []string{"a"}, Raw: []byte("x")}))
		}
		errs = append(errs, tx.Enqueue(Mail{ID: "later", To: []string{"a"}, NotBefore: noon.Add(time.Hour)}),
			tx.Sent("sent", noon), tx.GiveUp("lost", noon, "550"), tx.Retry("late", noon, "451"),
			tx.Retry("again", noon, "451"), tx.RetryNow())
		return errors.Join(errs...)
	})
	view(t, s, func(tx *Tx) error {
		waiting, failed, err := tx.Backlog()
		if waiting != 4 || failed != 2 {
			t.Errorf("got %d waiting, %d failed, want 4 and 2", waiting, failed)
		}
		return err
	})
}

func TestDeliveryNeedsATime(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	for _, at := range []time.Time{{}, time.Unix(-1, 0)} {
		_ = s.Update(func(tx *Tx) error {
			id := "<1.wagram@example.org>"
			for i, err := range []error{tx.Sent(id, at), tx.Retry(id, at, ""), tx.GiveUp(id, at, "")} {
				if err == nil || errors.Is(err, ErrNotWaiting) {
					t.Errorf("%v, call %d: got %v", at, i, err)
				}
			}
			return nil
		})
	}
}

func TestMailsOfOneGame(t *testing.T) {
	s := openTest(t)
	update(t, s, fill)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.CreateGame("wag"), tx.Enqueue(Mail{ID: "1", To: []string{"a"}, Game: "wag"}),
			tx.Enqueue(Mail{ID: "2", To: []string{"a"}}))
	})
	view(t, s, func(tx *Tx) error {
		for game, want := range map[string]string{
			"":       "2",
			"wag":    "1",
			"wagram": "<0.wagram@example.org> <1.wagram@example.org> <2.wagram@example.org>",
		} {
			var got []string
			for q, err := range tx.Mails(game) {
				if err != nil {
					return err
				}
				got = append(got, q.ID)
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("%q: got %s, want %s", game, got, want)
			}
		}
		return nil
	})
}

func TestDecodeMail(t *testing.T) {
	good := `{"id":"\u003c3@example.org\u003e","from":"games@example.org","to":["ney@example.net"],` +
		`"game":"austerlitz","notBefore":"2030-12-02T08:00:00Z","attempts":0}`
	if q, err := decodeMail([]byte(good)); err != nil || q.ID != "<3@example.org>" ||
		!q.NotBefore.Equal(noon.Add(-4*time.Hour)) {
		t.Errorf("the example of the package doc: got %+v, %v", q, err)
	}
	for _, change := range []struct{ name, old, new string }{
		{"unknown field", `"attempts":0`, `"attempts":0,"x":1`},
		{"doubled field", `"attempts":0`, `"attempts":0,"attempts":0`},
		{"other case", `"attempts"`, `"Attempts"`},
		{"white space", `,"to"`, `, "to"`},
		{"missing field", `,"attempts":0`, ``},
		{"other order", `"from":"games@example.org","to":["ney@example.net"]`,
			`"to":["ney@example.net"],"from":"games@example.org"`},
		{"zone", `08:00:00Z`, `08:00:00+00:00`},
		{"no recipient", `["ney@example.net"]`, `[]`},
		{"null recipients", `["ney@example.net"]`, `null`},
		{"negative attempts", `"attempts":0`, `"attempts":-1`},
		{"sent and given up", `"attempts":0`,
			`"attempts":0,"sentAt":"2030-12-02T08:00:00Z","givenUpAt":"2030-12-02T08:00:00Z"`},
		{"trailing bytes", `"attempts":0}`, `"attempts":0}{}`},
		{"before 1970", `2030`, `1930`},
		{"nothing", good, ``},
	} {
		bad := strings.Replace(good, change.old, change.new, 1)
		if bad == good {
			t.Errorf("%s: the change changed nothing", change.name)
		}
		if _, err := decodeMail([]byte(bad)); err == nil {
			t.Errorf("%s: %s was taken", change.name, bad)
		}
	}
}

func FuzzDecodeMail(f *testing.F) {
	f.Add([]byte(`{"id":"1","from":"","to":["a"],"game":"","attempts":0}`))
	f.Add(
		[]byte(
			`{"id":"1","from":"f","to":["a","b"],"game":"g","notBefore":"2030-12-02T08:00:00.5Z","attempts":3,` +
				`"lastError":"451"}`,
		),
	)
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := decodeMail(b)
		if err != nil {
			return
		}
		again, err := q.encode()
		if err != nil || string(again) != string(b) {
			t.Errorf("got %s, %v, want %s", again, err, b)
		}
	})
}

// A message that is still to come is written with its transaction, and read in it as if it
// had been there from the start.
func TestEnqueueLater(t *testing.T) {
	later := func(id string, err error) Mail {
		return Mail{ID: id, To: []string{"a"}, Later: func() ([]byte, error) { return []byte("raw " + id), err }}
	}
	whole := func(id string) Mail { return Mail{ID: id, To: []string{"a"}, Raw: []byte("raw " + id)} }
	reads := map[string]func(*Tx) error{
		"nothing": func(*Tx) error { return nil },
		"one": func(tx *Tx) error {
			q, err := tx.Mail("1")
			if string(q.Raw) != "raw 1" {
				t.Errorf("got %q", q.Raw)
			}
			return err
		},
		"those due":          func(tx *Tx) error { _, err := tx.Due(noon, 9); return err },
		"the same again":     func(tx *Tx) error { return tx.Enqueue(later("1", nil)) },
		"the same, complete": func(tx *Tx) error { return tx.Enqueue(whole("2")) },
		"another of its name": func(tx *Tx) error {
			m := whole("1")
			m.Raw = append(m.Raw, '!')
			if err := tx.Enqueue(m); !errors.Is(err, ErrConflict) {
				t.Errorf("got %v", err)
			}
			return nil
		},
		"one that goes": func(tx *Tx) error {
			return errors.Join(tx.Enqueue(later("3", nil)), tx.RemoveMail("3"))
		},
	}
	for name, read := range reads {
		t.Run(name, func(t *testing.T) {
			s := openTest(t)
			update(t, s, func(tx *Tx) error {
				return errors.Join(tx.Enqueue(later("1", nil)), tx.Enqueue(later("2", nil)), read(tx))
			})
			view(t, s, func(tx *Tx) error {
				var got []string
				for q, err := range tx.Mails("") {
					if err != nil {
						return err
					}
					got = append(got, string(q.Raw))
				}
				if !slices.Equal(got, []string{"raw 1", "raw 2"}) {
					t.Errorf("got %q", got)
				}
				return nil
			})
		})
	}
	t.Run("none comes", func(t *testing.T) {
		s, no := openTest(t), errors.New("no paper")
		err := s.Update(func(tx *Tx) error { return errors.Join(tx.Enqueue(whole("1")), tx.Enqueue(later("2", no))) })
		if !errors.Is(err, no) {
			t.Errorf("got %v", err)
		}
		view(t, s, func(tx *Tx) error {
			if q, err := tx.Mail("1"); !errors.Is(err, ErrNotFound) {
				t.Errorf("got %+v, %v", q, err)
			}
			return nil
		})
	})
}
