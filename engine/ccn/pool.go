package ccn

import (
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

func itoa(n int) string { return strconv.Itoa(n) }

// pool is the dice of one unit in one combat, with the reasons for their number.
type pool struct {
	mods []engine.Mod
	n    int
}

func (q *pool) add(name string, n int) {
	if n != 0 {
		q.mods = append(q.mods, engine.Mod{Name: name, Value: n})
		q.n += n
	}
}

// floor holds the dice at 0 or more, and says why.
func (q *pool) floor() {
	if q.n < 0 {
		q.add("not below 0", -q.n)
	}
}

// aim is one unit's part in a combat: how its dice are counted [T-MOD].
type aim struct {
	unit   int
	at     hex.Hex // of the target
	target int     // piece
	melee  bool
	card   bool // the card in force adds its dice: not in battles back and First Strikes
	moved  bool
	single bool // one die in place of all that its strength gives [6.2-n, 6.2-v]
}

// diceOf counts the dice of a unit [T-MOD].
func (r *run) diceOf(a aim) pool {
	var q pool
	k := r.p.kind(a.unit)
	blocks := r.p.Units[a.unit].Blocks
	switch {
	case a.single || r.p.inSquare(a.unit):
		q.add("square", 1)
	case k.Arm == setup.Artillery:
		hexes := setup.Sheet.Distance(r.p.Units[a.unit].Hex, a.at)
		q.add("guns at "+itoa(hexes), r.rs.tables.Guns(k.Horse, blocks, a.moved, hexes))
		if q.n == 0 {
			return q
		}
		if a.melee {
			q.add(k.Type, k.Melee)
		}
		r.cardDice(&q, a)
	default:
		r.ownDice(&q, a, k, blocks)
		r.cardDice(&q, a)
	}
	r.terrainDice(&q, a)
	q.floor()
	r.weatherDice(&q, a)
	return q
}

// ownDice adds the dice of blocks, type and nation of infantry and cavalry.
func (r *run) ownDice(q *pool, a aim, k *setup.Kind, blocks int) {
	q.add("blocks", blocks)
	if !a.melee {
		if a.moved {
			half := blocks / 2
			if k.Half == setup.Up {
				half = (blocks + 1) / 2
			}
			q.add("moved", half-blocks)
		}
		q.add(k.Type, k.Ranged)
		if !a.moved {
			q.add(k.Nation+" "+k.Type, k.Still)
		}
		return
	}
	q.add(k.Type, k.Melee)
	if a.target < len(r.p.Units) && r.p.arm(a.target) == setup.Infantry {
		q.add(k.Nation+" "+k.Type, k.Infantry)
	}
}

// cardDice adds the dice that the card in force gives to a unit that it has ordered
// [5.5.5, 5.6.5].
func (r *run) cardDice(q *pool, a aim) {
	if !a.card || !r.t.ordered[a.unit] || r.oneOfChoice() {
		return
	}
	k, row := r.p.kind(a.unit), r.row()
	n := row.Dice
	if k.Guard {
		n = row.Guard
	}
	switch r.t.card {
	case setup.CavalryCharge:
		ground := r.p.ground(a.at).Charge && r.p.ground(r.p.Units[a.unit].Hex).Charge
		if k.Arm != setup.Cavalry || !ground {
			n = 0
		}
	case setup.ColdSteel:
		if !a.melee || r.t.bonus {
			n = 0
		}
	case setup.Leadership:
		if !r.t.led[a.unit] {
			n = 0
		}
	}
	q.add(string(r.t.card.Name()), n)
}

// terrainDice takes off the dice that terrain costs: the largest single loss, or all of
// them if the game counts so [Q1].
func (r *run) terrainDice(q *pool, a aim) {
	from, to := r.p.Units[a.unit].Hex, a.at
	arm := r.p.arm(a.unit)
	into := func(t setup.Terrain) int {
		if a.melee {
			return r.rs.tables.Ground[t].IntoMelee[arm]
		}
		return r.rs.tables.Ground[t].IntoFire[arm]
	}
	out := func(t setup.Terrain) int {
		if a.melee {
			return r.rs.tables.Ground[t].OutMelee[arm]
		}
		return r.rs.tables.Ground[t].OutFire[arm]
	}
	type loss struct {
		name string
		n    int
	}
	var losses []loss
	add := func(name string, n int) {
		if n < 0 {
			losses = append(losses, loss{name, n})
		}
	}
	here, there := r.p.sc.At(from), r.p.sc.At(to)
	worksIn, worksOut := r.p.worksCrossed(to, from), r.p.worksCrossed(from, to)
	below, above := r.p.sc.OnHill(from), r.p.sc.OnHill(to)
	level := below && above
	if level && !worksIn && !worksOut { // works on a hill take its place, in and out [7.5-f]
		add("hill to hill", into(setup.HillHill)+out(setup.HillHill)*boolInt(into(setup.HillHill) == 0))
	}
	// Ground on a hill costs what the larger of the two does.
	side := func(what string, ground setup.Terrain, hill bool, dice func(setup.Terrain) int) {
		if hill && dice(setup.Hill) < dice(ground) {
			ground = setup.Hill
		}
		if ground != setup.Hill || hill {
			add(what+ground.String(), dice(ground))
		}
	}
	side("into ", there, above && !worksIn && !level, into)
	side("out of ", here, below && !worksOut && !level, out)
	sum := 0
	for _, l := range losses {
		sum += l.n
	}
	ground := losses
	if worksIn {
		add("into works", into(setup.Works))
	}
	if worksOut {
		add("out of works", out(setup.Works))
	}
	works := losses[len(ground):]
	if r.p.options.Cumulative && !slices.ContainsFunc(works, func(l loss) bool { return l.n < sum }) { // [7.5-g]
		for _, l := range ground {
			q.add(l.name, l.n)
		}
		return
	}
	var worst loss
	for _, l := range losses {
		if l.n < worst.n {
			worst = l
		}
	}
	q.add(worst.name, worst.n)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// worksCrossed reports whether the line from a hex to another enters or leaves the first
// through one of its fortified sides; at a corner both sides have to be [Q5].
func (p *Position) worksCrossed(h, other hex.Hex) bool {
	sides, any := p.sc.Works(h)
	if !any || h == other {
		return false
	}
	if setup.Sheet.Distance(h, other) == 1 {
		return p.worksOf(h, other)
	}
	for _, c := range setup.Trace(h, other) {
		if c.Passage == hex.Across && (c.Left == h || c.Right == h) {
			next := c.Left
			if next == h {
				next = c.Right
			}
			return p.worksOf(h, next)
		}
	}
	return p.cornerFortified(h, other, sides)
}

// cornerFortified is worksCrossed for a line through a corner: it runs along the side
// between two neighbours of the hex, toward which both sides have to be fortified.
func (p *Position) cornerFortified(h, other hex.Hex, sides [6]bool) bool {
	near := setup.Sheet.Distance(h, other) - 1
	n := 0
	for d := range hex.Dirs {
		nb := setup.Sheet.Neighbor(h, hex.Dir(d))
		if setup.Sheet.Distance(nb, other) <= near {
			if !sides[d] {
				return false
			}
			n++
		}
	}
	return n > 0
}
