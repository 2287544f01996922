package setup

import (
	"berthier/engine/hex"
)

// check holds a scenario to the rules as far as that can be done without playing.
func (r *scenarioReader) check() {
	if r.s.Title == "" {
		r.s.Title = r.s.Name
	}
	if !r.first {
		r.Fault("first SIDE", "nobody takes the first turn [3-i]")
	}
	r.checkPieces()
	r.checkWorks()
	for i, x := range r.s.Exits {
		for _, h := range x.Hexes {
			if !onEdge(h) {
				r.FaultAt(
					r.exits[i],
					"want hexes on an edge of the board",
					"hex %s is not on the edge",
					Sheet.Name(h),
				)
			}
		}
	}
	for i, g := range r.s.Goals {
		for _, h := range g.Hexes {
			if r.ruleOf(h).Enter == EnterNever {
				r.FaultAt(
					r.goals[i],
					"want hexes that a unit can enter",
					"nobody can hold %s, %s [7]",
					Sheet.Name(h),
					r.s.At(h),
				)
			}
		}
	}
}

// ruleOf is the row of the table for the ground in a hex.
func (r *scenarioReader) ruleOf(h hex.Hex) TerrainRow { return r.tables.Ground[r.s.At(h)] }

func onEdge(h hex.Hex) bool { return len(Sheet.Neighbors(h)) < 6 }

// checkPieces looks at where units and leaders stand.
func (r *scenarioReader) checkPieces() {
	unitAt, leaderAt := map[hex.Hex]int{}, map[hex.Hex]int{}
	var units [2]int
	for i, u := range r.s.Units {
		if u.Hex == hex.None {
			continue
		}
		units[u.Side]++
		enter := r.ruleOf(u.Hex).Enter
		if other, taken := unitAt[u.Hex]; taken {
			r.FaultAt(
				r.units[i],
				"one unit to a hex [5.3-e]",
				"%s stands in %s already",
				r.s.Units[other].ID,
				Sheet.Name(u.Hex),
			)
		}
		if enter == EnterNever || enter == EnterNoGuns && u.Kind.Arm == Artillery {
			r.FaultAt(
				r.units[i],
				"want a hex that it can enter [7]",
				"%s cannot stand in %s, %s",
				u.ID,
				Sheet.Name(u.Hex),
				r.s.At(u.Hex),
			)
		}
		unitAt[u.Hex] = i
	}
	for i, l := range r.s.Leaders {
		if l.Hex == hex.None {
			continue
		}
		if other, taken := leaderAt[l.Hex]; taken {
			r.FaultAt(r.leaders[i], "one leader to a hex [5.3-f]", "%s stands in %s already", r.s.Leaders[other].ID,
				Sheet.Name(l.Hex))
		}
		if u, taken := unitAt[l.Hex]; taken && r.s.Units[u].Side != l.Side {
			r.FaultAt(r.leaders[i], "want a hex without an enemy", "the enemy unit %s stands in %s", r.s.Units[u].ID,
				Sheet.Name(l.Hex))
		}
		if r.ruleOf(l.Hex).Enter == EnterNever {
			r.FaultAt(
				r.leaders[i],
				"want a hex that he can enter [7]",
				"%s cannot stand in %s, %s",
				l.ID,
				Sheet.Name(l.Hex),
				r.s.At(l.Hex),
			)
		}
		leaderAt[l.Hex] = i
	}
	for side, n := range units {
		if n == 0 {
			r.Fault("at least one unit on the board for each side", "%s has no unit [Q117]", r.s.Sides[side].Name)
		}
	}
}

// checkWorks holds field works to the pairs of features that a hex may have [Q107].
func (r *scenarioReader) checkWorks() {
	for h, at := range r.works {
		if r.ruleOf(h).Enter == EnterNever {
			r.FaultAt(at, "want a hex that a unit can enter", "field works in %s, %s", Sheet.Name(h), r.s.At(h))
		}
	}
}
