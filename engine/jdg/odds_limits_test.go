package jdg

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"berthier/engine/tongue"
)

// TestOddsAreBounded holds the work on odds to the limits that the package doc
// gives: 1,200,000 steps for a file, then 100,000 for each attack, up to 1,400,000;
// a way takes 100.
func TestOddsAreBounded(t *testing.T) {
	const (
		many  = 1_000_000
		alone = "not counted: there are too many ways in which it can end"
		with  = "not counted: with the attacks before it there are too many ways in which it can end; preview it alone"
		whole = "cohesion levels lost on average: own 0.00, enemy 0.00"
	)
	for _, file := range [][]struct {
		ways int // that an attack has
		seen int // of these
		note string
	}{
		{{6_000, 6_000, whole}, {many, 6_000, with}, {1_000, 1_000, whole}, {many, 1_000, with},
			{1, 0, with}, {many, 0, with}},
		{{many, 12_000, alone}, {1_000, 1_000, whole}},
	} {
		rs, p, o := oddsCases[0].start(t)
		_, r := rs.rehearsal(p, o)
		f := &forecast{}
		for i, attack := range file {
			sum, seen := new(big.Rat), 0
			f.count(&tally{}, func() bool {
				return f.ways(root(r), wayTakes, &tally{}, rollsOf(attack.ways), func(b branch) {
					seen++
					if attack.note == whole {
						sum.Add(sum, b.weight.rat())
					}
				})
			})
			if got := f.odds[i].Notes; seen != attack.seen || len(got) != 1 || got[0].String() != attack.note {
				t.Errorf("attack %d of %d ways: %d seen, notes %q, want %d and %q", i+1, attack.ways, seen,
					got, attack.seen, attack.note)
			}
			if attack.note == whole && sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("attack %d: all ways have a chance of %s, want 1", i+1, sum)
			}
		}
	}
}

// TestOddsAreCountedWhole shows that a charge is counted only if all its ways
// are, wherever the last one that may be counted ends.
func TestOddsAreCountedWhole(t *testing.T) {
	rs, p, o := oddsCase{"a charge", "unit a French cav at=0305 sp=6\nunit x Allied inf at=0605 sp=6\n",
		chargeIt}.start(t)
	_, r := rs.rehearsal(p, o)
	f := &forecast{}
	f.attacks(r)
	all, c := f.used, r.act.combats[0]
	k := slices.IndexFunc(f.before, func(r *run) bool { return r != nil })
	for most := all; most > -wayTakes; most -= wayTakes {
		f.used, f.most = 0, most
		counts := combatTally(r, c, f.before[k].p)
		counted, sum := f.declared(root(f.before[k]), k, c.orders, counts), new(big.Rat)
		for i := range counts.ends {
			sum.Add(sum, counts.ends[i].rat())
		}
		if whole := sum.Cmp(big.NewRat(1, 1)) == 0; counted && !whole || most == all && !counted {
			t.Errorf("%d of %d steps: counted %v, with a chance of %s", most, all, counted, sum)
		}
	}
}

// rollsOf makes rolls that can fall in n ways.
func rollsOf(n int) func(b *branch) error {
	return func(b *branch) error {
		for left := n; left > 1; {
			results := min(left, 10)
			class := 0
			b.r.d10("0.4", 0, "a roll", nil, func(total int) (string, string) {
				class = min(total, results-1)
				return "", strconv.Itoa(class)
			})
			left = left/results + boolInt(class < left%results)
		}
		return nil
	}
}

// bigFight is four stacks of n units, side by side, against two units with a gun.
func bigFight(n int) string {
	var b strings.Builder
	for _, s := range []struct{ id, side, where string }{
		{"a", "French", "at=0505 face=E"}, {"b", "French", "at=0604 face=SSW"},
		{"c", "French", "at=0506 face=NNE"}, {"d", "French", "at=0705 face=W"},
	} {
		for i := range n {
			fmt.Fprintf(&b, "unit %s%d %s inf %s sp=2\n", s.id, i+1, s.side, s.where)
		}
	}
	return b.String() + "unit g Allied art at=0605 sp=3\nunit x Allied inf at=0605 sp=9\n" +
		"unit y Allied inf at=0605 sp=9\n"
}

// twoStacks attack a stack with a gun.
const twoStacks = "unit a French inf at=0505 sp=4\nunit b French inf at=0505 sp=2\n" +
	"unit c French inf at=0604 sp=4 face=SSE\nunit d French inf at=0604 sp=2 face=SSE\n" +
	"unit g Allied art at=0605 sp=3\nunit x Allied inf at=0605 sp=4\nunit y Allied inf at=0605 sp=1\n"

// TestOddsOfMerged shows that ways that have led to the same are counted as one
// from the roll on the table on: one by one those of this fight are more than
// the 1,000 that every attack may have.
func TestOddsOfMerged(t *testing.T) {
	rs, p, o := oddsCase{"merged",
		"orders none french\n" + twoStacks + "unit z Allied inf at=0605 sp=1\n", "shock a,c at 0605"}.start(t)
	_, r := rs.rehearsal(p, o)
	f := &forecast{used: mostWork}
	f.attacks(r)
	if len(f.odds) != 1 || f.odds[0].Outcomes == nil {
		t.Errorf("got %v", f.odds)
	}
}

// TestOddsTooMany shows that what cannot be counted is said, and that it does
// not keep others from being counted.
func TestOddsTooMany(t *testing.T) {
	ground := bigFight(3) + "unit f French art at=0109 sp=4 range=3/6 face=E\nunit w Allied inf at=0309 sp=6\n"
	rs, p, o := oddsCase{"too many", ground, "shock a1,b1,c1,d1 at 0605\nfire f at 0309"}.start(t)
	odds := rs.Preview(p, o).Odds
	if len(odds) != 2 || odds[0].Outcomes == nil || odds[1].Outcomes != nil ||
		tongue.List(odds[1].Notes, ";").String() !=
			"not counted: with the attacks before it there are too many ways in which it can end; preview it alone" {
		t.Errorf("got %v", odds)
	}
}

// BenchmarkOdds counts usual fights and the worst one; ways are what the limits
// count.
func BenchmarkOdds(b *testing.B) {
	for _, c := range append(slices.Clone(oddsCases),
		oddsCase{"two stacks at one with a gun", twoStacks, "shock a,c at 0605"},
		oddsCase{"four stacks at one with a gun", bigFight(2), "shock a1,b1,c1,d1 at 0605"}) {
		b.Run(c.name, func(b *testing.B) {
			rs, p, o := c.start(b)
			best := time.Hour
			for b.Loop() {
				before := cpuTime(b)
				if odds := rs.Preview(p, o).Odds; len(odds) != 1 || odds[0].Outcomes == nil {
					b.Fatal("not counted")
				}
				best = min(best, cpuTime(b)-before)
			}
			b.ReportMetric(float64(best.Microseconds())/1000, "best-cpu-ms")
		})
	}
}

// BenchmarkOddsOfTurn counts ten usual fights in one file: combined shocks of two
// stacks at a stack with a gun.
func BenchmarkOddsOfTurn(b *testing.B) {
	var ground, lines strings.Builder
	ground.WriteString("size 64x10\n")
	for i := range 10 {
		at := func(col, row int) string { return fmt.Sprintf("%02d%02d", col+6*i, row) }
		fmt.Fprintf(&ground, "unit a%d French inf at=%s sp=4\nunit b%d French inf at=%s sp=2\n", i, at(5, 5), i,
			at(5, 5))
		fmt.Fprintf(&ground, "unit c%d French inf at=%s sp=4 face=SSE\nunit d%d French inf at=%s sp=2 face=SSE\n", i,
			at(6, 4), i, at(6, 4))
		fmt.Fprintf(&ground, "unit g%d Allied art at=%s sp=3\nunit x%d Allied inf at=%s sp=4\n"+
			"unit y%d Allied inf at=%s sp=2\n", i, at(6, 5), i, at(6, 5), i, at(6, 5))
		fmt.Fprintf(&lines, "shock a%d,c%d at %s\n", i, i, at(6, 5))
	}
	rs, p, o := oddsCase{"ten fights", ground.String(), strings.TrimSpace(lines.String())}.start(b)
	for b.Loop() {
		if odds := rs.Preview(p, o).Odds; len(odds) != 10 || odds[9].Outcomes == nil {
			b.Fatalf("%d attacks, or some not counted", len(odds))
		}
	}
}
