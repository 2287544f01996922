package position

import (
	"testing"

	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
)

// TestNoHeader: what is missing of a header is said once, and not for each of its lines. Who may have meant a command
// learns of those.
func TestNoHeader(t *testing.T) {
	help := phrase.Say("hint.order-or-command")
	for text, mayAsk := range map[string]bool{"pause until Monday": true, "game: x\nside: Red": false,
		"turn: 1": false} {
		_, faults := engine.ParseTurnFile([]byte(text), nil, engine.Limits{})
		if faults = asCommands(faults); len(faults) != 1 || faults[0].Hint.Equal(help) != mayAsk {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

// TestCommandAmongOrders: a command is known that a little word stands before, as no order begins with "I" either.
func TestCommandAmongOrders(t *testing.T) {
	for text, word := range map[string]string{"resign": "resign", "I resign.": "resign", "We all resign": ""} {
		f := engine.Fault{Text: text, Msg: engine.Say("fault.no-verb", tongue.Words("word", tongue.Name("resign")))}
		nameCommand(&f)
		want := tongue.Text{}
		if word != "" {
			want = phrase.Say("hint.command", "word", word)
		}
		if !f.Hint.Equal(want) {
			t.Errorf("%q: hint %q", text, f.Hint)
		}
	}
}
