package setup

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A tableFact is one thing that the rules text gives away about the charts that
// it does not contain; they are numbered JDG-T1 to JDG-T57. Where a fact is
// about the use of a table, the test shows what the table has to offer for it.
type tableFact struct {
	no    int
	check func(*testing.T, *Tables)
}

func TestFacts(t *testing.T) {
	tb := loadTables(t)
	all := slices.Concat(fireFacts, shockFacts, groundFacts)
	for i, f := range all {
		if f.no != i+1 {
			t.Fatalf("fact %d is number T%d", i+1, f.no)
		}
		t.Run("T"+strconv.Itoa(f.no), func(t *testing.T) { f.check(t, tb) })
	}
	if len(all) != 57 {
		t.Errorf("got %d facts, want 57", len(all))
	}
}

// factIs fails unless ok.
func factIs(t *testing.T, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

// tableColumns are the columns of a table file.
func tableColumns(name string) []string {
	for _, f := range tableFiles {
		if f.Name == "tables/"+name+".csv" {
			return strings.Split(f.Columns, ",")
		}
	}
	return nil
}

// tableKeys are the keys of a DRM file.
func tableKeys(specs []modSpec) []string {
	var keys []string
	for _, s := range specs {
		keys = append(keys, s.key)
	}
	return keys
}

// tableFireResults are the results from well below to well above the table.
func tableFireResults(tb *Tables) []FireResult {
	var all []FireResult
	for i := -60; i <= 60; i++ {
		all = append(all, tb.Fire(i))
	}
	return all
}

// factHasAll reports whether set holds every one of want.
func factHasAll[T comparable](set []T, want ...T) bool {
	for _, w := range want {
		if !slices.Contains(set, w) {
			return false
		}
	}
	return true
}

var fireFacts = []tableFact{
	{1, func(t *testing.T, tb *Tables) {
		factIs(t, slices.IsSorted(tableFireResults(tb)), "a higher index has a milder result")
		factIs(t, tb.FireDRM(FireCombined) > 0 && tb.FireDRM(FireReaction) < 0,
			"the signs of combined and reaction fire")
	}},
	{2, func(t *testing.T, tb *Tables) {
		factIs(t, tb.Fire(math.MinInt) == tb.Fire(0) && tb.Fire(-1) == tb.Fire(0), "below 0 got %s", tb.Fire(-1))
		factIs(t, tb.Fire(math.MaxInt) == FireRout && tb.Fire(19) == FireRout, "far above 9 got %s", tb.Fire(19))
	}},
	{3, func(t *testing.T, tb *Tables) {
		kinds := slices.Compact(tableFireResults(tb))
		want := []FireResult{FireNothing, FireTest, FireDisorder, FireRout}
		factIs(t, slices.Equal(kinds, want), "got kinds %v, want %v", kinds, want)
	}},
	{4, func(t *testing.T, tb *Tables) {
		got := tableColumns("fire") // one result, whatever the kind of fire
		factIs(t, slices.Equal(got, []string{"index", "result"}), "got columns %v", got)
	}},
	{5, func(t *testing.T, tb *Tables) {
		// Elimination is never printed: it follows from a second disorder or rout.
		factIs(t, !slices.Contains(fireResultNames[:], "eliminated"), "the Fire Table can eliminate")
		factIs(t, factHasAll(tableFireResults(tb), FireDisorder, FireRout), "disorder and rout have to occur")
	}},
	{6, func(t *testing.T, tb *Tables) {
		factIs(t, len(tableColumns("fire")) == 2, "got columns %v", tableColumns("fire"))
	}},
	{7, func(t *testing.T, tb *Tables) {
		// Each reason stands for itself; none is the sum of others.
		sum := tb.FireDRM(FireCombined) + tb.FireDRM(FireAdjacent) + tb.FireDRM(FireAtSquare) + tb.FireDRM(FireDense)
		factIs(t, sum == 7, "combined fire at a dense square next to it: got %+d, want +7", sum)
		factIs(t, tb.Fire(4+sum) > tb.Fire(4), "DRMs together change nothing")
	}},
	{8, func(t *testing.T, tb *Tables) {
		factIs(t, tb.FireDRM(FireCombined) == 2, "got %+d", tb.FireDRM(FireCombined))
	}},
	{9, func(t *testing.T, tb *Tables) {
		factIs(t, tb.FireDRM(FireReaction) == -1, "got %+d", tb.FireDRM(FireReaction))
	}},
	{10, func(t *testing.T, tb *Tables) {
		factIs(t, tb.FireDRM(FireReactionSquare) == -1, "got %+d", tb.FireDRM(FireReactionSquare))
		factIs(t, tb.FireDRM(FireReaction)+tb.FireDRM(FireReactionSquare) == -2, "together not -2")
	}},
	{11, func(t *testing.T, tb *Tables) {
		factIs(t, tb.FireDRM(FireLong) < tb.FireDRM(FireEffective), "effective %+d, beyond it %+d",
			tb.FireDRM(FireEffective), tb.FireDRM(FireLong))
	}},
	{12, func(t *testing.T, tb *Tables) {
		least := min(tb.FireDRM(FireEffective), tb.FireDRM(FireLong))
		factIs(t, least == tb.FireDRM(FireLong), "the longer range is not the least favourable")
	}},
	{13, func(t *testing.T, tb *Tables) {
		factIs(t, tb.FireDRM(FireDense) > 0, "got %+d", tb.FireDRM(FireDense))
		factIs(t, !tb.Dense(8) && tb.Dense(9), "dense at 8: %v, at 9: %v", tb.Dense(8), tb.Dense(9))
	}},
	{14, func(t *testing.T, tb *Tables) {
		// Leaving the dense target out for counter-battery fire can matter.
		differ := slices.ContainsFunc([]int{0, 4, 8, 12},
			func(i int) bool { return tb.Fire(i) != tb.Fire(i+tb.FireDRM(FireDense)) })
		factIs(t, differ, "the dense target never changes a result")
	}},
	{15, func(t *testing.T, tb *Tables) {
		factIs(t, tb.Hexes[Clear].Fire == 0, "clear ground: %+d", tb.Hexes[Clear].Fire)
		factIs(t, tb.FireDRM(FireAtSquare) > 0, "square: %+d", tb.FireDRM(FireAtSquare))
		for k := range NumTerrains {
			factIs(t, tb.Hexes[k].Fire <= 0, "%s: %+d makes fire better", k, tb.Hexes[k].Fire)
		}
	}},
}

// tableShockCells are all cells of the Shock and Charge Table from low to high.
func tableShockCells(tb *Tables) (cells [][]ShockEffect) {
	for i := -60; i <= 60; i++ {
		effects, _ := tb.Shock(i)
		cells = append(cells, effects)
	}
	return cells
}

var shockFacts = []tableFact{
	{16, func(t *testing.T, tb *Tables) {
		got := tableColumns("shock")
		factIs(t, slices.Equal(got, []string{"index", "effects"}), "got columns %v", got)
	}},
	{17, func(t *testing.T, tb *Tables) {
		for i := -10; i <= 20; i++ {
			effects, text := tb.Shock(i)
			var words []string
			for _, e := range effects {
				words = append(words, e.String())
			}
			factIs(t, strings.Join(words, " ") == text, "index %d: %v is not in the order of %q", i, words, text)
		}
	}},
	{18, func(t *testing.T, tb *Tables) {
		all := slices.Concat(tableShockCells(tb)...)
		for e := AttackerTest; e <= DefenderPursues; e++ {
			factIs(t, slices.Contains(all, e), "%s never occurs", e)
		}
	}},
	{19, func(t *testing.T, tb *Tables) {
		factIs(t, !slices.Contains(shockEffectNames[:], "advance"), "the advance is printed")
		for _, c := range tableShockCells(tb) {
			leaves := factHasAll(c, DefenderRetire) || factHasAll(c, DefenderRout) || factHasAll(c, DefenderEliminated)
			factIs(t, leaves || !factHasAll(c, Breakthrough), "%v: breakthrough into a hex still held", c)
		}
	}},
	{20, func(t *testing.T, tb *Tables) {
		for _, c := range tableShockCells(tb) {
			loses := factHasAll(c, AttackerRetire) || factHasAll(c, AttackerRout) || factHasAll(c, AttackerEliminated)
			factIs(t, loses || !factHasAll(c, CounterAttack) && !factHasAll(c, DefenderPursues),
				"%v: the attacker has not lost", c)
		}
		effects, _ := tb.Shock(2)
		factIs(t, factHasAll(effects, AttackerRetire), "index 2: %v, want the attacker to retire", effects)
	}},
	{21, func(t *testing.T, tb *Tables) {
		// An effect names a side, never one unit of it.
		for e := AttackerTest; e < Breakthrough; e++ {
			factIs(t, strings.HasPrefix(e.String(), "a-") || strings.HasPrefix(e.String(), "d-"), "%s names no side", e)
		}
	}},
	{22, func(t *testing.T, tb *Tables) {
		factIs(t, slices.Contains(tableKeys(shockMods[:]), "rear"), "the rear is not a DRM")
	}},
	{23, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockRouted) == 2 && tb.Hexes[Village].Defence == -1, "the signs of the DRMs")
		low, high := tableShockCells(tb)[0], tableShockCells(tb)[120]
		factIs(t, factHasAll(low, AttackerEliminated) && factHasAll(high, DefenderEliminated),
			"lowest cell %v, highest %v", low, high)
	}},
	{24, func(t *testing.T, tb *Tables) {
		factIs(t, !slices.ContainsFunc(tableKeys(shockMods[:]),
			func(k string) bool { return strings.Contains(k, "cohesion") }), "a table changes the cohesion difference")
	}},
	{25, func(t *testing.T, tb *Tables) {
		worse, _ := tb.Ratio(1, 2)
		even, _ := tb.Ratio(1, 1)
		better, _ := tb.Ratio(2, 1)
		factIs(t, worse < even && even < better, "1:2 %+d, 1:1 %+d, 2:1 %+d", worse, even, better)
	}},
	{26, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockRear) > 0, "got %+d", tb.ShockDRM(ShockRear))
	}},
	{27, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockSixFronts) == -1, "got %+d", tb.ShockDRM(ShockSixFronts))
	}},
	{28, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockByCavalry) == -2, "got %+d", tb.ShockDRM(ShockByCavalry))
	}},
	{29, func(t *testing.T, tb *Tables) {
		factIs(t, tb.Hexes[Village].Defence == -1, "got %+d", tb.Hexes[Village].Defence)
		total := tb.ShockDRM(ShockByCavalry) + tb.Hexes[Village].Defence
		factIs(t, total == -3, "cavalry shocks a village: got %+d, want -3", total)
	}},
	{30, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockChargeAtSquare) == -2, "got %+d", tb.ShockDRM(ShockChargeAtSquare))
	}},
	{31, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockCharge) > 0, "got %+d", tb.ShockDRM(ShockCharge))
	}},
	{32, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockRouted) == 2, "got %+d", tb.ShockDRM(ShockRouted))
	}},
	{33, func(t *testing.T, tb *Tables) {
		for n, want := range []int{0, 0, -1, -2, -3, -4} {
			factIs(t, tb.PursuitDRM(n) == want, "charge %d: got %+d, want %+d", n, tb.PursuitDRM(n), want)
		}
	}},
	{34, func(t *testing.T, tb *Tables) {
		factIs(t, tb.ShockDRM(ShockSquareInfantry) > 0 && tb.ShockDRM(ShockSquareGuns) < 0,
			"want one for and one against the attacker")
	}},
	{35, func(t *testing.T, tb *Tables) {
		factIs(t, tb.Sides[Stream].Attack < 0, "attack across a stream: %+d", tb.Sides[Stream].Attack)
		factIs(t, tb.Hexes[Clear].Defence == 0 && tb.Hexes[Town].Defence < tb.Hexes[Village].Defence,
			"two hexes have to differ")
	}},
	{36, func(t *testing.T, tb *Tables) {
		factIs(t, slices.Contains(tableKeys(shockMods[:]), "heavy-charge"), "no DRM for heavy cavalry")
		factIs(t, slices.Equal(armNames[:], []string{"inf", "cav", "art"}), "the weight of cavalry is an arm: %v",
			armNames)
	}},
	{37, func(t *testing.T, tb *Tables) {
		// The DRMs of other tests are fixed by the text and in no table.
		for _, k := range slices.Concat(tableKeys(fireMods[:]), tableKeys(shockMods[:])) {
			for _, word := range []string{"rally", "initiative", "night", "fog", "retire", "counter"} {
				factIs(t, !strings.Contains(k, word), "%s is in a table", k)
			}
		}
	}},
	{38, func(t *testing.T, tb *Tables) {
		_, a := tb.Ratio(2, 1)
		_, b := tb.Ratio(2, 3)
		factIs(t, a == "2:1" && b == "1:1.5", "got %s and %s", a, b)
	}},
	{39, func(t *testing.T, tb *Tables) {
		for a := 1; a <= 40; a++ {
			for d := 1; d <= 40; d++ {
				_, column := tb.Ratio(a, d)
				factIs(t, !(a >= 2*d && 3*a <= 8*d) || column == "2:1", "%d:%d uses %s, want 2:1", a, d, column)
				factIs(t, !(3*a >= 2*d && 6*a <= 5*d) || column == "1:1.5", "%d:%d uses %s, want 1:1.5", a, d, column)
				ca, cd, _ := parseRatio(column)
				factIs(t, a*cd >= ca*d || column == tb.ratios[0].name, "%d:%d uses the better %s", a, d, column)
			}
		}
	}},
	{40, func(t *testing.T, tb *Tables) {
		_, a := tb.Ratio(1, 1)
		_, b := tb.Ratio(3, 2)
		factIs(t, a == "1:1" && b == "1.5:1", "got %s and %s", a, b)
	}},
}
