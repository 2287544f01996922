package umpire

import (
	"bytes"
	"crypto/ed25519"
	crand "crypto/rand"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/onlooker"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
	"berthier/templates"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/quota"
)

var floods = flag.Int("umpire.flood", 150, "forged `mails` of the floods of TestFlood")

// bare is a mail with nothing but what it needs.
func bare(from, body string) []byte {
	return []byte("From: " + from + "\r\nTo: games+duel-1@berthier.example\r\n\r\n" +
		strings.ReplaceAll(body, "\n", "\r\n"))
}

// unsignedMails are mails that prove nothing, of all kinds, by name.
func unsignedMails(t testing.TB) map[string]string {
	wrong := strings.Replace(signed(t, "Red", file("Red", 1, 1, "pick 4")), "pick 4", "pick 5", 1)
	mails := map[string]string{
		"greeting": "hello", "empty": "", "turn file": file("Red", 1, 1, "pick 4"), "changed": wrong,
		"unknown key": signed(t, "Stranger", file("Red", 1, 1, "pick 4")), "long": strings.Repeat("word ", 4000),
		"long faults":   strings.Repeat("status "+strings.Repeat("b", 300)+"\n", 20),
		"wrong code":    "observe duel-1 AAAA-BBBB-CCCC",
		"no invitation": "game: duel-1\nside: Red\njoin: AAAA-BBBB-CCCC\nkey: x\nend\n",
		"all":           "help\nstatus\ngames\nmap\nhistory\nlanguage\njoin\nobserve\nmonitor\nunobserve",
		"twenty maps":   strings.Repeat("map\n", 20), "twenty helps": strings.Repeat("help\n", 20),
		"signed commands": "press all\nhello\nendpress\nreport 1",
	}
	for _, c := range command.Kinds() {
		if mails[c.Word] = c.Word; c.Who&command.Stranger != 0 {
			mails[c.Word+" duel-1"] = c.Word + " duel-1"
		}
	}
	return mails
}

// An unsigned mail, whatever it asks for and whoever seems to have sent it, gets one
// answer at most, which is text alone and not much larger than itself.
func TestUnsignedAnswersAreSmall(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.create()
	for i := range 40 { // a history
		if err := tb.u.Announce("duel-1", fmt.Sprint("news ", i), ""); err != nil {
			t.Fatal(err)
		}
	}
	tb.deliver()
	answered, cut := 0, 0
	for name, body := range unsignedMails(t) {
		for i, who := range []string{"victim@example.org", "Victim+a@Example.org"} {
			for _, raw := range [][]byte{
				bare(who, body), letter(who, fmt.Sprintf("%d-%s@x", i, strings.ReplaceAll(name, " ", "-")), body),
				append([]byte("X-Pad: "+strings.Repeat(strings.Repeat("a", 70)+"\r\n ", 400)+"\r\n"),
					bare(who, body)...),
			} {
				tb.now = tb.now.Add(2 * quota.Day)
				if err := tb.take(raw); err != nil {
					t.Fatal(err)
				}
				got := tb.deliver()
				if len(got) == 0 {
					continue
				}
				answered++
				if strings.Contains(flat(got[0].Text), "The rest is cut,") {
					cut++
				}
				if len(got) > 1 {
					t.Fatalf("%s: %d answers\n%s", name, len(got), titles(got))
				}
				m := got[0]
				if most := min(20_000, 10*len(raw)); len(m.Raw) > most {
					t.Errorf("%s: %d bytes got %d, want at most %d", name, len(raw), len(m.Raw), most)
				}
				if m.HTML != "" || len(m.Attachments) > 0 ||
					!strings.HasPrefix(field(t, m, "Content-Type"), "text/plain") {
					t.Errorf("%s: the answer is not text alone:\n%s", name, m.Raw[:min(len(m.Raw), 2000)])
				}
				if to := m.To[0].Address; to != who {
					t.Errorf("%s: the answer goes to %s", name, to)
				}
			}
		}
	}
	if answered < 150 || cut < 20 {
		t.Errorf("%d answers, %d of them cut", answered, cut)
	}
	if got := len(tb.records()); got != 3+40 {
		t.Errorf("%d records", got)
	}
	tb.now = tb.now.Add(2 * quota.Day)
	if err := tb.take([]byte("From: a@b.example\r\n\r\nhelp")); err != nil {
		t.Fatal(err)
	}
	if got := tb.deliver(); len(got) != 0 {
		t.Errorf("25 bytes got %d", len(got[0].Raw))
	}
}

// A player's address and one that observes get larger answers, but seldom: anybody can
// write them into From. What is signed does not count with them.
func TestKnownAddressesGetMore(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.create()
	tb.deliver()
	tb.u.Limits.AllStrangers, tb.u.Limits.Answers = 100, 100
	var observers []string
	for i := range 5 {
		who := fmt.Sprintf("Looker%d@d%d.example", i, i)
		has(t, tb.ask(who, lineToCopy(t, tb.ask(who, "observe duel-1"))), "From the next step on")
		observers = append(observers, who)
	}
	tb.now = tb.now.Add(2 * quota.Day)
	pictures := func(from, to string) (answers, larger int) {
		t.Helper()
		for range 14 {
			tb.now = tb.now.Add(10 * time.Minute)
			raw := letter(from, fmt.Sprintf("%d@map", tb.uid), "map")
			if err := tb.take(raw); err != nil {
				t.Fatal(err)
			}
			for _, m := range tb.deliver() {
				if answers++; m.To[0].Address != to {
					t.Errorf("an answer to %s goes to %s", from, m.To[0].Address)
				}
				if len(m.Attachments) > 0 {
					larger++
				} else if len(m.Raw) > min(20_000, 10*len(raw)) || m.HTML != "" ||
					strings.Contains(m.Text, "[Picture: ") ||
					!strings.Contains(flat(m.Text), "A map is too large") {
					t.Errorf("a small answer is\n%s", m.Raw)
				}
			}
		}
		return answers, larger
	}
	all := 0
	for i, who := range append([]string{"N.EY+x@Example.net", address["Blue"]}, observers...) {
		to := strings.ToLower(who)
		if i == 0 {
			to = address["Red"]
		}
		answers, larger := pictures(who, to)
		if all += larger; answers != 10 || larger != 2 && all != 10 {
			t.Errorf("%s got %d answers, %d of them larger; all got %d larger ones", who, answers, larger, all)
		}
	}
	if all != 10 {
		t.Errorf("all got %d larger answers", all)
	}
	has(t, tb.tell("Red", "map"), "[Picture: ")
	if _, larger := pictures("Looker1+x@d1.example", "Looker1+x@d1.example"); larger > 0 {
		t.Error("an address that did not send its code back got a picture")
	}
}

// The last answer to unsigned mails says when the next comes, and who helps until then.
func TestLastAnswerSaysSo(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	const note = "This is the last answer for now to mails from your address without a good signature. The next such " +
		"mail is answered from 2 December 2030, 09.01 UTC on. What is signed with a registered key is answered at " +
		"any time. Until then you can write to the umpire: umpire@berthier.example"
	send := func(n int, from, body string) string {
		got := tb.ask(from, body)
		if len(got) != n {
			t.Fatalf("%d answers to %q, want %d", len(got), body, n)
		}
		return text(got)
	}
	for i := range 3 {
		if got := send(1, address["Red"], hello(i)); strings.Contains(got, "last answer") {
			t.Errorf("answer %d:\n%s", i+1, got)
		}
		tb.now = tb.now.Add(time.Minute)
	}
	if got := send(1, address["Red"], "help\nmap\nhistory"); !strings.Contains(got, templates.Prose(note)) {
		t.Errorf("the fourth answer:\n%s", got)
	}
	tb.now = tb.now.Add(time.Hour - 4*time.Minute)
	send(0, address["Red"], hello(5))
	has(t, tb.tell("Red", "status"), "owes orders")
	tb.now = tb.now.Add(2 * time.Minute)
	send(1, address["Red"], hello(6))
	if got := send(1, "nobody@example.org", hello(1)); !strings.Contains(got,
		"answered from 3 December 2030, 09.02 UTC") {
		t.Errorf("the only answer of a day:\n%s", got)
	}
}

// What somebody writes who proved nothing comes back to nobody at length, nor as a link.
func TestUnsignedTextIsNotSpread(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	evil := "https://evil.example/pay?now"
	for i, body := range []string{
		namespaced(t, evil), namespaced(t, "x\n\n"+evil),
		"-----BEGIN www.evil.example-----\n\nAAAA\n-----END www.evil.example-----\n",
		"-----BEGIN PGP SIGNED MESSAGE-----\nHash: " + evil + "\n\nhello\n-----BEGIN PGP SIGNATURE-----\nVersion: " +
			evil + "\n\nAAAA\n-----END PGP SIGNATURE-----\n",
		"-----BEGIN PGP " + evil + "-----\n\nAAAA\n-----END PGP " + evil + "-----\n",
		"Dear player,\n\nyour account is closed: " + evil + "\n" + strings.Repeat("Pay now. ", 100),
		"status " + evil, "status\nhelp " + evil, "status\n" + evil, "observe duel-1 " + evil, "join " + evil,
		"language " + evil,
		"game: " + evil + "\nstatus", "help\nstatus " + strings.Repeat("pay-", 19),
		"status\n" + strings.Repeat("pay now www.evil.example\n", 19),
		"map " + evil + "\nmap " + evil + "\nunobserve " + evil + " " + evil,
	} {
		for _, who := range []string{"victim@example.org", address["Red"]} {
			tb.now = tb.now.Add(2 * quota.Day)
			raw := letter(who, fmt.Sprintf("evil%d@x", i), body)
			raw = bytes.Replace(raw, []byte("Subject: my orders"), []byte("Subject: [duel-1] "+evil), 1)
			if err := tb.take(raw); err != nil {
				t.Fatal(err)
			}
			for _, m := range tb.deliver() {
				text := m.Subject + "\n" + m.Text
				if strings.Contains(text, evil) || strings.Contains(text, "evil.example") ||
					strings.Count(text, "pay")+strings.Count(text, "Pay") > 20 {
					t.Errorf("%.40q to %s:\n%s", body, who, text)
				}
				quotes := who == address["Red"] || strings.Contains(body, "-----BEGIN SSH") // the name of its namespace
				if !quotes && strings.Contains(strings.ToLower(text), "evil") {
					t.Errorf("%.40q to a stranger:\n%s", body, text)
				}
			}
		}
	}
}

// namespaced is a text with an OpenSSH signature that was made for something else.
func namespaced(t *testing.T, namespace string) string {
	t.Helper()
	_, private, err := ed25519.GenerateKey(crand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	text := file("Red", 1, 1, "pick 4")
	sig, err := sshsig.Sign(strings.NewReader(text), signer, sshsig.HashSHA512, namespace)
	if err != nil {
		t.Fatal(err)
	}
	return text + string(sshsig.Armor(sig))
}

// One mailbox is one, however it is spelt; a domain and all strangers together have a
// limit as well; and commands count as other mails do.
func TestStrangersCountTogether(t *testing.T) {
	for _, test := range []struct {
		name string
		from func(i int) string
		body func(i int) string
		most int
	}{
		{"tags, useless", func(i int) string { return fmt.Sprintf("victim+%d@example.org", i) }, hello, 1},
		{"dots", func(i int) string {
			return strings.Join(strings.Split("longvictim", "")[:2+i%8], ".") + "victim"[:0] + "x@example.org"
		}, hello, 8},
		{"case and tags, commands", func(i int) string {
			return fmt.Sprintf([]string{"Victim+%d@Example.org", "v.ictim+%d@example.ORG"}[i%2], i)
		}, asks, 10},
		{"one domain", func(i int) string { return fmt.Sprintf("v%d@example.org", i) }, asks, 10},
		{"one domain by many names", func(i int) string { return fmt.Sprintf("v@host%d.example.org", i) }, asks, 10},
		{"google", func(i int) string {
			return fmt.Sprintf([]string{"v.i+%d@gmail.com", "vi+%d@googlemail.com"}[i%2],
				i)
		}, hello, 1},
		{"any domain, useless", func(i int) string { return fmt.Sprintf("v@d%d.example", i) }, hello, 20},
		{"any domain, commands", func(i int) string { return fmt.Sprintf("v@d%d.example", i) }, asks, 20},
		{"any domain, both", func(i int) string { return fmt.Sprintf("v@d%d.example", i/2) },
			func(i int) string { return []string{hello(i), asks(i)}[i%2] }, 20},
		{"a player's, with tags", func(i int) string { return fmt.Sprintf("N.ey+%d@example.net", i) }, asks, 10},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			tb.deliver()
			answered := 0
			for i := range 100 {
				tb.now = tb.now.Add(14 * time.Minute) // all of it within a day
				if err := tb.take(letter(test.from(i), fmt.Sprintf("%d@x", i), test.body(i))); err != nil {
					t.Fatal(err)
				}
				answered += len(tb.deliver())
			}
			if answered != test.most {
				t.Errorf("%d of 100 mails of a day were answered, want %d", answered, test.most)
			}
		})
	}
}

func hello(i int) string { return fmt.Sprint("hello ", i) }
func asks(i int) string  { return "status\n" + strings.Repeat("\n", i) + "end" }

// flood is mails by which somebody wants to keep a player from playing: in any name,
// his own too, with signatures that do not fit, and copies of what he signed before.
func flood(t testing.TB, r *rand.Rand, n int, old []string) [][]byte {
	kinds := unsignedMails(t)
	var bodies []string
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		bodies = append(bodies, kinds[name])
	}
	bodies = append(bodies, slices.Concat(old, old, old)...)
	var mails [][]byte
	for i := range n {
		body := bodies[r.IntN(len(bodies))]
		who := [](func() string){
			func() string { return address["Red"] },
			func() string { return strings.Replace(address["Blue"], "@", fmt.Sprintf("+%d@", i), 1) },
			func() string { return fmt.Sprintf("v%d@d%d.example", i, i) },
			func() string { return "victim@example.org" },
		}[r.IntN(4)]()
		switch r.IntN(6) {
		case 0: // other blanks
			body = strings.ReplaceAll(body, "\n", strings.Repeat(" ", r.IntN(20))+"\n")
		case 1: // a wrong signature in his name
			body = strings.Replace(old[r.IntN(len(old))], "e", "E", 1)
		case 2:
			body = "I greet you.\n\n" + body + strings.Repeat("footer\n", r.IntN(50))
		}
		var extra []string
		if r.IntN(8) == 0 {
			extra = []string{"Auto-Submitted: auto-replied"}
		}
		mails = append(mails, letter(who, fmt.Sprintf("flood%d@x", i), body, extra...))
	}
	return mails
}

// Nobody can silence a player or the umpire: after any number of forged mails what they
// sign is done and answered. And nothing that a stranger sent stays in the store.
func TestFlood(t *testing.T) {
	tb := newTable(t)
	key := newKey(t)
	tb.u.UmpireKeys = []sign.Key{key.Public()}
	tb.create()
	commands := func(by string, lines string) string {
		return signed(t, "Red", fmt.Sprintf("game: duel-1\nside: %s\n\n%s\nend\n", by, lines))
	}
	umpire := func(lines string) string {
		body, err := sign.Inline(key, []byte("game: duel-1\nside: umpire\n\n"+lines+"\nend\n"))
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	old := []string{
		signed(t, "Red", file("Red", 1, 1, "pick 9")), commands("Red", "status"), commands("Red", "report 0\nmap"),
		commands("Red", "press Blue\nhello\nendpress"), commands("Red", "pause 2031-01-01"),
		commands("Red", "draw no"), umpire("keys"), umpire("announce\nhello\nendannounce"),
	}
	for i := range 30 { // more old texts than copies are answered
		old = append(old, commands("Red", fmt.Sprintf("status // %d", i)))
	}
	for i, body := range old {
		tb.now = tb.now.Add(time.Hour)
		if err := tb.take(letter(address["Red"], fmt.Sprintf("old%d@home", i), body)); err != nil {
			t.Fatal(err)
		}
	}
	tb.now = tb.now.Add(2 * quota.Day)
	tb.deliver()
	records, before := len(tb.records()), tb.leftovers()
	got := map[string]int{}
	for i, raw := range flood(t, rand.New(rand.NewPCG(12, 3)), *floods, old) {
		tb.now = tb.now.Add(20 * time.Hour / time.Duration(*floods))
		if err := tb.take(raw); err != nil {
			t.Fatal(err)
		}
		if i%50 == 0 {
			for _, m := range tb.deliver() {
				got[m.To[0].Address]++
			}
		}
	}
	for _, m := range tb.deliver() {
		got[m.To[0].Address]++
	}
	after, total := tb.leftovers(), 0
	for who, n := range got {
		if total += n; n > 2*matter.CopiesDay+tb.u.Limits.AnswersDay { // "report" and another command are two mails
			t.Errorf("%d answers to %s", n, who)
		}
	}
	if most := 20 + 10 + 2*matter.CopiesDay + 10 + matter.CopiesDay; total > most || total == 0 {
		t.Errorf("%d answers, want at most %d", total, most)
	}
	t.Logf("%d mails: %d answers, %v", *floods, total, got)
	t.Logf("the store had %v, has %v", before, after)
	if len(tb.records()) != records {
		t.Errorf("%d records, want %d", len(tb.records()), records)
	}
	if after.seen != before.seen || after.inbox != before.inbox || after.mails-before.mails > total {
		t.Errorf("the flood left marks, mails that came or mails that went: %v, before %v", after, before)
	}
	if most := 200*int64(*floods) + int64(total)*25_000; after.journal-before.journal > most {
		t.Errorf("the journal grew by %d bytes, want at most %d", after.journal-before.journal, most)
	}

	// All that is signed counts, and is answered.
	one := func(what, to, subject, body string) {
		t.Helper()
		tb.now = tb.now.Add(time.Second)
		if err := tb.take(letter("anybody@example.org", what+"@home", body)); err != nil {
			t.Fatal(err)
		}
		if got := titles(tb.deliver()); !strings.Contains(got, to+": [duel-1] "+subject) {
			t.Errorf("%s got %q", what, got)
		}
	}
	one("status", address["Red"], "status", commands("Red", "status // now"))
	one("press", address["Blue"], "press from Red", commands("Red", "press Blue\ncan you hear me?\nendpress"))
	one("keys", "umpire@berthier.example", "keys", umpire("keys // now"))
	one("faults", address["Red"], "orders refused", signed(t, "Red", file("Red", 1, 1, "pick 8")))
	one("orders", address["Red"], "orders received", signed(t, "Red", file("Red", 1, 1, "pick 4")))
	one("withdraw", address["Red"], "withdraw", commands("Red", "withdraw"))
	one("again", address["Red"], "orders received", signed(t, "Red", file("Red", 1, 1, "pick 5")))
	one("process", address["Blue"], "Round 1", umpire("process"))
	one("rollback", address["Blue"], "your orders: Round 1", umpire("rollback 0 a test"))

	// And in time all that a stranger called forth goes.
	tb.now = tb.now.Add(7*quota.Day + time.Hour)
	tb.deliver()
	if err := tb.store.View(func(tx *store.Tx) error {
		for q, err := range tx.Entries("") {
			if err != nil || strings.HasPrefix(q.ID, "answer.") || strings.HasPrefix(q.ID, "copy.") {
				return fmt.Errorf("%s is still there: %w", q.ID, err)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	if n := len(tb.u.Answered.Strangers.At); n > 200 {
		t.Errorf("%d strangers are counted", n)
	}
}

// storeSize is how much is in the store.
type storeSize struct {
	seen, inbox, mails int
	journal            int64
}

func (tb *table) leftovers() (n storeSize) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) error {
		for _, game := range []string{"", "duel-1"} {
			for _, err := range tx.Entries(game) {
				if n.mails++; err != nil {
					return err
				}
			}
		}
		keys, err := tx.MessageKeys("duel-1")
		n.inbox = len(keys)
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	journal, err := os.ReadFile(store.JournalPath(tb.path))
	if err != nil {
		tb.t.Fatal(err)
	}
	n.seen, n.journal = bytes.Count(journal, []byte("\nput seen ")), int64(len(journal))
	return n
}

// What is counted holds for mails that come together too.
func TestStrangersComeTogether(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	var all []wire.Arrival
	for i := range 100 {
		raw := letter(fmt.Sprintf("v@d%d.example", i), fmt.Sprintf("%d@x", i), asks(i))
		all = append(all, wire.Arrival{Raw: raw, Size: int64(len(raw)),
			Cursor: wire.Cursor{UIDValidity: 7, UID: uint32(i + 1)}})
	}
	if n, err := tb.u.takeAll(t.Context(), all); n != len(all) || err != nil {
		t.Fatal(n, err)
	}
	if got := len(tb.deliver()); got != 20 {
		t.Errorf("%d of 100 mails that came together were answered, want 20", got)
	}
}

// A quota decides what is answered, never what is done: who has asked too much still
// plays, and is told of what changes the game.
func TestQuotaStopsNothingSigned(t *testing.T) {
	tb := newTable(t)
	tb.create()
	for i := range matter.SignedHour {
		if got := tb.tell("Red", fmt.Sprintf("status // %d", i)); len(got) != 1 {
			t.Fatalf("question %d got %d answers", i+1, len(got))
		}
	}
	line := lineToCopy(t, tb.tell("Blue", "observe duel-1"))
	if got := tb.tell("Red", "status // again"); len(got) != 0 {
		t.Errorf("one question too many got %s", titles(got))
	}
	has(t, tb.tell("Red", "draw"), "[duel-1] draw")
	has(t, tb.tell("Red", "press Blue\nhello\nendpress"), "press from Red")
	tb.play("Red", 1, 1, "pick 9") // a fault is no answer that must be
	if got := tb.deliver(); len(got) != 0 {
		t.Errorf("faults got %s", titles(got))
	}
	tb.play("Red", 1, 1, "pick 4")
	if got := titles(tb.deliver()); got != address["Red"]+": [duel-1] orders received" {
		t.Errorf("orders got %q", got)
	}
	for i := range matter.SignedHour {
		tb.tell("Blue", fmt.Sprintf("status // %d", i))
	}
	tb.tell("Blue", line)
	if words, err := onlooker.Of(tb.u.Docket, "duel-1"); err != nil || words[address["Blue"]] != onlooker.WordObserve {
		t.Errorf("Blue does not observe: %v, %v", words, err)
	}
}
