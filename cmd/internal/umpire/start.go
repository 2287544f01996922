package umpire

import (
	"errors"

	fold "berthier/cmd/internal/game"

	"berthier/cmd/internal/record"
	"berthier/store"
)

// ErrWaits is returned for a game that its umpire has not started yet.
var ErrWaits = fold.ErrWaits

// start lets orders count from now on in a game that was created to wait for it
// (Spec.Wait). by names the umpire's key, "" at the machine.
func (u *Umpire) start(g *game, by string) (b batch, mails []store.Mail, err error) {
	if !g.state.Waits {
		return nil, nil, refusef("the game has begun already")
	}
	s := record.Start{Head: u.headOf(g), By: by}
	g.record(&b, s)
	u.beginClocks(g, &b, nil, nil)
	mails, err = u.tellAll(g, messageOf("the game begins", "The game begins: your orders count from now on. The first mail of the game says what you owe."))
	return b, mails, errors.Join(err, u.signHead(&b, g))
}
