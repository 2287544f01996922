package ccn

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// drafted plays some turns of a battle by the computer and writes what a desk shows while the
// orders of each are written: what may come next, what it costs, and what the orders promise.
func drafted(t *testing.T, rs *Ruleset, set engine.Setup, seed uint64, turns int) string {
	t.Helper()
	var b page
	enough := errors.New("enough")
	log := book.Log{Setup: set, Seed: seed}
	err := log.Play(rs, func(pos engine.Position, side engine.Side) engine.Orders {
		orders := rs.Tactical(pos, side)
		if p := pos.(*Position); p.Active == p.sc.SideNo(side) && (p.Phase == TurnPhase || p.Phase == OrdersPhase) &&
			p.Asked == nil {
			turns--
			b.draft(rs, rs.View(p, side).(*Position), side, orders.Lines)
		}
		return orders
	}, func(f book.Frame) error {
		if f.After.(*Position).Asked != nil {
			b.asked(rs, f.After.(*Position))
		}
		if turns <= 0 {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
	}
	return b.String()
}

// draft writes what is offered before each line of a turn, and what the whole promises.
func (b *page) draft(rs *Ruleset, p *Position, side engine.Side, lines []engine.Order) {
	b.add("== turn %d of %s", p.Turn, side)
	d := rs.Draft(p, rs.Owed(p)[0])
	about := func(id string) {
		for _, o := range d.About(id) {
			b.add("  %s: %s (%s)", strings.Join(o.Order.Words, " "), o.Cost, o.Why)
		}
	}
	for _, c := range p.Cards.Cards(p.hand(p.Active)) {
		about(string(c))
	}
	for i, o := range lines {
		b.add("> %s", strings.Join(o.Words, " "))
		d.Add(o.Arrived(i + 1))
		if next := i + 1; next < len(lines) && lines[next].Words[0] != o.Words[0] {
			for id := range strings.SplitSeq(lines[next].Words[1], ",") {
				about(id)
			}
		}
	}
	x := rs.Preview(p, engine.Orders{Side: side, Lines: lines})
	b.WriteString(engine.PrintEvents(x.Events))
	for _, o := range x.Odds {
		b.add("  %s", strings.Join(o.Tell(), "\n  "))
	}
}

// asked writes what is offered to whoever is asked in the middle of a turn.
func (b *page) asked(rs *Ruleset, p *Position) {
	for _, d := range rs.Owed(p) {
		view := rs.View(p, d.Side)
		b.add("  ? %s %s [%s] %s", d.Side, d.Kind, d.Rule, d.Prompt)
		for _, o := range rs.Draft(view, d).Options() {
			b.add("    %s", strings.Join(o.Words, " "))
		}
	}
}

// TestDraftsAsOffered: what is offered to those who write the orders of the first turns of
// battles, and what their orders promise. The files are read when they change.
func TestDraftsAsOffered(t *testing.T) {
	rs := loaded(t)
	for name, set := range map[string]engine.Setup{
		"crossroads": {Scenario: "crossroads", Options: map[string]string{"ask": "all"}},
		"bussaco":    {Scenario: "bussaco"},
	} {
		golden(t, fmt.Sprintf("drafted-%s.txt", name), drafted(t, rs, set, 5, 10))
	}
}
