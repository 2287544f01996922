package jdg

import (
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// sayings says how every kind of event is told, chapter by chapter. A test
// finds kinds that are missing here. It names its functions, and writes none itself: a
// program that tells nothing, as one that audits, is linked without them then.
var sayings = map[string]phrase{
	// Sequence of play and orders.
	"turn":       {say: sayTurn},
	"phase":      {say: sayPhase},
	"group":      {say: sayGroup, joins: true},
	"ungroup":    {say: sayUngroup},
	"order":      {say: sayOrder},
	"markers":    {say: sayMarkers},
	"initiative": {say: sayInitiative},
	"tie":        {say: sayTie},
	"first":      {say: sayFirst},
	"cup":        {say: sayCup, joins: true},
	"activate":   {say: sayActivate},
	"aside":      {say: sayAside},
	"reveal":     {say: sayReveal, part: initiativeStep},
	"leader":     {say: sayLeader, part: initiativeStep},
	"delayed":    {say: sayDelayed},
	"hold":       {say: sayHold},
	"over":       {say: sayOver},

	// Answers, questions, orders that came to nothing.
	"standing": {say: sayStanding, note: true},
	"decision": {say: sayDecision, note: true},
	"skip":     {say: saySkip, note: true},
	"plan":     {say: sayPlan, note: true},
	"unplan":   {say: sayUnplan, note: true},
	"due":      {say: sayDue, note: true},
	"ask":      {say: sayAsk},
	"pending":  {say: sayNothing},
	"resume":   {say: sayResume},
	"roll":     {say: sayRoll},

	// Movement.
	"move":      {say: sayTrail, joins: true, part: moveStep},
	"march":     {say: sayTrail, joins: true, part: moveStep},
	"enter":     {say: sayTrail, joins: true, part: moveStep},
	"charge":    {say: sayTrail, joins: true, part: moveStep},
	"recall":    {say: sayTrail, joins: true},
	"evade":     {say: sayTrail, joins: true},
	"retire":    {say: sayTrail, joins: true},
	"retreat":   {say: sayTrail, joins: true},
	"rout-move": {say: sayTrail, joins: true},
	"advance":   {say: sayTrail, joins: true},
	"pursue":    {say: sayTrail, joins: true},
	"face":      {say: sayTrail, joins: true},
	"commander": {say: sayTrail, joins: true},
	"stack":     {say: sayStack, part: stackStep},
	"square":    {say: saySquare},
	"renfort":   {say: sayRenfort},

	// Combat and cohesion.
	"fire":           {say: sayFire},
	"shock":          {say: sayShock, part: combatStep},
	"combat":         {say: sayCombat, part: combatStep},
	"counter-charge": {say: sayCounterCharge},
	"disorder":       {say: sayDisorder},
	"rout":           {say: sayRout},
	"eliminate":      {say: sayEliminate},
	"rally":          {say: sayRally, part: rallyStep},
	"halt":           {say: sayHalt},
	"demoralised":    {say: sayDemoralised},
}

func sayNothing(*teller, engine.Event) tongue.Text { return tongue.Text{} }

func sayUngroup(*teller, engine.Event) tongue.Text { return say("ungroup") }

func sayOver(t *teller, e engine.Event) tongue.Text { return t.p.endText(e.Get("text")) }

func sayTurn(t *teller, e engine.Event) tongue.Text {
	n := e.Int("n")
	t.part, t.heading = always, heading{key: "head.turn", turn: n}
	t.brief.begin(t.heading, "")
	when := t.p.sc.Turns[min(n, len(t.p.sc.Turns))-1]
	clock, weather := clockText(when.Clock), weatherName(when)
	if weather == "" { // "9 a.m." ends in the stop of the sentence
		clock = clock.Clause()
	}
	return say("turn", tongue.Number("turn", n), tongue.Words("clock", clock), tongue.Choice("weather", weather))
}

func weatherName(t setup.TurnSpec) string {
	switch {
	case t.Night:
		return "night"
	case t.Fog:
		return "fog"
	}
	return ""
}

// sayPhase opens a heading and says nothing.
func sayPhase(t *teller, e engine.Event) tongue.Text {
	t.place(Phase(e.Get("phase")[0]))
	return tongue.Text{}
}

func sayGroup(t *teller, e engine.Event) tongue.Text {
	if s := t.p.sideOf(e.By); s >= 0 {
		t.groups[s]++
	}
	return tongue.Text{}
}

func sayOrder(t *teller, e engine.Event) tongue.Text {
	c, _ := t.p.sc.Commander(e.Get("commander"))
	return say("order", tongue.Words("who", t.commander(c)), t.group(e))
}

// group is the tactical group of an event.
func (t *teller) group(e engine.Event) tongue.Arg {
	return named("group", t.p.groupName(e.Get("group")))
}

// groupName names a tactical group: "Legrand", or "Legrand (legrand.2)".
func (p *Position) groupName(id string) string {
	base, _, several := strings.Cut(id, ".")
	f, ok := p.sc.Form(base)
	switch {
	case !ok:
		return id
	case several:
		return p.formName(f) + " (" + id + ")"
	}
	return p.formName(f)
}

// bySide is whose act an event is.
func bySide(e engine.Event) tongue.Arg { return named("side", string(e.By)) }

func sayMarkers(t *teller, e engine.Event) tongue.Text {
	return say("markers", bySide(e), tongue.Number("markers", e.Int("count")))
}

func sayInitiative(t *teller, e engine.Event) tongue.Text {
	a, b, _ := strings.Cut(e.Get("totals"), ":")
	if t.p.sideOf(e.By) == 1 {
		a, b = b, a
	}
	return say("initiative", bySide(e), named("own", a), named("other", b))
}

func sayTie(t *teller, e engine.Event) tongue.Text {
	return say("initiative.tie", named("total", e.Get("total")))
}

func sayFirst(t *teller, e engine.Event) tongue.Text {
	return say("first", bySide(e), t.p.markerArg("marker", e.Get("marker")))
}

func sayCup(t *teller, e engine.Event) tongue.Text {
	m, _ := parseMarker(e.Get("marker"))
	if t.cup == nil {
		t.cup = make([]Marker, 0, 8)
	}
	t.cup = append(t.cup, m)
	return tongue.Text{}
}

// sayActivate opens an activation. The draw that led to it goes into the same
// sentence.
func sayActivate(t *teller, e engine.Event) tongue.Text {
	m, _ := parseMarker(e.Get("marker"))
	t.part, t.heading = always, heading{key: "head.activated", name: t.p.markerName(m)}
	t.brief.begin(t.heading, e.By)
	marker := t.p.markersArg("marker", []Marker{m})
	if t.drawn == nil {
		return say("activate", bySide(e), marker)
	}
	roll := t.drawn
	t.drawn = nil
	t.line(engine.Line{Text: say("drawn", tongue.Number("markers", roll.Draws[0].N), marker, bySide(e)).Sentence(),
		Rule: e.Rule, Roll: roll})
	return tongue.Text{}
}

func sayAside(t *teller, e engine.Event) tongue.Text {
	marker := t.p.markerArg("marker", e.Get("marker"))
	if e.Get("why") == "last" {
		t.heading = heading{key: "head.last"}
		return say("aside.last", marker, bySide(e))
	}
	t.tellDelayed()
	return say("aside", marker)
}

func sayReveal(t *teller, e engine.Event) tongue.Text {
	if e.Get("orders") == ReceivedOrders.String() {
		return say("reveal", t.group(e))
	}
	return say("reveal.no", t.group(e))
}

func sayLeader(t *teller, e engine.Event) tongue.Text {
	if e.Get("acts") == "fully" {
		return say("leader.acts", t.group(e))
	}
	return say("leader.rallies", t.group(e))
}

func sayHold(t *teller, e engine.Event) tongue.Text {
	return say("hold", bySide(e), t.spotOf("hex", e.Get("hex")))
}

func sayStanding(t *teller, e engine.Event) tongue.Text {
	word := named("word", decisionWord(e.Get("kind")))
	whom := tongue.Words("whom", tongue.Text{})
	if e.Get("whom") != "" {
		whom = tongue.Words("whom", t.ownerName(e.Get("whom")))
	}
	if e.Get("answer") == "default" {
		return say("standing.no", word, whom)
	}
	return say("standing", word, whom, named("answer", e.Get("answer")))
}

// ownerName names the unit, formation or army that an answer is for.
func (t *teller) ownerName(id string) tongue.Text {
	if u, ok := t.p.sc.Unit(id); ok {
		return t.unit(u)
	}
	if c, ok := t.p.sc.Commander(id); ok {
		return t.commander(c)
	}
	return tongue.Name(t.p.groupName(id))
}

// sourceOf says where an answer came from.
func sourceOf(e engine.Event) tongue.Text {
	if from := e.Get("source"); catalogue.Has("source." + from) {
		return say("source." + from)
	}
	return tongue.Text{}
}

// decidedOn names what was decided in the middle of an activation.
func decidedOn(kind string) tongue.Arg { return tongue.Words("what", spelt("decided.", kind)) }

// sayDecision tells an answer that was given beforehand, or by default. Where
// the next sentence shows the answer, it says so there.
func sayDecision(t *teller, e engine.Event) tongue.Text {
	kind, answer := e.Get("kind"), tongue.Name(e.Get("answer"))
	what := decidedOn(kind)
	if e.Get("source") == "when-drawn" {
		return say("decision.drawn", named("name", t.p.markerName(t.p.markerOf(e.Get("whom")))), what,
			tongue.Words("answer", answer))
	}
	if shown := t.shownBy(e); shown.kinds != nil {
		t.answers = append(t.answers, shown)
		return tongue.Text{}
	}
	if m, err := parseMarker(e.Get("answer")); kind == "P5" && err == nil {
		answer = t.p.markerList([]Marker{m})
	} else if u, ok := t.p.sc.Unit(e.Get("answer")); ok {
		answer = t.unit(u)
		if kind == "P35" {
			what = tongue.Words("what", say("decided.whom"))
		}
	} else {
		answer = tongue.Name(strings.ReplaceAll(e.Get("answer"), ",", "–"))
	}
	args := []tongue.Arg{what, tongue.Words("answer", answer), tongue.Words("source", sourceOf(e)),
		named("unmet", e.Get("unmet"))}
	if e.Get("whom") == "army" {
		return say("decision.army", args...)
	}
	return say("decision", append(args, tongue.Words("who", t.ownerName(e.Get("whom"))))...)
}

func saySkip(t *teller, e engine.Event) tongue.Text {
	line, standing := strings.CutPrefix(e.Get("line"), "standing ")
	key := "skip"
	switch {
	case standing:
		key = "skip.standing"
	case e.Get("part") == "yes":
		key = "skip.part"
	}
	return say(key, named("line", line), tongue.Words("why", whyNot(e.Get("why"))))
}

func sayAsk(t *teller, e engine.Event) tongue.Text {
	return say("ask", tongue.Words("prompt", heard("prompt.", e.Get("prompt"))))
}

func sayResume(t *teller, e engine.Event) tongue.Text { return say("resume") }

// whyNot is why an order came to nothing: one reason, or several of which each after the first can have its
// rule behind it.
func whyNot(why string) tongue.Text {
	why = strings.TrimSuffix(why, ".")
	if t, ok := catalogue.Read("why.", why); ok {
		return t
	}
	var all []tongue.Text
	for part := range strings.SplitSeq(why, "; ") {
		words, rule, ruled := strings.Cut(part, " [")
		all = append(all, reason(words))
		if ruled {
			all[len(all)-1] = tongue.List([]tongue.Text{reason(words), tongue.Name("[" + rule)}, " ")
		}
	}
	return tongue.List(all, "; ")
}
