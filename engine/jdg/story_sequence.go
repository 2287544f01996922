package jdg

import (
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// sayings says how every kind of event is told, chapter by chapter. A test
// finds kinds that are missing here.
var sayings = map[string]saying{
	// Sequence of play and orders.
	"turn":       {say: sayTurn},
	"phase":      {say: sayPhase},
	"group":      {say: sayGroup, joins: true},
	"ungroup":    {say: func(*teller, engine.Event) string { return "the tactical groups are formed again." }},
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
	"over":       {say: func(t *teller, e engine.Event) string { return e.Get("text") }},

	// Answers, questions, orders that came to nothing.
	"standing": {say: sayStanding, note: true},
	"decision": {say: sayDecision, note: true},
	"skip":     {say: saySkip, note: true},
	"plan":     {say: sayPlan, note: true},
	"unplan":   {say: sayUnplan, note: true},
	"due":      {say: sayDue, note: true},
	"ask":      {say: sayAsk},
	"pending":  {say: func(*teller, engine.Event) string { return "" }},
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

func sayTurn(t *teller, e engine.Event) string {
	n := e.Int("n")
	t.heading, t.part = "Turn "+strconv.Itoa(n), always
	text := "turn " + strconv.Itoa(n) + " begins"
	if when := clockOf(t.p.sc, n); when != "" {
		text += ": " + when
	}
	return strings.TrimSuffix(text, ".") + "."
}

// clockOf is the time and weather of a turn: "8.30 a.m., fog".
func clockOf(s *setup.Scenario, turn int) string {
	t := s.Turns[min(turn, len(s.Turns))-1]
	var parts []string
	for _, part := range []string{t.Clock, weatherName(t)} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
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
func sayPhase(t *teller, e engine.Event) string {
	t.place(Phase(e.Get("phase")[0]))
	return ""
}

func sayGroup(t *teller, e engine.Event) string {
	if s := t.p.sideOf(e.By); s >= 0 {
		t.groups[s]++
	}
	return ""
}

func sayOrder(t *teller, e engine.Event) string {
	c, _ := t.p.sc.Commander(e.Get("commander"))
	return t.commander(c) + " sends orders to " + t.p.groupName(e.Get("group")) + "."
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

func sayMarkers(t *teller, e engine.Event) string {
	n := e.Get("count")
	if n == "1" {
		return string(e.By) + " lays 1 orders marker, face down."
	}
	return string(e.By) + " lays " + n + " orders markers, face down."
}

func sayInitiative(t *teller, e engine.Event) string {
	a, b, _ := strings.Cut(e.Get("totals"), ":")
	if t.p.sideOf(e.By) == 1 {
		a, b = b, a
	}
	return string(e.By) + " holds strategic initiative, " + a + " to " + b + "."
}

func sayTie(t *teller, e engine.Event) string {
	return "both sides come to " + e.Get("total") + ": nobody holds strategic initiative."
}

func sayFirst(t *teller, e engine.Event) string {
	m, _ := parseMarker(e.Get("marker"))
	return string(e.By) + " opens the turn with " + t.p.markerNames([]Marker{m}) + "."
}

func sayCup(t *teller, e engine.Event) string {
	m, _ := parseMarker(e.Get("marker"))
	t.cup = append(t.cup, m)
	return ""
}

// sayActivate opens an activation. The draw that led to it goes into the same
// sentence.
func sayActivate(t *teller, e engine.Event) string {
	m, _ := parseMarker(e.Get("marker"))
	t.part, t.heading = always, "Activation of "+t.p.markerName(m)
	text := string(e.By) + " activates " + t.p.markerNames([]Marker{m}) + "."
	if t.drawn == nil {
		return text
	}
	roll := t.drawn
	t.drawn = nil
	t.line(engine.Line{Text: capital("of " + strconv.Itoa(roll.Draws[0].N) + " markers in the cup, " +
		t.p.markerNames([]Marker{m}) + ", " + string(e.By) + ", is drawn."),
		Rule: e.Rule, Roll: roll})
	return ""
}

func sayAside(t *teller, e engine.Event) string {
	m, _ := parseMarker(e.Get("marker"))
	name := t.p.markerNames([]Marker{m})
	if e.Get("why") == "last" {
		t.heading = "The last marker"
		return name + ", " + string(e.By) + ", is left in the cup and laid aside without an activation."
	}
	t.tellDelayed()
	return "the marker of " + name + " is laid aside."
}

func sayReveal(t *teller, e engine.Event) string {
	if e.Get("orders") == ReceivedOrders.String() {
		return t.p.groupName(e.Get("group")) + " has Received Orders."
	}
	return t.p.groupName(e.Get("group")) + " has No Orders."
}

func sayLeader(t *teller, e engine.Event) string {
	if e.Get("acts") == "fully" {
		return t.p.groupName(e.Get("group")) + " acts in this activation as if it had Received Orders."
	}
	return t.p.groupName(e.Get("group")) + " can do nothing but rally in this activation."
}

func sayHold(t *teller, e engine.Event) string {
	return string(e.By) + " now holds " + t.spotOf(e.Get("hex")) + "."
}

func sayStanding(t *teller, e engine.Event) string {
	word, whom := decisionWord(e.Get("kind")), ""
	if e.Get("whom") != "" {
		whom = " for " + t.ownerName(e.Get("whom"))
	}
	if e.Get("answer") == "default" {
		return "the standing order \"" + word + "\"" + whom + " is withdrawn."
	}
	return "standing order from now on" + whom + ": " + word + " " + e.Get("answer") + "."
}

// ownerName names the unit, formation or army that an answer is for.
func (t *teller) ownerName(id string) string {
	if u, ok := t.p.sc.Unit(id); ok {
		return t.unit(u)
	}
	if c, ok := t.p.sc.Commander(id); ok {
		return t.commander(c)
	}
	return t.p.groupName(id)
}

// sources says where an answer came from.
var sources = map[string]string{"default": "by default", "standing": "by standing order", "asked": "as you answered"}

// decided names the decisions that are made in the middle of an activation.
var decided = map[string]string{
	"P2": "Renfort marker", "P5": "first formation", "P6": "leader's initiative", "P7": "top of the stack",
	"P8": "acts as ordered before it was drawn", "P9": "fire at the enemy",
	"P10": "counter-battery fire", "P13": "square when enemy cavalry is within", "P14": "stays with", "P19": "entry",
	"P15": "way of the commander", "P17": "form square", "P18": "recall the charge", "P23": "retire before combat",
	"P24": "enter the hex that was left", "P25": "counter-charge", "P26": "reaction fire",
	"P29": "way of the withdrawal",
	"P30": "advance", "P31": "breakthrough combat", "P32": "counter-attack", "P33": "who pursues",
	"P34": "pursuit by the defender",
	"P35": "charge on", "P37": "try to rally", "P39": "way of the rout", "P40": "stop the rout",
}

// sayDecision tells an answer that was given beforehand, or by default. Where
// the next sentence shows the answer, it says so there.
func sayDecision(t *teller, e engine.Event) string {
	kind, answer := e.Get("kind"), e.Get("answer")
	source := sources[e.Get("source")]
	if e.Get("source") == "when-drawn" {
		return t.p.markerName(t.p.markerOf(e.Get("whom"))) + " " + decided[kind] + ": " + answer + "."
	}
	if shown := t.shownBy(e); shown.kinds != nil {
		t.answers = append(t.answers, shown)
		return ""
	}
	what := decided[kind]
	if what == "" {
		what = kind
	}
	if m, err := parseMarker(answer); kind == "P5" && err == nil {
		answer = t.p.markerNames([]Marker{m})
	}
	if u, ok := t.p.sc.Unit(answer); ok {
		answer = t.unit(u)
		if kind == "P35" {
			what = "whom to pursue"
		}
	}
	text := what + ": " + strings.ReplaceAll(answer, ",", "–") + ", " + source
	if e.Get("unmet") != "" {
		text += ", whose condition does not hold: if " + e.Get("unmet")
	}
	text += "."
	if e.Get("whom") == "army" {
		return text
	}
	return t.ownerName(e.Get("whom")) + ", " + text
}

func saySkip(t *teller, e engine.Event) string {
	line, standing := strings.CutPrefix(e.Get("line"), "standing ")
	order, could := "order", "could not be carried out"
	switch {
	case standing:
		order, could = "standing order", "cannot be followed"
	case e.Get("part") == "yes":
		could = "was carried out in part only"
	}
	return "the " + order + " \"" + line + "\" " + could + ": " + strings.TrimSuffix(e.Get("why"), ".") + "."
}

func sayAsk(t *teller, e engine.Event) string {
	return "the resolution waits for your answer: " + e.Get("prompt")
}

func sayResume(t *teller, e engine.Event) string {
	return "the answer has come, and the resolution goes on."
}
