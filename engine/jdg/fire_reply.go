package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// counterBattery lets the guns that a normal fire was aimed at fire back at
// the gun that provoked it, each by itself [7.1-d, JDG-Q57, JDG-Q58].
func (r *run) counterBattery(s shot) error {
	enemy, from := s.guns[0], r.p.unit(s.guns[0]).Hex
	for _, gun := range s.units {
		// Of two that combined it is the upper one, as long as it is there [7.1-g, JDG-Q56].
		if i := slices.IndexFunc(r.p.stack(from), func(u int) bool { return slices.Contains(s.guns, u) }); i >= 0 {
			enemy = r.p.stack(from)[i]
		}
		c := choice{kind: "P10", side: r.p.side(gun), unit: gun, rule: "7.1-d"}
		if why := r.replyBar(gun, s.at, enemy); why != nil {
			if r.p.spec(gun).Arm == setup.Artillery && r.p.onMap(gun) && r.p.onMap(enemy) {
				r.unable(c, why, "yes")
			}
			continue
		}
		if c.def = "yes"; r.mayBeAttacked(gun) {
			c.def = "no"
		}
		c.prompt = "Does " + r.p.spec(gun).ID + " fire back at " + r.p.spec(enemy).ID +
			"? It then has no reaction fire in this activation."
		replies, err := r.yes(c)
		if err != nil {
			return err
		}
		if !replies {
			continue
		}
		r.note(gun, reacted)
		if err := r.fireAt(shot{guns: []int{gun}, at: r.p.unit(enemy).Hex, units: []int{enemy}, rule: "7.1-d",
			mode: "counter-battery"}); err != nil {
			return err
		}
	}
	return nil
}

// replyBar says why a gun in the hex that was fired at cannot fire back, nil if
// it can: it is still ordered and has the enemy gun in its cone, in range and in
// sight [7.1-f, 7.1-l, 7.2-f, 12.1-d, 12.2-c].
func (r *run) replyBar(gun int, at hex.Hex, enemy int) *bar {
	un, spec := r.p.unit(gun), r.p.spec(gun)
	switch {
	case spec.Arm != setup.Artillery:
		return &bar{"7.1-d", spec.ID + " is no artillery"}
	case un.State != setup.Ordered || un.Hex != at:
		return &bar{"7.1-f", spec.ID + " is " + un.State.String()}
	case r.did(gun, reacted):
		return &bar{"7.1-l", spec.ID + " has fired in reply already in this activation"}
	case !r.p.onMap(enemy):
		return &bar{"7.1-d", "nobody is left to fire at"}
	}
	to := r.p.unit(enemy).Hex
	clear, by := r.p.los(at, to)
	rule, dim := r.p.dim()
	switch {
	case dim && at.Distance(to) > 1: // the first reply has driven it away
		return &bar{rule, dimFire}
	case at.Distance(to) > spec.Far:
		return &bar{"7.3-e", itoa(at.Distance(to)) + " hexes are too far to " + to.String() + ", " +
			spec.ID + " reaches " + itoa(spec.Far)}
	case !r.p.inCone(gun, to):
		return &bar{"7.2-c", to.String() + " is not in front of " + spec.ID}
	case !clear:
		return &bar{"7.4-a", "the line of sight from " + at.String() + " to " + to.String() + " is blocked by " + by}
	}
	return nil
}

// mayBeAttacked reports whether infantry or cavalry of the active formations
// can attack the gun in this activation: it stands next to it, or can get there
// from where it stands or by entering the map. Those of them who may move make
// way for each other [JDG-P10].
func (r *run) mayBeAttacked(gun int) bool {
	at := r.p.unit(gun).Hex
	away := slices.DeleteFunc(slices.Clone(r.act.units), func(u int) bool {
		rule, _ := r.idle(u)
		return rule != ""
	})
	return slices.ContainsFunc(r.act.units, func(u int) bool {
		return r.p.spec(u).Arm != setup.Artillery && r.p.unit(u).State == setup.Ordered &&
			(r.getsTo(u, at, normalGait, away) ||
				r.p.spec(u).Arm == setup.Cavalry && r.getsTo(u, at, chargeGait, away) || r.entersTo(u, at, away))
	})
}

// getsTo reports whether a unit stands in a hex from which it can attack at, or
// can move to one; it may move in this activation, and so may those who are away.
func (r *run) getsTo(u int, at hex.Hex, g gait, away []int) bool {
	mp, rule, _ := r.points(u, g)
	if r.p.unit(u).Square {
		mp -= 2 // to leave it [4.2-j]
	}
	if rule != "" || r.p.unit(u).Hex.Distance(at)-1 > mp {
		return false
	}
	w := r.p.newWalk([]int{u}, g, mp)
	return w.comesBeside(at, away)
}

// entersTo is getsTo for a unit that may enter the map now, by normal movement.
func (r *run) entersTo(u int, at hex.Hex, away []int) bool {
	w, _, _, rule, _ := r.enterWalk([]int{u}, "normal")
	return rule == "" && w.comesBeside(at, away)
}

// comesBeside reports whether a walk leads to a hex from which its unit can
// attack at.
func (w *walk) comesBeside(at hex.Hex, away []int) bool {
	w.away = away
	return slices.ContainsFunc(w.search(hex.None).order, func(h hex.Hex) bool {
		return h.Distance(at) == 1 && w.p.crossable(w.us[0], h, at)
	})
}

// reactionBar says why a gun cannot make reaction fire at an attacker, nil if
// it can: he stands in a front hex of it, it is ordered, has not replied to
// anything in this activation, and no ridge or steep slope is between them
// [7.1-i, 7.1-l, 7.4.4-b].
func (r *run) reactionBar(gun, target int) *bar {
	un, id := r.p.unit(gun), r.p.spec(gun).ID
	at := r.p.unit(target).Hex
	switch {
	case un.State != setup.Ordered:
		return &bar{"7.1-i", id + " is " + un.State.String()}
	case r.did(gun, reacted):
		return &bar{"7.1-l", id + " has fired in reply already in this activation"}
	case !r.p.onMap(target) || !r.p.hasFront(gun, at):
		return &bar{"8.3.3-a", "no attacker stands in a front hex of " + id}
	}
	if clear, by := r.p.los(un.Hex, at); !clear {
		return &bar{"7.4.4-b", "the line of sight from " + un.Hex.String() + " to " + at.String() + " is blocked by " +
			by}
	}
	return nil
}

// reactionFireAt makes one reaction fire of a gun at one unit of an attacking
// stack; it affects that unit only [5.1.3-m, 8.3.3]. inSquare says that it
// stands with a square [9.3.2-b].
func (r *run) reactionFireAt(gun, target int, inSquare bool) error {
	r.note(gun, reacted)
	return r.fireAt(shot{guns: []int{gun}, at: r.p.unit(target).Hex, units: []int{target}, rule: "8.3.3-a",
		mode: "reaction", square: inSquare})
}
