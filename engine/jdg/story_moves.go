package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// trail is one way of units or of a commander, hex by hex as the events tell
// it, kept until something else happens so that it can be told in one
// sentence.
type trail struct {
	kind, rule string
	units      []int
	leader     int // -1: none
	path       []hex.Hex
	facing     string
	cost       int
	with       string        // target of a charge, why a commander goes
	chosen     tongue.Text   // where the choice of it came from
	why        []engine.Line // what explains it
}

// trailVerbs says what units do in each kind of movement.
var trailVerbs = map[string]string{
	"move": "trail.move", "march": "trail.march", "enter": "trail.enter", "charge": "trail.charge",
	"recall": "trail.recall", "evade": "trail.evade", "retire": "trail.retire", "retreat": "trail.retreat",
	"rout-move": "trail.rout", "advance": "trail.advance", "pursue": "trail.pursue", "face": "trail.face",
	"commander": "",
}

// offVerbs says what units do that leave the map while they withdraw.
var offVerbs = map[string]string{"retire": "trail.retire.off", "retreat": "trail.retreat.off",
	"rout-move": "trail.rout.off"}

func isTrail(kind string) bool { _, ok := trailVerbs[kind]; return ok }

// sayTrail keeps a movement: it goes on with the last trail of the unit if
// that ended where this begins.
func sayTrail(t *teller, e engine.Event) tongue.Text {
	next := trail{kind: e.Kind, rule: e.Rule, leader: -1, facing: e.Get("facing"), cost: e.Int("cost"),
		with: e.Get("target"), chosen: t.takeAnswer(e.Kind, e.Get("unit"))}
	if e.Get("path") != "" {
		next.path = pathOf(e)
	}
	if u, ok := t.p.sc.Unit(e.Get("unit")); ok {
		next.units = []int{u}
		if e.Kind == "rout-move" {
			next.why = t.routWhy(e, u)
		}
	} else if c, ok := t.p.sc.Commander(e.Get("id")); ok {
		next.leader, next.with = c, e.Get("cause")
	}
	if old := t.openTrail(&next); old != nil {
		old.path = append(old.path, next.path[1:]...)
		old.facing, old.cost, old.why = next.facing, old.cost+next.cost, append(old.why, next.why...)
		if old.chosen.Empty() {
			old.chosen = next.chosen
		}
		return tongue.Text{}
	}
	t.trails = append(t.trails, next)
	return tongue.Text{}
}

// openTrail returns the trail that next continues, nil if there is none.
func (t *teller) openTrail(next *trail) *trail {
	for i := len(t.trails) - 1; i >= 0; i-- {
		old := &t.trails[i]
		if old.leader != next.leader || !slices.Equal(old.units, next.units) {
			continue
		}
		if old.kind == next.kind && old.with == next.with && next.path != nil &&
			old.path[len(old.path)-1] == next.path[0] {
			return old
		}
		return nil
	}
	return nil
}

// flushTrails tells the trails, those that units went together in one
// sentence.
func (t *teller) flushTrails() {
	trails := t.trails
	t.trails = nil
	for i := 0; i < len(trails); {
		all := trails[i]
		for i++; i < len(trails) && all.together(trails[i]); i++ {
			all.units = append(slices.Clone(all.units), trails[i].units...)
			all.why = append(all.why, trails[i].why...)
		}
		tell := t.trailText
		if all.leader >= 0 {
			tell = t.leaderText
		}
		l := engine.Line{Text: tell(all).Sentence(), Rule: all.rule}
		t.line(l)
		if !t.brief.moves(t.p, all) {
			t.brief.take(all.kind, l)
		}
		for _, l := range all.why {
			l.Text = l.Text.Sentence()
			t.line(l)
		}
	}
	for _, e := range t.later {
		t.say(sayings[e.Kind], e)
	}
	t.later = nil
}

// together reports whether two trails can be told as one: what the sentence
// says is true of all. A stack that advances, pursues or withdraws from a charge
// does so by the one choice of its first unit.
func (a trail) together(b trail) bool {
	stack := b.chosen.Empty() && slices.Contains([]string{"advance", "pursue", "recall"}, a.kind)
	return a.kind == b.kind && a.leader < 0 && a.facing == b.facing && a.with == b.with &&
		slices.Equal(a.path, b.path) &&
		a.rule == b.rule && a.cost == b.cost && (stack || a.chosen.Equal(b.chosen))
}

// trailText tells a movement of units.
func (t *teller) trailText(tr trail) tongue.Text {
	who, path, key := t.who(tr.units...), tr.path, trailVerbs[tr.kind]
	if tr.kind == "face" {
		return say(key, who, named("facing", tr.facing), tongue.Words("source", tr.chosen))
	}
	tail := tongue.Words("tail", t.trailTail(tr))
	last := len(path) - 1
	switch {
	case tr.kind == "recall" && last < 1:
		return say("trail.stay", who, t.p.spotArg("hex", path[0]), tail)
	case tr.kind == "enter":
		return say(key, who, t.p.spotArg("hex", path[1]), named("path", wayFrom(path[1:])), tail)
	case tr.kind == "charge":
		return say(key, who, t.spotOf("hex", tr.with), named("path", dashes(path)), tail)
	case path[last] == hex.None:
		return say(cmp.Or(offVerbs[tr.kind], "trail.off"), who, named("path", wayFrom(path[:last])), tail)
	case tr.kind == "recall":
		return say(key, who, named("from", path[0].String()), named("to", path[last].String()), tail)
	case tr.kind == "advance":
		return say(key, who, named("from", path[0].String()), t.p.spotArg("to", path[last]), tail)
	}
	return say(key, who, named("path", dashes(path)), tail)
}

// wayFrom is a way, "" if it leads nowhere.
func wayFrom(path []hex.Hex) string {
	if len(path) < 2 {
		return ""
	}
	return dashes(path)
}

// trailTail tells what else there is to say of a movement.
func (t *teller) trailTail(tr trail) tongue.Text {
	var cost, chosen tongue.Text
	if tr.cost > 0 {
		cost = say("trail.cost", tongue.Number("mp", tr.cost), tongue.Words("climbs", t.climbText(tr)))
	}
	if !tr.chosen.Empty() {
		source := tongue.Words("source", tr.chosen)
		switch tr.kind {
		case "advance":
			chosen = say("trail.choice", source)
		case "pursue":
			chosen = say("trail.chosen", source)
		default:
			chosen = say("trail.way", source)
		}
	}
	if tr.facing == "" && cost.Empty() && chosen.Empty() {
		return tongue.Text{}
	}
	return say("trail.tail", named("facing", tr.facing), tongue.Words("cost", cost), tongue.Words("chosen", chosen))
}

// climbText tells how much of the cost of a way is for slopes: for the arm that
// pays most.
func (t *teller) climbText(tr trail) tongue.Text {
	var all []tongue.Text
	for _, k := range [...]setup.SideKind{setup.Steep, setup.Slope} {
		most := 0
		for _, u := range tr.units {
			most = max(most, t.p.climbs(t.p.spec(u).Arm, tr.path, k))
		}
		if most > 0 {
			all = append(all, say("trail.climb", tongue.Number("mp", most), sideArg(k)))
		}
	}
	return tongue.List(all, "")
}

// sideArg is a kind of hexside in a sentence.
func sideArg(k setup.SideKind) tongue.Arg { return tongue.Words("side", spelt("side.", k.String())) }

// leaderText tells where a commander goes, or that he is lost.
func (t *teller) leaderText(tr trail) tongue.Text {
	who := tongue.Words("who", t.commander(tr.leader))
	if len(tr.path) == 0 {
		if id, ok := strings.CutPrefix(tr.with, "lost with "); ok {
			u, _ := t.p.sc.Unit(id)
			return say("leader.lost-with", who, tongue.Words("unit", t.unit(u)))
		} else if tr.with == "no way out" {
			return say("leader.shut-in", who)
		}
		return say("leader.lost", who)
	}
	path := named("path", dashes(tr.path))
	switch tr.with {
	case "displaced":
		return say("leader.falls-back", who, path)
	case "withdrawal":
		return say("leader.withdraws", who, path)
	}
	return say("leader.goes", who, path)
}

// dashes prints a way.
func dashes(path []hex.Hex) string { return strings.ReplaceAll(pathString(path), ",", "–") }

// sayStack tells a new order of a stack.
func sayStack(t *teller, e engine.Event) tongue.Text {
	us := t.p.unitsOf(e.Get("units"))
	return say("stack", t.p.spotArg("hex", t.p.unit(us[0]).Hex), t.who(us...))
}

func saySquare(t *teller, e engine.Event) tongue.Text {
	us := t.p.unitsOf(e.Get("units"))
	if e.Get("formed") == "yes" {
		return say("square", t.who(us...), t.p.spotArg("hex", t.p.unit(us[0]).Hex))
	}
	return say("square.no", t.who(us...))
}

// sayRenfort tells what becomes of a reinforcement marker.
func sayRenfort(t *teller, e engine.Event) tongue.Text {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	who := t.who(u)
	switch {
	case e.Get("carries") == "yes":
		return say("renfort", who)
	case e.Get("granted") == "yes":
		return say("renfort.orders", who)
	case e.Get("why") == "wish":
		return say("renfort.given-up", who)
	}
	return say("renfort.lost", who)
}

func sayDelayed(t *teller, e engine.Event) tongue.Text {
	f, _ := t.p.sc.Form(e.Get("formation"))
	name := named("name", t.p.formName(f))
	if e.Get("is") == "yes" {
		return say("delayed", name)
	}
	return say("delayed.no", name)
}
