package umpire

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/engine/tongue"
)

const (
	eveningMails = 25      // the most each way in an evening against the computer
	lightMail    = 120_000 // bytes of a mail of a small battle, as it is sent
	largeMail    = 300_000 // and of a large one
)

// A person plays the whole training battle against the computer by mail, in each language: each of his
// mails is answered by the report itself, and each of them with its maps is light.
func TestEvening(t *testing.T) {
	for _, l := range tongue.Languages() {
		t.Run(string(l), func(t *testing.T) {
			e := duelByMail{scenario: "goldbach", language: l, light: lightMail, steps: math.MaxInt}
			tb, sent, got := e.play(t)
			a, err := tb.u.Verify(e.scenario)
			if c := a.Check("computers"); err != nil || c.Err != nil || c.Done == 0 || c.Left > 0 {
				t.Errorf("got %+v, %v", c, err)
			}
			if sent > eveningMails || got > eveningMails {
				t.Errorf("%d mails sent, %d received: want at most %d", sent, got, eveningMails)
			}
		})
	}
}

// TestLargeEvening: the mails of a large battle are light in its first turn, when more happens than in any other.
func TestLargeEvening(t *testing.T) {
	for _, l := range tongue.Languages() {
		t.Run(string(l), func(t *testing.T) {
			duelByMail{scenario: "austerlitz", language: l, light: largeMail, steps: 3}.play(t)
		})
	}
}

// duelByMail is a battle of a person against the computer.
type duelByMail struct {
	scenario string
	language tongue.Language
	light    int // bytes that a mail has at most
	steps    int // after which it is late
}

// play plays it, and says how many mails the person sent and got.
func (e duelByMail) play(t *testing.T) (tb *table, sent, got int) {
	tb = newTable(t)
	rs, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	// One goroutine draws the maps of a single player: the race detector learns nothing from them.
	tb.u.Rulesets, tb.u.Maps = []engine.Ruleset{rs}, !testing.Short()
	if _, err := tb.u.Create(play.Spec{
		Game: e.scenario, Ruleset: rs.Name(), Setup: engine.Setup{Scenario: e.scenario}, Players: []play.Player{
			{Side: "French", Language: string(e.language), Name: "Michel Ney", Address: address["Red"],
				Key: keys()["Red"].Public().String()},
			{Side: "Allied", Computer: "tactical"},
		},
	}); err != nil {
		t.Fatal(err)
	}
	bot := rs.Bots()[0].New(rs, 1)
	most := 0
	for {
		var last *position.Attachment
		for _, m := range tb.deliver() {
			got++
			if m.To[0].Address != address["Red"] {
				t.Fatalf("a mail to %s: %s", m.To[0].Address, m.Subject)
			}
			if strings.Contains(m.Subject, "refused") || strings.Contains(m.Subject, "received") {
				t.Fatalf("%s\n%s", m.Subject, m.Text)
			}
			if most = max(most, len(m.Raw)); len(m.Raw) > e.light {
				t.Errorf("%s has %d bytes: want at most %d", m.Subject, len(m.Raw), e.light)
			}
			t.Log(len(m.Raw), m.Subject)
			if title := engine.ScenarioTitle(rs, e.scenario).In(e.language); !strings.Contains(m.Subject, title) {
				t.Errorf("%s: want %s", m.Subject, title)
			}
			for _, a := range m.Attachments {
				if a.Name == record.AttachedName {
					a, err := position.Parse(a.Bytes)
					if err != nil {
						t.Fatal(err)
					}
					last = &a
				}
			}
		}
		if tb.isOver(e.scenario) || sent == e.steps {
			break
		}
		if last == nil {
			t.Fatalf("after %d mails nothing comes", sent)
		}
		view, err := rs.Decode(last.View)
		if err != nil {
			t.Fatal(err)
		}
		o := engine.Held(rs, view, bot(view, last.Side))
		turn := engine.TurnFile{Game: last.Game, Side: last.Side, Turn: last.Turn, Step: last.Step,
			Orders: o.Lines}.Print()
		sent++
		tb.arrive(t, letter(address["Red"], fmt.Sprint(sent, "@home"), signed(t, "Red", string(turn))))
	}
	t.Logf("%d mails sent, %d received, the largest of %d bytes", sent, got, most)
	return tb, sent, got
}

func (tb *table) isOver(game string) bool {
	s, err := tb.u.Status(game)
	if err != nil {
		tb.t.Fatal(err)
	}
	return s.Outcome.Over
}
