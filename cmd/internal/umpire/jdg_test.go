package umpire

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/jdg"
	"berthier/engine/tongue"
	"berthier/mail/wire"
)

// campaign is a table with a scenario of Jours de Gloire on it.
func campaign(t testing.TB, scenario string) *table {
	t.Helper()
	return campaignIn(t, scenario, tongue.En)
}

// campaignIn is one whose players read a language.
func campaignIn(t testing.TB, scenario string, l tongue.Language) *table {
	t.Helper()
	tb := newTable(t)
	rs, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Rulesets = []engine.Ruleset{rs}
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	s := play.Spec{Game: scenario, Title: scenario, Ruleset: rs.Name(), Setup: engine.Setup{Scenario: scenario}}
	for i, side := range rs.Sides(p) {
		who := duelSides[i]
		s.Players = append(s.Players, play.Player{Side: side, Name: string(who), Address: address[who],
			Key: keys()[who].Public().String(), Language: string(l)})
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	return tb
}

// nextMail is the answer of a random player to the last report of a side,
// made from its position attachment alone.
func nextMail(t testing.TB, rs engine.Ruleset, pl *book.Player, by engine.Side, text []byte, n int) []byte {
	t.Helper()
	a, err := position.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	view, err := rs.Decode(a.View)
	if err != nil {
		t.Fatal(err)
	}
	if !engine.Owes(rs.Owed(view), a.Side) {
		return nil
	}
	orders := pl.Answer(rs, view, a.Side)
	turn := engine.TurnFile{Game: a.Game, Side: a.Side, Turn: a.Turn, Step: a.Step, Orders: orders.Lines}.Print()
	if _, faults, notes, err := a.Check(rs, turn, engine.Limits{}); err != nil || len(faults)+len(notes) > 0 {
		t.Fatalf("checked at home: %v, %v, %v\n%s", faults, notes, err, turn)
	}
	return letter(address[by], fmt.Sprint(n, "@home"), signed(t, by, string(turn)))
}

// answers takes in what players without any knowledge but their mails answer,
// and leaves the last mail, which resolves a step, to the caller. It returns
// nil if the game is over.
func (tb *table) answers(t testing.TB, pl *book.Player, last map[string][]byte, n int) (raw []byte) {
	t.Helper()
	for _, m := range tb.deliver() {
		if strings.Contains(m.Subject, "refused") || strings.Contains(m.Subject, "fault") {
			t.Fatalf("%s\n%s", m.Subject, m.Text)
		}
		for _, a := range m.Attachments {
			if a.Name == record.AttachedName {
				last[m.To[0].Address] = a.Bytes
			}
		}
	}
	for _, by := range duelSides {
		next := nextMail(t, tb.u.Rulesets[0], pl, by, last[address[by]], 10*n+len(by))
		if next != nil && raw != nil {
			tb.arrive(t, raw)
		}
		if next != nil {
			raw = next
		}
	}
	return raw
}

func (tb *table) arrive(t testing.TB, raw []byte) {
	t.Helper()
	if err := tb.u.Take(context.Background(), wire.Arrival{Raw: raw}); err != nil {
		t.Fatal(err)
	}
}

// A battle is played by mail for a while, by players who know nothing but
// their mails.
func TestJoursDeGloireByMail(t *testing.T) {
	tb := campaign(t, "austerlitz")
	pl, last := book.NewPlayer(1), map[string][]byte{}
	const steps = 12
	for n := range steps {
		raw := tb.answers(t, pl, last, n)
		if raw == nil {
			t.Fatal("nobody has anything to decide")
		}
		tb.arrive(t, raw)
	}
	a, err := tb.u.Verify("austerlitz")
	if err != nil || a.Check("hash chain").Done != steps || a.Check("steps").Done != steps ||
		a.Check("signatures").Done < steps {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
}

var drawn = flag.Int("umpire.drawn", 2, "with how many `mails` of a game tests draw maps that hold mails to a weight")

// A mail of a step is light enough to be read on the way, with all its maps, in each language.
func TestWeightOfMails(t *testing.T) {
	for _, tt := range []struct {
		scenario string
		most     int // bytes of a mail, as it is sent
	}{{"goldbach", lightMail}, {"austerlitz", largeMail}} {
		for _, l := range tongue.Languages() {
			t.Run(tt.scenario+" "+string(l), func(t *testing.T) { weighMails(t, tt.scenario, l, tt.most) })
		}
	}
}

// weighMails plays the beginning of a battle.
func weighMails(t *testing.T, scenario string, l tongue.Language, most int) {
	tb := campaignIn(t, scenario, l)
	tb.u.Maps = true
	pl, last, mails := book.NewPlayer(7), map[string][]byte{}, min(*drawn, 8)
	if testing.Short() {
		mails = 2
	}
	for n := range mails {
		raw := tb.answers(t, pl, last, n)
		if raw == nil {
			t.Fatal("nobody has anything to decide")
		}
		tb.arrive(t, raw)
	}
	tb.deliver()
	largest := 0
	for _, m := range tb.got {
		if largest = max(largest, len(m.Raw)); len(m.Raw) > most {
			t.Errorf("%s: %d bytes, want at most %d", m.Subject, len(m.Raw), most)
		}
	}
	t.Logf("the largest of %d mails has %d bytes", len(tb.got), largest)
}
