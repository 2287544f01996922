package position

import (
	"testing"

	"berthier/engine"
)

// TestNoHeader: a text in which nothing looks like a turn file is told so once, and not for each line of the header.
func TestNoHeader(t *testing.T) {
	for text, want := range map[string]int{"pause until Monday": 1, "game: x\nside: Red": 2, "turn: 1": 3} {
		if _, faults := engine.ParseTurnFile([]byte(text), nil, engine.Limits{}); len(asCommands(faults)) != want {
			t.Errorf("%q: %v", text, asCommands(faults))
		}
	}
}
