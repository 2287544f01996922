package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// verb is one word that opens an order line, how the words behind it are read, and in which
// phases it says something.
type verb struct {
	engine.Verb
	phases string
	read   func(l *line, o *order)
}

// Phases in which a line can stand: any, while a question is open too, is "*".
const (
	turnOnly  = "T"
	anyPhase  = "*"
	armiesToo = "RTP"
)

var verbs []*verb

func init() {
	verbs = []*verb{
		{engine.Verb{Word: "play", Usage: "play CARD [plain]", Rule: "2.II.1-a"}, turnOnly, (*line).readPlay},
		{engine.Verb{Word: "move", Usage: "move UNIT[,UNIT…] AREA[,AREA]", Rule: "4.1-a"},
			turnOnly, (*line).readMove},
		{engine.Verb{Word: "rail", Usage: "rail UNIT AREA", Rule: "4.4-a"}, turnOnly, (*line).readTo},
		{engine.Verb{Word: "strategic", Usage: "strategic UNIT AREA", Rule: "4.5-b"}, turnOnly, (*line).readTo},
		{engine.Verb{Word: "sea", Usage: "sea UNIT AREA", Rule: "4.6-b"}, turnOnly, (*line).readTo},
		{engine.Verb{Word: "reserves", Usage: "reserves UNIT AREA", Rule: "9.6-b"},
			turnOnly, (*line).readTo},
		{engine.Verb{Word: "join", Usage: "join UNIT[,UNIT…] ARMY", Rule: "4.1-b"}, armiesToo, (*line).readJoin},
		{engine.Verb{Word: "leave", Usage: "leave UNIT[,UNIT…]", Rule: "4.1-b"}, armiesToo, (*line).readUnits},
		{engine.Verb{Word: "crisis", Usage: "crisis [after AREA]", Rule: "9.8-a"}, turnOnly, (*line).readCrisis},
		{engine.Verb{Word: "battle", Usage: "battle AREA[,AREA…]", Rule: "2.II.3-c"},
			turnOnly, (*line).readAreas},
		{engine.Verb{Word: "keep", Usage: "keep AREA[,AREA…]", Rule: "9.5-d"}, turnOnly, (*line).readAreas},
		{engine.Verb{Word: "gas", Usage: "gas AREA[,AREA…]", Rule: "9.3-a"}, "TW", (*line).readAreas},
		{engine.Verb{Word: "aaf", Usage: "aaf AREA[,AREA…]", Rule: "9.4-a"}, "TW", (*line).readAreas},
		{engine.Verb{Word: "surprise", Usage: "surprise AREA[,AREA…]", Rule: "9.7-a"}, turnOnly, (*line).readAreas},
		{engine.Verb{Word: "extra", Usage: "extra AREA[,AREA]", Rule: "9.1.7-a"}, turnOnly, (*line).readAreas},
		{engine.Verb{Word: "weather", Usage: "weather", Rule: "9.5-a"}, "W",
			(*line).readNothing},
		{engine.Verb{Word: "exchange", Usage: "exchange CARD[,CARD…]", Rule: "2.II.1-i"}, turnOnly, (*line).readCards},
		{engine.Verb{Word: "place", Usage: "place [N*]UNIT|ARMY AREA|ARMY", Rule: "2.I-b"}, "R", (*line).readPlace},
		{engine.Verb{Word: "commonwealth", Usage: "commonwealth AREA|ARMY", Rule: "8.2.3-c"},
			"R", (*line).readPlaceOnly},
		{engine.Verb{Word: "rebuild", Usage: "rebuild ARMY AREA", Rule: "7.3-b"}, "P", (*line).readRebuild},
		{engine.Verb{Word: "build", Usage: "build [N*]UNIT AREA|ARMY", Rule: "7.2-a"}, "P", (*line).readPlace},
		{engine.Verb{Word: "upgrade", Usage: "upgrade UNIT", Rule: "7.5-a"}, "P", (*line).readUnits},
		{engine.Verb{Word: "entrench", Usage: "entrench UNIT|ARMY[,UNIT|ARMY…]", Rule: "7.4-a"},
			"P", (*line).readUnits},
		{engine.Verb{Word: "cards", Usage: "cards N", Rule: "7.1-b"}, "P",
			(*line).readNumber},
		{engine.Verb{Word: "discard", Usage: "discard CARD[,CARD…]", Rule: "2.V.3-a"}, "PD", (*line).readCards},
		{engine.Verb{Word: "armistice", Usage: "armistice offer|accept|withdraw", Rule: "3.2-a"}, anyPhase,
			(*line).readArmistice},
		{engine.Verb{Word: "resign", Usage: "resign", Rule: "3.3-a"}, anyPhase, (*line).readNothing},
		{engine.Verb{Word: "standing", Usage: "standing WORD ANSWER [if CONDITION] {else ANSWER} [for AREA]", Rule: "5",
			Ahead: true}, anyPhase,
			(*line).readStanding},
		{engine.Verb{Word: "answer", Usage: "answer WORD", Rule: "5"},
			anyPhase, (*line).readAnswer},
		{engine.Verb{Word: "hold", Usage: "hold", Rule: "2.II.1-c"}, anyPhase,
			(*line).readNothing},
	}
}

func verbOf(word string) *verb {
	for _, v := range verbs {
		if v.Word == word {
			return v
		}
	}
	return nil
}

// Verbs implements engine.Ruleset.
func (rs *Ruleset) Verbs() []engine.Verb {
	all := make([]engine.Verb, len(verbs))
	for i, v := range verbs {
		all[i] = worded(v.Verb)
		all[i].Help = said.Say("verb." + v.Word)
	}
	return all
}

// piece is a number of like units in a place, or an Army.
type piece struct {
	army  int // or -1
	unit  setup.Unit
	n     int
	place int
	dug   bool // Entrenched ones only
	text  string
}

// order is one order line, read.
type order struct {
	engine.Order
	verb     *verb
	card     setup.Card
	cards    []setup.Card
	plain    bool
	pieces   []piece
	areas    []int // or places
	n        int
	word     string
	standing []ask.StandingOrder
}

// line reads the words of one order line; the first thing that cannot be read ends it.
type line struct {
	p    *Position
	side int
	rest []string
	o    engine.Order
	v    *verb
	bad  *engine.Fault
}

// read reads an order line of a side.
func (p *Position) read(side int, o engine.Order) (*order, *engine.Fault) {
	v := verbOf(o.Words[0])
	if v == nil {
		words := make([]string, len(verbs))
		for i, v := range verbs {
			words[i] = v.Word
		}
		return nil, &engine.Fault{Kind: engine.Invalid, Line: o.Line, Text: o.Text,
			Msg: said.Say("fault.verb", name("word", o.Words[0])), Hint: oneOf(o.Words[0], words)}
	}
	l := &line{p: p, side: side, rest: o.Words[1:], o: o, v: v}
	read := &order{Order: o, verb: v}
	v.read(l, read)
	if l.bad == nil && len(l.rest) > 0 {
		l.fail(l.usage(), "fault.extra", name("word", l.rest[0]))
	}
	return read, l.bad
}

// oneOf is a hint: the word that was perhaps meant, or all there are.
func oneOf(word string, want []string) tongue.Text {
	if near := engine.Nearest(word, want); near != "" {
		return said.Say("hint.near", name("word", near))
	}
	return said.Say("hint.one-of", name("words", strings.Join(want, ", ")))
}

// usage is the hint that shows how the line is written.
func (l *line) usage() tongue.Text { return tongue.Name(l.v.Usage) }

// fail records that the line cannot be read; what is said first counts.
func (l *line) fail(hint tongue.Text, key string, args ...tongue.Arg) {
	if l.bad == nil {
		l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text,
			Msg: said.Say(key, args...), Hint: hint}
	}
}

// next takes one word; what is the key of what it says.
func (l *line) next(what string) string {
	if len(l.rest) == 0 {
		l.fail(l.usage(), "fault.missing", tongue.Words("what", said.Say("what."+what)))
		return ""
	}
	w := l.rest[0]
	l.rest = l.rest[1:]
	return w
}

func (l *line) unknown(what, word string, want []string) {
	if v := verbOf(word); v != nil && what == "area" && l.bad == nil {
		l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text}
		l.bad.Msg, l.bad.Hint = engine.AnotherOrder(word, v.Verb)
	}
	l.fail(oneOf(word, want), "fault.unknown", tongue.Words("what", said.Say("what."+what)), name("word", word))
}

// unknownCard offers the cards of the hand that the order takes, unless it holds none or the word is nearly another.
func (l *line) unknownCard(word string, want []string) {
	var held []string
	for _, c := range l.p.held(l.side) {
		if name := c.String(); slices.Contains(want, name) && !slices.Contains(held, name) {
			held = append(held, name)
		}
	}
	if held != nil && engine.Nearest(word, want) == "" {
		want = held
	}
	l.unknown("card", word, want)
}

// each takes a list with commas.
func (l *line) each(what string, take func(word string)) {
	for w := range strings.SplitSeq(l.next(what), ",") {
		if l.bad == nil {
			take(w)
		}
	}
}

func (l *line) readNothing(*order) {}

func (l *line) readCrisis(o *order) {
	if len(l.rest) > 0 && l.rest[0] == "after" {
		l.rest = l.rest[1:]
		o.areas = []int{l.area(l.next("area"))}
	}
}

func (l *line) readPlay(o *order) {
	w := l.next("card")
	c, ok := setup.ParseCard(w)
	if !ok {
		l.unknownCard(w, setup.CardNames()[:setup.Friedensturm+1])
	}
	o.card = c
	if len(l.rest) > 0 && l.rest[0] == "plain" {
		o.plain, l.rest = true, l.rest[1:]
	}
}

// number reads the N of N*WORD.
func number(word string) (n int, rest string) {
	if a, b, ok := strings.Cut(word, "*"); ok {
		const most = 40
		if n, err := strconv.Atoi(a); err == nil && n >= 1 && n <= most {
			return n, b
		}
	}
	return 1, word
}

// piece takes a unit with its place, or an Army.
func (l *line) piece(w string) (pc piece) {
	pc = piece{army: -1, n: 1, text: w}
	if a, ok := l.p.findArmy(w); ok {
		pc.army = a
		return pc
	}
	var rest string
	pc.n, rest = number(w)
	word, at, _ := strings.Cut(rest, ".")
	word, pc.dug = strings.CutSuffix(word, "+")
	u, okUnit := setup.ParseUnit(word)
	place, okPlace := l.p.findPlace(at)
	if pc.unit, pc.place = u, place; !okUnit || !okPlace || place == Pool || place == Lost || place < Inside ||
		place == Inside {
		l.unknown("unit", w, l.p.pieceIDs(l.side))
	}
	return pc
}

// pieceIDs are the words for all pieces of a side.
func (p *Position) pieceIDs(side int) (ids []string) {
	for i, a := range p.Armies {
		if a.Place >= 0 && a.Nation.Side() == side {
			ids = append(ids, p.armyID(i))
		}
	}
	for _, g := range p.Groups {
		if g.Unit.Nation.Side() == side && g.Place != Inside {
			if id := p.groupID(g); !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// groupID is the word of orders for the units of a group.
func (p *Position) groupID(g Group) string {
	id := g.Unit.String()
	if g.Dug {
		id += "+"
	}
	return id + "." + p.placeID(g.Place)
}

// area takes an area.
func (l *line) area(w string) int {
	a, ok := l.p.findArea(w)
	if !ok {
		l.unknown("area", w, l.p.areaIDs())
	}
	return a
}

func (p *Position) areaIDs() (ids []string) {
	for i := range p.Areas {
		ids = append(ids, p.areaID(i))
	}
	return ids
}

func (l *line) readUnits(o *order) {
	l.each("unit", func(w string) { o.pieces = append(o.pieces, l.piece(w)) })
}

func (l *line) readMove(o *order) {
	l.readUnits(o)
	l.each("area", func(w string) {
		if w == placeNames[East] {
			o.areas = append(o.areas, East)
			return
		}
		o.areas = append(o.areas, l.area(w))
	})
	if len(o.areas) > 2 {
		l.fail(l.usage(), "fault.far")
	}
}

func (l *line) readTo(o *order) {
	o.pieces = []piece{l.piece(l.next("unit"))}
	o.areas = []int{l.area(l.next("area"))}
}

func (l *line) army(w string) int {
	a, ok := l.p.findArmy(w)
	if !ok {
		var ids []string
		for i, x := range l.p.Armies {
			if x.Nation.Side() == l.side {
				ids = append(ids, l.p.armyID(i))
			}
		}
		l.unknown("army", w, ids)
	}
	return a
}

func (l *line) readJoin(o *order) {
	l.readUnits(o)
	o.areas = []int{l.p.in(max(l.army(l.next("army")), 0))}
}

func (l *line) readAreas(o *order) {
	l.each("area", func(w string) { o.areas = append(o.areas, l.area(w)) })
}

func (l *line) readCards(o *order) {
	l.each("card", func(w string) {
		c, ok := setup.ParseCard(w)
		if !ok {
			l.unknownCard(w, setup.CardNames())
		}
		o.cards = append(o.cards, c)
	})
}

// placeWord takes an area or an Army.
func (l *line) placeWord() int {
	w := l.next("place")
	if a, ok := l.p.findArmy(w); ok {
		return l.p.in(a)
	}
	return l.area(w)
}

func (l *line) readPlace(o *order) {
	w := l.next("unit")
	pc := piece{army: -1, text: w}
	if a, ok := l.p.findArmy(w); ok && o.verb.Word == "place" {
		pc.army = a
	} else {
		var word string
		pc.n, word = number(w)
		if pc.unit, ok = setup.ParseUnit(word); !ok {
			l.unknown("unit", w, l.p.unitWords(l.side))
		}
	}
	o.pieces, o.areas = []piece{pc}, []int{l.placeWord()}
}

// unitWords are the words for all units of a side.
func (p *Position) unitWords(side int) (words []string) {
	for n := range setup.NumNations {
		for k := range setup.NumKinds {
			if n.Side() == side && p.rs.tables.Counters[n].Units[k] > 0 {
				words = append(words, setup.Unit{Nation: n, Kind: k}.String())
			}
		}
	}
	return words
}

func (l *line) readPlaceOnly(o *order) { o.areas = []int{l.placeWord()} }

func (l *line) readRebuild(o *order) {
	w := l.next("army")
	o.pieces = []piece{{army: max(l.army(w), 0), text: w}}
	o.areas = []int{l.area(l.next("area"))}
}

func (l *line) readNumber(o *order) {
	w := l.next("number")
	const most = 55
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 || n > most {
		l.fail(l.usage(), "fault.number", name("word", w), tongue.Number("most", most))
	}
	o.n = n
}

func (l *line) readArmistice(o *order) {
	words := []string{"offer", "accept", "withdraw"}
	if o.word = l.next("word"); !slices.Contains(words, o.word) {
		l.unknown("word", o.word, words)
	}
}

func (l *line) readStanding(o *order) {
	line, rest, bad := grammar(l.p, l.side).ReadStanding(l.rest)
	if bad != nil {
		if l.bad == nil {
			l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text, Msg: bad.Msg, Hint: bad.Hint}
		}
		return
	}
	o.standing, l.rest = line, rest
}

func (l *line) readAnswer(o *order) {
	o.word = strings.Join(l.rest, " ")
	if len(l.rest) == 0 {
		l.next("word")
	}
	l.rest = nil
	q, ok := l.p.question(l.side)
	if !ok {
		l.fail(said.Say("hint.standing"), "fault.no-question")
		return
	}
	option, ok := q.Match(o.word)
	if !ok {
		l.unknown("word", o.word, q.Options)
	}
	o.word = option
}

// question is the one that is open to a side.
func (p *Position) question(side int) (ask.Question, bool) {
	if p.Asked == nil {
		return ask.Question{}, false
	}
	return p.Asked.Question(p.sideName(side))
}
