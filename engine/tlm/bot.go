package tlm

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm/setup"
)

// General is a computer player: he fills his Armies behind the front, plays an Offensive when
// he has more units beside an enemy area than stand in it, and keeps his trenches otherwise.
func (rs *Ruleset) General(pos engine.Position, side engine.Side) engine.Orders {
	p := rs.View(pos, side).(*Position)
	s := p.sideNo(side)
	g := &general{rs: rs, side: s, orders: engine.Orders{Side: side}}
	g.r = newRun(rs, p.clone(), nil)
	g.r.dry, g.r.t.bp = true, p.year().BP[s]
	if !engine.Owes(rs.Owed(p), side) {
		return g.orders
	}
	if q, ok := p.question(s); ok {
		g.orders.Lines = []engine.Order{engine.Order{Words: []string{"answer", q.Default}}.Arrived(1)}
		return g.orders
	}
	switch p.Phase {
	case StartPhase:
		g.opening()
	case TurnPhase:
		g.turn()
	case RespondPhase:
		g.respond()
	case ProductionPhase:
		g.produce()
	}
	if len(g.orders.Lines) == 0 {
		g.write("hold")
	}
	return g.orders
}

// general is a computer player at work: r does in a run of its own what he writes.
type general struct {
	rs     *Ruleset
	side   int
	r      *run
	orders engine.Orders
}

// write adds a line, whatever it comes to.
func (g *general) write(format string, args ...any) *order {
	o := engine.Order{Words: strings.Fields(fmt.Sprintf(format, args...))}.Arrived(len(g.orders.Lines) + 1)
	read, bad := g.r.p.read(g.side, o)
	if bad != nil {
		return nil
	}
	g.orders.Lines = append(g.orders.Lines, o)
	return read
}

// try adds a line if it is possible now, and does it.
func (g *general) try(format string, args ...any) bool {
	o := engine.Order{Words: strings.Fields(fmt.Sprintf(format, args...))}.Arrived(len(g.orders.Lines) + 1)
	read, bad := g.r.p.read(g.side, o)
	if bad != nil {
		return false
	}
	next := g.r.fork()
	f := next.do(g.side, read)
	if f != nil {
		return false
	}
	g.r, g.orders.Lines = next, append(g.orders.Lines, o)
	return true
}

// opening are his standing orders.
func (g *general) opening() {
	g.write("standing losses cards2 if army-lost else units")
	g.write("standing weather always if special else always if battles 2")
	g.write("standing gas always if enhanced")
	g.write("standing ersatz ersatz2+ersatz3+crisis-allied+crisis-german")
}

// power is what the other side has in an area that can fight there; what cannot be seen counts
// as an Army of the usual size.
func (p *Position) power(side, at int) (n int) {
	n = 2*p.count(side, at, everyGroup) + 2*max(p.fort(side, at), 0)
	for _, a := range p.armiesIn(side, at) {
		n += 2 * p.size(a)
	}
	return n
}

// size is how many units are in an Army of the other side, or may be.
func (p *Position) size(a int) int {
	const usual = 4
	if x := p.Armies[a]; x.Shown >= 0 {
		return x.Shown
	}
	return usual
}

// defence is the power of a side in an area that is attacked: Forts and trenches hit with 1 and 2.
func (p *Position) defence(side, at int) int {
	n := p.power(side, at) + 2*max(p.fort(side, at), 0)
	for _, a := range p.armiesIn(side, at) {
		n += boolInt(p.Armies[a].Dug) * p.size(a)
	}
	return n
}

// punch is the power of his units in an area when he attacks: Stormtroopers and Tanks hit with 1 and 2.
func (g *general) punch(at int, which func(x Group) bool) (n int) {
	p := g.r.p
	p.units(g.side, at, func(x Group) {
		if which(x) {
			n += 2 * x.N * max(p.row(x.Unit.Kind).Attack, 1)
		}
	})
	return n
}

func everyGroup(Group) bool { return true }

// turn plays an Offensive if there is something to be won, or passes.
func (g *general) turn() {
	p := g.r.p.clone()
	targets := g.targets()
	card, ok := g.offensive()
	if len(targets) > 0 && ok {
		o := len(g.orders.Lines)
		g.try("play %s", card)
		limited := g.r.p.Offense.Card == setup.Limited.String()
		moved := 0
		for _, t := range targets {
			if moved > 0 && (limited || moved >= 3) {
				break
			}
			moved += boolInt(g.assault(t))
		}
		if moved == 0 && !g.contests() {
			g.orders.Lines = g.orders.Lines[:o]
			g.r = newRun(g.rs, p.clone(), nil)
			g.r.dry = true
			g.pass()
			return
		}
		g.advance()
		g.declare()
		return
	}
	g.pass()
}

// targets lists the areas that are worth an attack, the best first.
func (g *general) targets() (all []aim) {
	p := g.r.p
	for at := range p.Areas {
		if p.friendly(g.side, at) {
			continue
		}
		own := 0
		for _, from := range p.areaMap().Areas[at].Near {
			if p.friendly(g.side, from) {
				own += g.mobile(from)
			}
		}
		own += g.punch(at, everyGroup)
		enemy := p.defence(1-g.side, at)
		const vp, most = 6, 12 // more strength than that is worth nothing
		value := vp * p.areaMap().Areas[at].Value
		if own*10 > enemy*g.boldness() {
			all = append(all, aim{at, value + min(own-enemy, most)})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].worth > all[j].worth })
	return all
}

// aim is an area that is worth an attack.
type aim struct{ at, worth int }

// boldness is how many tenths of the enemy's strength he wants to have: fewer when his hand
// is full, as cards that are not played are lost, and more when he is outnumbered in the war.
func (g *general) boldness() int {
	const usual, full = 13, 10
	p := g.r.p
	n := usual
	if p.Cards.Count(handPlace(g.side)) >= p.year().Cards[g.side]-2 {
		n = full
	}
	var units [setup.NumSides]int
	for _, x := range p.Groups {
		units[x.Unit.Nation.Side()] += x.N
	}
	const least, most = 10, 20
	return n * min(max(10*units[1-g.side]/max(units[g.side], 1), least), most) / 10
}

// mobile is the power of the Armies in an area.
func (g *general) mobile(from int) int {
	return g.punch(from, func(x Group) bool { return g.r.p.armyOf(x.Place) >= 0 })
}

// offensive is the card that he plays: a special one in its time, then a Limited one if that is
// enough.
func (g *general) offensive() (setup.Card, bool) {
	p := g.r.p
	hand := p.hand(g.side)
	for _, c := range []setup.Card{setup.BigPush, setup.Gericht, setup.ToBattle, setup.Friedensturm} {
		of, _ := c.Special()
		if slices.Contains(hand, c) && (of != g.side || p.Turn >= p.rs.tables.Cards[c].From) {
			return c, true
		}
	}
	for _, c := range []setup.Card{setup.Offensive, setup.Limited} {
		if slices.Contains(hand, c) {
			return c, true
		}
	}
	return 0, false
}

// assault moves Armies beside an area into it, the strongest first; where nobody stands the
// weakest will do. It reports whether one went.
func (g *general) assault(t aim) (went bool) {
	p := g.r.p
	var armies []int
	for _, from := range p.areaMap().Areas[t.at].Near {
		if !p.friendly(g.side, from) {
			continue
		}
		armies = append(armies, p.armiesIn(g.side, from)...)
	}
	enemy := p.defence(1-g.side, t.at)
	slices.SortStableFunc(armies, func(a, b int) int {
		if enemy == 0 {
			a, b = b, a
		}
		return cmp.Compare(p.strength(b), p.strength(a))
	})
	need := enemy*g.boldness()/10 + 2
	for _, a := range armies {
		if g.punch(t.at, everyGroup) >= need && went {
			break
		}
		if p.empty(a) || g.guards(a, t.at) {
			continue
		}
		if g.try("move %s %s", p.armyID(a), p.areaID(t.at)) {
			went = true
		}
	}
	return went
}

// guards reports whether an Army is the only one in an area of worth that enemies can enter.
func (g *general) guards(a, to int) bool {
	p := g.r.p
	from := p.Armies[a].Place
	if p.areaMap().Areas[from].Value == 0 && !p.source(g.side, from) {
		return false
	}
	holds := func(x Group) bool { return x.Place == from && p.row(x.Unit.Kind).Holds }
	if len(p.armiesIn(g.side, from)) > 1 || p.count(g.side, from, holds) > 0 {
		return false
	}
	return slices.ContainsFunc(p.areaMap().Areas[from].Near, func(n int) bool {
		return n != to && !p.friendly(g.side, n) && p.power(1-g.side, n) > 0
	}) && max(p.fort(g.side, from), 0) < 2
}

// contests reports whether there is a battle to go on with.
func (g *general) contests() bool {
	p := g.r.p
	return slices.ContainsFunc(p.allAreas(), func(at int) bool {
		return p.contested(at) && g.outdoes(at)
	})
}

// outdoes reports whether he is strong enough in an area to go on with its battle.
func (g *general) outdoes(at int) bool {
	return g.punch(at, everyGroup)*10 > g.r.p.defence(1-g.side, at)*g.boldness()
}

// advance brings Armies from the rear nearer to the front.
func (g *general) advance() {
	p := g.r.p
	for a := range p.Armies {
		x := g.r.p.Armies[a]
		if x.Place < 0 || x.Nation.Side() != g.side || x.Used > 0 || x.Mode != OnFoot ||
			g.r.p.Areas[x.Place].Control != Control(g.side) {
			continue
		}
		if d := g.toFront(x.Place); d > 1 {
			for _, n := range p.areaMap().Areas[x.Place].Near {
				if g.r.p.friendly(g.side, n) && g.toFront(n) < d && g.try("move %s %s", p.armyID(a), p.areaID(n)) {
					break
				}
			}
		}
	}
}

// toFront is how many areas away the next area is that is not Friendly; 0 if there is none.
func (g *general) toFront(from int) int {
	p := g.r.p
	return p.areaMap().Steps(from, func(int) bool { return true },
		func(a int) bool { return !p.friendly(g.side, a) && !p.neutral(a) })
}

// declare declares battles in Contested areas where the odds are good, and plays cards there.
func (g *general) declare() {
	g.r.endOfMoves(g.side)
	p := g.r.p
	limited := p.Offense.Card == setup.Limited.String()
	fresh := slices.ContainsFunc(p.allAreas(), func(at int) bool { return p.contested(at) && p.Areas[at].Fresh })
	var list []string
	var best []int
	for at := range p.Areas {
		if !p.contested(at) || p.count(g.side, at, func(Group) bool { return true }) == 0 {
			continue
		}
		if p.Areas[at].Fresh || !(limited && (fresh || len(list) > 0)) && g.outdoes(at) {
			list, best = append(list, p.areaID(at)), append(best, at)
		}
	}
	if len(list) == 0 {
		return
	}
	g.write("battle %s", strings.Join(list, ","))
	g.r.p.Offense.Battles = best
	slices.SortStableFunc(best, func(a, b int) int {
		return cmp.Compare(p.areaMap().Areas[b].Value, p.areaMap().Areas[a].Value)
	})
	for _, at := range best {
		for _, word := range []string{"extra", "aaf", "gas", "surprise"} {
			if word == "surprise" && p.count(g.side, at, func(x Group) bool {
				return x.Unit.Kind == setup.Artillery
			}) > 0 {
				continue
			}
			if (word == "gas" || word == "aaf") && p.count(g.side, at,
				func(x Group) bool { return x.Unit.Kind == setup.Artillery }) == 0 {
				continue
			}
			if g.r.enhance(g.side, word, at) == nil {
				g.write("%s %s", word, p.areaID(at))
			}
		}
	}
}

// gaps lists own areas beside others in which nobody stands who could hold them, those that
// are worth most first.
func (g *general) gaps() (all []int) {
	p := g.r.p
	h := p.holders()
	for at := range p.Areas {
		if p.friendly(g.side, at) && !h[at][g.side].holds &&
			slices.ContainsFunc(p.areaMap().Areas[at].Near, func(n int) bool {
				return h[n][1-g.side].holds
			}) {
			all = append(all, at)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Compare(p.areaMap().Areas[b].Value, p.areaMap().Areas[a].Value)
	})
	return all
}

// plug moves an Army or a unit that is not alone into a gap.
func (g *general) plug() bool {
	p := g.r.p
	for _, at := range g.gaps() {
		for _, from := range p.areaMap().Areas[at].Near {
			if !p.friendly(g.side, from) || p.stack(g.side, from) < 2 {
				continue
			}
			for _, x := range slices.Clone(p.groupsIn(from)) {
				if p.row(x.Unit.Kind).Holds && g.try("move %s %s", p.groupID(x), p.areaID(at)) {
					return true
				}
			}
			armies := p.armiesIn(g.side, from)
			slices.SortStableFunc(armies, func(a, b int) int { return cmp.Compare(p.strength(a), p.strength(b)) })
			for _, a := range armies {
				if !p.empty(a) && g.try("move %s %s", p.armyID(a), p.areaID(at)) {
					return true
				}
			}
		}
	}
	return false
}

// pass plays a Crisis, fills a gap in the front, or changes cards.
func (g *general) pass() {
	if g.try("crisis") || g.plug() {
		return
	}
	p := g.r.p
	if e := p.england(); g.side == setup.Allied && e >= 0 {
		for _, a := range p.armiesIn(g.side, e) {
			for at := range p.Areas {
				if !p.empty(a) && g.try("sea %s %s", p.armyID(a), p.areaID(at)) {
					return
				}
			}
		}
	}
	var cards []string
	const kept = 2 // Ersatz
	ersatz := 0
	for _, c := range p.hand(g.side) {
		of, special := c.Special()
		early := p.Turn < p.rs.tables.Cards[c].From && !(special && of == g.side)
		spare := c == setup.Ersatz2 || c == setup.Ersatz3
		if ersatz += boolInt(spare); c == setup.CrisisAllied || c == setup.CrisisGerman || early && !c.IsOffensive() ||
			spare && ersatz > kept {
			cards = append(cards, c.String())
		}
	}
	if len(cards) > 0 {
		g.write("exchange %s", strings.Join(cards, ","))
		return
	}
	g.write("hold")
}

// respond answers battles by mail.
func (g *general) respond() {
	p := g.r.p
	for _, at := range p.Offense.Battles {
		if p.count(g.side, at, func(x Group) bool { return x.Unit.Kind == setup.Artillery }) > 0 &&
			g.r.enhance(g.side, "gas", at) == nil {
			g.write("gas %s", p.areaID(at))
		}
	}
}

// produce buys cards up to half of the limit, units for the front, and trenches.
func (g *general) produce() {
	p := g.r.p
	want := min(p.year().Cards[g.side]-p.Cards.Count(handPlace(g.side)), g.r.t.bp/2)
	for a, x := range p.Armies {
		if x.Place == Lost && x.Nation.Side() == g.side && g.r.t.bp > want {
			for at := range p.Areas {
				if g.try("rebuild %s %s", p.armyID(a), p.areaID(at)) {
					break
				}
			}
		}
	}
	for _, at := range g.gaps() {
		if g.r.t.bp <= want+1 {
			break
		}
		for _, word := range []string{"ge-i", "fr-i", "uk-i", "us-i", "be-i"} {
			if g.try("build %s %s", word, p.areaID(at)) {
				break
			}
		}
	}
	g.dig()
	front := g.frontArmies()
	for pass := 0; pass < 3 && g.r.t.bp > want; pass++ {
		for _, a := range front {
			if g.r.t.bp <= want {
				break
			}
			n := p.Armies[a].Nation.String()
			if g.r.t.bp-want >= 2 && g.try("build %s-s %s", n, p.armyID(a)) {
				continue
			}
			if pass == 1 && g.try("build %s-a %s", n, p.armyID(a)) {
				continue
			}
			g.try("build %s-i %s", n, p.armyID(a))
		}
	}
	if n := min(g.r.t.bp, max(p.year().Cards[g.side]-p.Cards.Count(handPlace(g.side)), 0)); n > 0 {
		g.try("cards %d", n)
	}
}

// frontArmies lists his Armies, those nearest to the front and the weakest first.
func (g *general) frontArmies() (all []int) {
	p := g.r.p
	for a, x := range p.Armies {
		if x.Place >= 0 && x.Nation.Side() == g.side {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.front(a), g.front(b)), cmp.Compare(p.strength(a), p.strength(b)))
	})
	return all
}

// front is how far an Army is from the front; one in a Contested area is at it.
func (g *general) front(a int) int {
	at := g.r.p.Armies[a].Place
	if at == g.r.p.england() {
		return len(g.r.p.Areas)
	}
	if !g.r.p.friendly(g.side, at) {
		return 0
	}
	return g.toFront(at)
}

// dig entrenches Armies at the front.
func (g *general) dig() {
	p := g.r.p
	var ids []string
	for _, a := range g.frontArmies() {
		if g.front(a) <= 1 && p.canDig(a) {
			ids = append(ids, p.armyID(a))
		}
	}
	for some := range slices.Chunk(ids, trench) {
		g.try("entrench %s", strings.Join(some, ","))
	}
}
