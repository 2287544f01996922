package ccn

import (
	"fmt"
	"slices"

	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// flags makes the target of a blow retreat for each flag that it does not ignore [5.8,
// 5.9].
func (r *run) flags(b *blow, flags int) error {
	u, side := b.target, r.p.unitSide(b.target)
	ignored, err := r.ignored(b, flags)
	if err != nil {
		return err
	}
	hexes := (flags - ignored) * r.p.kind(u).Retreat
	r.event("5.9", "flags", side, "piece", r.p.pieceID(u), "flags", itoa(flags), "ignored", itoa(ignored), "hexes",
		itoa(hexes))
	if hexes == 0 {
		return nil
	}
	steps, err := r.retreat(u, hexes)
	if err != nil || r.over() {
		return err
	}
	b.from = r.p.Units[u].Hex // what it has not retreated costs it blocks there [5.8-p]
	return r.casualty(b, r.lose("5.8-l", u, hexes-steps))
}

// bolster is how many flags a unit may ignore, and why [5.9].
func (r *run) bolster(b *blow) (n int) {
	u := b.target
	if b.repulse && r.p.arm(u) == setup.Cavalry {
		return 0
	}
	n = r.p.kind(u).Flags
	if r.p.leaderOf(u) >= 0 {
		n++
	}
	if !r.p.inSquare(u) && r.supporters(u) >= 2 {
		n++
	}
	if r.p.arm(u) != setup.Cavalry && r.p.worksCrossed(r.p.Units[u].Hex, r.p.Units[b.by].Hex) {
		n += r.rs.tables.Ground[setup.Works].Flags
	}
	return n + r.p.ground(r.p.Units[u].Hex).Flags*boolInt(r.p.arm(u) != setup.Cavalry)
}

// supporters counts the friendly units and lone leaders next to a unit [5.9-g, Q96].
func (r *run) supporters(u int) (n int) {
	side := r.p.unitSide(u)
	for _, h := range setup.Sheet.Neighbors(r.p.Units[u].Hex) {
		if r.p.occupant(h) == side {
			n++
		}
	}
	return n
}

// ignored is how many flags the owner ignores [5.9-a, 5.9-b].
func (r *run) ignored(b *blow, flags int) (int, error) {
	u := b.target
	most := min(r.bolster(b), flags)
	if most == 0 {
		return 0, nil
	}
	options := make([]string, 0, most+1)
	for n := most; n >= 0; n-- {
		options = append(options, itoa(n))
	}
	answer, err := r.decide(choice{kind: "D20", side: r.p.unitSide(u), piece: u, rule: "5.9-a",
		prompt:  fmt.Sprintf("How many of %s does %s ignore?", plural(flags, "flag"), r.p.pieceID(u)),
		options: options, def: itoa(most), means: func(s ask.StandingOrder) string {
			if s.Answer == "none" {
				return "0"
			}
			return itoa(most)
		}})
	if err != nil {
		return 0, err
	}
	return int(answer[0] - '0'), nil
}

// retreat moves a unit back as far as it can go, up to so many hexes, and returns how many
// count as done: all of them if it has stopped with a leader, which cancels the rest [5.8-j].
func (r *run) retreat(u, hexes int) (int, error) {
	if r.p.inSquare(u) {
		return 0, nil // [6.2-ae]
	}
	ways := r.retreats(u, hexes)
	if len(ways) == 0 {
		return 0, nil
	}
	names := make([]string, len(ways))
	for i, w := range ways {
		names[i] = pathText(w...)
	}
	answer, err := r.decide(choice{kind: "D21", side: r.p.unitSide(u), piece: u, rule: "5.8-c",
		prompt: fmt.Sprintf("Along which way does %s retreat?", r.p.pieceID(u)), options: names,
		def:   names[r.bestWay(u, ways, "")],
		means: func(s ask.StandingOrder) string { return names[r.bestWay(u, ways, s.Answer)] }})
	if err != nil {
		return 0, err
	}
	way := ways[slices.Index(names, answer)]
	joined := r.p.leaderAt(way[len(way)-1]) >= 0 && r.p.leaderOf(u) < 0
	r.event("5.8", "retreat", r.p.unitSide(u), "piece", r.p.pieceID(u), "from", setup.Sheet.Name(r.p.Units[u].Hex),
		"path", answer)
	r.victory() // it may have come to a goal [Q104]
	if joined {
		return hexes, nil
	}
	return len(way), nil
}

// retreats are the ways back of a unit that complete as many hexes as possible [Q40,
// Q41]: one that stops with a lone leader is complete.
func (r *run) retreats(u, hexes int) (ways [][]hex.Hex) {
	best := 0
	var walk func(at hex.Hex, way []hex.Hex)
	take := func(way []hex.Hex, worth int) {
		if worth > best {
			best, ways = worth, nil
		}
		if worth == best && worth > 0 {
			ways = append(ways, slices.Clone(way))
		}
	}
	walk = func(at hex.Hex, way []hex.Hex) {
		if len(way) == hexes {
			take(way, hexes)
			return
		}
		take(way, len(way))
		for _, h := range setup.Back(at, r.p.top(r.p.unitSide(u))) {
			if !r.p.passable(u, h) || r.p.unitAt(h) >= 0 && h != r.p.Units[u].Hex {
				continue
			}
			if l := r.p.leaderAt(h); l >= 0 {
				if r.p.leaderSide(l) == r.p.unitSide(u) && r.p.leaderOf(u) < 0 {
					take(append(way, h), hexes)
				}
				continue
			}
			walk(h, append(way, h))
		}
	}
	walk(r.p.Units[u].Hex, nil)
	return ways
}

// bestWay is the place of the way that a standing order prefers, or the default: toward
// support, then cover, then far from the enemy, then left [D21].
func (r *run) bestWay(u int, ways [][]hex.Hex, prefer string) int {
	side := r.p.unitSide(u)
	score := func(w []hex.Hex) []int {
		end := w[len(w)-1]
		support, cover := 0, r.p.cover(end)
		for _, n := range setup.Sheet.Neighbors(end) {
			if n != r.p.Units[u].Hex && r.p.occupant(n) == side { // a leader alone supports too [Q96]
				support++
			}
		}
		support = min(support, 2) // more give no flag more [Q96]
		near := r.p.fromEnemy(end, side)
		left := -2*int(end.Col) - boolInt(end.Row%2 == 0) // in half hexes, by which short rows lie to the right
		if r.p.top(side) {
			left = -left
		}
		first := 0
		switch prefer {
		case "cover":
			first = cover
		case "far":
			first = near
		case "left":
			first = left
		case "right":
			first = -left
		case "leader":
			first = boolInt(r.p.leaderAt(end) >= 0)
		}
		return []int{first, support, cover, near, left}
	}
	best := 0
	for i, w := range ways {
		if slices.Compare(score(w), score(ways[best])) > 0 {
			best = i
		}
	}
	return best
}

// cover is how many dice a hex takes from those who fire at it, of all arms together.
func (p *Position) cover(h hex.Hex) (n int) {
	for _, in := range p.ground(h).IntoFire {
		n -= in
	}
	return n
}

// fromEnemy is the distance from a hex to the nearest unit of the enemy of a side.
func (p *Position) fromEnemy(h hex.Hex, side int) int {
	near := setup.Cells
	for u := range p.Units {
		if p.alive(u) && p.unitSide(u) != side {
			near = min(near, setup.Sheet.Distance(h, p.Units[u].Hex))
		}
	}
	return near
}

// leaderFlees is the retreat of a leader who is alone after his unit was eliminated or he
// was attacked [5.10, 5.11].
func (r *run) leaderFlees(l int) error {
	side, piece := r.p.leaderSide(l), len(r.p.Units)+l
	ways := r.flights(l)
	if len(ways) == 0 {
		r.eliminate(r.noFlight(l), piece)
		return nil
	}
	names := make([]string, len(ways))
	for i, w := range ways {
		names[i] = pathText(w...)
	}
	answer, err := r.decide(choice{kind: "D22", side: side, piece: piece, rule: "5.10-a",
		prompt: fmt.Sprintf(
			"Where does %s go?",
			r.p.sc.Leaders[l].ID,
		), options: names, def: names[r.bestFlight(side, ways, "", 0)],
		means: func(s ask.StandingOrder) string {
			least := blocksOf(s.If)
			best := r.bestFlight(side, ways, s.Answer, least)
			if !r.joins(ways[best], least) {
				return ""
			}
			return names[best]
		}})
	if err != nil {
		return err
	}
	r.flee(l, ways[slices.Index(names, answer)])
	return nil
}

// blocksOf is how many blocks the unit needs that a leader joins, 0 if nothing is said of them.
func blocksOf(c ask.Condition) (n int) {
	for _, t := range c {
		if t.Fact == "blocks" {
			n = max(n, t.Number)
		}
	}
	return n
}

// joins reports whether a way of a leader ends with a unit that has so many blocks; with 0 any end will do.
func (r *run) joins(way []hex.Hex, least int) bool {
	end := way[len(way)-1]
	if end == hex.None {
		return least == 0
	}
	u := r.p.unitAt(end)
	return least == 0 || u >= 0 && r.p.Units[u].Blocks >= least
}

// flee carries a leader's retreat out, with the escapes on its way.
func (r *run) flee(l int, way []hex.Hex) {
	side, id := r.p.leaderSide(l), r.p.sc.Leaders[l].ID
	for _, h := range way {
		if u := r.p.unitAt(h); u >= 0 && r.p.unitSide(u) != side && !r.escapes(l, u) {
			return
		}
	}
	last := len(way) - 1
	off := way[last] == hex.None
	if off {
		way = way[:last]
	}
	if len(way) > 0 {
		r.event("5.10", "retreat", side, "piece", id, "from", setup.Sheet.Name(r.p.Leaders[l].Hex),
			"path", pathText(way...))
	}
	if off {
		r.event("5.10-k", "exit", side, "piece", id, "from", setup.Sheet.Name(r.p.Leaders[l].Hex))
	}
}

// escapes rolls the dice of an enemy unit through whose hex a leader goes [5.11].
func (r *run) escapes(l, u int) bool {
	q := r.escapeDice(u)
	d := r.throw(
		"5.11",
		r.p.unitSide(u),
		"escape of "+r.p.sc.Leaders[l].ID,
		q.mods,
		q.n,
		func(d faceCount) (int, string) {
			if d[saber] > 0 {
				return d[saber], "caught"
			}
			return 0, "escaped"
		},
	)
	if d[saber] > 0 {
		r.eliminate("5.11-e", len(r.p.Units)+l)
		return false
	}
	return true
}

// escapeDice are the melee dice of a unit without card and terrain [5.11-c, Q30].
func (r *run) escapeDice(u int) (q pool) {
	k := r.p.kind(u)
	switch {
	case r.p.inSquare(u):
		q.add("square", 1)
	case k.Arm == setup.Artillery:
		q.add("guns", r.rs.tables.Guns(k.Horse, r.p.Units[u].Blocks, false, 1))
		q.add(k.Type, k.Melee)
	default:
		q.add("blocks", r.p.Units[u].Blocks)
		q.add(k.Type, k.Melee)
	}
	return q
}

// farthestFlight is how many hexes a leader retreats at most [5.10].
const farthestFlight = 3

// flights are the ways of a leader's retreat: 1 to 3 hexes toward his own side, or off
// the board over his baseline; from his baseline only off it [5.7-i, Q75]. Through
// enemies only if nothing else is possible, or by choice [Q80].
func (r *run) flights(l int) (ways [][]hex.Hex) {
	side := r.p.leaderSide(l)
	var walk func(at hex.Hex, way []hex.Hex)
	walk = func(at hex.Hex, way []hex.Hex) {
		u, other := r.p.unitAt(at), r.p.leaderAt(at) // where he stands that is he
		if (u < 0 || r.p.unitSide(u) == side) && other < 0 {
			ways = append(ways, slices.Clone(way))
		}
		if len(way) == farthestFlight {
			return
		}
		if at.Row == setup.Baseline(r.p.top(side)) {
			ways = append(ways, append(slices.Clone(way), hex.None))
			return
		}
		for _, h := range setup.Back(at, r.p.top(side)) {
			if r.p.ground(h).Enter == setup.EnterNever {
				continue
			}
			if o := r.p.leaderAt(h); o >= 0 && r.p.leaderSide(o) != side && r.p.unitAt(h) < 0 {
				continue // a lone enemy leader cannot be passed [Q30]
			}
			walk(h, append(way, h))
		}
	}
	walk(r.p.Leaders[l].Hex, nil)
	return ways
}

// noFlight is the rule by which a leader who has no way back is lost: ground alone bars him [5.10-f], enemies hold all
// three hexes of a way [5.11-i], or he would find no hex to stop in [Q31].
func (r *run) noFlight(l int) string {
	side, rule := r.p.leaderSide(l), "5.10-f"
	var walk func(at hex.Hex, n int)
	walk = func(at hex.Hex, n int) {
		if n == farthestFlight {
			rule = "5.11-i"
			return
		}
		for _, h := range setup.Back(at, r.p.top(side)) {
			if r.p.ground(h).Enter == setup.EnterNever {
				continue
			}
			if rule == "5.10-f" {
				rule = "Q31"
			}
			if u := r.p.unitAt(h); u >= 0 && r.p.unitSide(u) != side {
				walk(h, n+1)
			}
		}
	}
	walk(r.p.Leaders[l].Hex, 0)
	return rule
}

// danger counts the dice of the enemy units on a way.
func (r *run) danger(way []hex.Hex, side int) (n int) {
	for _, h := range way {
		if u := r.p.unitAt(h); u >= 0 && r.p.unitSide(u) != side {
			n += r.escapeDice(u).n
		}
	}
	return n
}

// bestFlight is the place of the way that a standing order prefers, or the default: to the
// nearest unit without an escape, else 3 hexes, else off the board [D22]. Units that are joined have least blocks.
func (r *run) bestFlight(side int, ways [][]hex.Hex, prefer string, least int) int {
	score := func(w []hex.Hex) []int {
		end := w[len(w)-1]
		danger := r.danger(w, side)
		join := boolInt(r.joins(w, max(1, least)))
		exit := boolInt(end == hex.None)
		far := len(w) * (1 - 2*join)
		s := []int{-danger, join, -exit, far}
		switch prefer {
		case "far":
			s = []int{-danger, -exit, len(w), join}
		case "exit":
			s = []int{-danger, exit, join, far}
		case "escape": // [5.11-j]
			s = []int{join, -danger, -exit, far}
		}
		return s
	}
	best := 0
	for i, w := range ways {
		if slices.Compare(score(w), score(ways[best])) > 0 {
			best = i
		}
	}
	return best
}
