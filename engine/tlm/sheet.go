package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// template is what the reader can send, closed as any turn file.
func (p *Position) template(side engine.Side, owes bool) engine.Template {
	t := p.examples(side, owes)
	if t.Empty() {
		return nil
	}
	return append(t, engine.TemplateLine{Text: "end"})
}

// examples are what the reader can send, with his own units.
func (p *Position) examples(side engine.Side, owes bool) (t engine.Template) {
	s := p.sideNo(side)
	if s < 0 || p.Result.Over {
		return nil
	}
	if q, ok := p.question(s); ok {
		t = append(t, engine.TemplateLine{Note: said.Say("template.question",
			name("options", strings.Join(q.Options, ", ")))})
		return append(t, engine.TemplateLine{Text: "answer " + q.Default})
	}
	note := func(key string, args ...tongue.Arg) {
		t = append(t, engine.TemplateLine{Note: said.Say("template."+key, args...)})
	}
	line := func(text string) { t = append(t, engine.TemplateLine{Text: text}) }
	if !owes {
		return p.standingSheet(s)
	}
	if p.Offers == 1-s {
		note("offer")
		line("# armistice accept")
	}
	switch p.Phase {
	case TurnPhase:
		t = append(t, p.turnSheet(s)...)
	case RespondPhase:
		note("respond", tongue.Words("areas", p.areaNames(p.Offense.Battles)))
		line("# weather")
	case ReinforcePhase:
		note("reinforce")
		for i, a := range p.Armies {
			if a.Place == DueArmy && a.Nation.Side() == s {
				line("# place " + p.armyID(i) + " " + p.areaID(p.first(s, a.Nation)))
			}
		}
		for _, c := range p.Due {
			if c.Unit.Nation.Side() == s && c.Unit != commonwealth {
				line("# place " + strconv.Itoa(c.N) + "*" + c.Unit.String() + " " + p.areaID(p.first(s, c.Unit.Nation)))
			}
		}
	case ProductionPhase:
		note("production", tongue.Number("bp", p.year().BP[s]), tongue.Number("cards", p.year().Cards[s]))
		line("# build " + p.unitWords(s)[0] + " " + p.areaID(p.first(s, setup.BE)))
		for i, a := range p.Armies {
			if a.Nation.Side() == s && a.Place >= 0 && p.canDig(i) {
				line("# entrench " + p.armyID(i))
				break
			}
		}
		line("# cards 3")
	case DiscardPhase:
		note("discard", tongue.Number("n", p.surplus(s)))
	default:
		t = append(t, p.standingSheet(s)...)
		line("hold") // which can stand beside them
		return t
	}
	return append(t, engine.TemplateLine{Text: "hold", Note: said.Say("hint.hold")})
}

// standingSheet has examples of standing orders.
func (p *Position) standingSheet(side int) engine.Template {
	return engine.Template{
		{Note: said.Say("template.standing")}, {Text: "# standing stance withdraw if weak 2 else hold"},
		{Note: said.Say("template.ways")}, {Text: "# standing ways " + p.exampleWays(side)},
	}
}

// turnSheet has examples for a Player Turn: the cards of the Offensive class that the side holds, a move for each
// of its Armies, and the battle that comes of them. All moves are possible together, behind any of the cards or, if
// it has none, each alone.
func (p *Position) turnSheet(side int) (t engine.Template) {
	add := func(text string, note tongue.Text) { t = append(t, engine.TemplateLine{Text: text, Note: note}) }
	r := newRun(p.rs, p.clone(), nil)
	r.dry = true
	offensive := slices.Compact(slices.DeleteFunc(slices.Sorted(slices.Values(p.hand(side))),
		func(c setup.Card) bool { return !c.IsOffensive() }))
	if len(offensive) == 0 {
		add("", said.Say("template.pass", name("cards", p.handText(side))))
		moves, _ := r.moveSheet(side, -1)
		return append(t, moves...)
	}
	add("", said.Say("template.turn", name("cards", p.handText(side))))
	for _, c := range offensive {
		add("# play "+c.String(), said.Say("text."+c.String()))
	}
	r.tries(side, "play", offensive[0].String())
	at := p.exampleBattle(side)
	moves, attacked := r.moveSheet(side, at)
	t = append(t, moves...)
	if !attacked && (at < 0 || !p.contested(at)) || !r.fightable(side, at) {
		return t
	}
	add("# battle "+p.areaID(at), tongue.Text{})
	if cards := p.exampleCards(side); cards != nil {
		add("", said.Say("template.cards"))
		for _, c := range cards {
			add("# "+c.String()+" "+p.areaID(at), tongue.Text{})
		}
	}
	return t
}

// fightable reports whether an area is still Contested when all have moved: Tanks and guns that no Infantry is with are
// gone by then [A75].
func (r *run) fightable(side, at int) bool {
	f := r.fork()
	f.endOfMoves(side)
	return f.p.contested(at)
}

// moveSheet has a move for each Army of a side that can move and is in no Contested area, into the area of the battle
// where that is possible, and names where else it could go. Each is possible behind those before it, but in a Pass,
// in which there is only one.
func (r *run) moveSheet(side, battle int) (t engine.Template, attacked bool) {
	p := r.p
	for i, a := range p.Armies {
		if a.Place < 0 || a.Nation.Side() != side || p.areaMap().Areas[a.Place].Apart || p.contested(a.Place) {
			continue
		}
		to := r.goals(side, battle, i)
		if len(to) == 0 || r.interest(side, battle, to[0]) == 0 { // a second fight, which not every card allows
			continue
		}
		words := make([]string, len(to))
		for k, at := range to {
			words[k] = p.areaID(at)
		}
		line := engine.TemplateLine{Text: "# move " + p.armyID(i) + " " + words[0]}
		if len(to) > 1 {
			line.Note = said.Say("template.or", name("areas", strings.Join(words[1:], ", ")))
		}
		t = append(t, line)
		if !p.pass() {
			r.tries(side, "move", p.armyID(i), words[0])
			attacked = attacked || to[0] == battle
		}
	}
	return t, attacked
}

// goals are the areas beside an Army that it can enter, those of most interest first.
func (r *run) goals(side, battle, army int) (all []int) {
	for _, at := range r.p.areaMap().Areas[r.p.Armies[army].Place].Near {
		if f := r.fork(); f.tries(side, "move", r.p.armyID(army), r.p.areaID(at)) {
			all = append(all, at)
		}
	}
	slices.SortStableFunc(all, func(x, y int) int { return r.interest(side, battle, y) - r.interest(side, battle, x) })
	return all
}

// interest is how soon an area is proposed to an Army beside it: that of the battle, one at the front, any other, and
// one that would be attacked besides, which is 0.
func (r *run) interest(side, battle, at int) int {
	switch p := r.p; {
	case at == battle:
		return 3
	case p.friendly(1-side, at):
		return 0
	case p.firstNear(at, func(near int) bool { return !p.friendly(side, near) }) >= 0:
		return 2
	}
	return 1
}

// tries does a line of a Player Turn and reports whether it was possible.
func (r *run) tries(side int, words ...string) bool {
	o, bad := r.p.read(side, engine.Order{Words: words}.Arrived(0))
	return bad == nil && r.act(side, o) == nil
}

// exampleCards are the cards of a side that it can play on a battle now, all together: gas does not go with Advanced
// Artillery Fire!, which is better [9.3-d].
func (p *Position) exampleCards(side int) (all []setup.Card) {
	for _, c := range p.hand(side) {
		if enhancements[c].play != "" && p.Turn >= p.rs.tables.Cards[c].From && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	if slices.Contains(all, setup.AAF) {
		all = slices.DeleteFunc(all, func(c setup.Card) bool { return c == setup.Gas })
	}
	return all
}

// exampleBattle is an area in which a side could fight: one that is Contested, or beside one of its Armies, or -1.
func (p *Position) exampleBattle(side int) int {
	at := slices.IndexFunc(p.allAreas(), p.contested)
	for i, a := range p.Armies {
		if at >= 0 {
			break
		}
		if a.Place >= 0 && a.Nation.Side() == side && !p.empty(i) {
			at = p.firstNear(a.Place, func(to int) bool { return p.friendly(1-side, to) && p.holds(1-side, to) })
		}
	}
	return at
}

// firstNear is the first neighbour of an area that fits, or -1.
func (p *Position) firstNear(at int, fits func(at int) bool) int {
	near := p.areaMap().Areas[at].Near
	if i := slices.IndexFunc(near, fits); i >= 0 {
		return near[i]
	}
	return -1
}

// exampleWays is what a side could say for its first Army on the map.
func (p *Position) exampleWays(side int) string {
	for i, a := range p.Armies {
		if a.Place >= 0 && a.Nation.Side() == side && !p.areaMap().Areas[a.Place].Apart {
			return p.armyID(i) + ":stay for " + p.areaID(a.Place)
		}
	}
	return "default"
}
