package umpire

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/quota"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
)

// dsns are delivery reports as servers write them, about a mail with a head.
var dsns = map[string]func(head string) string{
	"postfix": func(head string) string {
		return dsn("Mail Delivery System <MAILER-DAEMON@mx.example.net>", "Undelivered Mail Returned to Sender",
			"Reporting-MTA: dns; mx.example.net\nX-Postfix-Queue-ID: 4F1C19\n\n"+
				"Final-Recipient: rfc822; ney@example.net\nOriginal-Recipient: rfc822;ney@example.net\n"+
				"Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 User unknown\n",
			"Content-Type: text/rfc822-headers\nContent-Transfer-Encoding: 7bit\n\n"+head)
	},
	"exim": func(head string) string {
		return dsn("Mail Delivery System <Mailer-Daemon@mx.example.net>",
			"Mail delivery failed: returning message to sender",
			"Reporting-MTA: dns; mx.example.net\n\nAction: failed\nFinal-Recipient: rfc822;ney@example.net\n"+
				"Status: 5.0.0\nRemote-MTA: dns; mail.example.net\nDiagnostic-Code: smtp; 550 No such user here\n",
			"Content-type: message/rfc822\n\nReturn-path: <games@berthier.example>\n"+
				"Received: from games by mx.example.net with esmtps (TLS1.3)\n\tid 1tHc2K-000000001zP-3xYw\n"+
				"\tfor ney@example.net; Mon, 02 Dec 2030 08:20:05 +0000\n"+head)
	},
	"gmail": func(head string) string {
		return dsn("Mail Delivery Subsystem <mailer-daemon@googlemail.com>", "Delivery Status Notification (Failure)",
			"Reporting-MTA: dns; googlemail.com\nReceived-From-MTA: dns; games@berthier.example\n"+
				"Arrival-Date: Mon, 02 Dec 2030 00:20:01 -0800 (PST)\nX-Original-Message-ID: <x@berthier.example>\n\n"+
				"Final-Recipient: rfc822; ney@example.net\nAction: failed\nStatus: 5.1.1\n"+
				"Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain example.net.)\n"+
				"Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.\n",
			"Content-Type: message/rfc822\n\nDKIM-Signature: v=1; a=rsa-sha256; d=1e100.net; s=20230601; h=to:from; "+
				"bh=AA==; b=AA==\nX-Gm-Message-State: AOJu0Yx\n"+head)
	},
	"exchange": func(head string) string {
		return dsn("Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.net>",
			"Undeliverable: your orders",
			"Reporting-MTA: dns;EX01.example.net\n\nFinal-recipient: RFC822;ney@example.net\nAction: failed\n"+
				"Status: 5.2.2\nDiagnostic-Code: smtp;550 5.2.2 STOREDRV.Deliver; mailbox full\n"+
				"X-Display-Name: Michel Ney\n",
			"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"+
				base64.StdEncoding.EncodeToString([]byte(strings.ReplaceAll(head, "\n", "\r\n"))))
	},
	"expired": func(head string) string {
		return dsn("MAILER-DAEMON@mx.example.net", "Undelivered Mail Returned to Sender",
			"Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; ney@example.net\nAction: failed\n"+
				"Status: 4.4.7\nDiagnostic-Code: X-Postfix; delivery time expired\n",
			"Content-Type: message/global-headers\n\n"+head)
	},
}

func dsn(from, subject, status, about string) string {
	return "Return-Path: <>\nFrom: " + from + "\nTo: games@berthier.example\nSubject: " + subject +
		"\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"=_r/1\"\n\n--=_r/1\n" +
		"Content-Type: text/plain\n\nYour mail could not be delivered.\n\n" +
		"--=_r/1\nContent-Type: message/delivery-status\n\n" + status + "\n--=_r/1\n" + about + "\n\n--=_r/1--\n"
}

func headOf(raw []byte) string {
	head, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	return strings.ReplaceAll(string(head), "\r\n", "\n") + "\n"
}

// comesBack gives the umpire a report about a mail, each with an ID of its own.
func (tb *table) comesBack(form, head string) {
	tb.t.Helper()
	raw := fmt.Sprintf("Message-ID: <dsn-%d@mx.example.net>\n%s", tb.uid, dsns[form](head))
	if err := tb.take([]byte(strings.ReplaceAll(raw, "\n", "\r\n"))); err != nil {
		tb.t.Fatal(err)
	}
}

// stopped are the mails that were stopped because they came back.
func (tb *table) stopped() (ids []string) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) error {
		for q, err := range tx.Waiting() {
			if err != nil {
				return err
			}
			if !q.HeldAt.IsZero() {
				ids = append(ids, q.ID)
			}
		}
		return nil
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return ids
}

// A report of any server stops the mails to the address, if it brings back the
// header that only that mail had.
func TestBouncesOfManyServers(t *testing.T) {
	for form := range dsns {
		t.Run(form, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			tb.comesBack(form, headOf(tb.deliver()[0].Raw))
			if got := fmt.Sprint(tb.stopped()); got != "[duel-1.0.Red@berthier.example]" {
				t.Errorf("stopped %s", got)
			}
		})
	}
}

// copied is the head of a mail with the boundary that its content alone gives,
// for somebody who knows all that is in it.
func copied(t *testing.T, m *mail.Message, secret []byte) string {
	t.Helper()
	o := mail.Outgoing{
		From: m.From, To: m.To[:1], ID: m.ID, Subject: m.Subject, Date: m.Date, ReplyTo: m.ReplyTo,
		InReplyTo: m.InReplyTo, References: m.References,
		AutoSubmitted: field(t, m, "Auto-Submitted"), Text: m.Text, HTML: m.HTML, Secret: secret,
	}
	for _, a := range m.Attachments {
		data := a.Bytes
		if a.Type == "text/html" { // which may come as it is, with CRLF
			data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		}
		o.Attachments = append(o.Attachments, mail.File{Name: a.Name, Type: a.Type + "; charset=" + a.Charset,
			Bytes: data})
	}
	raw, err := mail.Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return headOf(raw)
}

func boundaryOf(t *testing.T, head string) string {
	t.Helper()
	_, b, ok := strings.Cut(head, "boundary=")
	if !ok {
		t.Fatalf("no boundary in\n%s", head)
	}
	return strings.Fields(b)[0]
}

// Who knows all that is in a mail, and has the mails that others got, stops
// nobody else's mails.
func TestForgedBounces(t *testing.T) {
	tb := newTable(t)
	tb.create()
	if err := tb.take(letter("watcher@example.org", "o@home", "observe duel-1\nend\n")); err != nil {
		t.Fatal(err)
	}
	all := tb.deliver()
	red, blue := all[0], all[1]
	real, other := headOf(red.Raw), headOf(blue.Raw)
	if got := copied(t, red, tb.u.Post.Secret); got != real {
		t.Fatalf("the mail is not made again:\n%s\nwant\n%s", got, real)
	}
	mine := boundaryOf(t, real)
	with := func(boundary string) string { return strings.Replace(real, mine, boundary, 1) }
	to := func(head string) string { return strings.ReplaceAll(head, "duel-1.0.Blue@", "duel-1.0.Red@") }
	forged := map[string]string{
		"the content without the secret":   copied(t, red, nil),
		"the content with a secret":        copied(t, red, []byte("berthier bounces 1")),
		"the content with the public key":  copied(t, red, []byte(tb.u.Key.Verifier("x"))),
		"the opponent's mail, its ID mine": to(other),
		"the opponent's boundary":          with(boundaryOf(t, other)),
		"half of the boundary":             with(mine[:len(mine)/2]),
		"the boundary of an inner part":    with(mine[:len(mine)-1] + "a"),
		"an empty boundary":                with(`""`),
		"no boundary":                      strings.Replace(real, "boundary=", "x=", 1),
		"no such mail":                     strings.Replace(real, "duel-1.0.Red", "duel-1.7.Red", 1),
		"an answer to a stranger":          headOf(all[2].Raw),
		"two identifiers":                  "Message-ID: <duel-1.0.Red@berthier.example>\n" + other,
	}
	for name, head := range forged {
		for form := range dsns {
			tb.comesBack(form, head)
			if got := tb.stopped(); len(got) > 0 {
				t.Fatalf("%s, as %s: stopped %q", name, form, got)
			}
		}
	}
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("told of %s", titles(got))
	}
	// What was forged first is the very thing if there is no secret.
	tb.u.Post.Secret = nil
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	tb.comesBack("postfix", copied(t, tb.deliver()[0], nil))
	if len(tb.stopped()) != 1 {
		t.Error("the forgery of this test is none")
	}
}

// A report that comes long after the mail stops nothing.
func TestBounceOfAnOldMail(t *testing.T) {
	tb := newTable(t)
	tb.create()
	head := headOf(tb.deliver()[0].Raw)
	tb.now = tb.now.Add(30*quota.Day + time.Minute)
	tb.comesBack("gmail", head)
	if got := tb.stopped(); len(got) > 0 {
		t.Errorf("stopped %q", got)
	}
}

// Press and answers that come back stop nothing, as others have a hand in what
// is in them; what the daemon sends by itself does.
func TestWhatStopsMails(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for i, text := range []string{
		// a report to Blue that it was sent, and press to Red
		"game: duel-1\nside: Blue\n\npress Red\nBuy this: http://spam.example\nendpress\nend\n",
		file("Blue", 1, 1, "pick 3"), file("Blue", 1, 1, "nonsense"),
		"game: duel-1\nside: Blue\nkey: x\nend\n",
		"game: duel-1\nside: Blue\n\nstatus\nend\n",
	} {
		tb.say(keys()["Blue"], fmt.Sprintf("%d@home", i), text)
	}
	answers := tb.got[2:]
	if len(answers) != 6 {
		t.Fatalf("got %s", titles(answers))
	}
	for _, m := range answers {
		tb.comesBack("postfix", headOf(m.Raw))
		if got := tb.stopped(); len(got) > 0 {
			t.Fatalf("%s stopped %q", m.Subject, got)
		}
	}
	if got := tb.deliver(); len(got) > 0 {
		t.Errorf("told of %s", titles(got))
	}
	if err := tb.u.Announce("duel-1", "Good morning.", ""); err != nil {
		t.Fatal(err)
	}
	tb.comesBack("postfix", headOf(tb.deliver()[0].Raw))
	if len(tb.stopped()) != 1 {
		t.Error("a word of the umpire that comes back stops nothing")
	}
}

// What is stopped is tried again after 1, 2, 4 and then every 8 days, one mail at a
// time; when that one stays away the others follow. The umpire is told once.
func TestHoldEndsByItself(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()[0]
	red := func(ms []*mail.Message) (n int) {
		for _, m := range ms {
			if m.To[0].Address == address["Red"] {
				n++
			}
		}
		return n
	}
	tb.comesBack("exim", headOf(first.Raw))
	notes := len(tb.deliver())
	for range 2 {
		if err := tb.u.Process("duel-1"); err != nil {
			t.Fatal(err)
		}
		tb.deliver()
	}
	for _, days := range []int{1, 2, 4, 8, 8} {
		tb.now = tb.now.Add(time.Duration(days)*quota.Day - time.Minute)
		tb.restart()
		// as RunOutbox begins
		if err := tb.u.Config.Store.Update(func(tx *store.Tx) error { return tx.RetryNow() }); err != nil {
			t.Fatal(err)
		}
		if n := red(tb.deliver()); n > 0 {
			t.Fatalf("before %d days are over: %d mails to Red", days, n)
		}
		tb.now = tb.now.Add(time.Minute)
		got := tb.deliver()
		if red(got) != 1 || !bytes.Equal(got[0].Raw, first.Raw) {
			t.Fatalf("after %d days: %s", days, titles(got))
		}
		tb.comesBack("exim", headOf(first.Raw))
		for _, m := range tb.deliver() {
			if m.To[0].Address == contact {
				notes++
			}
		}
	}
	if notes != 1 {
		t.Errorf("the umpire was told %d times", notes)
	}
	tb.now = tb.now.Add(8 * quota.Day)
	if n := red(tb.deliver()); n != 1 {
		t.Fatalf("got %d mails", n)
	}
	tb.now = tb.now.Add(time.Hour - time.Minute)
	if n := red(tb.deliver()); n > 0 {
		t.Fatalf("%d mails go out before the first has had time to come back", n)
	}
	tb.now = tb.now.Add(time.Minute)
	if n := red(tb.deliver()); n != 2 {
		t.Errorf("%d mails followed, want 2", n)
	}
	if got := tb.stopped(); len(got) > 0 {
		t.Errorf("still stopped: %q", got)
	}
	// Another time is another time.
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	last := tb.deliver()[0]
	tb.comesBack("postfix", headOf(last.Raw))
	if got := tb.deliver(); len(got) != 1 || got[0].To[0].Address != contact {
		t.Errorf("told: %s", titles(got))
	}
}

// A mail that had come back and is refused when it is tried again is not given up,
// nor are those behind it.
func TestHeldMailIsRefused(t *testing.T) {
	tb := newTable(t)
	tb.create()
	first := tb.deliver()[0]
	tb.comesBack("postfix", headOf(first.Raw))
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	s := &server{faults: map[string]error{address["Red"]: errRefused}}
	for _, days := range []int{1, 2, 4, 8, 8} {
		tb.now = tb.now.Add(time.Duration(days) * quota.Day)
		s.tried = nil
		if _, err := tb.u.Post.Send(t.Context(), s.send); err != nil {
			t.Fatal(err)
		}
		if len(s.tried) != 1 || len(tb.stopped()) != 1 {
			t.Fatalf("after %d days: tried %q, stopped %q", days, s.tried, tb.stopped())
		}
	}
	tb.now = tb.now.Add(8 * quota.Day)
	if got := tb.deliver(); len(got) != 1 || !bytes.Equal(got[0].Raw, first.Raw) {
		t.Errorf("got %s", titles(got))
	}
	tb.now = tb.now.Add(time.Hour)
	if got := tb.deliver(); len(got) != 1 || got[0].ID != "duel-1.1.Red@berthier.example" {
		t.Errorf("got %s", titles(got))
	}
}

// A report that goes the way of all mails, through the built-in server with the
// null return path.
func TestBounceThroughAServer(t *testing.T) {
	l, err := wire.StartLocal(wire.LocalConfig{Accounts: []wire.Account{{Address: own, Password: "x"}},
		Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	tb := newTable(t)
	tb.create()
	head := headOf(tb.deliver()[0].Raw)
	sender := &wire.Sender{Endpoint: wire.Endpoint{Address: l.SMTPAddr(), Security: wire.Plaintext}}
	defer sender.Close()
	raw := strings.TrimPrefix(dsns["postfix"](head), "Return-Path: <>\n")
	if err := sender.Send(t.Context(), "", []string{own}, []byte(strings.ReplaceAll(raw, "\n", "\r\n"))); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	p := &wire.Poller{Endpoint: wire.Endpoint{Address: l.IMAPAddr(), Security: wire.Plaintext, User: own,
		Password: "x"}, Mailbox: "INBOX", Interval: time.Minute, Logger: slog.New(slog.DiscardHandler)}
	err = p.Run(ctx, wire.Cursor{}, func(ctx context.Context, all []wire.Arrival) (int, error) {
		defer stop()
		return tb.u.takeAll(ctx, all)
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := tb.stopped(); len(got) != 1 {
		t.Errorf("stopped %q", got)
	}
}
