package ccn

import (
	"slices"
	"strings"

	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// What the computer player counts, in sixtieths of a block.
const (
	block  = 60
	banner = 120 // beside the blocks that go with it
	win    = 2000
	push   = 14 // an enemy that has to go back

	farther     = 20 // each hex farther from where a unit wants to be
	dangerShare = 20 // hundredths of what all enemies together may do: few of them are ordered
	lossShare   = 25 // hundredths of a banner, for a unit that they are sure to eliminate

	// From the first of these turns on he counts what the enemy may do to him for less and
	// less, and from the second on for nothing: two who wait for each other would wait for ever.
	restless, reckless = 25, 45
)

// war is what a computer player knows of a position before he plans.
type war struct {
	rs        *Ruleset
	p         *Position
	side      int
	own, foes []int  // units on the board
	patience  int    // hundredths of what losses count
	stands    []*int // by unit and hex: what stand has found
}

func newWar(rs *Ruleset, p *Position, side int) *war {
	w := &war{rs: rs, p: p, side: side, stands: make([]*int, len(p.Units)*setup.Cells)}
	w.patience = 100 * (reckless - min(max(p.Turn, restless), reckless)) / (reckless - restless)
	for u := range p.Units {
		switch {
		case !p.alive(u):
		case p.unitSide(u) == side:
			w.own = append(w.own, u)
		default:
			w.foes = append(w.foes, u)
		}
	}
	return w
}

// prize is what it counts for a side to gain a banner.
func (w *war) prize(side int) int {
	if w.p.banners(side)+1 >= w.p.sc.Sides[side].Banners {
		return win
	}
	return banner
}

// goalValue is what a hex counts for a side by the goals in it.
func (w *war) goalValue(side int, h hex.Hex) (n int) {
	for _, g := range w.p.sc.Goals {
		if slices.Contains(g.Hexes, h) {
			n += max(g.Banners[side], g.Banners[1-side]) * banner / len(g.Hexes)
		}
	}
	return n
}

// blowOf is an attack to be weighed.
type blowOf struct {
	by, target int
	dice       int
	melee      bool
	reform     bool // only cavalry symbols hit
}

// outcome is what an attack may be expected to do.
type outcome struct {
	worth int // to the attacker, in sixtieths of a block
	stays int // chance that the target is left where it stands, in sixtieths
	lost  int // blocks that it loses, in sixtieths
}

const mostDice = 12

// ways is how many arrangements of n dice have h of one kind and f of another.
var ways = func() (c [mostDice + 1][mostDice + 1]int) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1]
			if k < n {
				c[n][k] += c[n-1][k]
			}
		}
	}
	return c
}()

func power(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

// forecast weighs all falls of the dice of an attack on a unit.
func (b *planner) forecast(a blowOf) outcome {
	p, u := b.r.p, a.target
	n := min(a.dice, mostDice)
	if n <= 0 {
		return outcome{stays: block}
	}
	faces := 1 + boolInt(p.arm(u) == setup.Infantry && !a.reform) +
		boolInt(a.melee && !a.reform && p.kind(a.by).Sabers)
	ignored := n // of the flags, if they do not count
	if !a.reform {
		ignored = b.r.bolster(&blow{by: a.by, target: u, melee: a.melee,
			repulse: p.inSquare(a.by) && p.arm(u) == setup.Cavalry})
	}
	back, s := b.back(u), b.stakes(u)
	worth, stays, lost := 0, 0, 0
	for h := 0; h <= n; h++ {
		for f := 0; f <= n-h; f++ {
			chance := ways[n][h] * ways[n-h][f] * power(faces, h) * power(5-faces, n-h-f)
			hexes := max(0, f-ignored) * p.kind(u).Retreat
			hits := min(h, s.blocks)
			hits = min(hits+max(0, hexes-back), s.blocks)
			moves := hexes > 0 && back > 0
			worth += chance * s.of(hits, moves)
			lost += chance * hits
			if hits < s.blocks && !moves {
				stays += chance
			}
		}
	}
	all := power(6, n)
	return outcome{worth: worth / all, stays: stays * block / all, lost: lost * block / all}
}

// stakes are what counts when a unit is attacked.
type stakes struct {
	blocks  int
	prize   int // of its elimination
	general int // of its leader, 0 without one
	goes    int // if it leaves its hex
}

func (b *planner) stakes(u int) stakes {
	side := b.r.p.unitSide(u)
	s := stakes{
		blocks: b.r.p.Units[u].Blocks,
		prize:  b.prize(1 - side),
		goes:   push + b.goalValue(side, b.r.p.Units[u].Hex),
	}
	if b.r.p.leaderOf(u) >= 0 {
		s.general = s.prize
	}
	return s
}

// of is what it counts that the unit loses blocks, and goes back if it is left; its leader
// is lost once in 6 times with all of it and once in 36 with a part [5.7].
func (s stakes) of(hits int, moves bool) int {
	switch {
	case hits == s.blocks:
		return hits*block + s.prize + s.general/6 + s.goes
	case hits == 0:
		return s.goes * boolInt(moves)
	}
	return hits*block + s.general/36 + s.goes*boolInt(moves)
}

// back is how many hexes a unit can retreat, up to 3.
func (b *planner) back(u int) int {
	const most = 3
	if b.r.p.inSquare(u) {
		return 0
	}
	p, top := b.r.p, b.r.p.top(b.r.p.unitSide(u))
	best := 0
	var walk func(at hex.Hex, n int)
	walk = func(at hex.Hex, n int) {
		if best = max(best, n); n == most {
			return
		}
		for _, h := range setup.Back(at, top) {
			if best < most && p.passable(u, h) && p.occupant(h) < 0 {
				walk(h, n+1)
			}
		}
	}
	walk(p.Units[u].Hex, 0)
	return best
}

// caught is what a number of dice are worth against a leader who is alone.
func caught(n int) int {
	n = min(n, mostDice)
	return banner * (power(6, n) - power(5, n)) / power(6, n)
}

// meleeWorth is what a melee promises, with artillery in a Combined Arms attack, less what
// the answer may cost.
func (b *planner) meleeWorth(u, e int, with []int) (int, bool) {
	r := b.r
	m := &melee{o: &order{}, a: u, d: e}
	if r.noMelee(m, with).stands() {
		return 0, false
	}
	dice := r.attackDice(m).n
	back := r.diceOf(aim{unit: e, at: m.from, target: u, melee: true, single: r.single(e, u)}).n
	a := blowOf{by: u, target: e, dice: dice, melee: true}
	switch {
	case r.p.arm(e) == setup.Cavalry && dice > back && len(r.reforms(m)) > 0: // by default
		a.reform = true
		return b.forecast(a).worth + push, true
	case r.p.arm(u) == setup.Cavalry && (r.p.inSquare(e) || r.maySquare(m) && dice >= 3 &&
		r.p.Cards.Count(r.p.hand(1-b.side)) >= 4):
		answer := b.answer(u, e, 1)
		a.dice = 1 + len(with)
		return b.forecast(a).worth - answer + 10*boolInt(!r.p.inSquare(e)), true
	}
	out := b.forecast(a)
	lost := out.lost / block // about as many dice fewer
	answer := b.answer(u, e, max(back-lost, 0))
	return out.worth - answer*out.stays/block, true
}

// answer is what an answer of so many dice to an attack may cost.
func (b *planner) answer(u, e, dice int) int {
	return b.forecast(blowOf{by: e, target: u, dice: dice, melee: true}).worth * b.patience / 100
}

// stand is what it counts that a unit of the own side stands in a hex: how near it is to
// what it can attack, cover and goals, less what the enemy may do to it there.
func (b *war) stand(u int, h hex.Hex) int {
	at := &b.stands[u*setup.Cells+int(setup.Cell(h))]
	if *at == nil {
		value := b.standAnew(u, h)
		*at = &value
	}
	return **at
}

func (b *war) standAnew(u int, h hex.Hex) int {
	p, k := b.p, b.p.kind(u)
	danger, pull := 0, -99*block
	for _, e := range b.foes {
		d := setup.Sheet.Distance(h, p.Units[e].Hex)
		danger += b.threat(e, u, h, d)
		want := 8*(p.kind(e).Blocks-p.Units[e].Blocks) + 6*boolInt(p.arm(e) == setup.Artillery)
		near := max(d-b.best(k), 0)
		pull = max(pull, want-farther*near)
	}
	blocks := p.Units[u].Blocks
	cost := danger * dangerShare / 100
	prize := b.prize(1 - b.side)
	cost += prize * danger / (danger + blocks*block*3/2 + 1) * lossShare / 100
	if p.leaderOf(u) >= 0 {
		cost += cost / 4
	}
	if blocks == 1 && b.patience > 0 {
		pull /= 2
	}
	return pull + b.goalValue(b.side, h) - cost*b.patience/100
}

// best is the distance to which a kind of unit wants to come.
func (b *war) best(k *setup.Kind) int {
	if k.Arm == setup.Cavalry {
		return 1
	}
	return 2
}

// threat is what an enemy may do to a unit in a hex at a distance, in sixtieths of a
// block.
func (b *war) threat(e, u int, h hex.Hex, d int) int {
	p, k := b.p, b.p.kind(e)
	arm, ground := p.arm(u), p.ground(h)
	faces := 1 + boolInt(arm == setup.Infantry)
	n := 0
	switch {
	case k.Arm == setup.Artillery:
		n = b.rs.tables.Guns(k.Horse, p.Units[e].Blocks, false, max(d, 1)) + ground.IntoFire[setup.Artillery]
	case d <= k.Move+1 && (k.Arm == setup.Cavalry || d == 1):
		n = p.Units[e].Blocks + k.Melee + ground.IntoMelee[k.Arm]
		faces += boolInt(k.Sabers)
	case k.Arm == setup.Cavalry:
	case d <= k.Range:
		n = p.Units[e].Blocks + k.Ranged + k.Still + ground.IntoFire[k.Arm]
	case d <= k.Range+k.Move:
		n = (p.Units[e].Blocks+1)/2 + ground.IntoFire[k.Arm]
	}
	return max(n, 0) * faces * block / 6
}

// leaderGain is what it promises to order a leader.
func (b *planner) leaderGain(l int) int {
	_, best := b.bestPost(l)
	return best - b.post(l, b.r.p.Leaders[l].Hex)
}

// bestPost is where a leader is best.
func (b *planner) bestPost(l int) (best hex.Hex, value int) {
	best = b.r.p.Leaders[l].Hex
	value = b.post(l, best)
	piece := len(b.p.Units) + l
	for _, to := range b.r.reaches(piece) {
		if v := b.post(l, to.at); v > value {
			best, value = to.at, v
		}
	}
	return best, value
}

// post is what it counts that a leader is in a hex: with a strong unit near the enemy.
func (b *planner) post(l int, h hex.Hex) int {
	p := b.r.p
	u := p.unitAt(h)
	if u < 0 {
		return -40 - 60*len(p.enemiesBeside(h, b.side))
	}
	blocks := p.Units[u].Blocks
	if blocks == 1 {
		return -60 * min(1, len(p.enemiesBeside(h, b.side)))
	}
	near := 99
	for _, e := range b.foes {
		near = min(near, setup.Sheet.Distance(h, p.Units[e].Hex))
	}
	return 5*blocks - 2*near
}

// reply is how the computer player answers a question.
func (p *Position) reply(q ask.Question, side int) string {
	if q.Kind == "D16" && p.Cards.Has(p.hand(side), setup.FirstStrike.Name()) && slices.Contains(q.Options, "yes") {
		return "yes"
	}
	return strings.TrimSpace(q.Default)
}
