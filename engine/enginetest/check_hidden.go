package enginetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"berthier/engine"
)

// checkHiddenEvents plays each step again with other facts that are hidden from a reader, and other sealed draws.
// Where the same happens, and he looks at the same position afterwards, no event may tell him in which of both worlds
// he is by what it changes: a card that goes from a pile into a hand is named only to those who see the hand. A word
// that changes nothing, as that of a plan which was hidden and is carried out, the rules of a game may want.
func checkHiddenEvents(s *suite, errorf errorf) {
	if s.Vary == nil {
		return
	}
	random, tries := rand.New(rand.NewPCG(s.seed, 6)), 0
	s.eachFrame(func(at string, f *frame) {
		for _, side := range s.audience(f.before) {
			varied := s.Vary(f.before, side, random.Uint64())
			if varied == nil {
				varied = f.before // as before cards are dealt
			}
			for _, in := range [][]engine.Orders{f.in, s.silent(f)} {
				told, compared := s.toldByEvents(f, varied, in, side)
				if tries += compared; told != "" {
					errorf("%s, %q: %s", at, side, told)
				}
			}
		}
	})
	if tries == 0 {
		errorf("no event of a step could be compared with that of a step in which Vary had changed something")
	}
}

// silent are answers of a step without a line: defaults fit every hand, as orders may not.
func (s *suite) silent(f *frame) []engine.Orders {
	return s.answers(f.before, func(side engine.Side) engine.Orders { return engine.Orders{Side: side} })
}

// toldByEvents plays a step in two positions that a side cannot tell apart, and says what tells it which is which. It
// counts the events that it compared.
func (s *suite) toldByEvents(f *frame, varied engine.Position, in []engine.Orders, side engine.Side) (told string,
	compared int) {
	defer func() {
		if recover() != nil {
			told = "" // what is pending in the varied one, which Vary leaves, may not fit it
		}
	}()
	number := f.step.Number
	one, after, err1 := engine.Play(s.rs, f.before, number, in, dice(f.game, number))
	other, afterOther, err2 := engine.Play(s.rs, varied, number, in, diceOf(f.game, number, "sealed otherwise"))
	if err1 != nil || err2 != nil || !slices.EqualFunc(one.Draws, other.Draws, sameDraw) ||
		!bytes.Equal(s.rs.View(after, side).Encode(), s.rs.View(afterOther, side).Encode()) {
		return "", 0 // it cannot be ordered there, goes another way, or is seen by the reader
	}
	a, b := s.shown(f.before, one.Events, side), s.shown(varied, other.Events, side)
	if !slices.EqualFunc(a, b, func(a, b shownEvent) bool {
		return a.event.Kind == b.event.Kind && a.event.Rule == b.event.Rule && a.event.By == b.event.By
	}) {
		return "", 0
	}
	for i := range a {
		one, other := a[i].event.String(), b[i].event.String()
		switch {
		case !bytes.Equal(a[i].before, b[i].before) || !bytes.Equal(a[i].after, b[i].after):
			return "", compared // from here on it may know more
		case one == other:
			compared++
		case s.matters(a[i].position, a[i].event, b[i].event):
			return fmt.Sprintf("it is told\n%s\nand, where only what is hidden from it was otherwise,\n%s", one,
				other), compared
		default:
			return "", compared
		}
	}
	return "", compared
}

// sameDraw compares two draws, but for the value of one that nobody sees.
func sameDraw(a, b engine.Draw) bool {
	if a.Sealed {
		a.Value = b.Value
	}
	return a == b
}

// matters reports whether it makes a difference to a position which of two events changes it. One that does not fit it
// does.
func (s *suite) matters(p engine.Position, own, other engine.Event) (yes bool) {
	defer func() { yes = recover() != nil || yes }()
	return !bytes.Equal(s.rs.Apply(p, []engine.Event{own}).Encode(), s.rs.Apply(p, []engine.Event{other}).Encode())
}

// shownEvent is an event that a side may see, the position to which it happens, and what the side sees of that before
// and after it.
type shownEvent struct {
	event         engine.Event
	position      engine.Position
	before, after []byte
}

func (s *suite) shown(p engine.Position, events []engine.Event, side engine.Side) (all []shownEvent) {
	for i, e := range events {
		next := s.rs.Apply(p, events[i:i+1])
		if e.VisibleTo(side) {
			all = append(all, shownEvent{e, p, s.rs.View(p, side).Encode(), s.rs.View(next, side).Encode()})
		}
		p = next
	}
	return all
}
