package ccn

import (
	"berthier/engine/ccn/setup"
)

// fire is a ranged combat [5.5]: against the first of the targets that can be fired at.
func (r *run) fire(o *order) error {
	u := o.pieces[0]
	if rule, why := r.cannotBattle(u); why != "" {
		r.skip(o, rule, "%s", why)
		return nil
	}
	if rule, why := r.cannotFire(u); why != "" {
		r.skip(o, rule, "%s", why)
		return nil
	}
	rule, why := "5.5", "no target"
	for _, target := range o.targets {
		if rule, why = r.noShot(u, target, true); why == "" {
			return r.shoot(u, target)
		}
	}
	r.skip(o, rule, "%s", why)
	return nil
}

// cannotFire says why a unit has no ranged combat now, whatever the target.
func (r *run) cannotFire(u int) (rule, why string) {
	id := r.p.pieceID(u)
	switch {
	case r.p.arm(u) == setup.Cavalry:
		return "5.5-a", id + " is cavalry, which has no ranged combat"
	case len(r.p.enemiesBeside(r.p.Units[u].Hex, r.p.unitSide(u))) > 0: // so none next to it is a target [5.5-d]
		return "5.5-e", "an enemy unit is next to " + id
	case r.t.card == setup.BayonetCharge && !r.oneOfChoice(), r.t.card == setup.ColdSteel && !r.oneOfChoice():
		return "8.2", string(r.t.card.Name()) + " has no ranged combat"
	}
	return "", ""
}

// reach is the range of a unit now [5.5.2].
func (r *run) reach(u int) int {
	k := r.p.kind(u)
	if k.Horse && r.t.moved[u] > 0 {
		return k.Range - 1 // [5.5.2-f]
	}
	return k.Range
}

// noShot says why a unit cannot fire at a target. over says that it may fire over its own.
func (r *run) noShot(u, target int, over bool) (rule, why string) {
	id := r.p.pieceID(target)
	if !r.p.alive(target) {
		return "5.5.1", id + " is not on the board"
	}
	from, to := r.p.Units[u].Hex, r.p.Units[target].Hex
	n := setup.Sheet.Distance(from, to)
	side := r.p.unitSide(u)
	switch {
	case n > r.reach(u):
		return "5.5.2", id + " is " + plural(n, "hex") + " away, and the range is " + itoa(r.reach(u))
	case !r.p.sees(from, to, side, over && r.p.arm(u) == setup.Artillery):
		return "5.5.3", "there is no line of sight to " + id
	case r.diceOf(r.fireAim(u, target)).n == 0:
		return "5.4-h", "no die is left against " + id
	}
	return "", ""
}

func (r *run) fireAim(u, target int) aim {
	return aim{unit: u, at: r.p.Units[target].Hex, target: target, card: true, moved: r.t.moved[u] > 0}
}

// shoot carries a ranged combat out.
func (r *run) shoot(u, target int) error {
	r.t.fought[u] = true
	q := r.diceOf(r.fireAim(u, target))
	r.event("5.5.1", "attack", r.t.side, "piece", r.p.pieceID(u), "target", r.p.pieceID(target), "kind", "fire",
		"from", setup.Sheet.Name(r.p.Units[u].Hex), "at", setup.Sheet.Name(r.p.Units[target].Hex))
	return r.strike(&blow{rule: "5.5.7", by: u, target: target}, q, r.purpose("fire", u, target))
}

// purpose names a roll.
func (r *run) purpose(what string, u, target int) string {
	return what + " of " + r.p.pieceID(u) + " at " + r.p.pieceID(target)
}
