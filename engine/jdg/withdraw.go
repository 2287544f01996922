package jdg

import (
	"cmp"
	"slices"
	"strconv"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// withdrawal is one way that a retire or retreat can go [10.3].
type withdrawal struct {
	path   []hex.Hex   // with the starting hex
	state  setup.State // at the end
	losses int         // cohesion levels lost on the way
	passed []int       // friends passed through, in order [10.5]
}

func (w withdrawal) end() hex.Hex { return w.path[len(w.path)-1] }

// mostListed is as many ways of a withdrawal as a question can list.
const mostListed = 12

// withdraw carries out the retire or, for a routed unit, the retreat of a
// unit: its owner chooses among the legal ways [10.3, JDG-P29]. If some of
// them end in one of the hexes prefer, it takes one of those [JDG-Q74].
// Without any way the unit is eliminated [10.3.1-d].
func (r *run) withdraw(u int, from []hex.Hex, prefer ...hex.Hex) error {
	if r.p.Units[u].Square {
		r.breakSquare(r.p.Units[u].Hex, "4.2-n")
	}
	ways := r.p.withdrawals(u, from)
	if len(ways) == 0 {
		r.accompany(u, r.p.Units[u].Hex, hex.None)
		return r.eliminate(u, "10.3.1-d", "no way to withdraw")
	}
	if with := slices.DeleteFunc(slices.Clone(ways), func(w withdrawal) bool { return !slices.Contains(prefer, w.end()) }); len(with) > 0 {
		ways = with
	}
	way, err := r.chooseWay(u, ways)
	if err != nil {
		return err
	}
	return r.follow(u, way)
}

// chooseWay lets the owner choose among ways, which come best first.
func (r *run) chooseWay(u int, ways []withdrawal) (withdrawal, error) {
	ways = ways[:min(len(ways), mostListed)]
	options := make([]string, len(ways))
	for i, w := range ways {
		options[i] = pathString(w.path)
	}
	c := choice{kind: "P29", side: r.p.side(u), unit: u, rule: "10.3.1",
		prompt: "Which way does " + r.p.spec(u).ID + " withdraw?", options: options, def: options[0]}
	t := r.p.tasteOf(u)
	if t != (taste{}) {
		c.sheet = options[0]
	}
	if t.toward && !t.nearer(ways[0]) {
		r.unable(c, r.of(u, "10.3.1", "has no way toward "+t.dir.String()+" that costs as few levels and tests"), r.p.sheet(c.side, "P29", r.owners(c)...))
	}
	if t.pass == "avoid" && len(ways[0].passed) > 0 {
		c.kind = "P41"
		r.unable(c, r.of(u, "10.3.3-b", "has no way round its friends"), "avoid")
		c.kind = "P29"
	}
	return chosen(r, c, ways)
}

// taste is what standing orders say of withdrawals [JDG-P29, JDG-P41].
type taste struct {
	toward bool // dir is preferred
	dir    hex.Dir
	pass   string // friends: "avoid", "through" or not said
}

func (p *Position) tasteOf(u int) taste {
	id, form := p.spec(u).ID, p.spec(u).Form
	d, err := hex.ParseDir(p.sheet(p.side(u), "P29", id, form))
	return taste{err == nil, d, p.sheet(p.side(u), "P41", id, form)}
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
func (t taste) way(p *Position, s int, a, b withdrawal) int {
	ea, eb := a.end(), b.end()
	losses, passed := cmp.Compare(a.losses, b.losses), cmp.Compare(len(a.passed), len(b.passed))
	switch t.pass {
	case "avoid":
		losses, passed = cmp.Or(passed, losses), 0
	case "through":
		passed = 0
	}
	far := 0
	if t.toward {
		mark := t.mark(a.path[0])
		far = cmp.Compare(ea.Distance(mark), eb.Distance(mark))
	}
	return cmp.Or(losses, passed, far,
		cmp.Compare(p.toRoutEdge(ea, s), p.toRoutEdge(eb, s)),
		cmp.Compare(p.toCommander(ea, s), p.toCommander(eb, s)),
		cmp.Compare(len(a.path), len(b.path)),
		cmp.Compare(pathString(a.path), pathString(b.path)))
}

// follow moves a unit along a withdrawal hex by hex, with the losses on the
// way, and then tests the friends that it passed through.
func (r *run) follow(u int, w withdrawal) error {
	r.noteOther(u, forced)
	for i := 1; i < len(w.path) && r.p.onMap(u); i++ {
		if err := r.withdrawStep(u, w.path[i-1], w.path[i]); err != nil {
			return err
		}
	}
	if r.p.onMap(u) {
		r.settleFacing(u)
	}
	for _, v := range w.passed {
		if r.p.onMap(v) {
			if err := r.passedThrough(v, u); err != nil {
				return err
			}
		}
	}
	return nil
}

// withdrawStep moves a withdrawing unit one hex and takes the levels that the
// step costs.
func (r *run) withdrawStep(u int, here, to hex.Hex) error {
	kind := "retire"
	if r.p.Units[u].State == setup.Routed {
		kind = "retreat"
	}
	r.event("10.3.1", kind, r.p.side(u), "unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{here, to}))
	r.trail(u, to)
	r.accompany(u, here, to)
	if err := r.arrived(u, here, to); err != nil {
		return err
	}
	if r.p.losesByCrossing(here, to) {
		if err := r.levelOnTheWay(u, "10.3.4-b", "10.3.4-b", "crossing"); err != nil {
			return err
		}
	}
	if r.p.onMap(u) && len(r.p.frontZOC(to, 1-r.p.side(u))) > 0 {
		if err := r.levelOnTheWay(u, "10.3.5-b", "10.3.5-c", "enemy front hex"); err != nil {
			return err
		}
	}
	return nil
}

// levelOnTheWay takes a level from a withdrawing unit; one that routs goes on
// along its way, which was planned for it [JDG-Q114]. last is the rule by
// which a routed one is eliminated.
func (r *run) levelOnTheWay(u int, rule, last, cause string) error {
	switch r.p.Units[u].State {
	case setup.Ordered:
		r.disorder(u, rule, cause)
	case setup.Disordered:
		r.rout(u, rule, cause)
	default:
		if err := r.eliminate(u, last, cause); err != nil {
			return err
		}
	}
	return nil
}

// passedThrough tests a friend that a withdrawing unit went over; a routed
// one makes a rout move [10.5-b, 10.5-d]. Its own retreat leads away from its
// adjacent enemies [JDG-Q111].
func (r *run) passedThrough(v, by int) error {
	if r.p.Units[v].State == setup.Routed {
		return r.routMoveExcept(v, "10.5-d", by)
	}
	return r.mustTest(v, "10.5-b", "passed through by "+r.p.spec(by).ID, nil)
}

// settleFacing turns a unit that ended its withdrawal in a stack like the
// units that stood there [10.3.2-b].
func (r *run) settleFacing(u int) {
	un := r.p.Units[u]
	for _, v := range r.p.stack(un.Hex) {
		sameKind := (r.p.spec(v).Arm == setup.Artillery) == (r.p.spec(u).Arm == setup.Artillery)
		if v != u && sameKind && un.State != setup.Routed && r.p.Units[v].Facing != un.Facing {
			r.event("10.3.2-b", "face", r.p.side(u), "unit", r.p.spec(u).ID, "facing", r.p.Units[v].Facing.String())
			return
		}
	}
}

// arrived does what every entry of a hex by a unit brings: commanders of the
// other side get out of the way, reinforcements of the other side lose their
// status.
func (r *run) arrived(u int, from, to hex.Hex) error {
	if err := r.enemyEntered(r.p.side(u), from, to); err != nil {
		return err
	}
	r.checkRenforts()
	return nil
}

// withdrawals lists the legal ways of a unit, first the one that its owner's
// standing orders prefer, or the default [JDG-P29].
func (p *Position) withdrawals(u int, from []hex.Hex) []withdrawal {
	s := &wayFinder{p: p, u: u, from: from, start: p.Units[u].Hex, taste: p.tasteOf(u)}
	if len(from) == 0 {
		s.from = p.awayFrom(u)
	}
	s.search()
	s.sort(s.found)
	return p.lastResorts(u, s.found)
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
		if good := slices.DeleteFunc(slices.Clone(ways), poor); len(good) > 0 {
			ways = good
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
}

func (s *wayFinder) search() {
	ways := []withdrawal{{path: []hex.Hex{s.start}, state: s.p.Units[s.u].State}}
	for len(ways) > 0 {
		var longer []withdrawal
		for _, w := range ways {
			here := w.end()
			if w.state == setup.Eliminated || len(w.path) > s.length(w) && s.mayStop(here, w) {
				s.found = append(s.found, w)
				continue
			}
			for _, to := range here.Neighbors() {
				if s.mayStep(here, to, w) {
					longer = append(longer, s.step(w, here, to))
				}
			}
		}
		ways = s.prune(longer)
	}
}

// prune keeps of the ways that have come to one hex in one state those that a
// question would list: they go on alike, so that the best of them stay the best.
func (s *wayFinder) prune(ways []withdrawal) []withdrawal {
	if len(ways) <= mostListed {
		return ways
	}
	type place struct {
		at    hex.Hex
		state setup.State
	}
	s.sort(ways)
	count := map[place]int{}
	return slices.DeleteFunc(ways, func(w withdrawal) bool {
		at := place{w.end(), w.state}
		count[at]++
		return count[at] > mostListed
	})
}

// sort puts ways into the order of the owner's taste.
func (s *wayFinder) sort(ways []withdrawal) {
	slices.SortStableFunc(ways, func(a, b withdrawal) int { return s.taste.way(s.p, s.p.side(s.u), a, b) })
}

// length is the number of hexes that the unit has to go in its state.
func (s *wayFinder) length(w withdrawal) int {
	if w.state == setup.Routed {
		return s.p.retreatLength(s.u)
	}
	return 1
}

// mayStep checks direction, ground and enemies of one step.
func (s *wayFinder) mayStep(here, to hex.Hex, w withdrawal) bool {
	if !s.p.canWithdrawInto(s.u, here, to) {
		return false
	}
	switch {
	case len(w.path) > 1:
		return to.Distance(s.start) > here.Distance(s.start)
	case len(s.from) > 0:
		return s.p.fartherFrom(s.u, w.state, here, to, s.from)
	}
	// Nobody to lead away from: toward the own rout edge [JDG-Q111].
	side := s.p.side(s.u)
	return s.p.toRoutEdge(to, side) <= s.p.toRoutEdge(here, side)
}

// mayStop reports whether the unit may end its withdrawal in a hex. Its state
// there decides with whom it may stack.
func (s *wayFinder) mayStop(h hex.Hex, w withdrawal) bool {
	return len(s.p.strangers(s.u, w.state, h)) == 0
}

// step adds one hex to a way: what it costs, and whom it passes.
func (s *wayFinder) step(w withdrawal, here, to hex.Hex) withdrawal {
	next := withdrawal{path: append(slices.Clone(w.path), to), state: w.state, losses: w.losses, passed: w.passed}
	lose := func() {
		next.state = min(next.state+1, setup.Eliminated)
		next.losses++
	}
	if s.p.losesByCrossing(here, to) {
		lose()
	}
	if len(s.p.frontZOC(to, 1-s.p.side(s.u))) > 0 {
		lose()
	}
	if next.state < setup.Eliminated {
		next.passed = append(slices.Clone(w.passed), s.p.strangers(s.u, next.state, to)...)
	}
	return next
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
	un := &p.Units[u]
	old := un.State
	un.State = state
	ok, _, _ := p.mayStack([]int{u}, h)
	un.State = old
	return ok
}

// toRoutEdge is the distance in hexes from h to the map edge that a side
// routs to.
func (p *Position) toRoutEdge(h hex.Hex, s int) int {
	spec := p.sc.Sides[s]
	switch spec.RoutEdge {
	case "west":
		return int(h.Col) - 1
	case "east":
		return p.sc.Map.Cols - int(h.Col)
	}
	n := 0
	for x := h.Neighbor(spec.Rout); p.sc.Map.On(x); x = x.Neighbor(spec.Rout) {
		n++
	}
	return n
}

// toCommander is the distance from h to the nearest own overall commander,
// 999 if there is none.
func (p *Position) toCommander(h hex.Hex, s int) int {
	best := 999
	for i, l := range p.sc.Leaders {
		if l.Side == s && p.Leaders[i].Hex != hex.None {
			best = min(best, h.Distance(p.Leaders[i].Hex))
		}
	}
	return best
}

// trail records where a withdrawing unit went, for a pursuit. Combats begin
// the trails of their units anew, and nobody pursues off the map, so that what
// is recorded between combats or beyond the edge is never followed.
func (r *run) trail(u int, to hex.Hex) { r.trails[u] = append(r.trails[u], to) }

func itoa(n int) string { return strconv.Itoa(n) }
