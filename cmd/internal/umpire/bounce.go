package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/post"
	"berthier/store"
)

// automatic deals with a mail that no person wrote: nothing is answered, but a
// mail of ours that came back stops all others to the same address for a time.
func (t *verdict) automatic() error {
	b, ok := t.m.Bounce()
	if !ok {
		t.ignoreAuto()
		return nil
	}
	t.log = t.log.With("bounced", b.ID)
	var back post.Returned
	err := t.u.Store.View(func(tx *store.Tx) (err error) {
		back, err = t.u.Post.Returned(tx, b, t.m.HashString()[:16])
		return err
	})
	if err != nil {
		return err
	}
	if t.mails = append(t.mails, back.Notes...); back.Write != nil {
		t.batch.add(back.Write)
		t.effects = append(t.effects, t.u.Post.Forget)
	}
	t.done = func() { back.Log(t.log) }
	return nil
}

// forgedGoOn is how often a mail that anybody could have sent lets those to an address
// go on: each time that they come back again the umpire is told.
var forgedGoOn = quota{most: 1, per: day}

// goOn sends what waits for a person who writes: his mailbox is in use.
func (t *verdict) goOn(b *batch) error {
	if t.m.Auto != "" && !t.m.Unsure {
		return nil
	}
	var addresses []string
	if t.m.Forged == "" {
		addresses = append(addresses, t.m.From.Address)
	}
	if t.game != nil && t.side != "" {
		addresses = append(addresses, t.game.address[t.side])
	}
	found, err := t.u.Post.Stopped(t.u.Store.View, addresses...)
	if t.game == nil || t.copy {
		found = slices.DeleteFunc(found, func(a string) bool {
			return !t.within(limit{players: true, key: "goes on " + strings.ToLower(a), quotas: []quota{forgedGoOn}})
		})
	}
	if err != nil || len(found) == 0 {
		return err
	}
	b.add(func(tx *store.Tx) error { _, err := tx.Release(found...); return err })
	t.effects = append(t.effects, t.u.Post.Forget)
	done := t.done
	t.done = func() {
		t.log.Info("mails go on to a player who writes again", "to", found[0])
		if done != nil {
			done()
		}
	}
	return nil
}
