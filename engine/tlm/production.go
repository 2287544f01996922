package tlm

import (
	"berthier/engine/deck"
	"berthier/engine/tlm/setup"
	"slices"
	"strconv"
)

// production resolves what both sides spend [2.V.2], German first, and goes on to discards.
func (r *run) production() error {
	for s := range setup.NumSides {
		r.t = tally{bp: r.p.year().BP[s]}
		for _, o := range r.acts[s] {
			if f := r.buy(s, o); f != nil {
				r.skip(s, o, f)
			}
		}
		if !slices.ContainsFunc(r.acts[s], (*order).spends) {
			r.buyDefault(s)
		}
		r.event("7.1-b", "buys", s, "cards", strconv.Itoa(r.t.cards), "lost", strconv.Itoa(r.t.bp))
		r.draw("7.1-b", s, r.t.cards, handPlace(s))
	}
	r.enter("2.V.3-a", DiscardPhase, Nobody)
	if r.p.asks("D20") && (r.p.surplus(0) > 0 || r.p.surplus(1) > 0) {
		return nil
	}
	return r.excess()
}

// spends reports whether an order says what is done in the phase, were it nothing. An Armistice does not, nor do cards
// that go first when the hand is too large: that is a decision of its own [D19, D20].
func (o *order) spends() bool {
	return o.verb.phases != anyPhase && o.verb.Word != "discard" || o.verb.Word == "hold"
}

// buyDefault is what a side that says nothing buys: cards up to the limit, trenches of Armies at the front for 1 BP,
// and Infantry for what is left [D19].
func (r *run) buyDefault(side int) {
	p := r.p
	r.t.cards = min(r.t.bp, max(p.year().Cards[side]-p.cardCount(side), 0))
	r.t.bp -= r.t.cards
	dig := &order{}
	for a, x := range p.Armies {
		if x.Place >= 0 && x.Nation.Side() == side && p.atFront(side, x.Place) && p.canDig(a) &&
			len(dig.pieces) < trench {
			dig.pieces = append(dig.pieces, piece{army: a, n: 1})
		}
	}
	if len(dig.pieces) > 0 {
		r.entrench(side, dig)
	}
	for r.t.bp > 0 && r.levy(side) {
	}
}

// atFront reports whether enemies can come to an area of a side over a border, or have done so.
func (p *Position) atFront(side, at int) bool {
	return p.contested(at) || slices.ContainsFunc(p.areaMap().Areas[at].Near,
		func(a int) bool { return !p.friendly(side, a) })
}

// levy builds one Infantry unit in the capital, or in a Supply Source Area, where there is room for it beside the
// Armies or in one of them [D19]. It reports whether there was such a place.
func (r *run) levy(side int) bool {
	p := r.p
	unit := setup.Unit{Nation: setup.GE, Kind: setup.Infantry}
	areas := slices.DeleteFunc(r.homes(side), func(at int) bool { return !p.source(side, at) })
	if side == setup.Allied {
		unit.Nation = setup.FR
		if paris, ok := p.sc.Map.Find("par"); ok {
			areas = append([]int{paris}, areas...)
		}
	}
	var places []int
	for _, at := range areas {
		places = append(places, at)
		for _, a := range p.armiesIn(side, at) {
			places = append(places, p.in(a))
		}
	}
	return slices.ContainsFunc(places, func(place int) bool { return r.build(side, unit, place) == nil })
}

// buy does one line of the Production Phase; what is too dear is skipped [A113].
func (r *run) buy(side int, o *order) *refusal {
	switch o.verb.Word {
	case "rebuild":
		return r.rebuild(side, o.pieces[0].army, o.areas[0])
	case "build":
		for done := range o.pieces[0].n {
			if f := r.build(side, o.pieces[0].unit, o.areas[0]); f != nil {
				return o.after(done, f)
			}
		}
	case "join", "leave":
		return r.each(side, o)
	case "upgrade":
		for _, pc := range o.pieces {
			for range pc.n {
				if f := r.upgrade(side, pc); f != nil {
					return f
				}
			}
		}
	case "entrench":
		return r.entrench(side, o)
	case "cards":
		if o.n > r.t.bp {
			return no("7.0-a", "fault.bp")
		}
		r.t.bp -= o.n
		r.t.cards += o.n
	}
	return nil
}

// rebuild rebuilds an eliminated Army, Empty, in its country [7.3].
func (r *run) rebuild(side, a, at int) *refusal {
	p := r.p
	x := p.Armies[a]
	home := map[setup.Nation]string{setup.GE: "GE", setup.FR: "FR", setup.BE: "BE", setup.US: "FR",
		setup.UK: "UK"}[x.Nation]
	switch {
	case x.Nation.Side() != side:
		return no("7.3-b", "fault.not-yours", name("unit", p.armyID(a)))
	case x.Place != Lost:
		return no("7.3-b", "fault.not-lost", name("army", p.armyID(a)))
	case r.t.bp < 1:
		return no("7.0-a", "fault.bp")
	case p.sc.Map.Countries[p.sc.Map.Areas[at].Country].ID != home || !p.friendly(side, at) || !p.supplied(side, at):
		return no("7.3-c", "fault.rebuild", p.areaArg("at", at))
	}
	r.t.bp--
	r.army("7.3-b", "rebuild", a, at, State{}, 0)
	return nil
}

// build builds a unit [7.2].
func (r *run) build(side int, u setup.Unit, place int) *refusal {
	p := r.p
	cost := p.row(u.Kind).Cost
	first := p.rs.tables.Built(u)
	if u == commonwealth && p.losses() > 0 { // it can be rebuilt once it has come [8.2.3-b]
		first = 1
	}
	switch {
	case p.Turn < first && p.pool(u) > 0:
		return no("7.2-c", "fault.date", name("unit", u.String())).but(since(first))
	case u.Kind == setup.Biplane && p.inPlay(u)+p.due(u) >= p.year().Planes[u.Nation]:
		return no("8.3.4-c", "fault.date", name("unit", u.String()))
	case r.t.bp < cost:
		return no("7.0-a", "fault.bp")
	}
	if f := r.put("7.2-a", "build", side, u, place); f != nil {
		return f
	}
	r.t.bp -= cost
	return nil
}

// losses counts the Commonwealth units that have come and are lost [8.2.3-e].
func (p *Position) losses() (n int) {
	for _, e := range p.rs.tables.Events {
		n += boolInt(e.Exchange && e.Turn <= p.Turn)
	}
	return n - p.due(commonwealth) - p.inPlay(commonwealth)
}

// inPlay counts the counters of a unit that are not in the Force Pool.
func (p *Position) inPlay(u setup.Unit) int {
	return p.rs.tables.Counters[u.Nation].Units[u.Kind] - p.pool(u)
}

// upgrade makes an Infantry unit a Stormtrooper [7.5-a].
func (r *run) upgrade(side int, pc piece) *refusal {
	p := r.p
	storm := setup.Unit{Nation: setup.GE, Kind: setup.Storm}
	switch {
	case side != setup.German || pc.army >= 0 || pc.unit != (setup.Unit{Nation: setup.GE, Kind: setup.Infantry}) ||
		pc.place < 0:
		return no("8.2.2-f", "fault.upgrade")
	case p.Turn < p.rs.tables.Built(storm):
		return no("8.2.2-f", "fault.date", name("unit", storm.String())).but(since(p.rs.tables.Built(storm)))
	case p.pool(storm)-p.due(storm) <= 0:
		return no("1.2.1-b", "fault.no-counter", name("unit", storm.String()))
	case r.t.bp < 1:
		return no("7.0-a", "fault.bp")
	}
	one := pc
	one.n = 1
	m, f := p.movers(side, one)
	if f != nil {
		return f
	}
	g := m[0].group
	now := g.State
	now.Dug = false
	r.shift("7.5-a", "return", g.Unit, 1, g.Place, Pool, g.State, State{})
	r.shift("7.5-a", "upgrade", storm, 1, Pool, g.Place, State{}, now)
	r.t.bp--
	return nil
}

const (
	trench      = 4 // units that a BP entrenches [7.4-a]
	firstTrench = 1 // BP for it in the first Season Turns [7.4-b]
	firstTurns  = 2
)

// entrench entrenches units and Armies [7.4].
func (r *run) entrench(side int, o *order) *refusal {
	p := r.p
	if len(o.pieces) > trench {
		return no("7.4-a", "fault.trench")
	}
	switch {
	case r.t.bp < 1:
		return no("7.0-a", "fault.bp")
	case p.Turn <= firstTurns && r.t.dug >= firstTrench:
		return no("7.4-b", "fault.first-trench").but(said.Say("hint.one-trench"))
	}
	var armies []int
	var units []Group
	for _, pc := range sum(o.pieces) {
		movers, f := p.movers(side, pc)
		if f != nil {
			return f
		}
		for _, m := range movers {
			if m.army >= 0 {
				if !p.canDig(m.army) {
					return no("A107", "fault.dig", name("piece", pc.text))
				}
				armies = append(armies, m.army)
				continue
			}
			k := m.group.Unit.Kind
			if k != setup.Infantry && k != setup.Commonwealth || m.group.Place < 0 || m.group.Place >= len(p.Areas) ||
				m.group.Dug {
				return no("A107", "fault.dig", name("piece", pc.text))
			}
			units = append(units, m.group)
		}
	}
	if len(armies)+len(units) > trench {
		return no("7.4-a", "fault.trench")
	}
	r.t.bp--
	r.t.dug++
	for _, a := range armies {
		x := p.Armies[a]
		x.Dug = true
		r.army("7.4-a", "entrench", a, x.Place, x.State, 0)
	}
	for _, g := range units {
		now := g.State
		now.Dug = true
		r.shift("7.4-a", "dig", g.Unit, 1, g.Place, g.Place, g.State, now)
	}
	return nil
}

// sum puts together pieces of a line that name the same units, so that none is taken twice.
func sum(pieces []piece) (all []piece) {
	for _, pc := range pieces {
		i := slices.IndexFunc(all, func(x piece) bool {
			return x.army == pc.army && x.unit == pc.unit && x.place == pc.place && x.dug == pc.dug
		})
		if i < 0 {
			all = append(all, pc)
			continue
		}
		all[i].n += pc.n
	}
	return all
}

// canDig reports whether an Army can be Entrenched [A107].
func (p *Position) canDig(a int) bool {
	return !p.Armies[a].Dug && slices.ContainsFunc(p.groupsIn(p.in(a)), func(g Group) bool {
		return g.Unit.Kind == setup.Infantry || g.Unit.Kind == setup.Commonwealth
	})
}

// surplus is how many cards a side holds too many [2.V.3-a].
func (p *Position) surplus(side int) int { return max(p.cardCount(side)-p.year().Cards[side], 0) }

// cardCount is how many cards a side holds, those too that it cannot play yet.
func (p *Position) cardCount(side int) int {
	return p.Cards.Count(handPlace(side)) + p.Cards.Count(freshPlace(side))
}

// excess makes both sides discard what they hold too much, and ends the Season Turn
// [2.V.3, 2.V.4, 2.VI].
func (r *run) excess() error {
	for s := range setup.NumSides {
		var named []setup.Card
		for _, o := range r.lines(s, "discard") {
			named = append(named, o.cards...)
		}
		named = append(named, cardList(r.p.rule(s, "D20", -1, never, ""))...)
		for n := r.p.surplus(s); n > 0; n-- {
			order := slices.Concat(named, r.p.surplusOrder(s))
			held := r.p.held(s)
			i := slices.IndexFunc(order, func(c setup.Card) bool { return slices.Contains(held, c) })
			if i < 0 {
				break
			}
			from := handPlace(s)
			if !r.p.holdsCard(s, order[i]) {
				from = freshPlace(s)
			}
			r.discardFrom(from, "7.1-d", s, discardPlace, order[i])
			if i < len(named) {
				named = slices.Delete(named, i, i+1)
			}
		}
	}
	return r.winterEnd()
}

// winterEnd rolls for the EFT box, and goes on to the next Season Turn [2.V.4, 2.VI].
func (r *run) winterEnd() error {
	r.attrition()
	if r.victory("A133") {
		return nil
	}
	if r.p.Turn >= r.p.sc.Last {
		r.end("2.VI-c", r.p.level(r.p.vp()))
		return nil
	}
	season, _ := setup.SeasonOf(r.p.Turn)
	r.event("2.VI-a", "season", Nobody, "turn", strconv.Itoa(r.p.Turn+1))
	if season == setup.Winter {
		for _, from := range []string{discardPlace, buriedPlace(setup.German), buriedPlace(setup.Allied)} {
			r.cards(r.p.Cards.Empty(deck.Way{Rule: "1.3-d", From: from, To: deckPlace}))
		}
	}
	if r.victory("A133") {
		return nil
	}
	r.enter("2.VI-b", ReinforcePhase, Nobody)
	r.arrivals()
	return nil
}

// attrition rolls a die for each complete 5 Battle Points in the EFT box [2.V.4-b, A25].
func (r *run) attrition() {
	dice := r.p.eastPoints() / eastShare
	if dice == 0 {
		return
	}
	lost := r.rollAttrition(dice)
	for range lost {
		groups := r.p.groupsIn(East)
		prefer := kindList(r.p.rule(setup.German, "D21", -1, never, "a+c"))
		g := groups[len(groups)-1]
		for _, k := range slices.Backward(prefer) {
			for _, x := range groups {
				if int(x.Unit.Kind) == k {
					g = x
				}
			}
		}
		r.shift("2.V.4-b", "loss", g.Unit, 1, East, Pool, g.State, State{})
	}
}
