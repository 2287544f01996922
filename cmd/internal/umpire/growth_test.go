package umpire

import (
	"flag"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/engine/jdg"
)

var steps = flag.Int("umpire.steps", 120, "`steps` of the game of TestStepsDoNotGrow")

// vigil is a war in which nobody moves: every turn begins in the same position
// but for its number.
const vigil = `
turns 99
size 30x12
formation ney French
formation soult French
formation lannes French
formation dokhtur Allied
formation kutuzov Allied
formation buxhowdn Allied
unit a French inf form=ney at=0205
unit b French cav form=soult at=0207
unit c French art form=lannes at=0308
unit x Allied inf form=dokhtur at=2605
unit y Allied cav form=kutuzov at=2607
unit z Allied art form=buxhowdn at=2609
commander nap French at=0205
commander alex Allied at=2605
`

// TestStepsDoNotGrow: what a step allocates from the mail that completes it to
// its reports in the outbox, the store included, does not grow with the log.
// It compares the Orders Phases of four turns after the first tenth of the steps
// with those of the last four. In that tenth the pages of the store fill, and
// bbolt reads a page whole: what a page holds is bounded, the log is not.
func TestStepsDoNotGrow(t *testing.T) {
	tb := newTable(t)
	rs, err := jdg.Load(map[string][]byte{"scenarios/vigil.txt": []byte(vigil)})
	if err != nil {
		t.Fatal(err)
	}
	tb.u.Rulesets = []engine.Ruleset{rs}
	s := play.Spec{Game: "duel-1", Title: "Vigil", Ruleset: "jdg", Setup: engine.Setup{Scenario: "vigil"}}
	by := map[engine.Side]engine.Side{}
	for i, side := range []engine.Side{"French", "Allied"} {
		who := duelSides[i]
		by[side] = who
		s.Players = append(s.Players, play.Player{Side: side, Name: string(who), Address: address[who],
			Key: keys()[who].Public().String()})
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
	var bytes, objects []uint64 // of the Orders Phases, by turn
	for step := 1; step <= *steps; step++ {
		p, err := rs.Decode(tb.position())
		if err != nil {
			t.Fatal(err)
		}
		owed := rs.Owed(p)
		hold := ""
		if slices.ContainsFunc(owed, func(d engine.Decision) bool { return d.Hold != "" }) {
			hold = "hold"
		}
		for _, side := range rs.Sides(p) {
			if !engine.Owes(owed, side) {
				continue
			}
			raw := letter(address[by[side]], fmt.Sprint(side, step, "@home"),
				signed(t, by[side], file(side, rs.Turn(p), step, hold)))
			b, n := allocated(func() { err = tb.take(raw) })
			if err != nil {
				t.Fatal(err)
			}
			if step > *steps/10 && owed[0].Kind == "P3" && side == "Allied" {
				bytes, objects = append(bytes, b), append(objects, n)
			}
		}
		tb.deliver()
	}
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Check("steps").Done != *steps || len(bytes) < 8 {
		t.Fatalf("%d Orders Phases measured; %+v, %v", len(bytes), a.Checks, err)
	}
	t.Logf("bytes %v, objects %v", bytes, objects)
	last := len(bytes) - 4
	if was, is := least(bytes[:4]), least(bytes[last:]); is > was+was/10 {
		t.Errorf("an early step allocates %d bytes, a late one %d", was, is)
	}
	if was, is := least(objects[:4]), least(objects[last:]); is > was+was/20 {
		t.Errorf("an early step makes %d allocations, a late one %d", was, is)
	}
}

// least leaves out what the collector or the store did now and then.
func least(ns []uint64) uint64 {
	return slices.Min(ns)
}

// allocated counts what f allocates: bytes and objects.
func allocated(f func()) (bytes, objects uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}
