package jdg

import (
	"slices"

	"berthier/engine/hex"
)

// activeUnits are the units of the activated formations, on the map or not.
func (r *run) activeUnits() []int { return r.act.units }

// moveOptions yields moves of a unit to some hexes that it can reach, and of
// the whole stack if the unit is the first of it that can move.
func (r *run) moveOptions(word string, g gait, u int, yield func(...string)) {
	mp, rule, _ := r.allowance(u, g)
	if rule != "" {
		return
	}
	r.movesOf([]int{u}, mp, word, g, yield)
	us, least := []int(nil), mp
	for _, m := range r.p.stack(r.p.unit(u).Hex) {
		if mp, rule, _ := r.allowance(m, g); rule == "" {
			us, least = append(us, m), min(least, mp)
		}
	}
	if len(us) > 1 && us[0] == u {
		r.movesOf(us, least, word, g, yield)
	}
}

// movesOf yields moves of units that go together, to all hexes if the listing is
// to be full, and to some of them hex by hex.
func (r *run) movesOf(us []int, mp int, word string, g gait, yield func(...string)) {
	w := r.p.newWalk(us, g, max(mp, 0))
	found := w.searchIn(r.searchRoom(), hex.None)
	all, some := r.destinations(found, &w)
	if !r.full {
		all = r.among(some)
	}
	ids := r.p.unitIDs(us)
	words := r.words
	for _, h := range all {
		words = r.withFacing(us, h, 0, append(words[:0], word, ids, "to", h.String()))
		yield(words...)
		if i := slices.Index(some, h); i >= 0 && i%4 == 0 {
			words = append(words[:0], word, ids)
			for _, on := range found.way(h)[1:] {
				words = append(words, on.String())
			}
			words = r.withFacing(us, h, 1, words)
			yield(words...)
		}
	}
	r.words = words
}

// searchRoom is the room for a search, in which nobody looks at the last one any more.
func (r *run) searchRoom() *field {
	if r.room == nil {
		r.room = newField()
	}
	return r.room
}

// wayRoom is the same for the way of an order.
func (r *run) wayRoom() *field {
	if r.onWay == nil {
		r.onWay = newField()
	}
	return r.onWay
}

// among returns the hexes, or one of them if one order is to be picked.
func (r *run) among(hs []hex.Hex) []hex.Hex {
	if r.below == nil || len(hs) == 0 {
		return hs
	}
	return []hex.Hex{hs[r.below(len(hs))]}
}

// destinations lists the hexes in which a walk may end, those next to the enemy
// first, and picks at most 12 of them: up to 6 next to the enemy, and for the
// rest some spread over all the others. Both lists hold until the next search in the
// room of this one.
func (r *run) destinations(found *field, w *walk) (all, some []hex.Hex) {
	// Those next to the enemy fill the list from its beginning, the others from its end.
	all = slices.Grow(found.ends[:0], len(found.order))[:len(found.order)]
	touching, others := 0, len(all)
	for _, h := range found.order {
		if ok, _, _ := r.p.mayStack(w.us, h); !ok || h == w.from {
			continue
		}
		if w.look(h)&adjacent != 0 {
			all[touching] = h
			touching++
		} else {
			others--
			all[others] = h
		}
	}
	clear := all[others:]
	slices.Reverse(clear)
	some = append(make([]hex.Hex, 0, 12), spread(all[:touching], 6)...)
	some = append(some, spread(clear, 12-len(some))...)
	found.ends = append(all[:touching], clear...)
	return found.ends, some
}

// spread picks n of the hexes at even distances in their order.
func spread(hs []hex.Hex, n int) []hex.Hex {
	if len(hs) <= n {
		return hs
	}
	picked := make([]hex.Hex, n)
	for i := range picked {
		picked[i] = hs[i*len(hs)/n]
	}
	return picked
}

// withFacing adds a facing to the words of a move to h: the choice-th of those
// toward the nearest enemy, unless other units there prescribe one.
func (r *run) withFacing(us []int, h hex.Hex, choice int, words []string) []string {
	for m := r.p.topUnit(h); m >= 0; m = r.p.below(m) {
		if !slices.Contains(us, m) {
			return words
		}
	}
	return append(words, "face", r.p.toward(h, r.p.side(us[0]))[choice].String())
}

// toward returns the facing in h that has the nearest enemy of side s in its
// cone, and another one beside it.
func (p *Position) toward(h hex.Hex, s int) [2]hex.Facing {
	best, at := 999, hex.None
	for u := range p.sc.Units {
		if !p.onMap(u) || p.side(u) == s {
			continue
		}
		if d := h.Distance(p.unit(u).Hex); d < best {
			best, at = d, p.unit(u).Hex
		}
	}
	for _, f := range hex.Facings {
		if at != hex.None && hex.InCone(h, f, at) {
			return [2]hex.Facing{f, f.Turn(1)}
		}
	}
	return [2]hex.Facing{hex.E, hex.W}
}
