package ccn

import (
	"strings"
	"testing"

	"berthier/engine/tongue"
)

// TestConditionHelp: who writes a wrong condition reads in each language the words that can stand there.
func TestConditionHelp(t *testing.T) {
	for kind, c := range conditions {
		for _, l := range tongue.Languages() {
			help := " " + c.Help.In(l)
			for _, f := range c.Facts {
				if !strings.Contains(help, " "+f.Word+" ") {
					t.Errorf("%s, %s: %q does not name %q", kind, l, help, f.Word)
				}
			}
		}
	}
}
