package ccn

import (
	"berthier/engine/ccn/setup"
)

// fire is a ranged combat [5.5]: against the first of the targets that can be fired at.
func (r *run) fire(o *order) error {
	u := o.pieces[0]
	why := r.cannotBattle(u)
	if !why.stands() {
		why = r.cannotFire(u)
	}
	if why.stands() {
		r.skip(o, why)
		return nil
	}
	var all reasons
	for _, target := range o.targets {
		if why = r.noShot(u, target, true); !why.stands() {
			return r.shoot(u, target)
		}
		all = all.with(why)
	}
	r.skip(o, all...)
	return nil
}

// cannotFire says why a unit has no ranged combat now, whatever the target.
func (r *run) cannotFire(u int) reason {
	id := r.p.pieceID(u)
	switch {
	case r.p.arm(u) == setup.Cavalry:
		return reason{rule: "5.5-a", word: "cavalry", piece: id}
	case len(r.p.enemiesBeside(r.p.Units[u].Hex, r.p.unitSide(u))) > 0: // so none next to it is a target [5.5-d]
		return reason{rule: "5.5-e", word: "beside", piece: id}
	}
	return r.cardForbids("fire")
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
func (r *run) noShot(u, target int, over bool) reason {
	id := r.p.pieceID(target)
	if !r.p.alive(target) {
		return reason{rule: "5.5.1", word: "gone", piece: id}
	}
	from, to := r.p.Units[u].Hex, r.p.Units[target].Hex
	n := setup.Sheet.Distance(from, to)
	side := r.p.unitSide(u)
	switch {
	case n > r.reach(u):
		return reason{rule: "5.5.2", word: "far", piece: id, n: n, of: r.reach(u)}
	case !r.p.sees(from, to, side, over && r.p.arm(u) == setup.Artillery):
		return reason{rule: "5.5.3", word: "unseen", piece: id}
	case r.diceOf(r.fireAim(u, target)).n == 0:
		return reason{rule: "5.4-h", word: "no-die", piece: id}
	}
	return reason{}
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
	return r.strike(&blow{rule: "5.5.7", by: u, target: target, repulse: r.p.inSquare(u)}, q,
		r.purpose("fire", u, target))
}

// purpose names a roll.
func (r *run) purpose(what string, u, target int) string {
	return what + " of " + r.p.pieceID(u) + " at " + r.p.pieceID(target)
}
