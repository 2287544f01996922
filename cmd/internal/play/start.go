package play

import (
	"errors"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/store"
)

// DecideStart lets orders count from now on in a game that was created to wait for it
// (Spec.Wait). by names the umpire's key, "" at the machine.
func (u *Master) DecideStart(g *docket.Game, by string) (b docket.Batch, mails []store.Mail, err error) {
	s, err := fold.Start(g.State, u.Now(), by)
	if err != nil {
		return nil, nil, docket.Refuse(err)
	}
	g.Record(&b, s)
	u.beginClocks(g, &b, nil, nil)
	mails, err = u.tellAll(g, messageOf("the game begins",
		"The game begins: your orders count from now on. The first mail of the game says what you owe."))
	return b, mails, errors.Join(err, u.SignHead(&b, g))
}
