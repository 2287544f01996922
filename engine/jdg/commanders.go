package jdg

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// commanderMP is what an overall commander may spend in his move [2.5.1-f].
const commanderMP = 7

// convoy is a unit in withdrawal with the commanders that go with it.
type convoy struct {
	unit    int
	at      hex.Hex
	leaders []int
}

// commanderAlive reports whether a commander has not been eliminated.
func (p *Position) commanderAlive(i int) bool { return p.Leaders[i].Hex != hex.None }

var commanderVerbs = []*verb{{
	Verb: engine.Verb{Word: "lead", Usage: "lead COMMANDER HEX… | to HEX | with UNIT", Rule: "2.5.1"},
	step: moveStep, parse: parseLead, do: atOnce(doLead),
	subjects: func(r *run) []int { return r.indexes(len(r.p.Leaders)) }, options: leadOptions, ofLeaders: true,
	cost: leadCost,
}}

func parseLead(l *line, o *order) {
	w := l.next("the commander")
	c, ok := l.p.sc.Commander(w)
	if w != "" && (!ok || l.p.sc.Leaders[c].Side != l.side) {
		l.fail(l.p.yourCommanders(l.side), "%q is no commander of yours", w)
	}
	o.word = w
	if l.accept("with") {
		o.units = l.units()
		if len(o.units) > 1 {
			l.fail("", "name one unit")
		}
		return
	}
	l.path(o)
}

// doLead moves a commander in the movement step of an activation of his army
// [2.5.1-f, JDG-Q14].
func doLead(r *run, o *order) *engine.Fault {
	c, _ := r.p.sc.Commander(o.word)
	switch {
	case !r.p.commanderAlive(c):
		return o.fault("2.5.2", "%s has been eliminated", o.word)
	case r.p.Leaders[c].Moved:
		return o.fault("2.5.1-f", "%s has moved this turn", o.word)
	case len(o.units) > 0 && !r.p.onMap(o.units[0]):
		return o.fault("2.5.1-f", "%s is not on the map", r.p.spec(o.units[0]).ID)
	}
	path, f := r.leaderPath(o, c)
	if f != nil {
		return f
	}
	r.moveLeader("2.5.1-f", c, path, "moved", "yes")
	return nil
}

// moveLeader tells the move of a commander.
func (r *run) moveLeader(rule string, c int, path []hex.Hex, kv ...string) {
	l := r.p.sc.Leaders[c]
	args := append([]string{"id", l.ID, "to", path[len(path)-1].String(), "path", pathString(path)}, kv...)
	r.event(rule, "commander", l.Side, args...)
}

// leaderPath returns the way that an order means, with the commander's hex
// first.
func (r *run) leaderPath(o *order, c int) ([]hex.Hex, *engine.Fault) {
	start := r.p.Leaders[c].Hex
	goal := hex.None
	switch {
	case len(o.units) > 0:
		goal = r.p.unit(o.units[0]).Hex
	case o.to:
		goal = o.hexes[0]
	}
	if goal == hex.None {
		return r.leaderSteps(o, c, start)
	}
	if goal == start {
		return nil, o.fault("2.5.1-f", "%s is in %s", o.word, goal)
	}
	ways := r.p.leaderWaysIn(&r.wayRoom().spots, c)
	if _, ok := ways.reached(goal); !ok {
		rule, why := r.p.leaderBan(c, goal)
		if rule == "" {
			rule, why = "2.5.1-f", "no way of "+itoa(commanderMP)+" MP, at cavalry rates, leads there"
		}
		return nil, hint(o.fault(rule, "%s cannot get to %s: %s", o.word, goal, why), "%s",
			r.p.leadInstead(c, ways, goal))
	}
	return ways.way(goal), nil
}

// leaderSteps checks a way that is given hex by hex: cavalry rates, friends
// are no hindrance [JDG-Q14].
func (r *run) leaderSteps(o *order, c int, start hex.Hex) ([]hex.Hex, *engine.Fault) {
	path, spent := []hex.Hex{start}, 0
	for i, s := range o.steps {
		here := path[len(path)-1]
		to := s.hex
		if s.is {
			to = here.Neighbor(s.dir)
		}
		d, next := here.DirTo(to)
		switch {
		case !next:
			return nil, o.fault("4.4.1-a", "%s is not adjacent to %s", to, here)
		case !r.p.sc.Map.On(to):
			return nil, o.fault("4.4.1-h", "the way leaves the map after %s", here)
		case r.p.leaderBanned(c, to):
			rule, why := r.p.leaderBan(c, to)
			return nil, hint(o.fault(rule, "%s cannot enter %s: %s", o.word, to, why), "%s",
				r.p.leadInstead(c, r.p.leaderWays(c), to))
		}
		mp, ok := r.p.terrainCost(setup.Cavalry, here, d, !r.p.adjacentEnemy(to, r.p.sc.Leaders[c].Side))
		spent += mp
		switch {
		case !ok:
			return nil, o.fault("4.3.2", "%s cannot go from %s to %s", o.word, here, to)
		case spent > commanderMP:
			return nil, o.fault("2.5.1-f", "the way to %s costs %d MP, %s has %d", to, spent, o.word, commanderMP)
		case i < len(o.steps)-1 && r.p.zocFor(to, r.p.sc.Leaders[c].Side):
			return nil, hint(o.fault("2.5.1-i", "%s has to stop in %s, in the zone of control of %s", o.word, to,
				r.p.controllers(to, r.p.sc.Leaders[c].Side)),
				"end his way there, or lead him round it")
		}
		path = append(path, to)
	}
	return path, nil
}

// zocFor reports whether h lies in a ZOC of the enemies of side s.
func (p *Position) zocFor(h hex.Hex, s int) bool { return p.inZOC(h, 1-s) }

// leaderBanned reports whether the enemy keeps a commander out of a hex: it
// holds an enemy, or lies in an enemy ZOC without a friendly unit [2.5.1-i].
func (p *Position) leaderBanned(c int, h hex.Hex) bool {
	s := p.sc.Leaders[c].Side
	return p.sideAt(h) == 1-s || p.sideAt(h) != s && p.zocFor(h, s)
}

// leaderBan says which clause keeps a commander out of a hex, and whose units.
func (p *Position) leaderBan(c int, h hex.Hex) (rule, why string) {
	s := p.sc.Leaders[c].Side
	switch {
	case p.sideAt(h) == 1-s:
		return "2.5.1-i", "the enemy is there with " + p.unitIDs(p.stack(h))
	case p.leaderBanned(c, h):
		return "2.5.1-i", "it lies in the zone of control of " + p.controllers(h, s) + ", and no friendly unit is there"
	}
	return "", ""
}

// controllers names the enemies of side s in whose zone of control h lies.
func (p *Position) controllers(h hex.Hex, s int) string {
	var names []string
	for _, u := range p.zocUnits(h, 1-s) {
		names = append(names, p.spec(u).ID+" ("+p.unit(u).Hex.String()+")")
	}
	return strings.Join(names, ", ")
}

// leadInstead names the hex nearest to goal that a commander can reach.
func (p *Position) leadInstead(c int, ways *spots, goal hex.Hex) string {
	best := hex.None
	for _, h := range p.sc.Map.Hexes() {
		if mp, ok := ways.reached(h); ok && mp > 0 && (best == hex.None || h.Distance(goal) < best.Distance(goal)) {
			best = h
		}
	}
	if best == hex.None {
		return "he cannot go anywhere; he enters an enemy zone of control only where a friendly unit is"
	}
	return "legal here: lead " + p.sc.Leaders[c].ID + " to " + best.String() +
		"; he enters an enemy zone of control only where a friendly unit is"
}

// leaderLook judges a hex for a commander once in a search: foe, he is kept
// out; control and adjacent as for units.
func (p *Position) leaderLook(c int, h hex.Hex) ground {
	s, g := p.sc.Leaders[c].Side, looked
	if !p.isTaken(h) && !p.maybeBeside(h) {
		return g
	}
	for _, d := range hex.Dirs {
		n := h.Neighbor(d)
		if p.sideAt(n) != 1-s {
			continue
		}
		if g |= adjacent; p.controlsInto(n, d.Turn(3)) {
			g |= control
			break
		}
	}
	if there := p.sideAt(h); there == 1-s || there != s && g&control != 0 {
		g |= foe
	}
	return g
}

// leadRest lets commanders who are to stay with a unit follow it once it has
// moved, if they can [JDG-P14].
func (r *run) leadRest() {
	for c, l := range r.p.sc.Leaders {
		s, _ := r.p.Sheets[r.act.side].Find("P14", l.ID)
		u, ok := r.p.sc.Unit(s.Answer)
		if l.Side != r.act.side || !ok || !r.p.commanderAlive(c) || !r.did(u, moved) || !r.p.onMap(u) ||
			r.p.Leaders[c].Hex == r.p.unit(u).Hex || r.led(l.ID) {
			continue
		}
		if r.p.Leaders[c].Moved {
			r.notFollowed(l.Side, s, &bar{"2.5.1-f", l.ID + " has moved this turn"})
			continue
		}
		path, f := r.leaderPath(&order{Order: unwritten, word: l.ID, units: []int{u}}, c)
		if f != nil {
			r.notFollowed(l.Side, s, &bar{f.Rule, f.Msg.String()})
			continue
		}
		r.secret("2.5.1-f", "decision", l.Side, "kind", "P14", "whom", l.ID, "answer", r.p.spec(u).ID, "source",
			"standing")
		r.moveLeader("2.5.1-f", c, path, "moved", "yes")
	}
}

// led reports whether an order line of this activation moves a commander.
func (r *run) led(id string) bool {
	return slices.ContainsFunc(r.act.orders, func(o *order) bool { return o.verb.Word == "lead" && o.word == id })
}

// leaderWays finds the cheapest way to every hex that a commander can reach.
// Of equally cheap ways it keeps the one found first.
func (p *Position) leaderWays(c int) *spots { return p.leaderWaysIn(new(spots), c) }

// leaderWaysIn is leaderWays in the room of spots that nobody looks at any more.
func (p *Position) leaderWaysIn(room *spots, c int) *spots {
	start := p.Leaders[c].Hex
	found := room.around(p.sc.Map, start, start, 2*commanderMP)
	*found.at(start) = spot{cost: 1, back: -1, seen: p.leaderLook(c, start)}
	queue := append(make([]hex.Hex, 0, len(found.of)), start)
	for i := 0; i < len(queue); i++ {
		here := queue[i]
		if here != start && found.at(here).seen&control != 0 {
			continue
		}
		spent, _ := found.reached(here)
		for _, d := range hex.Dirs {
			to := here.Neighbor(d)
			at := found.at(to)
			if at == nil {
				continue
			}
			if at.seen == 0 {
				at.seen = p.leaderLook(c, to)
			}
			if at.seen&foe != 0 {
				continue
			}
			mp, ok := p.terrainCost(setup.Cavalry, here, d, at.seen&adjacent == 0)
			if mp += spent; !ok || mp > commanderMP || at.cost > 0 && int(at.cost) <= mp+1 {
				continue
			}
			at.cost, at.back = int16(mp)+1, int8(d.Turn(3))
			queue = append(queue, to)
		}
	}
	return found
}

// leadCost is what the move of a commander to a hex takes.
func leadCost(r *run, o *order) (cost, why string) {
	c, _ := r.p.sc.Commander(o.word)
	if !o.to {
		return "", ""
	}
	mp, ok := r.p.leaderWays(c).reached(o.hexes[0])
	if !ok {
		return "", ""
	}
	return strconv.Itoa(mp) + " MP", "at cavalry rates, of " + strconv.Itoa(commanderMP) + " MP"
}

func leadOptions(r *run, c int, yield func(words ...string)) {
	l := &r.p.sc.Leaders[c]
	if l.Side != r.act.side || !r.p.commanderAlive(c) || r.p.Leaders[c].Moved {
		return
	}
	for _, h := range r.among(r.p.leaderWays(c).ends()) {
		yield("lead", l.ID, "to", h.String())
	}
}

// enemyEntered lets commanders get out of the way of a unit of side s, or a
// stack that moves as one, whose step has brought it next to them [2.5.2,
// JDG-Q16].
func (r *run) enemyEntered(s int, from, to hex.Hex) error {
	for c, l := range r.p.sc.Leaders {
		if l.Side != s && r.p.commanderAlive(c) && alarms(from, to, r.p.Leaders[c].Hex) {
			if err := r.displace(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// alarms reports whether a step of an enemy unit makes a commander in hex at
// react: it comes next to him, and was not so before [JDG-Q16], or it enters
// his very hex.
func alarms(from, to, at hex.Hex) bool {
	return to == at || to.Distance(at) == 1 && (from == hex.None || from.Distance(at) > 1)
}

// leftAlone makes the commanders of a hex displace whose last unit there was
// eliminated in place. Those who went there with it in its withdrawal are lost
// [JDG-Q17].
func (r *run) leftAlone(h hex.Hex, side int) error {
	for c, l := range r.p.sc.Leaders {
		switch {
		case l.Side != side || r.p.Leaders[c].Hex != h:
		case r.convoy.at == h && slices.Contains(r.convoy.leaders, c):
			r.loseLeader("2.5.2-h", c, "lost with "+r.p.spec(r.convoy.unit).ID)
		default:
			if err := r.displace(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// displace moves a commander one or two hexes away; with troops he may stay
// [2.5.2-a, 2.5.2-b, JDG-P15].
func (r *run) displace(c int) error {
	l := r.p.sc.Leaders[c]
	at := r.p.Leaders[c].Hex
	with := r.p.topUnit(at)
	if with >= 0 && r.p.side(with) != l.Side {
		with = -1
	}
	ways := r.p.refuges(c)
	if len(ways) == 0 {
		if with < 0 {
			r.loseLeader("2.5.2-h", c, "no way out")
			return nil
		}
		r.unable(choice{kind: "P15", side: l.Side, unit: with, with: r.p.stack(at), leader: l.ID},
			&bar{"2.5.2-a", "no hex is open to " + l.ID}, "fall-back")
		return nil
	}
	ch := choice{kind: "P15", side: l.Side, unit: with, with: r.p.stack(at), leader: l.ID, rule: "2.5.2-b",
		def:    "fall-back",
		prompt: "An enemy is next to " + l.Name + " in " + at.String() + ": where does he go?"}
	if with >= 0 {
		ch.rule = "2.5.2-a"
		ch.options = []string{"stay"}
		if slices.ContainsFunc(r.p.stack(at), func(u int) bool { return r.p.unit(u).State == setup.Ordered }) {
			ch.def = "stay"
		}
	}
	ch.options = append(ch.options, "fall-back")
	for _, w := range ways {
		ch.options = append(ch.options, w[len(w)-1].String())
	}
	answer, err := r.decide(ch)
	if err != nil {
		return err
	}
	switch answer {
	case "stay":
	case "fall-back":
		r.moveLeader(ch.rule, c, ways[0], "cause", "displaced")
	default:
		i := slices.IndexFunc(ways, func(w []hex.Hex) bool { return w[len(w)-1].String() == answer })
		r.moveLeader(ch.rule, c, ways[i], "cause", "displaced")
	}
	return nil
}

// refuges lists where a commander may displace to, the default first: the
// nearest friendly unit, else away from the enemy [JDG-P15]; of equals the
// hex of the lowest number. A hex next to an enemy counts only with a friendly
// unit in it, or if there is no other [JDG-Q18].
func (p *Position) refuges(c int) [][]hex.Hex {
	s, start := p.sc.Leaders[c].Side, p.Leaders[c].Hex
	var all [][]hex.Hex
	ways := [][]hex.Hex{{start}}
	for range 2 {
		var next [][]hex.Hex
		for _, w := range ways {
			for d, to := range w[len(w)-1].Neighbors() {
				known := to == start || slices.ContainsFunc(slices.Concat(all, next),
					func(o []hex.Hex) bool { return o[len(o)-1] == to })
				if known || !p.sc.Map.On(to) || p.sideAt(to) == 1-s {
					continue
				}
				if p.passable(setup.Cavalry, w[len(w)-1], hex.Dir(d)) {
					next = append(next, append(slices.Clone(w), to))
				}
			}
		}
		all, ways = append(all, next...), next
	}
	end := func(w []hex.Hex) hex.Hex { return w[len(w)-1] }
	safe := slices.DeleteFunc(slices.Clone(all), func(w []hex.Hex) bool {
		return p.adjacentEnemy(end(w), s) && p.sideAt(end(w)) != s
	})
	if len(safe) > 0 {
		all = safe
	}
	var friends, others [][]hex.Hex
	for _, w := range all {
		if p.steadyAt(end(w), s) {
			friends = append(friends, w)
		} else {
			others = append(others, w)
		}
	}
	near := func(a, b []hex.Hex) int { return cmp.Or(cmp.Compare(len(a), len(b)), compareHex(end(a), end(b))) }
	slices.SortStableFunc(friends, near)
	slices.SortStableFunc(others, func(a, b []hex.Hex) int {
		return cmp.Or(cmp.Compare(p.nearestEnemy(end(b), s), p.nearestEnemy(end(a), s)), near(a, b))
	})
	return append(friends, others...)
}

// steadyAt reports whether a unit of side s that is not routed stands in h.
func (p *Position) steadyAt(h hex.Hex, s int) bool {
	u := p.topUnit(h)
	return u >= 0 && p.side(u) == s && p.unit(u).State < setup.Routed
}

func compareHex(a, b hex.Hex) int {
	return cmp.Or(cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row))
}

// loseLeader eliminates a commander. Without any left the whole army is
// without orders at once, and nobody gives it any again [2.5.2-i, 2.5.2-j]; an
// activation under way keeps the rights that it began with.
func (r *run) loseLeader(rule string, c int, cause string) {
	l := r.p.sc.Leaders[c]
	r.event(rule, "commander", l.Side, "id", l.ID, "to", hex.None.String(), "cause", cause)
	for o := range r.p.sc.Leaders {
		if r.p.sc.Leaders[o].Side == l.Side && r.p.commanderAlive(o) {
			return
		}
	}
	for i, g := range r.p.Groups {
		if r.p.sc.Forms[g.Form].Side == l.Side && r.p.Faces[i] != (Face{NoOrders, true}) {
			r.event("2.5.2-i", "reveal", l.Side, "group", g.ID, "orders", NoOrders.String())
		}
	}
}

// accompany takes the commanders of a hex along with a unit that retires,
// retreats or routs one hex farther; to is no hex if the unit perishes on the
// way or leaves the map [2.5.2-d, 2.5.2-f, 2.5.2-g, 2.5.2-h].
func (r *run) accompany(u int, from, to hex.Hex) {
	if r.convoy.unit != u || r.convoy.at != from {
		r.convoy = convoy{unit: u}
		for c, l := range r.p.sc.Leaders {
			if l.Side == r.p.side(u) && r.p.Leaders[c].Hex == from {
				r.convoy.leaders = append(r.convoy.leaders, c)
			}
		}
	}
	r.convoy.at = to
	rule, lost := "2.5.2-d", "2.5.2-h"
	if r.p.Phase == RoutPhase {
		rule, lost = "2.5.2-f", "2.5.2-g"
	}
	for _, c := range r.convoy.leaders {
		switch {
		case r.p.Leaders[c].Hex != from:
		case to == hex.None:
			r.loseLeader(lost, c, "lost with "+r.p.spec(u).ID)
		default:
			r.moveLeader(rule, c, []hex.Hex{from, to}, "cause", "withdrawal")
		}
	}
}
