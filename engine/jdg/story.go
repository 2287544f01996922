package jdg

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// teller makes the story of a report: one sentence for each event, or one for
// several that belong together, under headings in the order of the sequence
// of play. It follows the events on a copy of the reader's own view.
type teller struct {
	p        *Position // as the events told so far leave it
	own      int       // side of the reader, -1 for the public
	heading  heading   // of what is to come
	opened   heading   // of the last chapter
	part     step      // of the activation under way
	chapters []engine.Chapter
	lines    []engine.Line // of all chapters
	first    int           // number of lines before the last chapter
	named    []bool        // by unit: mentioned with its id before
	titled   []bool        // by commander
	trails   []trail
	later    []engine.Event    // what came between the hexes of a trail
	answers  []shownAnswer     // that a sentence to come shows
	steps    []lastStep        // of withdrawals and advances since the last combat began
	columns  []hex.Hex         // entry hexes of the stacks that came on in this activation
	entry    string            // way and cost of the last of them
	comingOn map[string]string // how reinforcements are to come on, by unit: march, normal or no
	drawn    *engine.Roll      // draw of a marker that is still to be named
	groups   [2]int            // tactical groups formed
	cup      []Marker          // markers put into the cup
	last     string            // kind of the last event
	planned  ask.Slot          // the activation for which a plan was told last
	tabled   bool              // where all plans stand was told
	brief    brief
}

// phrase is how one kind of event is told.
type phrase struct {
	// say returns the sentence, or nothing if it keeps the event for a later one
	// or has nothing to say.
	say func(t *teller, e engine.Event) tongue.Text
	// part is the step of the activation that the event belongs to; always
	// if it may stand in any.
	part  step
	note  bool
	joins bool // is told together with others of its kind
}

// tellStory makes the chapters of a report. It applies the events to the position before them.
func tellStory(before *Position, events []engine.Event, side engine.Side) ([]engine.Chapter, []engine.Episode) {
	t := &teller{p: before, own: before.sideOf(side), named: make([]bool, len(before.sc.Units)),
		titled: make([]bool, len(before.Leaders)), comingOn: map[string]string{},
		lines: make([]engine.Line, 0, 4), chapters: make([]engine.Chapter, 0, 2)}
	t.place(before.Phase)
	for _, e := range events {
		t.tell(e)
	}
	t.flush()
	t.close()
	return t.chapters, t.brief.told()
}

// tell tells one event and applies it.
func (t *teller) tell(e engine.Event) {
	s, ok := sayings[e.Kind]
	if !ok {
		s = phrase{say: sayUnknown}
	}
	part := partOf(s, e)
	waits := len(t.trails) > 0 && (e.Kind == "renfort" || e.Get("kind") == "P15")
	if !waits && (!s.joins || part > t.part || t.last != e.Kind && !isTrail(e.Kind)) {
		t.flush()
	}
	t.last = e.Kind
	if part > t.part {
		t.part = part
		t.headActivation()
	}
	if waits {
		t.later = append(t.later, e)
	} else {
		t.say(s, e)
	}
	t.noteSteps(e)
	t.noteEntry(e)
	t.p.apply(e)
}

// say adds the sentence of an event, if it has one.
func (t *teller) say(s phrase, e engine.Event) {
	if text := s.say(t, e); !text.Empty() {
		l := engine.Line{Text: text.Sentence(), Rule: e.Rule, Note: s.note}
		t.line(l)
		switch {
		case e.Get("source") == "when-drawn":
			l.Text = say("brief.ahead", named("name", t.p.markerName(t.p.markerOf(e.Get("whom")))))
			t.brief.take("ahead", l)
		case e.Kind == "leader":
			t.brief.leader(tongue.Name(t.p.groupName(e.Get("group"))), e.Get("acts") == "fully")
		default:
			t.brief.take(e.Kind, l)
		}
	}
}

// sayUnknown tells a kind of event that has no sentence of its own, so that
// nothing that happened is left out.
func sayUnknown(t *teller, e engine.Event) tongue.Text {
	parts := []string{e.Kind}
	for _, a := range e.Args {
		parts = append(parts, a.Key+" "+a.Value)
	}
	return tongue.Name(strings.Join(parts, ", ") + ".")
}

// partOf is the step of an activation to which an event belongs.
func partOf(s phrase, e engine.Event) step {
	switch e.Kind {
	case "roll":
		return rollOf(e).part
	case "skip":
		word, _, _ := strings.Cut(e.Get("line"), " ")
		for _, v := range plainVerbs() {
			if v.Word == word && v.step < answerStep {
				return v.step
			}
		}
	case "fire":
		if e.Get("mode") == "normal" {
			return fireStep
		}
	case "face", "square":
		return turnParts[e.Rule]
	case "commander":
		if e.Get("moved") == "yes" {
			return moveStep
		}
	}
	return s.part
}

// turnParts tells by its rule in which step a unit turns, or a square is
// formed; other rules do it anywhere.
var turnParts = map[string]step{
	"7.2-d": fireStep, "6.1.2-b": moveStep, "4.2-k": moveStep, "4.2-d": moveStep, "4.2-j": moveStep,
	"6.1.2-g": combatStep,
}

// place opens the heading of a phase.
func (t *teller) place(ph Phase) {
	defer t.episode()
	switch ph {
	case OrdersPhase:
		t.heading = heading{key: "head.orders"}
	case InitiativePhase:
		t.heading = heading{key: "head.initiative"}
	case CollectPhase:
		t.heading = heading{key: "head.cup"}
	case ActivationPhase:
		t.heading = heading{key: "head.activation"}
		t.headActivation()
	case RoutPhase:
		t.heading = heading{key: "head.rout"}
	default:
		t.heading = heading{key: "head.end", turn: t.p.Turn}
	}
}

// episode begins what is told under the heading.
func (t *teller) episode() {
	side := engine.Side("")
	if m := t.p.Drawn; m != (Marker{}) && t.heading.name != "" {
		side = t.p.sideName(t.p.markerSide(m))
	}
	t.brief.begin(t.heading, side)
}

var partNames = map[step]string{fireStep: "part.fire", moveStep: "part.movement", combatStep: "part.combat",
	rallyStep: "part.rally"}

// headActivation opens the heading of an activation, or of a step of it.
func (t *teller) headActivation() {
	if t.p.Drawn == (Marker{}) {
		return
	}
	name := t.p.markerName(t.p.Drawn)
	if part, ok := partNames[t.part]; ok {
		t.heading = heading{key: "head.part", name: name, part: part}
	} else {
		t.heading = heading{key: "head.activated", name: name}
	}
}

// heading is one of the story, before it is a text.
type heading struct {
	key, name string
	part      string // key of the part of an activation
	turn      int
}

func (h heading) text() tongue.Text {
	switch {
	case h.turn > 0:
		return say(h.key, tongue.Number("turn", h.turn))
	case h.part != "":
		return say(h.key, named("name", h.name), tongue.Words("part", say(h.part)))
	case h.name != "":
		return say(h.key, named("name", h.name))
	}
	return say(h.key)
}

// line adds a sentence under the present heading.
func (t *teller) line(l engine.Line) {
	if t.opened != t.heading {
		t.close()
		t.chapters = append(t.chapters, engine.Chapter{Heading: t.heading.text()})
		t.opened = t.heading
	}
	t.lines = append(t.lines, l)
}

// close gives the last chapter its lines.
func (t *teller) close() {
	if n := len(t.chapters); n > 0 {
		t.chapters[n-1].Lines = t.lines[t.first:len(t.lines):len(t.lines)]
		t.first = len(t.lines)
	}
}

// lastLine returns the sentence told last, nil if there is none.
func (t *teller) lastLine() *engine.Line {
	if n := len(t.lines); n > 0 {
		return &t.lines[n-1]
	}
	return nil
}

// flush tells what was kept in order to tell it together.
func (t *teller) flush() {
	t.flushTrails()
	if n := t.groups; n != [2]int{} {
		t.groups = [2]int{}
		t.line(engine.Line{Rule: "2.3.1-c", Text: say("groups", tongue.Number("one", n[0]), t.side("first", 0),
			tongue.Number("two", n[1]), t.side("second", 1))})
	}
	if len(t.cup) > 0 {
		t.line(engine.Line{Rule: "1.C", Text: t.cupText()})
		t.cup = nil
	}
}

// side is the name of a side in a sentence.
func (t *teller) side(name string, s int) tongue.Arg { return named(name, string(t.p.sideName(s))) }

// cupText tells which markers go into the cup.
func (t *teller) cupText() tongue.Text {
	parts := make([]tongue.Text, 0, 2)
	for s := range t.p.sc.Sides {
		var few [16]Marker
		own := few[:0]
		for _, m := range t.cup {
			if t.p.markerSide(m) == s {
				own = append(own, m)
			}
		}
		switch {
		case len(own) > 8:
			parts = append(parts, say("cup.many", tongue.Number("markers", len(own)), t.side("side", s)))
		case len(own) > 0:
			parts = append(parts, say("cup.named", t.side("side", s), t.p.markersArg("markers", own)))
		}
	}
	many := ""
	if len(t.cup) > 1 {
		many = "many"
	}
	return say("cup", tongue.Words("markers", tongue.List(parts, "; ")), tongue.Choice("number", many))
}

// unit names a unit: "the 3rd Line (3lig)" at first, "the 3rd Line" later. A
// name with a comma in it keeps its id and has no article; a unit that has its
// id only is "unit 3lig".
func (t *teller) unit(u int) tongue.Text {
	spec := t.p.spec(u)
	first := !t.named[u]
	t.named[u] = true
	switch {
	case spec.Name == spec.ID:
		return say("unit.id", named("id", spec.ID))
	case strings.Contains(spec.Name, ","):
		return tongue.Name(spec.Name + " (" + spec.ID + ")")
	case first:
		return say("unit", named("name", spec.Name+" ("+spec.ID+")"))
	}
	return say("unit", named("name", spec.Name))
}

// units names several units.
func (t *teller) units(us []int) tongue.Text {
	if len(us) == 1 {
		return t.unit(us[0])
	}
	names := make([]tongue.Text, len(us))
	for i, u := range us {
		names[i] = t.unit(u)
	}
	return tongue.List(names, tongue.And)
}

// commander names a commander, with his id at first.
func (t *teller) commander(c int) tongue.Text {
	spec := t.p.sc.Leaders[c]
	if t.titled[c] || spec.Name == spec.ID {
		return tongue.Name(spec.Name)
	}
	t.titled[c] = true
	return tongue.Name(spec.Name + " (" + spec.ID + ")")
}

// who are units that do something, "many" if they take the plural in English.
func (t *teller) who(us ...int) tongue.Arg {
	a := tongue.Words("who", t.units(us))
	if t.many(us) {
		return a.Many()
	}
	return a
}

// many reports whether units take the plural.
func (t *teller) many(us []int) bool {
	if len(us) != 1 {
		return true
	}
	spec := t.p.spec(us[0])
	return spec.Name != spec.ID && plural(spec.Name)
}

// plural guesses whether a name is one of several men, such as Hussars or
// "3e and 6e dragons".
func plural(name string) bool {
	if strings.Contains(name, " and ") {
		return true
	}
	for w := range strings.FieldsSeq(strings.ReplaceAll(name, ",", " ")) {
		if len(w) > 5 && strings.HasSuffix(w, "s") {
			return true
		}
	}
	return false
}

// capital makes a sentence begin with a capital letter.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// spot prints a hex with the name of the place, if it has one.
func (p *Position) spot(h hex.Hex) string {
	if p.sc.Map.On(h) {
		if name := p.sc.Map.At(h).Name; name != "" {
			return name + " (" + h.String() + ")"
		}
	}
	return h.String()
}

// spotArg is spot in a sentence.
func (p *Position) spotArg(name string, h hex.Hex) tongue.Arg { return named(name, p.spot(h)) }

// spotOf is spotArg for a hex in an event.
func (t *teller) spotOf(name, s string) tongue.Arg {
	h, _ := hex.Parse(s)
	return t.p.spotArg(name, h)
}

// formName is the name of a formation.
func (p *Position) formName(f int) string {
	return cmp.Or(p.sc.Forms[f].Name, p.sc.Forms[f].ID)
}

// markerName is the name of what a marker activates.
func (p *Position) markerName(m Marker) string {
	if c := p.sc.CAM(m.ID); c != nil {
		return cmp.Or(c.Name, c.ID)
	}
	if f, ok := p.sc.Form(m.ID); ok {
		return p.formName(f)
	}
	return m.ID
}

// markerNames lists markers with their ratings, those of one formation
// together: "Legrand (5, 4) and Margaron (4)".
func (p *Position) markerNames(ms []Marker) string { return p.markerList(ms).String() }

// markerList is markerNames before it is put into words.
func (p *Position) markerList(ms []Marker) tongue.Text {
	names := make([]tongue.Text, 0, min(len(ms), 4))
	for i := 0; i < len(ms); {
		id, ratings := ms[i].ID, make([]string, 0, 2)
		name := p.markerName(ms[i])
		for ; i < len(ms) && ms[i].ID == id; i++ {
			ratings = append(ratings, strconv.Itoa(ms[i].Rating))
		}
		names = append(names, tongue.Name(name+" ("+strings.Join(ratings, ", ")+")"))
	}
	return tongue.List(names, tongue.And)
}

// markersArg is markerNames in a sentence.
func (p *Position) markersArg(name string, ms []Marker) tongue.Arg {
	return tongue.Words(name, p.markerList(ms))
}

// markerArg is one marker, as an event names it.
func (p *Position) markerArg(name, marker string) tongue.Arg {
	m, _ := parseMarker(marker)
	return p.markersArg(name, []Marker{m})
}
