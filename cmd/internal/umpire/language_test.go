package umpire

import (
	"strings"
	"testing"
	"testing/fstest"

	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/engine/tongue"
)

// duelWords is what the duel of these tests has in more than one language.
var duelWords = tongue.MustLoad(fstest.MapFS{
	"words/en.properties": {Data: []byte("round = The round\nlower = there is no lower number")},
	"words/pl.properties": {Data: []byte("round = Runda\nlower = nie ma niższej liczby")},
})

// TestLanguage: a player has his reports in his language from his command on, the other has not;
// the log has it, and an audit finds it sound.
func TestLanguage(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	has(t, tb.tell("Red", "language"), "pl (polski)")
	has(t, tb.tell("Red", "language Polski"), "language pl")
	has(t, tb.tell("Red", "language PL"), "Twoje raporty będą pisane w języku: polski")
	has(t, tb.tell("Red", "language pl"), "Twoje raporty są pisane w języku: polski")
	has(t, tb.tell("Red", "language tlh"), "nie ma tu takiego języka; są en (English), fr (français)")
	has(t, tb.ask(address["Red"], "language pl"), "wybiera tylko gracz danej strony albo sędzia")
	tb.deliver()
	tb.play("Red", 1, 1, "pikc 2")
	if m := tb.deliver(); len(m) != 1 || !strings.Contains(m[0].Text, "Co jest nie tak") {
		t.Errorf("faults are told in another language: %d mails", len(m))
	}
	tb.play("Red", 1, 1, "pick 2")
	tb.play("Blue", 1, 1, "pick 3")
	told := map[string]string{}
	for _, m := range tb.deliver() {
		told[m.To[0].Address] += whole(m)
	}
	for side, want := range map[engine.Side]string{"Red": "Runda", "Blue": "The round"} {
		for _, word := range []string{"Runda", "The round"} {
			if got := told[address[side]]; strings.Contains(got, word) != (word == want) {
				t.Errorf("%s reads %q, want %q", side, got, want)
			}
		}
	}
	chosen := 0
	for _, e := range tb.records() {
		if strings.Contains(string(e.Data), "\ncommand: \"language pl\"\n") {
			chosen++
		}
	}
	if chosen != 1 {
		t.Errorf("the log has it %d times", chosen)
	}
	tb.audited()
}

// TestTitleInLanguage: commands name a game in the language of whoever gives them, although nothing proves that it is
// he.
func TestTitleInLanguage(t *testing.T) {
	tb := newTable(t)
	rs, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Rulesets = []engine.Ruleset{rs}
	if _, err := tb.u.Create(play.Spec{Game: "duel-1", Ruleset: rs.Name(), Setup: engine.Setup{Scenario: "goldbach"},
		Players: []play.Player{{Side: "French", Name: "Ney", Language: "fr", Address: address["Red"],
			Key: keys()["Red"].Public().String()}, {Side: "Allied", Computer: "tactical"}}}); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	title := engine.ScenarioTitle(rs, "goldbach").In("fr")
	has(t, tb.ask(address["Red"], "history duel-1"), "duel-1 : "+title, "est créée : "+title)
	has(t, tb.ask(address["Red"], "games"), "duel-1 "+title)
}

// TestLanguageByUmpire: the umpire has a player's mails written in another language; the player is told in it, the log
// has it, and an audit counts it as an act of the umpire.
func TestLanguageByUmpire(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	here := func(text string) string {
		t.Helper()
		a, err := tb.u.Do("duel-1", text)
		if err != nil {
			return err.Error()
		}
		return flat(a.Text)
	}
	says := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
	says(here("language"), "pl (polski)")
	says(here("language pl"), "language SIDE pl")
	says(here("language Rde pl"), "did you mean Red?")
	says(here("language Red tlh"), "pl (polski)")
	says(here("language Red tlh"), "write: language Red fr")
	says(here("language red pl"), "The mails to Red will be in polski")
	mails := tb.deliver()
	if len(mails) != 1 || mails[0].To[0].Address != address["Red"] {
		t.Fatalf("%d mails", len(mails))
	}
	says(whole(mails[0]), "Język Twoich raportów")
	says(here("language Red pl"), "the mails to Red are in this language: pl")
	has(t, tb.tell("Red", "language Blue en"), "tylko gracz danej strony albo sędzia")
	tb.deliver()
	tb.play("Red", 1, 1, "pikc 2")
	if m := tb.deliver(); len(m) != 1 || !strings.Contains(m[0].Text, "Co jest nie tak") {
		t.Errorf("faults are told in another language: %d mails", len(m))
	}
	tb.play("Red", 1, 1, "pick 2")
	tb.play("Blue", 1, 1, "pick 3")
	told := map[string]string{}
	for _, m := range tb.deliver() {
		told[m.To[0].Address] += whole(m)
	}
	says(told[address["Red"]], "Runda")
	says(told[address["Blue"]], "The round")
	says(here("language Red en"), "will be in English")
	tb.audited()
}

// TestLanguageFromTheStart: a player whom the umpire gave a language has all of his mails in it, from
// the first one on; the log has it, and one that nobody has is refused.
func TestLanguageFromTheStart(t *testing.T) {
	tb := newTable(t)
	s := spec()
	s.Players[0].Language = "tlh"
	if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), "en (English), fr (français)") {
		t.Errorf("got %v", err)
	}
	s.Players[0].Language = "Polski"
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	const side = "Blue"
	for _, m := range tb.deliver() {
		if got := strings.Contains(whole(m), "Jak grać"); got != (m.To[0].Address == address[side]) {
			t.Errorf("to %s: Polish is %v", m.To[0].Address, got)
		}
	}
	for _, e := range tb.records()[:1] {
		if !strings.Contains(string(e.Data), "\nlanguage: "+side+" pl\n") {
			t.Errorf("the log has\n%s", e.Data)
		}
	}
	tb.audited()
}

// TestLanguageOfTheGame: who plays several games is answered in the language of the one that his mail means, although
// nothing proves that it is his.
func TestLanguageOfTheGame(t *testing.T) {
	tb := newTable(t)
	tb.create()
	other := clubSpec("duel-2", keys()["Red"].Public().String())
	other.Players[1].Language = "pl"
	if _, err := tb.u.Create(other); err != nil {
		t.Fatal(err)
	}
	tb.deliver()
	orders := file("Red", 1, 1, "pick 4")
	const en, pl = "carries no signature", "nie ma podpisu"
	has(t, tb.ask(address["Red"], orders), en)
	has(t, tb.ask(address["Red"], strings.Replace(orders, "duel-1", "duel-2", 1)), pl)
	has(t, tb.ask(address["Red"], "Here they are\n"), en) // as its address names the game
}
