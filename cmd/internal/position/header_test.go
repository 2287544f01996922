package position

import (
	"testing"

	"berthier/cmd/internal/phrase"
	"berthier/engine"
)

// TestNoHeader: what is missing of a header is said once, and not for each of its lines. Who may have meant a command
// learns of those.
func TestNoHeader(t *testing.T) {
	help := phrase.Say("hint.order-or-command")
	for text, mayAsk := range map[string]bool{"pause until Monday": true, "game: x\nside: Red": false, "turn: 1": false} {
		_, faults := engine.ParseTurnFile([]byte(text), nil, engine.Limits{})
		if faults = asCommands(faults); len(faults) != 1 || faults[0].Hint.Equal(help) != mayAsk {
			t.Errorf("%q: %v", text, faults)
		}
	}
}
