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

// TestHeaderInWords: whose header is in another language is told to copy it, and nothing of commands.
func TestHeaderInWords(t *testing.T) {
	a := Attachment{Game: "duel-1", Side: "Red"}
	for text, want := range map[string]bool{"gra: duel-1\nstrona: Red": true, "παιχνίδι: Duel-1": true,
		"game: duel-1": false, "gra: chess": false} {
		if got := a.headed([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestQuestion: a question is known among the orders, also one that begins as an order does.
func TestQuestion(t *testing.T) {
	hint := phrase.Say("hint.question")
	missing := engine.Fault{Msg: engine.Say("fault.header-missing",
		tongue.Words("key", tongue.List(tongue.Names("turn:", "step:"), tongue.And)))}
	when := engine.TurnFile{Orders: []engine.Order{{Text: "When is the deadline?"}}}
	for _, tt := range []struct {
		f    engine.Fault
		file engine.TurnFile
		want bool
	}{
		{engine.Fault{Line: 6, Text: "When is the deadline? // please"}, when, true},
		{engine.Fault{Line: 6, Text: "move 1 to 2 // why not?"}, when, false},
		{missing, when, true},
		{missing, engine.TurnFile{Orders: []engine.Order{{Text: "fire 1 at 2"}}}, false},
		{engine.Fault{}, when, false},
	} {
		if nameQuestion(&tt.f, tt.file); tt.f.Hint.Equal(hint) != tt.want {
			t.Errorf("%+v: hint %q", tt.f, tt.f.Hint)
		}
	}
}
