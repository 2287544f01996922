package umpire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/duty"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/jdg"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// Press goes to whom it is for, once, in the name that the game allows, and
// into no record.
func TestPress(t *testing.T) {
	for _, c := range []struct {
		press      record.Press
		body, want string // who gets what, or what is wrong
	}{
		{record.PressNamed, "press all\nMeet me.\nendpress",
			"kutuzov@example.com: [duel-1] press from Red\nney@example.net: [duel-1] press all"},
		{record.PressNamed, "press blue\nMeet me.\nendpress",
			"kutuzov@example.com: [duel-1] press from Red\nney@example.net: [duel-1] press blue"},
		{record.PressNamed, "press umpire\nMeet me.\nendpress",
			"umpire@berthier.example: [duel-1] press from Red\nney@example.net: [duel-1] press umpire"},
		{record.PressNamed, "press all anonymous\nMeet me.\nendpress", "not allowed here"},
		{record.PressAnonymous, "press all anonymous\nMeet me.\nendpress",
			"kutuzov@example.com: [duel-1] press from somebody who does not give a name\n" +
				"ney@example.net: [duel-1] press all anonymous"},
		{record.PressNone, "press all\nMeet me.\nendpress", "allows no press"},
		{record.PressNone, "press umpire\nMeet me.\nendpress",
			"umpire@berthier.example: [duel-1] press from Red\nney@example.net: [duel-1] press umpire"},
		{record.PressNamed, "press red\nMeet me.\nendpress", "can go to the other sides"},
		{record.PressNamed, "press all\nMeet me.\nendpress\ndraw", "cannot come with press"},
		{record.PressNamed, "draw\npress all\nMeet me.\nendpress", "in a mail of its own"},
		{record.PressNamed, "press all\n" + strings.Repeat("xxxxxxxxx\n", duty.MaxPress/10+1) + "\nendpress",
			"at most 8000 bytes"},
	} {
		t.Run(string(c.press)+c.body[:min(len(c.body), 30)], func(t *testing.T) {
			tb := newTable(t)
			s := spec()
			s.Press = c.press
			if _, err := tb.u.Create(s); err != nil {
				t.Fatal(err)
			}
			records := len(tb.records())
			got := tb.tell("Red", c.body)
			if strings.Contains(c.want, ": [") {
				if titles(got) != c.want {
					t.Errorf("got\n%s\nwant\n%s", titles(got), c.want)
				}
				has(t, got[:1], "Meet me.")
				hasNot(t, got[1:], "Meet me.")
				if strings.Contains(c.want, "somebody") && strings.Contains(string(got[0].Raw), "Red") {
					t.Errorf("anonymous press tells its sender:\n%s", got[0].Raw)
				}
				has(t, tb.tell("Red", c.body), "carried out before")
			} else {
				has(t, got, "not carried out", c.want)
				if len(got) != 1 {
					t.Errorf("got\n%s", titles(got))
				}
			}
			if len(tb.records()) != records {
				t.Error("it is in the log")
			}
		})
	}
}

// lineToCopy is the last line that an answer has to be copied.
func lineToCopy(t *testing.T, got []*mail.Message) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(got[0].Text), "\n")
	last := lines[len(lines)-1]
	if len(lines) < 3 || lines[len(lines)-2] != "" || strings.HasSuffix(last, ".") {
		t.Fatalf("no line to copy in\n%s", got[0].Text)
	}
	return last
}

// Whoever shows that an address is his gets what everybody may see, until he
// stops it.
func TestObserve(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.u.Limits.Strangers, tb.u.Limits.AllStrangers, tb.u.Limits.Answers, tb.u.Limits.AnswersDay = 100, 100, 100, 100
	tb.create()
	code := func(word, from string) string {
		got := tb.ask(from, word+" duel-1")
		has(t, got, "Anybody could have written this", word+" duel-1 ")
		return lineToCopy(t, got)
	}
	look, watch := code("observe", "looker@example.org"), code("monitor", "robot@example.org")
	if look == code("observe", "other@example.org") ||
		strings.TrimPrefix(look, "observe") == strings.TrimPrefix(watch, "monitor") {
		t.Fatal("the codes are the same")
	}
	has(t, tb.ask("other@example.org", look), "not the code")
	has(t, tb.ask("looker@example.org", look), "From the next step on")
	has(t, tb.ask("robot@example.org", watch), "From the next step on")
	tb.restart()
	tb.u.Maps = true
	tb.u.Limits.Strangers, tb.u.Limits.AllStrangers, tb.u.Limits.Answers, tb.u.Limits.AnswersDay = 100, 100, 100, 100
	tb.play("Red", 1, 1, "pick 4")
	tb.play("Blue", 1, 1, "pick 2")
	mails := map[string]*mail.Message{}
	for _, m := range tb.deliver() {
		if strings.Contains(m.Subject, "Round") {
			mails[m.To[0].Address] = m
		}
	}
	observed, monitored := mails["looker@example.org"], mails["robot@example.org"]
	if observed == nil || monitored == nil || len(mails) != 4 {
		t.Fatalf("%d mails", len(mails))
	}
	has(t, []*mail.Message{observed}, "as everybody may see it", "score", "unobserve duel-1", "Check the dice",
		"[Picture: ")
	for _, m := range []*mail.Message{observed, monitored} {
		hasNot(t, []*mail.Message{m}, "deal", "card1", "code:", address["Red"])
	}
	var x onlooker.Results
	if err := json.Unmarshal(monitored.Attachments[0].Bytes, &x); err != nil {
		t.Fatal(err)
	}
	if x.Game != "duel-1" || x.Step != 1 || x.Over || len(x.Waiting) != 1 || len(x.Events) == 0 ||
		strings.Contains(string(monitored.Attachments[0].Bytes), "deal") {
		t.Errorf("got %+v", x)
	}
	end := lineToCopy(t, []*mail.Message{observed})
	if end != code("unobserve", "looker@example.org") {
		t.Errorf("the report ends in %q", end)
	}
	has(t, tb.ask("looker@example.org", look+"\nunobserve duel-1 "+strings.Fields(look)[2]), "not the code")
	has(t, tb.ask("thief@example.org", end), "not the code")
	has(t, tb.ask("looker@example.org", end), "Nothing more of game duel-1")
	has(t, tb.ask("looker@example.org", end), "does not observe")
	got := tb.sure("Red", "concede")
	if !strings.Contains(titles(got), "robot@example.org: [duel-1] A duel is over") ||
		strings.Contains(titles(got), "looker") {
		t.Errorf("at the end\n%s", titles(got))
	}
	has(t, tb.ask("looker@example.org", "observe duel-1"), "the game is over")
}

// A mail is for the game that it names; what is signed counts more than what is
// not, and the answer says where they disagree.
func TestRouting(t *testing.T) {
	tb := newTable(t)
	tb.create()
	second := spec()
	second.Game = "duel-2"
	if _, err := tb.u.Create(second); err != nil {
		t.Fatal(err)
	}
	tb.u.Limits.Answers, tb.u.Limits.AnswersDay = 1000, 1000
	send := func(body, to, subject, thread string) []*mail.Message {
		t.Helper()
		tb.deliver()
		tb.uid++
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <route-%d@home>\r\nIn-Reply-To: <%s>\r\n"+
			"\r\n%s",
			address["Red"], to, subject, tb.uid, thread, strings.ReplaceAll(body, "\n", "\r\n"))
		if err := tb.take([]byte(raw)); err != nil {
			t.Fatal(err)
		}
		return tb.deliver()
	}
	const tag1, tag2, none = "games+duel-1@berthier.example", "games+duel-2@berthier.example", "games@berthier.example"
	const thread2 = "duel-2.0.Red@berthier.example"
	for _, c := range []struct{ name, body, to, subject, thread, want, note string }{
		{"by the address", "status", tag2, "x", "y@z", "[duel-2] status", ""},
		{"by the subject", "status", none, "Re: [duel-2] your orders", "y@z", "[duel-2] status", ""},
		{"by the thread", "status", none, "x", thread2, "[duel-2] status", ""},
		{"by the header", "game: duel-2\nstatus", none, "x", "y@z", "[duel-2] status", ""},
		{"all agree", "game: duel-2\nstatus", tag2, "[duel-2]", thread2, "[duel-2] status", ""},
		{"address before subject", "status", tag1, "[duel-2]", "y@z", "[duel-1] status",
			"Its subject names game duel-2"},
		{"subject before thread", "status", none, "[duel-1]", thread2, "[duel-1] status",
			"The mail that it answers names game duel-2"},
		{"header before address", "game: duel-2\nstatus", tag1, "x", "y@z", "[duel-2] status",
			"The address that it was sent to names game duel-1"},
		{"by nothing", "status", none, "x", "y@z", "not carried out", "not clear which game"},
		{"a game that is not there", "status", "games+duel-9@berthier.example", "[duel-9]", "y@z", "not carried out",
			"not clear which game"},
		{"signed", signed(t, "Red", "game: duel-2\nside: Red\nstatus"), tag1, "x", "y@z", "[duel-2] status",
			"The address that it was sent to names game duel-1, but what you signed is for another one: game duel-2 " +
				"counted"},
		{"signed without a header", signed(t, "Red", "status"), tag2, "x", "y@z", "[duel-2] status", ""},
		{"signed, by the thread", signed(t, "Red", "status // 2"), none, "x", thread2, "[duel-2] status", ""},
		{"a turn file", signed(t, "Red", strings.ReplaceAll(file("Red", 1, 1, "pick 4"), "duel-1", "duel-2")), tag1,
			"[duel-1]", "y@z", "[duel-2] orders received",
			"names game duel-1, but what you signed is for another one: game duel-2 counted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := send(c.body, c.to, c.subject, c.thread)
			has(t, got, c.want, c.note)
			if c.note == "" {
				hasNot(t, got, "names game")
			}
		})
	}
}

// A preview changes nothing but the marks of its own mail: records, states,
// secrets and later draws are the same with and without it.
func TestPreviewChangesNothing(t *testing.T) {
	play := func(previews bool) (*table, string) {
		tb := newTable(t)
		tb.create()
		preview := func(side engine.Side, turn, step int, orders string) {
			if previews {
				before := gameBytes(tb)
				tb.tell(side, fmt.Sprintf("preview\nturn: %d\nstep: %d\n\n%s", turn, step, orders))
				tb.tell(side, "preview // "+orders)
				if after := gameBytes(tb); after != before {
					t.Fatalf("a preview changed\n%s\nto\n%s", before, after)
				}
			}
		}
		for step := 1; step <= 4 && !tb.status().Outcome.Over; step++ {
			s := tb.status()
			for _, side := range []engine.Side{"Red", "Blue"} {
				order := map[bool]string{true: "pick 3", false: "double yes"}[step%2 == 1]
				preview(side, s.Turn, step, order)
				preview(side, s.Turn, step, "nonsense")
				preview(side, s.Turn+1, step, order)
				for _, w := range s.Waiting {
					if w == side {
						tb.play(side, s.Turn, step, order)
						preview(side, s.Turn, step, order)
					}
				}
			}
		}
		return tb, gameBytes(tb)
	}
	_, without := play(false)
	tb, with := play(true)
	if with != without {
		t.Errorf("with previews the game went otherwise:\n%s\nwithout:\n%s", with, without)
	}
	tb.audited()
}

// gameBytes is all that the store holds of the game, but for the mails that
// were sent.
func gameBytes(tb *table) string {
	tb.t.Helper()
	var b strings.Builder
	if err := tb.store.View(func(tx *store.Tx) error { return dumpGame(&b, tx, "duel-1") }); err != nil {
		tb.t.Fatal(err)
	}
	return b.String()
}

// A preview of Jours de Gloire shows the orders as understood, the exact odds,
// and the moves on a map, from what the side may know.
func TestPreviewOfBattle(t *testing.T) {
	tb := campaign(t, "goldbach")
	tb.u.Maps = false // until it is asked for
	rs := tb.u.Rulesets[0].(*jdg.Ruleset)
	pl, last := book.NewPlayer(3), map[string][]byte{}
	for n := 1; n < 300; n++ {
		raw := tb.answers(t, pl, last, n)
		if raw == nil {
			break
		}
		g, err := tb.u.Look("goldbach")
		if err != nil {
			t.Fatal(err)
		}
		d := rs.Owed(g.State.Position)[0]
		draft := rs.Draft(g.State.Position, d)
		var lines, verbs []string
		for _, verb := range []string{"shock", "fire", "move"} {
			for _, o := range draft.Options() {
				if o.Words[0] == verb {
					lines, verbs = append(lines, strings.Join(o.Words, " ")), append(verbs, verb)
					draft.Add(o)
					break
				}
			}
		}
		if !slices.Contains(verbs, "shock") {
			tb.arrive(t, raw)
			continue
		}
		by := duelSides[slices.Index(g.Sides, d.Side)]
		text := fmt.Sprintf("preview\n%s\n%s\nend\n", g.Attachment(d.Side, engine.Link{}).TurnHeader(),
			strings.Join(lines, "\n"))
		size := func() (n uint64) {
			if err := tb.store.View(func(tx *store.Tx) (err error) {
				n,
					err = tx.LastSeq("goldbach")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		records := size()
		tb.u.Maps = true
		got := tb.ask(address[by], signed(t, by, text))
		has(t, got, "[goldbach] preview", "with the odds of each attack by itself", "shock of",
			"cohesion levels lost on average", "The map, if every test is passed", "[Picture: ")
		for _, l := range lines {
			has(t, got, l)
		}
		m := got[0]
		if len(m.Attachments) != 1 || m.Attachments[0].Name != "map-1.png" {
			t.Fatalf("no map, or more than that, among %d attachments", len(m.Attachments))
		}
		// What is said is what the player's own files say.
		a, err := position.Parse(last[address[by]])
		if err != nil {
			t.Fatal(err)
		}
		file, faults, _, err := a.Check(rs, []byte(text), engine.Limits{})
		if err != nil || len(faults) > 0 {
			t.Fatal(err, faults)
		}
		p, err := a.Preview(rs, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range p.Odds {
			has(t, got, x.Tell()[1])
		}
		if len(p.Odds) == 0 || size() != records {
			t.Errorf("%d odds, %d records, %d before", len(p.Odds), size(), records)
		}
		return
	}
	t.Fatal("no fight")
}

// Orders sent beforehand are shown to their side and to the umpire, and to
// nobody else.
func TestStatusBeforehand(t *testing.T) {
	tb := newTable(t)
	leader, other := tb.scored()
	tb.play(other, 1, 2, "pick 2")
	has(t, tb.tell(other, "status"), "Your orders beforehand are in and wait until the step is resolved",
		"owes nothing")
	hasNot(t, tb.tell(leader, "status\nhistory\ngames"), "beforehand")
	hasNot(t, tb.ask(address[other], "status\nhistory"), "beforehand")
	if s := tb.status(); !slices.Equal(s.Early, []engine.Side{other}) || len(s.Answered) > 0 {
		t.Errorf("got %+v", s)
	}
	tb.u.UmpireKeys = []sign.Key{keys()["Stranger"].Public()}
	tb.u.Forget()
	has(t, tb.ask(address["Stranger"], signed(t, "Stranger", "game: duel-1\nside: umpire\nstatus")),
		string(other)+" has sent orders beforehand")
	has(t, tb.tell(other, "withdraw"), "Nothing is in, and nothing is owed")
	hasNot(t, tb.tell(leader, "history"), "withdrawn")
	tb.audited()
}

// A side without a key gives commands with the code of its last report.
func TestCommandsWithCodes(t *testing.T) {
	tb, send, _ := codesTable(t)
	opening := tb.deliver()
	ney := address["Red"]
	mailOf := func(words string) string {
		return withCode(t, opening[0], "game: duel-1\nside: Red\n\n"+words+"\nend\n")
	}
	has(t, send("c1@home", ney, mailOf("status\npreview\nturn: 1\nstep: 1\n\npick 4"), true), "What you have sent",
		"pick 4", "these are no orders")
	has(t, send("c2@home", ney, mailOf("orders\nturn: 1\nstep: 1\n\npick 4"), true), "orders received")
	has(t, send("c3@home", ney, mailOf("withdraw"), true), "do not count any more")
	has(t, send("c4@home", ney, mailOf("concede"), false), "no DKIM signature")
	has(t, send("c5@home", ney, strings.Replace(mailOf("concede"), "code: ", "code: X", 1), true),
		"does not have the code")
	if tb.status().Outcome.Over {
		t.Fatal("over without the code")
	}
	asked := send("c6@home", ney, mailOf("concede"), true)
	has(t, asked, "Nothing is done yet", "from the address that this mail went to", "code: ")
	has(t, send("c7@home", ney, mailOf("concede "+sureCode(t, asked)), true), "The game is over",
		"Red gave the game up")
	a := tb.audited()
	if len(a.Said) != 2 || a.Check("signatures").Done < 3 || a.Check("signatures").Left > 0 {
		t.Errorf("got %+v", a.Checks)
	}
}

// Where there is one game only nobody need name it.
func TestOneGameNeedsNoName(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	raw := fmt.Sprintf("From: %s\r\nTo: games@berthier.example\r\nMessage-ID: <one@home>\r\n\r\nstatus\r\n",
		address["Red"])
	if err := tb.take([]byte(raw)); err != nil {
		t.Fatal(err)
	}
	has(t, tb.deliver(), "[duel-1] status", "owes orders")
}
