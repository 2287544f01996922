package tlm

import (
	"slices"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// fightOf is a battle of the story: where it was, who fought, and in which chapter it is told.
type fightOf struct {
	chapter int
	area    string
	side    engine.Side
	forces  []engine.Force
}

// forces are who fights in an area, as far as the reader sees it.
func (t *teller) forces(at int, att engine.Side) (all []engine.Force) {
	s := t.p.sideNo(att)
	for _, side := range []int{s, 1 - s} {
		var who []tongue.Text
		for _, a := range t.p.armiesIn(side, at) {
			who = append(who, armyName(t.p.armyID(a)))
		}
		for _, g := range mergeStates(t.p.groupsIn(at)) {
			if g.Unit.Nation.Side() == side {
				who = append(who, unitsName(g.N, g.Unit.String()))
			}
		}
		if t.p.fort(side, at) >= 0 {
			who = append(who, said.Say("unit.fort"))
		}
		f := engine.Force{Side: t.p.sideName(side), Who: tongue.List(who, tongue.And)}
		if n, ok := t.p.seen(side, at); ok {
			f.Strength = said.Say("brief.strength", tongue.Number("n", n))
		}
		all = append(all, f)
	}
	return all
}

// seen is how many units a side has in an area, with the strength of its Fort, if the position
// shows all of them.
func (p *Position) seen(side, at int) (n int, ok bool) {
	for _, a := range p.armiesIn(side, at) {
		if p.masked(a) && p.Armies[a].Shown < 0 {
			return 0, false
		}
		n += max(p.Armies[a].Shown, 0)
	}
	return n + p.count(side, at, func(Group) bool { return true }) + max(p.fort(side, at), 0), true
}

// episodes are the story in short: a paragraph for each chapter that is no battle, and the
// battles that came after it.
func (t *teller) episodes() (all []engine.Episode) {
	for i, c := range t.chapters {
		fight := slices.IndexFunc(t.fights, func(f fightOf) bool { return f.chapter == i })
		if fight >= 0 && len(all) > 0 {
			e := &all[len(all)-1]
			e.Fights = append(e.Fights, t.fight(t.fights[fight], c))
			continue
		}
		e := engine.Episode{Name: c.Heading}
		var text []tongue.Text
		told := false // how many Hits there were
		for _, l := range c.Lines {
			if side, fired := t.rolled[l.Roll]; fired && !told {
				told = true
				text = append(text, sentence(t.scored(side, c)))
			} else if !fired && !l.Note {
				text = append(text, l.Text)
			}
		}
		e.Text = tongue.List(text, " ")
		e.Short = said.Say("brief.events", tongue.Number("n", len(text)))
		all = append(all, e)
	}
	return slices.DeleteFunc(all, func(e engine.Episode) bool { return e.Text.Empty() && len(e.Fights) == 0 })
}

// fight tells one battle: who fought, how the dice fell and what came of it.
func (t *teller) fight(f fightOf, c engine.Chapter) engine.Fight {
	title := said.Say("brief.battle", tongue.Words("area", t.p.placeName(f.area)))
	out := engine.Fight{Title: title, Rule: "2.II.4-a",
		Text: sentence(said.Say("story.declare", name("side", string(f.side)),
			tongue.Words("areas", t.p.placeName(f.area)))), Forces: f.forces}
	for _, l := range c.Lines {
		switch {
		case l.Roll != nil:
			out.Rolls = append(out.Rolls, engine.FightRoll{Name: said.Say("brief.fire"), Who: l.Text.Clause(),
				Rule: l.Rule,
				Roll: l.Roll, Fell: l.Fell})
		case !l.Note:
			out.Ends = append(out.Ends, l)
		}
	}
	out.Result, out.Weight = t.scored(f.side, c), len(out.Rolls)
	return out
}

// scored says how many Hits a side scored in a chapter, and how many the other.
func (t *teller) scored(side engine.Side, c engine.Chapter) tongue.Text {
	hits := map[engine.Side]int{}
	for _, l := range c.Lines {
		if by, ok := t.rolled[l.Roll]; ok {
			hits[by] += l.Roll.Total
		}
	}
	other := setup.SideNames[1-max(t.p.sideNo(side), 0)]
	return said.Say("brief.result", name("att", string(side)), name("def", other), tongue.Number("a", hits[side]),
		tongue.Number("d", hits[engine.Side(other)]))
}
