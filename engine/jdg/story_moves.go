package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
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
	chosen     string        // where the choice of it came from
	why        []engine.Line // what explains it
}

// trailVerbs says what units do in each kind of movement.
var trailVerbs = map[string]string{
	"move": "move", "march": "make a forced march", "enter": "enter the map", "charge": "charge",
	"recall": "break off the charge",
	"evade":  "retire before combat", "retire": "retire", "retreat": "retreat", "rout-move": "rout",
	"advance": "advance", "pursue": "pursue", "face": "turn", "commander": "",
}

func isTrail(kind string) bool { _, ok := trailVerbs[kind]; return ok }

// sayTrail keeps a movement: it goes on with the last trail of the unit if
// that ended where this begins.
func sayTrail(t *teller, e engine.Event) string {
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
		if old.chosen == "" {
			old.chosen = next.chosen
		}
		return ""
	}
	t.trails = append(t.trails, next)
	return ""
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
		t.line(engine.Line{Text: capital(tell(all)), Rule: all.rule})
		for _, l := range all.why {
			l.Text = capital(l.Text)
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
	stack := b.chosen == "" && slices.Contains([]string{"advance", "pursue", "recall"}, a.kind)
	return a.kind == b.kind && a.leader < 0 && a.facing == b.facing && a.with == b.with &&
		slices.Equal(a.path, b.path) &&
		a.rule == b.rule && a.cost == b.cost && (a.chosen == b.chosen || stack)
}

// trailText tells a movement of units.
func (t *teller) trailText(tr trail) string {
	var b strings.Builder
	b.WriteString(t.do(tr.units, trailVerbs[tr.kind]))
	many := t.many(tr.units)
	path := tr.path
	switch {
	case tr.kind == "face":
		fmt.Fprintf(&b, " to face %s", tr.facing)
		if tr.chosen != "" {
			fmt.Fprintf(&b, ", %s", tr.chosen)
		}
		return b.String() + "."
	case tr.kind == "recall" && len(path) < 2:
		fmt.Fprintf(&b, " and %s in %s", inflect(many, "stay"), t.p.spot(path[0]))
	case tr.kind == "enter":
		fmt.Fprintf(&b, " in %s", t.p.spot(path[1]))
		if path = path[1:]; len(path) > 1 {
			fmt.Fprintf(&b, " and %s %s", inflect(many, "go"), dashes(path))
		}
	case tr.kind == "charge":
		fmt.Fprintf(&b, " at %s along %s", t.spotOf(tr.with), dashes(path))
	case path[len(path)-1] == hex.None:
		if path = path[:len(path)-1]; len(path) > 1 {
			fmt.Fprintf(&b, " %s", dashes(path))
		}
		fmt.Fprintf(&b, " and %s the map", inflect(many, "leave"))
	case tr.kind == "recall":
		fmt.Fprintf(&b, " and %s back from %s to %s", inflect(many, "go"), path[0], path[len(path)-1])
	case tr.kind == "advance":
		fmt.Fprintf(&b, " from %s to %s", path[0], t.p.spot(path[len(path)-1]))
	default:
		fmt.Fprintf(&b, " %s", dashes(path))
	}
	if tr.facing != "" {
		fmt.Fprintf(&b, ", facing %s", tr.facing)
	}
	if tr.cost > 0 {
		fmt.Fprintf(&b, " (%d MP%s)", tr.cost, t.climbText(tr))
	}
	switch {
	case tr.chosen != "" && tr.kind == "advance":
		fmt.Fprintf(&b, " (choice %s)", tr.chosen)
	case tr.chosen != "" && tr.kind == "pursue":
		fmt.Fprintf(&b, " (%s)", tr.chosen)
	case tr.chosen != "":
		fmt.Fprintf(&b, " (way %s)", tr.chosen)
	}
	return b.String() + "."
}

// climbText tells how much of the cost of a way is for slopes: for the arm that
// pays most.
func (t *teller) climbText(tr trail) (text string) {
	for _, k := range [...]setup.SideKind{setup.Steep, setup.Slope} {
		most := 0
		for _, u := range tr.units {
			most = max(most, t.p.climbs(t.p.spec(u).Arm, tr.path, k))
		}
		if most > 0 {
			text += fmt.Sprintf(", %d of them for a %s", most, k.Noun())
		}
	}
	return text
}

// leaderText tells where a commander goes, or that he is lost.
func (t *teller) leaderText(tr trail) string {
	name := t.commander(tr.leader)
	if len(tr.path) == 0 {
		why := map[string]string{"no way out": "has no way out and "}[tr.with]
		if id, ok := strings.CutPrefix(tr.with, "lost with "); ok {
			u, _ := t.p.sc.Unit(id)
			return name + " is eliminated with " + t.unit(u) + "."
		}
		return name + " " + why + "is eliminated."
	}
	verb := map[string]string{"displaced": "falls back", "withdrawal": "goes with the troops"}[tr.with]
	if verb == "" {
		verb = "goes"
	}
	return name + " " + verb + " " + dashes(tr.path) + "."
}

// dashes prints a way.
func dashes(path []hex.Hex) string { return strings.ReplaceAll(pathString(path), ",", "–") }

// sayStack tells a new order of a stack.
func sayStack(t *teller, e engine.Event) string {
	us := t.p.unitsOf(e.Get("units"))
	return "in " + t.p.spot(t.p.Units[us[0]].Hex) + " the order is now, from the top, " + t.units(us) + "."
}

func saySquare(t *teller, e engine.Event) string {
	us := t.p.unitsOf(e.Get("units"))
	if e.Get("formed") == "yes" {
		return t.do(us, "form square in ") + t.p.spot(t.p.Units[us[0]].Hex) + "."
	}
	return t.do(us, "are no longer in square.")
}

// sayRenfort tells what becomes of a reinforcement marker.
func sayRenfort(t *teller, e engine.Event) string {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	us := []int{u}
	switch {
	case e.Get("carries") == "yes":
		return t.do(us, "carry the Renfort marker.")
	case e.Get("granted") == "yes":
		return t.do(us, "have Received Orders for this turn only: an enemy is near.")
	case e.Get("why") == "wish":
		return t.do(us, "give up the Renfort marker") + " and " +
			inflect(t.many(us), "have No Orders unless a commander sends some.")
	}
	return t.do(us, "lose the Renfort marker") + " and " +
		inflect(t.many(us), "have No Orders from now on: an enemy is within 5 hexes.")
}

func sayDelayed(t *teller, e engine.Event) string {
	f, _ := t.p.sc.Form(e.Get("formation"))
	if e.Get("is") == "yes" {
		return t.p.formName(f) + " is delayed: its marker was the last, and both markers go into the cup next turn."
	}
	return t.p.formName(f) + " has come up and is delayed no longer."
}
