package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// squaresAgainst lets charged infantry try to form square, once for each hex:
// against the first of several charges at it, and again against each pursuit
// [9.3.1, JDG-P17, JDG-Q95, JDG-Q96, JDG-Q97]. It returns the hexes in which a
// square was formed.
func (r *run) squaresAgainst(targets []hex.Hex, pursuit int) (formed []hex.Hex, err error) {
	for _, h := range targets {
		infantry := r.maySquare(h)
		if foot := r.foot(h); len(infantry) == 0 && len(foot) > 0 {
			r.unable(choice{kind: "P17", side: r.p.side(foot[0]), unit: foot[0], with: foot[1:]},
				r.chargedSquareBar(h), "yes")
		}
		if len(infantry) == 0 || pursuit == 0 && r.did(infantry[0], triedSquare) {
			continue
		}
		for _, u := range infantry {
			r.note(u, triedSquare)
		}
		worst := slices.MinFunc(infantry, func(a, b int) int { return r.p.values(a).Cohesion - r.p.values(b).Cohesion })
		need := r.p.values(worst).Cohesion
		def := "no"
		if need >= 5 {
			def = "yes"
		}
		try, err := r.yes(choice{kind: "P17", side: r.p.side(worst), unit: infantry[0], with: infantry[1:],
			rule:   "9.3.1-a",
			prompt: "Does the infantry in " + h.String() + " try to form square against the charge?", def: def})
		if err != nil {
			return nil, err
		}
		if !try {
			continue
		}
		stands, err := r.trySquare(h, infantry, need)
		if err != nil {
			return nil, err
		}
		if stands {
			formed = append(formed, h)
		}
	}
	return formed, nil
}

// formedNow reports whether the units of a hex are in a square that they formed
// against the charges of this activation.
func (r *run) formedNow(h hex.Hex) bool {
	return slices.ContainsFunc(r.p.stack(h), func(u int) bool { return r.p.unit(u).Square && r.did(u, triedSquare) })
}

// foot lists the infantry of a hex that is not in square.
func (r *run) foot(h hex.Hex) []int {
	return slices.DeleteFunc(r.p.fighters([]hex.Hex{h}),
		func(u int) bool { return r.p.spec(u).Arm != setup.Infantry || r.p.unit(u).Square })
}

// maySquare lists the infantry of a hex if it may try to form square.
func (r *run) maySquare(h hex.Hex) []int {
	if r.chargedSquareBar(h) != nil {
		return nil
	}
	return r.foot(h)
}

// chargedSquareBar says why the units of a hex cannot try to form square
// against a charge, nil if they can [9.3.1-a, 9.3.1-b].
func (r *run) chargedSquareBar(h hex.Hex) *bar {
	if ground := r.p.sc.Map.At(h).Terrain; !r.rs.tables.Hexes[ground].Square {
		return &bar{"9.3.1-a", "square is formed in clear terrain only, and " + h.String() + " is " + ground.String()}
	}
	for _, u := range r.p.stack(h) {
		un, id := r.p.unit(u), r.p.spec(u).ID
		switch {
		case un.State != setup.Ordered:
			return &bar{"9.3.1-a", id + " is " + un.State.String()}
		case un.Square:
			return &bar{"4.2-h", id + " is in square already"}
		case r.did(u, lostSquare):
			return &bar{"9.3.1-b", id + " has lost its square to a charge in this activation"}
		case r.p.spec(u).Arm == setup.Cavalry:
			return &bar{"4.2-b", id + " is cavalry"}
		}
	}
	return nil
}

// trySquare rolls the attempt; on failure all infantry of the hex is
// disordered [9.3.1-d … -g]. It reports whether the square stands.
func (r *run) trySquare(h hex.Hex, infantry []int, need int) (bool, error) {
	if r.test("9.3.1-d", r.p.side(infantry[0]), "square of "+r.p.unitIDs(infantry)+" against the charge", need) {
		us := r.p.stack(h)
		r.event("9.3.1-e", "square", r.p.side(us[0]), "units", r.p.unitIDs(us), "formed", "yes")
		return true, nil
	}
	for _, u := range infantry {
		if err := r.loseLevel(u, "9.3.1-g", "failed square", nil); err != nil {
			return false, err
		}
	}
	return false, nil
}

// recall lets chargers of one stack try to call the charge off if targets have
// formed square against it, in the given hexes [9.3.3, JDG-P18, JDG-Q156]; the
// default is to try.
func (r *run) recall(c *combat, us []int, squares []hex.Hex) error {
	top := us[0]
	if len(squares) == 0 {
		return nil
	}
	try, err := r.yes(choice{kind: "P18", side: c.side, unit: top, with: us[1:], rule: "9.3.3-a",
		prompt: "Does " + r.p.spec(top).ID + " try to call off its charge against the square?", def: "yes"})
	if err != nil || !try {
		return err
	}
	if !r.engagementTest("9.3.3-a", top, "recall of the charge") {
		return nil
	}
	from := r.p.unit(top).Hex
	way, err := r.recallWay(us, squares[0])
	if err != nil {
		return err
	}
	for i, u := range us {
		r.note(u, recalled)
		if way.to == hex.None {
			r.event("9.3.3-c", "recall", c.side, "unit", r.p.spec(u).ID, "path", from.String())
			continue
		}
		kv := []string{"unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{from, way.to})}
		if way.facing != r.p.unit(u).Facing {
			kv = append(kv, "facing", way.facing.String())
		}
		r.event("9.3.3-b", "recall", c.side, kv...)
		if err := r.arrivedAs(i, u, from, way.to); err != nil {
			return err
		}
	}
	r.refresh(c) // what only they attacked is free for others
	return nil
}

// recallWay lets the owner choose the hex that recalled cavalry withdraws to,
// and its facing there: adjacent, farther from the target, no enemy front hex,
// legal stacking; by default the farthest from enemies, without a turn. Without
// any it is hex.None [9.3.3-b, 9.3.3-c, JDG-Q98].
func (r *run) recallWay(us []int, target hex.Hex) (advanceWay, error) {
	p, from, s := r.p, r.p.unit(us[0]).Hex, r.p.side(us[0])
	var open []hex.Hex
	for _, to := range from.Neighbors() {
		if !p.sc.Map.On(to) || to.Distance(target) <= from.Distance(target) || !p.crossable(us[0], from, to) ||
			p.entryLocked(to, s) || p.inFrontZOC(to, 1-s) {
			continue
		}
		if ok, _, _ := p.mayStack(us, to); ok {
			open = append(open, to)
		}
	}
	slices.SortStableFunc(open, func(a, b hex.Hex) int { return p.nearestEnemy(b, s) - p.nearestEnemy(a, s) })
	var ways []advanceWay
	var options []string
	for _, h := range open {
		for _, f := range r.p.facingsIn(us[0], h) {
			ways = append(ways, advanceWay{us[0], h, f})
			options = append(options, h.String()+" "+f.String())
		}
	}
	if len(ways) == 0 {
		return advanceWay{to: hex.None}, nil
	}
	return chosen(r, choice{kind: "P18", side: s, unit: us[0], with: us[1:], rule: "9.3.3-b", detail: true,
		options: options, def: options[0],
		prompt: "Where does " + p.spec(us[0]).ID + " withdraw to after the recall of its charge, and facing where?"},
		ways)
}

// facingsIn lists the facings that a unit may take when it comes to a hex, the
// present one first: that of the units there, or any [6.1.1-b, 6.1.1-c].
func (p *Position) facingsIn(u int, h hex.Hex) []hex.Facing {
	for _, v := range p.stack(h) {
		if v != u && p.sameClass(u, v) {
			return []hex.Facing{p.unit(v).Facing}
		}
	}
	var fs []hex.Facing
	for _, n := range []int{0, -1, 1, -2, 2, 3} {
		fs = append(fs, p.unit(u).Facing.Turn(n))
	}
	return fs
}
