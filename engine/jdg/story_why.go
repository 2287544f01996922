package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// lastStep is how a unit came into its hex, for what happens to it there.
type lastStep struct {
	unit     int
	from, to hex.Hex
}

// noteSteps remembers the steps of a withdrawal, the latest last.
func (t *teller) noteSteps(e engine.Event) {
	switch e.Kind {
	case "activate", "phase", "combat":
		t.steps, t.answers = nil, nil
	case "retire", "retreat", "rout-move", "evade", "advance", "pursue":
		u, _ := t.p.sc.Unit(e.Get("unit"))
		path := pathOf(e)
		for i := 1; i < len(path); i++ {
			t.steps = append(t.steps, lastStep{u, path[i-1], path[i]})
		}
	}
}

// stepOf returns the last step of a unit, if it withdrew or advanced.
func (t *teller) stepOf(u int) (s lastStep, ok bool) {
	for _, s := range slices.Backward(t.steps) {
		if s.unit == u {
			return s, true
		}
	}
	return s, false
}

// crossed names what costs a unit a level on its last step, "" if nothing there
// does: the kinds of hexside that want tells.
func (t *teller) crossed(u int, want func(k setup.SideKind) bool) string {
	s, ok := t.stepOf(u)
	if !ok || !t.p.sc.Map.On(s.from) || !t.p.sc.Map.On(s.to) {
		return ""
	}
	d, adjacent := s.from.DirTo(s.to)
	var names []string
	for k := range setup.NumSideKinds {
		if adjacent && t.p.sc.Map.At(s.from).Sides[d].Has(k) && want(k) {
			names = append(names, "a "+k.Noun())
		}
	}
	return and(names)
}

// causeOf says why a unit loses a cohesion level where the sentence before does
// not.
func (t *teller) causeOf(u int, cause string) string {
	switch cause {
	case "crossing":
		if what := t.crossed(u, func(k setup.SideKind) bool { return t.p.rs.tables.Sides[k].LosesLevel }); what != "" {
			return " by crossing " + what
		}
	case "terrain":
		arm := t.p.spec(u).Arm
		if what := t.crossed(u, func(k setup.SideKind) bool { return t.p.rs.tables.Sides[k].Disorders[arm] }); what != "" {
			return " by crossing " + what
		}
	}
	return causes[cause]
}

// endOf says why a unit is eliminated that had a level left to lose, or none.
func (t *teller) endOf(e engine.Event, u int) string {
	cause, routed := e.Get("cause"), t.p.Units[u].State == setup.Routed
	switch {
	case cause == "crossing" && t.causeOf(u, cause) != "" && routed:
		return t.causeOf(u, cause) + ": that costs a cohesion level, and a routed unit has none left"
	case cause == "left the map":
		return ": the rout has led off the map"
	case e.Rule == "10.1-d":
		return ": artillery that fire disorders twice is lost"
	case cause == "no way to withdraw":
		return t.p.shutIn(u)
	case cause == "cannot rout":
		ahead, left, right := t.p.routSteps(t.p.Units[u].Hex, t.p.side(u))
		return t.p.barredAll(u, []hex.Hex{ahead, left, right}, t.p.routObstacle)
	case routed && (e.Rule == "10.2-o" || e.Rule == "10.2-d"):
		return ": a routed unit has no cohesion level left to lose"
	}
	return ""
}

// routWhy says why a unit makes a rout move now and why the step of an event
// does not lead straight on; each reason with its rule.
func (t *teller) routWhy(e engine.Event, u int) (notes []engine.Line) {
	path := pathOf(e)
	begun := false // the move has been told in part
	if n := len(t.steps); n > 0 {
		begun = t.steps[n-1].unit == u && t.steps[n-1].to == path[0]
	}
	switch {
	case begun:
	case e.Rule == "10.5-d":
		for _, s := range slices.Backward(t.steps) {
			if s.to == path[0] && s.unit != u {
				notes = append(notes, engine.Line{Rule: e.Rule,
					Text: t.units([]int{s.unit}) + " passed through " + path[0].String() +
						", and a routed unit that is passed through makes a rout move."})
				break
			}
		}
	case e.Rule == "10.2-p":
		notes = append(notes, engine.Line{Rule: e.Rule,
			Text: "a routed unit makes a rout move in place of a cohesion test."})
	}
	here := path[0]
	ahead, _, _ := t.p.routSteps(here, t.p.side(u))
	if to := path[len(path)-1]; to == ahead || to == hex.None || !t.p.sc.Map.On(ahead) {
		return notes
	}
	if why := t.p.routObstacle(u, here, ahead); why != "" {
		notes = append(notes, engine.Line{Rule: "10.4-o",
			Text: "the rout goes aside in " + here.String() + ": " + fmt.Sprintf(why, ahead) + "."})
	}
	return notes
}

// routObstacle says why a rout does not go on straight into a hex, for which %s
// stands; "" if it could.
func (p *Position) routObstacle(u int, here, ahead hex.Hex) string {
	side := p.side(u)
	s := p.routFinder(u)
	switch {
	case !p.crossable(u, here, ahead):
		return "the ground bars the way into %s"
	case p.sideAt(ahead) == 1-side:
		return "an enemy unit is in %s"
	case p.zocToZOC(u, here, ahead):
		return "an enemy unit has both " + here.String() + " and %s in its zone of control"
	case p.inFrontZOC(ahead, 1-side):
		return "an enemy unit has %s in front of it"
	case p.topUnit(ahead) >= 0:
		return "a friendly unit is in %s"
	}
	switch s.try(routWay{path: []hex.Hex{here}}, ahead, 0, false) {
	case tooDear:
		return "the MP do not suffice for %s"
	case blocked:
		return "the way through %s leads nowhere"
	}
	return ""
}

// shutIn says of each hex next to a unit why it cannot withdraw there.
func (p *Position) shutIn(u int) string {
	around := p.Units[u].Hex.Neighbors()
	return p.barredAll(u, around[:], func(u int, here, to hex.Hex) string {
		switch {
		case p.sideAt(to) == 1-p.side(u):
			return "an enemy unit is in %s"
		case !p.canWithdrawInto(u, here, to):
			return "the ground bars the way into %s"
		case !p.fartherFrom(u, p.Units[u].State, here, to, p.awayFrom(u)):
			return "the enemy is no farther from %s"
		}
		return "" // it leads on to none of the hexes in which the unit could stop
	})
}

// barredAll joins what a test says of hexes next to a unit.
func (p *Position) barredAll(u int, hs []hex.Hex, why func(u int, here, to hex.Hex) string) string {
	var reasons []string
	where := map[string][]string{} // by reason
	for _, h := range hs {
		if !p.sc.Map.On(h) {
			continue
		}
		w := why(u, p.Units[u].Hex, h)
		if w == "" {
			continue
		}
		if where[w] == nil {
			reasons = append(reasons, w)
		}
		where[w] = append(where[w], h.String())
	}
	if reasons == nil {
		return ""
	}
	for i, w := range reasons {
		reasons[i] = fmt.Sprintf(w, and(where[w]))
	}
	return ": " + strings.Join(reasons, "; ")
}
