package lines

import (
	"testing"

	"berthier/engine/tongue/tonguetest"
)

func TestWords(t *testing.T) { tonguetest.Words(t, said) }

// TestFaultsInLanguages: what this package finds wrong with a file is said in every language.
func TestFaultsInLanguages(t *testing.T) {
	r := Read([]byte("a=1 b\nturn\ncount x\ncount 3 4\ncount 1 way=2\ncount\n"))
	kinds := []Kind{{Word: "count", Usage: "count N", Read: func() {
		if n, ok := r.Word("number"); ok {
			r.Number("number", n, 1, 9)
		}
	}}}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	const want = 6
	if len(r.faults) != want {
		t.Errorf("%d faults, want %d: %v", len(r.faults), want, r.Err())
	}
	for _, f := range r.faults {
		for _, text := range tonguetest.Whole(t, f) {
			t.Errorf("said in English to all: %s", text)
		}
	}
}
