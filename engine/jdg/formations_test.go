package jdg

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// planOfTurn is a turn file for the Orders Phase: the lines for formations of its
// template, with the # taken off, and what a player adds for the time after them.
func planOfTurn(t *testing.T, rs *Ruleset, p *Position, side engine.Side) engine.TurnFile {
	t.Helper()
	body := []string{}
	var ids []string
	for l := range strings.Lines(rs.orderTemplate(rs.View(p, side).(*Position), p.sideOf(side)).String()) {
		if w := strings.Fields(l); len(w) > 3 && w[1] == "when" && w[3] == "move" {
			body, ids = append(body, strings.TrimPrefix(l, "# ")), append(ids, w[2])
		}
	}
	body = append(body, "when "+strings.Join(ids, ",")+" again move toward nearest\n")
	if len(body) > 25 {
		t.Errorf("%s plans its turn in %d lines, want 25 at most", side, len(body))
	}
	file, faults := readTemplate(rs, side, strings.Join(body, "")+"end\n")
	if faults = append(faults, rs.Check(rs.View(p, side),
		engine.Orders{Side: side, Lines: file.Orders})...); faults != nil {
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

// Formations stand first or last, and go by their names.
func TestFormationsAreRead(t *testing.T) {
	for _, tt := range []struct{ at, text, reads string }{
		{"legrand", "Legrand fire nearest", "fire legrand at nearest"},
		{"legrand", "legrand hold", "hold legrand"},
		{"legrand", "Legrand: move toward The Knoll", "move legrand toward 1005"},
		{"legrand", "move Legrand toward The Knoll", "move legrand toward 1005"},
		{"legrand", "move Legrand to 1005", "move legrand to 1005"},
		{"legrand", "Legrand go to 1005", "move legrand to 1005"},
		{"legrand", "legrand fire at the closest", "fire legrand at nearest"},
		{"legrand", "fire legrand at nearest", "fire legrand at nearest"},
		{"austerlitz", "when Legrand move toward Sokolnitz", "when legrand move toward 0629"},
		{"austerlitz", "when Legrand if enemy-within 1 shock nearest",
			"when legrand if enemy-within 1 shock at nearest"},
		{"austerlitz", "when legrand legrand shock nearest", "when legrand legrand shock at nearest"},
		{"austerlitz", "when Vandamme, Saint-Hilaire again move toward nearest",
			"when vandam,sthil again move toward nearest"},
		{"austerlitz", "when legrand hold", "when legrand hold"},
	} {
		p := mistakePositions[tt.at](t)
		body := "game: evening\nside: French\nturn: 1\nstep: 7\n\n" + tt.text + "\nend\n"
		file, faults := engine.ReadTurnFile(p.rs, p, []byte(body), engine.Limits{})
		if faults == nil {
			faults = p.rs.Check(p, engine.Orders{Side: "French", Lines: file.Orders})
		}
		if len(faults) > 0 || len(file.Orders) != 1 || strings.Join(file.Orders[0].Words, " ") != tt.reads {
			t.Errorf("%s: read as %v, want %q: %v", tt.text, file.Orders, tt.reads, engine.Faults(faults))
		}
	}
}

// comesNoFarther reports whether a move toward the nearest enemy ends no farther from one
// of them than it begins.
func comesNoFarther(p *Position, words []string) bool {
	u, end := p.unitsOf(words[1])[0], hexesIn(words[3])[0]
	near := p.nearestEnemy(p.unit(u).Hex, p.side(u))
	return slices.ContainsFunc(p.sc.Units, func(spec setup.UnitSpec) bool {
		e, _ := p.sc.Unit(spec.ID)
		return p.onMap(e) && p.side(e) != p.side(u) && p.unit(e).Hex.Distance(p.unit(u).Hex) == near &&
			p.unit(e).Hex.Distance(end) <= near
	})
}

// What an order for a formation comes to is legal, follows from the side's own view,
// changes nothing, and comes to itself.
func TestExpandedIsLegal(t *testing.T) {
	rs := embedded(t)
	came := map[string]int{}
	visit := func(s playedStep) {
		p := s.after.(*Position)
		if p.Phase != ActivationPhase || p.Asked != nil {
			return
		}
		side, was := p.activeSide(), p.Encode()
		var all []engine.Order
		for i, text := range []string{"fire F at nearest", "charge F at nearest", "move F toward nearest",
			"shock F at nearest", "rally F"} {
			words := strings.Fields(strings.ReplaceAll(text, "F", p.Drawn.ID))
			one := engine.Order{Line: i + 1, Text: text, Words: words}
			if len(rs.Check(p, engine.Orders{Side: side, Lines: []engine.Order{one}})) == 0 {
				came[words[0]]++
			}
			all = append(all, one)
		}
		o := engine.Orders{Side: side, Lines: all}
		got, _ := rs.Expand(p, o)
		if of, _ := rs.Expand(rs.View(p, side), o); fmt.Sprint(of) != fmt.Sprint(got) {
			t.Errorf("%s: the view gives %v, the position %v", s.at, of, got)
		}
		got.Lines = slices.DeleteFunc(got.Lines, p.ofFormations)
		for _, l := range got.Lines {
			if l.Words[0] == "move" && !comesNoFarther(p, l.Words) {
				t.Errorf("%s: %s leads away from the enemy", s.at, strings.Join(l.Words, " "))
			}
		}
		if faults := rs.Check(rs.View(p, side), got); faults != nil {
			t.Errorf("%s: %v of %v", s.at, engine.Faults(faults), got)
		}
		if again, left := rs.Expand(p, got); fmt.Sprint(again) != fmt.Sprint(got) || left != nil {
			t.Errorf("%s: %v comes to %v, which leaves out %v", s.at, got, again, left)
		}
		if !bytes.Equal(p.Encode(), was) {
			t.Errorf("%s: the position is changed", s.at)
		}
	}
	for seed := range uint64(4) {
		playRandomly(t, rs, "goldbach", "none", 40+seed, 60, visit)
	}
	playRandomly(t, rs, "austerlitz", "none", 50, 25, visit)
	for _, word := range []string{"fire", "charge", "move", "shock", "rally"} {
		if came[word] == 0 {
			t.Errorf("no %s came to anything: %v", word, came)
		}
	}
}
