package enginetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue/tonguetest"
)

// ownOwed is what is open to side in p.
func (s *suite) ownOwed(p engine.Position, side engine.Side) []engine.Decision {
	var own []engine.Decision
	for _, d := range s.rs.Owed(p) {
		if d.Side == side {
			own = append(own, d)
		}
	}
	return own
}

// same compares what a side may ask about two positions that it cannot tell
// apart: the turn, its standing orders, what it owes, its options, and what is
// wrong with its orders.
func (s *suite) same(random *rand.Rand, p, q engine.Position, side engine.Side, in []engine.Orders) error {
	const most = 20 // options that are checked one by one
	var tries []engine.Orders
	if got, want := s.rs.Turn(q), s.rs.Turn(p); got != want {
		return fmt.Errorf("it is in turn %d, not %d", got, want)
	}
	if got, want := s.rs.Standing(q, side), s.rs.Standing(p, side); !slices.Equal(got, want) {
		return fmt.Errorf("its standing orders are %q, not %q", got, want)
	}
	owed := s.ownOwed(p, side)
	if got := s.ownOwed(q, side); !sameOwed(got, owed) {
		return fmt.Errorf("it owes %v, not %v", got, owed)
	}
	for _, d := range owed {
		options := s.rs.Draft(p, d).Options()
		if got := s.rs.Draft(q, d).Options(); wordsOf(got) != wordsOf(options) {
			return fmt.Errorf("its options for %s are\n%snot\n%s", d.ID, wordsOf(got), wordsOf(options))
		}
		if ids := namedIDs(options); len(ids) > 0 {
			if err := s.sameAbout(p, q, d, ids[random.IntN(len(ids))]); err != nil {
				return err
			}
		}
		for _, o := range options[:min(most, len(options))] {
			tries = append(tries, engine.Orders{Side: side, Lines: []engine.Order{o.Arrived(1)}})
		}
	}
	for _, o := range in {
		if o.Side == side {
			tries = append(append(tries, o), s.spoil(random, o)...)
		}
	}
	for _, o := range tries {
		if got, want := s.rs.Check(q, o), s.rs.Check(p, o); !slices.EqualFunc(got, want, engine.Fault.Equal) {
			return fmt.Errorf("on its view Check gives\n%v\nnot\n%v\n%s", engine.Faults(got), engine.Faults(want),
				printOrders([]engine.Orders{o}))
		}
	}
	return nil
}

func checkViews(s *suite, errorf errorf) {
	s.eachPosition(func(at string, p engine.Position) {
		for _, side := range s.audience(p) {
			v := s.rs.View(p, side)
			text := v.Encode()
			if diff := firstDifference(s.rs.View(v, side).Encode(), text); diff != "" {
				errorf("%s: the view of the view of %q differs: %s", at, side, diff)
			}
			q, err := s.rs.Decode(text)
			if err != nil {
				errorf("%s: the view of %q does not decode: %v", at, side, err)
				continue
			}
			if diff := firstDifference(q.Encode(), text); diff != "" {
				errorf("%s: the view of %q, decoded: %s", at, side, diff)
			}
		}
	})
	random := rand.New(rand.NewPCG(s.seed, 3))
	s.eachFrame(func(at string, f *frame) {
		s.checkUntold(at, f, errorf)
		for _, side := range s.rs.Sides(f.before) {
			s.checkStanding(at, f.before, s.rs.Standing(f.before, side), errorf)
			if err := s.same(random, f.before, s.rs.View(f.before, side), side, f.in); err != nil {
				errorf("%s: on its own view, %s gets another answer: %v", at, side, err)
			}
		}
	})
}

// checkUntold: what an event tells nobody stands in no view, as what is pending does where a View forgets it: a
// Vary that forgets it too shows nothing. A value that is shorter than a hash may stand there by chance.
func (s *suite) checkUntold(at string, f *frame, errorf errorf) {
	const least = 16
	for _, e := range f.step.Events {
		if e.For == nil || len(*e.For) > 0 && !slices.Equal(*e.For, engine.Readers{engine.Server}) {
			continue
		}
		for _, side := range s.audience(f.before) {
			view := string(s.rs.View(f.after, side).Encode())
			known := string(s.rs.View(f.before, side).Encode()) +
				engine.PrintEvents(engine.Visible(f.step.Events, side))
			for _, a := range e.Args {
				if len(a.Value) >= least && strings.Contains(view, a.Value) && !strings.Contains(known, a.Value) {
					errorf("%s: the view of %q shows %s=%q, which the event %s tells nobody", at, side, a.Key, a.Value,
						e.Kind)
				}
			}
		}
	}
}

// checkStanding: standing orders can be written in a turn file.
func (s *suite) checkStanding(at string, p engine.Position, lines []string, errorf errorf) {
	text := fileHeader(1) + strings.Join(lines, "\n") + "\n"
	f, faults := engine.ReadTurnFile(s.rs, p, []byte(text), engine.Limits{})
	if len(faults) > 0 || len(f.Orders) != len(lines) {
		errorf("%s: standing orders cannot be written: %v\n%s", at, engine.Faults(faults), text)
	}
}

// fileHeader is a header for text that is only read.
func fileHeader(step int) string { return fmt.Sprintf("game: g\nside: x\nturn: 1\nstep: %d\n", step) }

func checkReports(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		for _, side := range s.audience(f.before) {
			r := engine.Tell(s.rs, f.before, f.after, f.step.Events, side)
			s.checkReport(fmt.Sprintf("%s, report for %q", at, side), r, f, side, errorf)
			before, err1 := s.rs.Decode(s.rs.View(f.before, side).Encode())
			after, err2 := s.rs.Decode(s.rs.View(f.after, side).Encode())
			if err1 != nil || err2 != nil {
				continue // told by the check of views
			}
			bare := s.rs.Report(before, after, engine.Visible(f.step.Events, side), side)
			if !reflect.DeepEqual(bare, r) {
				errorf("%s: the report for %q knows more than the bytes of its views\n%s\n%s", at, side, dump(r),
					dump(bare))
			}
		}
	})
}

func (s *suite) checkReport(at string, r engine.Report, f *frame, side engine.Side, errorf errorf) {
	if r.Side != side || r.Title.Empty() {
		errorf("%s: addressed to %q, title %q", at, r.Side, r.Title)
	}
	isOptional := func(d engine.Decision) bool { return d.Optional }
	own := s.ownOwed(f.after, side)
	if want := slices.DeleteFunc(slices.Clone(own), isOptional); !sameOwed(r.Owed, want) {
		errorf("%s: says that %v is owed, want %v", at, r.Owed, want)
	}
	if want := slices.DeleteFunc(own,
		func(d engine.Decision) bool { return !isOptional(d) }); !sameOwed(r.Optional, want) {
		errorf("%s: says that %v is optional, want %v", at, r.Optional, want)
	}
	if want := s.rs.Outcome(f.after); r.Outcome != want {
		errorf("%s: outcome %+v, want %+v", at, r.Outcome, want)
	}
	if over := r.Outcome.Over; over == r.End.Empty() || over && r.End.String() != r.Outcome.Text {
		errorf("%s: the outcome is %+v, and it says %q", at, r.Outcome, r.End)
	}
	for _, other := range r.Waiting {
		if other == side || !engine.Owes(s.rs.Owed(f.after), other) {
			errorf("%s: waits for %q, which is the reader or owes nothing", at, other)
		}
	}
	checkVictory(at, r, errorf)
	if _, faults := tonguetest.Said(r); len(faults) > 0 {
		errorf("%s: cannot be put into words: %s", at, faults[0])
	}
	for _, c := range r.Story {
		for _, l := range c.Lines {
			if l.Roll != nil && !tells(engine.Visible(f.step.Events, side), *l.Roll) {
				errorf("%s: tells a roll that it may not see: %+v", at, *l.Roll)
			}
			if !l.Fell.Empty() && (l.Roll == nil || l.Fell.String() != l.Roll.Tell()) {
				errorf("%s: tells the roll %+v as %q", at, l.Roll, l.Fell)
			}
		}
	}
	if n := len(r.Template); n > 0 && r.Template[n-1].Text != "end" {
		errorf("%s: the template does not close with the line end:\n%s", at, r.Template)
	}
	if _, faults := engine.ReadTurnFile(s.rs, f.after, []byte(fileHeader(f.step.Number+1)+r.Template.String()),
		engine.Limits{}); len(faults) > 0 {
		errorf("%s: the template cannot be read: %v\n%s", at, engine.Faults(faults), r.Template)
	}
}

// sameOwed compares decisions with their words.
func sameOwed(a, b []engine.Decision) bool {
	return slices.EqualFunc(a, b, func(a, b engine.Decision) bool { return reflect.DeepEqual(a, b) })
}

// checkVictory: a reader is told how the game is won, how it stands, and what he
// still needs while it goes on.
func checkVictory(at string, r engine.Report, errorf errorf) {
	v := r.Victory
	if v.Stands.Empty() {
		errorf("%s: does not say how the game stands", at)
	}
	if v.Needs.Empty() != r.Outcome.Over {
		errorf("%s: over is %v, and of what the reader needs it says %q", at, r.Outcome.Over, v.Needs)
	}
	if len(v.Ways) == 0 {
		errorf("%s: does not say how the game is won", at)
	}
	for _, w := range v.Ways {
		if w.Text.Empty() || w.Rule == "" || w.Roll != nil {
			errorf("%s: a way to win is %q under rule %q, with roll %v", at, w.Text, w.Rule, w.Roll)
		}
	}
}

func tells(events []engine.Event, r engine.Roll) bool {
	return slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Roll != nil &&
			reflect.DeepEqual(*e.Roll, r)
	})
}

func dump(r engine.Report) string {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// checkHiddenFacts changes what a side cannot see: nothing that it is told
// may change.
func checkHiddenFacts(s *suite, errorf errorf) {
	if s.Vary == nil {
		return
	}
	varied := false
	random := rand.New(rand.NewPCG(s.seed, 4))
	s.eachFrame(func(at string, f *frame) {
		for _, side := range s.audience(f.before) {
			told := engine.Tell(s.rs, f.before, f.after, f.step.Events, side)
			for _, v := range []struct {
				name          string
				before, after engine.Position
			}{
				{"before", s.Vary(f.before, side, random.Uint64()), f.after},
				{"after", f.before, s.Vary(f.after, side, random.Uint64())},
			} {
				if v.before == nil || v.after == nil {
					continue
				}
				varied = varied || !bytes.Equal(v.before.Encode(), f.encoded) ||
					!bytes.Equal(v.after.Encode(), f.after.Encode())
				s.checkHidden(fmt.Sprintf("%s, %q, hidden facts %s the step changed", at, side, v.name), f,
					v.before, v.after, side, told, errorf)
				if err := s.same(random, f.before, v.before, side, f.in); err != nil {
					errorf("%s, %q, hidden facts changed: %v", at, side, err)
				}
			}
		}
	})
	if !varied {
		errorf("Vary never changed a fact")
	}
}

func (s *suite) checkHidden(at string, f *frame, before, after engine.Position, side engine.Side,
	told engine.Report, errorf errorf) {
	for _, pair := range [][2]engine.Position{{before, f.before}, {after, f.after}} {
		if diff := firstDifference(s.rs.View(pair[0], side).Encode(), s.rs.View(pair[1], side).Encode()); diff != "" {
			errorf("%s: the view shows it: %s", at, diff)
		}
	}
	if got := engine.Tell(s.rs, before, after, f.step.Events, side); !reflect.DeepEqual(got, told) {
		errorf("%s: the report shows it\n%s\n%s", at, dump(got), dump(told))
	}
}
