package umpire

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
)

// sureCode is the code in the answer that asks whether somebody is sure.
func sureCode(t testing.TB, ms []*mail.Message) string {
	t.Helper()
	for _, m := range ms {
		withCode := regexp.MustCompile(`(?m)^(?:concede|resign|draw|close) ([A-Z2-7]{4}-[A-Z2-7]{4})$`)
		line := withCode.FindStringSubmatch(m.Text)
		if line != nil {
			return line[1]
		}
	}
	t.Fatalf("nobody is asked:\n%s", text(ms))
	return ""
}

// sure gives a command and says that its side is sure.
func (tb *table) sure(by engine.Side, word string) []*mail.Message {
	tb.t.Helper()
	return tb.tell(by, word+" "+sureCode(tb.t, tb.tell(by, word)))
}

// A slip ends nothing: what ends a game is written in full, and asked back.
func TestAreYouSure(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for _, word := range []string{"con", "conc", "concede no", "concede ABCD-EFGH", "conced", "resi", "resig", "dra",
		"resign AAAA-2222", "res"} {
		got := tb.tell("Red", word)
		if len(got) == 0 || !strings.Contains(got[0].Subject, "not carried out") {
			t.Errorf("%s: %s", word, titles(got))
		}
	}
	has(t, tb.tell("Red", "conc"), "did you mean concede? This word is written in full")
	has(t, tb.tell("Red", "dra"), "did you mean draw?")
	asked := tb.tell("Red", "concede")
	has(t, asked, "You give the game up: it is over at once, and Blue wins.", "Nothing is done yet",
		"game: duel-1 side: Red concede "+sureCode(t, asked), "That counts until 5 December 2030, 08.00 UTC")
	if len(asked) != 1 || tb.status().Outcome.Over {
		t.Fatal("the game is over without an answer")
	}
	code := sureCode(t, asked)
	has(t, tb.tell("Blue", "concede "+code), "there is no question that this code answers")
	has(t, tb.tell("Red", "resign "+code), "there is no question that this code answers")
	has(t, tb.tell("Red", "concede "+strings.ToLower(code)+" // sure"), "The game is over: Red gave the game up")
	tb.audited()
}

// A code is for one question, as long as the game stands as it did.
func TestSureLapses(t *testing.T) {
	const none = "there is no question that this code answers"
	for _, tt := range []struct {
		name    string
		happens func(tb *table, code string)
		want    string
	}{
		{"taken back", func(tb *table, _ string) { has(tb.t, tb.tell("Red", "concede no"), "nothing happens") }, none},
		{"asked again", func(tb *table, _ string) {
			has(tb.t, tb.tell("Red", "concede // once more"), "Nothing is done yet")
		}, none},
		{"asked for something else", func(tb *table, _ string) { tb.tell("Red", "resign") }, none},
		{"too late", func(tb *table, _ string) {
			tb.now = tb.now.Add(72*time.Hour + time.Second)
		}, "the code counted until"},
		{"a step later", func(tb *table, _ string) { tb.both(1, 1, 2, 5) }, "the game has moved on"},
		{"a rollback later", func(tb *table, _ string) {
			tb.both(1, 1, 2, 5)
			if _, err := tb.u.Rollback("duel-1", 0, "because", ""); err != nil {
				tb.t.Fatal(err)
			}
		}, "the game has moved on"},
		{"the other side offers a draw", func(tb *table, _ string) {
			tb.tell("Blue", "draw")
		}, "the game has moved on"},
		{"in time", func(tb *table, _ string) { tb.now = tb.now.Add(72 * time.Hour) }, "The game is over"},
		{"after a restart", func(tb *table, _ string) { tb.restart() }, "The game is over"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := newTable(t)
			tb.create()
			code := sureCode(t, tb.tell("Red", "concede"))
			tt.happens(tb, code)
			has(t, tb.tell("Red", "concede "+code), tt.want)
			tb.audited()
		})
	}
}

// Mails that come again ask nothing and answer nothing.
func TestSureIsNotReplayed(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	question := signed(t, "Red", "game: duel-1\nside: Red\n\nresign\nend\n")
	code := sureCode(t, tb.ask(address["Red"], question))
	has(t, tb.ask("thief@example.org", question), "this very mail was carried out before")
	answer := signed(t, "Red", fmt.Sprintf("game: duel-1\nside: Red\n\nresign %s\nend\n", code))
	has(t, tb.ask(address["Red"], answer), "You have left the game")
	for _, name := range []engine.Side{"Stranger", "Red"} { // the umpire fills the seat again
		if _, err := tb.u.SetKey("duel-1", "Red", keys()[name].Public().String()); err != nil {
			t.Fatal(err)
		}
	}
	has(t, tb.ask(address["Red"], answer), "not carried out")
	if tb.status().Vacant != nil {
		t.Error("an old answer counts again")
	}
	tb.audited()
}

// Only the acceptance of a draw ends a game, so only that is asked back.
func TestSureOfADraw(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	has(t, tb.tell("Red", "draw"), "You offer a draw")
	asked := tb.tell("Blue", "draw")
	has(t, asked, "The other side has offered a draw", "it is a draw.")
	has(t, tb.tell("Red", "draw no"), "You offer no draw any more")
	has(t, tb.tell("Blue", "draw "+sureCode(t, asked)), "the game has moved on since you were asked")
	has(t, tb.tell("Blue", "draw no // no"), "nothing happens")
	has(t, tb.tell("Blue", "draw no // again"), "you offer no draw.")
	has(t, tb.tell("Red", "draw // again"), "You offer a draw")
	for range 2 { // whether he signs it anew or sends the same once more
		has(t, tb.tell("Red", "draw // more"), "you offer a draw already, until step 1 is resolved.")
	}
	code := sureCode(t, tb.tell("Blue", "draw // again"))
	has(t, tb.tell("Blue", "draw "+code), "The game is over: the players agreed to a draw")
	tb.audited()
}

// The umpire is asked as well, by mail and at the machine, and his reason is kept.
func TestUmpireIsSure(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.u.UmpireKeys = []sign.Key{keys()["Stranger"].Public()}
	has(t, tb.tellAsUmpire("clos enough"), "did you mean close? This word is written in full")
	code := sureCode(t, tb.tellAsUmpire("close the club is dissolved"))
	has(t, tb.tellAsUmpire("close no"), "nothing happens")
	has(t, tb.tellAsUmpire("close "+code), "there is no question that this code answers")
	code = sureCode(t, tb.tellAsUmpire("close the club is dissolved // again"))
	has(t, tb.tellAsUmpire("close "+code), "The game is over without a result", "the club is dissolved")
	tb.audited()
}

// Who answers the question with its block as a quote is told that the signs before its lines are in the way.
func TestSureInAQuote(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	code := sureCode(t, tb.tell("Red", "concede"))
	quoted := "Yes.\n\n> game: duel-1\n> side: Red\n>\n> concede " + code + "\n> end\n"
	has(t, tb.ask(address["Red"], signed(t, "Red", quoted)), "cannot be used",
		`the block into the mail without the signs ">"`)
}
