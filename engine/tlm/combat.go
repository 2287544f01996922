package tlm

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// combat is one Combat round [2.II.4].
type combat struct {
	at       int
	att, def int
	surprise bool
	planes   bool    // Biplanes take part
	flown    [2]bool // they have fought in the Dogfight
	stance   string  // of the Defender's Biplanes: react, attack or neither
	forced   int     // Armies of the Defender that must retreat
	gone     int     // Armies of the Defender that have retreated
	siege    int     // Hits of Siege Guns in the fire step at hand
}

// fighting reports whether a group takes part in battles: it has not retreated.
func (p *Position) fighting(g Group) bool {
	if a := p.armyOf(g.Place); a >= 0 {
		return !p.Armies[a].Back
	}
	return !g.Back
}

// fighters counts the units of a side that fight in an area and for which keep is true; Forts
// are not among them.
func (p *Position) fighters(side, at int, keep func(k setup.Kind) bool) int {
	return p.count(side, at, func(g Group) bool { return p.fighting(g) && keep(g.Unit.Kind) })
}

func anyKind(setup.Kind) bool { return true }

func isKind(k setup.Kind) func(setup.Kind) bool { return func(x setup.Kind) bool { return x == k } }

// present reports whether a side has anything that fights in an area.
func (p *Position) present(side, at int) bool {
	return p.fort(side, at) >= 0 || p.fighters(side, at, anyKind) > 0
}

// round fights one Combat round [2.II.4, 2.II.4A].
func (r *run) round(at int) error {
	c := &combat{at: at, att: r.p.Active, def: 1 - r.p.Active, surprise: slices.Contains(r.p.Offense.Surprise, at),
		planes: !r.p.Offense.Bad}
	if !r.p.present(c.def, at) || !r.p.present(c.att, at) {
		r.alone(at) // a Crisis can leave nobody there but those who have retreated [A120]
		r.settle("A90")
		return nil
	}
	r.event("2.II.4-a", "battle", c.att, "area", r.p.areaID(at), "surprise", yesNo(c.surprise))
	for _, s := range []int{c.att, c.def} {
		if err := r.cavalryRetreat(c, s); err != nil {
			return err
		}
	}
	steps := []func(*combat) error{r.commit, r.dogfight, r.gunnery, r.defence, r.attack}
	if c.surprise {
		steps = []func(*combat) error{r.commit, r.dogfight, r.attack, r.defence}
	}
	for _, step := range steps {
		if !r.p.present(c.att, at) || !r.p.present(c.def, at) {
			break
		}
		if err := step(c); err != nil {
			return err
		}
	}
	for _, s := range []int{c.att, c.def} {
		if err := r.afterBattle(c, s); err != nil {
			return err
		}
	}
	r.alone(at)
	r.settle("A90")
	return nil
}

// strengthHolds judges the conditions of standing orders in a battle. lost reports whether the Hits would cost an Army;
// nil: there are none.
func (r *run) strengthHolds(side, at, hits int, lost func() bool) func(ask.Term) bool {
	return func(t ask.Term) bool {
		n := r.p.fighters(side, at, anyKind) + max(r.p.fort(side, at), 0)
		switch t.Fact {
		case "strength":
			return n >= t.Number
		case "weak":
			return n <= t.Number
		case "hits":
			return hits >= t.Number
		case "army-lost":
			return lost != nil && lost()
		}
		return false
	}
}

// cavalryRetreat lets Cavalry retreat before the battle [5.4.3].
func (r *run) cavalryRetreat(c *combat, side int) error {
	p := r.p
	n := p.fighters(side, c.at, isKind(setup.Cavalry))
	if n == 0 && !p.mayHide("D10", side, c.at) {
		return nil
	}
	options := []string{"stay", "retreat"}
	if _, ok := r.refuge(side, c.at, mover{army: -1}, r.wanted(side, c.at)); !ok {
		options = options[:1]
	}
	answer, err := r.decide("D10", side, c.at, "stay", options, r.strengthHolds(side, c.at, 0, nil), nil)
	if err != nil || answer == "stay" || n == 0 {
		return err
	}
	x := r.retreatsOf("5.4.3-b", side, c.at, Nobody)
	x.kinds = isKind(setup.Cavalry)
	r.goAlone(x)
	for _, a := range p.armiesIn(side, c.at) {
		to, said := armyWay(x.ways, a)
		whole := !slices.ContainsFunc(p.groupsIn(p.in(a)), func(g Group) bool {
			return g.Unit.Kind != setup.Cavalry || slices.ContainsFunc(x.ways, func(w way) bool {
				return w.army < 0 && w.unit == g.Unit && w.place == g.Place
			})
		})
		if !whole || p.Armies[a].Back || p.empty(a) || said && to == stays {
			continue
		}
		r.retreatArmy(x, a, toldTo(x.ways, a)...) // [A138]
	}
	r.departUnits(x, func(g Group) bool {
		a := p.armyOf(g.Place)
		to, said := armyWay(x.ways, a)
		return a < 0 || !said || to != stays
	})
	for _, a := range p.armiesIn(side, c.at) {
		r.emptied(a)
	}
	r.settle("5.4.3-a")
	return nil
}

// wanted are the areas to which a side wants to retreat from an area.
func (r *run) wanted(side, at int) []int {
	return r.p.areaList(listText(r.p.rule(side, "D17-to", at, never, "")))
}

// listText makes a list of records out of one of standing orders.
func listText(answer string) string {
	b := []byte(answer)
	for i := range b {
		if b[i] == '+' {
			b[i] = ','
		}
	}
	return string(b)
}

// retreatUnit retreats one unit of a group [5.4-b].
func (r *run) retreatUnit(rule string, g Group, to int) {
	r.shift(rule, "retreat", g.Unit, 1, g.Place, to, g.State, r.p.retreated(g))
}

// retreated is the state of a unit of a group after its retreat.
func (p *Position) retreated(g Group) State {
	now := p.moverState(mover{army: -1, group: g})
	now.Dug, now.Back = false, true
	return now
}

// commit asks what the Biplanes of the Defender do [A05].
func (r *run) commit(c *combat) error {
	c.stance = "neither"
	n := r.p.fighters(c.def, c.at, isKind(setup.Biplane))
	switch {
	case !c.planes, n == 0 && !r.p.mayHide("D11", c.def, c.at),
		n > 0 && r.p.fighters(c.att, c.at, isKind(setup.Biplane)) > 0:
		return nil
	}
	stance, err := r.decide("D11", c.def, c.at, "react", []string{"react", "attack", "neither"}, never,
		func(a string) string { return a })
	if n > 0 {
		c.stance = stance
	}
	return err
}

// questioned are the kinds of units that decisions are about which can be hidden in Armies.
var questioned = map[string]setup.Kind{"D10": setup.Cavalry, "D11": setup.Biplane}

// mayHide reports whether units that a decision is about can be in an Army of a side in an area, for all that the other
// side knows. The question comes then though there are none: by its coming it would be known that there are [A79].
func (p *Position) mayHide(kind string, side, at int) bool {
	return p.asks(kind) && slices.ContainsFunc(p.armiesIn(side, at), func(a int) bool {
		unit := setup.Unit{Nation: p.Armies[a].Nation, Kind: questioned[kind]}
		return !p.Armies[a].Back && slices.ContainsFunc(p.Groups, func(g Group) bool {
			return g.Unit == unit && p.armyOf(g.Place) >= 0
		})
	})
}

// prompt is the question of a decision; it says if there is nothing that it is about.
func (p *Position) prompt(kind string, side, at int) tongue.Text {
	key := "ask." + kind
	if k, ok := questioned[kind]; ok && p.fighters(side, at, isKind(k)) == 0 {
		key += "-none"
	}
	return said.Say(key, p.areaArg("area", at))
}

// dogfight fights Biplanes against Biplanes [2.II.4-g].
func (r *run) dogfight(c *combat) error {
	var n [2]int
	for s := range n {
		n[s] = r.p.fighters(s, c.at, isKind(setup.Biplane))
	}
	if n[0] == 0 || n[1] == 0 || !c.planes {
		return nil
	}
	c.flown = [2]bool{true, true}
	var hits [2]int
	for _, s := range []int{c.att, c.def} {
		for _, v := range r.volleys(c, s, func(g Group) int { return boolInt(g.Unit.Kind == setup.Biplane) }) {
			h, _ := r.fire("8.3.4-i", c, s, v, 0)
			hits[1-s] += h
		}
	}
	for _, s := range []int{c.att, c.def} {
		if err := r.pay("5.2.3-a", c, s, hits[s], isKind(setup.Biplane)); err != nil {
			return err
		}
	}
	return nil
}

// volley is dice of like units that are rolled together.
type volley struct {
	who   string // Army or area, for records
	unit  string // unit, "fort" or "extra"
	kind  int    // of units, or fortKind, or extraKind
	dice  int
	power int // Firepower
}

const extraKind = -2

// volleys lists what units of a side fire with, by Army and kind [3.3 of the list of clauses].
func (r *run) volleys(c *combat, side int, power func(g Group) int) (all []volley) {
	p := r.p
	add := func(g Group, who string) {
		f := power(g)
		if f == 0 {
			return
		}
		if n := len(all); n > 0 && all[n-1].who == who && all[n-1].unit == g.Unit.String() && all[n-1].power == f {
			all[n-1].dice += g.N
			return
		}
		all = append(all, volley{who, g.Unit.String(), int(g.Unit.Kind), g.N, f})
	}
	for _, a := range p.armiesIn(side, c.at) {
		if p.Armies[a].Back {
			continue
		}
		for _, g := range p.groupsIn(p.in(a)) {
			add(g, p.armyID(a))
		}
	}
	for _, g := range p.groupsIn(c.at) {
		if g.Unit.Nation.Side() == side && !g.Back {
			add(g, p.areaID(c.at))
		}
	}
	return all
}

// fire rolls the dice of a volley and returns its Hits; so many successes are rolled again
// [A05], of which used were there.
func (r *run) fire(rule string, c *combat, side int, v volley, again int) (hits, used int) {
	const fierce = 3
	roll := &engine.Roll{Die: die, Hits: true, Need: "<=" + strconv.Itoa(min(v.power, fierce)),
		Draws: engine.Throw(r.tape.Draw, "fire of "+v.unit+" in "+v.who+" at "+r.p.areaID(c.at), v.dice, sides)}
	for _, d := range slices.Clone(roll.Draws) {
		if used < again && d.Value+1 <= v.power {
			roll.Again(r.tape.Draw, d.No)
			used++
		}
	}
	for _, d := range roll.Counting() {
		hits += boolInt(d.Value+1 <= v.power)
	}
	roll.Total, roll.Result = hits, "hits "+strconv.Itoa(hits)
	e := engine.NewEvent(rule, "roll", r.p.sideName(side), "area", r.p.areaID(c.at), "of", v.who, "unit", v.unit)
	e.Args[1].Key = "in"
	e.Roll = roll
	r.emit(e)
	return hits, used
}

// guns is the Firepower of Artillery of a side after cards [A50].
func (r *run) guns(c *combat, side, power int) int {
	o := r.p.Offense
	switch {
	case slices.Contains(o.AAF[side], c.at):
		return 3
	case slices.Contains(o.Gas[side], c.at):
		return power + 1
	}
	return power
}

// gunnery is the Attacker's Artillery Fire step [2.II.4-j].
func (r *run) gunnery(c *combat) error {
	hits := 0
	for _, v := range r.volleys(c, c.att, func(g Group) int { return r.gunPower(c, g) }) {
		h, _ := r.fire("2.II.4-j", c, c.att, v, 0)
		if hits += h; v.kind == int(setup.Siege) {
			c.siege += h
		}
	}
	hits += r.extraDice("2.II.4-j", c, true)
	return r.pay("5.2.3-a", c, c.def, hits, nil)
}

// gunPower is the Firepower of a group in the Attacker's Artillery Fire step.
func (r *run) gunPower(c *combat, g Group) int {
	power := r.p.row(g.Unit.Kind).Guns
	switch {
	case g.Unit.Kind == setup.Siege && r.p.fort(c.def, c.at) < 0:
		return 0
	case g.Unit.Kind == setup.Artillery:
		return r.guns(c, c.att, power)
	}
	return power
}

// extraDice rolls the dice that a special Offensive gives a battle [9.1.3 to 9.1.6].
func (r *run) extraDice(rule string, c *combat, gunnery bool) (hits int) {
	o := r.p.Offense
	if !o.Special || !slices.Contains(o.Extra, c.at) || !r.p.armyThere(c.att, nationOf(o.Card), c.at) {
		return 0
	}
	card, _ := setup.ParseCard(o.Card)
	v := volley{who: r.p.areaID(c.at), unit: "extra", kind: extraKind, power: 2}
	switch card {
	case setup.BigPush, setup.Gericht:
		v.dice = 1
	case setup.ToBattle, setup.Friedensturm:
		if gunnery {
			return 0
		}
		v.dice = 2
	}
	hits, _ = r.fire(rule, c, c.att, v, 0)
	return hits
}

// defence is the Defender's Fire step: retreats, Pursuit Fire, then fire [A100].
func (r *run) defence(c *combat) error {
	if err := r.standOff(c); err != nil {
		return err
	}
	if !r.p.present(c.def, c.at) || !r.p.present(c.att, c.at) {
		return nil
	}
	hits := 0
	for _, v := range r.volleys(c, c.def, func(g Group) int { return r.defencePower(c, g) }) {
		h, _ := r.fire("2.II.4-k", c, c.def, v, 0)
		hits += h
	}
	if n := r.p.fort(c.def, c.at); n > 0 {
		h, _ := r.fire("8.4-d", c, c.def, volley{r.p.areaID(c.at), "fort", fortKind, n, 2}, 0)
		hits += h
	}
	return r.pay("5.2.3-a", c, c.att, hits, nil)
}

// defencePower is the Firepower of a group in the Defender's Fire step.
func (r *run) defencePower(c *combat, g Group) int {
	p := r.p
	power := p.row(g.Unit.Kind).Defence
	dug := g.Dug
	if a := p.armyOf(g.Place); a >= 0 {
		dug = p.Armies[a].Dug
	}
	switch g.Unit.Kind {
	case setup.Infantry:
		power += boolInt(dug)
	case setup.Artillery:
		if p.options.artillery && g.Unit.Nation == setup.UK && p.Turn >= ukGuns {
			power++
		}
		return r.guns(c, c.def, power)
	case setup.Biplane:
		return power * boolInt(c.planes && !c.flown[c.def] && c.stance == "attack")
	case setup.Tank:
		return power * boolInt(!p.areaMap().Areas[c.at].Rough)
	}
	return power
}

// ukGuns is the Season Turn from which UK Artillery is superior in defence, by option
// [8.3.2-f].
const ukGuns = 16

// attack is the Attacker's Fire step [2.II.4-o].
func (r *run) attack(c *combat) error {
	again := 0
	if c.stance == "react" && !c.flown[c.def] {
		again = r.p.fighters(c.def, c.at, isKind(setup.Biplane))
	}
	raid := r.p.rule(c.att, "D16", c.at, never, "always") == "always"
	hits := 0
	volleys := r.volleys(c, c.att, func(g Group) int { return r.attackPower(c, g, raid) })
	// Hits of Stormtroopers are rolled again before others [D12].
	for _, v := range foremost(volleys, func(v volley) bool { return v.kind == int(setup.Storm) }) {
		n := 0
		if v.kind >= 0 && r.p.row(setup.Kind(v.kind)).Infantry {
			n = again
		}
		h, used := r.fire("2.II.4-o", c, c.att, v, n)
		again -= used
		switch hits += h; {
		case v.kind == int(setup.Siege):
			c.siege += h
		case v.kind == int(setup.Storm) || v.kind == int(setup.Tank):
			c.forced += h
		}
	}
	h := r.extraDice("2.II.4-o", c, false)
	if card, _ := setup.ParseCard(r.p.Offense.Card); card == setup.ToBattle || card == setup.Friedensturm {
		c.forced += h
	}
	return r.pay("5.2.3-a", c, c.def, hits+h, nil)
}

// attackPower is the Firepower of a group in the Attacker's Fire step.
func (r *run) attackPower(c *combat, g Group, raid bool) int {
	p := r.p
	power := p.row(g.Unit.Kind).Attack
	switch g.Unit.Kind {
	case setup.Cavalry:
		return power * boolInt(raid && p.fighters(c.def, c.at, func(k setup.Kind) bool {
			return p.row(k).Infantry
		}) == 0)
	case setup.Artillery:
		return r.guns(c, c.att, power)
	case setup.Siege:
		return power * boolInt(p.fort(c.def, c.at) >= 0)
	case setup.Biplane:
		enemy := p.fighters(c.def, c.at, isKind(setup.Biplane)) > 0
		return power * boolInt(c.planes && !c.flown[c.att] && raid && !enemy)
	case setup.Tank:
		return power * boolInt(!p.areaMap().Areas[c.at].Rough)
	}
	return power
}

// rollAttrition rolls the dice of the EFT box; each 1 costs a unit [2.V.4-b].
func (r *run) rollAttrition(n int) (lost int) {
	roll := &engine.Roll{Die: die, Hits: true, Need: "<=1",
		Draws: engine.Throw(r.tape.Draw, "attrition in the east", n, sides)}
	for _, d := range roll.Draws {
		lost += boolInt(d.Value == 0)
	}
	roll.Total, roll.Result = lost, "lost "+strconv.Itoa(lost)
	r.emit(engine.Event{Rule: "2.V.4-b", Kind: "roll", By: r.p.sideName(setup.German), Roll: roll})
	return lost
}
