package enginetest

import (
	"slices"

	"berthier/engine"
)

// checkChronicle holds what a Chronicler looks back on to the same shape in all positions of a
// game, and to what everybody may know.
func checkChronicle(s *suite, errorf errorf) {
	c, ok := s.rs.(engine.Chronicler)
	if !ok {
		return
	}
	for _, g := range s.games {
		var first engine.Chronicle
		for i, p := range g.positions() {
			got := c.Chronicle(p)
			if i == 0 {
				first = got
			}
			if why := wrongChronicle(first, got, s.rs.Sides(p)); why != "" {
				errorf("%s, position %d: %s", g.name, i, why)
			}
			if shown := c.Chronicle(s.rs.View(p, "")); !sameChronicle(got, shown) {
				errorf("%s, position %d: the public view has another chronicle", g.name, i)
			}
		}
	}
}

func sameChronicle(a, b engine.Chronicle) bool {
	return slices.EqualFunc(a.Measures, b.Measures, func(x, y engine.Measure) bool {
		return x.Name.Equal(y.Name) && slices.Equal(x.Of, y.Of)
	}) && slices.EqualFunc(a.Goals, b.Goals, func(x, y engine.Goal) bool {
		return x.Name.Equal(y.Name) && x.Holder == y.Holder
	}) && slices.EqualFunc(a.Forces, b.Forces, func(x, y engine.Formation) bool {
		return x.Name.Equal(y.Name) && x.Side == y.Side && x.Began == y.Began && x.Lost == y.Lost &&
			x.Broken == y.Broken
	})
}

// wrongChronicle says what is wrong with the chronicle of a position, if first is that of the
// beginning.
func wrongChronicle(first, got engine.Chronicle, sides []engine.Side) string {
	known := func(s engine.Side) bool { return slices.Contains(sides, s) }
	switch {
	case len(got.Measures) == 0:
		return "it has no measure"
	case !slices.EqualFunc(first.Measures, got.Measures, func(a, b engine.Measure) bool {
		return a.Name.Equal(b.Name) && len(b.Of) == len(sides)
	}):
		return "the measures are others than at the beginning, or not one of each side"
	case !slices.EqualFunc(first.Goals, got.Goals, func(a, b engine.Goal) bool {
		return a.Name.Equal(b.Name) && (b.Holder == "" || known(b.Holder))
	}):
		return "the goals are others than at the beginning, or somebody holds one who plays no side"
	case !slices.EqualFunc(first.Forces, got.Forces, func(a, b engine.Formation) bool {
		return a.Name.Equal(b.Name) && a.Side == b.Side && a.Began == b.Began && known(b.Side) && b.Lost >= 0 &&
			b.Lost <= b.Began
	}):
		return "the forces are others than at the beginning, or have lost more than they had"
	}
	return ""
}
