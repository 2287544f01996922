package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// An order template is the body of a turn file without any order in it. Its
// lines with "##" explain; each line with a single "#" is an order that is
// legal by itself as things stand, and becomes one when the sign is taken off.

// longestExample is the longest line of a template.
const longestExample = 72

// sheet is an order template being written.
type sheet struct {
	rs   *Ruleset
	p    *Position
	work *Position // of the dry run
	side int
	out  engine.Template
}

// explain adds a message that explains.
func (s *sheet) explain(key string, args ...tongue.Arg) {
	s.out = append(s.out, engine.TemplateLine{Note: say("sheet."+key, args...)})
}

// example adds an order that may be given, with a remark if it fits. An
// order too long for one line is left out.
func (s *sheet) example(words []string, remark tongue.Text) {
	var room [longestExample]byte
	line := append(room[:0], '#')
	for _, w := range words {
		line = append(append(line, ' '), w...)
	}
	if len(line) <= longestExample {
		s.out = append(s.out, engine.TemplateLine{Text: string(line), Note: remark})
	}
}

// bare is no remark.
var bare tongue.Text

// template makes the order template of what a side owes in its own view, or may send
// beforehand; empty if there is neither, as always for the public. owed is what Owed says,
// work the room for a dry run.
func (rs *Ruleset) template(p *Position, side int, owed []engine.Decision, work *Position) engine.Template {
	if !engine.MayAnswer(owed, p.sideName(side)) {
		return nil
	}
	room := 20 // that most take
	if !engine.Owes(owed, p.sideName(side)) {
		room = 12
	}
	s := &sheet{rs: rs, p: p, work: work, side: side, out: make(engine.Template, 0, room)}
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
	return append(s.out, engine.TemplateLine{Text: "end"})
}

// dryRun is a dry run at the beginning of what the side owes.
func (s *sheet) dryRun() *run {
	s.p.copyTo(s.work)
	r := &run{rs: s.rs, p: s.work, dry: true}
	r.startRehearsal(s.side)
	return r
}

// question asks for one answer.
func (s *sheet) question() {
	q, _ := s.p.Asked.Question(s.p.sideName(s.side))
	s.explain("question", tongue.Words("prompt", heard("prompt.", q.Prompt)), named("rule", q.Rule))
	s.explain("answer", named("answer", q.Default))
	for _, o := range q.Options {
		s.example([]string{"answer", o}, bare)
	}
}

// ordersPhase asks for the orders of Phase A.
func (s *sheet) ordersPhase() {
	r, p := s.dryRun(), s.p
	s.explain("orders", tongue.Number("turn", p.Turn))
	for c, l := range p.sc.Leaders {
		if l.Side == s.side && p.commanderAlive(c) {
			s.explain("commander", named("name", l.Name), named("id", l.ID), tongue.Number("orders", l.Rating),
				tongue.Number("range", l.Range), named("hex", p.Leaders[c].Hex.String()))
		}
	}
	s.explain("no-line")
	var far, more []string
	shown := 0
	can := map[string]bool{}
	for i := range p.Groups {
		orderOptions(r, i, func(words ...string) { can[words[1]] = true })
	}
	for i := range p.Groups {
		g := p.Groups[i]
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
		s.example([]string{"order", g.ID}, say("note.group", named("name", p.formName(g.Form)), tongue.Number("n", d),
			named("id", p.sc.Leaders[c].ID)))
	}
	if more != nil {
		s.explain("in-range", named("groups", strings.Join(more, ", ")))
	}
	if far != nil {
		s.explain("out-of-range", named("groups", strings.Join(far, ", ")))
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
		s.explain("first")
		s.example([]string{"first", strings.Join(ids, ",")}, say("note.preference"))
	}
	for _, word := range []string{"cam", "drop"} {
		s.listed(r, word)
	}
	s.plans()
	s.standingHint()
}

// listed writes all options of one verb below its title.
func (s *sheet) listed(r *run, word string) {
	first := true
	s.verb(word).eachOption(r, func(words ...string) {
		if first {
			s.explain(word)
			first = false
		}
		s.example(words, bare)
	})
}

func (s *sheet) standingHint() {
	s.explain("standing")
	s.example([]string{"standing", "square", "yes"}, say("note.squares"))
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
			if d := p.Leaders[i].Hex.Distance(p.unit(u).Hex); p.onMap(u) && d < hexes {
				c, hexes = i, d
			}
		}
	}
	return c, hexes
}

// activation asks for the orders of an activation: step by step, and in each
// step unit by unit.
func (s *sheet) activation() {
	r, p := s.dryRun(), s.p
	s.explain("activation", p.markersArg("marker", []Marker{p.Drawn}))
	s.explain("steps")
	s.example([]string{"hold"}, say("note.hold"))
	s.initiative(r)
	s.fire(r)
	lists, from := s.moveLists(r), len(s.out)
	s.movement(r, lists, false)
	to := len(s.out)
	s.combat(r)
	s.listed(r, "rally")
	s.standingHint()
	if len(s.out) > longTemplate {
		rest := slices.Clone(s.out[to:])
		s.out = s.out[:from]
		s.movement(r, lists, true)
		s.out = append(s.out, rest...)
	}
}

// longTemplate is how many orders and remarks an order template has before only its first
// unit has an example of each kind.
const longTemplate = 40

func (s *sheet) initiative(r *run) {
	n := 0
	s.verb("initiative").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("initiative")
		}
		s.example(words, counted("note.chance", r.chanceOf(s.p.group(words[1]))))
	})
	n = 0
	s.verb("stack").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("stacks")
		}
		if n <= 3 {
			s.example(words, bare)
		}
	})
}

// fire lists what each gun can fire at, three targets at most.
func (s *sheet) fire(r *run) {
	given := map[string]int{}
	s.verb("fire").eachOption(r, func(words ...string) {
		if len(given) == 0 {
			s.explain("fire")
			s.example([]string{"fire", s.p.Drawn.ID, "at", nearest}, say("note.guns"))
		}
		if given[words[1]]++; given[words[1]] <= 3 {
			h, _ := hex.Parse(words[3])
			us := s.p.unitsOf(words[1])
			s.example(words, say("note.target", named("name", s.p.names(s.p.stack(h)[:1])),
				tongue.Number("n", s.p.unit(us[0]).Hex.Distance(h))))
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
	s.explain("movement")
	first := true
	s.moveAll(r)
	for u := range s.p.sc.Units {
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
	s.lead(&r.searchRoom().spots)
}

// moveAll shows the line that moves the whole formation, if a unit could follow it.
func (s *sheet) moveAll(r *run) {
	forms := s.p.activated(s.p.Drawn)
	f := slices.IndexFunc(forms, func(f int) bool { return s.p.present(f) || s.p.due(f) })
	goal, what := s.p.goalFor(forms[f], s.p.openGoals(s.side))
	words := []string{"move", s.p.Drawn.ID, "toward", goal}
	o := &order{Order: &engine.Order{Words: words}, side: s.side, units: r.act.units}
	if h, err := hex.Parse(goal); err == nil {
		o.hexes = []hex.Hex{h}
	}
	if r.someoneMoves(o) {
		s.example(words, say("note.all", tongue.Words("what", what)))
	}
}

// unitHead says where a unit stands and what it has to move with.
func (s *sheet) unitHead(r *run, u int) {
	spec, un := s.p.spec(u), s.p.unit(u)
	if !s.p.onMap(u) {
		s.explain("waits", named("id", spec.ID), named("name", spec.Name),
			named("hex", s.p.sc.Entries[spec.Entry-1].Hex.String()))
		return
	}
	facing, state, mp := "", tongue.Text{}, tongue.Text{}
	if un.State != setup.Routed && !un.Square {
		facing = un.Facing.String()
	}
	if un.State != setup.Ordered {
		state = stateTexts[un.State]
	}
	if n, rule, _ := r.allowance(u, normalGait); rule == "" {
		mp = counted("sheet.mp", n)
	} else if un.Square {
		mp = say("sheet.in-square")
	}
	s.explain("unit", named("id", spec.ID), named("name", spec.Name), named("hex", un.Hex.String()),
		named("facing", facing), tongue.Words("state", state), tongue.Words("mp", mp))
}

// moveRemark explains an example of the movement step.
func (s *sheet) moveRemark(u int, words []string) tongue.Text {
	switch words[0] {
	case "charge":
		h, _ := hex.Parse(words[3])
		return tongue.Name(s.p.names(s.p.stack(h)[:1]))
	case "march":
		return say("note.march")
	case "move":
		if strings.Contains(words[1], ",") {
			return say("note.stack")
		}
		if words[2] == "to" {
			if h, err := hex.Parse(words[3]); err == nil && s.p.adjacentEnemy(h, s.side) {
				return say("note.near")
			}
		}
	}
	return bare
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
		l.out = append(l.out, slices.Clone(words))
	}
}

// chooseMove is choose for a move to a hex.
func (s *sheet) chooseMove(l *pick, words []string) {
	d := s.toGoal(words[3], 999-l.offered) // the last if there is no goal
	l.moves++
	var room []string
	switch {
	case l.moves == 1:
		l.nearest = d
	case d < l.nearest:
		l.nearest = d
		if l.goal > 0 {
			room = l.out[l.goal][:0]
			l.out = slices.Delete(l.out, l.goal, l.goal+1)
		}
		l.goal = len(l.out)
	default:
		return
	}
	l.out = append(l.out, append(room, words...))
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
func (s *sheet) lead(room *spots) {
	for c, l := range s.p.sc.Leaders {
		if l.Side != s.side || !s.p.commanderAlive(c) || s.p.Leaders[c].Moved {
			continue
		}
		ways := s.p.leaderWaysIn(room, c)
		goal := hex.None
		for _, n := range s.p.Leaders[c].Hex.Neighbors() {
			if _, ok := ways.reached(n); ok {
				goal = n
				break
			}
		}
		if goal != hex.None {
			s.explain("lead", named("id", l.ID), named("name", l.Name), named("hex", s.p.Leaders[c].Hex.String()),
				tongue.Number("n", commanderMP))
			s.example([]string{"lead", l.ID, "to", goal.String()}, bare)
		}
	}
}

// combat lists the shocks that can be declared out of present positions.
func (s *sheet) combat(r *run) {
	n := 0
	s.verb("shock").eachOption(r, func(words ...string) {
		if n++; n == 1 {
			s.explain("combat")
		}
		if n > 8 {
			return
		}
		us := s.p.unitsOf(words[1])
		s.example(words, s.odds(us, hexesIn(words[3])))
	})
	if all := []string{"shock", s.p.Drawn.ID, "at", nearest}; n > 0 && s.legal(all) {
		s.example(all, say("note.shocks"))
	}
	if n == 0 {
		s.explain("no-combat", named("unit", s.someUnit(r)))
	}
}

// odds compares the strength of all units in the attackers' hexes that may
// attack with that of the defenders.
func (s *sheet) odds(us []int, hs []hex.Hex) tongue.Text {
	all := s.p.fighters(s.p.hexesOf(us))
	defenders := s.p.fighters(hs)
	if len(defenders) == 0 {
		return say("note.artillery")
	}
	return say("note.odds", tongue.Number("a", s.p.strength(all)), tongue.Number("b", s.p.strength(defenders)))
}

// someUnit is the id of a unit that could attack.
func (s *sheet) someUnit(r *run) string {
	for u := range s.p.sc.Units {
		if r.active(u) && s.p.onMap(u) && s.p.spec(u).Arm != setup.Artillery {
			return s.p.spec(u).ID
		}
	}
	return "UNIT"
}
