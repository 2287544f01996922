package jdg

import (
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
)

var oddsPositions = flag.Int("odds.positions", 7, "random positions whose odds TestOddsWork counts")

const (
	lastWayTakes = 50_000 // the way on which the work is used up is gone to its end
	baseAllocs   = 60_000 // what counting the odds of a file takes in any case
	tenAllocs    = 25     // what it takes for ten steps, at most
)

// throng is a position in which two armies stand close to each other: units of
// any arm and state, often so thick that a withdrawal goes over many friends.
func throng(rng *rand.Rand) string {
	var b strings.Builder
	size := 9 + rng.IntN(12)
	thick := 1 + rng.IntN(4) // of four hexes, how many hold units
	fmt.Fprintf(&b, "size %dx%d\n", size, size)
	for range rng.IntN(12) {
		fmt.Fprintf(&b, "hex %02d%02d %s\n", 1+rng.IntN(size), 1+rng.IntN(size),
			[...]string{"woods", "village", "town"}[rng.IntN(3)])
	}
	front, deep := size/2-rng.IntN(2), 1+rng.IntN(size/2)
	for col := 1; col <= size; col++ {
		for row := 1; row <= size; row++ {
			side := "French"
			if col > front {
				side = "Allied"
			}
			if col <= front-2 || col > front+deep || rng.IntN(4) >= thick {
				continue
			}
			arm := [...]string{"inf", "inf", "cav", "cav heavy", "art"}[rng.IntN(5)]
			state := [...]string{"ordered", "ordered", "disordered", "routed"}[rng.IntN(4)]
			if side == "French" {
				state = "ordered"
			}
			line := fmt.Sprintf("%s %s at=%02d%02d face=%s state=%s", side, arm, col, row,
				[...]string{"NNE", "E", "SSE", "SSW", "W", "NNW"}[rng.IntN(6)], state)
			fmt.Fprintf(&b, "unit a%d %s sp=%d\n", 100*col+row, line, 1+rng.IntN(5))
			if rng.IntN(30) == 0 {
				fmt.Fprintf(&b, "commander c%d %s at=%02d%02d\n", 100*col+row, side, col, row)
			}
			if state == "ordered" && rng.IntN(3) == 0 {
				fmt.Fprintf(&b, "unit b%d %s sp=1\n", 100*col+row, line)
			}
		}
	}
	return b.String() + "drawn french\n"
}

// throngCase is a throng in which some groups have no orders, so that their attacks
// begin with a test.
func throngCase(t *testing.T, rng *rand.Rand) (text string, rs *Ruleset, p *Position) {
	t.Helper()
	text = throng(rng)
	for range 2 {
		var err error
		if rs, p, err = ReadCase([]byte(text), nil); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for i, g := range p.Groups {
			if p.sc.Forms[g.Form].Side == 0 && p.Faces[i].Orders == ReceivedOrders && rng.IntN(3) == 0 {
				text += "orders none " + g.ID + "\n"
			}
		}
	}
	return text, rs, p
}

// attacksAtRandom writes orders of some attacks that are legal together.
func attacksAtRandom(rng *rand.Rand, rs *Ruleset, p *Position) engine.Orders {
	d := rs.Owed(p)[0]
	o := engine.Orders{Side: d.Side}
	draft := rs.Draft(p, d)
	for range 150 {
		x, ok := draft.Pick(rng.IntN)
		if !ok || len(o.Lines) == 6 {
			break
		}
		x.Line = len(o.Lines) + 1
		with := engine.Orders{Side: o.Side, Lines: append(o.Lines, x)}
		if w := x.Words[0]; (w == "shock" || w == "charge" || w == "fire") && len(rs.Check(p, with)) == 0 {
			draft.Add(x)
			o = with
		}
	}
	return o
}

// TestOddsWork counts the odds of random attacks in random positions, -odds.positions
// of them: what it takes is bounded, whatever the position, and the steps that the
// bound counts are the work that is done. BERTHIER_SEED=new brings others.
func TestOddsWork(t *testing.T) {
	seed, most := enginetest.Seed(t), 0
	for n := range *oddsPositions {
		rng := rand.New(rand.NewPCG(seed, uint64(n)))
		text, rs, p := throngCase(t, rng)
		o := attacksAtRandom(rng, rs, p)
		steps, allocs, odds := workOn(rs, p, o)
		if most = max(most, steps); steps > lastWork+lastWayTakes || allocs > baseAllocs+tenAllocs*steps/10 {
			t.Errorf("position %d: %d steps, %d allocations\n%s\n%v", n, steps, allocs, text, o.Lines)
		}
		for _, c := range odds {
			sum := new(big.Rat)
			for _, end := range c.Outcomes {
				sum.Add(sum, end.P)
			}
			if c.Outcomes != nil && sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("position %d, %s: the chances add up to %s\n%s", n, c.What, sum, text)
			}
		}
	}
	t.Logf("at most %d steps of %d", most, lastWork)
}

// workOn counts odds, and what that takes.
func workOn(rs *Ruleset, p *Position, o engine.Orders) (steps, allocs int, odds []engine.Odds) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, r := rs.rehearsal(p, o)
	f := &forecast{}
	f.attacks(r)
	runtime.ReadMemStats(&after)
	return f.used, int(after.Mallocs - before.Mallocs), f.odds
}
