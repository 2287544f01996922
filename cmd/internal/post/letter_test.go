package post

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"berthier/mail"
	"berthier/store"
	"berthier/templates"

	"berthier/engine/tongue"
)

// The Message-ID, the thread, the addresses and the envelope of a letter follow from what
// it is about.
func TestWrite(t *testing.T) {
	d := newDesk(t)
	page := Plain("A word.")
	for name, tt := range map[string]struct {
		l Letter
		// identifier; In-Reply-To; References; Reply-To; Auto-Submitted; envelope sender; game; subject
		want string
	}{
		"opening": {
			Letter{Game: "duel-1", Side: "Red", Alone: true, Unasked: true, Subject: "Round 1"},
			"duel-1.0.Red; ; []; games+duel-1; " +
				"auto-generated; " + own + "; duel-1; [duel-1] Round 1",
		},
		"report of the first step": {
			Letter{Game: "duel-1", Side: "Red", Step: 1, Subject: "Round 1"},
			"duel-1.1.Red; duel-1.0.Red; [duel-1.0.Red]; games+duel-1; " +
				"auto-replied; " + own + "; duel-1; [duel-1] Round 1",
		},
		"report of the third that answers a file": {
			Letter{Game: "duel-1", Side: "Red", Step: 3, Answers: "o@home"},
			"duel-1.3.Red; o@home; [duel-1.0.Red duel-1.2.Red o@home]; games+duel-1; " +
				"auto-replied; " + own + "; duel-1; [duel-1] ",
		},
		"reminder": {
			Letter{Game: "duel-1", Side: "Red", Step: 2, Kind: "reminder.20301202T080000Z", Unasked: true},
			"duel-1.2.Red.reminder.20301202T080000Z; duel-1.1.Red; [duel-1.0.Red duel-1.1.Red]; games+duel-1; " +
				"auto-generated; " + own + "; duel-1; [duel-1] ",
		},
		"welcome": {
			Letter{Game: "duel-1", Side: "Red", Step: 2, Kind: "welcome.9", Alone: true},
			"duel-1.2.Red.welcome.9; ; []; games+duel-1; " +
				"auto-replied; " + own + "; duel-1; [duel-1] ",
		},
		"last": {
			Letter{Game: "duel-1", Side: "Red", Step: 4, ID: "duel-1.over.Red"},
			"duel-1.over.Red; duel-1.3.Red; [duel-1.0.Red duel-1.3.Red]; games+duel-1; " +
				"auto-replied; " + own + "; duel-1; [duel-1] ",
		},
		"observer": {
			Letter{Game: "duel-1", ID: "duel-1.2.observer-0a", Unasked: true, Null: true},
			"duel-1.2.observer-0a; ; []; games+duel-1; " +
				"auto-generated; ; duel-1; [duel-1] ",
		},
		"copy": {
			Letter{Game: "duel-1", Side: "Red", Step: 1, Kind: "commands.0a", Copy: true, Answers: "o@home"},
			"copy.duel-1.1.Red.commands.0a; o@home; [duel-1.0.Red o@home]; games+duel-1; " +
				"auto-replied; " + own + "; ; [duel-1] ",
		},
		"stranger": {
			Letter{ID: AnswerID("0a"), Subject: "No", Answers: "o@home", Null: true},
			"answer.0a; o@home; [o@home]; ; auto-replied; ; ; No",
		},
		"umpire": {
			Letter{ID: "umpire.0a", Subject: "Your commands"},
			"umpire.0a; ; []; ; auto-replied; " + own + "; ; Your commands",
		},
	} {
		tt.l.To, tt.l.Page = mail.Address{Address: red}, page
		q, err := d.o.Write(tt.l)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		o := d.o.outgoing(tt.l)
		got := fmt.Sprintf("%s; %s; %v; %s; %s; %s; %s; %s",
			q.ID, o.InReplyTo, o.References, o.ReplyTo.Address, o.AutoSubmitted, q.From, q.Game, o.Subject)
		got = strings.ReplaceAll(got, "@berthier.example", "")
		if want := strings.ReplaceAll(tt.want, "@berthier.example", ""); got != want {
			t.Errorf("%s: got\n%s, want\n%s", name, got, want)
		}
		m, err := mail.Parse(q.Raw)
		if err != nil || m.ID != q.ID || m.InReplyTo != o.InReplyTo ||
			m.Subject != strings.TrimSpace(o.Subject) || q.To[0] != red {
			t.Errorf("%s: the mail has %q, %q, %q: %v", name, m.ID, m.InReplyTo, m.Subject, err)
		}
	}
}

// The HTML of a page is the same whether it is made with the text or when the letter is written.
func TestWriteHTML(t *testing.T) {
	d := newDesk(t)
	var model templates.Mail
	model.Report.Title = tongue.English("Round 1 – Möckern")
	filled, late := Fill(templates.Report, model), FillText(templates.ReportText, model)
	if late.Text != filled.Text || late.HTML != "" || !strings.Contains(filled.HTML, "<h1>") {
		t.Fatalf("got %+v, want the text of %+v", late, filled)
	}
	var raws []string
	for _, page := range []Page{filled, late} {
		l := letter(red, "Red", 1, "")
		l.Page = page
		whole, err := d.o.Write(l)
		m, message := d.o.Begin(l)
		raw, err2 := message()
		if err != nil || err2 != nil || m.ID != whole.ID || m.Raw != nil || !bytes.Equal(raw, whole.Raw) {
			t.Errorf("got %+v, %v, %v; want %+v", m, err, err2, whole)
		}
		raws = append(raws, string(whole.Raw))
	}
	if raws[0] != raws[1] {
		t.Errorf("got\n%s\nwant\n%s", raws[1], raws[0])
	}
	if small, err := d.o.Cut(Letter{To: mail.Address{Address: red}, ID: "x", Page: late}, 1<<20); err != nil ||
		small.Page.Later != nil {
		t.Errorf("what is text alone has HTML: %+v, %v", small.Page, err)
	}
}

// A page that cannot be filled, and an address that no mail can have, are errors of the letter.
func TestWriteFaults(t *testing.T) {
	d := newDesk(t)
	fault := errors.New("no such template")
	bad := letter(red, "Red", 1, "")
	bad.Page = Fill(func(string) (text, html []byte, err error) { return nil, nil, fault }, "")
	if _, err := d.o.Write(bad); !errors.Is(err, fault) {
		t.Errorf("a page: got %v", err)
	}
	if _, err := d.o.Cut(bad, 1000); !errors.Is(err, fault) {
		t.Errorf("a page that is cut: got %v", err)
	}
	mails, err := d.o.WriteAll(letter(blue, "Blue", 1, ""), letter("nobody", "Red", 1, ""))
	if err == nil || mails != nil {
		t.Errorf("an address: got %d mails, %v", len(mails), err)
	}
}

// The game of a letter is found in the identifier of each that has one.
func TestGameOf(t *testing.T) {
	d := newDesk(t)
	for id, want := range map[string]string{
		"duel-1.0.Red@berthier.example":            "duel-1",
		"duel-1.3.Red.receipt.0a@berthier.example": "duel-1",
		"duel-1.over.Red@berthier.example":         "duel-1",
		"duel-1.0.Red@elsewhere.example":           "",
		"duel-1.0@berthier.example":                "",
		"duel-1@berthier.example":                  "",
		"":                                         "",
	} {
		if got := d.o.GameOf(id); got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}

// What is cut is text alone, is as long as it may be, and says that it is cut.
func TestCut(t *testing.T) {
	d := newDesk(t)
	l := letter(red, "Red", 1, "commands.0a")
	l.Page = Fill(templates.Again, templates.AgainMail{Map: "map",
		Text: "A map.\n\n[Picture: map]\n\n" + strings.Repeat("One more line of the answer.\n", 100)})
	l.Inline = []mail.File{{
		Name: "map.png", Type: "image/png", ContentID: "map@berthier.example", Bytes: make([]byte, 5000),
	}}
	l.Attachments = []mail.File{{Name: "map.svg", Type: "image/svg+xml", Bytes: make([]byte, 5000)}}
	size := func(l Letter) int {
		m, err := d.o.Write(l)
		if err != nil {
			t.Fatal(err)
		}
		return len(m.Raw)
	}
	whole, err := d.o.Cut(l, 1<<20)
	if err != nil || strings.Contains(whole.Page.Text, "[Picture") ||
		strings.Contains(whole.Page.Text, "The rest is cut") ||
		whole.Page.HTML != "" || len(whole.Inline)+len(whole.Attachments) > 0 {
		t.Fatalf("with room for all: %v, %+v", err, whole)
	}
	for most := size(whole); most > 0; most -= 97 {
		got, err := d.o.Cut(l, most)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case got.Page.Text == "":
			if most > 1500 {
				t.Errorf("nothing fits into %d bytes", most)
			}
		case size(got) > most || size(got) < most-97-100:
			t.Errorf("%d bytes where there may be %d", size(got), most)
		case got.Page.Text != whole.Page.Text && !strings.HasSuffix(got.Page.Text, cutSentence):
			t.Errorf("%d bytes: it does not say that it is cut", most)
		}
	}
}

// What has an answer already gets no other one; anything else must not come twice.
func TestEnqueueTwice(t *testing.T) {
	d := newDesk(t)
	for _, tt := range []struct {
		l    Letter
		want error
	}{
		{Letter{ID: AnswerID("0a"), Null: true}, nil},
		{Letter{Game: "duel-1", Side: "Red", Step: 1, Kind: "commands.0a", Copy: true}, nil},
		{letter(red, "Red", 1, ""), store.ErrConflict},
	} {
		tt.l.To, tt.l.Page = mail.Address{Address: red}, Plain("The first.")
		d.queue(tt.l)
		tt.l.Page = Plain("The second.")
		m, err := d.o.Write(tt.l)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.store.Update(func(tx *store.Tx) error { return Enqueue(tx, m) }); !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", m.ID, err, tt.want)
		}
	}
	for _, m := range d.deliver() {
		if !strings.Contains(m.Text, "The first.") {
			t.Errorf("%s: %q is sent", m.ID, m.Text)
		}
	}
}

// A note goes to the person in charge, if there is one, and not about his own mails.
func TestNote(t *testing.T) {
	d := newDesk(t)
	d.begin()
	for _, tt := range []struct {
		contact string
		about   store.Mail
		want    string
	}{
		{contact, store.Mail{To: []string{red}, Game: "duel-1"}, contact + ": [duel-1] A word"},
		{contact, store.Mail{}, contact + ": A word"},
		{contact, store.Mail{To: []string{strings.ToUpper(contact)}}, ""},
		{"", store.Mail{To: []string{red}}, ""},
	} {
		d.o.Contact = tt.contact
		mails, err := d.o.Note("of-a-test", tt.about, "A word", "One.", "Two.")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, q := range mails {
			m, err := mail.Parse(q.Raw)
			generated := bytes.Contains(q.Raw, []byte("auto-generated"))
			if err != nil || q.From != "" || q.Game != "" || !generated || m.Text != "One.\n\nTwo.\n" {
				t.Errorf("%+v: %q, %v", tt, q.Raw, err)
			}
			got = m.To[0].Address + ": " + m.Subject
		}
		if got != tt.want {
			t.Errorf("%+v: got %q", tt, got)
		}
	}
}

// A reminder says up to when orders are taken, and what happens then.
func TestRemind(t *testing.T) {
	due := time.Date(2030, 12, 4, 21, 30, 0, 0, time.FixedZone("", 3600))
	for _, tt := range []struct {
		late, waits   bool
		subject, next string
	}{
		{false, false, "your orders are still missing", "until 5 December; then the defaults decide."},
		{true, false, "your orders are late", "until 5 December; then the defaults decide."},
		{true, true, "your orders are late", "until 5 December; then the umpire may be told."},
	} {
		m := templates.ReminderMail{Side: "Red", Step: 2, Late: tt.late}
		l := letter(red, "Red", 2, "").Remind(m, due, tongue.Name("5 December"), tt.waits)
		if l.id() != "duel-1.2.Red.reminder.20301204T203000Z" || l.Subject != tt.subject || !l.Unasked ||
			!strings.Contains(strings.Join(strings.Fields(l.Page.Text), " "), tt.next) || l.Page.Err != nil {
			t.Errorf("late %v, waits %v: got %q, %q, %v\n%s", tt.late, tt.waits, l.id(), l.Subject, l.Page.Err,
				l.Page.Text)
		}
	}
}
