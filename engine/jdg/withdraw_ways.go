package jdg

import (
	"cmp"
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// withdrawal is one way that a retire or retreat can go [10.3].
type withdrawal struct {
	path   []hex.Hex   // with the starting hex
	state  setup.State // at the end
	losses int         // cohesion levels lost on the way
	passed []int       // friends passed through, in order [10.5]
	at     worth       // what its end is worth
}

func (w withdrawal) end() hex.Hex { return w.path[len(w.path)-1] }

// worth is what a hex is worth as the end of a withdrawal: distances, the smaller
// the better.
type worth struct {
	mark      int // to the mark of the owner's taste; 0 if he has none
	edge      int // to the own rout edge
	commander int // to the nearest own commander
}

// mostListed is as many ways of a withdrawal as a question can list.
const mostListed = 12

// taste is what standing orders say of withdrawals [JDG-P29, JDG-P41].
type taste struct {
	toward bool // dir is preferred
	dir    hex.Dir
	pass   string // friends: "avoid", "through" or not said
}

func (p *Position) tasteOf(u int) taste {
	id, form := p.spec(u).ID, p.spec(u).Form
	d, ok := hex.DirOf(p.sheet(p.side(u), "P29", id, form))
	return taste{ok, d, p.sheet(p.side(u), "P41", id, form)}
}

// mark is a hex far away from another in the direction that is preferred.
func (t taste) mark(h hex.Hex) hex.Hex {
	for range 20 {
		h = h.Neighbor(t.dir)
	}
	return h
}

// nearer reports whether a withdrawal goes in the direction that is preferred.
func (t taste) nearer(w withdrawal) bool {
	mark := t.mark(w.path[0])
	return w.end().Distance(mark) < w.path[0].Distance(mark)
}

// way compares two withdrawals of a unit by its owner's taste or, by default,
// by fewest levels lost, fewest friends tested, nearest to the own rout edge,
// nearest to the own commander, then by path.
func (t taste) way(a, b withdrawal) int {
	losses, passed := cmp.Compare(a.losses, b.losses), cmp.Compare(len(a.passed), len(b.passed))
	switch t.pass {
	case "avoid":
		losses, passed = cmp.Or(passed, losses), 0
	case "through":
		passed = 0
	}
	if c := cmp.Or(losses, passed,
		cmp.Compare(a.at.mark, b.at.mark), cmp.Compare(a.at.edge, b.at.edge),
		cmp.Compare(a.at.commander, b.at.commander),
		cmp.Compare(len(a.path), len(b.path))); c != 0 {
		return c
	}
	return slices.CompareFunc(a.path, b.path, compareHex)
}

// lastResorts drops the ways that a unit does not survive if there is any that
// it does; of these again those on which a routed unit ends with another routed
// one, or a unit in a closed entry hex, if there is any other [5.1.2-i,
// JDG-Q44].
func (p *Position) lastResorts(u int, ways []withdrawal) []withdrawal {
	for _, poor := range []func(w withdrawal) bool{
		func(w withdrawal) bool { return w.state == setup.Eliminated },
		func(w withdrawal) bool {
			return w.state == setup.Routed && p.topUnit(w.end()) >= 0 || p.entryLocked(w.end(), p.side(u))
		},
	} {
		if slices.ContainsFunc(ways, func(w withdrawal) bool { return !poor(w) }) {
			ways = slices.DeleteFunc(ways, poor)
		}
	}
	return ways
}

// wayFinder searches withdrawals, all of one length at a time. Who finds no
// place to stop goes on over friends, as far as it takes [10.5-c].
type wayFinder struct {
	p     *Position
	u     int
	from  []hex.Hex
	start hex.Hex
	taste taste
	found []withdrawal
	tried int // steps

	now, next []bunch // those of as many steps, and of one more
}

// renew makes a new search, for the ways of a unit that leads away from some hexes, in the room of one that is over.
func (s *wayFinder) renew(p *Position, u int, from []hex.Hex) {
	if len(from) == 0 {
		from = p.awayFrom(u)
	}
	*s = wayFinder{p: p, u: u, from: from, start: p.unit(u).Hex, taste: p.tasteOf(u),
		found: s.found[:0], now: s.now[:0], next: s.next[:0]}
}

// ways lists the legal ways, first the one that the owner's standing orders
// prefer, or the default [JDG-P29].
func (s *wayFinder) ways() []withdrawal {
	s.search()
	slices.SortStableFunc(s.found, s.taste.way)
	return s.p.lastResorts(s.u, s.found)
}

// bunch is ways that have come to one hex in one state: they go on alike.
type bunch struct {
	at    hex.Hex
	state setup.State
	ways  []withdrawal
}

// search goes on from each place with as many ways as a question can list: the
// best of them stay the best.
func (s *wayFinder) search() {
	state := s.p.unit(s.u).State
	s.now = s.bunchAt(s.now, s.start, state)
	s.now[0].ways = append(s.now[0].ways, withdrawal{path: []hex.Hex{s.start}, state: state})
	for steps := 0; len(s.now) > 0; steps++ {
		for _, b := range s.now {
			if len(b.ways) > mostListed {
				slices.SortStableFunc(b.ways, s.taste.way)
				b.ways = b.ways[:mostListed]
			}
			if s.ends(b.at, b.state, steps) {
				s.found = append(s.found, b.ways...)
				continue
			}
			for _, to := range b.at.Neighbors() {
				if s.tried++; s.mayStep(b.at, to, b.state) {
					s.goOn(b, s.leg(b.at, to, b.state))
				}
			}
		}
		s.now, s.next = s.next, s.now[:0]
	}
}

// bunchAt adds an empty bunch to others, in the room of one that is over.
func (s *wayFinder) bunchAt(all []bunch, h hex.Hex, state setup.State) []bunch {
	all = slices.Grow(all, 1)[:len(all)+1]
	b := &all[len(all)-1]
	*b = bunch{h, state, b.ways[:0]}
	return all
}

// goOn adds the ways of a bunch with one more step to those that lead to the same.
func (s *wayFinder) goOn(b bunch, l leg) {
	i := slices.IndexFunc(s.next, func(o bunch) bool { return o.at == l.to && o.state == l.state })
	if i < 0 {
		i, s.next = len(s.next), s.bunchAt(s.next, l.to, l.state)
	}
	for _, w := range b.ways {
		s.next[i].ways = append(s.next[i].ways, w.with(l))
	}
	s.tried += len(b.ways)
}

// ends reports whether a withdrawal of some steps ends where and as it is: the
// unit perishes, or has gone far enough and may stop. Its state there decides with
// whom it may stack.
func (s *wayFinder) ends(h hex.Hex, state setup.State, steps int) bool {
	length := 1
	if state == setup.Routed {
		length = s.p.retreatLength(s.u)
	}
	return state == setup.Eliminated || steps >= length && len(s.p.strangers(s.u, state, h)) == 0
}

// mayStep checks direction, ground and enemies of one step.
func (s *wayFinder) mayStep(here, to hex.Hex, state setup.State) bool {
	if !s.p.canWithdrawInto(s.u, here, to) {
		return false
	}
	switch {
	case here != s.start:
		return to.Distance(s.start) > here.Distance(s.start)
	case len(s.from) > 0:
		return s.p.fartherFrom(s.u, state, here, to, s.from)
	}
	// Nobody to lead away from: toward the own rout edge [JDG-Q111].
	side := s.p.side(s.u)
	return s.p.toRoutEdge(to, side) <= s.p.toRoutEdge(here, side)
}

// leg is one step of a withdrawal: what it costs, and whom it passes.
type leg struct {
	to     hex.Hex
	state  setup.State // after it
	losses int
	passed []int
	at     worth // of its hex
}

func (s *wayFinder) leg(here, to hex.Hex, state setup.State) leg {
	side := s.p.side(s.u)
	l := leg{to: to, at: worth{edge: s.p.toRoutEdge(to, side), commander: s.p.toCommander(to, side)}}
	if s.taste.toward {
		l.at.mark = to.Distance(s.taste.mark(s.start))
	}
	l.losses = boolInt(s.p.losesByCrossing(here, to)) + boolInt(s.p.inFrontZOC(to, 1-side))
	if l.state = min(state+setup.State(l.losses), setup.Eliminated); l.state < setup.Eliminated {
		l.passed = s.p.strangers(s.u, l.state, to)
	}
	return l
}

// with is a way with one more step.
func (w withdrawal) with(l leg) withdrawal {
	w.path = slices.Concat(w.path, []hex.Hex{l.to})
	if len(l.passed) > 0 {
		w.passed = slices.Concat(w.passed, l.passed)
	}
	w.state, w.at = l.state, l.at
	w.losses += l.losses
	return w
}

// strangers lists the friends in a hex that a unit could not be stacked with
// in the given state [10.5, JDG-Q123]: all of them, if its joining them breaks
// a limit.
func (p *Position) strangers(u int, state setup.State, h hex.Hex) []int {
	if p.mayJoin(u, state, h) {
		return nil
	}
	return slices.DeleteFunc(p.stack(h), func(v int) bool { return v == u })
}

// mayJoin reports whether a unit could stand in h in a given state, with the
// friends that are there.
func (p *Position) mayJoin(u int, state setup.State, h hex.Hex) bool {
	var c setup.Pile
	c.Add(&p.sc.Units[u], state, p.unit(u).Square)
	for v := p.topUnit(h); v >= 0; v = p.below(v) {
		if p.side(v) != p.side(u) {
			return false
		}
		if v != u {
			p.pileOn(&c, v)
		}
	}
	rule, _ := c.Fault()
	return rule == ""
}
