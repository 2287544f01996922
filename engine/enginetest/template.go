package enginetest

import (
	"strings"

	"berthier/engine"
)

// Proposed are the orders in a template: the lines behind one sign of a comment.
func Proposed(template engine.Template) (orders []string) {
	for _, l := range template {
		if order, ok := strings.CutPrefix(l.Text, "# "); ok {
			orders = append(orders, order)
		}
	}
	return orders
}

// Refused is what is wrong with a turn file of these lines.
func Refused(rs engine.Ruleset, p engine.Position, side engine.Side, lines string) []engine.Fault {
	text := "game: g\nside: " + string(side) + "\nturn: 1\nstep: 1\n\n" + lines + "\nend\n"
	file, faults := engine.ReadTurnFile(rs, p, []byte(text), engine.Limits{})
	return append(faults, rs.Check(p, engine.Orders{Side: side, Lines: file.Orders})...)
}
