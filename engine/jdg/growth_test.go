package jdg

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// vigil is a war in which each side walks one unit to and fro until the end:
// the same positions come again and again, with another turn and step. Twelve
// markers a turn make more than 1,000 steps of it.
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
unit b French inf form=ney at=0305
unit c French cav form=soult at=0207
unit g French art form=lannes at=0308
unit x Allied inf form=dokhtur at=2605
unit y Allied cav form=kutuzov at=2607
unit z Allied art form=buxhowdn at=2609
commander nap French at=0205
commander alex Allied at=2605
`

// walkToAndFro orders the one unit to the other of its two hexes.
func walkToAndFro(p engine.Position, side engine.Side) engine.Orders {
	pos := p.(*Position)
	unit, here, there := "", "", ""
	switch {
	case pos.Phase != ActivationPhase || pos.activeSide() != side:
		return engine.Orders{Side: side}
	case pos.Drawn.ID == "ney":
		unit, here, there = "b", "0305", "0306"
	case pos.Drawn.ID == "kutuzov":
		unit, here, there = "y", "2607", "2608"
	default:
		return engine.Orders{Side: side}
	}
	if u, _ := pos.sc.Unit(unit); pos.unit(u).Hex.String() == there {
		there = here
	}
	line := "move " + unit + " to " + there
	return engine.Orders{Side: side, Lines: []engine.Order{{Line: 1, Text: line, Words: strings.Fields(line)}}}
}

// sameSteps plays the vigil and returns pairs of steps, one of the first half
// but not before the first, one not before the last, that begin in the same
// position but for the number of the turn. Of each phase there is a pair.
func sameSteps(t testing.TB, first, last int) (rs *Ruleset, early, late []book.Frame) {
	t.Helper()
	rs, err := Load(map[string][]byte{"scenarios/vigil.txt": []byte(vigil)})
	if err != nil {
		t.Fatal(err)
	}
	g := book.Log{Setup: engine.Setup{Scenario: "vigil"}, Seed: 1}
	seen := map[string]book.Frame{}
	if err := g.Play(rs, walkToAndFro, func(f book.Frame) error {
		p := f.Before.(*Position)
		key := strings.Replace(string(p.Encode()), fmt.Sprintf("\nturn %d ", p.Turn), "\nturn N ", 1)
		switch n := f.Step.Number; {
		case n >= first && n < last/2:
			if _, ok := seen[key]; !ok {
				seen[key] = f
			}
		case n >= last:
			if before, ok := seen[key]; ok {
				early, late = append(early, before), append(late, f)
				delete(seen, key)
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, ph := range []Phase{OrdersPhase, ActivationPhase} {
		if !slices.ContainsFunc(early, func(f book.Frame) bool { return f.Before.(*Position).Phase == ph }) {
			t.Fatalf("of phase %c no position comes again", ph)
		}
	}
	return rs, early, late
}

// stepOf does all that the engine does for a step: it reads the position,
// resolves, applies, hashes and reports it.
func stepOf(t testing.TB, rs *Ruleset, f book.Frame) {
	p, err := rs.Decode(f.Before.Encode())
	if err != nil {
		t.Fatal(err)
	}
	step, after, err := engine.Play(rs, p, f.Step.Number, f.Step.Inputs, stream(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rs.Sides(p) {
		engine.Tell(rs, p, after, step.Events, s)
	}
}

// TestStepsDoNotGrow: a step from the same position takes as many allocations
// and as long a position at step 1,000 as at step 10.
func TestStepsDoNotGrow(t *testing.T) {
	rs, early, late := sameSteps(t, 10, 1000)
	for i := range early {
		was := testing.AllocsPerRun(20, func() { stepOf(t, rs, early[i]) })
		is := testing.AllocsPerRun(20, func() { stepOf(t, rs, late[i]) })
		// A turn of three digits takes a few strings more than one of two.
		if is > was+8 || is < was-8 {
			t.Errorf("phase %c: step %d takes %v allocations, step %d takes %v", early[i].Before.(*Position).Phase,
				early[i].Step.Number, was, late[i].Step.Number, is)
		}
		if was, is := len(early[i].After.Encode()), len(late[i].After.Encode()); is > was+8 {
			t.Errorf("after step %d the position has %d bytes, after step %d it has %d",
				early[i].Step.Number, was, late[i].Step.Number, is)
		}
	}
	if bytes.Equal(early[0].Before.Encode(), late[0].Before.Encode()) {
		t.Error("the positions do not even differ in the turn")
	}
}

// BenchmarkStep takes the same steps early and late in one long game.
func BenchmarkStep(b *testing.B) {
	rs, early, late := sameSteps(b, 10, 1000)
	for i, frames := range [][]book.Frame{early, late} {
		b.Run([]string{"10", "1000"}[i], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, f := range frames {
					stepOf(b, rs, f)
				}
			}
			b.ReportMetric(float64(len(frames)), "steps/op")
		})
	}
}

// TestStepAllocates holds what the engine allocates for eight steps to half of the
// 1,163,094 bytes that it once was.
func TestStepAllocates(t *testing.T) {
	rs, early, _ := sameSteps(t, 10, 1000)
	const rounds, most = 10, 1_163_094 / 2
	var before, after runtime.MemStats
	for round := range rounds + 1 {
		if round == 1 { // the first one also reads the words, once for all
			runtime.ReadMemStats(&before)
		}
		for _, f := range early {
			stepOf(t, rs, f)
		}
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / rounds; len(early) != 8 || got > most {
		t.Errorf("%d steps allocate %d bytes, want at most %d for 8", len(early), got, most)
	}
}
