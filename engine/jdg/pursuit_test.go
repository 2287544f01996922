package jdg

import (
	"testing"

	"berthier/engine/hex"
)

// TestPursuitDRM shows the cumulative DRM of further charges [9.5.2-r].
func TestPursuitDRM(t *testing.T) {
	for n, want := range []int{0, 0, -1, -2, -3} {
		r := activated(t, "unit a French cav at=0505\nunit x Allied inf at=0605 sp=4\n", "french", ro)
		c := &combat{side: 0, attackers: []int{0}, chargers: []int{0}, hexes: []hex.Hex{hex.H(505)},
			targets: []hex.Hex{hex.H(605)}, pursuit: n}
		got := 0
		for _, m := range r.modifiers(c) {
			if m.Name == "pursuit" {
				got = m.Value
			}
		}
		if got != want {
			t.Errorf("charge %d: got a pursuit DRM of %d, want %d", n, got, want)
		}
	}
}
