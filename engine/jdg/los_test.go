package jdg

import (
	"testing"

	"berthier/engine/hex"
)

func TestLineOfSight(t *testing.T) {
	// 0501 to 0505 runs straight down the column; 0401 to 0601 runs along the
	// hexside between 0501 and 0502.
	tests := []struct {
		name     string
		ground   string
		from, to int
		want     bool
	}{
		{"open ground", "", 501, 505, true},
		{"7.4.1-b woods", "hex 0503 woods", 501, 505, false},
		{"7.4.1-b orchard", "hex 0503 orchard", 501, 505, false},
		{"7.4.1-b palm grove", "hex 0503 palm-grove", 501, 505, false},
		{"7.4.1-b village", "hex 0503 village", 501, 505, false},
		{"Q64 town", "hex 0503 town", 501, 505, false},
		{"Q64 castle", "hex 0503 castle", 501, 505, false},
		{"Q64 castle next to the firer", "hex 0502 castle", 501, 505, false},
		{"Q64 into a castle", "hex 0505 castle", 501, 505, true},
		{"marsh is open", "hex 0503 marsh", 501, 505, true},
		{"the ends do not block", "hex 0501,0505 woods", 501, 505, true},
		{"7.4.1-c a unit", "unit z Allied inf at=0503", 501, 505, false},
		{"7.4.1-c a friend", "unit z French inf at=0503", 501, 505, false},
		{"7.4.1-a higher ground", "level 1 0503", 501, 505, false},
		{"7.4.1-a not above both", "level 1 0503 0505", 501, 505, true},
		{"7.4.1-d ridge", "ridge 0503/0504", 501, 505, false},
		{"7.4.1-d steep slope", "steep 0503/0504", 501, 505, false},
		{"7.4.1-d a slope does not block", "slope 0503/0504", 501, 505, true},
		{"7.4.1-d redoubt", "redoubt 0503/0502", 501, 505, false},
		{"7.4.1-e redoubt next to the firer", "redoubt 0502/0501", 501, 505, true},
		{"7.4.1-e redoubt next to the target", "redoubt 0505/0504", 501, 505, true},
		{"7.4.1-d ridge next to the firer", "ridge 0501/0502", 501, 505, false},
		{"7.4.3-a both higher", "hex 0503 woods\nlevel 1 0501 0505", 501, 505, true},
		{"7.4.3-b firer higher, half-way", "hex 0503 woods\nlevel 1 0501", 501, 505, true},
		{"7.4.3-b firer higher, beyond half-way", "hex 0504 woods\nlevel 1 0501", 501, 505, false},
		{"7.4.3-b firer higher than the target only", "hex 0503 woods\nlevel 1 0501 0503", 501, 505, false},
		{"7.4.3-c target higher, half-way", "hex 0503 woods\nlevel 1 0505", 501, 505, true},
		{"7.4.3-c target higher, obstacle near the firer", "hex 0502 woods\nlevel 1 0505", 501, 505, false},
		{"Q63 hexside on the level of its higher hex", "ridge 0502/0503\nlevel 1 0501 0503", 501, 505, false},
		{"Q63 hexside below the firer", "ridge 0502/0503\nlevel 1 0501", 501, 505, true},
		{"7.4.2-b between two blocking hexes", "hex 0501,0502 woods", 401, 601, false},
		{"7.4.2-a along one blocking hex", "hex 0501 woods", 401, 601, true},
		{"7.4.2-a along the other", "hex 0502 woods", 401, 601, true},
		{"7.4.2-b a unit and woods", "hex 0501 woods\nunit z Allied inf at=0502", 401, 601, false},
		{"7.4.2-c along a ridge", "ridge 0501/0502", 401, 601, false},
		{"7.4.2-c along a slope", "slope 0501/0502", 401, 601, true},
		{"7.4.2-a along the edge of the map", "hex 0510,0601 woods", 410, 610, true},
		{"7.4.2-a along the edge of the map, whatever stands elsewhere", "hex 0601 castle", 410, 610, true},
		{"7.4.2-c along a redoubt", "redoubt 0501/0502", 401, 601, false},
		{"7.4.3-b half-way, firer higher, along woods on both hands", "hex 0501,0502 woods\nlevel 1 0401", 401, 601,
			true},
		{"7.4.3-c half-way, target higher, along woods on both hands", "hex 0501,0502 woods\nlevel 1 0601", 401, 601,
			true},
		{"7.4.3 half-way woods and a hill on the other hand, from above or below",
			"hex 0501 woods\nlevel 1 0401\nlevel 3 0502", 401, 601, true},
		{"7.4.3 a hill and half-way woods on the other hand, from above or below",
			"hex 0502 woods\nlevel 1 0401\nlevel 3 0501", 401, 601, true},
		{"7.4.3-b firer higher, woods on both hands before half-way", "hex 0501,0502 woods\nlevel 1 0401", 401, 801,
			true},
		{"7.4.3-b firer higher, woods on both hands beyond half-way", "hex 0701,0702 woods\nlevel 1 0401", 401, 801,
			false},
		{"7.4.3-c target higher, woods on both hands before half-way", "hex 0501,0502 woods\nlevel 1 0801", 401, 801,
			false},
		{"7.4.3-c target higher, woods on both hands beyond half-way", "hex 0701,0702 woods\nlevel 1 0801", 401, 801,
			true},
		{"7.4.3-a both as high as each other, above it", "hex 0504 woods\nlevel 2 0501 0505\nlevel 1 0504", 501, 505,
			true},
		{"7.4.3 all as high", "hex 0503 woods\nlevel 1 0501 0503 0505", 501, 505, false},
		{"7.4.4-a adjacent, into a castle", "hex 0502 castle", 501, 502, true},
		{"7.4.4-a adjacent, up a slope", "slope 0501/0502\nlevel 1 0501", 501, 502, true},
		{"7.4.4-a adjacent", "redoubt 0502/0501", 501, 502, true},
		{"7.4.4-b adjacent across a ridge", "ridge 0501/0502", 501, 502, false},
		{"7.4.4-b adjacent across a steep slope", "steep 0501/0502\nlevel 3 0501", 501, 502, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.ground+"\nunit a French inf at=0110\nunit x Allied inf at=1210")
			from, to := hex.H(tt.from), hex.H(tt.to)
			got, why := p.los(from, to)
			if got != tt.want {
				t.Errorf("from %v to %v: got %v (%s), want %v", from, to, got, why, tt.want)
			}
			if back, _ := p.los(to, from); back != got {
				t.Errorf("back from %v to %v: got %v, want the same", to, from, back)
			}
			if got == (why != "") {
				t.Errorf("clear %v with the reason %q", got, why)
			}
		})
	}
}

func TestCone(t *testing.T) {
	p := position(t, "hex 0808 village\nunit a French art at=0505 face=E\nunit b French art at=0808 face=E\n"+
		"unit x Allied inf at=1210")
	tests := []struct {
		gun  string
		hex  int
		want bool
	}{
		{"a", 605, true}, {"a", 604, true}, {"a", 905, true}, {"a", 504, false}, {"a", 405, false}, {"a", 505, false},
		{"b", 608, true}, {"b", 808, false},
	}
	for _, tt := range tests {
		if got := p.inCone(unit(t, p, tt.gun), hex.H(tt.hex)); got != tt.want {
			t.Errorf("%s facing E, %v: got %v, want %v", tt.gun, hex.H(tt.hex), got, tt.want)
		}
	}
}
