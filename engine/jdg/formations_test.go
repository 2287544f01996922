package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// planOfTurn is a turn file for the Orders Phase: the lines for formations of its
// template, with the # taken off, and what a player adds for the time after them.
func planOfTurn(t *testing.T, rs *Ruleset, p *Position, side engine.Side) engine.TurnFile {
	t.Helper()
	body := []string{}
	var ids []string
	for l := range strings.Lines(rs.orderTemplate(rs.View(p, side).(*Position), p.sideOf(side))) {
		if w := strings.Fields(l); len(w) > 3 && w[1] == "when" && w[3] == "move" {
			body, ids = append(body, strings.TrimPrefix(l, "# ")), append(ids, w[2])
		}
	}
	body = append(body, "when "+strings.Join(ids, ",")+" again move toward nearest\n")
	if len(body) > 25 {
		t.Errorf("%s plans its turn in %d lines, want 25 at most", side, len(body))
	}
	file, faults := readTemplate(rs, side, strings.Join(body, "")+"end\n")
	if faults = append(faults, rs.Check(rs.View(p, side), engine.Orders{Side: side, Lines: file.Orders})...); faults != nil {
		t.Fatalf("%s: %v", side, engine.Faults(faults))
	}
	return file
}

// A whole turn of Austerlitz is planned in 25 lines a side at most, and played by them:
// nobody is asked before the Orders Phase of the next.
func TestTurnOfAusterlitzInFewLines(t *testing.T) {
	rs := embedded(t)
	pos, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	p := pos.(*Position)
	var in []engine.Orders
	for _, side := range rs.Sides(p) {
		in = append(in, engine.Orders{Side: side, Lines: planOfTurn(t, rs, p, side).Orders})
	}
	var key engine.Link
	pos, events := resolved(t, rs, p, engine.NewStream("austerlitz", 1, engine.InputHash(nil), key, key), in...)
	if after := pos.(*Position); after.Turn != 2 || after.Phase != OrdersPhase {
		t.Fatalf("the turn stops in turn %d, phase %c", after.Turn, after.Phase)
	}
	for _, side := range rs.Sides(p) {
		moves, used := map[string]bool{}, 0
		for _, e := range events {
			switch {
			case e.By == side && e.Kind == "move":
				moves[e.Get("unit")] = true
			case e.By == side && e.Kind == "due" && e.Get("is") == "used":
				used++
			}
		}
		if used < 20 || len(moves) < 50 {
			t.Errorf("%s: %d plans used and %d units moved, want 20 and 50 at least", side, used, len(moves))
		}
	}
}
