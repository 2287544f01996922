package engine

import "testing"

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
