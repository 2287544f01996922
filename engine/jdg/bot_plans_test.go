package jdg

import (
	"testing"

	"berthier/engine"
)

// TestAhead plays a few whole Austerlitz between players with orders when
// drawn: on average they need at most half of the mails, and few of their lines
// come to nothing.
func TestAhead(t *testing.T) {
	const games = 4
	var sum aheadCount
	for seed := range byte(games) {
		c := playAhead(t, seed)
		t.Logf("%+v", c)
		sum.mails, sum.spared, sum.lines, sum.skipped = sum.mails+c.mails, sum.spared+c.spared,
			sum.lines+c.lines, sum.skipped+c.skipped
	}
	if 2*sum.mails > sum.mails+sum.spared {
		t.Errorf("%d mails are more than half of %d", sum.mails, sum.mails+sum.spared)
	}
	if sum.lines == 0 || 10*sum.skipped > sum.lines {
		t.Errorf("%d orders were skipped, there were %d lines of plans", sum.skipped, sum.lines)
	}
}

// aheadCount is what a game came to: turn mails, activations that needed none,
// lines of plans, and orders skipped for other reasons than the dice.
type aheadCount struct{ mails, spared, lines, skipped int }

// playAhead plays one game. Each file must be legal, and can be written as a
// turn file.
func playAhead(t *testing.T, seed byte) (c aheadCount) {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	for k := 1; !rs.Outcome(p).Over; k++ {
		var in []engine.Orders
		for _, side := range rs.Sides(p) {
			o := rs.Ahead(p, side)
			if !engine.Owes(rs.Owed(p), side) {
				if len(o.Lines) > 0 {
					t.Errorf("step %d: %s writes though it owes nothing", k, side)
				}
				continue
			}
			text := engine.TurnFile{Game: "g", Side: side, Turn: 1, Step: k, Orders: o.Lines}.Print()
			if _, faults := engine.ParseTurnFile(text, rs.Verbs(), engine.Limits{}); len(faults) > 0 {
				t.Fatalf("step %d: the file of %s: %v", k, side, faults)
			}
			in = append(in, o)
			c.mails++
		}
		step, next, err := engine.Play(rs, p, k, in,
			engine.NewStream("ahead", k, [32]byte{seed}, engine.Link{byte(k), byte(k >> 8)}, engine.Link{}))
		if err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		for _, e := range step.Events {
			switch {
			case e.Get("source") == "when-drawn":
				c.spared++
			case e.Kind == "skip" && e.Rule != "2.4.3-h": // after a failed initiative of the dice
				c.skipped++
			case e.Kind == "plan":
				c.lines++
			}
		}
		p = next
	}
	return c
}
