package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/quota"
	"berthier/store"
)

// automatic deals with a mail that no person wrote: nothing is answered, but a
// mail of ours that came back stops all others to the same address for a time.
func (t *verdict) automatic() error {
	b, ok := t.Mail.Bounce()
	if !ok {
		t.ignoreAuto()
		return nil
	}
	t.Log = t.Log.With("bounced", b.ID)
	var back post.ReturnedMail
	err := t.u.Store.View(func(tx *store.Tx) (err error) {
		back, err = t.u.Post.Returned(tx, b, t.Mail.HashString()[:16])
		return err
	})
	if err != nil {
		return err
	}
	if t.Batch.Send(back.Notes...); back.Write != nil {
		t.Batch.Add(back.Write)
		t.Effects = append(t.Effects, t.u.Post.Forget)
	}
	t.Done = func() { back.Log(t.Log) }
	return nil
}

// forgedGoOn is how often a mail that anybody could have sent lets those to an address
// go on: each time that they come back again the umpire is told.
var forgedGoOn = quota.Rate{Most: 1, Per: quota.Day}

// goOn sends what waits for a person who writes: his mailbox is in use.
func (t *verdict) goOn(b *docket.Batch) error {
	if t.Mail.Auto != "" && !t.Mail.Unsure {
		return nil
	}
	var addresses []string
	if t.Mail.Forged == "" {
		addresses = append(addresses, t.Mail.From.Address)
	}
	if t.Game != nil && t.Side != "" {
		addresses = append(addresses, t.Game.Address[t.Side])
	}
	found, err := t.u.Post.Stopped(t.u.Store.View, addresses...)
	if t.Game == nil || t.Copy {
		found = slices.DeleteFunc(found, func(a string) bool {
			return !t.Within(quota.Limit{Players: true, Key: "goes on " + strings.ToLower(a),
				Quotas: []quota.Rate{forgedGoOn}})
		})
	}
	if err != nil || len(found) == 0 {
		return err
	}
	b.Add(func(tx *store.Tx) error { _, err := tx.Release(found...); return err })
	t.Effects = append(t.Effects, t.u.Post.Forget)
	done := t.Done
	t.Done = func() {
		t.Log.Info("mails go on to a player who writes again", "to", found[0])
		if done != nil {
			done()
		}
	}
	return nil
}
