package engine

import (
	"fmt"
	"strings"
	"testing"
)

// TestNearestThing: what is nearly a name means the writer's own thing, unless another's is nearer.
func TestNearestThing(t *testing.T) {
	x := (&Lexicon{Things: []Thing{
		{Kind: "unit", ID: "b-ln1", Side: "British"}, {Kind: "unit", ID: "f-ln1", Side: "French"},
		{Kind: "unit", ID: "f-gen", Side: "French"},
	}}).prepared()
	for word, want := range map[string]string{"b-ln11": "b-ln1", "g-ln1": "b-ln1", "f-ln11": "f-ln1", "f-gem": ""} {
		id := ""
		if got := x.nearest(word, Slot{Kinds: []string{"unit"}}, "British"); got != nil {
			id = got.ID
		}
		if id != want {
			t.Errorf("%s: got %q, want %q", word, id, want)
		}
	}
}

// TestUnknownNamesAreCheap: a file full of names that nothing has is not compared, in each number of words from each
// place on, with everything that there is.
func TestUnknownNamesAreCheap(t *testing.T) {
	var x Lexicon
	for i := range 300 {
		x.Things = append(x.Things, Thing{ID: fmt.Sprintf("%d-leg", i), Kind: "unit",
			Names: []string{fmt.Sprintf("%d. Infanterie Regiment", i)}})
	}
	r := TurnReader{verbs: []Verb{{Word: "move", Usage: "move UNIT", Takes: Slot{Kinds: []string{"unit"}, List: true}}},
		lex: x.prepared()}
	const words = 200
	text := []byte("game: g\nside: Red\nturn: 1\nstep: 1\nmove " +
		strings.Repeat("zzz+", words) + "zzz\nend\n")
	r.Read(text, Limits{})
	if got := testing.AllocsPerRun(1, func() { r.Read(text, Limits{}) }); got > 2500*words {
		t.Errorf("%.0f allocations for each word", got/words)
	}
}
