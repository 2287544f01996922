package umpire

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/record"
	"berthier/store"
)

// doHere gives a command at the machine; it must be carried out.
func (tb *table) doHere(t *testing.T, text string) matter.Answer {
	t.Helper()
	a, err := tb.u.Do("duel-1", text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return a
}

// TestDo: commands at the machine do what those by mail do, without a signature, and
// write records in which nobody is named.
func TestDo(t *testing.T) {
	tb := newTable(t)
	tb.create()
	for range 2 { // no mark keeps it from counting again
		if a := tb.doHere(t, "announce\nGood morning.\n"); !strings.Contains(flat(a.Text), "Good morning.") {
			t.Errorf("announced: %s", a.Text)
		}
	}
	tb.doHere(t, "process")
	tb.doHere(t, "rollback 0 Bob's mail was lost")
	tb.doHere(t, "revoke red")
	tb.doHere(t, "key Red\n"+keys()["Red"].Public().String()+"\nendkey\nstatus")
	tb.doHere(t, "burn 9 an old backup was put back")
	asked := tb.doHere(t, "close enough of it")
	line := regexp.MustCompile(`berthier do (close duel-1 \S+)`).FindStringSubmatch(asked.Text)
	if line == nil || tb.status().Outcome.Over {
		t.Fatalf("asked back: %s", asked.Text)
	}
	tb.doHere(t, line[1])
	var kinds []string
	for _, r := range tb.records() {
		switch r.Kind {
		case record.KindReport, record.KindGame:
			continue
		case record.KindRollback:
			b, err := record.ParseRollback(r.Data, r.Hidden)
			if err != nil || b.By != "" || b.Reason != "Bob's mail was lost" {
				t.Errorf("rollback %+v, %v", b, err)
			}
		}
		kinds = append(kinds, r.Kind)
	}
	if got, want := strings.Join(kinds, " "), "announce announce step rollback key key burn abandon over"; got != want {
		t.Errorf("records %s, want %s", got, want)
	}
	if a, err := tb.u.Verify("duel-1"); err != nil || !a.Sound() {
		t.Errorf("audit: %v, %v", a.Err(), err)
	}
}

// TestDoRefuses: nothing is done if anything is wrong, and the answer says what.
func TestDoRefuses(t *testing.T) {
	tb := newTable(t)
	tb.create()
	before := len(tb.records())
	for _, c := range []struct{ game, text, want string }{
		{"duel-1", "frobnicate", `"frobnicate" is no command; "help" lists the commands`},
		{"duel-1", "rollback", "something is missing behind the command; write: rollback [GAME] STEP REASON"},
		{"duel-1", "rollback one because", `"one" is not the number of a step; write: rollback [GAME] STEP REASON`},
		{"duel-1", "rollback 7 why not", "no step was resolved yet"},
		{"duel-1", "announce\nA word.\nendannounce\nclose",
			`line 4, "close": something is missing behind the command; write: close [GAME] REASON|CODE|no`},
		{"duel-1", "withdraw", "this command is for players"},
		{"duel-1", "press Red", `the text is empty; write it below this line: -file FILE gives what stands there`},
		{"duel-9", "process", `there is no game of the name in the header; "games" lists the games`},
		{"duel-9", "game: duel-1\nprocess", `the text is for game "duel-1", and it was given for game "duel-9"`},
		{"", "process", `it is not clear which game you mean; write its name behind the command: process GAME; ` +
			`"games" lists them`},
		{"", "confirm", "the clock fits: there is nothing to confirm"},
	} {
		_, err := tb.u.Do(c.game, c.text)
		refused := amiss.Refusal{}
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: got %v, want %s", c.game, c.text, err, c.want)
		}
	}
	if after := len(tb.records()); after != before {
		t.Errorf("%d records, before %d", after, before)
	}
}

// TestDoCreates: a game is created out of a text, with all that can stand there.
func TestDoCreates(t *testing.T) {
	tb := newTable(t)
	text := `create duel-2 two
player red anna@example.org Anna of Thun
key RED
` + keys()["Red"].Public().String() + `
endkey
player Blue bert@example.org
zone Blue Europe/Paris
title A second duel
press anonymous
press-limit 3
beacon quicknet
beacon-delay 40s
deadline 3d
codes
wait
`
	a, err := tb.u.Do("", text)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Game duel-2", "anchor of the dice", "Anna of Thun", "Orders count when you say so"} {
		if !strings.Contains(flat(a.Text), want) {
			t.Errorf("%q is missing in\n%s", want, a.Text)
		}
	}
	s, err := tb.u.Status("duel-2")
	if err != nil {
		t.Fatal(err)
	}
	g := s.GameRecord
	if g.Title != "A second duel" || g.Press != record.PressAnonymous || g.PressLimit != 3 ||
		g.Beacon.Delay.Seconds() != 40 || !g.Beacon.Used() ||
		!g.Codes || !g.Wait || g.Clock.None() || s.Keys["Red"].Name() == "" || s.Keys["Blue"].Name() != "" {
		t.Errorf("created: %+v", g)
	}
	if _, err := tb.u.Do("", text); err == nil || !strings.Contains(err.Error(), store.ErrGameExists.Error()) {
		t.Errorf("created twice: %v", err)
	}
	for text, want := range map[string]string{
		"create duel-3 two\nplayer Red a@example.org\nkey Red\nssh-ed25519 AAAA": "the key of Red has no end",
		"create duel-3 two\nplayer Red a@example.org\nfrob nicate": `line 3, "frob nicate": this is no line about ` +
			`a new game`,
		"create duel-3 two\nplayer Red a@example.org\nbeacon {}": "quicknet",
	} {
		if _, err := tb.u.Do("", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
