package tlm

import (
	"cmp"
	"slices"
	"strconv"

	"berthier/engine/deck"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// start deals the cards: what the scenario names is in the hands already, and the rest is left to
// chance, German first [3.2.9, A128].
func (r *run) start() error {
	r.outlived()
	for s, h := range r.p.sc.Hands {
		r.draw("A128", s, h.Size-r.p.Cards.Count(handPlace(s)), handPlace(s))
	}
	if r.p.sc.Arrived {
		r.begin("2.II-a", setup.German)
		return nil
	}
	r.enter("2.I-a", ReinforcePhase, Nobody)
	r.arrivals()
	return nil
}

// outlived takes the Military Crises! out of a game that begins in 1919: their last events are those of 1918
// [9.8-f, 9.9-g].
func (r *run) outlived() {
	year := setup.YearOf(r.p.Turn)
	for s, rule := range [setup.NumSides]string{setup.German: "9.8-f", setup.Allied: "9.9-g"} {
		card := crises[s].card
		_, happens := r.p.rs.tables.Crisis(card, year)
		if year == setup.LastYear && !happens && r.p.Cards.Has(deckPlace, deck.Card(card.String())) {
			r.discardFrom(deckPlace, rule, Nobody, removedPlace, card)
		}
	}
}

// arrivals tells what comes in this Season Turn [2.I-a]. What is not in the Force Pool is lost,
// and Infantry takes the place of Stormtroopers [8.2.2-g, A115].
func (r *run) arrivals() {
	for _, e := range r.p.rs.tables.Events {
		if e.Turn != r.p.Turn {
			continue
		}
		side := e.Nation.Side()
		for range e.Armies {
			i := slices.IndexFunc(r.p.Armies, func(a Army) bool { return a.Nation == e.Nation && a.Place == Pool })
			if i >= 0 {
				r.army("A116", "arrive", i, DueArmy, State{}, 0)
			}
		}
		for _, c := range e.Units {
			n := min(c.N, r.p.counters(c.Unit))
			if n > 0 {
				r.event("2.I-a", "due", side, "unit", c.Unit.String(), "n", strconv.Itoa(n))
			}
			if instead := (setup.Unit{Nation: e.Nation, Kind: setup.Infantry}); c.Unit.Kind == setup.Storm {
				if m := min(c.N-n, r.p.counters(instead)); m > 0 {
					r.event("8.2.2-g", "due", side, "unit", instead.String(), "n", strconv.Itoa(m))
				}
			}
		}
		if e.Exchange {
			r.event("8.2.3-c", "due", side, "unit", commonwealth.String(), "n", "1")
		}
	}
}

// commonwealth is the Canadian and the ANZAC unit.
var commonwealth = setup.Unit{Nation: setup.UK, Kind: setup.Commonwealth}

// due is how many units of a kind have still to be placed.
func (p *Position) due(u setup.Unit) int {
	for _, c := range p.Due {
		if c.Unit == u {
			return c.N
		}
	}
	return 0
}

// counters is how many of a unit can still come into play: those in the Force Pool of which none is due, and of
// Biplanes no more than have the year on them [8.3.4-c].
func (p *Position) counters(u setup.Unit) int {
	n := p.pool(u) - p.due(u)
	if u.Kind == setup.Biplane {
		n = min(n, p.year().Planes[u.Nation]-p.inPlay(u)-p.due(u))
	}
	return max(n, 0)
}

// arrives reports whether something of a side has still to be placed.
func (p *Position) arrives(side int) bool {
	return slices.ContainsFunc(p.Due, func(c setup.Count) bool { return c.Unit.Nation.Side() == side }) ||
		slices.ContainsFunc(p.Armies, func(a Army) bool { return a.Place == DueArmy && a.Nation.Side() == side })
}

// reinforce places what arrives: as the sides say, German first, and the rest by default
// [A117]. What finds no place waits for the next Season Turn.
func (r *run) reinforce() error {
	for s := range setup.NumSides {
		for _, o := range r.acts[s] {
			if f := r.reinforceLine(s, o); f != nil {
				r.skip(s, o, f)
			}
		}
		r.placeRest(s)
	}
	r.begin("2.II-a", setup.German)
	return nil
}

// reinforceLine does one line of the Reinforcement phase.
func (r *run) reinforceLine(side int, o *order) *refusal {
	switch o.verb.Word {
	case "place":
		pc := o.pieces[0]
		if pc.army >= 0 {
			return r.post(side, pc.army, o.areas[0])
		}
		for done := range pc.n {
			if f := r.put("2.I-b", "place", side, pc.unit, o.areas[0]); f != nil {
				return o.after(done, f)
			}
		}
	case "commonwealth":
		return r.exchange(side, o.areas[0])
	case "join", "leave":
		return r.each(side, o)
	}
	return nil
}

// mayReceive says why new units cannot be put into an area [2.I-b, 2.V.2-c].
func (r *run) mayReceive(side, at int) *refusal {
	p, rule := r.p, "2.V.2-c"
	if p.Phase == ReinforcePhase {
		rule = "2.I-b"
	}
	if at < 0 || !p.friendly(side, at) && !p.contested(at) || !p.supplied(side, at) {
		return no(rule, "fault.unsupplied", p.areaArg("at", at))
	}
	return nil
}

// put puts a new unit into a place.
func (r *run) put(rule, kind string, side int, u setup.Unit, place int) *refusal {
	p := r.p
	at, army := p.areaOf(place), p.armyOf(place)
	due := kind == "place"
	switch {
	case u.Nation.Side() != side:
		return no(rule, "fault.not-yours", name("unit", u.String()))
	case due && u == commonwealth && p.due(u) > 0:
		return no("8.2.3-e", "fault.not-due", name("unit", u.String())).but(said.Say("hint.commonwealth"))
	case due && p.due(u) == 0:
		return no(rule, "fault.not-due", name("unit", u.String()))
	case !due && p.pool(u)-p.due(u) <= 0:
		return no("1.2.1-b", "fault.no-counter", name("unit", u.String()))
	case army >= 0 && at < 0:
		return no(rule, "fault.no-army", name("army", p.armyID(army)))
	case at == p.england() && u.Nation != setup.UK:
		return no("A129", "fault.england")
	}
	if f := r.mayReceive(side, at); f != nil {
		return f
	}
	now := State{}
	if army >= 0 {
		if p.Armies[army].Oos {
			return no("6.5-e", "fault.oos", name("army", p.armyID(army)))
		}
		if f := p.fits(u, army); f != nil {
			return f
		}
		if p.empty(army) && p.stack(side, at) >= stacking {
			return no("1.2.2-d", "fault.full", p.areaArg("to", at), tongue.Number("most", stacking))
		}
	} else if f := r.room(mover{army: -1}, side, at); f != nil {
		return f
	}
	args := []string{}
	if due {
		args = []string{"due", "yes"}
	}
	r.shift(rule, kind, u, 1, Pool, place, State{}, now, args...)
	return nil
}

// post puts an Army that arrives into an area [2.I-b, 4.6-a, A115].
func (r *run) post(side, a, at int) *refusal {
	p := r.p
	x := p.Armies[a]
	switch {
	case x.Nation.Side() != side:
		return no("2.I-b", "fault.not-yours", name("unit", p.armyID(a)))
	case x.Place != DueArmy:
		return no("2.I-b", "fault.not-due", name("unit", p.armyID(a)))
	case x.Nation == setup.UK && at != p.england():
		return no("4.6-a", "fault.uk-army")
	case at >= len(p.Areas):
		return no("1.2.1-c", "fault.army-inside")
	case x.Nation != setup.UK && at == p.england():
		return no("A129", "fault.england")
	case p.contested(at) && !p.hasInfantry(side, at):
		return no("A115", "fault.empty-army", p.areaArg("at", at))
	}
	if f := r.mayReceive(side, at); f != nil {
		return f
	}
	r.army("2.I-b", "post", a, at, State{}, 0)
	return nil
}

// exchange puts a Commonwealth unit into the place of a UK Infantry unit [8.2.3-c, A118].
func (r *run) exchange(side, place int) *refusal {
	p := r.p
	if p.due(commonwealth) == 0 || side != setup.Allied {
		return no("8.2.3-c", "fault.not-due", name("unit", commonwealth.String()))
	}
	for _, g := range p.groupsIn(place) {
		if g.Unit == (setup.Unit{Nation: setup.UK, Kind: setup.Infantry}) {
			r.shift("8.2.3-c", "return", g.Unit, 1, place, Pool, g.State, State{})
			r.shift("8.2.3-c", "exchange", commonwealth, 1, Pool, place, State{}, g.State, "due", "yes")
			return nil
		}
	}
	return no("8.2.3-c", "fault.no-infantry", name("place", p.placeID(place)))
}

// placeRest places what a side has left unsaid: Armies and units in the nearest Supply Source
// Area [D01].
func (r *run) placeRest(side int) {
	p := r.p
	sources := r.homes(side)
	for a := range p.Armies {
		if p.Armies[a].Place != DueArmy || p.Armies[a].Nation.Side() != side {
			continue
		}
		for _, at := range sources {
			if r.post(side, a, at) == nil {
				break
			}
		}
	}
	for _, c := range slices.Clone(p.Due) {
		if c.Unit.Nation.Side() != side {
			continue
		}
		if c.Unit == commonwealth {
			r.exchangeAnywhere(side)
			continue
		}
		for range c.N {
			for _, at := range sources {
				if r.put("2.I-b", "place", side, c.Unit, at) == nil || r.putInArmy(side, c.Unit, at) {
					break
				}
			}
		}
	}
}

// putInArmy puts a unit into the first Army of an area that takes it.
func (r *run) putInArmy(side int, u setup.Unit, at int) bool {
	return slices.ContainsFunc(r.p.armiesIn(side, at), func(a int) bool {
		return r.put("2.I-b", "place", side, u, r.p.in(a)) == nil
	})
}

func (r *run) exchangeAnywhere(side int) {
	for place := range len(r.p.Areas) + len(r.p.Armies) {
		if r.p.areaOf(place) >= 0 && r.exchange(side, place) == nil {
			return
		}
	}
}

// homes lists areas in which a side can place units that it says nothing of: Supply Source Areas
// first, by their ids, and then all others.
func (r *run) homes(side int) (all []int) {
	p := r.p
	for at := range p.Areas {
		all = append(all, at)
	}
	slices.SortStableFunc(all, func(a, b int) int {
		sa, sb := p.source(side, a) || a == p.england(), p.source(side, b) || b == p.england()
		return cmp.Or(boolInt(sb)-boolInt(sa), cmp.Compare(p.areaID(a), p.areaID(b)))
	})
	return all
}
