package jdg

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// winning is how the game is won, and how it stands for a side, -1 for the public [13].
func (p *Position) winning(side int) engine.Victory {
	v := engine.Victory{Stands: p.stands(), Needs: p.needs(side), Ways: p.ways()}
	for _, t := range []engine.Table{p.goalTable(), p.autoTable(), p.pointsTable()} {
		if len(t.Rows) > 0 {
			v.Tables = append(v.Tables, t)
		}
	}
	return v
}

// stands says who leads, and what that means if nothing changes.
func (p *Position) stands() string {
	vp, won := p.points(), p.atOnce()
	best, result := 0, "which wins at the end."
	if vp[1] > vp[0] {
		best = 1
	}
	if vp[best]-vp[1-best] < p.margin() {
		result = fmt.Sprintf("which is a draw: a win takes a lead of %d.", p.margin())
	}
	switch {
	case p.Phase == GameOver:
		return p.scoreText(vp) + "."
	case won[0] && won[1]:
		return "Both sides win at once if this turn ends as it stands, which is a draw."
	case won[0] || won[1]:
		return fmt.Sprintf("%s wins at once if this turn ends as it stands.", p.sideName(slices.Index(won[:], true)))
	case vp[0] == vp[1]:
		return fmt.Sprintf("It stands %d:%d, %s", vp[0], vp[1], result)
	}
	return fmt.Sprintf("%s leads %d:%d, %s", p.sideName(best), vp[best], vp[1-best], result)
}

// needs says what brings a side the next better result; to the public, what brings it
// to each side that has one.
func (p *Position) needs(side int) string {
	vp, won := p.points(), p.atOnce()
	switch {
	case p.Phase == GameOver:
		return ""
	case won[0] || won[1]:
		return p.undo(side, won)
	case side >= 0 && vp[side]-vp[1-side] >= p.margin():
		text := "You win if it stays so; " + p.more(1-side, string(p.sideName(1-side))+" needs")
		return text + p.sooner(side)
	case side >= 0:
		return p.more(side, "You need") + p.bestGoal(side)
	}
	var parts []string
	for s := range p.sc.Sides {
		if vp[s]-vp[1-s] < p.margin() {
			parts = append(parts, p.more(s, string(p.sideName(s))+" needs")+p.bestGoal(s))
		}
	}
	return strings.Join(parts, " ")
}

// lacks is how many VP a side lacks for a draw, and to win; not more than 0 if it has them.
func (p *Position) lacks(s int) (draw, win int) {
	vp := p.points()
	lead := vp[s] - vp[1-s]
	return 1 - p.margin() - lead, p.margin() - lead
}

// more is the points that a side lacks, and until when.
func (p *Position) more(s int, needs string) string {
	until := fmt.Sprintf("by the end of turn %d, the last.", len(p.sc.Turns))
	if p.Turn >= len(p.sc.Turns) {
		until = "by the end of this turn, the last."
	}
	draw, win := p.lacks(s)
	if draw <= 0 {
		return fmt.Sprintf("%s %d VP more to win %s", needs, win, until)
	}
	return fmt.Sprintf("%s %d VP more for a draw and %d to win, %s", needs, draw, win, until)
}

// bestGoal names the objective that a side would gain most by: the lead shifts by what
// it is worth to both, as far as each has it.
func (p *Position) bestGoal(s int) string {
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
		return ""
	}
	draw, win := p.lacks(s)
	how := "counts most"
	switch {
	case best >= win:
		how = "is enough"
	case draw > 0 && best >= draw:
		how = "makes it a draw"
	}
	return fmt.Sprintf(" Taking %s %s: it shifts the lead by %d.", name, how, best)
}

// sooner says what a side that leads lacks to win before the end, by the condition that
// lacks the fewest places and then the fewest SP.
func (p *Position) sooner(s int) string {
	var best *setup.AutoVictory
	var least []string
	for _, a := range p.sc.Victory.Auto {
		if a.Side != s {
			continue
		}
		if m := p.missing(a); best == nil || len(m) < len(least) {
			best, least = &a, m
		}
	}
	if best == nil {
		return ""
	}
	when := "at the end of a turn"
	if best.From > p.Turn {
		when += fmt.Sprintf(" from turn %d on", best.From)
	}
	return fmt.Sprintf(" To win at once, %s, you still need %s.", when, and(least))
}

// missing is what a condition of automatic victory lacks, but for its turn: places, then SP.
func (p *Position) missing(a setup.AutoVictory) (all []string) {
	for _, h := range a.Goals {
		if g := p.goalAt(h); p.holder(g) != a.Side {
			all = append(all, p.sc.Goals[g].Name)
		}
	}
	if n := a.LostSP - p.lostSP(1-a.Side); n > 0 {
		all = append(all, fmt.Sprintf("%d enemy SP eliminated", n))
	}
	return all
}

// undo is what is left to do before an automatic victory at the end of this turn.
func (p *Position) undo(side int, won [2]bool) string {
	if side >= 0 {
		if !won[1-side] {
			return "You win when this turn ends, if it stays so."
		}
		return p.undoBy(side, "you", "need", won[side])
	}
	var parts []string
	for s := range p.sc.Sides {
		if won[1-s] {
			parts = append(parts, p.undoBy(s, string(p.sideName(s)), "needs", won[s]))
		}
	}
	return strings.Join(parts, " ")
}

// undoBy is how a side ends what the other wins by: it takes a place of each condition.
func (p *Position) undoBy(s int, who, need string, wins bool) string {
	var places []string
	for _, a := range p.sc.Victory.Auto {
		if a.Side == s || !p.fulfilled(a) {
			continue
		}
		if len(a.Goals) == 0 {
			return fmt.Sprintf("Nothing that %s can do this turn undoes it.", who)
		}
		places = append(places, listed(p.goalNames(a), "or"))
	}
	what := "To go on"
	if wins {
		what = "To win"
	}
	return fmt.Sprintf("%s %s %s %s before this turn ends.", what, who, need, strings.Join(places, ", and "))
}

func (p *Position) goalNames(a setup.AutoVictory) (names []string) {
	for _, h := range a.Goals {
		names = append(names, p.sc.Goals[p.goalAt(h)].Name)
	}
	return names
}

// ways says how the game ends, what counts, and what ends it at once [13].
func (p *Position) ways() []engine.Line {
	v := &p.sc.Victory
	var ways []engine.Line
	way := func(rule, format string, args ...any) {
		ways = append(ways, engine.Line{Rule: rule, Text: tongue.English(fmt.Sprintf(format, args...))})
	}
	way("13.2", "The game lasts %s.", count(len(p.sc.Turns), "turn"))
	if p.margin() == 1 {
		way("13.2-a", "At its end the side with more victory points (VP) wins; otherwise it is a draw.")
	} else {
		way("13.2-a", "At its end the side with at least %d victory points (VP) more than the other wins; otherwise "+
			"it is a draw.", p.margin())
	}
	if len(p.sc.Goals) > 0 {
		way("13.2-b", "An objective counts for the side that holds it: whose units stand there when a turn ends, not "+
			"all of them routed, or else the side that held it last. To march through is not enough.")
	}
	each := func(what string, vp [2]int) {
		if vp != [2]int{} {
			way("13.2-b", "Each %s gives %s.", what, p.worth(vp))
		}
	}
	each("SP of enemy infantry and cavalry eliminated, as on the front of the counter,", v.PerSP)
	each("enemy unit that is routed at the end", v.PerRouted)
	each("enemy formation that is demoralised at the end", v.PerDemoral)
	for _, a := range v.Auto {
		way("13.1-a", "%s", p.autoWay(a))
	}
	return ways
}

// worth is points to both sides, or to each its own.
func (p *Position) worth(vp [2]int) string {
	if vp[0] == vp[1] {
		return fmt.Sprintf("%d VP", vp[0])
	}
	var parts []string
	for s, n := range vp {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d VP", p.sideName(s), n))
		}
	}
	return and(parts)
}

// autoWay is a condition of automatic victory in words.
func (p *Position) autoWay(a setup.AutoVictory) string {
	text := fmt.Sprintf("%s wins at once at the end of a turn", p.sideName(a.Side))
	if a.From > 1 {
		text += fmt.Sprintf(", from turn %d on,", a.From)
	}
	var ifs []string
	if len(a.Goals) > 0 {
		ifs = append(ifs, "it holds "+and(p.goalNames(a)))
	}
	if a.LostSP > 0 {
		ifs = append(ifs, fmt.Sprintf("%d SP of enemy infantry and cavalry are eliminated", a.LostSP))
	}
	return text + " if " + strings.Join(ifs, ", and ") + "."
}

// goalTable lists the objectives with their worth to each side.
func (p *Position) goalTable() engine.Table {
	t := engine.Table{Title: "Objectives", Columns: []string{"Objective", "Hex", "Held by"}}
	for s := range p.sc.Sides {
		t.Columns = append(t.Columns, string(p.sideName(s))+" VP")
	}
	for g, goal := range p.sc.Goals {
		held := "nobody"
		if s := p.holder(g); s >= 0 {
			held = string(p.sideName(s))
		}
		t.Rows = append(t.Rows, []string{goal.Name, goal.Hex.String(), held, strconv.Itoa(goal.VP[0]),
			strconv.Itoa(goal.VP[1])})
	}
	return t
}

// autoTable lists what each condition of automatic victory still lacks.
func (p *Position) autoTable() engine.Table {
	t := engine.Table{Title: "Automatic victory", Columns: []string{"Side", "Still missing"}}
	for _, a := range p.sc.Victory.Auto {
		lacks := p.missing(a)
		if p.Turn < a.From {
			lacks = append([]string{fmt.Sprintf("turn %d", a.From)}, lacks...)
		}
		t.Rows = append(t.Rows, []string{string(p.sideName(a.Side)), dash(strings.Join(lacks, ", "))})
	}
	return t
}
