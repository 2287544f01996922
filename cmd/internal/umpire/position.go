package umpire

import (
	"berthier/engine"
	"berthier/store"
)

// Attachment is what a side has to check its orders with, as its last report
// brought it. An unknown game is store.ErrNoGame.
func (u *Umpire) Attachment(id string, side engine.Side) (a Attachment, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var g *game
	err = u.Store.View(func(tx *store.Tx) (err error) {
		g, err = u.load(tx, id)
		return err
	})
	if err != nil {
		return a, err
	}
	if side, err = g.sideNamed(side); err != nil {
		return a, err
	}
	chain, err := u.secretOf(id, secretChain)
	if err != nil {
		return a, err
	}
	link, err := engine.ChainLink(chain, g.step)
	return g.attachment(side, link), err
}
