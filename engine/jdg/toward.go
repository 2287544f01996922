package jdg

import (
	"berthier/engine"
	"berthier/engine/hex"
)

// routeToward returns the beginning of the cheapest way to a hex, as far as
// the movement points go and the units may end there; of a hex that cannot be
// reached at all the way to the nearest that can. The way is that of the
// moment when the order is carried out, so it serves for orders given long
// before.
func (r *run) routeToward(w *walk, o *order) ([]hex.Hex, *engine.Fault) {
	goal := o.hexes[0]
	far := *w
	far.mp = anyMP
	found := far.searchIn(r.wayRoom(), goal)
	r.searched(len(found.order))
	aim := goal
	if _, ok := found.reached(goal); !ok {
		aim = hex.None
		for _, h := range found.order {
			if aim == hex.None || h.Distance(goal) < aim.Distance(goal) {
				aim = h
			}
		}
	}
	if aim != hex.None {
		way := found.way(aim)
		costs, _, _ := w.follow(way)
		for n := len(costs); n > 1; n-- {
			if ok, _, _ := r.p.mayStack(w.us, way[n-1]); ok {
				return way[:n], nil
			}
		}
	}
	return nil, hint(o.fault("4.4.1-f", "%s cannot come nearer to %s", r.p.unitIDs(w.us), goal), "%s",
		r.elsewhere(w, goal))
}
