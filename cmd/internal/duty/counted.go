package duty

import (
	"errors"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
)

// once refuses a text that was carried out before, or that is older than what counts for a thing, and notes that it
// counts now. Commands of one mail do not stand in each other's way.
func (d *errand) once(thing string, recorded bool) error {
	if d.Machine != nil { // whoever sits there gives a command once
		return nil
	}
	game, side := d.After.Game, d.Giver
	if d.by == command.Umpire {
		side = docket.UmpireSide
	}
	known, err1 := d.CountedBefore(game, side)
	late, err2 := d.Outdated(game, side, thing, d.After.State.Number+1)
	switch {
	case known:
		return d.carriedOut()
	case !late.Empty():
		return d.fault(late, phrase.Say("hint.signagain"))
	case err1 != nil || err2 != nil:
		return errors.Join(err1, err2)
	}
	d.Count(game, side, thing, d.After.State.Number+1, recorded)
	return nil
}

// noted is once for what changes nothing as things stand: whoever has it cannot send it when it would.
func (d *errand) noted() error {
	if err := d.changes(); err != nil || d.Machine != nil {
		return err
	}
	known, err := d.CountedBefore(d.After.Game, d.Giver)
	if err == nil && !known {
		d.Count(d.After.Game, d.Giver, "", d.After.State.Number+1, false)
	}
	return err
}

// carriedOut refuses what counted before, with words of which the signature is another.
func (d *errand) carriedOut() error {
	anew := d.line.As() + " // " + d.Desk.Now().UTC().Format("2006-01-02 15:04")
	return d.fault(phrase.Say("fault.carriedout"), phrase.Say("hint.again", "line", anew))
}
