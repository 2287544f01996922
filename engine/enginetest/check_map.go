package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"berthier/engine"
	"berthier/engine/board"
)

// checkMaps holds a ruleset to engine.Mapper, if it is one.
func checkMaps(s *suite, errorf errorf) {
	m, ok := s.rs.(engine.Mapper)
	if !ok {
		return
	}
	random := rand.New(rand.NewPCG(s.seed, 6))
	n := 0
	s.eachFrame(func(at string, f *frame) {
		if n++; n%12 != 1 {
			return
		}
		for _, side := range s.audience(f.after) {
			b := engine.Show(m, f.after, f.step.Events, side)
			if err := b.Check(); err != nil {
				errorf("%s: the map of %q: %v", at, side, err)
			}
			view, err := s.rs.Decode(s.rs.View(f.after, side).Encode())
			if err == nil && !reflect.DeepEqual(m.Map(view, engine.Visible(f.step.Events, side), side), b) {
				errorf("%s: the map of %q knows more than the bytes of its view", at, side)
			}
			if s.Vary == nil {
				continue
			}
			varied := s.Vary(f.after, side, random.Uint64())
			if varied != nil && !reflect.DeepEqual(engine.Show(m, varied, f.step.Events, side), b) {
				errorf("%s: hidden facts changed, the map of %q shows it", at, side)
			}
		}
	})
	s.checkMapIDs(m, errorf)
}

// checkMapIDs wants orders to name regions and pieces by their ids: some of
// each, if the board has any, in the orders of a whole run. A few frames show
// that in most runs; if they do not, all are looked at.
func (s *suite) checkMapIDs(m engine.Mapper, errorf errorf) {
	shown, named := map[string]int{}, map[string]int{}
	missing := func(what string) bool { return shown[what] > 0 && named[what] == 0 }
	for _, every := range []int{5, 1} {
		n := 0
		s.eachFrame(func(_ string, f *frame) {
			if n++; every == 1 || n%every == 1 {
				countNamed(m, f, shown, named)
			}
		})
		if !missing("region") && !missing("piece") {
			return
		}
	}
	for _, what := range []string{"region", "piece"} {
		if missing(what) {
			errorf("of %d ids of each %s on maps none stands in an order: %s", shown[what], what, fmt.Sprint(named))
		}
	}
}

// countNamed counts the ids of regions and pieces on the maps of a frame, and the orders that name any.
func countNamed(m engine.Mapper, f *frame, shown, named map[string]int) {
	for _, o := range f.in {
		b := engine.Show(m, f.before, nil, o.Side)
		for what, ids := range idsOf(b) {
			shown[what] += len(ids)
			if slices.ContainsFunc(o.Lines, func(l engine.Order) bool { return slices.ContainsFunc(ids, l.Names) }) {
				named[what]++
			}
		}
	}
}

func idsOf(b board.Board) map[string][]string {
	ids := map[string][]string{}
	for _, r := range b.Regions {
		if r.ID != "" {
			ids["region"] = append(ids["region"], r.ID)
		}
	}
	for _, p := range b.Pieces {
		if p.ID != "" {
			ids["piece"] = append(ids["piece"], p.ID)
		}
	}
	return ids
}
