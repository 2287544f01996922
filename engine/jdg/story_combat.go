package jdg

import (
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// fires says how guns fire, by mode.
var fires = map[string]string{"normal": "fire", "counter-battery": "fire.back", "reaction": "fire.reaction"}

// sayFire opens a sentence that the roll after it completes.
func sayFire(t *teller, e engine.Event) tongue.Text {
	t.brief.fires(t.p, e, t.p.unitsOf(e.Get("units")), t.p.unitsOf(e.Get("targets")))
	key, ok := fires[e.Get("mode")]
	if !ok {
		key = "fire.other"
	}
	return say(key, t.who(t.p.unitsOf(e.Get("units"))...), tongue.Words("whom", t.units(t.p.unitsOf(e.Get("targets")))),
		t.spotOf("hex", e.Get("at")), named("mode", e.Get("mode")))
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

// spotsArg names several hexes.
func (p *Position) spotsArg(name string, hs []hex.Hex) tongue.Arg {
	names := make([]tongue.Text, len(hs))
	for i, h := range hs {
		names[i] = tongue.Name(p.spot(h))
	}
	return tongue.Words(name, tongue.List(names, tongue.And))
}

func sayShock(t *teller, e engine.Event) tongue.Text {
	return say("shock", t.who(t.p.unitsOf(e.Get("attackers"))...), t.p.spotsArg("hexes", hexesIn(e.Get("targets"))))
}

// sayCombat tells who fights whom, with the strength of both.
func sayCombat(t *teller, e engine.Event) tongue.Text {
	us, hs := t.p.unitsOf(e.Get("attackers")), hexesIn(e.Get("targets"))
	var defenders []int
	for _, h := range hs {
		defenders = append(defenders, t.p.stack(h)...)
	}
	key := "combat.shock"
	if charges(e) {
		key = "combat.charge"
	}
	t.brief.fights(t.p, e, us, defenders)
	who, whom := t.who(us...), t.units(defenders)
	return say(key, tongue.Choice("kind", e.Get("kind")), who, tongue.Number("sp", t.p.strength(us)),
		tongue.Words("whom", whom), tongue.Number("against", t.p.strength(defenders)), t.p.spotsArg("hexes", hs))
}

// charges tells a charge from a shock: by the chapter that it is fought under.
func charges(e engine.Event) bool { return strings.HasPrefix(e.Rule, "9") }

func sayCounterCharge(t *teller, e engine.Event) tongue.Text {
	return say("counter-charge", t.who(t.p.unitsOf(e.Get("units"))...))
}

// causes says why a unit loses a cohesion level where the sentence before
// does not.
var causes = map[string]string{
	"crossing": "cause.crossing", "enemy front hex": "cause.front", "terrain": "cause.terrain",
	"difficult ground": "cause.ground", "failed square": "cause.square",
}

// falls tells that a unit comes to another state.
func (t *teller) falls(e engine.Event, key string) tongue.Text {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	return say(key, t.who(u), tongue.Words("cause", t.causeOf(u, e.Get("cause"))))
}

func sayDisorder(t *teller, e engine.Event) tongue.Text { return t.falls(e, "disorder") }

func sayRout(t *teller, e engine.Event) tongue.Text { return t.falls(e, "rout") }

// ends says how a unit is eliminated, by the cause.
var ends = map[string]string{
	"no way to withdraw": "end.shut-in", "cannot rout": "end.rout", "artillery alone": "end.overrun",
	"enemy front hex": "end.front",
}

func sayEliminate(t *teller, e engine.Event) tongue.Text {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	key, ok := ends[e.Get("cause")]
	if !ok {
		key = "end"
	}
	who := t.who(u)
	return say(key, who, tongue.Words("why", t.endOf(e, u)))
}

func sayRally(t *teller, e engine.Event) tongue.Text {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	key := "rally"
	if e.Get("to") == setup.Ordered.String() {
		key = "rally.ordered"
	}
	return say(key, t.who(u), named("facing", e.Get("facing")), tongue.Words("state", spelt("state.", e.Get("to"))))
}

func sayHalt(t *teller, e engine.Event) tongue.Text {
	u, _ := t.p.sc.Unit(e.Get("unit"))
	return say("halt", t.who(u), t.p.spotArg("hex", t.p.unit(u).Hex))
}

func sayDemoralised(t *teller, e engine.Event) tongue.Text {
	f, _ := t.p.sc.Form(e.Get("formation"))
	name, side := named("name", t.p.formName(f)), named("side", string(e.By))
	if e.Get("is") == "yes" {
		return say("demoralised", name, side)
	}
	return say("demoralised.no", name, side)
}

// rollText is how one kind of roll is told, by the beginning of its purpose.
type rollText struct {
	prefix string
	part   step
	say    func(t *teller, about string) tongue.Text
}

// rollTexts lists the kinds of roll. A test finds those that are missing.
var rollTexts = []rollText{
	{"activation marker", always, func(*teller, string) tongue.Text { return tongue.Text{} }},
	{"strategic initiative of ", always,
		func(_ *teller, about string) tongue.Text { return say("roll.initiative", named("side", about)) }},
	{"leader's initiative of ", initiativeStep,
		func(t *teller, about string) tongue.Text {
			return say("roll.leader", named("name", t.p.groupName(about)))
		}},
	{"fire of ", always, nil},
	{"cohesion test of ", always,
		func(t *teller, about string) tongue.Text { return t.testText("test.cohesion", about) }},
	{"engagement test of ", always,
		func(t *teller, about string) tongue.Text { return t.testText("test.engagement", about) }},
	{"square of ", always, func(t *teller, about string) tongue.Text {
		ids, _, _ := strings.Cut(about, " ")
		return say("roll.square", t.who(t.p.unitsOf(ids)...))
	}},
	{"shock of ", combatStep, nil},
	{"charge of ", combatStep, nil},
	{"rally of ", rallyStep, func(t *teller, about string) tongue.Text {
		return say("roll.rally", t.who(t.p.unitsOf(about)...), tongue.Words("source", t.takeAnswer("rally", about)))
	}},
}

// tests are what a test of cohesion or of readiness to fight is for.
var tests = map[string]string{
	"shock result": "test.for.shock-result", "end of the charge": "test.for.end", "shock": "test.for.shock",
	"retire before combat": "test.for.evade", "counter-charge": "test.for.counter-charge", "fire": "test.for.fire",
	"recall of the charge": "test.for.recall", "charge": "test.for.charge",
	"stacked with the beaten defender": "test.for.defender", "stacked with the beaten attacker": "test.for.attacker",
}

// testText tells a test: about is the unit's id and what the test is for.
func (t *teller) testText(key, about string) tongue.Text {
	id, why, _ := strings.Cut(about, ": ")
	who := t.who(t.p.unitsOf(id)...)
	if by, ok := strings.CutPrefix(why, "passed through by "); ok {
		return say(key, who, tongue.Words("why", say("test.passed", tongue.Words("whom", t.units(t.p.unitsOf(by))))))
	}
	reason := tongue.English(why)
	if known, ok := tests[why]; ok {
		reason = say(known)
	}
	return say(key, who, tongue.Words("why", say("test.why", tongue.Words("why", reason))))
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
func sayRoll(t *teller, e engine.Event) tongue.Text {
	none := tongue.Text{}
	if e.Roll == nil {
		return none
	}
	r := rollOf(e)
	text := tongue.English(e.Roll.Purpose() + ".")
	switch r.prefix {
	case "activation marker":
		t.drawn = e.Roll
		return none
	case "fire of ":
		if l := t.lastLine(); l != nil && l.Roll == nil {
			l.Roll, l.Fell = e.Roll, fell(e.Roll)
			t.brief.roll(t.p, e, *l)
			return none
		}
	case "shock of ":
		text = say("result.shock", inWords(e.Roll.Result))
	case "charge of ":
		text = say("result.charge", inWords(e.Roll.Result))
	default:
		if r.say != nil {
			text = r.say(t, strings.TrimPrefix(e.Roll.Purpose(), r.prefix))
		}
	}
	l := engine.Line{Text: text.Sentence(), Rule: e.Rule, Roll: e.Roll, Fell: fell(e.Roll)}
	t.line(l)
	t.brief.roll(t.p, e, l)
	return none
}

// fell says how the dice of a roll fell.
func fell(r *engine.Roll) tongue.Text {
	return r.Told(func(word string) tongue.Text {
		if t, ok := catalogue.Read("mod.", word); ok {
			return t
		} else if m, err := parseMarker(word); err == nil {
			return tongue.Name(m.String())
		}
		return resultOf(word)
	})
}

// resultOf is a result of a roll: cells of the Shock and Charge Table are several words.
func resultOf(result string) tongue.Text {
	words := strings.Fields(result)
	parts := make([]tongue.Text, len(words))
	for i, w := range words {
		parts[i] = heard("result.", w)
	}
	return tongue.List(parts, " ")
}

// inWords spells a cell of the Shock and Charge Table out. A table of another owner may have
// cells that it cannot read; they stay as they are.
func inWords(cell string) tongue.Arg { return tongue.Words("effects", effectsOf(cell)) }

func effectsOf(cell string) tongue.Text {
	var parts []tongue.Text
	for _, w := range strings.Fields(cell) {
		if !catalogue.Has("effect." + w) {
			return tongue.Name(cell)
		}
		parts = append(parts, say("effect."+w))
	}
	return tongue.List(parts, ", ")
}
