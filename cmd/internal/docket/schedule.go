package docket

import (
	"time"

	"berthier/cmd/internal/record"
)

// schedule is when something is to be done in which game: a copy of what the store says.
type schedule struct {
	Next   map[string]time.Time // of games that were looked at since they changed; zero for never
	Read   time.Time            // mails that came before are in
	Looked time.Time            // the last look at the mailbox
	Wake   chan struct{}
}

// Touch has a game looked at again.
func (s *schedule) Touch(game string) {
	delete(s.Next, game)
	s.WakeUp()
}

// WakeUp has the clocks looked at now.
func (s *schedule) WakeUp() {
	select {
	case s.Wake <- struct{}{}:
	default:
	}
}

// TimeOf is the time of the next record of a game: never before that of its last one,
// although the clock may have been set back.
func (u *Docket) TimeOf(g *Game) time.Time { return u.HeadOf(g).Time }

// HeadOf begins a record that belongs to the last step of a game.
func (u *Docket) HeadOf(g *Game) record.Head { return g.State.Head(u.Now()) }
