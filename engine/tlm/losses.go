package tlm

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"berthier/engine/tlm/setup"
)

// toll is how a side takes one Loss; it reports whether there was one to take.
type toll func(r *run, c *combat) bool

// pay pays the Hits of one fire step, in cards and in units [5.3]. Only units of some kinds can
// be lost if keep says so, as in a Dogfight.
func (r *run) pay(rule string, c *combat, side, hits int, keep func(setup.Kind) bool) error {
	if hits == 0 {
		c.siege = 0
		return nil
	}
	take := func(r *run, c *combat) bool { return r.takeOne(c, side, keep) }
	points, err := r.ersatz(c, side, hits, take)
	if err != nil {
		return err
	}
	c.siege = max(c.siege-points, 0) // Hits of Siege Guns are paid first, by cards or by the Fort [A124]
	for hits -= points; hits > 0 && take(r, c); hits-- {
	}
	c.siege = 0
	r.settle("A90")
	return nil
}

// takeOne takes one Loss of a fire step; a Hit of a Siege Gun is the Fort's [8.3.3-c].
func (r *run) takeOne(c *combat, side int, keep func(setup.Kind) bool) bool {
	siege := c.siege > 0
	c.siege = max(c.siege-1, 0)
	if siege && keep == nil && r.p.fort(side, c.at) >= 0 {
		r.hitFort("8.3.3-c", side, c.at)
		return true
	}
	return r.loseOne(c, side, keep)
}

// ersatz plays cards that absorb Hits, and returns how many they absorb [5.3.2].
func (r *run) ersatz(c *combat, side, hits int, take toll) (points int, err error) {
	var cards []setup.Card
	for _, card := range r.ersatzCards(side, c.at) {
		points += r.p.rs.tables.Cards[card].Ersatz
		cards = append(cards, card)
	}
	options := []string{"units"}
	for n := 1; n <= min(hits, points); n++ {
		options = append(options, "cards"+strconv.Itoa(n))
	}
	most := len(options) - 1
	answer, err := r.decide("D15", side, c.at, "units", options,
		r.strengthHolds(side, c.at, hits, func() bool { return r.losesArmy(c, side, hits, take) }),
		func(answer string) string {
			text, ok := strings.CutPrefix(answer, "cards")
			if !ok || most == 0 {
				return "units"
			}
			n, err := strconv.Atoi(text)
			if err != nil {
				n = most
			}
			return "cards" + strconv.Itoa(min(n, most))
		})
	if err != nil || answer == "units" {
		return 0, err
	}
	want, _ := strconv.Atoi(strings.TrimPrefix(answer, "cards"))
	paid := 0
	for _, card := range cards {
		if paid >= want {
			break
		}
		paid += r.p.rs.tables.Cards[card].Ersatz
		r.discard("5.3.2-a", side, discardPlace, card)
		r.event("5.3.2-a", "ersatz", side, "card", card.String(), "hits",
			strconv.Itoa(r.p.rs.tables.Cards[card].Ersatz))
	}
	return min(paid, hits), nil
}

// useless is the order in which cards go that nobody has chosen: Ersatz first, Offensives
// last.
var useless = []setup.Card{setup.Ersatz2, setup.Ersatz3, setup.CrisisAllied, setup.CrisisGerman, setup.AAF,
	setup.Surprise,
	setup.Gas, setup.Weather, setup.Reserves, setup.Limited, setup.ToBattle, setup.Friedensturm, setup.BigPush,
	setup.Gericht, setup.Offensive}

// surplusOrder is the order in which cards go that are too many: those that are nothing but Ersatz 1 for their holder
// now first [D20].
func (p *Position) surplusOrder(side int) []setup.Card {
	order := []setup.Card{setup.AAF, setup.Surprise, setup.Gas, setup.Reserves, setup.Weather, setup.CrisisAllied,
		setup.CrisisGerman, setup.Ersatz2, setup.Ersatz3, setup.Limited, setup.ToBattle, setup.Friedensturm,
		setup.BigPush, setup.Gericht, setup.Offensive}
	return foremost(order, func(c setup.Card) bool { return p.onlyErsatz(side, c) })
}

// foremost puts some of all before the others, and keeps the order else.
func foremost[T any](all []T, is func(T) bool) []T {
	var first, rest []T
	for _, x := range all {
		if is(x) {
			first = append(first, x)
		} else {
			rest = append(rest, x)
		}
	}
	return append(first, rest...)
}

// onlyErsatz reports whether a card is nothing but Ersatz 1 for a side now.
func (p *Position) onlyErsatz(side int, c setup.Card) bool {
	if c == setup.CrisisAllied || c == setup.CrisisGerman {
		_, ok := p.rs.tables.Crisis(c, setup.YearOf(p.Turn))
		return !ok || c != crises[side].card
	}
	return !c.IsOffensive() && p.Turn < p.rs.tables.Cards[c].From
}

// ersatzCards lists the cards that a side would play as Ersatz, in their order.
func (r *run) ersatzCards(side, at int) (cards []setup.Card) {
	order := useless
	if answer := r.p.rule(side, "D15-cards", at, never, ""); answer != "" {
		order = cardList(answer)
	}
	for _, c := range order {
		for _, held := range r.p.hand(side) {
			if held == c {
				cards = append(cards, c)
			}
		}
	}
	return cards
}

// cardList reads a list of cards of a standing order.
func cardList(answer string) (all []setup.Card) {
	for w := range strings.SplitSeq(answer, "+") {
		if c, ok := setup.ParseCard(w); ok && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// hitFort lowers a Fort by one, which can change whose its area is.
func (r *run) hitFort(rule string, side, at int) {
	r.lowerFort(rule, side, at)
	r.settle("8.4-h")
}

// lowerFort lowers a Fort by one; at 0 it is gone [5.3.1-i, 5.3.1-j].
func (r *run) lowerFort(rule string, side, at int) {
	left := strconv.Itoa(r.p.Areas[at].Fort - 1)
	if r.p.Areas[at].Fort <= 1 {
		left = "gone"
	}
	r.event(rule, "fort", side, "area", r.p.areaID(at), "left", left)
}

// target is what can take a Loss: a Fort, an Army, or a kind of separate units.
type target struct {
	kind     int // fortKind, armyKind, or of a unit
	army     int
	group    Group
	strength int
}

const armyKind = -3

// targets lists what a side can lose in a battle [A62].
func (r *run) targets(side, at int, keep func(setup.Kind) bool) (all []target) {
	p := r.p
	may := func(k setup.Kind) bool { return k != setup.Paris && (keep == nil || keep(k)) }
	if n := p.fort(side, at); n > 0 && keep == nil {
		all = append(all, target{kind: fortKind, strength: n})
	}
	for _, a := range p.armiesIn(side, at) {
		if p.Armies[a].Back {
			continue
		}
		if keep != nil { // a Biplane in an Army is taken directly
			for _, g := range p.groupsIn(p.in(a)) {
				if may(g.Unit.Kind) {
					all = append(all, target{kind: int(g.Unit.Kind), army: a, group: g, strength: 1})
				}
			}
		} else if slices.ContainsFunc(p.groupsIn(p.in(a)), func(g Group) bool { return may(g.Unit.Kind) }) {
			all = append(all, target{kind: armyKind, army: a, strength: p.strength(a)})
		}
	}
	for _, g := range p.groupsIn(at) {
		if g.Unit.Nation.Side() == side && !g.Back && may(g.Unit.Kind) {
			all = append(all, target{kind: int(g.Unit.Kind), army: -1, group: g, strength: 1})
		}
	}
	return all
}

// loseOne takes one Loss from the strongest unit of a side [5.3.1-c]. It reports whether there
// was one to lose.
func (r *run) loseOne(c *combat, side int, keep func(setup.Kind) bool) bool {
	p := r.p
	all := r.targets(side, c.at, keep)
	if len(all) == 0 {
		if keep == nil && p.fort(side, c.at) == 0 { // Sedan pays last, and for one Hit [A96]
			r.hitFort("8.4-l", side, c.at)
			return true
		}
		return false
	}
	r.loseOf(all, side, c.at)
	return true
}

// loseOf takes one Loss from the strongest of some units. Of several that tie those count that
// their owner has named [5.3.1-d], and if none of them is named the Fort, and then the largest type [D15].
func (r *run) loseOf(all []target, side, at int) {
	p := r.p
	best := 0
	for _, t := range all {
		best = max(best, t.strength)
	}
	all = slices.DeleteFunc(all, func(t target) bool { return t.strength < best })
	order := func(a, b target) int {
		return cmp.Or(boolInt(b.kind == fortKind)-boolInt(a.kind == fortKind), p.alike(all, b)-p.alike(all, a))
	}
	sort.SliceStable(all, func(i, j int) bool { return order(all[i], all[j]) < 0 })
	t := all[0]
	answer := p.rule(side, "D15-ties", at, never, "")
	for _, word := range slices.Backward(strings.Split(answer, "+")) {
		for _, x := range slices.Backward(all) {
			if p.ties(x, word) {
				t = x
			}
		}
	}
	rank := func(t target) int { return p.nationRank(side, at, t.group.Unit.Nation) }
	for _, x := range all {
		if x.kind == t.kind && t.kind >= 0 && rank(x) < rank(t) {
			t = x
		}
	}
	switch t.kind {
	case fortKind:
		r.hitFort("5.3.1-i", side, at)
	case armyKind:
		r.loseContent("5.3.1-f", t.army, kindList(answer))
	default:
		r.shift("5.3.1-a", "loss", t.group.Unit, 1, t.group.Place, Pool, t.group.State, State{}, "area", p.areaID(at))
		if t.army >= 0 {
			r.perish("5.3.1-h", t.army)
		}
	}
}

// ties reports whether a word of a standing order names what can take a Loss: a Fort, an Army, or a kind of units.
func (p *Position) ties(t target, word string) bool {
	if a, ok := p.findArmy(word); ok {
		return t.kind == armyKind && t.army == a
	}
	kinds := []int{t.kind}
	if t.kind == armyKind {
		kinds, _ = p.mostNumerous(t.army)
	}
	return slices.ContainsFunc(kindList(word), func(k int) bool { return slices.Contains(kinds, k) })
}

// alike is how many units of the type there are that would be lost: of several types the largest is [D15].
func (p *Position) alike(all []target, t target) (n int) {
	if t.kind == armyKind {
		_, n = p.mostNumerous(t.army)
		return n
	}
	for _, x := range all {
		if t.kind >= 0 && x.kind == t.kind {
			n += x.group.N
		}
	}
	return n
}

// mostNumerous lists the kinds of which an Army has most, and how many that is; the Paris Gun does not count [A64].
func (p *Position) mostNumerous(army int) (kinds []int, best int) {
	var n [setup.NumKinds]int
	for _, g := range p.groupsIn(p.in(army)) {
		if g.Unit.Kind != setup.Paris {
			n[g.Unit.Kind] += g.N
			best = max(best, n[g.Unit.Kind])
		}
	}
	for k := range n {
		if n[k] == best && best > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds, best
}

// loseContent takes a unit of the most numerous kind from an Army; of several kinds the first
// of a list counts, or else the first of the manifest [5.3.1-f, 5.3.1-g].
func (r *run) loseContent(rule string, army int, prefer []int) {
	p := r.p
	kinds, _ := p.mostNumerous(army)
	if len(kinds) == 0 {
		return
	}
	k := kinds[0]
	for _, want := range slices.Backward(prefer) {
		if slices.Contains(kinds, want) {
			k = want
		}
	}
	r.loseKind(rule, army, k)
}

// loseKind takes a unit of a kind from an Army.
func (r *run) loseKind(rule string, army, k int) {
	p := r.p
	groups := slices.Clone(p.groupsIn(p.in(army)))
	// Of the Infantry of two nations that is lost which its owner has named, or else the guest [A144].
	own, at := p.Armies[army].Nation, p.Armies[army].Place
	order := func(a, b setup.Nation) int {
		return cmp.Or(p.nationRank(own.Side(), at, a)-p.nationRank(own.Side(), at, b),
			boolInt(a == own)-boolInt(b == own))
	}
	sort.SliceStable(groups, func(i, j int) bool { return order(groups[i].Unit.Nation, groups[j].Unit.Nation) < 0 })
	for _, g := range groups {
		if int(g.Unit.Kind) == k {
			r.shift(rule, "loss", g.Unit, 1, g.Place, Pool, g.State, State{}, "army", p.armyID(army))
			break
		}
	}
	r.perish("5.3.1-h", army)
}

// perish eliminates an Army that has lost its last unit [8.1-l]. A Paris Gun alone keeps it.
func (r *run) perish(rule string, army int) {
	if x := r.p.Armies[army]; r.p.empty(army) && x.Place >= 0 {
		r.army(rule, "eliminate", army, Lost, State{}, 0)
	}
}

// losesArmy reports whether a side would lose an Army if it paid Hits with units.
func (r *run) losesArmy(c *combat, side, hits int, take toll) bool {
	f, then := r.fork(), *c
	for ; hits > 0 && take(f, &then); hits-- {
	}
	f.settle("A90")
	return slices.ContainsFunc(r.p.armiesIn(side, c.at), func(a int) bool { return f.p.Armies[a].Place == Lost })
}
