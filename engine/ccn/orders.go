package ccn

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// verb is one word that opens an order line, and how the words behind it are read.
type verb struct {
	engine.Verb
	read func(l *line, o *order)
}

var verbs = []*verb{
	{engine.Verb{Word: "play", Usage: "play CARD [center|left|right] [at UNIT] [one]", Rule: "5.1"},
		(*line).readPlay},
	{engine.Verb{Word: "order", Usage: "order PIECE[,PIECE…]", Rule: "5.2"}, (*line).readPieces},
	{engine.Verb{Word: "detach", Usage: "detach LEADER[,LEADER…]", Rule: "5.2-e"}, (*line).readPieces},
	{engine.Verb{Word: "dissolve", Usage: "dissolve UNIT[,UNIT…]", Rule: "6.2-an"}, (*line).readPieces},
	{engine.Verb{Word: "move", Usage: "move PIECE HEX[,HEX…]|to HEX|… off", Rule: "5.3"}, (*line).readMove},
	{engine.Verb{Word: "fire", Usage: "fire UNIT at UNIT[,UNIT…]", Rule: "5.5"}, (*line).readFire},
	{
		engine.Verb{
			Word: "melee",
			Usage: "melee UNIT at PIECE[,PIECE…] [with GUN[,GUN…]] [advance yes|no|back|HEX[,HEX…]] " +
				"[bonus PIECE[,PIECE…]] [aid GUN[,GUN…]] [halt]",
			Rule: "5.6",
		},
		(*line).readMelee,
	},
	{
		engine.Verb{
			Word:  "standing",
			Usage: "standing WORD ANSWER [if CONDITION] {else ANSWER} [for UNIT]",
			Rule:  "8",
			Ahead: true,
		},
		(*line).readStanding,
	},
	{engine.Verb{Word: "answer", Usage: "answer WORDS", Rule: "5"},
		(*line).readAnswer},
	{
		engine.Verb{
			Word:  "hold",
			Usage: "hold",
			Rule:  "5.2-p",
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
		all[i] = withWordings(v.Verb)
		all[i].Help = said.Say("verb." + v.Word)
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
	from     []hex.Hex // where a move begins, if that was said
	to       bool      // path has only the destination
	with     []int
	advance  []hex.Hex // of a melee, in the order of preference; nil for none
	ground   bool      // advance yes
	stays    bool      // advance no
	back     bool      // advance back: into the hex and back
	bonus    []int
	aid      []int
	halt     bool // no advance after the Bonus Melee
	standing []ask.StandingOrder
	answer   string
}

// fault makes a fault of this order. key is that of the message that says what is wrong.
func (o *order) fault(rule string, hint tongue.Text, key string, args ...tongue.Arg) *engine.Fault {
	return &engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: rule, Msg: said.Say(key, args...),
		Hint: hint}
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
	return p.readTo(&order{}, &line{}, side, o)
}

// readTo is read in the room that is given.
func (p *Position) readTo(read *order, l *line, side int, o engine.Order) (*order, *engine.Fault) {
	v := verbOf(o.Words[0])
	if v == nil {
		return nil, &engine.Fault{Kind: engine.Invalid, Line: o.Line, Text: o.Text,
			Msg: said.Say(
				"fault.no-order",
				name("word", o.Words[0]),
			), Hint: said.Say("hint.orders", name("words", verbList()))}
	}
	*l = line{p: p, side: side, rest: o.Words[1:], o: o, v: v}
	read.Order = o
	v.read(l, read)
	if l.bad == nil && len(l.rest) > 0 {
		l.fail(l.usage(), "fault.word-too-many", name("word", l.rest[0]))
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

// usage is the hint that shows how the line is written.
func (l *line) usage() tongue.Text { return tongue.Name(l.v.Usage) }

// fail records that the line cannot be read; what is said first counts.
func (l *line) fail(hint tongue.Text, key string, args ...tongue.Arg) {
	l.unread(said.Say(key, args...), hint)
}

func (l *line) unread(why, hint tongue.Text) {
	if l.bad == nil {
		l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text, Msg: why, Hint: hint}
	}
}

// refuse is fail for what a rule forbids.
func (l *line) refuse(rule string, hint tongue.Text, key string, args ...tongue.Arg) {
	if l.bad == nil {
		l.bad = (&order{Order: l.o}).fault(rule, hint, key, args...)
	}
}

// next takes one word; what is the last word of the key of what it says.
func (l *line) next(what string) string {
	if len(l.rest) == 0 {
		l.fail(l.usage(), "fault.missing", tongue.Words("what", said.Say("what."+what)))
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
		i, ok := l.piece(id, enemy)
		switch {
		case l.bad != nil:
			return nil
		case !ok:
			hint := said.Say("hint.usage", name("usage", l.v.Usage), tongue.Words("who", l.whoThereIs(enemy)))
			if near := engine.Nearest(id, l.p.ids()); near != "" {
				hint = said.Say("hint.near", name("word", near))
			}
			l.fail(hint, "fault.nobody", name("word", id))
		case enemy && l.p.pieceSide(i) == l.side:
			l.fail(l.whoThereIs(true), "fault.yours", name("who", id))
		case !enemy && l.p.pieceSide(i) != l.side:
			l.fail(l.whoThereIs(false), "fault.enemys", name("who", id))
		case slices.Contains(list, i) && !l.orders():
			l.fail(said.Say("hint.name-once"), "fault.there-twice", name("who", id))
		}
		list = append(list, i)
	}
	return list
}

// piece finds what a word names: the id of a piece, or the hex in which one stands.
func (l *line) piece(word string, enemy bool) (piece int, ok bool) {
	if i, ok := l.p.sc.Piece(word); ok || !hexLike.MatchString(word) {
		return i, ok
	}
	h := l.hex(word)
	if l.bad != nil {
		return 0, false
	}
	u, i := l.p.unitAt(h), l.p.leaderAt(h)
	leads := i >= 0 && enemy != (l.p.leaderSide(i) == l.side)
	switch {
	case leads && l.v.Word == "detach": // who leaves his unit is not the unit
		return len(l.p.Units) + i, true
	case u >= 0 && enemy != (l.p.unitSide(u) == l.side):
		return u, true
	case leads:
		return len(l.p.Units) + i, true
	}
	key := "fault.nobody-in"
	if enemy {
		key = "fault.no-enemy-in"
	}
	l.fail(said.Say("hint.by-id", tongue.Words("who", l.whoThereIs(enemy))), key, name("at", setup.Sheet.Name(h)))
	return 0, false
}

// hex reads the name of a hex.
func (l *line) hex(word string) hex.Hex {
	h, err := setup.Sheet.Parse(strings.ToUpper(word))
	if err != nil {
		l.noHex(strings.ToUpper(word))
	}
	return h
}

// noHex refuses a name that no hex has.
func (l *line) noHex(word string) {
	rule, _ := setup.NoHex(word)
	row := word[:1]
	hint := said.Say("hint.row", name("row", row))
	switch {
	case row < "A" || row > "I":
		hint = said.Say("hint.rows")
	case rule == "Q105":
		hint = said.Say("hint.half-row", name("row", row))
	}
	l.refuse(rule, hint, "fault.no-hex", name("at", word))
}

// whoThereIs lists the pieces that a line can name.
func (l *line) whoThereIs(enemy bool) tongue.Text {
	if enemy {
		return l.p.ownText(1-l.side, "enemys", func(int) bool { return true })
	}
	return l.p.ownText(l.side, "yours", func(int) bool { return true })
}

// orders reports whether the line gives orders: those who are named twice in it are named by
// Rally, or refused with its orders [5.2-c].
func (l *line) orders() bool { return l.v.Word == "order" || l.v.Word == "detach" }

// noLeader are the clauses by which a leader is no unit of a line, by its verb and by what stands in his place.
var noLeader = map[string]string{"dissolve unit": "6.2-an", "fire unit": "5.5-a", "fire enemy-unit": "5.5-h",
	"melee unit": "5.6-b", "melee artillery": "6.3-a"}

// units takes a list of units.
func (l *line) units(what string, enemy bool) []int {
	list := l.pieces(what, enemy)
	for _, i := range list {
		if l.bad == nil && i >= len(l.p.Units) {
			l.refuse(noLeader[l.v.Word+" "+what], l.unitHint(enemy), "fault.leader", name("who", l.p.pieceID(i)))
		}
	}
	return list
}

// unitHint says what stands where a leader does not.
func (l *line) unitHint(enemy bool) tongue.Text {
	if enemy {
		return said.Say("hint.lone-leader")
	}
	return l.p.ownText(l.side, "units", l.p.isUnit)
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
	words := l.next("hex")
	for len(l.rest) > 0 && hexLike.MatchString(l.rest[0]) { // "C5 B5" as well as "C5,B5"
		words += "," + l.next("hex")
	}
	for word := range strings.SplitSeq(words, ",") {
		switch {
		case l.bad != nil:
			return nil
		case word == "off":
			path = append(path, hex.None)
		case !hexLike.MatchString(word):
			l.fail(l.usage(), "fault.not-hex", name("word", word))
		default:
			path = append(path, l.hex(word))
		}
	}
	return path
}

func (l *line) readPlay(o *order) {
	word := l.next("card")
	if l.bad != nil {
		return
	}
	c, ok := setup.ParseCard(word)
	if !ok {
		var names []string
		for c := range setup.NumCards {
			names = append(names, string(c.Name()))
		}
		hint := said.Say("hint.cards", name("cards", strings.Join(names, ", ")))
		if near := engine.Nearest(word, names); near != "" {
			hint = said.Say("hint.near", name("word", near))
		}
		l.fail(hint, "fault.no-card", name("word", word))
		return
	}
	o.card = c
	for len(l.rest) > 0 && l.bad == nil {
		if s, ok := readSection(l.rest[0]); ok && o.sections && s != o.section {
			l.refuse("8.3-p", l.usage(), "fault.word-too-many", name("word", l.rest[0]))
		} else if ok {
			o.section, o.sections = s, true
			l.rest = l.rest[1:]
		} else if l.takes("one") {
			o.one = true
		} else if !l.takes("at") {
			i := l.anyPiece(l.rest[0])
			switch {
			case l.bad != nil:
			case i >= len(l.p.Units) && c == setup.ShortSupply:
				l.refuse("8.3-ai", l.p.sendable(l.side), "fault.leader", name("who", l.p.pieceID(i)))
			case i < 0 || i >= len(l.p.Units) || len(o.targets) > 0:
				l.fail(l.usage(), "fault.no-section-or-unit", name("word", l.rest[0]))
			}
			if l.bad != nil {
				return
			}
			o.targets = []int{i}
			l.rest = l.rest[1:]
		}
	}
}

// anyPiece finds the piece of either side that a word names by its id or its hex; -1 if there is none.
func (l *line) anyPiece(word string) int {
	if i, ok := l.p.sc.Piece(word); ok {
		return i
	} else if !hexLike.MatchString(word) {
		return -1
	}
	h := l.hex(word)
	if l.bad != nil {
		return -1
	}
	if leader := l.p.leaderAt(h); leader >= 0 && l.p.lone(leader) {
		return len(l.p.Units) + leader
	}
	return l.p.unitAt(h)
}

// readSection reads a section, in any language.
func readSection(word string) (setup.Section, bool) {
	if s, ok := sectionWords[word]; ok {
		return s, true
	}
	return setup.ParseSection(word)
}

func (l *line) readPieces(o *order) {
	switch l.v.Word {
	case "dissolve":
		o.pieces = l.units("unit", false)
	case "detach":
		o.pieces = l.pieces("leader", false)
		for _, i := range o.pieces {
			if l.bad == nil && i < len(l.p.Units) {
				l.fail(l.p.ownText(l.side, "leaders", func(i int) bool { return !l.p.isUnit(i) }), "fault.unit",
					name("who", l.p.pieceID(i)))
			}
		}
	default:
		o.pieces = l.pieces("piece", false)
	}
}

func (l *line) readMove(o *order) {
	o.pieces = l.pieces("piece", false)
	if len(o.pieces) > 1 {
		l.refuse("5.3-b", said.Say("hint.line-each", name("usage", l.v.Usage)), "fault.one-moves")
	}
	if l.takes("from") {
		if from := l.path(); l.bad == nil {
			o.from = from[:1]
			l.rest = append(hexWords(from[1:]), l.rest...)
		}
	}
	o.to = l.takes("to") || l.takes("at") // "auf", "na" and "se" are both
	o.path = l.path()
	if len(l.rest) > 0 && l.takes("off") {
		o.path = append(o.path, hex.None)
	}
	if o.to && l.bad == nil && (o.path[0] == hex.None || len(o.path) > 1 && o.path[1] != hex.None) {
		l.fail(l.usage(), "fault.one-behind-to")
	}
}

func (l *line) readFire(o *order) {
	o.pieces = l.oneUnit()
	l.at()
	o.targets = l.units("enemy-unit", true)
}

func (l *line) oneUnit() []int {
	l.splitAttack()
	us := l.units("unit", false)
	if len(us) > 1 {
		l.refuse("5-e", said.Say("hint.line-each", name("usage", l.v.Usage)), "fault.one-battles")
	}
	return us
}

// at takes the word before whom a unit attacks; it can be left out.
func (l *line) at() {
	if l.takes("at"); len(l.rest) == 0 {
		l.fail(l.usage(), "fault.missing", tongue.Words("what", said.Say("what.whom")))
	}
}

// splitAttack puts the word that is missing between a unit and whom it attacks, "fire royal,45lig".
func (l *line) splitAttack() {
	if len(l.rest) == 0 || len(l.rest) > 1 && l.rest[1] == "at" {
		return
	}
	ids := strings.Split(l.rest[0], ",")
	for i, id := range ids[1:] {
		if piece, ok := l.p.sc.Piece(id); ok && l.p.pieceSide(piece) != l.side {
			l.rest = append([]string{strings.Join(ids[:i+1], ","), "at", strings.Join(ids[i+1:], ",")}, l.rest[1:]...)
			return
		}
	}
}

// hexWords are hexes as words.
func hexWords(path []hex.Hex) (words []string) {
	for _, h := range path {
		words = append(words, strings.ToLower(setup.Sheet.Name(h)))
	}
	return words
}

func (l *line) readMelee(o *order) {
	o.pieces = l.oneUnit()
	if l.takes("with") {
		o.with = l.units("artillery", false)
	}
	l.at()
	o.targets = l.pieces("enemy", true)
	for len(l.rest) > 0 && l.bad == nil {
		switch word := l.next("word"); word {
		case "with":
			o.with = l.units("artillery", false)
		case "aid":
			o.aid = l.units("artillery", false)
		case "bonus":
			o.bonus = l.pieces("enemy", true)
		case "halt":
			o.halt = true
		case "advance":
			l.readAdvance(o)
		default:
			l.fail(l.usage(), "fault.melee-word", name("word", word))
		}
	}
}

func (l *line) readAdvance(o *order) {
	switch {
	case l.takes("yes"):
		o.ground = true
	case l.takes("no"):
		o.stays = true
	case l.takes("back"):
		o.ground, o.back = true, true
	default:
		l.takes("to") // "advance to D6" is "advance D6"
		if o.ground, o.advance = true, l.path(); slices.Contains(o.advance, hex.None) && l.bad == nil {
			l.fail(l.usage(), "fault.not-hex", name("word", "off"))
		}
	}
}

func (l *line) readStanding(o *order) {
	line, rest, bad := grammar(l.p, l.side).ReadStanding(l.rest)
	if bad == nil {
		bad = l.p.neverDecided(l.side, line)
	}
	if l.rest = rest; bad != nil {
		if bad.Hint.Empty() {
			bad.Hint = l.usage()
		}
		l.unread(bad.Msg, bad.Hint)
	}
	o.standing = line
}

func (l *line) readAnswer(o *order) {
	o.answer, l.rest = strings.Join(l.rest, " "), nil
	if q, ok := l.p.question(l.p.sideName(l.side)); ok {
		if _, ok := q.Match(o.answer); !ok {
			l.fail(said.Say("hint.answers", name("words", strings.Join(q.Options, " | "))), "fault.no-answer",
				name("word", o.answer))
		}
	}
}
