package ccn

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// Tactical gives the orders of a computer player who plays the card with which his units
// do most this turn: it counts the hits that it may expect, and does not look further.
func (rs *Ruleset) Tactical(pos engine.Position, side engine.Side) engine.Orders {
	p := pos.(*Position)
	orders := engine.Orders{Side: side}
	add := func(words ...string) {
		o := engine.Order{Words: words}
		orders.Lines = append(orders.Lines, o.Arrived(len(orders.Lines)+1))
	}
	if q, ok := p.question(side); ok {
		add(append([]string{"answer"}, strings.Fields(strings.ToLower(q.Default))...)...)
		return orders
	}
	s := p.sc.SideNo(side)
	if p.Asked != nil || p.Active != s || p.Phase != TurnPhase && p.Phase != OrdersPhase {
		return orders
	}
	best := plan{score: -1}
	for _, lines := range p.cardsToPlay(s) {
		if pl, ok := rs.planWith(p, s, lines); ok && pl.score > best.score {
			best = pl
		}
	}
	for _, words := range best.lines {
		add(words...)
	}
	return orders
}

// plan is the lines of a whole turn, and what they promise.
type plan struct {
	lines [][]string
	score int // in sixtieths of a hit
}

// cardsToPlay lists the ways in which a side can play a card; one way without a line if
// it has been played.
func (p *Position) cardsToPlay(side int) (ways [][]string) {
	if p.Phase == OrdersPhase {
		return [][]string{nil}
	}
	for _, c := range slices.Compact(slices.Clone(p.Cards.Cards(p.hand(side)))) {
		card, _ := setup.ParseCard(string(c))
		switch card {
		case setup.ForceMarch:
			for s := range setup.NumSections {
				ways = append(ways, []string{"play", string(c), s.String()})
			}
		case setup.ShortSupply, setup.FirstStrike:
			if p.Cards.Count(p.hand(side)) == 1 {
				ways = append(ways, p.poorPlay(c))
			}
		default:
			ways = append(ways, []string{"play", string(c)})
		}
	}
	if len(ways) == 0 {
		for _, c := range p.Cards.Cards(p.hand(side)) {
			ways = append(ways, p.poorPlay(c))
		}
	}
	return ways
}

// poorPlay plays a card that orders nobody.
func (p *Position) poorPlay(c deck.Card) []string {
	if c != setup.ShortSupply.Name() {
		return []string{"play", string(c)}
	}
	for u := range p.Units {
		if p.alive(u) && !p.inSquare(u) && p.unitSide(u) != p.Active {
			return []string{"play", string(c), p.pieceID(u)}
		}
	}
	return []string{"play", string(c)}
}

// planWith makes the plan of a turn with one way of playing a card.
func (rs *Ruleset) planWith(p *Position, side int, play []string) (plan, bool) {
	b := &planner{rs: rs, p: p, side: side}
	if play != nil {
		b.add(play...)
	}
	if !b.replay() {
		return plan{}, false
	}
	if card := b.r.t.card; b.r.p.Phase == OrdersPhase && p.Phase == TurnPhase {
		return plan{b.lines, rs.worth(setup.Forward) * hit / 2 * boolInt(card == setup.Elan)}, true
	}
	if b.r.t.dry {
		return plan{b.lines, 0}, true
	}
	b.order()
	b.moves()
	score := b.combats()
	return plan{b.lines, score - rs.worth(b.r.t.card)}, true
}

// hit is what an expected hit counts.
const hit = 60

// planner writes the lines of a turn one after the other, each legal after those before.
type planner struct {
	rs    *Ruleset
	p     *Position
	side  int
	lines [][]string
	r     *run
}

func (b *planner) add(words ...string) { b.lines = append(b.lines, words) }

// replay does what the lines come to, and reports whether they are legal.
func (b *planner) replay() bool {
	r := newRun(b.rs, b.p.clone(), nil)
	r.dry = true
	o := engine.Orders{Side: b.p.sideName(b.side)}
	for i, words := range b.lines {
		o.Lines = append(o.Lines, engine.Order{Words: words}.Arrived(i+1))
	}
	r.in = []engine.Orders{o}
	bad := r.foresee()
	if len(bad) > 0 {
		return false
	}
	b.r = r
	return true
}

// try adds a line if it is legal.
func (b *planner) try(words ...string) bool {
	b.add(words...)
	if b.replay() {
		return true
	}
	b.lines = b.lines[:len(b.lines)-1]
	return false
}

// order orders the units that can do most, as many as the card allows.
func (b *planner) order() {
	type candidate struct{ unit, worth int }
	var all []candidate
	for _, u := range b.p.unitsOf(b.side) {
		if b.p.alive(u) && !b.r.t.ordered[u] {
			all = append(all, candidate{u, b.prospect(u)})
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.worth, x.worth) })
	var ids []string
	for _, c := range all {
		with := append(slices.Clone(ids), b.p.pieceID(c.unit))
		at := len(b.lines)
		if len(ids) > 0 {
			at--
		}
		before := slices.Clone(b.lines)
		b.lines = append(b.lines[:at:at], []string{"order", strings.Join(with, ",")})
		if b.replay() {
			ids = with
		} else {
			b.lines = before
		}
	}
	b.replay()
}

// prospect is roughly what a unit could do if it were ordered: more the nearer an enemy.
func (b *planner) prospect(u int) int {
	near := 99
	for e := range b.p.Units {
		if b.p.alive(e) && b.p.unitSide(e) != b.side {
			near = min(near, setup.Sheet.Distance(b.p.Units[u].Hex, b.p.Units[e].Hex))
		}
	}
	return 100 - 10*max(near-b.p.kind(u).Move, b.p.kind(u).Range-1) + b.p.Units[u].Blocks
}

// moves moves each ordered unit to where it can do most.
func (b *planner) moves() {
	for _, u := range b.p.unitsOf(b.side) {
		if !b.r.p.alive(u) || !b.r.t.ordered[u] || b.r.t.begun[u] {
			continue
		}
		from := b.r.p.Units[u].Hex
		best, to := b.value(u), from
		for _, h := range setup.Sheet.Hexes() {
			if h == from || setup.Sheet.Distance(from, h) > b.r.allowance(u) {
				continue
			}
			before := b.r
			if !b.try("move", b.p.pieceID(u), "to", setup.Sheet.Name(h)) {
				continue
			}
			if v := b.value(u); v > best {
				best, to = v, h
			}
			b.lines = b.lines[:len(b.lines)-1]
			b.r = before
		}
		if to != from {
			b.try("move", b.p.pieceID(u), "to", setup.Sheet.Name(to))
		}
	}
}

// value is what a unit can do where it stands: its best attack, what it risks there, and
// how near it has come.
func (b *planner) value(u int) int {
	h := b.r.p.Units[u].Hex
	_, worth := b.best(u)
	near := 99
	for e := range b.r.p.Units {
		if b.r.p.alive(e) && b.r.p.unitSide(e) != b.side {
			near = min(near, setup.Sheet.Distance(h, b.r.p.Units[e].Hex))
		}
	}
	risk := len(b.r.p.enemiesBeside(h, b.side)) * (8 - min(b.r.p.Units[u].Blocks, 4)) * 6
	if b.p.arm(u) == setup.Artillery {
		risk *= 2
	}
	cover := 0
	for _, n := range b.r.p.ground(h).IntoFire {
		cover -= n * 4
	}
	return worth - risk - near*10 + cover + b.goal(h)
}

// goal is what a hex counts that gives banners.
func (b *planner) goal(h hex.Hex) (n int) {
	for _, g := range b.p.sc.Goals {
		if slices.Contains(g.Hexes, h) {
			n += g.Banners[b.side] * hit
		}
	}
	return n
}

// best is the line of a unit's best attack, and what it counts.
func (b *planner) best(u int) (line []string, worth int) {
	r := b.r
	if _, why := r.cannotBattle(u); why != "" {
		return nil, 0
	}
	_, noFire := r.cannotFire(u)
	holds := r.t.card == setup.FireAndHold && !r.oneOfChoice()
	for target := range len(r.p.Units) + len(r.p.Leaders) {
		if r.p.pieceSide(target) == b.side || !r.p.pieceAlive(target) {
			continue
		}
		m := &melee{o: &order{}, a: u, d: target}
		if _, why := r.noMelee(m, nil); why == "" && !holds {
			if v := b.expects(r.attackDice(m).n, u, target, true) - b.answer(u, target); v > worth {
				line, worth = []string{"melee", b.p.pieceID(u), "at", b.p.pieceID(target), "advance", "yes"}, v
			}
		}
		if target < len(r.p.Units) && noFire == "" {
			if _, why := r.noShot(u, target, true); why == "" {
				if v := b.expects(r.diceOf(r.fireAim(u, target)).n, u, target, false); v > worth {
					line, worth = []string{"fire", b.p.pieceID(u), "at", b.p.pieceID(target)}, v
				}
			}
		}
	}
	return line, worth
}

// expects is what a number of dice may be expected to do: more if it may be the end of
// the target.
func (b *planner) expects(n, u, target int, close bool) int {
	faces := 1
	if target < len(b.r.p.Units) {
		if faces = 1; b.r.p.arm(target) == setup.Infantry {
			faces = 2
		}
		if close && b.r.p.kind(u).Sabers {
			faces++
		}
	}
	hits := n * faces * hit / 6
	if target >= len(b.r.p.Units) || hits >= b.r.p.Units[target].Blocks*hit {
		hits += hit
	}
	return hits + n*hit/12 // flags
}

// answer is what the target of a melee may be expected to do in return.
func (b *planner) answer(u, target int) int {
	if target >= len(b.r.p.Units) {
		return 0
	}
	q := b.r.diceOf(aim{unit: target, at: b.r.p.Units[u].Hex, target: u, melee: true, single: b.r.single(target, u)})
	return b.expects(q.n, target, u, true) / 3
}

// combats lists the attacks that promise something, the best first, and returns what they
// promise together.
func (b *planner) combats() (score int) {
	type attack struct {
		line  []string
		worth int
	}
	var all []attack
	for _, u := range b.p.unitsOf(b.side) {
		if !b.r.p.alive(u) || !b.r.t.ordered[u] {
			continue
		}
		score += b.value(u) - b.before(u)
		if line, worth := b.best(u); line != nil {
			all = append(all, attack{line, worth})
		}
	}
	slices.SortStableFunc(all, func(x, y attack) int { return cmp.Compare(y.worth, x.worth) })
	for _, a := range all {
		if b.try(a.line...) {
			score += a.worth
		}
	}
	return max(score, 0)
}

// before is what a unit counted where it stood.
func (b *planner) before(u int) int {
	after := b.r
	b.r = newRun(b.rs, b.p.clone(), nil)
	b.r.t = after.t
	v := b.value(u)
	b.r = after
	return v
}
