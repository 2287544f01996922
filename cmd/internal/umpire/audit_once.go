package umpire

import (
	"fmt"
	"time"

	fold "berthier/cmd/internal/game"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// signedRecord is a record of something that somebody signed.
type signedRecord struct {
	entry
	side   engine.Side
	thing  string // that it decided: see game.ThingOf
	step   int    // that it was about
	came   time.Time
	mail   [32]byte
	file   [32]byte
	signed time.Time // by its signature; zero while that is secret
}

func signedOrders(o record.Orders, e entry) signedRecord {
	return signedRecord{entry: e, side: o.Side, thing: fold.ThingOrders, step: o.Step, came: o.Time, mail: o.Mail, file: o.File}
}

func signedCommand(c record.Command, e entry) signedRecord {
	return signedRecord{entry: e, side: c.Side, thing: fold.ThingOf(c.Command), step: c.Step + 1, came: c.Time, mail: c.Mail, file: c.File}
}

func signedKey(k record.Key, e entry) signedRecord {
	return signedRecord{entry: e, side: k.Side, thing: thingOfKey(k), step: k.Step + 1, came: k.Time, mail: k.Mail, file: k.File}
}

// once follows a log, and finds what counts twice, and what is older than what
// counted before it.
type once struct {
	first  map[[32]byte]uint64 // record that named a file
	last   signedRecord
	latest map[string]newest // by side and thing
}

func newOnce() *once {
	return &once{first: map[[32]byte]uint64{}, latest: map[string]newest{}}
}

// add looks at the next record. The commands of one mail have one signature, and
// orders may come with them.
func (o *once) add(r signedRecord) error {
	before, known := o.first[r.file]
	together := r.file == o.last.file && r.mail == o.last.mail && r.came.Equal(o.last.came) && r.side == o.last.side
	if known && (!together || r.Kind != record.KindCommand && r.Kind == o.last.Kind) {
		return fmt.Errorf("what was signed counted before, in record %d", before)
	}
	if !known {
		o.first[r.file] = r.Seq
	}
	o.last = r
	if r.thing == "" || r.signed.IsZero() {
		return nil
	}
	key := string(r.side) + "/" + r.thing
	if last := o.latest[key]; (r.thing != fold.ThingOrders || last.step == r.step) && last.outdates(r.signed, r.came) {
		return fmt.Errorf("was signed on %s, before what had counted, of %s", clockTime(r.signed), clockTime(last.signed))
	}
	o.latest[key] = newest{r.step, r.signed, r.came}
	return nil
}
