package ccn

import (
	"berthier/engine/tongue/tonguetest"
	"testing"
)

func TestWords(t *testing.T) { tonguetest.Words(t, said) }

// TestHelpWords: what each order does, and each standing order decides, is said in every language.
func TestHelpWords(t *testing.T) {
	if lacks := tonguetest.Whole(t, []any{(&Ruleset{}).Verbs(), decisions, conditions["D16"].Help}); lacks != nil {
		t.Errorf("not in every language: %q", lacks)
	}
}
