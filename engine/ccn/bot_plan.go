package ccn

import (
	"slices"
	"sort"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// planner writes the lines of a turn one after the other, and does in a run of its own
// what they say.
type planner struct {
	*war
	r     *run
	lines [][]string
}

// write adds a line to the plan, and to the orders of its run.
func (b *planner) write(words ...string) *order {
	b.lines = append(b.lines, words)
	o, _ := b.r.p.read(b.side, engine.Order{Words: words}.Arrived(len(b.lines)))
	b.r.t.orders = append(b.r.t.orders, o)
	return o
}

// order orders the pieces that gain most by it, as many as the card allows, and lets
// squares go that it has ordered.
func (b *planner) order() {
	var units, leaders []int
	for _, c := range b.choice() {
		switch {
		case b.r.t.card == setup.Rally: // gives blocks in the order of preference
			if with := append(units, c.piece); b.r.haveDice(with) {
				units = with
			}
		case c.gain <= 0:
		case c.detach && b.allows(units, append(leaders, c.piece)):
			leaders = append(leaders, c.piece)
		case !c.detach && b.allows(append(units, c.piece), leaders):
			units = append(units, c.piece)
		}
	}
	if len(units) > 0 {
		b.write("order", b.p.idList(units))
	}
	if len(leaders) > 0 {
		b.write("detach", b.p.idList(leaders))
	}
	b.r.giveOrders()
	var leave []int
	for _, u := range b.own {
		if b.r.t.ordered[u] && b.p.inSquare(u) && !b.r.cavalryBeside(u) {
			leave = append(leave, u)
		}
	}
	if len(leave) > 0 {
		o := b.write("dissolve", b.p.idList(leave))
		for _, u := range leave {
			b.r.dissolve(o, u)
		}
	}
}

// choice are the candidates, if the card does not order all that it names.
func (b *planner) choice() []candidate {
	all := b.r.t.card == setup.Leadership || b.r.t.card == setup.ColdSteel || b.r.t.card == setup.ForceMarch
	if all && !b.r.oneOfChoice() {
		return nil
	}
	return b.candidates()
}

// allows reports whether the card orders all these.
func (b *planner) allows(units, leaders []int) bool {
	was := b.r.t.orders
	b.r.t.orders = append(was, &order{Order: engine.Order{Words: []string{"order"}}}) // for what allot says
	chosen, bad := b.r.allot(units, leaders)
	b.r.t.orders = was
	return bad == nil && len(chosen) == len(units)+len(leaders)
}

func (p *Position) idList(pieces []int) string {
	ids := make([]string, len(pieces))
	for i, piece := range pieces {
		ids[i] = p.pieceID(piece)
	}
	return strings.Join(ids, ",")
}

// gain is what it promises to order a unit.
func (b *planner) gain(u int) int {
	t, un := b.r.t, &b.r.p.Units[u]
	before := b.stand(u, un.Hex)
	slot := un.Slot
	if slot > 0 && !b.r.cavalryBeside(u) {
		un.Slot = 0
	}
	t.ordered[u] = true
	_, best := b.bestPlace(u)
	t.ordered[u] = false
	un.Slot = slot
	return best - before
}

// bestPlace is the hex to which an ordered unit can do most, and what.
func (b *planner) bestPlace(u int) (best hex.Hex, value int) {
	from := b.r.p.Units[u].Hex
	_, attack := b.bestAttack(u)
	best, value = from, attack+b.stand(u, from)
	for _, to := range b.r.reaches(u) {
		if v := b.valueAt(u, to.at, to.steps); v > value {
			best, value = to.at, v
		}
	}
	return best, value
}

// valueAt is what a unit could do if it moved to a hex.
func (b *planner) valueAt(u int, h hex.Hex, steps int) int {
	p, t := b.r.p, b.r.t
	from, leader := p.Units[u].Hex, p.leaderOf(u)
	p.put(u, h, false)
	t.moved[u], t.entered[u] = int8(steps), !p.mayFight(u, h)
	_, attack := b.bestAttack(u)
	t.moved[u], t.entered[u] = 0, false
	v := attack + b.stand(u, h)
	p.Units[u].Hex = from
	if leader >= 0 {
		p.Leaders[leader].Hex = from
	}
	return v
}

// moves moves each ordered piece to where it can do most, those with most to gain first,
// twice, as the first may have made room.
func (b *planner) moves() {
	for range 2 {
		var all []candidate
		for _, u := range b.own {
			if b.r.t.ordered[u] && !b.r.t.begun[u] {
				all = append(all, candidate{piece: u, gain: b.gainHere(u)})
			}
		}
		sort.SliceStable(all, func(i, j int) bool { return all[i].gain > all[j].gain })
		for _, c := range all {
			if b.r.t.begun[c.piece] {
				continue
			}
			if to, _ := b.bestPlace(c.piece); to != b.r.p.Units[c.piece].Hex {
				b.move(c.piece, to)
			}
		}
	}
	for l := range b.p.Leaders {
		piece := len(b.p.Units) + l
		if b.r.t.ordered[piece] && !b.r.t.begun[piece] && (b.r.p.lone(l) || b.r.t.detached[l]) {
			if to, _ := b.bestPost(l); to != b.r.p.Leaders[l].Hex {
				b.move(piece, to)
			}
		}
	}
}

// gainHere is what an ordered unit gains by its best place.
func (b *planner) gainHere(u int) int {
	_, best := b.bestPlace(u)
	return best - b.stand(u, b.r.p.Units[u].Hex)
}

func (b *planner) move(piece int, to hex.Hex) {
	b.r.move(b.write("move", b.p.pieceID(piece), "to", setup.Sheet.Name(to)))
}

// attack is one that a unit can make.
type attack struct {
	unit, target int
	melee        bool
	worth        int
}

// bestAttack is the best attack of a unit and what it counts; 0 if it has none that
// promises anything.
func (b *planner) bestAttack(u int) (best attack, worth int) {
	b.eachAttack(u, func(a attack) {
		if a.worth > worth {
			best, worth = a, a.worth
		}
	})
	return best, worth
}

// eachAttack tells the attacks that a unit can make from where it stands.
func (b *planner) eachAttack(u int, tell func(attack)) {
	r := b.r
	if r.cannotBattle(u).stands() {
		return
	}
	if r.t.card != setup.FireAndHold || r.oneOfChoice() {
		b.eachMelee(u, tell)
	}
	from := r.p.Units[u].Hex
	if r.p.arm(u) == setup.Cavalry {
		return
	}
	if r.cannotFire(u).stands() {
		return
	}
	for _, e := range b.foes {
		if !r.p.alive(e) || setup.Sheet.Distance(from, r.p.Units[e].Hex) > r.reach(u) {
			continue
		}
		if !r.noShot(u, e, true).stands() {
			shot := b.forecast(blowOf{by: u, target: e, dice: r.diceOf(r.fireAim(u, e)).n})
			tell(attack{u, e, false, shot.worth})
		}
	}
}

// eachMelee tells the melees that a unit can begin.
func (b *planner) eachMelee(u int, tell func(attack)) {
	p, from := b.r.p, b.r.p.Units[u].Hex
	for _, e := range b.foes {
		if p.alive(e) && setup.Sheet.Distance(from, p.Units[e].Hex) == 1 {
			if v, ok := b.meleeWorth(u, e, nil); ok {
				tell(attack{u, e, true, v})
			}
		}
	}
	for l := range p.Leaders {
		if p.leaderSide(l) != b.side && p.lone(l) && setup.Sheet.Distance(from, p.Leaders[l].Hex) == 1 {
			m := &melee{o: &order{}, a: u, d: len(p.Units) + l}
			if !b.r.noMelee(m, nil).stands() {
				tell(attack{u, m.d, true, caught(b.r.attackDice(m).n)})
			}
		}
	}
}

// attacker is a unit with its attacks that promise something, the best first.
type attacker struct {
	list []attack
	gun  int // that joins the first, or -1
}

// attacks lists the attacks that promise something, and returns what they promise with
// what the units gain where they stand. Guns and muskets come first.
func (b *planner) attacks() (score int) {
	var all []attacker
	for _, u := range b.own {
		if !b.r.t.ordered[u] {
			continue
		}
		score += b.stand(u, b.r.p.Units[u].Hex) - b.stand(u, b.p.Units[u].Hex)
		a := attacker{gun: -1}
		b.eachAttack(u, func(x attack) {
			if x.worth > 0 {
				a.list = append(a.list, x)
			}
		})
		if len(a.list) > 0 {
			sort.SliceStable(a.list, func(i, j int) bool { return a.list[i].worth > a.list[j].worth })
			all = append(all, a)
		}
	}
	joined := b.combine(all)
	sort.SliceStable(all, func(i, j int) bool {
		x, y := all[i].list[0], all[j].list[0]
		if x.melee != y.melee {
			return y.melee
		}
		return x.worth > y.worth
	})
	for _, a := range all {
		if !slices.Contains(joined, a.list[0].unit) {
			score += a.list[0].worth
			b.writeAttack(a)
		}
	}
	return score
}

// combine lets a gun join a melee that promises more with it than both alone, and returns
// the guns that do [6.3].
func (b *planner) combine(all []attacker) (joined []int) {
	for i := range all {
		first := all[i].list[0]
		if !first.melee || first.target >= len(b.p.Units) || b.r.p.arm(first.unit) == setup.Artillery {
			continue
		}
		for _, g := range all {
			gun := g.list[0]
			if b.r.p.arm(gun.unit) != setup.Artillery || slices.Contains(joined, gun.unit) {
				continue
			}
			if v, ok := b.meleeWorth(first.unit, first.target, []int{gun.unit}); ok && v > first.worth+gun.worth {
				first.worth = v
				all[i] = attacker{[]attack{first}, gun.unit}
				joined = append(joined, gun.unit)
				break
			}
		}
	}
	return joined
}

// writeAttack writes the line of an attack, with the targets in the order of what they
// promise.
func (b *planner) writeAttack(a attacker) {
	first := a.list[0]
	var targets []int
	for _, x := range a.list {
		if x.melee == first.melee {
			targets = append(targets, x.target)
		}
	}
	words := []string{"fire", b.p.pieceID(first.unit), "at", b.p.idList(targets)}
	if !first.melee {
		b.lines = append(b.lines, words)
		return
	}
	words[0] = "melee"
	if a.gun >= 0 {
		words = append(words, "with", b.p.pieceID(a.gun))
	}
	if at := b.r.p.pieceHex(first.target); b.r.p.advances(first.unit) && b.r.p.passable(first.unit, at) {
		words = append(words, b.advance(first.unit, at, first.target)...)
	}
	b.lines = append(b.lines, words)
}

// advance is how a unit goes on when the hex that it attacks is empty.
func (b *planner) advance(u int, at hex.Hex, target int) []string {
	p := b.r.p
	if p.arm(u) == setup.Cavalry {
		var next []int
		for _, e := range b.foes {
			if e != target && p.alive(e) && setup.Sheet.Distance(at, p.Units[e].Hex) == 1 && p.Units[e].Blocks <= 2 {
				next = append(next, e)
			}
		}
		if len(next) > 0 && p.mayFight(u, at) {
			return []string{"advance", "yes", "bonus", b.p.idList(next)}
		}
	}
	if b.stand(u, at)+b.goalValue(b.side, at) > b.stand(u, p.Units[u].Hex) {
		return []string{"advance", "yes"}
	}
	if p.arm(u) == setup.Cavalry {
		return []string{"advance", "no"}
	}
	return nil
}
