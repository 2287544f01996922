package umpire

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
)

var storm = flag.Int("umpire.storm", 800, "`mails` of the storm of TestStorm")

// A day full of mails of programs, many of which hide that they are programs, and
// some of which answer each of our answers, ends by itself.
func TestStorm(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	answered, pending := map[string]int{}, map[string]int{}
	deliver := func() {
		for _, m := range tb.deliver() {
			answered[m.To[0].Address]++
			pending[m.To[0].Address]++
		}
	}
	mails := *storm
	for i := range mails {
		tb.now = tb.now.Add(24 * time.Hour / time.Duration(mails))
		id := fmt.Sprintf("%d@storm.example", i)
		who := fmt.Sprintf("responder%d@example.org", i%700)
		var extra []string
		switch i % 8 {
		case 0: // a good one
			extra = []string{"Auto-Submitted: auto-replied (vacation)"}
		case 1:
			extra = []string{"Return-Path: <>"}
		case 2: // only a person sees it
			extra = []string{"X-Mailer: vacation"}
		case 3: // a player's own, which says nothing
			who = address["Red"]
		case 4: // and another's, which answers whatever we sent
			who = address["Blue"]
			if pending[who] == 0 {
				continue
			}
			pending[who]--
		case 5:
			extra = []string{"List-Unsubscribe: <https://example.org/>"}
		case 6: // somebody forges a different sender each time
			who, extra = fmt.Sprintf("victim%d@example.com", i),
				[]string{"Authentication-Results: mx; dmarc=fail header.from=example.com"}
		case 7:
			who = fmt.Sprintf("victim%d@example.com", i)
		}
		raw := letter(who, id, "I am on holiday until Monday.\n", extra...)
		raw = []byte(strings.Replace(string(raw), "Subject: my orders", "Subject: Re: [duel-1] your orders", 1))
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		if i%20 == 0 {
			deliver()
		}
	}
	deliver()
	total := 0
	for _, n := range answered {
		total += n
	}
	if total == 0 || total >= 50 {
		t.Errorf("%d mails were answered %d times, want fewer than 50: %v", mails, total, answered)
	}
	// An honest player is still answered, and his orders count.
	tb.play("Red", 1, 1, "pick 1")
	if got := tb.deliver(); len(got) != 1 || got[0].To[0].Address != address["Red"] {
		t.Errorf("the orders of a player got %s", titles(got))
	}
	t.Logf("%d answers to %d addresses", total, len(answered))
}

func TestStrangersAreAnsweredOnceADay(t *testing.T) {
	send := func(tb *table, n int, who string, extra ...string) int {
		for range n {
			tb.uid++
			if err := tb.take(letter(who, fmt.Sprintf("%d@%s", tb.uid, who), fmt.Sprint("hello ", tb.uid),
				extra...)); err != nil {
				t.Fatal(err)
			}
		}
		return len(tb.deliver())
	}
	tb := newTable(t)
	tb.create()
	tb.deliver()
	if got := send(tb, 5, "stranger@example.org"); got != 1 {
		t.Errorf("a stranger got %d answers, want 1", got)
	}
	tb.now = tb.now.Add(25 * time.Hour)
	if got := send(tb, 1, "stranger@example.org"); got != 1 {
		t.Errorf("a day later a stranger got %d answers, want 1", got)
	}
	if got := send(tb, 1, "other@example.org",
		"Authentication-Results: mx; spf=fail smtp.mailfrom=example.org"); got != 0 {
		t.Errorf("a forged sender got %d answers", got)
	}
	for i := range 40 {
		send(tb, 1, fmt.Sprintf("crowd%d@example.org", i))
	}
	if got := send(tb, 1, "late@example.org"); got != 0 {
		t.Errorf("a crowd was answered without an end")
	}
	if got := send(tb, 30, address["Red"]); got != 4 {
		t.Errorf("a player's address got %d answers in an hour, want 4", got)
	}
	for range 10 {
		tb.now = tb.now.Add(time.Hour)
		send(tb, 5, address["Red"])
	}
	count := 0
	for _, m := range tb.got {
		if m.To[0].Address == address["Red"] && strings.Contains(m.Subject, "could not be used") {
			count++
		}
	}
	if count != 10 {
		t.Errorf("a player's address got %d answers in a day, want 10", count)
	}
	silent := newTable(t)
	silent.create()
	silent.deliver()
	silent.u.Limits.Strangers = -1
	if got := send(silent, 3, "stranger@example.org"); got != 0 {
		t.Errorf("strangers are not to be answered, but got %d", got)
	}
}

// What came by a mailing list counts if a player signed it, and is never
// answered if not.
func TestMailingList(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	list := []string{"List-Id: <club.example.org>", "Precedence: list"}
	if err := tb.take(letter("club@example.org", "1@list", "hello everybody\n", list...)); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 0 {
		t.Errorf("a list got %s", titles(got))
	}
	body := signed(t, "Red", file("Red", 1, 1, "pick 1")) + "\n_______\nclub mailing list\n"
	if err := tb.take(letter("club@example.org", "2@list", body, list...)); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 1 || got[0].To[0].Address != address["Red"] ||
		!strings.Contains(got[0].Subject, "orders received") {
		t.Errorf("got %s", titles(got))
	}
}
