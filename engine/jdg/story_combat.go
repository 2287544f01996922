package jdg

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// fireVerbsOf says how guns fire, by mode.
var fireVerbsOf = map[string]string{"normal": "fire at", "counter-battery": "fire back at",
	"reaction": "make reaction fire at"}

// sayFire opens a sentence that the roll after it completes.
func sayFire(t *teller, e engine.Event) string {
	guns, targets := t.p.unitsOf(e.Get("units")), t.p.unitsOf(e.Get("targets"))
	verb := fireVerbsOf[e.Get("mode")]
	if verb == "" {
		verb = "fire (" + e.Get("mode") + ") at"
	}
	return t.do(guns, verb) + " " + t.units(targets) + " in " + t.spotOf(e.Get("at")) + "."
}

// hexesIn reads a list of hexes.
func hexesIn(list string) []hex.Hex {
	var hs []hex.Hex
	for s := range strings.SplitSeq(list, ",") {
		if h, err := hex.Parse(s); err == nil {
			hs = append(hs, h)
		}
	}
	return hs
}

// spots names several hexes.
func (p *Position) spots(hs []hex.Hex) string {
	names := make([]string, len(hs))
	for i, h := range hs {
		names[i] = p.spot(h)
	}
	return and(names)
}

func sayShock(t *teller, e engine.Event) string {
	us := t.p.unitsOf(e.Get("attackers"))
	return t.do(us, "declare a shock on ") + t.p.spots(hexesIn(e.Get("targets"))) + "."
}

// combatTitles names a combat by its kind, which is a shock unless cavalry
// charges.
var combatTitles = map[string]string{
	"declared": "", "breakthrough": "Breakthrough combat: ", "counter-attack": "Counter-attack: ",
	"pursuit": "Pursuit: ",
}

// sayCombat tells who fights whom, with the strength of both.
func sayCombat(t *teller, e engine.Event) string {
	us, hs := t.p.unitsOf(e.Get("attackers")), hexesIn(e.Get("targets"))
	var defenders []int
	for _, h := range hs {
		defenders = append(defenders, t.p.stack(h)...)
	}
	verb := "attack"
	if charges(e) {
		verb = "charge"
	}
	text := fmt.Sprintf("%s (%d SP)", t.units(us), t.p.strength(us))
	text += " " + inflect(t.many(us), verb)
	if len(defenders) > 0 {
		text += fmt.Sprintf(" %s (%d SP)", t.units(defenders), t.p.strength(defenders))
	}
	return combatTitles[e.Get("kind")] + text + " in " + t.p.spots(hs) + "."
}

// charges tells a charge from a shock: by the chapter that it is fought under.
func charges(e engine.Event) bool { return strings.HasPrefix(e.Rule, "9") }

func sayCounterCharge(t *teller, e engine.Event) string {
	return t.do(t.p.unitsOf(e.Get("units")), "counter-charge.")
}

// causes says why a unit loses a cohesion level where the sentence before
// does not.
var causes = map[string]string{
	"crossing": " by the crossing", "enemy front hex": " in an enemy front hex", "terrain": " by the terrain",
	"difficult ground": " by difficult ground", "failed square": ": the attempt at a square has failed",
}

func (t *teller) falls(e engine.Event, what string) string {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	return t.do([]int{u}, what) + t.causeOf(u, e.Get("cause")) + "."
}

func sayDisorder(t *teller, e engine.Event) string { return t.falls(e, "are disordered") }

func sayRout(t *teller, e engine.Event) string { return t.falls(e, "are routed") }

// ends says how a unit is eliminated, by the cause.
var ends = map[string][]string{
	"no way to withdraw": {"have no way to withdraw", "are eliminated"},
	"cannot rout":        {"have no hex open toward the rout edge", "are eliminated"},
	"artillery alone":    {"are overrun", "eliminated"}, "enemy front hex": {"are eliminated in an enemy front hex"},
}

func sayEliminate(t *teller, e engine.Event) string {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	what, ok := ends[e.Get("cause")]
	if !ok {
		what = []string{"are eliminated"}
	}
	text := t.do([]int{u}, what[0])
	if len(what) == 1 {
		return text + t.endOf(e, u) + "."
	}
	if strings.HasPrefix(what[1], "are ") {
		return text + " and " + inflect(t.many([]int{u}), what[1]) + t.endOf(e, u) + "."
	}
	return text + " and " + what[1] + "."
}

func sayRally(t *teller, e engine.Event) string {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	text := t.do([]int{u}, "rally")
	if e.Get("to") == setup.Ordered.String() {
		text += " and " + inflect(t.many([]int{u}), "are") + " ordered again"
	} else {
		text += " and " + inflect(t.many([]int{u}), "are") + " now " + e.Get("to")
	}
	if f := e.Get("facing"); f != "" {
		text += ", facing " + f
	}
	return text + "."
}

func sayHalt(t *teller, e engine.Event) string {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	return t.do([]int{u}, "stop") + " in " + t.p.spot(t.p.Units[u].Hex) + "."
}

func sayDemoralised(t *teller, e engine.Event) string {
	f, _ := t.p.sc.Form(e.Get("formation"))
	name := t.p.formName(f) + ", " + string(e.By) + ","
	if e.Get("is") == "yes" {
		return name + " is demoralised: none of its infantry and cavalry is ordered."
	}
	return name + " is no longer demoralised."
}

// rollText is how one kind of roll is told, by the beginning of its purpose.
type rollText struct {
	prefix string
	part   step
	say    func(t *teller, about string) string
}

// rollTexts lists the kinds of roll. A test finds those that are missing.
var rollTexts = []rollText{
	{"activation marker", always, func(*teller, string) string { return "" }},
	{"strategic initiative of ", always,
		func(_ *teller, about string) string { return about + " rolls for strategic initiative." }},
	{"leader's initiative of ", initiativeStep, func(t *teller, about string) string {
		return "the leader of " + t.p.groupName(about) + " tries to act without orders."
	}},
	{"fire of ", always, nil},
	{"cohesion test of ", always,
		func(t *teller, about string) string { return t.testText(about, "take a cohesion test") }},
	{"engagement test of ", always,
		func(t *teller, about string) string { return t.testText(about, "take an engagement test") }},
	{"square of ", always, func(t *teller, about string) string {
		ids, _, _ := strings.Cut(about, " ")
		return t.do(t.p.unitsOf(ids), "try to form square against the charge.")
	}},
	{"shock of ", combatStep, nil},
	{"charge of ", combatStep, nil},
	{"rally of ", rallyStep, func(t *teller, about string) string { return t.do(t.p.unitsOf(about), "try to rally.") }},
}

// testText tells a test: about is the unit's id and what the test is for.
func (t *teller) testText(about, what string) string {
	id, why, _ := strings.Cut(about, ": ")
	text := t.do(t.p.unitsOf(id), what)
	if by, ok := strings.CutPrefix(why, "passed through by "); ok {
		return text + ": " + t.units(t.p.unitsOf(by)) + " passed through."
	}
	return text + " (" + why + ")."
}

// rollOf returns how a roll is told.
func rollOf(e engine.Event) rollText {
	for _, r := range rollTexts {
		if e.Roll != nil && strings.HasPrefix(e.Roll.Purpose(), r.prefix) {
			if r.prefix == "engagement test of " && e.Rule == "9.1-d" {
				r.part = moveStep
			}
			return r
		}
	}
	return rollText{}
}

// sayRoll tells a roll. A fire has been told already and only gets its roll.
func sayRoll(t *teller, e engine.Event) string {
	if e.Roll == nil {
		return ""
	}
	r := rollOf(e)
	text := e.Roll.Purpose() + "."
	switch r.prefix {
	case "activation marker":
		t.drawn = e.Roll
		return ""
	case "fire of ":
		if l := t.lastLine(); l != nil && l.Roll == nil {
			l.Roll = e.Roll
			return ""
		}
	case "shock of ", "charge of ":
		word, _, _ := strings.Cut(r.prefix, " ")
		text = "result of the " + word + ": " + inWords(e.Roll.Result) + "."
	}
	if r.say != nil {
		text = r.say(t, strings.TrimPrefix(e.Roll.Purpose(), r.prefix))
	}
	if id, ok := strings.CutPrefix(e.Roll.Purpose(), "rally of "); ok {
		if source := t.takeAnswer("rally", id); source != "" {
			text = strings.TrimSuffix(text, ".") + ", " + source + "."
		}
	}
	t.line(engine.Line{Text: capital(text), Rule: e.Rule, Roll: e.Roll})
	return ""
}

// effectWords spells the effects of the Shock and Charge Table out.
var effectWords = map[string]string{
	"a-test": "the attacker takes a cohesion test", "d-test": "the defender takes a cohesion test",
	"a-disorder": "the attacker loses a cohesion level", "d-disorder": "the defender loses a cohesion level",
	"a-retire": "the attacker retires", "d-retire": "the defender retires", "a-rout": "the attacker routs",
	"d-rout":       "the defender routs",
	"a-eliminated": "the attacker is eliminated", "d-eliminated": "the defender is eliminated",
	"breakthrough": "breakthrough", "counter-attack": "counter-attack", "d-pursues": "defending cavalry may pursue",
}

// inWords spells a cell of that table out. A table of another owner may have
// cells that it cannot read; they stay as they are.
func inWords(cell string) string {
	var parts []string
	for _, w := range strings.Fields(cell) {
		words, ok := effectWords[w]
		if !ok {
			return cell
		}
		parts = append(parts, words)
	}
	return strings.Join(parts, ", ")
}
