package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// routPhase is Phase E: every routed unit makes a rout move, then all
// formations are checked for demoralisation [1.E].
func (r *run) routPhase() error {
	first := max(r.p.Holder, 0)
	for _, s := range [2]int{first, 1 - first} {
		for _, u := range r.p.routOrder(s) {
			if r.p.unit(u).State == setup.Routed {
				if err := r.routMove(u, "10.4-a"); err != nil {
					return err
				}
			}
		}
	}
	r.demoralisation()
	r.phase(EndPhase)
	return nil
}

// routOrder lists a side's routed units, the nearest to its rout edge first,
// ties by id [JDG-Q121].
func (p *Position) routOrder(s int) []int {
	var us []int
	for u := range p.sc.Units {
		if p.side(u) == s && p.onMap(u) && p.unit(u).State == setup.Routed {
			us = append(us, u)
		}
	}
	slices.SortStableFunc(us, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.toRoutEdge(p.unit(a).Hex, s), p.toRoutEdge(p.unit(b).Hex, s)),
			cmp.Compare(p.spec(a).ID, p.spec(b).ID))
	})
	return us
}

// routMove makes one rout move [10.4]. A unit that has stopped in a town,
// village or castle stays there in Phase E unless its owner lets it go on.
func (r *run) routMove(u int, rule string) error { return r.routMoveExcept(u, rule, -1) }

// routMoveExcept is routMove in which the unit spare, which has just passed
// through u, stays where it is when u passes through it [10.5-f].
func (r *run) routMoveExcept(u int, rule string, spare int) error {
	if r.p.unit(u).Halted && rule == "10.4-a" {
		if stays, err := r.stays(u); err != nil || stays {
			return err
		}
	}
	r.convoy = convoy{} // all commanders of the hex go with it
	s := r.p.routFinder(u)
	ways := s.ways()
	r.searched(routTakes * s.tried)
	if len(ways) == 0 {
		r.accompany(u, r.p.unit(u).Hex, hex.None)
		return r.eliminate(u, "10.4-f", "cannot rout")
	}
	way, err := r.chooseRout(u, ways)
	if err != nil {
		return err
	}
	passed, err := r.walkRout(u, rule, way)
	if err != nil {
		return err
	}
	for _, v := range passed {
		if v != spare && r.p.onMap(v) {
			if err := r.passedThrough(v, u); err != nil {
				return err
			}
		}
	}
	return nil
}

// stays lets the owner of a routed unit in a town, village or castle decide
// whether it stays or routs on [10.4-l, 10.4-n, JDG-P40].
func (r *run) stays(u int) (bool, error) {
	def := "stop"
	if r.p.adjacentEnemy(r.p.unit(u).Hex, r.p.side(u)) {
		def = "go-on"
	}
	answer, err := r.decide(choice{kind: "P40", side: r.p.side(u), unit: u, rule: "10.4-l",
		prompt:  "Does " + r.p.spec(u).ID + " stop its rout in " + r.p.unit(u).Hex.String() + "?",
		options: []string{"stop", "go-on"}, def: def})
	return answer == "stop", err
}

// walkRout moves a unit along its rout hex by hex and returns the friends that
// it passed through.
func (r *run) walkRout(u int, rule string, w routWay) (passed []int, err error) {
	for i := 1; i < len(w.path); i++ {
		here, to := w.path[i-1], w.path[i]
		r.event(rule, "rout-move", r.p.side(u), "unit", r.p.spec(u).ID, "path", pathString([]hex.Hex{here, to}))
		r.trail(u, to)
		r.accompany(u, here, to)
		if to == hex.None {
			return passed, r.eliminate(u, "10.4-t", "left the map")
		}
		if err := r.arrived(u, here, to); err != nil {
			return nil, err
		}
		if r.p.inFrontZOC(to, 1-r.p.side(u)) {
			return passed, r.eliminate(u, "10.3.5-c", "enemy front hex")
		}
		if r.p.stopsRout(to) && !r.p.alone(u, to) {
			r.unable(choice{kind: "P40", side: r.p.side(u), unit: u},
				r.of(u, "10.4-l", "is not alone in "+to.String()), "stop")
		} else if r.p.stopsRout(to) {
			stays, err := r.stays(u)
			if err != nil {
				return nil, err
			}
			if stays {
				r.event("10.4-l", "halt", r.p.side(u), "unit", r.p.spec(u).ID, "stays", "yes")
				return passed, nil
			}
		}
		passed = append(passed, r.p.strangers(u, setup.Routed, to)...)
	}
	return passed, nil
}

// stopsRout reports whether a routed unit may stop in a hex [10.4-l].
func (p *Position) stopsRout(h hex.Hex) bool {
	return p.rs.tables.Hexes[p.sc.Map.At(h).Terrain].StopsRout
}

// alone reports whether no other unit stands in u's hex.
func (p *Position) alone(u int, h hex.Hex) bool {
	return p.topUnit(h) == u && p.below(u) < 0
}

// routWay is one way of a rout move; a last hex of hex.None leaves the map.
type routWay struct {
	path   []hex.Hex
	spent  int
	shifts int
	left   int  // shifts to the right minus shifts to the left: left is preferred
	passed int  // friends passed through
	dead   bool // ends in an enemy front hex in ZOC
	paired bool // ends with another routed unit
	closed bool // ends in a closed entry hex
	short  bool // stops one hex early so as not to be paired [10.4-r]
}

func (w routWay) end() hex.Hex { return w.path[len(w.path)-1] }

// chooseRout lets the owner choose among the ways of a rout move, which come
// best first [JDG-P39].
func (r *run) chooseRout(u int, ways []routWay) (routWay, error) {
	if r.byDefault(r.p.side(u), "P39") {
		return ways[0], nil
	}
	const most = 12 // as many as a question can list
	ways = ways[:min(len(ways), most)]
	options := make([]string, len(ways))
	for i, w := range ways {
		options[i] = pathString(w.path)
	}
	c := choice{kind: "P39", side: r.p.side(u), unit: u, rule: "10.4-o",
		prompt: "Which way does " + r.p.spec(u).ID + " rout?", options: options, def: options[0]}
	t := r.p.routTaste(u)
	if t != (routTaste{}) {
		c.sheet = options[0]
	}
	r.unable(c, r.of(u, "10.4-o", t.missed(ways[0])), r.p.sheet(c.side, "P39", r.owners(c)...))
	return chosen(r, c, ways)
}

// routTaste is what a standing order says of the way round obstacles.
type routTaste struct{ left, right, round bool }

func (p *Position) routTaste(u int) routTaste {
	words := strings.Split(p.sheet(p.side(u), "P39", p.spec(u).ID, p.spec(u).Form), ",")
	return routTaste{slices.Contains(words, "left"), slices.Contains(words, "right"), slices.Contains(words, "round")}
}

// missed says what a way does against the owner's taste, "" for nothing.
func (t routTaste) missed(w routWay) string {
	switch {
	case t.left && w.left > 0:
		return "has no way as short that goes left"
	case t.right && w.left < 0:
		return "has no way as short that goes right"
	case t.round && w.passed > 0:
		return "has no way round its friends"
	}
	return ""
}

// way compares two rout moves: those that survive, end alone and in no closed entry hex
// come first, then by default those with fewest column shifts, then fewest friends passed,
// then left before right [JDG-P39].
func (t routTaste) way(a, b routWay) int {
	left, round := cmp.Compare(a.left, b.left), 0
	if t.right {
		left = -left
	}
	if t.round {
		round = cmp.Compare(a.passed, b.passed)
	}
	return cmp.Or(
		cmp.Compare(boolInt(a.dead), boolInt(b.dead)),
		cmp.Compare(boolInt(a.paired), boolInt(b.paired)),
		cmp.Compare(boolInt(a.closed), boolInt(b.closed)),
		round,
		cmp.Compare(a.shifts, b.shifts),
		cmp.Compare(boolInt(a.short), boolInt(b.short)),
		cmp.Compare(a.passed, b.passed),
		left,
		slices.CompareFunc(a.path, b.path, compareOff))
}

// compareOff is compareHex with what lies off the map behind all hexes.
func compareOff(a, b hex.Hex) int {
	return cmp.Or(cmp.Compare(boolInt(a == hex.None), boolInt(b == hex.None)), compareHex(a, b))
}

// routFinder searches rout moves depth first. No step leads back: each goes
// toward the edge, or aside to the hand that its column allows.
type routFinder struct {
	p       *Position
	u       int
	budget  int
	most    int // columns that may be shifted [10.4-p, 10.4-q]
	contact int // extra MP to enter an enemy ZOC at night or in fog
	found   []routWay
	tried   int  // steps
	aside   bool // closed entry hexes are obstacles
}

// routFinder prepares the search for the rout moves of a unit.
func (p *Position) routFinder(u int) *routFinder {
	s := &routFinder{p: p, u: u, budget: p.values(u).MA, most: 3}
	s.contact = p.newWalk([]int{u}, normalGait, 0).contact
	if p.spec(u).Arm == setup.Infantry {
		s.most = 2 // [10.4-p]
	}
	return s
}

// ways returns the ways of the rout move, first the one that the owner's
// standing orders prefer, or the default; none if the unit cannot move at all
// [10.4-f]. One that eliminates the unit, or ends with another routed one or in a
// closed entry hex, is among them only if all do [10.4-o, 10.4-r, JDG-Q44].
func (s *routFinder) ways() []routWay {
	start := routWay{path: []hex.Hex{s.p.unit(s.u).Hex}}
	s.walk(start)
	if s.aside = slices.ContainsFunc(s.found, func(w routWay) bool { return w.closed }); s.aside {
		s.walk(start)
	}
	slices.SortStableFunc(s.found, s.p.routTaste(s.u).way)
	ways := slices.CompactFunc(s.found, func(a, b routWay) bool { return slices.Equal(a.path, b.path) })
	return slices.DeleteFunc(ways, func(w routWay) bool {
		return w.dead && !ways[0].dead ||
			w.paired && !ways[0].paired ||
			w.closed && !ways[0].closed
	})
}

func (s *routFinder) offer(w routWay) { s.found = append(s.found, w) }

// walk goes on from a way and reports whether that leads to an end at all.
// Straight on comes first; only an obstacle there allows a shift [10.4-o]. A
// hex with another routed unit is one, and so is one that costs too much for
// the very first step.
func (s *routFinder) walk(w routWay) bool {
	here := w.end()
	ahead, left, right := s.p.routSteps(here, s.p.side(s.u))
	must := len(w.path) > 1 && !s.mayStop(here) // has to go on over friends, MP or not
	if !s.p.sc.Map.On(ahead) {
		if !must && len(w.path) > 1 && w.spent >= s.budget {
			s.stop(w)
			return true
		}
		w.path = append(slices.Clone(w.path), hex.None)
		s.offer(w)
		return true
	}
	straight := s.try(w, ahead, 0, must)
	shifted := blocked
	obstacle := straight == blocked || straight == tooDear && len(w.path) == 1 ||
		(s.p.topUnit(ahead) >= 0 || s.aside && s.p.entryLocked(ahead, s.p.side(s.u))) && straight == free
	if obstacle && w.shifts < s.most {
		shifted = min(s.try(w, left, -1, must), s.try(w, right, 1, must))
	}
	if straight == free {
		return true
	}
	if shifted != free && !must && len(w.path) > 1 {
		s.stop(w)
		return true
	}
	return shifted == free
}

// stop ends a way where it is or, if that is with another routed unit, one hex
// before [10.4-r].
func (s *routFinder) stop(w routWay) {
	w.paired, w.closed = !s.alone(w.end()), s.p.entryLocked(w.end(), s.p.side(s.u))
	s.offer(w)
	if n := len(w.path) - 1; w.paired && s.alone(w.path[n-1]) {
		w.path, w.paired, w.short = w.path[:n], false, true
		w.closed = s.p.entryLocked(w.end(), s.p.side(s.u))
		s.offer(w)
	}
}

// alone reports whether the unit would be alone in a hex of its way; in the
// first it stands itself.
func (s *routFinder) alone(h hex.Hex) bool { return s.p.topUnit(h) < 0 }

// verdicts on one step of a rout.
const (
	free = iota
	tooDear
	blocked
)

// try takes one step, straight or to the left (-1) or right, if it can be
// taken and leads anywhere, and says whether it could.
func (s *routFinder) try(w routWay, to hex.Hex, shift int, must bool) int {
	p, side, here := s.p, s.p.side(s.u), w.end()
	s.tried++
	if !p.crossable(s.u, here, to) || p.sideAt(to) == 1-side || p.zocToZOC(s.u, here, to) {
		return blocked
	}
	cost := s.cost(here, to)
	if w.spent+cost > s.budget && !must {
		return tooDear
	}
	next := routWay{path: append(slices.Clone(w.path), to), spent: w.spent + cost,
		shifts: w.shifts + shift*shift, left: w.left + shift,
		passed: w.passed + len(p.strangers(s.u, setup.Routed, to))}
	if p.inFrontZOC(to, 1-side) {
		next.dead = true
		s.offer(next)
		return blocked // an obstacle: a shift may avoid it [10.4-o]
	}
	if !s.walk(next) {
		return blocked
	}
	return free
}

// cost is what a step of a rout costs: as in normal movement [10.4-h,
// JDG-Q119], but nothing for friends [10.4-i].
func (s *routFinder) cost(here, to hex.Hex) int {
	side := s.p.side(s.u)
	cost, _ := s.p.enterCost(s.u, here, to, !s.p.adjacentEnemy(to, side))
	if s.p.inZOC(here, 1-side) {
		cost++
	}
	if s.p.inZOC(to, 1-side) {
		cost += s.contact
	}
	return cost
}

// mayStop reports whether a routed unit may end its move in a hex of its way:
// alone, or with one other routed unit if there is no other way [5.1.2-i].
func (s *routFinder) mayStop(h hex.Hex) bool {
	return len(s.p.stack(h)) <= 1 && len(s.p.strangers(s.u, setup.Routed, h)) == 0
}

// zocToZOC reports whether a step leads from a hex to another in the ZOC of
// the same enemy unit.
func (p *Position) zocToZOC(u int, here, to hex.Hex) bool {
	s := 1 - p.side(u)
	was := p.zocUnits(here, s)
	return slices.ContainsFunc(p.zocUnits(to, s), func(e int) bool { return slices.Contains(was, e) })
}

// routSteps returns the hex straight ahead of a rout and the ones half left
// and half right of it, which lie in the neighbouring columns [JDG-Q120].
func (p *Position) routSteps(h hex.Hex, s int) (ahead, left, right hex.Hex) {
	spec := p.sc.Sides[s]
	switch spec.RoutEdge {
	case "west":
		return zigzag(h, hex.NW, hex.SW)
	case "east":
		a, l, r := zigzag(h, hex.NE, hex.SE)
		return a, r, l
	}
	return h.Neighbor(spec.Rout), h.Neighbor(spec.Rout.Turn(-1)), h.Neighbor(spec.Rout.Turn(1))
}

// zigzag goes along the printed row, toward an edge that no hexside faces:
// ahead is the neighbour with the same row number. The other neighbour on
// that side, and the hex beside the present one on the opposite hand, change
// the row by one. up and down are the two directions toward the edge; the
// hexes returned after ahead lie south and north of the row.
func zigzag(h hex.Hex, up, down hex.Dir) (ahead, south, north hex.Hex) {
	a, b := h.Neighbor(up), h.Neighbor(down)
	if a.Row == h.Row {
		return a, b, h.Neighbor(hex.N)
	}
	return b, h.Neighbor(hex.S), a
}
