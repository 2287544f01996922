package pbs

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// orderBlock is an order block while it is written.
type orderBlock struct {
	lines engine.Template
	verbs []string // that are explained
}

// put adds an example, below what its verb is for where it is the first with it, and beside what it could have in
// place of its last word.
func (b *orderBlock) put(others []string, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if verb, _, _ := strings.Cut(text, " "); !slices.Contains(b.verbs, verb) {
		b.verbs = append(b.verbs, verb)
		b.lines = append(b.lines, engine.TemplateLine{Note: said.Say("verb." + verb)})
	}
	line := engine.TemplateLine{Text: "# " + text}
	if len(others) > 0 {
		line.Note = said.Say("sheet.or", name("words", strings.Join(others, ", ")))
	}
	b.lines = append(b.lines, line)
}

// explain says beside the last example whom it is for.
func (b *orderBlock) explain(whom string) { b.lines[len(b.lines)-1].Note = troops(whom) }

// template is an order block for what a side can say now, all of it behind signs that have to
// be taken off: each line is legal, and all are together.
func (p *Position) template(side engine.Side) engine.Template {
	s := p.sideNo(side)
	if s < 0 || p.Phase == OverPhase {
		return nil
	}
	b := &orderBlock{lines: engine.Template{{Note: said.Say("sheet.begin")}}}
	switch p.Phase {
	case RolePhase:
		p.roleSheet(b)
	case CardPhase:
		p.cardSheet(b, s)
	case DayPhase:
		p.daySheet(b, p.Site.Day+1)
	case GroundPhase:
		p.groundSheet(b)
	case PlacePhase:
		if p.Piece >= 0 {
			b.put(nil, "place %s at %s", p.Pieces[p.Piece].Ground, p.examplePlace())
		}
	case AdjustPhase:
		b.put([]string{"remove", "rotate", "none"}, "adjust move 0,%s", lengthText(p.format.Adjust))
	case ListPhase:
		p.deploySheet(b, s)
		p.hideSheet(b, s)
	case DeployPhase:
		p.deploySheet(b, s)
	case HidePhase:
		p.hideSheet(b, s)
	case GeneralPhase:
		for g := range p.roster(s).Generals {
			b.put(nil, "general %s commands %s", p.generalID(s, g), p.groupIDs(s, p.roster(s).Commands(g)))
			b.explain(p.roster(s).Generals[g].Name)
		}
	}
	if len(b.lines) == 1 { // there is nothing left to say
		b.put(nil, "hold")
	}
	return append(b.lines, engine.TemplateLine{Text: "end"})
}

// roleSheet is for the beginning, with plans for the whole course.
func (p *Position) roleSheet(b *orderBlock) {
	b.put([]string{"invader", "invader intercept"}, "role defender")
	b.put([]string{"lowest"}, "card best")
	b.put(nil, "territory plains,standard")
	p.daySheet(b, 1)
	b.put(nil, "compulsory woods,marsh,rocky-ground,brush")
}

// cardSheet is for the first cards.
func (p *Position) cardSheet(b *orderBlock, side int) {
	var held, list []string
	for _, c := range slices.Compact(p.held(side)) {
		held = append(held, c.String())
	}
	for _, t := range p.roster(p.Defender).Territories {
		list = append(list, t.String())
	}
	b.put(held[1:], "card %s", held[0])
	b.put(nil, "territory %s", strings.Join(list, ","))
	b.put(nil, "start c3,c4")
	if p.options.weather {
		seasons := setup.SeasonNames()
		b.put(seasons[1:], "season %s", seasons[0])
	}
}

// daySheet is for the days from one on.
func (p *Position) daySheet(b *orderBlock, from int) {
	b.put(nil, "goal open,normal,none")
	for d := from; d <= days; d++ {
		b.put(nil, "day %d lowest if goal else best", d)
	}
}

// groundSheet is for the secure flank and the pieces of terrain.
func (p *Position) groundSheet(b *orderBlock) {
	b.put([]string{"right"}, "flank left")
	var kinds []string
	for _, g := range p.rs.tables.Grounds(p.Site.Territory) {
		if p.rs.compulsory(g) && g.Kind != setup.OpenArea {
			kinds = append(kinds, g.String())
		}
	}
	const enough = 6 // more would not fit on a line
	b.put(nil, "compulsory %s", strings.Join(kinds[:min(enough, len(kinds))], ","))
	b.put(nil, "optional hills")
	b.put(nil, "place woods on 3,4 at %s", p.examplePlace())
	b.put(nil, "adjust remove if kind woods,forest and sector centre")
}

// deploySheet has a place for each unit group, in rows, away from the sides of the table.
func (p *Position) deploySheet(b *orderBlock, side int) {
	const row = 6
	f := p.format
	for n, g := range p.Armies[side].pool() {
		x := (f.Band + (f.Width-2*f.Band)*(n%row)/row) / bw * bw
		b.put(nil, "deploy %s %s", p.groupID(side, g), pointText(x, p.zoneDepth()-2*bw-3*bw*(n/row)))
		b.explain(p.roster(side).Groups[g].Name)
	}
}

// hideSheet is for hidden troops: the first general with a small command marches around a flank, another seems to.
func (p *Position) hideSheet(b *orderBlock, side int) {
	marches, ro := false, p.roster(side)
	for g, general := range ro.Generals {
		own := p.groupIDs(side, ro.Commands(g))
		switch {
		case general.Rank == setup.ArmyCommander: // stays with his army [B37]
		case !marches && own != "" && strings.Count(own, ",") < maxMarch:
			marches = true
			b.put(nil, "flank-march %s left %s", p.generalID(side, g), own)
			b.explain(general.Name)
		default:
			b.put(nil, "bluff %s right", p.generalID(side, g))
			b.explain(general.Name)
			return
		}
	}
}

// examplePlace is a place on the table, left of its middle, on the side of whoever reads it.
func (p *Position) examplePlace() string {
	return pointText(p.format.Width/2/bw*bw-3*bw, p.format.Depth/4)
}
