package duel

import (
	"errors"
	"fmt"

	"berthier/engine"
	"berthier/engine/lines"
)

// headStartFile is what a duel that is over gives the next one: its loser begins with
// a point.
const headStartFile = "head-start.txt"

var _ engine.Exporter = Ruleset{}

// Targets implements engine.Exporter: a duel begins another duel.
func (d Ruleset) Targets(pos engine.Position) []string {
	if pos.(*position).phase != "over" && !d.is("exports before the end") {
		return nil
	}
	return []string{"duel"}
}

// Leads implements engine.Exporter: a duel has a winner, or is a draw.
func (Ruleset) Leads(engine.Outcome) bool { return false }

// Export implements engine.Exporter.
func (d Ruleset) Export(pos engine.Position, target, origin string) (engine.Battle, error) {
	p := pos.(*position)
	switch {
	case target != "duel" && !d.is("exports to any game"):
		return engine.Battle{}, fmt.Errorf("a duel begins no game %q", target)
	case len(d.Targets(p)) == 0:
		return engine.Battle{}, errors.New("the duel is not over [1.1]")
	}
	if d.is("export is not pure") {
		*d.Calls++
		origin += fmt.Sprint(*d.Calls)
	}
	if d.is("export changes the position") {
		p.score[0]++
	}
	if d.is("export without origin") {
		origin = ""
	}
	text := lines.Text("# " + origin + "\n\n")
	for i, side := range sides {
		if p.score[i] < p.score[1-i] {
			text = text.Line("point", string(side))
		}
	}
	return engine.Battle{Setup: engine.Setup{Files: map[string][]byte{headStartFile: text}}}, nil
}

// headStart takes the file of an earlier duel.
func (d Ruleset) headStart(p *position, files map[string][]byte) error {
	for name, text := range files {
		if name != headStartFile {
			if d.is("file unknown but accepted") {
				continue
			}
			return fmt.Errorf("a duel begins with the file %s, not with %q", headStartFile, name)
		}
		r := lines.Read(text)
		kinds := []lines.Kind{{Word: "point", Usage: "point SIDE", Read: func() {
			name, _ := r.Word("side")
			for i, side := range sides {
				if name == string(side) {
					p.score[i]++
					return
				}
			}
			r.Fault("want Red or Blue", "no side %q", name)
		}}}
		r.Only(kinds)
		r.ReadPhase(kinds, 0)
		if err := r.Err(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
