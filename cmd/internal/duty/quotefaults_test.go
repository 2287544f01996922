package duty

import (
	"strings"
	"testing"

	"berthier/cmd/internal/post"
	"berthier/engine"
)

// Of what a stranger wrote all faults together quote no more than one quotation may hold.
func TestQuoteFaults(t *testing.T) {
	faults := []engine.Fault{{Text: "one two"}, {Text: strings.Repeat("b", 200)}, {Text: "three"}}
	quoteFaults(faults, true)
	if faults[0].Text != "one two" || len([]rune(faults[1].Text)) != post.QuotedLetters-len("one two") ||
		faults[2].Text != "" {
		t.Errorf("got %+v", faults)
	}
	quoteFaults(faults, false)
	if faults[0].Text != "" || faults[1].Text != "" {
		t.Errorf("got %+v", faults)
	}
}
