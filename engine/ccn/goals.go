package ccn

import (
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// hexList names hexes for people.
func hexList(hexes []hex.Hex) string { return strings.ReplaceAll(pathText(hexes...), ",", ", ") }

// tasks say what a scenario gives banners for besides losses [4-d, 5.3-j, Q104].
func (p *Position) tasks() (lines []engine.Line) {
	for _, goal := range p.sc.Goals {
		way := "now"
		switch {
		case goal.Once && goal.AtStart:
			way = "once.start"
		case goal.Once:
			way = "once"
		case goal.AtStart:
			way = "start"
		}
		for side, n := range goal.Banners {
			if n > 0 {
				lines = append(lines, engine.Line{Rule: "4-d",
					Text: said.Say("victory.goal."+way, name("goal", goal.Name),
						name("hexes", hexList(goal.Hexes)), name("side", string(p.sideName(side))),
						tongue.Number("n", n), tongue.Number("need", goal.Need))})
			}
		}
	}
	for _, exit := range p.sc.Exits {
		lines = append(lines, engine.Line{Rule: "5.3-j", Text: said.Say("victory.exit",
			name("side", string(p.sideName(exit.Side))), name("hexes", hexList(exit.Hexes)),
			tongue.Number("n", exit.Banners))})
	}
	return lines
}

// goalTable is what each goal is worth, and for whom it counts now; none for a scenario without.
func (p *Position) goalTable() []engine.Table {
	if len(p.sc.Goals) == 0 {
		return nil
	}
	t := engine.Table{Title: said.Say("table.goals"), Columns: append(columns("goal", "hexes", "counts"),
		tongue.Names(string(p.sideName(0)), string(p.sideName(1)))...)}
	for g, goal := range p.sc.Goals {
		var counts []string
		for side, n := range goal.Banners {
			if n > 0 && (p.Won[side][g] || !goal.Once && p.holds(side, g)) {
				counts = append(counts, string(p.sideName(side)))
			}
		}
		t.Rows = append(t.Rows, tongue.Names(goal.Name, hexList(goal.Hexes), strings.Join(counts, ", "),
			itoa(goal.Banners[0]), itoa(goal.Banners[1])))
	}
	return []engine.Table{t}
}
