package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"berthier/engine"
)

// checkAbout asks drafts of some positions, and drafts with one order, what
// they offer about single ids.
func checkAbout(s *suite, errorf errorf) {
	random := rand.New(rand.NewPCG(s.seed, 5))
	n := 0
	s.eachPosition(func(at string, p engine.Position) {
		if n++; n%8 != 1 {
			return
		}
		for _, d := range s.rs.Owed(p) {
			draft := s.rs.Draft(p, d)
			for _, o := range checkDraftAbout(fmt.Sprintf("%s: decision %s", at, d.ID), draft, random, errorf) {
				line := []engine.Order{o.Order.Arrived(1)}
				if faults := s.rs.Check(p, engine.Orders{Side: d.Side, Lines: line}); len(faults) > 0 {
					errorf("%s: option %q of %s is refused: %v", at, line[0].Text, d.ID, faults[0])
				}
			}
			if first, ok := draft.Pick(random.IntN); ok && d.Open {
				draft.Add(first.Arrived(1))
				checkDraftAbout(fmt.Sprintf("%s: decision %s after %q", at, d.ID, first.Arrived(1).Text), draft,
					random, errorf)
			}
		}
	})
}

// checkDraftAbout holds what a draft offers about ids to what it lists, and
// returns some of it.
func checkDraftAbout(at string, draft engine.Draft, random *rand.Rand, errorf errorf) (some []engine.Option) {
	const most = 12 // ids, and options of each that are returned
	options := draft.Options()
	ids := namedIDs(options)
	random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	for _, id := range append(ids[:min(most, len(ids))], "no-such-thing", "") {
		want := slices.DeleteFunc(slices.Clone(options), func(o engine.Order) bool { return !o.Names(id) })
		about := draft.About(id)
		var got []engine.Order
		for _, o := range about {
			got = append(got, o.Order)
			for _, text := range []string{o.Cost, o.Why} {
				if text != strings.Join(strings.Fields(text), " ") {
					errorf("%s: about %q: %q is no line of words", at, id, text)
				}
			}
		}
		if wordsOf(got) != wordsOf(want) {
			errorf("%s: about %q it offers\n%sof its options these name it:\n%s", at, id, wordsOf(got), wordsOf(want))
		}
		some = append(some, about[:min(most, len(about))]...)
	}
	if wordsOf(draft.Options()) != wordsOf(options) {
		errorf("%s: the options differ after asking about ids", at)
	}
	return some
}

// namedIDs lists what orders name after their verbs, each once.
func namedIDs(options []engine.Order) (ids []string) {
	seen := map[string]bool{"": true}
	for _, o := range options {
		for _, w := range o.Words[1:] {
			for id := range strings.SplitSeq(strings.ToLower(w), ",") {
				if !seen[id] {
					seen[id], ids = true, append(ids, id)
				}
			}
		}
	}
	return ids
}

// sameAbout compares what is offered about an id in two positions that a side
// cannot tell apart.
func (s *suite) sameAbout(p, q engine.Position, d engine.Decision, id string) error {
	if got, want := s.rs.Draft(q, d).About(id), s.rs.Draft(p, d).About(id); !reflect.DeepEqual(got, want) {
		return fmt.Errorf("about %q of %s it is offered\n%v\nnot\n%v", id, d.ID, got, want)
	}
	return nil
}
