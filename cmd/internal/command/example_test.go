package command_test

import (
	"fmt"

	"berthier/cmd/internal/command"
)

// A mail of a player with a slip: both commands are read, and the fault says what is
// meant.
func ExampleParse() {
	text := "game: duel-1\nside: Red\n\nHIST    // what happened?\nreprot 3\nend\n"
	mail, ok := command.Parse([]byte(text), command.Player)
	fmt.Println(ok, mail.Game, mail.Side)
	for _, l := range mail.Lines {
		fmt.Printf("line %d: %s\n", l.No, l.As())
	}
	for _, f := range mail.Faults {
		fmt.Printf("line %d, %q: %s; %s\n", f.Line, f.Text, f.Msg, f.Hint)
	}
	// Output:
	// true duel-1 Red
	// line 4: history
	// line 5, "reprot 3": this is not a command; did you mean report?
}
