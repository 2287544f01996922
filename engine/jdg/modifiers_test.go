package jdg

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// riverCosts gives the river a DRM, which it has not in the bundled tables: no
// unit crosses it but by a bridge or ford.
func riverCosts(r *run) {
	tables := *r.rs.tables
	tables.Sides[setup.River].Attack = -3
	r.rs.tables = &tables
}

// TestShockModifiers shows the DRMs one by one; the result is a test that is
// passed or whatever else the sum gives [8.6, C.4].
func TestShockModifiers(t *testing.T) {
	tests := []struct {
		name, ground, line string
		setup              func(r *run)
		want               string
	}{
		{"8.6.1-c 8 to 3", "unit a French inf at=0505 sp=8\nunit x Allied inf at=0605 sp=3\n", "shock a at 0605", nil, "ratio 2:1 +3"},
		{"8.6.1-d 5 to 6", "unit a French inf at=0505 sp=5\nunit x Allied inf at=0605 sp=6\n", "shock a at 0605", nil, "ratio 1:1.5 -1"},
		{"8.4.1-b attackers add up", "unit a French inf at=0505 sp=3\nunit b French inf at=0506 sp=3\nunit x Allied inf at=0605 sp=6\n", "shock a,b at 0605", nil, "ratio 1:1 +0"},
		{"Q65 defenders add up", "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=3\nunit y Allied inf at=0604 sp=3\n", "shock a at 0605,0604", nil, "ratio 1:1 +0"},
		{"Q72 disordered defenders count with their side", "unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=9/3 coh=9/4 state=disordered\n", "shock a at 0605", nil, "ratio 2:1 +3, cohesion +2"},
		{"5.1.3-g disordered attackers do not", "unit a French inf at=0505 sp=6\nunit b French inf at=0505 state=disordered\nunit x Allied inf at=0605 sp=6\n", "shock a at 0605", nil, "ratio 1:1 +0"},
		{"8.6.2-a best of each", "unit a French inf at=0505 coh=8\nunit b French inf at=0506 coh=3\nunit x Allied inf at=0605 sp=12 coh=5\n", "shock a,b at 0605", nil, "ratio 1:1 +0, cohesion +3"},
		{"6.1.2-e through the rear", "unit a French inf at=0505\nunit x Allied inf at=0605 face=E\n", "shock a at 0605", nil, "ratio 1:1 +0, through a rear hex +2"},
		{"6.1.2-e one of two through the rear", "unit a French inf at=0505 sp=3\nunit b French inf at=0506 sp=3\nunit x Allied inf at=0605 face=NNW\n", "shock a,b at 0605", nil, "ratio 1:1 +0, through a rear hex +2"},
		{"6.1.2-e not by who attacks another", "unit a French inf at=0505 sp=3 face=NNE\nunit b French inf at=0506 sp=9\nunit x Allied inf at=0605 face=SSW\nunit y Allied inf at=0604 face=SSW\nunit z Allied inf at=0606\n", "shock b at 0605,0606", nil, "ratio 1:1.5 -1"},
		{"Q47 a routed unit has no rear", "unit a French inf at=0505\nunit x Allied inf at=0605 face=E state=routed sp=6/6 coh=6/6\n", "shock a at 0605", nil, "ratio 1:1 +0, defender routed +2"},
		{"9.1-q cavalry at a village", "hex 0605 village\nunit a French cav at=0505 sp=6\nunit x Allied inf at=0605\n", "shock a at 0605", nil, "ratio 1:1 +0, cavalry without a charge -2, village -1"},
		{"T28 cavalry with infantry", "unit a French cav at=0505 sp=3\nunit b French inf at=0506 sp=3\nunit x Allied inf at=0605\n", "shock a,b at 0605", nil, "ratio 1:1 +0"},
		{"6.1.2-f out of a village", "hex 0505 village\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, out of a hex with six front hexes -1"},
		{"8.4.2-a the attacker chooses", "stream 0505/0605\nunit a French inf at=0505 sp=3\nunit b French inf at=0506 sp=3\nunit x Allied inf at=0605\n", "shock a,b at 0605", nil, "ratio 1:1 +0"},
		{"8.4.2-b the defender chooses", "hex 0605 palm-grove\nstream 0505/0605\nunit a French inf at=0505 sp=3\nunit b French inf at=0506 sp=3\nunit x Allied inf at=0605\n", "shock a,b at 0605", nil, "ratio 1:1 +0, stream -1"},
		{"8.4.3-a the defender chooses his hex", "hex 0604 village\nunit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=3 face=E\nunit y Allied inf at=0604 sp=3\n", "shock a at 0605,0604", nil, "ratio 1:1 +0, village -1"},
		{"8.4.3-a of hexes that are alike the one named first", "hex 0604 village\nstream 0505/0605\nunit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=3\nunit y Allied inf at=0604 sp=3\n", "shock a at 0605,0604", nil, "ratio 1:1 +0, stream -1"},
		{"8.4.2 across a stream", "stream 0505/0605\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, stream -1"},
		{"Q32 across a stream by a bridge", "stream 0505/0605\nbridge 0505/0605\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, bridge -2"},
		{"Q32 across a stream by a ford", "stream 0505/0605\nford 0505/0605\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, ford -2"},
		{"Q32 across a river by a ford", "river 0505/0605\nford 0505/0605\n" + pair, "shock a at 0605", riverCosts, "ratio 1:1 +0, ford -2"},
		{"8.4.2 over a ridge", "level 1 0605\nridge 0505/0605\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0"},
		{"8.4.2 uphill", "level 1 0605\nslopes auto\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, slope -1"},
		{"8.4.2 downhill", "level 1 0505\nslopes auto\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0"},
		{"8.4.2 into a redoubt", "redoubt 0605/0505\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0, redoubt -2"},
		{"8.4.2 out of a redoubt", "redoubt 0505/0605\n" + pair, "shock a at 0605", nil, "ratio 1:1 +0"},
		{"T34 at a square", pair, "shock a at 0605", inSquare(1), "ratio 1:1 +0, square against infantry +2"},
		{"T34 at a square by cavalry", "unit a French cav at=0505 sp=6\nunit x Allied inf at=0605\n", "shock a at 0605", inSquare(1), "ratio 1:1 +0, cavalry without a charge -2, square against cavalry alone -1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, tt.ground, "french", ro)
			if tt.setup != nil {
				tt.setup(r)
			}
			if f := give(t, r, tt.line); f != nil {
				t.Fatal(f)
			}
			var got []string
			for _, m := range r.modifiers(r.act.combats[0]) {
				got = append(got, fmt.Sprintf("%s %+d", m.Name, m.Value))
			}
			if g := strings.Join(got, ", "); g != tt.want {
				t.Errorf("got %s, want %s", g, tt.want)
			}
		})
	}
}

// TestStrengthOfAStack shows that guns add nothing to the strength of their
// stack [8.9-b].
func TestStrengthOfAStack(t *testing.T) {
	p := position(t, "unit g French art at=0505 sp=4\nunit a French inf at=0505 sp=6\nunit x Allied inf at=0605\n")
	if got := p.strength(p.stack(hex.H(505))); got != 6 {
		t.Errorf("got %d SP, want 6", got)
	}
}
