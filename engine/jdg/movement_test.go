package jdg

import (
	"testing"

	"berthier/engine/hex"
)

// The usual infantry has 5 MP, 4 disordered; cavalry 9 and 8, artillery 6 and 5.
const (
	alone = "unit a French inf at=0205\nunit x Allied inf at=1205\n"
	ro    = ReceivedOrders
	no    = NoOrders
)

func TestChargeWalk(t *testing.T) {
	base := "unit c French cav at=0405 face=E\nunit x Allied inf at=0805 face=W\n"
	path := func(ns ...int) []hex.Hex {
		var hs []hex.Hex
		for _, n := range ns {
			hs = append(hs, hex.H(n))
		}
		return hs
	}
	for _, c := range []struct {
		name     string
		scenario string
		path     []hex.Hex
		rule     string
	}{
		{"plain", base, path(405, 505, 605, 705), ""},
		{"limited allowance", base, path(405, 404, 403, 402, 401, 501, 601), "9.1-g"},
		{"through guns", base + "unit g French art at=0505\n", path(405, 505, 605), "9.1-j"},
		{"to guns", base + "unit g French art at=0505\n", path(405, 505), "9.1-j"},
		{"through woods", base + "hex 0505 woods\n", path(405, 505, 605), "9.1-l"},
		{"out of woods", base + "hex 0405 woods\n", path(405, 505, 605), "9.1-l"},
		{"slope", base + "slope 0405/0505\n", path(405, 505, 605), "9.1-n"},
		{"bridge", base + "river 0405/0505\nbridge 0405/0505\n", path(405, 505, 605), "9.1-m"},
		{"zoc to zoc of one unit", "unit c French cav at=0605\nunit x Allied inf at=0705 face=E\n", path(605, 706),
			"9.1-h"},
		{"and back to it", "unit c French cav at=0605\nunit x Allied inf at=0705 face=E\n", path(605, 606, 706), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := activated(t, c.scenario, "french", ro)
			w, f := r.walkOf(&order{Order: unwritten, units: []int{unit(t, r.p, "c")}}, chargeGait)
			if f != nil {
				t.Fatal(f)
			}
			if rule, why := r.chargeWalk(&w, c.path); rule != c.rule {
				t.Errorf("got rule %q (%s), want %q", rule, why, c.rule)
			}
		})
	}
}
