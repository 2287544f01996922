package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/deck"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// begin begins a Player Turn of a side: what it got for cards in a Pass it can play now
// [A27].
func (r *run) begin(rule string, side int) {
	r.event(rule, "ready", Nobody)
	r.enter(rule, TurnPhase, side)
	r.event(rule, "begin", side)
	r.cards(r.p.Cards.Empty(deck.Way{Rule: "2.II.1-j", By: r.p.sideName(side), From: freshPlace(side),
		To: handPlace(side)}))
}

// turn resolves what the active side has sent for its Player Turn, up to the declaration of
// battles [2.II].
func (r *run) turn() error {
	side := r.p.Active
	r.actions(side)
	if r.p.Result.Over {
		return nil
	}
	r.endOfMoves(side)
	if r.p.pass() {
		r.passes(side)
		return r.endTurn()
	}
	r.declare(side)
	if len(r.p.Offense.Battles) == 0 {
		return r.endTurn()
	}
	if r.p.asks(respondKind) {
		r.enter("2.II.3-g", RespondPhase, side)
		return nil
	}
	return r.respond()
}

// actions does the lines of a Player Turn one after the other; a line that is not possible any
// more is skipped.
func (r *run) actions(side int) {
	for _, o := range r.acts[side] {
		if f := r.act(side, o); f != nil {
			r.skip(side, o, f)
		}
		if r.p.Result.Over {
			return
		}
	}
}

// skip tells a side that a line of its was skipped.
func (r *run) skip(side int, o *order, f *refusal) {
	if r.faults != nil {
		*r.faults = append(*r.faults, f.fault(o))
		return
	}
	r.secret(f.rule, "skip", side, "line", strconv.Itoa(o.Line), "order", o.Text, "why", f.why.In(tongue.En))
}

// act does one line of a Player Turn, but for declarations, which declare reads.
func (r *run) act(side int, o *order) *refusal {
	switch o.verb.Word {
	case "play":
		return r.playCard(side, o)
	case "move", "rail", "strategic", "sea", "reserves", "join", "leave":
		return r.each(side, o)
	case "crisis":
		if len(o.areas) == 0 {
			return r.crisis(side)
		}
		if r.p.pass() {
			return no("2.II.1-c", "fault.pass-battle")
		}
	}
	return nil
}

// playCard plays a card of the Offensive class [2.II.1-a].
func (r *run) playCard(side int, o *order) *refusal {
	p, c := r.p, o.card
	switch {
	case !c.IsOffensive():
		return no("2.II.1-a", "fault.no-offensive", cardArg(c))
	case !p.pass():
		return no("2.II.1-a", "fault.one-card")
	case r.t.moved > 0 || r.t.reserves > 0:
		return no("2.II.1-a", "fault.card-late")
	case !p.holdsCard(side, c):
		return p.noCard("2.II.1-a", side, c)
	}
	of, special := c.Special()
	special = special && of == side && p.Turn >= p.rs.tables.Cards[c].From && !o.plain
	rule := map[setup.Card]string{setup.Offensive: "9.1.1-a", setup.Limited: "9.1.2-a", setup.BigPush: "9.1.3-a",
		setup.Gericht: "9.1.4-a", setup.ToBattle: "9.1.5-a", setup.Friedensturm: "9.1.6-a"}[c]
	becomes := setup.Offensive
	if c == setup.Limited || special {
		becomes = c
	}
	r.discard(rule, side, discardPlace, c)
	r.event(rule, "offense", side, "played", c.String(), "card", becomes.String(), "special", yesNo(special))
	return nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// handText lists a hand.
func (p *Position) handText(side int) string {
	var words []string
	for _, c := range p.held(side) {
		words = append(words, c.String())
	}
	return strings.Join(words, ", ")
}

// noCard says that a side does not hold a card, and what it holds.
func (p *Position) noCard(rule string, side int, c setup.Card) *refusal {
	f := no(rule, "fault.no-card", cardArg(c))
	if len(p.held(side)) == 0 {
		return f.but(said.Say("hint.no-cards"))
	}
	return f.but(said.Say("hint.hand", name("cards", p.handText(side))))
}

// each does a line of movement for each of its pieces.
func (r *run) each(side int, o *order) *refusal {
	for i, pc := range o.pieces {
		movers, f := r.p.movers(side, pc)
		if f != nil {
			return f
		}
		for done := range movers {
			one := pc
			one.n = 1
			m, f := r.p.movers(side, one)
			if f == nil {
				f = r.one(o, &m[0])
			}
			if f != nil {
				if i+done > 0 {
					f.hint = o.upTo(i, done)
				}
				return f
			}
		}
	}
	return nil
}

// upTo proposes the line with as many of its units as could be moved: those of some pieces and n of the next one.
func (o *order) upTo(pieces, n int) tongue.Text {
	var words []string
	for _, pc := range o.pieces[:pieces] {
		words = append(words, pc.text)
	}
	_, id := number(o.pieces[pieces].text)
	switch {
	case n > 1:
		words = append(words, strconv.Itoa(n)+"*"+id)
	case n == 1:
		words = append(words, id)
	}
	line := append([]string{o.Words[0], strings.Join(words, ",")}, o.Words[2:]...)
	return said.Say("hint.orders", name("orders", strings.Join(line, " ")))
}

// after refuses a line of which so many units had their place before, and proposes it for these.
func (o *order) after(done int, f *refusal) *refusal {
	if done > 0 {
		f.hint = o.upTo(0, done)
	}
	return f
}

// one does a line of movement for one mover.
func (r *run) one(o *order, m *mover) *refusal {
	to := -1
	if len(o.areas) > 0 {
		to = o.areas[0]
	}
	switch o.verb.Word {
	case "rail":
		return r.rail(m, to)
	case "strategic":
		return r.leap(m, to)
	case "sea":
		return r.sail(m, to)
	case "reserves":
		return r.fromReserves(m, to)
	case "join":
		return r.join(*m, r.p.armyOf(to))
	case "leave":
		return r.leave(*m)
	}
	for _, to := range o.areas {
		if f := r.walk(m, to); f != nil {
			return f
		}
	}
	return nil
}

// endOfMoves sends Empty Armies out of Contested areas, and eliminates units without Infantry
// [8.1-i, A75].
func (r *run) endOfMoves(side int) {
	for a := range r.p.Armies {
		x := &r.p.Armies[a]
		if x.Place < 0 || x.Nation.Side() != side || !r.p.contested(x.Place) || !r.p.empty(a) {
			continue
		}
		friendly := slices.DeleteFunc(r.wanted(side, x.Place), r.p.contested) // in others it could not stay either
		to, ok := r.refuge(side, x.Place, mover{army: a}, friendly)
		if !ok || r.p.contested(to) {
			r.army("A60", "eliminate", a, Lost, State{}, 0)
			continue
		}
		r.army("8.1-i", "march", a, to, State{Used: x.Used, Mode: x.Mode, Oos: x.Oos}, 0)
	}
	r.settle("8.1-i")
	r.unaccompanied()
}

// refuge is where a mover can retreat to: the first of a list that is possible, or else the
// Friendly area nearest to a Supply Source, then a Contested one [D26].
func (r *run) refuge(side, from int, m mover, list []int) (to int, ok bool) {
	p := r.p
	if from < 0 || from == p.england() {
		return 0, false
	}
	possible := func(a int) bool {
		return p.areaMap().Touch(from, a) && (p.friendly(side, a) || p.contested(a)) && r.room(m, side, a) == nil
	}
	for _, a := range list {
		if possible(a) {
			return a, true
		}
	}
	best := 0
	for _, a := range p.areaMap().Areas[from].Near {
		if !possible(a) {
			continue
		}
		cost := p.toSource(side, a)
		if p.contested(a) {
			cost += len(p.Areas) + 1 // after a Friendly one from which no way leads to a Source
		}
		if !ok || cost < best {
			to, best, ok = a, cost, true
		}
	}
	return to, ok
}

// toSource is how many areas away a Supply Source Area of a side is, through Friendly areas.
func (p *Position) toSource(side, from int) int {
	if p.source(side, from) || from == p.england() {
		return 0
	}
	own := func(a int) bool { return p.friendly(side, a) }
	if n := p.areaMap().Steps(from, own, func(a int) bool { return own(a) && p.source(side, a) }); n > 0 {
		return n
	}
	return len(p.Areas)
}

// unaccompanied eliminates Artillery and the like that no Infantry is with [A75, A37]. There is one test for both
// sides: what goes by it has stood beside the enemy all the same.
func (r *run) unaccompanied() {
	p := r.p
	weak := make([]bool, len(p.Areas)) // areas with units that need company
	for _, g := range p.Groups {
		if at := p.areaOf(g.Place); at >= 0 && companyRules[g.Unit.Kind] != "" {
			weak[at] = true
		}
	}
	h := p.holders() // who goes is no Infantry
	var lost []Group
	for at := range p.Areas {
		for s := range setup.NumSides {
			if weak[at] && !h[at][s].infantry {
				lost = append(lost, p.unaccompaniedIn(s, at)...)
			}
		}
	}
	for _, g := range lost {
		r.shift(companyRules[g.Unit.Kind], "remove", g.Unit, g.N, g.Place, Pool, g.State, State{}, "area",
			p.areaID(p.areaOf(g.Place)))
		if a := p.armyOf(g.Place); a >= 0 {
			r.emptied(a)
		}
	}
	r.settle("A90")
	for _, g := range lost { // an Army without anything left is among enemies, whether they hold the area or not [A94]
		if a := p.armyOf(g.Place); a >= 0 {
			r.perish("8.1-k", a)
		}
	}
}

// companyRules are the clauses by which units of a kind need Infantry with them.
var companyRules = [setup.NumKinds]string{setup.Artillery: "8.3.2-d", setup.Siege: "8.3.3-h", setup.Biplane: "8.3.4-f",
	setup.Tank: "8.3.5-d", setup.Paris: "8.3.6-g"}

// unaccompaniedIn lists the units of a side that are eliminated in an area in which it has no Infantry.
func (p *Position) unaccompaniedIn(side, at int) (lost []Group) {
	p.units(side, at, func(g Group) {
		if companyRules[g.Unit.Kind] != "" && p.exposed(g.Unit.Kind, 1-side, at) {
			lost = append(lost, g)
		}
	})
	return lost
}

// exposed reports whether units of a kind are eliminated beside enemies without Infantry.
func (p *Position) exposed(k setup.Kind, enemy, at int) bool {
	switch k {
	case setup.Artillery:
		return p.hasInfantry(enemy, at)
	case setup.Siege, setup.Biplane, setup.Tank, setup.Paris:
		return p.hasOthers(enemy, at)
	}
	return false
}

// passes ends a Pass: it counts, and cards are exchanged if none was played [2.II.1-i].
func (r *run) passes(side int) {
	for _, o := range r.acts[side] {
		if o.verb.Word != "exchange" {
			continue
		}
		var cards []setup.Card
		hand := r.p.hand(side)
		for _, c := range o.cards {
			if i := slices.Index(hand, c); i >= 0 {
				hand = slices.Delete(hand, i, i+1)
				cards = append(cards, c)
			}
		}
		if r.p.Offense.Spent || len(cards) == 0 {
			r.skip(side, o, no("2.II.1-i", "fault.exchange"))
			continue
		}
		r.discard("2.II.1-i", side, buriedPlace(side), cards...)
		r.draw("2.II.1-i", side, len(cards), freshPlace(side))
	}
	r.event("2.II.1-c", "passed", side)
}

// declare declares the battles, and plays the cards of the Attacker [2.II.3].
func (r *run) declare(side int) {
	p := r.p
	var battles []int
	may := func(a int) bool {
		return (p.contested(a) || p.friendly(side, a) && p.fort(1-side, a) >= 0) &&
			p.count(side, a, func(g Group) bool { return true }) > 0 && !slices.Contains(battles, a)
	}
	must := func(a int) bool { return p.contested(a) && p.Areas[a].Fresh }
	forced := slices.ContainsFunc(p.allAreas(), must)
	limited := p.Offense.Card == setup.Limited.String()
	for _, o := range r.lines(side, "battle") {
		for _, a := range o.areas {
			if !may(a) {
				r.skip(side, o, no("2.II.3-c", "fault.no-battle", p.areaArg("at", a)))
				continue
			}
			if limited && (len(battles) > 0 || forced && !must(a)) {
				r.skip(side, o, no("5.1.2-a", "fault.one-battle", p.areaArg("at", a)))
				continue
			}
			battles = append(battles, a)
		}
	}
	for a := range p.Areas {
		if must(a) && may(a) {
			battles = append(battles, a)
		}
	}
	if len(battles) > 0 {
		r.event("2.II.3-d", "declare", side, "areas", p.areaText(battles))
	}
	for _, o := range r.lines(side, "keep") {
		var kept []int
		for _, a := range o.areas {
			if !slices.Contains(battles, a) {
				r.skip(side, o, no("A11", "fault.no-battle", p.areaArg("at", a)))
				continue
			}
			kept = append(kept, a)
		}
		if len(kept) > 0 {
			r.secret("A11", "keep", side, "areas", p.areaText(kept))
		}
	}
	for _, o := range r.lines(side, "crisis") {
		if f := r.crisisLater(side, o.areas, battles); f != nil {
			r.skip(side, o, f)
		}
	}
	for _, o := range r.lines(side, "gas", "aaf", "surprise", "extra") {
		for _, a := range o.areas {
			if f := r.enhance(side, o.verb.Word, a); f != nil {
				r.skip(side, o, f)
			}
		}
	}
}

// allAreas lists all areas.
func (p *Position) allAreas() (all []int) {
	for a := range p.Areas {
		all = append(all, a)
	}
	return all
}

// areaText lists areas as records have them.
func (p *Position) areaText(list []int) string {
	text := ""
	for i, a := range list {
		if i > 0 {
			text += ","
		}
		text += p.areaID(a)
	}
	return text
}

// lines lists the lines of a side that open with one of some words.
func (r *run) lines(side int, words ...string) (all []*order) {
	for _, o := range r.acts[side] {
		if slices.Contains(words, o.verb.Word) {
			all = append(all, o)
		}
	}
	return all
}

// enhancements are the clauses by which a card is played once on a battle, not before its time, and not beside
// another.
var enhancements = map[setup.Card]struct{ play, early, beside string }{
	setup.Gas:      {"9.3-a", "9.3-c", "9.3-d"},
	setup.AAF:      {"9.4-a", "9.4-c", "9.4-e"},
	setup.Surprise: {play: "9.7-a", early: "9.7-a"},
}

// enhance plays a card on a battle, or names the battle of the extra dice [9.3 to 9.7].
func (r *run) enhance(side int, word string, at int) *refusal {
	p := r.p
	o := &p.Offense
	if !slices.Contains(o.Battles, at) {
		return no("2.II.3-f", "fault.no-battle", p.areaArg("at", at))
	}
	if word == "extra" {
		return r.extra(side, at)
	}
	card, _ := setup.ParseCard(word)
	rules := enhancements[card]
	played := map[setup.Card][]int{setup.Gas: o.Gas[side], setup.AAF: o.AAF[side], setup.Surprise: o.Surprise}
	other := map[setup.Card]setup.Card{setup.Gas: setup.AAF, setup.AAF: setup.Gas}[card]
	switch {
	case p.Turn < p.rs.tables.Cards[card].From:
		return p.early(rules.early, card)
	case card == setup.Gas && o.Bad:
		return no("9.3-e", "fault.calm")
	case slices.Contains(played[card], at):
		return no(rules.play, "fault.enhanced", p.areaArg("at", at))
	case slices.Contains(played[other], at):
		return no(rules.beside, "fault.enhanced", p.areaArg("at", at))
	case !p.holdsCard(side, card):
		return p.noCard(rules.play, side, card)
	}
	r.discard(rules.play, side, discardPlace, card)
	r.event(rules.play, "enhance", side, "card", card.String(), "areas", p.areaID(at))
	return nil
}

// nationOf is the nation whose Army has to be where extra dice are rolled.
func nationOf(card string) setup.Nation {
	switch c, _ := setup.ParseCard(card); c {
	case setup.BigPush:
		return setup.UK
	case setup.ToBattle:
		return setup.FR
	}
	return setup.GE
}

// early refuses a card before its time, and says when that comes.
func (p *Position) early(rule string, card setup.Card) *refusal {
	return no(rule, "fault.early", cardArg(card)).but(since(p.rs.tables.Cards[card].From))
}

// notSpecial refuses the extra dice of an Offensive without them, and says who has them with its card, and when.
func (r *run) notSpecial(side int) *refusal {
	f := no("9.1.7-a", "fault.not-special")
	for _, o := range r.lines(side, "play") {
		if of, ok := o.card.Special(); ok && r.p.Offense.Card == setup.Offensive.String() {
			return f.but(said.Say("hint.special", cardArg(o.card), name("side", string(r.p.sideName(of))),
				tongue.Words("season", seasonName(r.p.rs.tables.Cards[o.card].From))))
		}
	}
	return f
}

// extra names a battle of the extra dice of a special Offensive [9.1.7, A141].
func (r *run) extra(side, at int) *refusal {
	p := r.p
	o := &p.Offense
	most := 1
	c, _ := setup.ParseCard(o.Card)
	if c == setup.ToBattle || c == setup.Friedensturm {
		most = 2
	}
	switch {
	case !o.Special:
		return r.notSpecial(side)
	case len(o.Extra) >= most || slices.Contains(o.Extra, at):
		return no("9.1.7-a", "fault.extra-areas", tongue.Number("most", most))
	case !p.armyThere(side, nationOf(o.Card), at):
		return no("A141", "fault.extra-army", p.areaArg("at", at))
	case c == setup.ToBattle && p.areaMap().Areas[at].Rough:
		return no("A127", "fault.extra-rough", p.areaArg("at", at))
	}
	r.event("A141", "enhance", side, "card", "extra", "areas", p.areaText(append(slices.Clip(o.Extra), at)))
	return nil
}

// armyThere reports whether an Army of a nation is in an area, and has not retreated.
func (p *Position) armyThere(side int, n setup.Nation, at int) bool {
	return slices.ContainsFunc(p.armiesIn(side, at), func(a int) bool {
		return p.Armies[a].Nation == n && !p.Armies[a].Back
	})
}
