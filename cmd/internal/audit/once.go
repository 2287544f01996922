package audit

import (
	"fmt"
	"time"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// signedRecord is a record of something that somebody signed.
type signedRecord struct {
	kind   string
	side   engine.Side
	thing  string // that it decided: see game.ThingOf
	step   int    // that it was about
	came   time.Time
	mail   [32]byte
	file   [32]byte
	signed time.Time // by its signature; zero while that is secret
}

func signedOrders(o record.Orders) signedRecord {
	return signedRecord{
		kind: o.Kind(), side: o.Side, thing: game.ThingOrders, step: o.Step,
		came: o.Time, mail: o.Mail, file: o.File,
	}
}

func signedCommand(c record.Command) signedRecord {
	return signedRecord{
		kind: c.Kind(), side: c.Side, thing: game.ThingOf(c.Command), step: c.Step + 1,
		came: c.Time, mail: c.Mail, file: c.File,
	}
}

func signedKey(k record.Key) signedRecord {
	return signedRecord{
		kind: k.Kind(), side: k.Side, thing: game.ThingOfKey(k), step: k.Step + 1,
		came: k.Time, mail: k.Mail, file: k.File,
	}
}

// repeats finds what counts twice, and what is older than what counted before it.
type repeats struct {
	w     *walk
	first map[[32]byte]uint64 // record that named a file
	last  signedRecord
}

func newOnce(w *walk) *repeats { return &repeats{w: w, first: map[[32]byte]uint64{}} }

// add looks at the next record. The commands of one mail have one signature, and
// orders may come with them.
func (o *repeats) add(r signedRecord, e entry) error {
	before, known := o.first[r.file]
	together := r.file == o.last.file && r.mail == o.last.mail && r.came.Equal(o.last.came) && r.side == o.last.side
	if known && (!together || r.kind != record.KindCommand && r.kind == o.last.kind) {
		return fmt.Errorf("what was signed counted before, in record %d", before)
	}
	if !known {
		o.first[r.file] = e.Seq
	}
	o.last = r
	last, counted := o.w.SignedLast(r.side, r.thing)
	if counted && (r.thing != game.ThingOrders || last.Step == r.step) && last.Outdates(r.signed, r.came) {
		return fmt.Errorf("was signed on %s, before what had counted, of %s", exactly(r.signed), exactly(last.At))
	}
	return nil
}

// exactly is a time for people who compare it.
func exactly(t time.Time) string { return t.UTC().Format("2 January 2006, 15.04:05 UTC") }
