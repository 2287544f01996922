package engine_test

import (
	"math"
	"testing"

	"berthier/engine"
)

// The chance of a roll is that of all values of its die, and luck adds up what the chances
// say; both by hand here.
func TestLuck(t *testing.T) {
	roll := func(value int, need string, mods ...int) *engine.Roll {
		r := &engine.Roll{Draws: []engine.Draw{{No: 1, N: 10, Value: value}}, Need: need, Total: value}
		for _, m := range mods {
			r.Mods = append(r.Mods, engine.Mod{Name: "m", Value: m})
			r.Total += m
		}
		return r
	}
	var trials []engine.Trial
	for _, c := range []struct {
		side    engine.Side
		roll    *engine.Roll
		good    int
		success bool
	}{
		{"Red", roll(3, "<=6"), 7, true},
		{"Red", roll(9, "<=6", -2), 9, false},
		{"Blue", roll(9, ">=5", 1), 6, true},
		{"Red", roll(0, "<=-1"), 0, false},
		{"Blue", roll(0, "<=20"), 10, true},
	} {
		wins, ok := c.roll.Meets()
		good, of, known := c.roll.Chance(wins)
		if !ok || !known || good != c.good || of != 10 {
			t.Errorf("%s: got %d of %d, want %d of 10", c.roll.Tell(), good, of, c.good)
			continue
		}
		trials = append(trials, engine.Trial{Side: c.side, Roll: c.roll, Good: good, Of: of,
			Success: wins(c.roll.Total)})
		if wins(c.roll.Total) != c.success {
			t.Errorf("%s: success is %v", c.roll.Tell(), !c.success)
		}
	}
	got := engine.LuckOf(trials)
	want := []engine.Luck{{Side: "Red", Trials: 3, Successes: 1, Expected: 1.6, Variance: 0.21 + 0.09},
		{Side: "Blue", Trials: 2, Successes: 2, Expected: 1.6, Variance: 0.24}}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, w := range want {
		g := got[i]
		if math.Abs(g.Expected-w.Expected) > 1e-12 || math.Abs(g.Variance-w.Variance) > 1e-12 {
			t.Errorf("got %+v, want %+v", g, w)
		}
		if g.Expected, g.Variance = w.Expected, w.Variance; g != w {
			t.Errorf("got %+v, want %+v", g, w)
		}
	}
	two := &engine.Roll{Draws: []engine.Draw{{N: 6}, {N: 6}}}
	if _, _, ok := two.Chance(func(int) bool { return true }); ok {
		t.Error("two dice have a chance of one")
	}
	if _, ok := (&engine.Roll{Need: "6"}).Meets(); ok {
		t.Error("6 is no test")
	}
}
