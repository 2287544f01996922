package duty

import (
	"errors"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
)

// once refuses a text that was carried out before, or that is older than what
// counts for a thing, and notes that it counts now. Commands of one mail do not
// stand in each other's way.
func (d *errand) once(game string, thing string, recorded bool) (bool, error) {
	if d.Machine != nil { // whoever sits there gives a command once
		return true, nil
	}
	side := d.Giver
	if d.by == command.Umpire {
		side = docket.UmpireSide
	}
	known, err1 := d.CountedBefore(game, side)
	late, err2 := d.Outdated(game, side, thing, d.After.State.Number+1)
	switch {
	case known:
		d.fault(matter.WriteAnew, matter.CarriedOut)
	case late != "":
		d.fault(matter.SignAgain, "%s", late)
	case err1 == nil && err2 == nil:
		d.Count(game, side, thing, d.After.State.Number+1, recorded)
		return true, nil
	}
	return false, errors.Join(err1, err2)
}
