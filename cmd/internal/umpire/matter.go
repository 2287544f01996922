package umpire

import (
	"log/slog"

	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// matter is a mail that came in, or what the umpire gives at the machine: what is known
// of it so far, and what will be committed in the end.
type matter struct {
	u   *Desk
	m   *mail.Message
	log *slog.Logger

	signed sign.Signed // once verified
	game   *game       // once verified
	side   engine.Side // whose key signed
	umpire bool        // signed with a key of the umpire; then there may be no game and there is no side
	// machine is where the answer goes to what the umpire gives at the machine; nil for a mail.
	machine *Answer

	batch  batch        // changes of the game
	mails  []store.Mail // answers
	counts []limit      // what is counted as answered
	asked  bool         // the mail had commands that could be carried out
	copy   bool         // its side signed the same before
	// passing says that the mail left nothing in the log, so that the game need
	// not keep it: a question, or press.
	passing bool
	// effects are what else has to know of it as soon as it can be read.
	effects []func()
	done    func() // what is logged once it is on the disk; may be nil
}
