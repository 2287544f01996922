package enginetest

import (
	"fmt"
	"reflect"
	"slices"
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
			if e.For != nil {
				for _, side := range *e.For {
					if alone := side == engine.Server && len(*e.For) == 1; !alone && !slices.Contains(sides, side) {
						errorf("%s: for no side of the game", where)
					}
				}
			}
			if (e.Kind == "roll") != (e.Roll != nil) {
				errorf("%s: a roll has the kind roll, and nothing else has", where)
			}
			if why := wrongRoll(e.Roll); why != "" {
				errorf("%s: %s", where, why)
			}
		}
	})
}

// wrongRoll says what is wrong with a roll by itself.
func wrongRoll(r *engine.Roll) string {
	if r == nil {
		return ""
	}
	sum := func(mods []engine.Mod) (total int) {
		for _, m := range mods {
			total += m.Value
		}
		return total
	}
	dice, total := r.Counting(), sum(r.Mods)
	for _, d := range dice {
		total += r.Die.First + d.Value
	}
	switch {
	case r.Result == "":
		return "the roll has no result"
	case r.Hits && (r.Total < 0 || r.Total > len(dice)):
		return fmt.Sprintf("%d of %d dice hit", r.Total, len(dice))
	case !r.Hits && r.Die.Faces == nil && r.Total != total:
		return fmt.Sprintf("the dice and their modifiers add up to %d", total)
	case r.Pool != nil && sum(r.Pool) != len(dice):
		return fmt.Sprintf("the pool adds up to %d, there are %d dice", sum(r.Pool), len(dice))
	}
	return ""
}

func checkDraws(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		for i, d := range f.step.Draws {
			if d.No != i+1 || d.Purpose == "" || strings.ContainsFunc(d.Purpose, unicode.IsControl) {
				errorf("%s: draw %d has number %d and purpose %q", at, i+1, d.No, d.Purpose)
			}
		}
		untold, err := engine.Account(f.step.Draws, f.step.Events)
		if err != nil {
			errorf("%s: %v", at, err)
		}
		for _, no := range untold {
			errorf("%s: draw %+v stands in no event", at, f.step.Draws[no-1])
		}
		for _, e := range f.step.Events {
			if e.Roll != nil && e.For == nil &&
				slices.ContainsFunc(e.Roll.Draws, func(d engine.Draw) bool { return d.Sealed }) {
				errorf("%s: %s: everybody sees a sealed draw", at, e)
			}
		}
	})
}
