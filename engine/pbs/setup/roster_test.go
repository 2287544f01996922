package setup

import "testing"

// TestTraits: who is deployed before the others [9-c], and who may march around a flank [B95].
func TestTraits(t *testing.T) {
	for _, c := range []struct {
		group        Group
		first, march bool
	}{
		{Group{Arm: Foot}, false, true},
		{Group{Arm: Mounted, Skirmisher: true}, false, true},
		{Group{Arm: Artillery}, true, false},
		{Group{Arm: Foot, Traits: Barricades}, true, false},
		{Group{Arm: Foot, Traits: Obstacles}, true, true},
		{Group{Arm: Foot, Traits: Expendable}, true, true},
		{Group{Arm: Mounted, Traits: Elephants}, false, false},
		{Group{Arm: Mounted, Traits: Wagon}, false, false},
		{Group{Arm: Mounted, Traits: Camels}, false, true},
	} {
		if got := c.group.First(); got != c.first {
			t.Errorf("%+v: comes first is %t", c.group, got)
		}
		if got := c.group.MayMarch(); got != c.march {
			t.Errorf("%+v: may march is %t", c.group, got)
		}
	}
}
