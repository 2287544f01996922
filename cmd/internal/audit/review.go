package audit

import (
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
)

// Review is what rules do with a game, whatever rules it was played by.
type Review struct {
	Steps   int // that the log has
	Differs []Difference
	Stands  game.State // by these rules
	Err     error      // why they cannot go through its steps again

	sealed engine.Link
}

// Difference is a step that goes otherwise when it is resolved again.
type Difference struct {
	Step   int
	Err    error          // the first thing that differs
	Events []engine.Event // what happens; nil if the orders are refused
	Was    []engine.Event // what the log says
	// Position and PositionWas are the encodings of the positions after it, if
	// it is the first.
	Position, PositionWas []byte
}

// Compare resolves every step of a game again, since the umpire last let it go on under
// other rules. sealed is the key of its sealed draws.
func Compare(rules engine.Ruleset, records []leaf.Record, sealed engine.Link) Review {
	w := read(records)
	w.rules, w.review = rules, &Review{sealed: sealed}
	w.follow([]auditCheck{{Check{Name: "rules and tables"}, rulesAndTables}, {Check{Name: "steps"}, steps}})
	r := *w.review
	r.Steps, r.Differs, r.Stands, r.Err = len(w.Steps), w.differs, w.Stands, w.Err()
	return r
}

// compare notes what the rules do otherwise in a step.
func (w *walk) compare(s record.Step) {
	note := Difference{Step: s.Step, Was: s.Events}
	in, err := w.answers(s)
	if err == nil {
		err = guarded(func() error { return w.repeated(s, in) })
	}
	if note.Err = err; err == nil {
		return
	}
	if w.review != nil && len(w.differs) == 0 {
		dice := engine.NewStream(s.Game, s.Step, s.Hash, s.Link, w.review.sealed)
		_ = guarded(func() (err error) { // what the rules would have done; if they refuse, nothing
			note.PositionWas = w.rules.Apply(w.Position, s.Events).Encode()
			r, err := w.played(s).Again(s, in, dice)
			if err == nil {
				note.Events, note.Position = r.Events, r.After().Encode()
			}
			return err
		})
	}
	w.differs = append(w.differs, note)
}
