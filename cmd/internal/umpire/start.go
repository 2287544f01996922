package umpire

import (
	"errors"

	fold "berthier/cmd/internal/game"

	"berthier/store"
)

// ErrWaits is returned for a game that its umpire has not started yet.
var ErrWaits = fold.ErrWaits

// start lets orders count from now on in a game that was created to wait for it
// (Spec.Wait). by names the umpire's key, "" at the machine.
func (u *Master) start(g *game, by string) (b batch, mails []store.Mail, err error) {
	s, err := fold.Start(g.state, u.now(), by)
	if err != nil {
		return nil, nil, refuse(err)
	}
	g.record(&b, s)
	u.beginClocks(g, &b, nil, nil)
	mails, err = u.tellAll(g, messageOf("the game begins",
		"The game begins: your orders count from now on. The first mail of the game says what you owe."))
	return b, mails, errors.Join(err, u.signHead(&b, g))
}
