package matter

import (
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/quota"
)

// Observation reads what an address gets of a game, "" for nothing; how many other
// mailboxes get something; and the other spellings of the address that do.
func (u *Desk) Observation(game, address string) (word string, others int, spelt []string, err error) {
	words, err := u.Observers(game)
	box, _ := quota.MailboxOf(address)
	for _, other := range docket.SortedKeys(words) {
		switch m, _ := quota.MailboxOf(other); {
		case other == address:
		case m == box:
			spelt = append(spelt, other)
		default:
			others++
		}
	}
	return words[address], others, spelt, err
}
