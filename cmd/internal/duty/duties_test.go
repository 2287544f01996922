package duty

import (
	"testing"

	"berthier/cmd/internal/command"
)

// Every command has its duty, and every duty a command.
func TestDuties(t *testing.T) {
	all := duties()
	for _, k := range command.Kinds() {
		if all[k.Word] == nil {
			t.Errorf("nothing is done when %q is given", k.Word)
		}
		delete(all, k.Word)
	}
	for word := range all {
		t.Errorf("there is no command %q", word)
	}
}
