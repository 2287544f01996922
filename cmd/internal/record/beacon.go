package record

import (
	"fmt"
	"strconv"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/engine"
)

// Beacon is the public source of randomness that is mixed into the dice of a game; the zero value is none.
type Beacon struct {
	beacon.Chain
	// Delay is how long after the last answer the round is published at the earliest, in whole seconds.
	Delay time.Duration
}

// maxDelay bounds how long a step waits for its round.
const maxDelay = 24 * time.Hour

// Used reports whether there is one.
func (b Beacon) Used() bool { return len(b.Key) > 0 }

// Check reports what is wrong with the chain or the delay. No beacon at all is no error.
func (b Beacon) Check() error {
	if !b.Used() {
		return nil
	}
	if b.Delay < 0 || b.Delay > maxDelay || b.Delay%time.Second != 0 {
		return fmt.Errorf("the delay of the beacon is %v: want 0 to %v in whole seconds", b.Delay, maxDelay)
	}
	return b.Chain.Check()
}

// RoundFor is the number of the one that a step has to wait for whose answers were complete at t.
func (b Beacon) RoundFor(t time.Time) uint64 { return b.After(t.Add(b.Delay)) }

// Round is one round of a beacon.
type Round struct {
	Number    uint64
	Signature []byte // nil for none
}

// Input is the round as the dice take it, beside the turn files. Its hash is what
// drand calls the randomness of the round.
func (r Round) Input() engine.Input {
	return engine.Input{Side: engine.Side("drand " + strconv.FormatUint(r.Number, 10)), File: sha(r.Signature)}
}
