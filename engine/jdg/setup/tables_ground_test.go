package setup

import (
	"slices"
	"testing"
)

// factHexes are the kinds of hexes for which holds.
func factHexes(tb *Tables, holds func(HexRow) bool) (kinds []Terrain) {
	for k := range NumTerrains {
		if holds(tb.Hexes[k]) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// factSides are the kinds of hexsides for which holds.
func factSides(tb *Tables, holds func(SideRow) bool) (kinds []SideKind) {
	for k := range NumSideKinds {
		if holds(tb.Sides[k]) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// factEqual fails unless got is want, in the order of the enumeration.
func factEqual[T comparable](t *testing.T, got []T, want ...T) {
	t.Helper()
	factIs(t, slices.Equal(got, want), "got %v, want %v", got, want)
}

// factBarred are the kinds of hexsides that an arm cannot cross without a road.
func factBarred(tb *Tables, a Arm) (kinds []SideKind) {
	for k := range NumSideKinds {
		if _, ok := tb.SideCost(a, k); !ok {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

var factBuiltUp = []Terrain{Village, Town, Castle}

// groundFacts are the facts on the Terrain Table. Where the text names kinds
// and leaves room for more, the test pins what this project added.
var groundFacts = []tableFact{
	{41, func(t *testing.T, tb *Tables) {
		cheaper := 0
		for a := Infantry; a <= Artillery; a++ {
			for k := range NumTerrains {
				full, ok := tb.HexCost(a, k, false, false)
				for _, road := range []bool{true, false} {
					mp, passes := tb.HexCost(a, k, road, !road)
					factIs(t, passes && mp >= 1 && (!ok || mp <= full), "%s, %s, road %v: %d MP instead of %d", a, k,
						road, mp, full)
					if ok && mp < full {
						cheaper++
					}
				}
			}
		}
		factIs(t, cheaper > 0, "no road reduces a cost")
		mp, ok := tb.SideCost(Infantry, Stream)
		factIs(t, ok && mp == 1, "infantry across a stream: %d MP, %v", mp, ok)
	}},
	{42, func(t *testing.T, tb *Tables) {
		for _, name := range []string{"clear", "town", "village", "castle", "woods", "orchard", "palm-grove"} {
			factIs(t, slices.Contains(terrainNames[:], name), "no %s", name)
		}
		for a := Infantry; a <= Artillery; a++ {
			_, ok := tb.HexCost(a, Pond, false, false)
			factIs(t, !ok, "%s enters a pond", a)
		}
	}},
	{43, func(t *testing.T, tb *Tables) {
		for _, name := range []string{"slope", "steep", "ridge", "redoubt", "fortification",
			"river", "bridge", "ford", "cliff"} {
			factIs(t, slices.Contains(sideKindNames[:], name), "no %s", name)
		}
		for a := Infantry; a <= Artillery; a++ {
			factIs(t, factHasAll(factBarred(tb, a), River, Cliff),
				"%s crosses a river or a cliff: barred are %v", a, factBarred(tb, a))
		}
	}},
	{44, func(t *testing.T, tb *Tables) {
		factIs(t, factHasAll(tableColumns("terrain"), "road", "trail"), "columns %v", tableColumns("terrain"))
		mp, ok := tb.HexCost(Artillery, Pond, true, false)
		factIs(t, ok && mp == 1, "a road through a pond: %d MP, %v", mp, ok)
		mp, ok = tb.HexCost(Artillery, Marsh, false, true)
		factIs(t, ok && mp == 2, "a trail through a marsh: %d MP, %v", mp, ok)
	}},
	{45, func(t *testing.T, tb *Tables) {
		hills := []SideKind{Slope, Steep}
		among := func(a Arm) (ks []SideKind) {
			for _, k := range hills {
				if slices.Contains(factBarred(tb, a), k) {
					ks = append(ks, k)
				}
			}
			return ks
		}
		factEqual(t, among(Infantry))
		factEqual(t, among(Cavalry), Steep)
		factEqual(t, among(Artillery), Slope, Steep)
	}},
	{46, func(t *testing.T, tb *Tables) {
		factEqual(t, factHexes(tb, func(r HexRow) bool { return r.BlocksLOS }), Woods, Orchard, PalmGrove, Village,
			Town)
	}},
	{47, func(t *testing.T, tb *Tables) {
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.LOS == ScreenAlways }), Steep, Ridge)
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.LOS == ScreenFar }), Redoubt, Fortification)
	}},
	{48, func(t *testing.T, tb *Tables) {
		factEqual(t, factSides(tb, func(r SideRow) bool { return !r.BlocksCharge }), Stream)
		factEqual(t, factHexes(tb, func(r HexRow) bool { return !r.BlocksCharge }), Clear)
	}},
	{49, func(t *testing.T, tb *Tables) {
		disorders := func(a Arm) []SideKind { return factSides(tb, func(r SideRow) bool { return r.Disorders[a] }) }
		factIs(t, slices.Contains(disorders(Infantry), Steep), "infantry advances over a steep slope in order")
		factEqual(t, disorders(Artillery)) // it never advances [8.7.1]
		factEqual(t, factHexes(tb, func(r HexRow) bool { return r.Disorders[Infantry] }), Castle, Marsh)
	}},
	{50, func(t *testing.T, tb *Tables) {
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.Crossing }), Bridge, Ford)
		for _, k := range []SideKind{Bridge, Ford} {
			row := tb.Sides[k]
			factIs(t, row.Disorders[Infantry] && row.Disorders[Cavalry], "%s does not disorder", k)
			factIs(t, row.LosesLevel, "%s costs no level in withdrawal", k)
		}
	}},
	{51, func(t *testing.T, tb *Tables) {
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.LosesLevel }), Steep, Bridge, Ford)
	}},
	{52, func(t *testing.T, tb *Tables) {
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.ZOC == BarrierInto }), Redoubt, Fortification)
		factEqual(t, factSides(tb, func(r SideRow) bool { return r.ZOC == BarrierBoth }), River, Cliff)
	}},
	{53, func(t *testing.T, tb *Tables) {
		factEqual(t, factHexes(tb, func(r HexRow) bool { return r.SixFronts }), factBuiltUp...)
	}},
	{54, func(t *testing.T, tb *Tables) {
		factEqual(t, factHexes(tb, func(r HexRow) bool { return r.StopsRout }), factBuiltUp...)
	}},
	{55, func(t *testing.T, tb *Tables) {
		factEqual(t, factHexes(tb, func(r HexRow) bool { return r.Square }), Clear)
	}},
	{56, func(t *testing.T, tb *Tables) {
		// The fixed amounts are not in the tables; what they replace is: the
		// 2 MP of a slope by road take the place of a Z, never of a number.
		for _, c := range []struct {
			arm  Arm
			side SideKind
			ok   bool
		}{{Cavalry, Slope, true}, {Cavalry, Steep, false}, {Artillery, Slope, false}, {Artillery, Steep, false}} {
			_, ok := tb.SideCost(c.arm, c.side)
			factIs(t, ok == c.ok, "%s across %s: %v", c.arm, c.side, ok)
		}
	}},
	{57, func(t *testing.T, tb *Tables) {
		var costs []int
		for k := range NumTerrains {
			if mp, ok := tb.HexCost(Cavalry, k, false, false); ok {
				costs = append(costs, mp)
			}
		}
		factIs(t, slices.Max(costs) >= 3 && slices.Min(costs) < 3, "cavalry pays %v", costs)
	}},
}
