package jdg

import (
	"cmp"
	"slices"
	"strconv"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// withdraw carries out the retire or, for a routed unit, the retreat of a
// unit: its owner chooses among the legal ways [10.3, JDG-P29]. If some of
// them end in one of the hexes prefer, it takes one of those [JDG-Q74].
// Without any way the unit is eliminated [10.3.1-d].
func (r *run) withdraw(u int, from []hex.Hex, prefer ...hex.Hex) error {
	if r.p.unit(u).Square {
		r.breakSquare(r.p.unit(u).Hex, "4.2-n")
	}
	r.convoy = convoy{} // all commanders of the hex go with it
	s := cmp.Or(r.ways, new(wayFinder))
	r.ways = s
	s.renew(r.p, u, from)
	ways := s.ways()
	r.searched(s.tried)
	if len(ways) == 0 {
		r.accompany(u, r.p.unit(u).Hex, hex.None)
		return r.eliminate(u, "10.3.1-d", "no way to withdraw")
	}
	other := func(w withdrawal) bool { return !slices.Contains(prefer, w.end()) }
	if slices.ContainsFunc(ways, func(w withdrawal) bool { return !other(w) }) {
		ways = slices.DeleteFunc(ways, other)
	}
	way, err := r.chooseWay(u, ways)
	if err != nil {
		return err
	}
	return r.follow(u, way)
}

// chooseWay lets the owner choose among ways, which come best first.
func (r *run) chooseWay(u int, ways []withdrawal) (withdrawal, error) {
	if r.byDefault(r.p.side(u), "P29", "P41") {
		return ways[0], nil
	}
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
		r.unable(c, r.of(u, "10.3.1", "has no way toward "+t.dir.String()+" that costs as few levels and tests"),
			r.p.sheet(c.side, "P29", r.owners(c)...))
	}
	if t.pass == "avoid" && len(ways[0].passed) > 0 {
		c.kind = "P41"
		r.unable(c, r.of(u, "10.3.3-b", "has no way round its friends"), "avoid")
		c.kind = "P29"
	}
	return chosen(r, c, ways)
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
	if r.p.unit(u).State == setup.Routed {
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
	if r.p.onMap(u) && r.p.inFrontZOC(to, 1-r.p.side(u)) {
		return r.levelOnTheWay(u, "10.3.5-b", "10.3.5-c", "enemy front hex")
	}
	return nil
}

// levelOnTheWay takes a level from a withdrawing unit; one that routs goes on
// along its way, which was planned for it [JDG-Q114]. last is the rule by
// which a routed one is eliminated.
func (r *run) levelOnTheWay(u int, rule, last, cause string) error {
	switch r.p.unit(u).State {
	case setup.Ordered:
		r.disorder(u, rule, cause)
	case setup.Disordered:
		r.rout(u, rule, cause)
	default:
		return r.eliminate(u, last, cause)
	}
	return nil
}

// passedThrough tests a friend that a withdrawing unit went over; a routed
// one makes a rout move [10.5-b, 10.5-d]. Its own retreat leads away from its
// adjacent enemies [JDG-Q111].
func (r *run) passedThrough(v, by int) error {
	if r.p.unit(v).State == setup.Routed {
		return r.routMoveExcept(v, "10.5-d", by)
	}
	return r.mustTest(v, "10.5-b", "passed through by "+r.p.spec(by).ID, nil)
}

// settleFacing turns a unit that ended its withdrawal in a stack like the
// units that stood there [10.3.2-b].
func (r *run) settleFacing(u int) {
	un := r.p.unit(u)
	for _, v := range r.p.stack(un.Hex) {
		sameKind := (r.p.spec(v).Arm == setup.Artillery) == (r.p.spec(u).Arm == setup.Artillery)
		if v != u && sameKind && un.State != setup.Routed && r.p.unit(v).Facing != un.Facing {
			r.event("10.3.2-b", "face", r.p.side(u), "unit", r.p.spec(u).ID, "facing", r.p.unit(v).Facing.String())
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

// arrivedAs is arrived for the i-th unit of a stack that goes as one: for
// commanders the whole stack is one enemy who comes near [JDG-Q16].
func (r *run) arrivedAs(i, u int, from, to hex.Hex) error {
	if i > 0 {
		r.checkRenforts()
		return nil
	}
	return r.arrived(u, from, to)
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

// wake is where one unit went, the hex where it fought first.
type wake struct {
	unit int
	way  []hex.Hex
}

// trail records where a withdrawing unit went, for a pursuit. Combats begin
// the trails of their units anew, and nobody pursues off the map, so that what
// is recorded between combats or beyond the edge is never followed.
func (r *run) trail(u int, to hex.Hex) {
	i := slices.IndexFunc(r.trails, func(t wake) bool { return t.unit == u })
	if i < 0 {
		i, r.trails = len(r.trails), append(r.trails, wake{unit: u})
	}
	r.trails[i].way = append(slices.Clip(r.trails[i].way), to) // forks share what there was
}

// wentBy is the trail of a unit.
func (r *run) wentBy(u int) []hex.Hex {
	i := slices.IndexFunc(r.trails, func(t wake) bool { return t.unit == u })
	if i < 0 {
		return nil
	}
	return r.trails[i].way
}

func itoa(n int) string { return strconv.Itoa(n) }
