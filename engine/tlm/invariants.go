//go:build !js

package tlm

import (
	"errors"
	"fmt"

	"berthier/engine"
	"berthier/engine/tlm/setup"
)

// inspect holds every position to what the rules say of all of them: stacking, Templates, counters
// and whose areas are. It is for engine.Game.
func inspect(rs engine.Ruleset, before engine.Position, events []engine.Event) error {
	p := rs.Apply(before, events).(*Position)
	err := p.sound()
	h := p.holders()
	for at := range p.Areas {
		for side := range setup.NumSides {
			if n := p.stack(side, at); n > stacking {
				err = errors.Join(err, fmt.Errorf("%s has %d units in %s", p.sideName(side), n, p.areaID(at)))
			}
		}
		if now := h.status(p, at); now != p.Areas[at].Control && p.Asked == nil {
			err = errors.Join(err, fmt.Errorf("%s is %s, and by what is in it %s", p.areaID(at),
				p.Areas[at].Control, now))
		}
	}
	for a := range p.Armies {
		infantry, all := 0, 0
		for _, g := range p.groupsIn(p.in(a)) {
			all += g.N
			infantry += g.N * boolInt(p.row(g.Unit.Kind).Infantry)
		}
		row := p.rs.tables.Counters[p.Armies[a].Nation]
		if infantry > row.Infantry || all > row.Infantry+row.Auxiliary {
			err = errors.Join(err, fmt.Errorf("Army %s has %d units, of which %d are Infantry", p.armyID(a),
				all, infantry))
		}
	}
	return err
}
