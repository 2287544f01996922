package umpire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// bounce is a delivery report of Postfix about a mail that we sent.
func bounce(about []byte, action string) []byte {
	head, _, _ := bytes.Cut(about, []byte("\r\n\r\n"))
	text := `Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: games@berthier.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <` + fmt.Sprintf("%x", sha256.Sum256(about))[:12] + action + `@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="4F1C.19/mx"

--4F1C.19/mx
Content-Type: text/plain

I'm sorry to have to inform you.

--4F1C.19/mx
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ney@example.net
Action: ` + action + `
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--4F1C.19/mx
Content-Type: text/rfc822-headers

` + strings.ReplaceAll(string(head), "\r\n", "\n") + `

--4F1C.19/mx--
`
	return []byte(strings.ReplaceAll(text, "\n", "\r\n"))
}

// server takes mails as told: an error for each address, or none.
type server struct {
	faults map[string]error
	tried  []string
}

func (s *server) send(_ context.Context, from string, to []string, raw []byte) error {
	s.tried = append(s.tried, to[0])
	return s.faults[to[0]]
}

// errRefused is what a mail server says that never takes a mail.
var errRefused = &wire.SendError{Permanent: true, Stage: "RCPT", Code: 550}

const contact = "umpire@berthier.example"

// A mail that comes back stops all to its address, until the player writes.
func TestBounceStopsMails(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()
	if err := tb.take(bounce(first[0].Raw, "failed")); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if titles(got) != contact+": [duel-1] Mails to "+address["Red"]+" come back" {
		t.Fatalf("after the bounce: got %s", titles(got))
	}
	for _, want := range []string{"duel-1.0.Red@berthier.example", "5.1.1", "User unknown",
		"berthier outbox -release ney@example.net"} {
		if !strings.Contains(flat(got[0].Text), want) {
			t.Errorf("the note does not say %q:\n%s", want, got[0].Text)
		}
	}
	if field(t, got[0], "Auto-Submitted") == "" {
		t.Error("the note may be answered by a machine")
	}
	if err := tb.take(bounce(first[0].Raw, "failed")); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("the same bounce again: got %s", titles(got))
	}
	// The game goes on without him, also in a new daemon.
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); titles(got) != "kutuzov@example.com: [duel-1] Round 1" {
		t.Errorf("got %s", titles(got))
	}
	tb.restart()
	tb.now = tb.now.Add(23 * time.Hour) // it is tried again after a day
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("after a restart: got %s", titles(got))
	}
	tb.play("Red", 1, 2, "say yes") // whatever he says
	got = tb.deliver()
	want := "ney@example.net: [duel-1] your orders: Round 1\nney@example.net: [duel-1] your orders: Round 1\n" +
		"ney@example.net: [duel-1] orders refused"
	if titles(got) != want || !bytes.Equal(got[0].Raw, first[0].Raw) {
		t.Errorf("when he writes again: got\n%s\nwant\n%s", titles(got), want)
	}
}

func TestRelease(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()
	for range 2 {
		if err := tb.take(bounce(first[0].Raw, "failed")); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	if n, err := tb.u.Post.Release(address["Blue"]); n != 0 || err != nil {
		t.Errorf("another address: %d released, %v", n, err)
	}
	if n, err := tb.u.Post.Release("NEY@example.net"); n != 1 || err != nil {
		t.Errorf("got %d released, %v", n, err)
	}
	if got := tb.deliver(); len(got) != 1 || !bytes.Equal(got[0].Raw, first[0].Raw) {
		t.Errorf("got %s", titles(got))
	}
}

// What is not the report of a failure, or was made up, stops nothing.
func TestNoBounce(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()[0].Raw
	if err := tb.take(letter("stranger@example.org", "1@x", "hello")); err != nil {
		t.Fatal(err)
	}
	answer := tb.deliver()[0].Raw
	for name, raw := range map[string][]byte{
		"late":               bounce(first, "delayed"),
		"without the header": bounce([]byte("Message-ID: <duel-1.0.Red@berthier.example>\r\n\r\n"), "failed"),
		"another boundary": bounce(bytes.ReplaceAll(first, []byte("boundary=berthier-"),
			[]byte("boundary=berthier-0")), "failed"),
		"of a mail never sent": bounce(bytes.ReplaceAll(first, []byte("duel-1.0.Red"), []byte("duel-1.9.Red")),
			"failed"),
		"of a stranger's answer": bounce(answer, "failed"),
	} {
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		if got := tb.deliver(); len(got) > 0 {
			t.Errorf("%s: answered with %s", name, titles(got))
		}
	}
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 2 {
		t.Errorf("got %s", titles(got))
	}
}

// The umpire is told of a mail that a server refuses for good, but not of one
// to himself.
func TestRefusedForGood(t *testing.T) {
	tb := newTable(t)
	tb.create()
	s := &server{faults: map[string]error{address["Red"]: errRefused, contact: errRefused}}
	for range 3 {
		if _, err := tb.u.Post.Send(context.Background(), s.send); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{address["Red"], address["Blue"], contact}; !slices.Equal(s.tried, want) {
		t.Errorf("tried %q, want %q", s.tried, want)
	}
	var note []byte
	err := tb.store.View(func(tx *store.Tx) error {
		for q, err := range tx.Mails("") {
			if err != nil {
				return err
			}
			note = q.Raw
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := mail.Parse(note)
	if err != nil || m.Subject != "[duel-1] A mail to "+address["Red"]+" was refused" ||
		!strings.Contains(flat(m.Text), "duel-1.0.Red@berthier.example") {
		t.Errorf("got %v, %q\n%s", err, m.Subject, m.Text)
	}
}

// A mail that went out while the disk was full is not sent again: what became
// of it is written when there is room.
func TestSentOnFullDisk(t *testing.T) {
	tb := newTable(t)
	tb.create()
	full, err := os.ReadFile(tb.path)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "full.db")
	if err := os.WriteFile(path, full, 0o600); err != nil {
		t.Fatal(err)
	}
	readOnly, err := store.OpenReadOnly(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer readOnly.Close()
	var tried []string
	send := func(_ context.Context, _ string, to []string, _ []byte) error {
		tried = append(tried, to[0])
		if len(tried) == 1 {
			tb.u.Post.Store = readOnly
		}
		return nil
	}
	for _, want := range []int{2, 0} {
		if n, err := tb.u.Post.Send(context.Background(), send); n != want || err == nil {
			t.Errorf("on the full disk: %d sent, want %d, %v", n, want, err)
		}
	}
	tb.u.Post.Store = tb.store
	if n, err := tb.u.Post.Send(context.Background(), send); n != 0 || err != nil {
		t.Errorf("afterwards: %d sent, %v", n, err)
	}
	if want := []string{address["Red"], address["Blue"]}; !slices.Equal(tried, want) {
		t.Errorf("tried %q, want %q", tried, want)
	}
}

// A clock that is set back is told of, and holds nothing up.
func TestClockSetBack(t *testing.T) {
	tb := newTable(t)
	tb.create()
	s := &server{faults: map[string]error{address["Red"]: errors.New("450"), address["Blue"]: errors.New("450")}}
	if _, err := tb.u.Post.Send(context.Background(), s.send); err != nil {
		t.Fatal(err)
	}
	tb.now = tb.now.Add(-10 * time.Second)
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("a little earlier: got %s", titles(got))
	}
	tb.now = tb.now.AddDate(-3, 0, 0)
	if got := tb.deliver(); len(got) != 2 {
		t.Errorf("got %s", titles(got))
	}
	tb.restart()
	tb.play("Red", 1, 1, "pick 3")
	tb.play("Blue", 1, 1, "pick 5")
	if got := tb.deliver(); len(got) != 3 { // a receipt, and two reports
		t.Errorf("got %s", titles(got))
	}
	for text, n := range map[string]int{"the clock was set back": 1, "it stands before the newest record": 1} {
		if got := strings.Count(tb.logs.String(), text); got != n {
			t.Errorf("the log says %q %d times, want %d:\n%s", text, got, n, tb.logs)
		}
	}
	if a := audit.CheckLog(tb.u.Rulesets, tb.records()); !a.Sound() {
		t.Errorf("got %+v", a.Checks)
	}
}
