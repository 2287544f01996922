package game

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine/enginetest"
)

func TestEdits(t *testing.T) {
	seed := enginetest.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	lines := func() []byte {
		var b strings.Builder
		for range 1 + random.IntN(8) {
			fmt.Fprintf(&b, "line %d\n", random.IntN(5))
		}
		return []byte(b.String())
	}
	for range 2000 {
		old, text := lines(), lines()
		edits := Differing(old, text)
		got, err := record.Ruling{Edits: edits}.Edited(old)
		if err != nil || string(got) != string(text) {
			t.Fatalf("seed %d: %v, %v give\n%s\nwant\n%s", seed, err, edits, got, text)
		}
		if string(old) == string(text) && len(edits) > 0 {
			t.Fatalf("seed %d: %v of nothing", seed, edits)
		}
	}
}
