package docket

import (
	"sync"
	"time"
)

// ClockPause is how long a look at the clocks may wait: timers do not notice a wall
// clock that is set forward, or a machine that slept.
const ClockPause = 10 * time.Minute

// schedule is when something is to be done in which game: a copy of what the store says.
type schedule struct {
	Mu     sync.Mutex
	Next   map[string]time.Time // games in which there is something
	Known  map[string]bool      // games that were looked at since they changed
	All    bool                 // whether these are all games
	First  time.Time            // the earliest of next
	Read   time.Time            // mails that came before are in
	Looked time.Time            // the last look at the mailbox
	Wake   chan struct{}
}

// Touch has a game looked at again.
func (s *schedule) Touch(game string) {
	s.Mu.Lock()
	delete(s.Known, game)
	s.All = false
	s.Mu.Unlock()
	select {
	case s.Wake <- struct{}{}:
	default:
	}
}
