package jdg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// crowd is a map on which a, in the middle, is beaten out of the west, and
// friends with whom it cannot stack stand in one hex of two or in all.
func crowd(t *testing.T, size int, everywhere bool, seed uint64) *Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	middle := size / 2
	text := fmt.Sprintf("size %dx%d\nunit a Allied inf at=%02d%02d state=disordered\n", size, size, middle, middle)
	for c := middle - 2; c <= size; c++ {
		for row := 1; row <= size; row++ {
			if (c != middle || row != middle) && (everywhere || rng.IntN(2) == 0) {
				text += fmt.Sprintf("unit f%d Allied cav at=%02d%02d\n", c*100+row, c, row)
			}
		}
	}
	return position(t, text+fmt.Sprintf("unit x French inf at=%02d%02d\n", middle-3, middle))
}

// everyWay lists all ways of a withdrawal by plain recursion.
func everyWay(s *wayFinder, w withdrawal) (all []withdrawal) {
	if s.ends(w.end(), w.state, len(w.path)-1) {
		return []withdrawal{w}
	}
	for _, to := range w.end().Neighbors() {
		if s.mayStep(w.end(), to, w.state) {
			all = append(all, everyWay(s, w.with(s.leg(w.end(), to, w.state)))...)
		}
	}
	return all
}

// TestWithdrawThroughACrowd: what the search drops is never among the ways that
// a question would list [10.5-c, JDG-P29], whatever the owner's taste.
func TestWithdrawThroughACrowd(t *testing.T) {
	for seed := range uint64(12) {
		p := crowd(t, 13, false, seed)
		from := []hex.Hex{p.unit(0).Hex.Neighbor(hex.NW)}
		p.Sheets[1] = []ask.Sheet{nil, {{Kind: "P41", Answer: "avoid"}},
			{{Kind: "P41", Answer: "through"}, {Kind: "P29", Answer: "se"}}}[seed%3]
		s := p.wayFinder(0, from)
		want := everyWay(s, withdrawal{path: []hex.Hex{s.start}, state: setup.Routed})
		slices.SortStableFunc(want, s.taste.way)
		p.edit(0).State = setup.Routed
		got := p.wayFinder(0, from).ways()
		best := func(ways []withdrawal) string {
			var lines []string
			for _, w := range ways[:min(len(ways), mostListed)] {
				lines = append(lines, pathString(w.path))
			}
			return strings.Join(lines, "\n")
		}
		if g, w := best(got), best(p.lastResorts(0, want)); g != w {
			t.Errorf("seed %d: got\n%s\nwant\n%s", seed, g, w)
		}
	}
}

// wayFinder is a search for the ways of a unit that leads away from some
// hexes.
func (p *Position) wayFinder(u int, from []hex.Hex) *wayFinder {
	s := new(wayFinder)
	s.renew(p, u, from)
	return s
}

// TestWithdrawWork: the work grows with the depth of the crowd, not with the
// number of ways through it.
func TestWithdrawWork(t *testing.T) {
	p := crowd(t, 28, true, 1)
	p.edit(0).State = setup.Routed
	from := []hex.Hex{p.unit(0).Hex.Neighbor(hex.NW)}
	if n := testing.AllocsPerRun(1, func() { p.wayFinder(0, from).ways() }); n > 40_000 {
		t.Errorf("%.0f allocations", n)
	}
}
