package enginetest

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"berthier/engine"
)

func checkEvents(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		sides := s.rs.Sides(f.before)
		for i, e := range f.step.Events {
			where := fmt.Sprintf("%s, event %d, %s", at, i+1, e)
			if e.Rule == "" || !isWord(e.Kind) || e.Kind != strings.ToLower(e.Kind) {
				errorf("%s: wants a rule and a lower-case kind", where)
			}
			if got, err := engine.ParseEvent(e.String()); err != nil || !reflect.DeepEqual(got, e) {
				errorf("%s: reads back as %+v, %v", where, got, err)
			}
			if e.By != "" && !slices.Contains(sides, e.By) {
				errorf("%s: by no side of the game", where)
			}
			for _, side := range e.For {
				if alone := side == engine.Server && len(e.For) == 1; !alone && !slices.Contains(sides, side) {
					errorf("%s: for no side of the game", where)
				}
			}
			if (e.Kind == "roll") != (e.Roll != nil) {
				errorf("%s: a roll has the kind roll, and nothing else has", where)
			}
			if r := e.Roll; r != nil && r.Result == "" {
				errorf("%s: the roll has no result", where)
			}
		}
	})
}

func checkDraws(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		told := make([]int, len(f.step.Draws))
		for i, d := range f.step.Draws {
			if d.No != i+1 || d.Purpose == "" || strings.ContainsFunc(d.Purpose, unicode.IsControl) {
				errorf("%s: draw %d has number %d and purpose %q", at, i+1, d.No, d.Purpose)
			}
		}
		for _, e := range f.step.Events {
			numbers, err := drawsOf(e)
			if err != nil {
				errorf("%s: %s: %v", at, e, err)
			}
			for _, no := range numbers {
				if no < 1 || no > len(told) {
					errorf("%s: %s: draw %d was never made", at, e, no)
					continue
				}
				told[no-1]++
				d := f.step.Draws[no-1]
				if e.Roll != nil && e.Roll.Draw != d {
					errorf("%s: %s: the draw was %+v", at, e, d)
				}
				if e.Roll != nil && d.Sealed && e.For == nil {
					errorf("%s: %s: everybody sees a sealed draw", at, e)
				}
			}
		}
		for i, n := range told {
			if n != 1 {
				errorf("%s: draw %+v appears in %d events, want 1", at, f.step.Draws[i], n)
			}
		}
	})
}

// drawsOf lists the draws that an event accounts for: that of its roll, and
// those of its argument draws.
func drawsOf(e engine.Event) ([]int, error) {
	if e.Roll != nil {
		return []int{e.Roll.No}, nil
	}
	var numbers []int
	if e.Get("draws") == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(e.Get("draws"), ",") {
		first, last, ranged := strings.Cut(part, "-")
		if !ranged {
			last = first
		}
		a, err := strconv.Atoi(first)
		b, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || a < 1 || b < a || b-a > engine.MaxDraw {
			return nil, fmt.Errorf("draws %q are not numbers and ranges of numbers", part)
		}
		for ; a <= b; a++ {
			numbers = append(numbers, a)
		}
	}
	return numbers, nil
}
