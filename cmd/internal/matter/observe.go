package matter

import (
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/quota"
	"berthier/store"
)

// Observation reads what an address gets of a game, "" for nothing; how many other
// mailboxes get something; and the other spellings of the address that do.
func (u *Desk) Observation(game, address string) (word string, others int, spelt []string, err error) {
	err = u.Store.View(func(tx *store.Tx) error {
		keys, err := tx.StateKeys(game, docket.StateObserver)
		if err != nil {
			return err
		}
		box, _ := quota.MailboxOf(address)
		for _, key := range keys {
			other := strings.TrimPrefix(key, docket.StateObserver)
			if m, _ := quota.MailboxOf(other); other != address && m == box {
				spelt = append(spelt, other)
			} else if other != address {
				others++
			}
		}
		value, err := docket.Optional(tx.State(game, docket.StateObserver+address))
		word = string(value)
		return err
	})
	return word, others, spelt, err
}
