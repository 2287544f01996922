package umpire

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// orders and preview take a turn file below them, and withdraw takes it back.
func TestOrdersByCommand(t *testing.T) {
	tb := newTable(t)
	tb.create()
	has(t, tb.tell("Red", "preview\nturn: 1\nstep: 1\n\npick 4\npick 9"), "would be refused", "Line 9", `"pick 9"`,
		"want one line")
	hasNot(t, tb.tell("Red", "preview\nturn: 1\nstep: 1\n\npick four"), "lines that could be read")
	has(t, tb.tell("Red", "preview"), "You have sent no orders")
	has(t, tb.tell("Red", "withdraw"), "not carried out", "have sent no orders")

	got := tb.tell("Red", "status\norders\nturn: 1\nstep: 1\n\npick 4")
	has(t, got, "[duel-1] orders received", "Line 9: pick 4", "[duel-1] your commands", "The receipt comes")
	has(t, tb.tell("Red", "preview // once more"), "orders that you have sent", "pick 4", "these are no orders")
	has(t, tb.tell("Red", "orders\nturn: 1\nstep: 1\n\npick 9"), "not carried out", "Line 8", `"pick 9"`)
	if s := tb.status(); len(s.Answered) != 1 {
		t.Fatalf("answered %v", s.Answered)
	}
	has(t, tb.tell("Red", "withdraw"), "do not count any more", "Nothing is in")
	if s := tb.status(); len(s.Answered) != 0 {
		t.Fatalf("answered %v after the withdrawal", s.Answered)
	}
	has(t, tb.tell("Red", "status\norders\nturn: 1\nstep: 1\n\npick 4"), "sent this very file before")
	has(t, tb.tell("Red", "orders\nturn: 1\nstep: 1\n\npick 4 // again"), "[duel-1] orders received")

	// The last file resolves the step as it would alone.
	has(t, tb.tell("Blue", "games\norders\nturn: 1\nstep: 1\n\npick 2"), "How your orders were understood",
		"Line 9: pick 2", "your commands", "came last")
	if s := tb.status(); s.Step != 1 {
		t.Fatalf("step %d", s.Step)
	}
	tb.audited()
}

// audited audits the log.
func (tb *table) audited() audit.Result {
	tb.t.Helper()
	a := audit.CheckLog([]engine.Ruleset{tb.rules}, tb.records())
	if !a.Sound() {
		tb.t.Fatal(a.Err())
	}
	return a
}

// A mail is carried out whole or not at all.
func TestWholeOrNothing(t *testing.T) {
	for _, body := range []string{
		"withdraw\nfoo", "withdraw\nwithdraw", "draw\ndraw", "draw\nconcede\ndraw", "withdraw\nresign AAAA-2222",
		"concede\nreport 9", "status 1 2\ndraw",
		"draw\norders\nturn: 1\nstep: 1\n\npick 9", "withdraw\npress all\nconcede\nendpress",
	} {
		tb := newTable(t)
		tb.create()
		tb.play("Red", 1, 1, "pick 4")
		tb.deliver()
		records, status := len(tb.records()), tb.status()
		got := tb.tell("Red", body)
		if len(got) != 1 || !strings.HasSuffix(got[0].Subject, "were not carried out") {
			t.Errorf("%q: answered by\n%s", body, text(got))
		}
		if len(tb.records()) != records || fmt.Sprint(tb.status()) != fmt.Sprint(status) {
			t.Errorf("%q changed the game", body)
		}
	}
}

// A mail that was carried out does nothing when somebody sends it again, and
// what needs a header does not count without one.
func TestCommandsCountOnce(t *testing.T) {
	tb := newTable(t)
	tb.create()
	offer := signed(t, "Red", "game: duel-1\nside: Red\ndraw\nend\n")
	has(t, tb.ask(address["Red"], offer), "You offer a draw", "kutuzov@example.com [duel-1] a word about the game",
		"Red offers a draw")
	has(t, tb.tell("Red", "draw no"), "no draw any more")
	has(t, tb.ask(address["Stranger"], offer), "ney@example.net [duel-1] your commands were not", "carried out before")
	has(t, tb.ask(address["Red"], signed(t, "Red", "side: Red\nconcede")), "signed header")
	has(t, tb.ask(address["Red"], signed(t, "Red", "game: duel-1\nside: Blue\nconcede")), `for side "Blue"`)
	has(t, tb.ask(address["Red"], "game: duel-1\nside: Red\nconcede"), "needs a signature")
	has(t, tb.ask(address["Red"], "game: duel-1\nside: Red\nstanding"), "needs a signature")
	if tb.status().Outcome.Over {
		t.Fatal("the game is over")
	}
	tb.restart()
	has(t, tb.ask(address["Stranger"], offer, "X-Again: 1"), "carried out before")
	// The flood of copies of one text ends.
	for range 10 {
		tb.ask(address["Stranger"], offer)
	}
	if got := tb.ask(address["Stranger"], offer); len(got) > 0 {
		t.Errorf("still answered:\n%s", text(got))
	}
	tb.audited()
}

// Players end a game: it is over for good, its secrets are open, and an audit
// agrees.
func TestPlayersEndGame(t *testing.T) {
	for _, c := range []struct {
		name  string
		play  func(tb *table)
		want  engine.Outcome
		steps int
	}{
		{"concession before the first step",
			func(tb *table) { has(tb.t, tb.sure("Red", "concede"), "The game is over: Red gave the game up") },
			engine.Outcome{Over: true, Winner: "Blue", Rule: "concession", Text: "Red gave the game up"}, 0},
		{"concession while orders wait", func(tb *table) {
			tb.play("Red", 1, 1, "pick 4")
			tb.play("Blue", 1, 1, "pick 4")
			tb.play("Red", 1, 2)
			tb.play("Blue", 1, 2)
			tb.sure("Blue", "concede")
		}, engine.Outcome{Over: true, Winner: "Red", Rule: "concession", Text: "Blue gave the game up"}, 2},
		{"a draw", func(tb *table) {
			tb.tell("Red", "draw")
			got := tb.sure("Blue", "draw")
			has(tb.t, got, "The game is over: the players agreed", "It is a draw")
			hasNot(tb.t, got, "You offer a draw")
		}, engine.Outcome{Over: true, Rule: "agreement", Text: "the players agreed to a draw"}, 0},
		{"an offer ends with the step", func(tb *table) {
			tb.tell("Red", "draw")
			tb.play("Red", 1, 1, "pick 4")
			tb.play("Blue", 1, 1, "pick 4")
			got := tb.deliver()
			report := got[len(got)-1:]
			has(tb.t, report, "Red offered a draw. After step 1 no offer stands.")
			hasNot(tb.t, report, "accepts it")
			tb.tell("Blue", "draw")
		}, engine.Outcome{}, 1},
		{"an offer that is taken back", func(tb *table) {
			tb.tell("Red", "draw")
			tb.tell("Red",
				"draw no")
			tb.tell("Blue", "draw")
		}, engine.Outcome{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			c.play(tb)
			tb.restart()
			if s := tb.status(); s.Outcome != c.want || s.Step != c.steps {
				t.Fatalf("got %+v after %d steps", s.Outcome, s.Step)
			}
			if a := tb.audited(); (a.Over != nil) != c.want.Over {
				t.Errorf("the log ends with %+v", a.Over)
			}
			if !c.want.Over {
				return
			}
			has(t, tb.tell("Red", "draw"), "the game is over")
			var saved fold.SavedGame
			if err := tb.store.View(func(tx *store.Tx) (err error) {
				saved,
					err = stored.Save(tx, "duel-1")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			tb.restored(saved)
			has(t, tb.ask(address["Red"], signed(t, "Red", file("Red", 1, c.steps+1, "pick 4"))), "the game is over")
			has(t, tb.ask(address["Red"], "status\nhistory"), "over", "Over: "+c.want.Text)
			if err := tb.u.Process("duel-1"); err == nil {
				t.Error("a step was resolved after the end")
			}
		})
	}
}

// Who resigns has no say any more until the umpire gives the seat a key.
func TestResign(t *testing.T) {
	tb := newTable(t)
	tb.create()
	has(t, tb.sure("Red", "resign"), "umpire@berthier.example [duel-1] Red has resigned",
		"To the umpire of game duel-1:", "echo 'REASON' | berthier do -file - duel-1 substitute Red ADDRESS NAME",
		"kutuzov@example.com [duel-1] a word", "You have left")
	has(t, tb.tell("Red", "draw"), "you have resigned")
	has(t, tb.ask(address["Red"], signed(t, "Red", file("Red", 1, 1, "pick 4"))), "you have resigned")
	has(t, tb.tell("Red", "orders\nturn: 1\nstep: 1\n\npick 4"), "you have resigned")
	tb.audited()
	if _, err := tb.u.SetKey("duel-1", "Red", keys()["Stranger"].Public().String()); err != nil {
		t.Fatal(err)
	}
	has(t, tb.ask(address["Red"], signed(t, "Stranger", file("Red", 1, 1, "pick 4"))), "orders received")
	tb.play("Blue", 1, 1)
	has(t, tb.deliver(), "Red has resigned; until the umpire")
	tb.audited()
}

// The mail that tells the umpire of a seat without a player holds the command that fills
// it: he copies it, and writes who comes.
func TestUmpireFillsASeat(t *testing.T) {
	tb := chief(t)
	tb.create()
	told := text(tb.sure("Red", "resign"))
	block := regexp.MustCompile("(?s)\n\n(game: .*?endsubstitute\n)").FindString(told)
	if !strings.Contains(flat(told), "send this, signed with your key, to ") || block == "" {
		t.Fatalf("the mails say\n%s", told)
	}
	has(t, tb.command(strings.Replace(block, "ADDRESS NAME", "carol@example.org Carol", 1)),
		"carol@example.org [duel-1]", "Carol")
}

// An audit finds commands that nobody gave, or that were left out.
func TestCommandsAudited(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.tell("Red", "draw")
	tb.sure("Blue", "concede")
	good := tb.records()
	at := func(kind string, n int) int {
		for i, r := range good {
			if r.Kind == kind {
				if n--; n == 0 {
					return i
				}
			}
		}
		t.Fatalf("no %s", kind)
		return 0
	}
	edit := func(i int, change func(c *record.Command)) []byte {
		c, err := record.ParseCommand(good[i].Data, good[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		change(&c)
		data, _ := c.Print()
		return data
	}
	for name, c := range map[string]struct {
		at   int
		data []byte
	}{
		"another command": {at(record.KindCommand, 1),
			edit(at(record.KindCommand, 1), func(c *record.Command) { c.Command = record.CommandConcede })},
		"another side": {at(record.KindCommand, 1),
			edit(at(record.KindCommand, 1), func(c *record.Command) { c.Side = "Blue" })},
		"no concession": {at(record.KindCommand, 2),
			edit(at(record.KindCommand, 2), func(c *record.Command) { c.Command = record.CommandResign })},
		"another winner": {at(record.KindOver, 1),
			bytes.Replace(good[at(record.KindOver, 1)].Data, []byte("winner: Red"), []byte("winner: Blue"), 1)},
	} {
		bad := tb.records()
		bad[c.at].Data = c.data
		if a := audit.CheckLog([]engine.Ruleset{tb.rules}, bad); a.Sound() {
			t.Errorf("%s: sound", name)
		}
	}
	// What is said in press is no command.
	for text, want := range map[string]bool{
		"game: duel-1\nside: Red\ncon\n": true, "game: duel-1\nside: red\n\nstatus\nCONCEDE // now\n": true,
		"game: duel-1\nside: Red\npress all\nconcede\nendpress\n": false, "game: duel-2\nside: Red\nconcede": false,
		"game: duel-1\nside: Blue\nconcede":  false,
		"concede\ngame: duel-1\nside: Red\n": false, "game: duel-1\nside: Red\nend\nconcede": false,
		"game: duel-1\nside: Red\n> concede": false, "game: duel-1\nside: Red\nconcede now": false,
	} {
		if got := said.Gives(record.Command{Head: record.Head{Game: "duel-1"}, Side: "Red",
			Command: record.CommandConcede}, []byte(text)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// Reports come again as they were, and nobody gets those of another.
func TestRecall(t *testing.T) {
	tb := newTable(t)
	tb.u.Maps = true
	tb.create()
	first := tb.deliver()
	tb.play("Red", 1, 1, "pick 4")
	tb.play("Blue", 1, 1, "pick 2")
	var report *mail.Message
	for _, m := range tb.deliver() {
		if m.To[0].Address == address["Red"] && strings.Contains(m.Subject, "Round") {
			report = m
		}
	}
	got := append(tb.tell("Red", "report 1\nreport 0"),
		tb.tell("Red", "map\nhistory\ntemplate\nstanding\nlanguage\njoin")...)
	if len(got) != 4 {
		t.Fatalf("got\n%s", titles(got))
	}
	if got[0].Text != whole(report) || len(got[0].Attachments) != 1 {
		t.Errorf("the report came again as\n%s\nwant\n%s", got[0].Text, report.Text)
	}
	if got[1].Text != whole(first[0]) {
		t.Errorf("the opening came again as\n%s\nwant\n%s", got[1].Text, first[0].Text)
	}
	has(t, got[2:], "Red by orders, Blue by orders", "game: duel-1 side: Red turn: 1 step: 2", "no standing orders",
		"pl (polski)", "You play Red", "[Picture: ")
	hasNot(t, got, "pick 2")
	has(t, tb.tell("Red", "report"), "report of step 1, again", "step: 2")
	has(t, tb.tell("Red", "report 7"), "no report of such a step")
	has(t, tb.tell("Red", "report x"), "no report of such a step")
	has(t, tb.ask(address["Red"], "report 1"), "needs a signature")
	has(t, tb.tell("Red", "language klingon"), "there is no such language here", "cs (čeština)")
	got = tb.ask(address["Stranger"], "map\nhistory\njoin\nlanguage")
	has(t, got, "A map is too large", "Resolved: Red by orders, Blue by orders", "join CODE")

	// What lies behind a rollback is followed too.
	if _, err := tb.u.Rollback("duel-1", 0, "a slip", ""); err != nil {
		t.Fatal(err)
	}
	tb.play("Red", 1, 3, "pick 3")
	tb.play("Blue", 1, 3, "pick 2")
	tb.deliver()
	for _, m := range tb.tell("Red", "report 2\nreport 3") {
		if strings.Contains(m.Subject, "again") && len(m.Attachments) != 1 {
			t.Errorf("%s: %d attachments, want the map", m.Subject, len(m.Attachments))
		}
	}
}
