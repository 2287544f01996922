package jdg

import (
	"errors"
	"slices"
	"testing"

	"berthier/engine/ask"
	"berthier/engine/hex"
)

// TestWithdrawQuestion shows that a question lists the best ways only, as many as
// a player can oversee [JDG-P29].
func TestWithdrawQuestion(t *testing.T) {
	r := activated(t, "unit a Allied cav at=0505 state=routed\nunit x French inf at=0405\n", "french", ro)
	r.p.ask = []string{"P29"}
	r.setMark()
	var want []string
	for _, w := range r.p.wayFinder(0, []hex.Hex{hex.H(405)}).ways() {
		want = append(want, pathString(w.path))
	}
	if len(want) <= 12 {
		t.Fatalf("only %d ways", len(want))
	}
	var stop *ask.Stop
	if err := r.withdraw(0, []hex.Hex{hex.H(405)}); !errors.As(err, &stop) {
		t.Fatalf("got %v: nobody is asked", err)
	}
	if got := stop.Choices[0].Options; !slices.Equal(got, want[:12]) {
		t.Errorf("options: got %v, want %v", got, want[:12])
	}
}
