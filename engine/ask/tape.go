package ask

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"berthier/engine"
)

// Tape is what one procedure has drawn, asked and told since it began. It is
// the dice of the procedure: run again, it gives what it gave before.
type Tape struct {
	dice    engine.Dice
	checks  bool // whether the events are hashed and the draws kept: the game may ask
	entries []Entry
	next    int // how many of the entries have been used
	told    int
	public  int               // of these, those that everybody sees
	sum     [sha256.Size]byte // of the events told
	earlier int               // how many of the events an earlier run has told
	check   string            // hash of these
	err     error
}

// Divergence is the error of a procedure that, run again, did not lead to what
// was told before: the rules in force are not those that began it.
type Divergence struct{ Told int }

// Error implements error.
func (d *Divergence) Error() string {
	return fmt.Sprintf("taken up again, the resolution differs from what was told at event %d: "+
		"the rules in force are not those that began it", d.Told)
}

// NewTape begins a procedure. A game that asks nothing says so: its events
// are not hashed then, its draws not kept, and Ask is an error.
func NewTape(dice engine.Dice, asks bool) *Tape { return &Tape{dice: dice, checks: asks} }

// Rewind begins the next procedure when one is over, as NewTape does.
func (t *Tape) Rewind(asks bool) { *t = Tape{dice: t.dice, checks: asks, entries: t.entries[:0]} }

// Resume is the tape of a procedure that is run again from its beginning, with
// the answers to its questions and the events of what was sent with them.
func (p *PendingRun) Resume(dice engine.Dice, answers []string, sent []engine.Event) *Tape {
	t := &Tape{dice: dice, checks: true, entries: slices.Clone(p.Tape), earlier: p.Told, check: p.Check}
	for _, a := range answers {
		t.entries = append(t.entries, Answer(a))
	}
	for _, e := range sent {
		t.entries = append(t.entries, SentAnswer(e))
	}
	return t
}

// Draw implements engine.Dice.
func (t *Tape) Draw(purpose string, n int) engine.Draw { return t.draw(false, purpose, n) }

// Seal implements engine.Dice.
func (t *Tape) Seal(purpose string, n int) engine.Draw { return t.draw(true, purpose, n) }

// draw takes a draw from the tape, or makes it. Where the tape has something
// else the procedure has diverged, and goes on with new draws to its end or
// its next question.
func (t *Tape) draw(sealed bool, purpose string, n int) engine.Draw {
	if t.err == nil && t.next < len(t.entries) {
		if d, ok := t.entries[t.next].(DrawResult); ok && d.N == n && d.Sealed == sealed {
			t.next++
			return engine.Draw{No: d.No, Sealed: sealed, Purpose: purpose, N: n, Value: d.Value}
		}
		t.diverge()
	}
	cast := t.dice.Draw
	if sealed {
		cast = t.dice.Seal
	}
	d := cast(purpose, n)
	if t.err == nil && t.checks { // nothing can stop a procedure that asks nothing
		t.entries = append(t.entries, DrawResult{No: d.No, Sealed: sealed, N: n, Value: d.Value})
		t.next++
	}
	return d
}

func (t *Tape) diverge() {
	if t.err == nil {
		t.err = &Divergence{t.told}
	}
}

// Tell counts an event of the procedure. It reports whether the event is new:
// what an earlier run has told is not told again.
func (t *Tape) Tell(e engine.Event) (fresh bool) {
	if t.checks {
		t.sum = sha256.Sum256(append(t.before(), e.String()...))
	}
	t.told++
	if e.For == nil {
		t.public++
	}
	if t.told == t.earlier && fmt.Sprintf("%x", t.sum) != t.check {
		t.diverge()
	}
	return t.told > t.earlier
}

// before is what is hashed before an event: the hash of those before it.
func (t *Tape) before() []byte {
	if t.told == 0 {
		return nil
	}
	return t.sum[:]
}

// Ask puts choices to their sides, one at most to each, and returns their
// options in the same order, with the events that the sides have sent beforehand
// with their answers. The error is a *Stop if the answers have still to come.
func (t *Tape) Ask(choices ...Choice) (options []string, sent []engine.Event, err error) {
	if t.err == nil && t.next == len(t.entries) {
		return nil, nil, t.stop(choices)
	}
	for _, c := range choices {
		a, ok := t.take().(Answer)
		if !ok || !slices.Contains(c.Options, string(a)) {
			t.diverge()
			return nil, nil, t.err
		}
		options = append(options, string(a))
	}
	for t.next < len(t.entries) {
		e, ok := t.entries[t.next].(SentAnswer)
		if !ok {
			break
		}
		t.next++
		sent = append(sent, engine.Event(e))
	}
	return options, sent, nil
}

// take uses the next entry, nil if there is none or the procedure has diverged.
func (t *Tape) take() Entry {
	if t.err != nil || t.next == len(t.entries) {
		return nil
	}
	t.next++
	return t.entries[t.next-1]
}

func (t *Tape) stop(choices []Choice) *Stop {
	s := &Stop{tape: slices.Clone(t.entries), told: t.told}
	if t.told > 0 {
		s.check = fmt.Sprintf("%x", t.sum)
	}
	// The numbers show nothing of what is hidden from the side that is asked.
	asked := 1 + len(slices.DeleteFunc(slices.Clone(t.entries), func(e Entry) bool { _, is := e.(Answer); return !is }))
	for i, c := range choices {
		c.ID = fmt.Sprintf("q%d", t.public+asked+i)
		s.Choices = append(s.Choices, c)
	}
	return s
}

// End says that the procedure is over. It is an error if, run again, it did
// not lead to what was told before.
func (t *Tape) End() error {
	if t.next < len(t.entries) || t.told < t.earlier {
		t.diverge()
	}
	return t.err
}
