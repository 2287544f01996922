package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
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

// crossed names what costs a unit a level on its last step, nothing if nothing there
// does: the kinds of hexside that want tells.
func (t *teller) crossed(u int, want func(k setup.SideKind) bool) tongue.Text {
	s, ok := t.stepOf(u)
	if !ok || !t.p.sc.Map.On(s.from) || !t.p.sc.Map.On(s.to) {
		return tongue.Text{}
	}
	d, adjacent := s.from.DirTo(s.to)
	var names []tongue.Text
	for k := range setup.NumSideKinds {
		if adjacent && t.p.sc.Map.At(s.from).Sides[d].Has(k) && want(k) {
			names = append(names, say("cause.side", sideArg(k)))
		}
	}
	return tongue.List(names, tongue.And)
}

// causeOf says why a unit loses a cohesion level where the sentence before does
// not.
func (t *teller) causeOf(u int, cause string) tongue.Text {
	var sides tongue.Text
	switch cause {
	case "crossing":
		sides = t.crossed(u, func(k setup.SideKind) bool { return t.p.rs.tables.Sides[k].LosesLevel })
	case "terrain":
		arm := t.p.spec(u).Arm
		sides = t.crossed(u, func(k setup.SideKind) bool { return t.p.rs.tables.Sides[k].Disorders[arm] })
	}
	key, ok := causes[cause]
	switch {
	case !sides.Empty():
		return say("cause.by", tongue.Words("sides", sides))
	case !ok:
		return tongue.Text{}
	}
	return say(key)
}

// endOf says why a unit is eliminated that had a level left to lose, or none.
func (t *teller) endOf(e engine.Event, u int) tongue.Text {
	cause, routed := e.Get("cause"), t.p.unit(u).State == setup.Routed
	switch {
	case cause == "crossing" && routed:
		return say("end.crossing", tongue.Words("cause", t.causeOf(u, cause)))
	case cause == "left the map":
		return say("end.off")
	case e.Rule == "10.1-d":
		return say("end.artillery")
	case cause == "no way to withdraw":
		return t.p.shutIn(u)
	case cause == "cannot rout":
		ahead, left, right := t.p.routSteps(t.p.unit(u).Hex, t.p.side(u))
		return t.p.barredAll(u, []hex.Hex{ahead, left, right}, t.p.routObstacle)
	case routed && (e.Rule == "10.2-o" || e.Rule == "10.2-d"):
		return say("end.level")
	}
	return tongue.Text{}
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
				notes = append(notes, engine.Line{Rule: e.Rule, Text: say("rout.passed",
					tongue.Words("whom", t.unit(s.unit)), named("hex", path[0].String()))})
				break
			}
		}
	case e.Rule == "10.2-p":
		notes = append(notes, engine.Line{Rule: e.Rule, Text: say("rout.no-test")})
	}
	here := path[0]
	ahead, _, _ := t.p.routSteps(here, t.p.side(u))
	if to := path[len(path)-1]; to == ahead || to == hex.None || !t.p.sc.Map.On(ahead) {
		return notes
	}
	if why := t.p.routObstacle(u, here, ahead); why != "" {
		notes = append(notes, engine.Line{Rule: "10.4-o", Text: say("rout.aside", named("hex", here.String()),
			tongue.Words("why", barred(why, here, ahead.String())))})
	}
	return notes
}

// barred is the sentence of a reason why units cannot go from here into hexes.
func barred(why string, here hex.Hex, hexes ...string) tongue.Text {
	names := make([]tongue.Text, len(hexes))
	for i, h := range hexes {
		names[i] = tongue.Name(h)
	}
	return say(why, named("here", here.String()), tongue.Words("hexes", tongue.List(names, tongue.And)))
}

// routObstacle says why a rout does not go on straight into a hex: the key of the reason, "" if
// it could.
func (p *Position) routObstacle(u int, here, ahead hex.Hex) string {
	side := p.side(u)
	s := p.routFinder(u)
	switch {
	case !p.crossable(u, here, ahead):
		return "barred.ground"
	case p.sideAt(ahead) == 1-side:
		return "barred.enemy"
	case p.zocToZOC(u, here, ahead):
		return "barred.control"
	case p.inFrontZOC(ahead, 1-side):
		return "barred.front"
	case p.topUnit(ahead) >= 0:
		return "barred.friend"
	}
	switch s.try(routWay{path: []hex.Hex{here}}, ahead, 0, false) {
	case tooDear:
		return "barred.dear"
	case blocked:
		return "barred.blind"
	}
	return ""
}

// shutIn says of each hex next to a unit why it cannot withdraw there.
func (p *Position) shutIn(u int) tongue.Text {
	around := p.unit(u).Hex.Neighbors()
	return p.barredAll(u, around[:], func(u int, here, to hex.Hex) string {
		switch {
		case p.sideAt(to) == 1-p.side(u):
			return "barred.enemy"
		case !p.canWithdrawInto(u, here, to):
			return "barred.ground"
		case !p.fartherFrom(u, p.unit(u).State, here, to, p.awayFrom(u)):
			return "barred.nearer"
		}
		return "" // it leads on to none of the hexes in which the unit could stop
	})
}

// barredAll joins what a test says of hexes next to a unit.
func (p *Position) barredAll(u int, hs []hex.Hex, why func(u int, here, to hex.Hex) string) tongue.Text {
	var reasons []string
	here, where := p.unit(u).Hex, map[string][]string{} // by reason
	for _, h := range hs {
		if !p.sc.Map.On(h) {
			continue
		}
		w := why(u, here, h)
		if w == "" {
			continue
		}
		if where[w] == nil {
			reasons = append(reasons, w)
		}
		where[w] = append(where[w], h.String())
	}
	if reasons == nil {
		return tongue.Text{}
	}
	all := make([]tongue.Text, len(reasons))
	for i, w := range reasons {
		all[i] = barred(w, here, where[w]...)
	}
	return say("barred", tongue.Words("reasons", tongue.List(all, "; ")))
}
