package umpire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/engine"
)

// Beacon is the public source of randomness that is mixed into the dice of a
// game; the zero value is none.
type Beacon struct {
	beacon.Chain
	// Delay is how long after the last answer the round is published at the
	// earliest, in whole seconds.
	Delay time.Duration
}

// maxDelay bounds how long a step waits for its round.
const maxDelay = 24 * time.Hour

func (b Beacon) used() bool { return len(b.Key) > 0 }

func (b Beacon) check() error {
	if b.used() && (b.Delay < 0 || b.Delay > maxDelay || b.Delay%time.Second != 0) {
		return fmt.Errorf("the delay of the beacon is %v: want 0 to %v in whole seconds", b.Delay, maxDelay)
	}
	if !b.used() {
		return nil
	}
	return b.Check()
}

// round is the one that a step has to wait for whose answers were complete at t.
func (b Beacon) round(t time.Time) uint64 { return b.After(t.Add(b.Delay)) }

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

// ClosedRecord says that the answers to a step are complete, and which round of
// the beacon its dice wait for.
type ClosedRecord struct {
	Game   string
	Step   int // that will be resolved
	Time   time.Time
	Inputs []InputRecord
	Round  uint64
}

// Print writes the record as the package doc specifies.
func (c ClosedRecord) Print() []byte {
	var w lineWriter
	w.head(KindClosed, c.Game, c.Step, c.Time)
	w.inputs(c.Inputs)
	w.put("round", c.Round)
	return []byte(w.String())
}

// ParseClosedRecord reads exactly what ClosedRecord.Print writes.
func ParseClosedRecord(text []byte) (ClosedRecord, error) {
	var c ClosedRecord
	r := &lineReader{rest: string(text)}
	c.Game, c.Step, c.Time = r.head(KindClosed)
	for r.next("input") {
		c.Inputs = append(c.Inputs, r.input())
	}
	c.Round = r.round(r.word("round"))
	return c, r.end("closed record", string(text), c.Print())
}

// inputs writes what the sides give to a step.
func (w *lineWriter) inputs(all []InputRecord) {
	for _, i := range all {
		if i.Orders == 0 {
			w.put("input", i.Side, "-", "-")
			continue
		}
		w.put("input", i.Side, i.Orders, i.Hash)
	}
}

func (r *lineReader) round(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		r.fail("%q is not the number of a round", s)
	}
	return n
}

func (r *lineReader) bytes(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) == 0 {
		r.fail("%q: want hex digits", s)
	}
	return b
}

func (w *lineWriter) beacon(b Beacon) {
	hash := b.Hash()
	w.put("beacon", hash, b.Name, b.Scheme, hex.EncodeToString(b.Key), b.Genesis.Unix(), int(b.Period/time.Second), hex.EncodeToString(b.Seed), int(b.Delay/time.Second))
}

func (r *lineReader) beacon() (b Beacon) {
	f := r.fields("beacon", 8)
	hash := r.hash(f[0])
	b.Name, b.Scheme, b.Key, b.Seed = f[1], f[2], r.bytes(f[3]), r.bytes(f[6])
	b.Genesis = time.Unix(int64(r.number(f[4])), 0).UTC()
	b.Period, b.Delay = time.Duration(r.number(f[5]))*time.Second, time.Duration(r.number(f[7]))*time.Second
	if err := b.check(); err != nil && r.err == nil {
		r.fail("%w", err)
	}
	if r.err == nil && b.Hash() != hash {
		r.fail("the chain has the hash %x", b.Hash())
	}
	return b
}

// checkBeacon verifies the rounds that were mixed into the dice: that each was
// fixed when the answers were complete, before it was published, and that its
// signature is that of the chain.
func (c *auditor) checkBeacon() Check {
	check := Check{Name: "beacon", What: "rounds"}
	var closed entry
	for _, e := range c.entries {
		switch v := e.value.(type) {
		case ClosedRecord:
			closed = e
			if want := c.Game.Beacon.round(v.Time); v.Round != want {
				check.Err = e.at("names round %d, want round %d", v.Round, want)
				return check
			}
		case StepRecord:
			was, _ := closed.value.(ClosedRecord)
			var err error
			switch {
			case was.Step != v.Step || v.Round.Number != was.Round:
				err = errors.New("its round was not fixed before")
			default:
				err = c.Game.Beacon.Verify(v.Round.Number, v.Round.Signature)
			}
			if err != nil {
				check.Err = e.at("%w", err)
				return check
			}
			check.Done++
		}
	}
	return check
}
