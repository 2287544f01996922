package jdg

import (
	"strings"
	"testing"
)

func TestCohesionTestsInTheDark(t *testing.T) {
	tests := []struct {
		name, light string
		die         int
		passed      bool
		mods        string
	}{
		{"0.4.1-a by day", "", 6, true, "[]"},
		{"0.4.1-b by day", "", 7, false, "[]"},
		{"12.1-f night", "night", 4, true, "[night 2]"},
		{"12.1-f night, failed", "night", 5, false, "[night 2]"},
		{"12.2-e fog", "fog", 4, true, "[fog 2]"},
		{"12.2-e fog, failed", "fog", 5, false, "[fog 2]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, "turn 1 "+tt.light+"\nunit a French inf at=0505 coh=6/5\nunit x Allied inf at=1005",
				"french",
				NoOrders, tt.die)
			if got := r.cohesionTest("7.5-c", 0, "fire"); got != tt.passed {
				t.Errorf("a %d: got passed %v, want %v", tt.die, got, tt.passed)
			}
			if got := rolls(r)[0]; !strings.Contains(got, tt.mods) {
				t.Errorf("roll: got %s, want DRMs %s", got, tt.mods)
			}
		})
	}
}

func TestEngagementAndInitiativeInTheDark(t *testing.T) {
	r := activated(t, "turn 1 night\nunit a French inf at=0505 eng=6/5\nunit x Allied inf at=1005", "french", NoOrders,
		6,
		4)
	if !r.engagementTest("8.3.2", 0, "shock") {
		t.Error("JDG-Q131: a 6 against an engagement of 6 failed at night")
	}
	r.tryInitiative(0)
	if r.rights(0) != full {
		t.Error("JDG-Q131: a 4 against an initiative of 4 failed at night")
	}
}
