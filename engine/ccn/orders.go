package ccn

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// verb is one word that opens an order line, and how the words behind it are read.
type verb struct {
	engine.Verb
	read func(l *line, o *order)
}

var verbs = []*verb{
	{engine.Verb{Word: "play", Usage: "play CARD [center|left|right] [UNIT] [one]", Rule: "5.1",
		Help: "Plays a Command card; Force March wants a section, Short Supply a unit, and \"one\" orders one unit instead."},
		(*line).readPlay},
	{engine.Verb{Word: "order", Usage: "order PIECE[,PIECE…]", Rule: "5.2",
		Help: "Orders units, and leaders who are alone; for Elan and Rally those who come first."}, (*line).readPieces},
	{engine.Verb{Word: "detach", Usage: "detach LEADER[,LEADER…]", Rule: "5.2-e",
		Help: "Orders leaders to leave their units and act alone."}, (*line).readPieces},
	{engine.Verb{Word: "dissolve", Usage: "dissolve UNIT[,UNIT…]", Rule: "6.2-an",
		Help: "Lets ordered units leave their square."}, (*line).readPieces},
	{engine.Verb{Word: "move", Usage: "move PIECE HEX[,HEX…]|to HEX|… off", Rule: "5.3",
		Help: "Moves an ordered unit or leader along these hexes; \"off\" leaves the board."}, (*line).readMove},
	{engine.Verb{Word: "fire", Usage: "fire UNIT at UNIT[,UNIT…]", Rule: "5.5",
		Help: "Ranged combat against the first of these enemies that can be fired at then."}, (*line).readFire},
	{
		engine.Verb{
			Word: "melee",
			Usage: "melee UNIT at PIECE[,PIECE…] [with GUN[,GUN…]] [advance yes|back|HEX[,HEX…]] " +
				"[bonus PIECE[,PIECE…]] [aid GUN[,GUN…]]",
			Rule: "5.6",
			Help: "Melee against the first of these enemies that stands next to it then; with artillery in a Combined Arms attack.",
		},
		(*line).readMelee,
	},
	{engine.Verb{Word: "standing", Usage: "standing WORD ANSWER [if CONDITION] {else ANSWER} [for UNIT]", Rule: "8",
		Help: "Answers a kind of decision until it is changed.", Ahead: true}, (*line).readStanding},
	{engine.Verb{Word: "answer", Usage: "answer WORDS", Rule: "5", Help: "Answers the question that a report asks."},
		(*line).readAnswer},
	{
		engine.Verb{
			Word:  "hold",
			Usage: "hold",
			Rule:  "5.2-p",
			Help:  "Says that nothing is ordered, moved or attacked.",
		},
		func(*line, *order) {},
	},
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
		all[i] = v.Verb
	}
	return all
}

// order is one order line, read.
type order struct {
	engine.Order
	card     setup.Card
	section  setup.Section
	sections bool // a section was named
	one      bool // play … one
	pieces   []int
	targets  []int
	path     []hex.Hex // hex.None at its end leaves the board
	to       bool      // path has only the destination
	with     []int
	advance  []hex.Hex // of a melee, in the order of preference; nil for none
	ground   bool      // advance yes
	back     bool      // advance back: into the hex and back
	bonus    []int
	aid      []int
	standing []ask.Standing
	answer   string
}

// fault makes a fault of this order.
func (o *order) fault(rule, hint, format string, args ...any) *engine.Fault {
	return &engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: rule,
		Msg: fmt.Sprintf(format, args...), Hint: hint}
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

// read reads an order line. It knows the pieces, not where they stand.
func (p *Position) read(side int, o engine.Order) (*order, *engine.Fault) {
	v := verbOf(o.Words[0])
	if v == nil {
		return nil, &engine.Fault{Kind: engine.Invalid, Line: o.Line, Text: o.Text,
			Msg: fmt.Sprintf("%q is no order", o.Words[0]), Hint: "orders are " + verbList()}
	}
	l := &line{p: p, side: side, rest: o.Words[1:], o: o, v: v}
	read := &order{Order: o}
	v.read(l, read)
	if l.bad == nil && len(l.rest) > 0 {
		l.fail("", "%q is one word too many", l.rest[0])
	}
	return read, l.bad
}

func verbList() string {
	words := make([]string, len(verbs))
	for i, v := range verbs {
		words[i] = v.Word
	}
	return strings.Join(words, ", ")
}

// fail records that the line cannot be read; what is said first counts.
func (l *line) fail(hint, format string, args ...any) {
	if l.bad != nil {
		return
	}
	if hint == "" {
		hint = l.v.Usage
	}
	l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text, Msg: fmt.Sprintf(format, args...),
		Hint: hint}
}

// next takes one word.
func (l *line) next(what string) string {
	if len(l.rest) == 0 {
		l.fail("", "%s is missing", what)
		return ""
	}
	w := l.rest[0]
	l.rest = l.rest[1:]
	return w
}

// takes takes a word if it comes next.
func (l *line) takes(word string) bool {
	if len(l.rest) == 0 || l.rest[0] != word {
		return false
	}
	l.rest = l.rest[1:]
	return true
}

// pieces takes a list of pieces: own ones, or those of the enemy.
func (l *line) pieces(what string, enemy bool) (list []int) {
	for id := range strings.SplitSeq(l.next(what), ",") {
		if l.bad != nil {
			return nil
		}
		i, ok := l.p.sc.Piece(id)
		switch {
		case !ok:
			if near := engine.Nearest(id, l.p.ids()); near != "" {
				l.fail("did you mean "+near+"?", "there is no %q", id)
			}
			l.fail("", "there is no %q", id)
		case enemy == (l.p.pieceSide(i) == l.side):
			whose := map[bool]string{true: "yours", false: "the enemy's"}
			l.fail("", "%s is %s", id, whose[enemy])
		case slices.Contains(list, i):
			l.fail("", "%s stands there twice", id)
		}
		list = append(list, i)
	}
	return list
}

// units takes a list of units.
func (l *line) units(what string, enemy bool) []int {
	list := l.pieces(what, enemy)
	for _, i := range list {
		if l.bad == nil && i >= len(l.p.Units) {
			l.fail("", "%s is a leader, and no unit", l.p.pieceID(i))
		}
	}
	return list
}

// ids lists those of all pieces.
func (p *Position) ids() (all []string) {
	for i := range len(p.Units) + len(p.Leaders) {
		all = append(all, p.pieceID(i))
	}
	return all
}

func (p *Position) pieceSide(piece int) int {
	if piece < len(p.Units) {
		return p.unitSide(piece)
	}
	return p.leaderSide(piece - len(p.Units))
}

// path takes a list of hexes.
func (l *line) path() (path []hex.Hex) {
	for name := range strings.SplitSeq(l.next("the hex"), ",") {
		if l.bad != nil {
			return nil
		}
		if name == "off" {
			path = append(path, hex.None)
			continue
		}
		h, err := setup.Sheet.Parse(strings.ToUpper(name))
		if err != nil {
			l.fail("", "%v", err)
			return nil
		}
		path = append(path, h)
	}
	return path
}

func (l *line) readPlay(o *order) {
	word := l.next("the card")
	if l.bad != nil {
		return
	}
	c, ok := setup.ParseCard(word)
	if !ok {
		var names []string
		for c := range setup.NumCards {
			names = append(names, string(c.Name()))
		}
		if near := engine.Nearest(word, names); near != "" {
			l.fail("did you mean "+near+"?", "there is no card %q", word)
		}
		l.fail("the cards are "+strings.Join(names, ", "), "there is no card %q", word)
		return
	}
	o.card = c
	for len(l.rest) > 0 && l.bad == nil {
		if s, ok := setup.ParseSection(l.rest[0]); ok {
			o.section, o.sections = s, true
			l.rest = l.rest[1:]
		} else if l.takes("one") {
			o.one = true
		} else {
			i, ok := l.p.sc.Piece(l.rest[0])
			if !ok || i >= len(l.p.Units) || len(o.targets) > 0 {
				l.fail("", "%q is no section and no unit", l.rest[0])
				return
			}
			o.targets = []int{i}
			l.rest = l.rest[1:]
		}
	}
}

func (l *line) readPieces(o *order) {
	switch l.v.Word {
	case "dissolve":
		o.pieces = l.units("the unit", false)
	case "detach":
		o.pieces = l.pieces("the leader", false)
		for _, i := range o.pieces {
			if l.bad == nil && i < len(l.p.Units) {
				l.fail("", "%s is a unit, and no leader", l.p.pieceID(i))
			}
		}
	default:
		o.pieces = l.pieces("the unit or leader", false)
	}
}

func (l *line) readMove(o *order) {
	o.pieces = l.pieces("the unit or leader", false)
	if len(o.pieces) > 1 {
		l.fail("", "one unit or leader moves at a time [5.3-b]")
	}
	o.to = l.takes("to")
	o.path = l.path()
	if len(l.rest) > 0 && l.takes("off") {
		o.path = append(o.path, hex.None)
	}
	if o.to && l.bad == nil && (o.path[0] == hex.None || len(o.path) > 1 && o.path[1] != hex.None) {
		l.fail("", "one hex stands behind \"to\"")
	}
}

func (l *line) readFire(o *order) {
	o.pieces = l.oneUnit()
	l.at()
	o.targets = l.units("the enemy unit", true)
}

func (l *line) oneUnit() []int {
	us := l.units("the unit", false)
	if len(us) > 1 {
		l.fail("", "one unit battles at a time [5-e]")
	}
	return us
}

func (l *line) at() {
	if !l.takes("at") {
		l.fail("", "the word \"at\" is missing")
	}
}

func (l *line) readMelee(o *order) {
	o.pieces = l.oneUnit()
	l.at()
	o.targets = l.pieces("the enemy", true)
	for len(l.rest) > 0 && l.bad == nil {
		switch word := l.next("a word"); word {
		case "with":
			o.with = l.units("the artillery", false)
		case "aid":
			o.aid = l.units("the artillery", false)
		case "bonus":
			o.bonus = l.pieces("the enemy", true)
		case "advance":
			l.readAdvance(o)
		default:
			l.fail("", "%q is none of with, advance, bonus and aid", word)
		}
	}
}

func (l *line) readAdvance(o *order) {
	switch {
	case l.takes("yes"):
		o.ground = true
	case l.takes("back"):
		o.ground, o.back = true, true
	default:
		o.ground, o.advance = true, l.path()
	}
}

func (l *line) readStanding(o *order) {
	line, rest, bad := grammar(l.p, l.side).ReadStanding(l.rest)
	if l.rest = rest; bad != nil {
		l.fail(bad.Hint, "%s", bad.Msg)
	}
	o.standing = line
}

func (l *line) readAnswer(o *order) {
	o.answer, l.rest = strings.Join(l.rest, " "), nil
	if q, ok := l.p.question(l.p.sideName(l.side)); ok {
		if _, ok := q.Match(o.answer); !ok {
			l.fail("want one of "+strings.Join(q.Options, " | "), "%q is no answer to it", o.answer)
		}
	}
}
