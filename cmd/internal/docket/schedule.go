package docket

import "time"

// ClockPause is how long a look at the clocks may wait: timers do not notice a wall
// clock that is set forward, or a machine that slept.
const ClockPause = 10 * time.Minute

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
