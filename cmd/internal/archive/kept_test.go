package archive

import (
	"bytes"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
)

// kept are the mails that wait to be sent, as somebody who got them keeps them.
func kept(s game.SavedGame) (mails []audit.Mail) {
	for _, m := range s.Secrets.Outbox {
		mails = append(mails, audit.Mail{Name: m.ID, Raw: m.Raw})
	}
	return mails
}

// one is the mail with a Message-ID.
func one(t *testing.T, mails []audit.Mail, id string) audit.Mail {
	t.Helper()
	for _, m := range mails {
		if m.Name == id {
			return m
		}
	}
	t.Fatalf("no mail %s", id)
	return audit.Mail{}
}

// Mails that players kept are compared with the archive: one is enough to find
// a past that was written anew.
func TestKeptMails(t *testing.T) {
	// Two daemons with the same key go on from the same backup.
	tb := newTable(t, "goldbach")
	for range 4 {
		tb.step()
	}
	backup := write(t, tb.save())
	other := *tb
	other.store = restored(t, backup)
	other.reopen()
	other.send(0, "French", 9, 9, nil) // refused, but it moves his clock
	for range 3 {
		tb.step()
		other.step()
	}
	saved := tb.save()
	mails, forged := kept(saved), kept(other.save())
	before, after := "goldbach-1.4.French@"+domain, "goldbach-1.6.French@"+domain
	a := Archive{SavedGame: saved}
	changed := func(old, new string) audit.Mail {
		m := one(t, mails, after)
		return audit.Mail{Name: "changed", Raw: bytes.Replace(m.Raw, []byte(old), []byte(new), 1)}
	}
	for _, c := range []struct {
		name         string
		mails        []audit.Mail
		heads, texts int    // found right
		want         string // in an error; "" for none
	}{
		{"all that were sent", mails, 17, 16, ""},
		{"one of the time before they parted", []audit.Mail{one(t, forged, before)}, 1, 1, ""},
		{"one of the other daemon", []audit.Mail{one(t, forged, after)}, 0, 0, "a record up to number"},
		{"a changed word", []audit.Mail{changed("step 6", "step 7")}, 1, 0, "differs at line"},
		{"a changed number of records", []audit.Mail{changed("goldbach-1\r\n2", "goldbach-1\r\n1")}, 0, 0, "signature"},
		{"another Message-ID", []audit.Mail{changed("<goldbach-1.6.", "<goldbach-2.6.")}, 1, 0,
			"the log has none with the Message-ID"},
		{"no report", []audit.Mail{{Name: "letter", Raw: []byte("From: a@b.example\r\n\r\nhello\r\n")}}, 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := auditor.Audit(a, c.mails)
			heads, texts := r.Check("kept checkpoints"), r.Check("kept reports")
			if heads.Done != c.heads || texts.Done != c.texts {
				t.Errorf("got %d checkpoints and %d reports, want %d and %d", heads.Done, texts.Done, c.heads, c.texts)
			}
			err := r.Err()
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if r := auditor.Audit(Archive{SavedGame: saved.Public()}, mails); r.Err() != nil ||
		r.Check("kept checkpoints").Done != 17 || r.Check("kept reports").Left != len(mails) {
		t.Errorf("what is published: %v, %+v", r.Err(), r.Checks)
	}
}

// A page to read goes into the file and comes out of it; nothing is proved by it, so that
// whatever stands in it nothing else is called wrong for it.
func TestPageToRead(t *testing.T) {
	s := finished(t, "goldbach").Public()
	for _, page := range []string{"<!DOCTYPE html><p>Won!", ""} {
		s.Page = []byte(page)
		a, err := Read(write(t, s))
		if err != nil || len(a.Faults) > 0 || string(a.Page) != page || a.Page == nil {
			t.Errorf("%q: %q, %v, %v", page, a.Page, err, a.Faults)
		}
	}
}
