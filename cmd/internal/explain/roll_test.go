package explain

import (
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// TestRollOfSomebodyElse: whatever an archive calls its sides and its draws, the commands to copy run nothing of it,
// and it begins no line of its own.
func TestRollOfSomebodyElse(t *testing.T) {
	const evil = "x'; touch /tmp/x; '\nrm -rf .\x1b[2J"
	r := audit.Result{Steps: []record.Step{{Head: record.Head{Game: "g-1", Step: 1},
		Inputs: []record.Input{{Side: evil}}, Draws: []engine.Draw{{No: 1, N: 10, Purpose: evil}}}}}
	text, err := Roll(r, "1")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "\nrm") || strings.Contains(text, "\x1b") {
		t.Errorf("%q", text)
	}
	if want := `printf '%s\n' '- x'\''; touch /tmp/x; '\''?rm -rf .?[2J' | sha256sum`; !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
}
