package ccn

import (
	"testing"

	"berthier/engine"
)

// Each die of an attack is a trial, with the faces that hit its target: what the trials of a
// roll say together is what the roll says.
func TestTrials(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: "crossroads"})
	if err != nil {
		t.Fatal(err)
	}
	p := start.(*Position)
	piece := func(side, arm int) (id string) {
		for u := range p.Units {
			if p.unitSide(u) == side && int(p.arm(u)) == arm {
				id = p.pieceID(u)
			}
		}
		if id == "" {
			t.Fatalf("side %d has no unit of arm %d", side, arm)
		}
		return id
	}
	roll := func(rule, purpose string, total int, values ...int) engine.Event {
		r := &engine.Roll{Die: faces, Hits: true, Total: total}
		for i, v := range values {
			r.Draws = append(r.Draws, engine.Draw{No: i + 1, Purpose: purpose, N: 6, Value: v})
		}
		return engine.Event{Rule: rule, Kind: "roll", By: p.sideName(0), Roll: r}
	}
	foot, horse := piece(0, 0), piece(1, 1)
	for _, c := range []struct {
		what             engine.Event
		good, n, success int
	}{
		{roll("5.5.7", "fire of "+foot+" at "+horse, 1, 0, 2, 5), 1, 3, 1},
		{roll("5.5.7", "fire of "+horse+" at "+foot, 2, 0, 1, 5), 2, 3, 2},
		{roll("5.6.7", "melee of "+foot+" at "+horse, 2, 2, 5), 2, 2, 2},
		{roll("5.6.7", "melee of "+foot+" at "+horse, 2, 2, 4), 2, 0, 0},       // other symbols counted
		{roll("6.1-i", "melee of "+foot+" at "+horse, 1, 2, 0, 4, 5), 1, 4, 1}, // only cavalry symbols hit
		{roll("6.2-q", "square of "+foot+" at "+horse, 1, 5), 2, 1, 1},
		{roll("7.10-a", "square of "+foot, 0, 0), 0, 0, 0},
		{roll("5.7", "casualty check of "+foot, 1, 5), 0, 0, 0},
	} {
		got := p.trials([]engine.Event{c.what})
		success := 0
		for _, x := range got {
			success += boolInt(x.Success)
			if x.Good != c.good || x.Of != 6 || x.Stake != 1 {
				t.Errorf("%s: %+v", c.what.Roll.Purpose(), x)
			}
		}
		if len(got) != c.n || success != c.success {
			t.Errorf("%s: %d trials, %d of them hit", c.what.Roll.Purpose(), len(got), success)
		}
	}
}
