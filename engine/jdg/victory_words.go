package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// winning is how the game is won, and how it stands for a side, -1 for the public [13].
func (p *Position) winning(side int) engine.Victory {
	v := engine.Victory{Stands: p.stands(), Score: tongue.Name(p.scoreText(p.points())), Needs: p.needs(side),
		Ways: p.ways()}
	for _, t := range []engine.Table{p.goalTable(), p.autoTable(), p.pointsTable()} {
		if len(t.Rows) > 0 {
			v.Tables = append(v.Tables, t)
		}
	}
	return v
}

// sideNamed is the name of a side in a sentence.
func (p *Position) sideNamed(name string, s int) tongue.Arg {
	return named(name, string(p.sideName(s)))
}

// stands says who leads, and what that means if nothing changes.
func (p *Position) stands() tongue.Text {
	vp, won := p.points(), p.atOnce()
	best := 0
	if vp[1] > vp[0] {
		best = 1
	}
	wins := ""
	if vp[best]-vp[1-best] >= p.margin() {
		wins = "wins"
	}
	switch {
	case p.Phase == GameOver:
		return tongue.Name(p.scoreText(vp) + ".")
	case won[0] && won[1]:
		return say("stands.both")
	case won[0] || won[1]:
		return say("stands.one", p.sideNamed("side", slices.Index(won[:], true)))
	case vp[0] == vp[1]:
		return say("stands.equal", tongue.Number("a", vp[0]), tongue.Number("b", vp[1]), tongue.Number("n", p.margin()))
	}
	return say("stands.leads", p.sideNamed("side", best), tongue.Number("a", vp[best]), tongue.Number("b", vp[1-best]),
		tongue.Choice("wins", wins), tongue.Number("n", p.margin()))
}

// needs says what brings a side the next better result; to the public, what brings it
// to each side that has one.
func (p *Position) needs(side int) tongue.Text {
	vp, won := p.points(), p.atOnce()
	switch {
	case p.Phase == GameOver:
		return tongue.Text{}
	case won[0] || won[1]:
		return p.undo(side, won)
	case side >= 0 && vp[side]-vp[1-side] >= p.margin():
		return sentences(say("needs.stay", tongue.Words("more", p.more(1-side, p.sideNamed("who", 1-side)))),
			p.sooner(side))
	case side >= 0:
		return sentences(p.more(side, you).Sentence(), p.bestGoal(side))
	}
	var parts []tongue.Text
	for s := range p.sc.Sides {
		if vp[s]-vp[1-s] < p.margin() {
			parts = append(parts, p.more(s, p.sideNamed("who", s)).Sentence(), p.bestGoal(s))
		}
	}
	return sentences(parts...)
}

// you is the reader in a sentence about who has to do something.
var you = tongue.Words("who", tongue.Text{})

// sentences joins those that say something.
func sentences(all ...tongue.Text) tongue.Text {
	return tongue.List(slices.DeleteFunc(all, tongue.Text.Empty), " ")
}

// lacks is how many VP a side lacks for a draw, and to win; not more than 0 if it has them.
func (p *Position) lacks(s int) (draw, win int) {
	vp := p.points()
	lead := vp[s] - vp[1-s]
	return 1 - p.margin() - lead, p.margin() - lead
}

// more is the points that a side lacks, and until when.
func (p *Position) more(s int, who tongue.Arg) tongue.Text {
	last := ""
	if p.Turn >= len(p.sc.Turns) {
		last = "last"
	}
	draw, win := p.lacks(s)
	until := say("needs.until", tongue.Choice("last", last), tongue.Number("turn", len(p.sc.Turns)))
	if draw <= 0 {
		return say("needs.win", who, tongue.Number("win", win), tongue.Words("until", until))
	}
	return say("needs.draw", who, tongue.Number("draw", draw), tongue.Number("win", win), tongue.Words("until", until))
}

// bestGoal names the objective that a side would gain most by: the lead shifts by what
// it is worth to both, as far as each has it.
func (p *Position) bestGoal(s int) tongue.Text {
	best, name := 0, ""
	for g, goal := range p.sc.Goals {
		gain := goal.VP[s]
		switch p.holder(g) {
		case s:
			continue
		case 1 - s:
			gain += goal.VP[1-s]
		}
		if gain > best {
			best, name = gain, goal.Name
		}
	}
	if best == 0 {
		return tongue.Text{}
	}
	draw, win := p.lacks(s)
	how := "most"
	switch {
	case best >= win:
		how = "enough"
	case draw > 0 && best >= draw:
		how = "draw"
	}
	return say("needs.goal", named("name", name), tongue.Choice("how", how), tongue.Number("n", best))
}

// sooner says what a side that leads lacks to win before the end, by the condition that
// lacks the fewest places and then the fewest SP.
func (p *Position) sooner(s int) tongue.Text {
	var best *setup.AutoVictory
	var least []tongue.Text
	for _, a := range p.sc.Victory.Auto {
		if a.Side != s {
			continue
		}
		if m := p.missing(a); best == nil || len(m) < len(least) {
			best, least = &a, m
		}
	}
	if best == nil {
		return tongue.Text{}
	}
	from := 0
	if best.From > p.Turn {
		from = best.From
	}
	return say("needs.sooner", tongue.Number("from", from), tongue.Words("least", tongue.List(least, tongue.And)))
}

// missing is what a condition of automatic victory lacks, but for its turn: places, then SP.
func (p *Position) missing(a setup.AutoVictory) (all []tongue.Text) {
	for _, h := range a.Goals {
		if g := p.goalAt(h); p.holder(g) != a.Side {
			all = append(all, tongue.Name(p.sc.Goals[g].Name))
		}
	}
	if n := a.LostSP - p.lostSP(1-a.Side); n > 0 {
		all = append(all, counted("missing.sp", n))
	}
	return all
}

// undo is what is left to do before an automatic victory at the end of this turn.
func (p *Position) undo(side int, won [2]bool) tongue.Text {
	if side >= 0 {
		if !won[1-side] {
			return say("undo.wait")
		}
		return p.undoBy(side, you, won[side])
	}
	var parts []tongue.Text
	for s := range p.sc.Sides {
		if won[1-s] {
			parts = append(parts, p.undoBy(s, p.sideNamed("who", s), won[s]))
		}
	}
	return sentences(parts...)
}

// undoBy is how a side ends what the other wins by: it takes a place of each condition.
func (p *Position) undoBy(s int, who tongue.Arg, wins bool) tongue.Text {
	var places []tongue.Text
	for _, a := range p.sc.Victory.Auto {
		if a.Side == s || !p.fulfilled(a) {
			continue
		}
		if len(a.Goals) == 0 {
			return say("undo.nothing", who)
		}
		places = append(places, tongue.List(p.goalNames(a), tongue.Or))
	}
	what := ""
	if wins {
		what = "wins"
	}
	return say("undo.take", tongue.Choice("what", what), who, tongue.Words("places", tongue.List(places, "; ")))
}

func (p *Position) goalNames(a setup.AutoVictory) (names []tongue.Text) {
	for _, h := range a.Goals {
		names = append(names, tongue.Name(p.sc.Goals[p.goalAt(h)].Name))
	}
	return names
}

// ways says how the game ends, what counts, and what ends it at once [13].
func (p *Position) ways() []engine.Line {
	v := &p.sc.Victory
	var ways []engine.Line
	way := func(rule string, text tongue.Text) { ways = append(ways, engine.Line{Rule: rule, Text: text}) }
	way("13.2", counted("way.lasts", len(p.sc.Turns)))
	way("13.2-a", counted("way.margin", p.margin()))
	if len(p.sc.Goals) > 0 {
		way("13.2-b", say("way.goal"))
	}
	each := func(key string, vp [2]int) {
		if vp != [2]int{} {
			way("13.2-b", say(key, tongue.Words("worth", p.worth(vp))))
		}
	}
	each("way.sp", v.PerSP)
	each("way.routed", v.PerRouted)
	each("way.demoralised", v.PerDemoral)
	for _, a := range v.Auto {
		way("13.1-a", p.autoWay(a))
	}
	return ways
}

// worth is points to both sides, or to each its own.
func (p *Position) worth(vp [2]int) tongue.Text {
	if vp[0] == vp[1] {
		return counted("vp", vp[0])
	}
	var parts []tongue.Text
	for s, n := range vp {
		if n > 0 {
			parts = append(parts, say("vp.of", p.sideNamed("side", s), tongue.Number("n", n)))
		}
	}
	return tongue.List(parts, tongue.And)
}

// autoWay is a condition of automatic victory in words.
func (p *Position) autoWay(a setup.AutoVictory) tongue.Text {
	from, both := 0, ""
	if a.From > 1 {
		from = a.From
	}
	if len(a.Goals) > 0 && a.LostSP > 0 {
		both = "both"
	}
	return say("way.auto", p.sideNamed("side", a.Side), tongue.Number("from", from),
		tongue.Words("places", tongue.List(p.goalNames(a), tongue.And)), tongue.Choice("both", both),
		tongue.Number("sp", a.LostSP))
}

// goalTable lists the objectives with their worth to each side.
func (p *Position) goalTable() engine.Table {
	t := engine.Table{Title: say("table.goals"), Columns: slices.Grow(slices.Clone(goalColumns), len(p.sc.Sides)),
		Rows: make([][]tongue.Text, 0, len(p.sc.Goals))}
	for s := range p.sc.Sides {
		t.Columns = append(t.Columns, say("column.sidevp", p.sideNamed("side", s)))
	}
	for g, goal := range p.sc.Goals {
		held := nobody
		if s := p.holder(g); s >= 0 {
			held = tongue.Name(string(p.sideName(s)))
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(goal.Name), tongue.Name(goal.Hex.String()), held,
			number(goal.VP[0]), number(goal.VP[1])})
	}
	return t
}

// autoTable lists what each condition of automatic victory still lacks.
func (p *Position) autoTable() engine.Table {
	t := engine.Table{Title: say("table.auto"), Columns: autoColumns}
	for _, a := range p.sc.Victory.Auto {
		lacks := p.missing(a)
		if p.Turn < a.From {
			lacks = append([]tongue.Text{counted("missing.turn", a.From)}, lacks...)
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(string(p.sideName(a.Side))),
			orDash(tongue.List(lacks, ", "))})
	}
	return t
}
