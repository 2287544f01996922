package matter

import (
	"log/slog"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/quota"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
)

// Matter is a mail that came in, or what the umpire gives at the machine: what is known
// of it so far, and what will be committed in the end.
type Matter struct {
	Desk *Desk // that answers it
	Mail *mail.Message
	Log  *slog.Logger

	Signed   sign.SignedText // once verified
	Game     *docket.Game    // once verified
	Side     engine.Side     // whose key signed
	ByUmpire bool            // signed with a key of the umpire; then there may be no game and there is no side
	// Machine is where the answer goes to what the umpire gives at the machine; nil for a mail.
	Machine *Answer

	Batch  docket.Batch  // changes of the game, and answers
	Counts []quota.Limit // what is counted as answered
	Asked  bool          // the mail had commands that could be carried out
	Copy   bool          // its side signed the same before
	// Passing says that the mail left nothing in the log, so that the game need not keep it: a question, or press.
	Passing bool
	// Effects are what else has to know of it as soon as it can be read.
	Effects []func()
	Done    func() // what is logged once it is on the disk; may be nil
}

// Answer is what the umpire gets for commands that he gives at the machine.
type Answer struct {
	Text  string      // without what is about a mail, for a terminal
	Files []mail.File // maps and other attachments, each with a name of its own
	Mails int         // that were queued because of them
}

// Desk is where what came in is answered.
type Desk struct {
	*play.Master
	Answered quota.Counters
}

// New makes a Desk.
func New(m *play.Master) *Desk { return &Desk{Master: m, Answered: quota.NewCounters()} }
