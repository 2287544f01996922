package play

import (
	"errors"

	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
)

// DecideStart lets orders count from now on in a game that was created to wait for it
// (Spec.Wait). by names the umpire's key, "" at the machine.
func (u *Master) DecideStart(g *docket.Game, by string) (b docket.Batch, err error) {
	s, err := fold.Start(g.State, u.Now(), by)
	if err != nil {
		return b, docket.Refuse(err)
	}
	g.Record(&b, s)
	u.beginClocks(g, &b, nil)
	u.letMove(g, &b)
	b.Mails, err = u.tellAll(g, messageOf("the game begins",
		"The game begins: your orders count from now on. The first mail of the game says what you owe."))
	return b, errors.Join(err, u.SignHead(&b, g))
}
