package jdg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// An order template is the body of a turn file without any order in it. Its
// lines with "##" explain; each line with a single "#" is an order that is
// legal by itself as things stand, and becomes one when the sign is taken off.

// templateColumn is the longest line of a template.
const templateColumn = 72

// usualTemplate is how many bytes most of them take, so that their room need not grow.
const usualTemplate = 2048

// sheet is an order template being written.
type sheet struct {
	rs   *Ruleset
	p    *Position
	side int
	b    strings.Builder
}

// explain writes text as comment lines, broken between words.
func (s *sheet) explain(format string, args ...any) {
	if s.b.Cap() == 0 {
		s.b.Grow(usualTemplate)
	}
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	s.b.WriteString("##")
	column := len("##")
	for w := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(w)
		if column+1+n > templateColumn {
			s.b.WriteString("\n##  ")
			column = len("##  ")
		}
		s.b.WriteByte(' ')
		s.b.WriteString(w)
		column += 1 + n
	}
	s.b.WriteByte('\n')
}

// example writes an order that may be given, with a remark if it fits. An
// order too long for one line is left out.
func (s *sheet) example(words []string, remark string) {
	line := "# " + strings.Join(words, " ")
	if len(line) > templateColumn {
		return
	}
	s.b.WriteString(line)
	if remark != "" {
		s.remark(len(line), remark)
	}
	s.b.WriteByte('\n')
}

// remark goes on with a line of some characters, in a column of its own if it can.
func (s *sheet) remark(column int, remark string) {
	const aside, sign = 30, "  # "
	n := len(sign) + utf8.RuneCountInString(remark)
	if column+n > templateColumn {
		return
	}
	for ; column < aside && aside+n <= templateColumn; column++ {
		s.b.WriteByte(' ')
	}
	s.b.WriteString(sign)
	s.b.WriteString(remark)
}

// orderTemplate makes the order template of what a side owes in its own view,
// or may send beforehand; "" if there is neither, as always for the public.
func (rs *Ruleset) orderTemplate(p *Position, side int) string {
	owed := rs.Owed(p)
	if !engine.MayAnswer(owed, p.sideName(side)) {
		return ""
	}
	s := &sheet{rs: rs, p: p, side: side}
	s.b.Grow(1 << 10)
	switch {
	case !engine.Owes(owed, p.sideName(side)):
		s.plans()
		s.standingHint()
	case p.Asked != nil:
		s.question()
	case p.Phase == OrdersPhase:
		s.ordersPhase()
	default:
		s.activation()
	}
	s.b.WriteString("end\n")
	return s.b.String()
}

// dryRun is a dry run at the beginning of what the side owes.
func (s *sheet) dryRun() *run {
	r := &run{rs: s.rs, p: s.p.clone(), dry: true}
	r.startRehearsal(s.side)
	return r
}

// question asks for one answer.
func (s *sheet) question() {
	q, _ := s.p.Asked.Question(s.p.sideName(s.side))
	s.explain("%s [%s]", q.Prompt, q.Rule)
	s.explain("Take the # off one line. Without an answer: %s.", q.Default)
	for _, o := range q.Options {
		s.example([]string{"answer", o}, "")
	}
}

// ordersPhase asks for the orders of Phase A.
func (s *sheet) ordersPhase() {
	r, p := s.dryRun(), s.p
	s.explain("Orders Phase of turn %d. Lines with ## explain. Lines with # are examples: take the # off those that "+
		"you want.", p.Turn)
	for c, l := range p.sc.Leaders {
		if l.Side == s.side && p.commanderAlive(c) {
			s.explain("%s (%s) gives %s to groups with a unit within %d hexes of %s.", l.Name, l.ID,
				count(l.Rating, "order"), l.Range, p.Leaders[c].Hex)
		}
	}
	s.explain("If there is no line: the groups nearest to the enemy get orders.")
	var far, more []string
	shown := 0
	can := map[string]bool{}
	for i := range p.Groups {
		orderOptions(r, i, func(words ...string) { can[words[1]] = true })
	}
	for i := range p.Groups {
		g := &p.Groups[i]
		if p.sc.Forms[g.Form].Side != s.side {
			continue
		}
		c, d := p.nearestCommander(g)
		if !can[g.ID] {
			if c >= 0 {
				far = append(far, fmt.Sprintf("%s (%d)", g.ID, d))
			}
			continue
		}
		if shown++; shown > mostExamples {
			more = append(more, fmt.Sprintf("%s (%d)", g.ID, d))
			continue
		}
		s.example([]string{"order", g.ID}, fmt.Sprintf("%s, %s from %s", p.formName(g.Form), count(d, "hex"),
			p.sc.Leaders[c].ID))
	}
	if more != nil {
		s.explain("Also in command range, with hexes to a commander: %s.", strings.Join(more, ", "))
	}
	if far != nil {
		s.explain("Out of command range, with hexes to a commander: %s.", strings.Join(far, ", "))
	}
	s.phaseAExtras(r)
}

// mostExamples is how many lines of one kind an order template of Phase A has.
const mostExamples = 6

// phaseAExtras adds what else can be ordered in Phase A.
func (s *sheet) phaseAExtras(r *run) {
	var ids []string
	for _, id := range s.p.formIDs(s.side) {
		if f, _ := s.p.sc.Form(id); len(ids) < 3 && s.p.present(f) {
			ids = append(ids, id)
		}
	}
	if ids != nil {
		s.explain("To open the turn, if you win strategic initiative:")
		s.example([]string{"first", strings.Join(ids, ",")}, "in order of preference")
	}
	titles := map[string]string{
		"cam":  "Combined activation markers for the cup:",
		"drop": "Renfort markers to give up:",
	}
	for _, word := range []string{"cam", "drop"} {
		s.listed(r, word, titles[word])
	}
	s.plans()
	s.standingHint()
}

// listed writes all options of one verb below a title.
func (s *sheet) listed(r *run, word, title string) {
	first := true
	s.verb(word).eachOption(r, func(words ...string) {
		if first {
			s.explain("%s", title)
			first = false
		}
		s.example(words, "")
	})
}

func (s *sheet) standingHint() {
	s.explain("Standing orders hold until changed; send \"help\" for all of them:")
	s.example([]string{"standing", "square", "yes"}, "squares against charges")
}

func (s *sheet) verb(word string) *verb {
	for _, v := range s.rs.verbs {
		if v.Word == word {
			return v
		}
	}
	return nil
}

// nearestCommander returns the commander nearest to a group, the first of
// several, and the distance to its nearest unit; -1 if there is none.
func (p *Position) nearestCommander(g *Group) (c, hexes int) {
	c, hexes = -1, 999
	for i, l := range p.sc.Leaders {
		if l.Side != p.sc.Forms[g.Form].Side || !p.commanderAlive(i) {
			continue
		}
		for _, u := range g.Units {
			if d := p.Leaders[i].Hex.Distance(p.Units[u].Hex); p.onMap(u) && d < hexes {
				c, hexes = i, d
			}
		}
	}
	return c, hexes
}

// count is "1 hex", "3 hexes", "2 orders".
func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case what == "hex":
		return strconv.Itoa(n) + " hexes"
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// activation asks for the orders of an activation: step by step, and in each
// step unit by unit.
func (s *sheet) activation() {
	r, p := s.dryRun(), s.p
	s.explain("Activation of %s. Lines with ## explain. Lines with # are examples: take the # off those that you "+
		"want, and change them as you like.", p.markerNames([]Marker{p.Drawn}))
	s.explain("Orders are carried out step by step (fire, movement, close combat, rally), in a step as they stand " +
		"here. " +
		"Without a line guns fire at an enemy in front, reinforcements come on, and units try to rally.")
	s.example([]string{"hold"}, "do nothing (an empty file comes back)")
	s.initiative(r)
	s.fire(r)
	lists, from := s.moveLists(r), s.b.Len()
	s.movement(r, lists, false)
	to := s.b.Len()
	s.combat(r)
	s.listed(r, "rally", "Rally. These units try anyway unless they act before:")
	s.standingHint()
	if all := s.b.String(); strings.Count(all, "\n") > longTemplate {
		s.b.Reset()
		s.b.WriteString(all[:from])
		s.movement(r, lists, true)
		s.b.WriteString(all[to:])
	}
}

// longTemplate is how many lines an order template has before only its first unit has an
// example of each kind.
const longTemplate = 46

func (s *sheet) initiative(r *run) {
	n := 0
	s.verb("initiative").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("Leader's initiative, for groups without orders. If it fails, the group can only rally.")
		}
		s.example(words, fmt.Sprintf("succeeds %d times in 10", r.chanceOf(s.p.group(words[1]))))
	})
	n = 0
	s.verb("stack").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("Order of stacks, from the top:")
		}
		if n <= 3 {
			s.example(words, "")
		}
	})
}

// fire lists what each gun can fire at, three targets at most.
func (s *sheet) fire(r *run) {
	given := map[string]int{}
	s.verb("fire").eachOption(r, func(words ...string) {
		if len(given) == 0 {
			s.explain("Fire")
			s.example([]string{"fire", s.p.Drawn.ID, "at", nearest}, "all guns that can")
		}
		if given[words[1]]++; given[words[1]] <= 3 {
			h, _ := hex.Parse(words[3])
			us := s.p.unitsOf(words[1])
			s.example(words, fmt.Sprintf("%s, %s", s.p.names(s.p.stack(h)[:1]),
				count(s.p.Units[us[0]].Hex.Distance(h), "hex")))
		}
	})
}

// moveLists picks for each unit, by its id, what it can do in the movement step.
func (s *sheet) moveLists(r *run) map[string]*pick {
	lists := map[string]*pick{}
	for _, word := range []string{"move", "march", "enter", "charge", "square", "unsquare"} {
		s.verb(word).eachOption(r, func(words ...string) {
			id, _, _ := strings.Cut(words[1], ",")
			if lists[id] == nil {
				lists[id] = &pick{}
			}
			s.choose(lists[id], words)
		})
	}
	return lists
}

// movement shows for each unit what it can do in the movement step; with few in short for
// all but the first.
func (s *sheet) movement(r *run, lists map[string]*pick, few bool) {
	s.explain("Movement")
	first := true
	s.moveAll(r)
	for u := range s.p.Units {
		id := s.p.spec(u).ID
		if !r.active(u) || !s.p.onMap(u) && !s.p.arriving(u) {
			continue
		}
		s.unitHead(r, u)
		if lists[id] == nil {
			continue
		}
		for i, words := range lists[id].out {
			if first || !few || lists[id].matters(i) {
				s.example(words, s.moveRemark(u, words))
			}
		}
		first = false
	}
	s.lead()
}

// moveAll shows the line that moves the whole formation, if a unit could follow it.
func (s *sheet) moveAll(r *run) {
	forms := s.p.activated(s.p.Drawn)
	f := slices.IndexFunc(forms, func(f int) bool { return s.p.present(f) || s.p.due(f) })
	goal, what := s.p.goalFor(forms[f], s.p.openGoals(s.side))
	words := []string{"move", s.p.Drawn.ID, "toward", goal}
	o := &order{Order: engine.Order{Words: words}, side: s.side, units: r.act.units}
	if h, err := hex.Parse(goal); err == nil {
		o.hexes = []hex.Hex{h}
	}
	if r.someoneMoves(o) {
		s.example(words, "all units: "+what)
	}
}

// unitHead says where a unit stands and what it has to move with.
func (s *sheet) unitHead(r *run, u int) {
	spec, un := s.p.spec(u), &s.p.Units[u]
	if !s.p.onMap(u) {
		s.explain("%s, %s: waits to enter at %s", spec.ID, spec.Name, s.p.sc.Entries[spec.Entry-1].Hex)
		return
	}
	head := fmt.Sprintf("%s, %s: %s", spec.ID, spec.Name, un.Hex)
	if un.State != setup.Routed && !un.Square {
		head += " facing " + un.Facing.String()
	}
	if un.State != setup.Ordered {
		head += ", " + un.State.String()
	}
	if mp, rule, _ := r.allowance(u, normalGait); rule == "" {
		head += fmt.Sprintf(", %d MP", mp)
	} else if un.Square {
		head += ", in square"
	}
	s.explain("%s", head)
}

// moveRemark explains an example of the movement step.
func (s *sheet) moveRemark(u int, words []string) string {
	switch words[0] {
	case "charge":
		h, _ := hex.Parse(words[3])
		return s.p.names(s.p.stack(h)[:1])
	case "march":
		return "forced march"
	case "move":
		if strings.Contains(words[1], ",") {
			return "the stack together"
		}
		if words[2] == "to" {
			if h, err := hex.Parse(words[3]); err == nil && s.p.adjacentEnemy(h, s.side) {
				return "next to the enemy"
			}
		}
	}
	return ""
}

// mostOf bounds the examples of each kind for one unit.
var mostOf = map[string]int{"move stack": 1, "move by": 1, "march by": 1, "move to": 2, "march to": 1, "enter to": 2,
	"charge": 2, "square": 1, "unsquare": 1}

// pick is a few of the options of a unit: of its moves the first and the one that
// ends nearest to a goal that its side does not hold, one hex by hex, one of the
// whole stack, and what else there is.
type pick struct {
	out     [][]string
	offered int // options so far
	moves   int // of these, moves to a hex
	nearest int // of the moves, to a goal
	goal    int // which of out is the nearest, if that is not the first move; else 0
}

// matters reports whether an option is one that its unit has even where there is little
// room: the move that comes nearest to a goal, and what only it can do.
func (l *pick) matters(i int) bool {
	switch kind := moveKind(l.out[i]); kind {
	case "charge", "unsquare":
		return true
	case "move to", "enter to":
		return !slices.ContainsFunc(l.out[i+1:], func(words []string) bool { return moveKind(words) == kind })
	}
	return false
}

// choose picks an option, or not; a move may take the place of another one.
func (s *sheet) choose(l *pick, words []string) {
	l.offered++
	kind := moveKind(words)
	if kind == "move to" {
		s.chooseMove(l, words)
		return
	}
	given := 0
	for _, o := range l.out {
		given += boolInt(moveKind(o) == kind)
	}
	if given < mostOf[kind] && (kind != "charge" || s.legal(words)) {
		l.out = append(l.out, words)
	}
}

// chooseMove is choose for a move to a hex.
func (s *sheet) chooseMove(l *pick, words []string) {
	d := s.toGoal(words[3], 999-l.offered) // the last if there is no goal
	l.moves++
	switch {
	case l.moves == 1:
		l.nearest = d
	case d < l.nearest:
		l.nearest = d
		if l.goal > 0 {
			l.out = slices.Delete(l.out, l.goal, l.goal+1)
		}
		l.goal = len(l.out)
	default:
		return
	}
	l.out = append(l.out, words)
}

// toGoal is the distance from a hex to the nearest goal that the side does not
// hold, most if that is less.
func (s *sheet) toGoal(word string, most int) int {
	h, _ := hex.Parse(word)
	for g, goal := range s.p.sc.Goals {
		if s.p.holder(g) != s.side {
			most = min(most, h.Distance(goal.Hex))
		}
	}
	return most
}

// moveKind tells moves to a hex, hex by hex, and of a stack from each other.
func moveKind(words []string) string {
	kinds, ok := moveKinds[words[0]]
	switch {
	case !ok:
		return words[0]
	case words[0] == "move" && strings.Contains(words[1], ","):
		return "move stack"
	case words[2] == "to":
		return kinds[0]
	}
	return kinds[1]
}

var moveKinds = map[string][2]string{
	"move": {"move to", "move by"}, "march": {"march to", "march by"}, "enter": {"enter to", "enter by"},
}

// legal reports whether an order alone would be accepted as a turn file. A
// charge can oblige units of the hex where it ends to more.
func (s *sheet) legal(words []string) bool {
	o := engine.Orders{Side: s.p.sideName(s.side), Lines: []engine.Order{{Words: lower(words)}}}
	return len(s.rs.Check(s.p, o)) == 0
}

func lower(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// lead shows for each commander that can still move one hex next to him.
func (s *sheet) lead() {
	for c, l := range s.p.sc.Leaders {
		if l.Side != s.side || !s.p.commanderAlive(c) || s.p.Leaders[c].Moved {
			continue
		}
		ways := s.p.leaderWays(c)
		goal := hex.None
		for _, n := range s.p.Leaders[c].Hex.Neighbors() {
			if _, ok := ways.reached(n); ok {
				goal = n
				break
			}
		}
		if goal != hex.None {
			s.explain("%s, %s: %s, up to %d MP once a turn", l.ID, l.Name, s.p.Leaders[c].Hex, commanderMP)
			s.example([]string{"lead", l.ID, "to", goal.String()}, "")
		}
	}
}

// combat lists the shocks that can be declared out of present positions.
func (s *sheet) combat(r *run) {
	n := 0
	s.verb("shock").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("Close combat. Units that move first may attack from where they end.")
		}
		if n > 8 {
			return
		}
		us := s.p.unitsOf(words[1])
		s.example(words, s.odds(us, hexesIn(words[3])))
	})
	if all := []string{"shock", s.p.Drawn.ID, "at", nearest}; n > 0 && s.legal(all) {
		s.example(all, "all that can, as they stand")
	}
	if n == 0 {
		s.explain("Close combat: no enemy in front of anybody now; after a move write, for instance, \"shock %s at "+
			"HEX\".", s.someUnit(r))
	}
}

// odds compares the strength of all units in the attackers' hexes that may
// attack with that of the defenders.
func (s *sheet) odds(us []int, hs []hex.Hex) string {
	all := s.p.fighters(s.p.hexesOf(us))
	defenders := s.p.fighters(hs)
	if len(defenders) == 0 {
		return "artillery alone"
	}
	return fmt.Sprintf("%d SP against %d", s.p.strength(all), s.p.strength(defenders))
}

// someUnit is the id of a unit that could attack.
func (s *sheet) someUnit(r *run) string {
	for u := range s.p.Units {
		if r.active(u) && s.p.onMap(u) && s.p.spec(u).Arm != setup.Artillery {
			return s.p.spec(u).ID
		}
	}
	return "UNIT"
}
