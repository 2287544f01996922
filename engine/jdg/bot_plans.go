package jdg

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
)

// asks is how near the enemy may be, in hexes, before Ahead wants to decide on
// a formation when it is drawn, and not beforehand.
const asks = 2

// keenness is what Keen has and the others lack: it takes places that nobody holds, and chance
// decides between hexes that it likes as much as each other.
type keenness struct{ seed uint64 }

// either is true or false by chance; false for who has none.
func (k *keenness) either() bool {
	if k == nil {
		return false
	}
	k.seed += 0x9e3779b97f4a7c15 // SplitMix64
	z := (k.seed ^ k.seed>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z^z>>31)&1 == 1
}

// least is what the modifiers of an attack add up to at least.
func (k *keenness) least() int {
	if k == nil {
		return 1
	}
	return 0
}

// Ahead is Tactical with orders when drawn. With the mails that it owes it
// also orders formations that are still to be drawn: it thinks their
// activations through as if they came now, those of one formation one after
// the other. In the Orders Phase it does so for all; later for the formation
// that has just acted and for those without a plan.
func (rs *Ruleset) Ahead(pos engine.Position, side engine.Side) engine.Orders {
	return rs.ahead(pos, side, nil)
}

// Keen is Ahead that steps onto places to take when nobody is there, and that nobody can foresee
// without its seed.
func (rs *Ruleset) Keen(pos engine.Position, side engine.Side, seed uint64) engine.Orders {
	return rs.ahead(pos, side, &keenness{seed})
}

func (rs *Ruleset) ahead(pos engine.Position, side engine.Side, keen *keenness) engine.Orders {
	out := rs.tactical(pos, side, keen)
	p := rs.View(pos, side).(*Position).clone() // for a dry run
	if !engine.Owes(rs.Owed(p), side) || p.Asked != nil {
		return out
	}
	s := p.sideOf(side)
	b := &bot{r: &run{rs: rs, p: p, dry: true, listing: true, side: s}, side: s, keen: keen}
	if p.Phase == OrdersPhase {
		left := p.available()
		b.r.expectOrders()
		b.planAll(left)
	} else {
		left := b.unplanned()
		b.r.newActivation(nil)
		for _, l := range out.Lines {
			b.give(l.Words...)
		}
		b.planAll(left)
	}
	for _, words := range b.plans {
		out.Lines = append(out.Lines, botLine(len(out.Lines)+1, words...))
	}
	return out
}

// unplanned lists the markers still to be drawn of the formation that acts,
// and of those for which nothing is ordered.
func (b *bot) unplanned() []Marker {
	p := b.r.p
	return slices.DeleteFunc(p.cup(), func(m Marker) bool {
		return m.ID != p.Drawn.ID && slices.ContainsFunc(p.Plans[b.side],
			func(pl *ask.Plan) bool { return pl.For == m.ID })
	})
}

// expectOrders lays the orders markers that the side will get if it leaves
// them to the default.
func (r *run) expectOrders() {
	r.issueDefault(r.side)
	for _, is := range r.issued {
		r.p.face(is.group).Orders = ReceivedOrders
	}
}

// planAll plans for the ordinary markers of the side among those left.
func (b *bot) planAll(left []Marker) {
	now, last := b.r.p, ""
	for _, m := range left {
		if b.r.p.markerSide(m) != b.side || m.No == 0 {
			continue
		}
		slot := []string{"when", m.ID}
		if m.ID == last {
			slot = append(slot, "again")
		} else {
			b.r.p = now.clone()
		}
		last = m.ID
		b.plan(m, slot)
	}
}

// plan thinks one activation through, which changes the bot's position, and
// keeps its orders to be used if the enemy is not near by then. Units go
// toward a hex, not to it: others may be in the way.
func (b *bot) plan(m Marker, slot []string) {
	b.r.p.Drawn, b.lines = m, nil
	near := b.r.p.formsToEnemy(b.r.p.activated(m))
	b.r.newActivation(nil)
	b.activation()
	attacks := slices.ContainsFunc(b.lines, func(o engine.Order) bool {
		return o.Words[0] == "shock" ||
			o.Words[0] == "charge"
	})
	if near == 1 || near <= asks && attacks {
		return
	}
	slot = append(slices.Clip(slot), "if", "no-enemy-within", strconv.Itoa(min(near-1, asks)))
	if len(b.lines) == 0 {
		b.plans = append(b.plans, append(slot, "hold"))
	}
	for _, l := range b.lines {
		words := slices.Clone(l.Words)
		if words[0] == "move" {
			words[slices.Index(words, "to")] = "toward"
		}
		b.plans = append(b.plans, append(slices.Clip(slot), words...))
	}
}
