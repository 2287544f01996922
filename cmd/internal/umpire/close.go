package umpire

import (
	"berthier/cmd/internal/record"
	"berthier/store"
)

// close ends a game without a result. Its secrets are opened, and all players
// get the last mail. by names the umpire's key, "" at the machine.
func (u *Master) close(g *game, reason, by string) (c record.Abandon, b batch, mails []store.Mail, err error) {
	if reason, err = cleanReason("reason", reason); err != nil {
		return c, nil, nil, err
	}
	c = record.Abandon{Head: u.headOf(g), By: by, Reason: reason}
	g.record(&b, c)
	b2, mails, err := u.end(g, c.Outcome())
	return c, append(b, b2...), mails, err
}
