package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
)

// step is one of the actions of an activation, in their order [1.D-e]; the
// lines of a turn file are carried out step by step whatever their order.
type step uint8

const (
	always         step = iota // standing orders: any phase
	phaseA                     // Orders Phase
	initiativeStep             // leaders' initiative [2.4.3]
	stackStep                  // order of stacks [5.1.2-d]
	fireStep                   // [7]
	moveStep                   // [4], squares, charge moves [9]
	combatStep                 // [8], [9.2]
	rallyStep                  // [11]
	answerStep                 // answer to a question
	holdStep                   // an activation without orders
)

// verb is one word that opens an order line: how it is read, and what it does.
type verb struct {
	engine.Verb
	step step
	// parse reads the words after the verb. It knows the map and the
	// counters, not where they stand.
	parse func(l *line, o *order)
	// do carries the order out, or returns why it cannot be and does
	// nothing. In a dry run it does what can be foreseen without dice. The error
	// says that somebody has to be asked first.
	do func(r *run, o *order) (*engine.Fault, error)
	// subjects lists for whom or what there may be legal orders of this verb in
	// the present situation of a dry run, as indexes: of units unless it says
	// otherwise. It looks at little, options at the rest.
	subjects func(r *run) []int
	// options calls yield with the words of legal orders for one subject, which
	// hold until yield returns. It need not find all orders, and may find none.
	options func(r *run, subject int, yield func(words ...string))
	// ofUnits says that the subjects are units, and that of their own side the
	// options of one name no units but itself, those of its hex and those next
	// to it; and no formation.
	ofUnits bool
	// ofLeaders says that no option names a unit.
	ofLeaders bool
	// cost tells what a legal order takes, and how that comes about; nil if
	// nothing is counted.
	cost func(r *run, o *order) (cost, why string)
}

// atOnce is do of a verb that has nobody asked.
func atOnce(do func(*run, *order) *engine.Fault) func(*run, *order) (*engine.Fault, error) {
	return func(r *run, o *order) (*engine.Fault, error) { return do(r, o), nil }
}

// eachOption lists the orders of all subjects. The words of one hold until yield returns.
func (v *verb) eachOption(r *run, yield func(words ...string)) {
	for _, s := range v.subjects(r) {
		v.options(r, s, yield)
	}
}

// indexes are the numbers from 0 to n-1.
func indexes(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// indexes are the numbers from 0 to n-1 as subjects, which nobody changes.
func (r *run) indexes(n int) []int {
	if len(r.numbers) < n {
		r.numbers = indexes(n)
	}
	return r.numbers[:n]
}

// order is one order line, read.
type order struct {
	*engine.Order // as it was written
	verb          *verb
	side          int
	to            bool    // hexes holds only the destination
	from          hex.Hex // where the units stand, if the order says so
	toward        bool    // and the units go as far to it as they can
	many          bool    // it is for formations, and units are all of theirs
	facing        hex.Facing
	faces         bool // a facing was given
	units         []int
	hexes         []hex.Hex // targets, or a path without its first hex
	steps         []pathStep
	word          string // any other word
	words         []string
	*beforehand
}

// unwritten is the line of an order that stands in none.
var unwritten = new(engine.Order)

// beforehand is what an order line says that is for later.
type beforehand struct {
	plans    []ask.Plan // of a when line, for each formation that it names
	standing []ask.StandingOrder
}

// pathStep is one step of a path: a hex, or a direction.
type pathStep struct {
	hex hex.Hex
	dir hex.Dir
	is  bool // dir is meant
}

// fault makes a fault of this order.
func (o *order) fault(rule, format string, args ...any) *engine.Fault {
	return &engine.Fault{Kind: engine.Illegal, Line: o.Line, Text: o.Text, Rule: rule,
		Msg: reason(fmt.Sprintf(format, args...))}
}

// hint adds what would be legal.
func hint(f *engine.Fault, format string, args ...any) *engine.Fault {
	f.Hint = advice(fmt.Sprintf(format, args...))
	return f
}

// line reads the words of one order line; the first thing that cannot be read
// ends it.
type line struct {
	p    *Position
	side int
	rest []string
	bad  *engine.Fault
	o    *engine.Order
	v    *verb
}

// fail records that the line cannot be read; what is said first counts, and
// nobody uses what else was read.
func (l *line) fail(hint, format string, args ...any) {
	if l.bad == nil {
		l.bad = &engine.Fault{Kind: engine.Invalid, Line: l.o.Line, Text: l.o.Text,
			Msg: reason(fmt.Sprintf(format, args...)), Hint: advice(hint)}
	}
}

// next takes one word.
func (l *line) next(what string) string {
	if len(l.rest) == 0 {
		l.fail("write: "+l.v.Usage, "%s is missing", what)
		return ""
	}
	w := l.rest[0]
	l.rest = l.rest[1:]
	return w
}

// peek returns the next word without taking it.
func (l *line) peek() string {
	if len(l.rest) == 0 {
		return ""
	}
	return l.rest[0]
}

// accept takes the next word if it is one of the given.
func (l *line) accept(words ...string) bool {
	if slices.Contains(words, l.peek()) && l.peek() != "" {
		l.rest = l.rest[1:]
		return true
	}
	return false
}

// end demands that nothing follows.
func (l *line) end() {
	if len(l.rest) > 0 {
		l.fail("write: "+l.v.Usage, "%q is not understood here", strings.Join(l.rest, " "))
	}
}

// units takes a list of own units: a,b,c.
func (l *line) units() []int {
	var us []int
	for id := range strings.SplitSeq(l.next("the unit"), ",") {
		u, ok := l.p.sc.Unit(id)
		switch {
		case !ok:
			l.noUnit(id)
		case l.p.side(u) != l.side:
			l.fail(l.p.yourUnits(l.side), "%s is not yours", id)
		case slices.Contains(us, u):
			l.fail("", "%s is named twice", id)
		default:
			us = append(us, u)
		}
	}
	return us
}

// noUnit says that a word is no unit, and what it is or may be meant for.
func (l *line) noUnit(id string) {
	if c, ok := l.p.sc.Commander(id); ok && l.p.sc.Leaders[c].Side == l.side {
		l.fail("write: lead "+id+" to HEX, or lead "+id+" with UNIT", "%s is a commander, no unit", id)
		return
	}
	l.fail(l.p.nearestUnit(id, l.side), "there is no unit %q", id)
}

// nearestUnit is a "did you mean" for a unit id.
func (p *Position) nearestUnit(id string, side int) string {
	var ids []string
	for u := range p.sc.Units {
		if p.side(u) == side {
			ids = append(ids, p.sc.Units[u].ID)
		}
	}
	if n := engine.Nearest(id, ids); n != "" {
		return "did you mean " + n + "?"
	}
	if p.Asked == nil && p.Phase == ActivationPhase && p.markerSide(p.Drawn) == side {
		return "units of " + p.markerNames([]Marker{p.Drawn}) + ": " + p.unitIDs(p.activeUnits())
	}
	return "unit ids are in the tables of your report"
}

// hex takes one hex of the map.
func (l *line) hex(what string) hex.Hex { return l.hexOf(l.next(what)) }

// hexOf reads one hex of the map.
func (l *line) hexOf(w string) hex.Hex {
	h, err := l.p.parseHex(w)
	if err == nil && h == hex.None {
		err = fmt.Errorf("%q is not a hex", w)
	}
	switch form, many := manyForms[l.v.Word]; {
	case err != nil && many && w == nearest: // which is for formations only
		l.fail("write: "+form.usage, "%v", err)
	case err != nil:
		l.fail(l.p.hexHint(w), "%v", err)
	}
	return h
}

// hexHint helps a player who wrote a unit for a hex, left a nought out, or went off the map.
func (p *Position) hexHint(w string) string {
	if u, ok := p.sc.Unit(w); ok && p.onMap(u) {
		return fmt.Sprintf("%s, %s, is in %s: write the hex", w, p.spec(u).Name, p.unit(u).Hex)
	}
	m := p.sc.Map
	if h, err := hex.Parse("0" + w); err == nil && m.On(h) {
		return "did you mean 0" + w + "?"
	}
	if h, err := hex.Parse(w); err == nil && !m.On(h) {
		return fmt.Sprintf("hexes are 0101 to %02d%02d", m.Cols, m.Rows)
	}
	return ""
}

// hexList takes a list of hexes: 1512,1513.
func (l *line) hexList(what string) []hex.Hex {
	var hs []hex.Hex
	for s := range strings.SplitSeq(l.next(what), ",") {
		hs = append(hs, l.hexOf(s))
	}
	return hs
}

// path takes "to HEX" or "toward HEX", or hexes and directions up to the next word that is
// neither.
func (l *line) path(o *order) {
	if (l.v.Word == "move" || l.v.Word == "march") && l.accept("from") {
		o.from = l.hex("the hex where they stand")
	}
	o.toward = slices.Contains([]string{"move", "march", "enter"}, l.v.Word) && l.accept("toward")
	if o.toward || l.accept("to") {
		o.to = true
		o.hexes = []hex.Hex{l.hex("the destination")}
		return
	}
	for l.peek() != "" {
		if number := l.peek()[0] >= '0' && l.peek()[0] <= '9'; number {
			h, err := l.p.parseHex(l.peek())
			if err != nil {
				l.fail("", "%v", err)
			}
			o.steps = append(o.steps, pathStep{hex: h})
		} else if d, ok := hex.DirOf(l.peek()); ok {
			o.steps = append(o.steps, pathStep{dir: d, is: true})
		} else {
			break
		}
		l.rest = l.rest[1:]
	}
	if len(o.steps) == 0 {
		l.fail("write: "+l.v.Usage, "the way is missing")
	}
}

// optionalFacing takes "face E" or "facing E" if it is there.
func (l *line) optionalFacing(o *order) {
	if l.accept("face", "facing") {
		l.facing(o)
	}
}

// facing takes a facing.
func (l *line) facing(o *order) {
	w := l.next("the facing")
	f, err := hex.ParseFacing(w)
	if err != nil {
		l.fail(facingHint(w), "%v", err)
	}
	o.facing, o.faces = f, true
}

// facingHint helps a player who gave a hexside for a corner.
func facingHint(w string) string {
	d, err := hex.ParseDir(w)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("with %s as a front hex: %v or %v", d, hex.Facing(d), hex.Facing(d.Turn(-1)))
}

// read reads one order line of a side.
func (p *Position) read(side int, o engine.Order) (*order, *engine.Fault) {
	return p.readIn(new(line), side, &o)
}

// readIn is read in the room of a line that has been read.
func (p *Position) readIn(l *line, side int, o *engine.Order) (*order, *engine.Fault) {
	v := p.rs.verbOf(*o)
	if v == nil {
		return nil, &engine.Fault{Kind: engine.Invalid, Line: o.Line, Text: o.Text,
			Msg: reason(fmt.Sprintf("%q is not an order", o.Words[0])),
			Hint: advice("orders are " + p.rs.verbsOf(slices.Concat(activationSteps[:],
				[]step{rallyStep, phaseA, answerStep})...))}
	}
	ord := &order{Order: o, verb: v, side: side}
	*l = line{p: p, side: side, rest: o.Words[1:], o: o, v: v}
	l.order(ord)
	if l.bad == nil {
		l.end()
	}
	if l.bad != nil && l.bad.Hint.Empty() {
		l.bad.Hint = advice("write: " + l.v.Usage)
	}
	return ord, l.bad
}

// order reads what follows the verb.
func (l *line) order(o *order) {
	if !l.p.ofFormations(*o.Order) {
		o.verb.parse(l, o)
		return
	}
	parseMany(l, o)
	if l.bad == nil && len(l.rest) > 0 {
		l.fail("write: "+manyForms[o.verb.Word].usage, "%q is not understood here", strings.Join(l.rest, " "))
	}
}

// do carries an order out as its verb says, or as an order for formations.
func (o *order) do(r *run) (*engine.Fault, error) {
	if o.many {
		return r.doMany(o), nil
	}
	return o.verb.do(r, o)
}

// verbOf returns the verb of an order line, nil if there is none.
func (rs *Ruleset) verbOf(o engine.Order) *verb {
	for _, v := range rs.verbs {
		if v.Word == o.Words[0] {
			return v
		}
	}
	return nil
}

// Verbs implements engine.Ruleset.
func (rs *Ruleset) Verbs() []engine.Verb { return slices.Clip(rs.help) }

// helpOf explains verbs.
func helpOf(verbs []*verb) []engine.Verb {
	vs := make([]engine.Verb, len(verbs))
	for i, v := range verbs {
		vs[i] = v.Verb
		vs[i].Ahead = v.step == always
		vs[i].Words, vs[i].Help = manyHelp(v), explain("verb."+v.Word)
		if v.Word == "standing" {
			vs[i].Words = standingHelp()
		}
	}
	return vs
}

// allVerbs lists the verbs chapter by chapter in the book's order.
func allVerbs() []*verb { return withWordings(plainVerbs()) }

// plainVerbs is allVerbs without the other words that people use for them.
func plainVerbs() []*verb {
	return slices.Concat(standingVerbs, planVerbs, ordersVerbs, holdVerbs, initiativeVerbs,
		commanderVerbs, movementVerbs, stackingVerbs,
		reinforcementVerbs, fireVerbs, shockVerbs, chargeVerbs, rallyVerbs, answerVerbs)
}
