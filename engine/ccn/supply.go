package ccn

import (
	"cmp"
	"fmt"
	"slices"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// checkSupply holds the target of Short Supply to what it may be [8.3-ai, Q112].
func (r *run) checkSupply(o *order) *engine.Fault {
	if len(o.targets) == 0 {
		if !slices.ContainsFunc(allUnits(r.p), r.p.mayBeSent) {
			return nil
		}
		who := tongue.Words("who", r.p.sendable(r.t.side))
		return o.fault("8.2-m", said.Say("hint.supply", name("card", string(o.card.Name())), who), "fault.supply-unit")
	}
	u := o.targets[0]
	if !r.p.mayBeSent(u) {
		return o.fault("8.3-ai", r.p.sendable(r.t.side), "fault.cannot-send", r.who(u))
	}
	return nil
}

// sendable lists the enemies of a side that Short Supply can send back.
func (p *Position) sendable(side int) tongue.Text {
	return p.ownText(1-side, "sendable", func(i int) bool { return p.isUnit(i) && p.mayBeSent(i) })
}

func (p *Position) mayBeSent(u int) bool { return p.alive(u) && !p.inSquare(u) }

func allUnits(p *Position) []int {
	us := make([]int, len(p.Units))
	for u := range us {
		us[u] = u
	}
	return us
}

// shortSupply puts a unit to the rear [8.2-m].
func (r *run) shortSupply() error {
	plays := r.t.lines("play")
	if r.t.card != setup.ShortSupply || r.t.dry || len(plays) == 0 || len(plays[0].targets) == 0 || r.dry {
		return nil
	}
	u := plays[0].targets[0]
	side := r.p.unitSide(u)
	to := r.rear(u)
	if len(to) == 0 {
		return nil
	}
	names := make([]string, len(to))
	for i, h := range to {
		names[i] = setup.Sheet.Name(h)
	}
	answer, err := r.decide(choice{kind: "D23", side: side, piece: u, rule: "8.2-m",
		prompt: fmt.Sprintf("To which hex does %s go back?", r.p.pieceID(u)), options: names, def: names[0],
		means: func(s ask.StandingOrder) string { return names[r.rearmost(u, to, s.Answer)] }})
	if err != nil {
		return err
	}
	r.event("8.2-m", "place", side, "piece", r.p.pieceID(u), "path", answer)
	if side == r.t.side {
		r.t.supplied = u
	}
	r.victory()
	return nil
}

// rear are the hexes to which Short Supply can send a unit, the one in its column first
// [Q36, Q112].
func (r *run) rear(u int) (to []hex.Hex) {
	side, from := r.p.unitSide(u), r.p.Units[u].Hex
	in := setup.SectionsOf(from, r.p.top(side))
	for row := range int8(setup.Sheet.Lines) {
		want := setup.Baseline(r.p.top(side)) - row
		if r.p.top(side) {
			want = setup.Baseline(true) + row
		}
		for _, h := range setup.Sheet.Hexes() {
			if h.Row == want && r.freeFor(u, h) && share(in, setup.SectionsOf(h, r.p.top(side))) {
				to = append(to, h)
			}
		}
		if len(to) > 0 {
			break
		}
	}
	slices.SortStableFunc(to, func(a, b hex.Hex) int { // of the columns on both sides a short row is nearer to one
		return cmp.Or(away(a, from)-away(b, from), setup.Sheet.Distance(a, from)-setup.Sheet.Distance(b, from))
	})
	return to
}

// rearmost is the hex of some that a standing order of D23 comes to: the one in the column
// of the unit, the one nearest to a leader of its side, or the one with most cover.
func (r *run) rearmost(u int, to []hex.Hex, answer string) (best int) {
	if answer == "column" {
		return 0
	}
	near := func(h hex.Hex) int {
		if answer == "cover" {
			return -r.p.cover(h)
		}
		n := len(setup.Sheet.Hexes())
		for l := range r.p.Leaders {
			at := r.p.Leaders[l].Hex
			if r.p.leaderSide(l) == r.p.unitSide(u) && at != hex.None && r.p.leaderOf(u) != l {
				n = min(n, setup.Sheet.Distance(h, at))
			}
		}
		return n
	}
	for i, h := range to {
		if near(h) < near(to[best]) {
			best = i
		}
	}
	return best
}

func away(h, from hex.Hex) int { return max(int(h.Col)-int(from.Col), int(from.Col)-int(h.Col)) }

func share(a, b setup.Sections) bool {
	for s := range a {
		if a[s] && b[s] {
			return true
		}
	}
	return false
}

// freeFor reports whether a hex holds nobody but the unit itself and its leader, and is
// one that the unit can enter.
func (r *run) freeFor(u int, h hex.Hex) bool {
	if !r.p.passable(u, h) {
		return false
	}
	return h == r.p.Units[u].Hex || r.p.unitAt(h) < 0 && r.p.leaderAt(h) < 0
}
