package jdg

import (
	"testing"

	"berthier/engine/jdg/setup"
)

// TestVerbsAreNoIDs makes sure that nothing of a scenario can be called by a
// word that opens an order.
func TestVerbsAreNoIDs(t *testing.T) {
	for _, v := range allVerbs() {
		_, err := setup.ParseScenario("test", []byte("formation "+v.Word+" French\n"))
		if err == nil {
			t.Errorf("a formation is called %q, which is a verb", v.Word)
		}
	}
}
