package jdg

import (
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/data"
)

// TestAdvance shows who enters the vacated hex, and how [8.7.1, 8.7.3].
func TestAdvance(t *testing.T) {
	checkFights(t, []fightCase{
		{name: "8.7.1-a one of a stack", ground: "unit a French inf at=0505 coh=5\nunit b French inf at=0505 coh=6\nunit x Allied inf at=0605 sp=12\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.5-a shock of a,b on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 b b 0605 E default
8.7.1-a advance b 0505,0605 E`},
		{name: "8.7.1-b the stack of the best, 8.7.1-e only it", ground: "unit a French inf at=0505 coh=7 sp=1\nunit b French inf at=0505 coh=3 sp=2\nunit c French inf at=0506 coh=6 sp=3\nunit x Allied inf at=0605 coh=7\n", orders: ro,
			lines: []string{"shock a,c at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a,b,c 0605
8.5 combat declared shock a,b,c 0605
8.5-a shock of a,b,c on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E
8.7.1-a advance b 0505,0605 E`},
		{name: "8.7.1-c equals: more SP by default", ground: "unit a French inf at=0505 sp=2\nunit b French inf at=0506 sp=4\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a,b at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.5-a shock of a,b on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 b b 0605 E default
8.7.1-a advance b 0506,0605 E`},
		{name: "8.7.1-c equals: the owner's choice", ground: "unit a French inf at=0505 sp=2\nunit b French inf at=0506 sp=4\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a,b at 0605"},
			sheets: []string{"French P30 a 0605 NNE"}, dice: []int{7}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.5-a shock of a,b on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 b a 0605 NNE standing
8.7.1-a advance a 0505,0605 NNE`},
		{name: "8.7.1-d turns toward most enemies", ground: pair + "unit y Allied inf at=0704\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.7.1-h across a steep slope", ground: "steep 0505/0605\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E
8.7.1-h disorder a terrain`},
		{name: "8.7.1-h not where the ground is firm", ground: "ridge 0505/0605\n" + pair, orders: ro, lines: []string{"shock a at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E`},
		{name: "8.7.1-h cavalry into a village", ground: "hex 0605 village\nunit a French cav at=0505 sp=18\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{5}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 5, ratio 3:1 +5, cavalry without a charge -2, village -1: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 a a 0605 E default
8.7.1-a advance a 0505,0605 E
8.7.1-h disorder a terrain`},
		{name: "8.7.3-c cavalry before better infantry", ground: "unit a French inf at=0505 sp=3 coh=6\nunit b French cav at=0506 sp=3 coh=3\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a,b at 0605"}, dice: []int{7}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.5-a shock of a,b on 0605: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 b b 0605 E default
8.7.1-a advance b 0506,0605 E`},
		{name: "8.7.3-d heavy before better cavalry", ground: "unit a French cav at=0505 sp=3 coh=6\nunit b French cav heavy at=0506 sp=3 coh=3\nunit x Allied inf at=0605\n", orders: ro, lines: []string{"shock a,b at 0605"}, dice: []int{9}, want: `
8.3.1-d shock a,b 0605
8.5 combat declared shock a,b 0605
8.5-a shock of a,b on 0605: 9, ratio 1:1 +0, cavalry without a charge -2: d-disorder d-retire
8.5-e disorder x shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
8.7.1-a decision P30 b b 0605 E default
8.7.1-a advance b 0506,0605 E`},
		{name: "8.7.1-a nobody while a defender stands", ground: "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605\nunit y Allied inf at=0605\n", orders: ro, lines: []string{"shock a at 0605"}, dice: []int{6, 0, 9, 0}, want: `
8.3.1-d shock a 0605
8.5 combat declared shock a 0605
8.5-a shock of a on 0605: 6, ratio 1:1 +0: a-test d-disorder d-test
8.5-d cohesion test of a: shock result: 0: passed
8.5-e disorder x shock result
8.5-e disorder y shock result
8.5-d cohesion test of x: shock result: 9: failed
8.5-d rout x shock result
10.3.1 decision P29 x 0605,0705,0804 default
10.3.1 retreat x 0605,0705
10.3.1 retreat x 0705,0804
8.5-d cohesion test of y: shock result: 0: passed`},
		{name: "Q84 one of two vacated hexes", ground: "unit a French inf at=0505 sp=12\nunit x Allied inf at=0605\nunit y Allied inf at=0604\n", orders: ro, lines: []string{"shock a at 0605,0604"}, sheets: []string{"French P30 a 0604 E"}, dice: []int{7}, want: `
8.3.1-d shock a 0605,0604
8.5 combat declared shock a 0605,0604
8.5-a shock of a on 0605,0604: 7, ratio 1:1 +0: d-disorder d-retire
8.5-e disorder x shock result
8.5-e disorder y shock result
10.3.1 decision P29 x 0605,0705 default
10.3.1 retire x 0605,0705
10.3.1 decision P29 y 0604,0704 default
10.3.1 retire y 0604,0704
8.7.1-a decision P30 a a 0604 E standing
8.7.1-a advance a 0505,0604 E`},
	})
}

// TestDisordersAdvance: an advance across a hexside disorders as the tables
// say; a stream or river counts for nothing where there is a bridge or ford,
// other hexsides do [8.7.1-h].
func TestDisordersAdvance(t *testing.T) {
	table, err := data.Files.ReadFile("tables/hexside.csv")
	if err != nil {
		t.Fatal(err)
	}
	// Bridges and fords that disorder nobody, and water that disorders cavalry.
	dry := strings.NewReplacer(",inf+cav,yes,-2,yes", ",no,yes,-2,yes", "river,Z,Z,Z,no,yes,yes,no", "river,Z,Z,Z,no,yes,yes,cav").Replace(string(table))
	const units = "unit a French inf at=0505\nunit c French cav at=0507\nunit x Allied inf at=1005\n"
	for _, tt := range []struct {
		name, ground string
		tables       map[string][]byte
		inf, cav     bool
	}{
		{"clear ground", "", nil, false, false},
		{"a stream", "stream 0505/0605 0507/0607\n", nil, false, true},
		{"a bridge on a stream", "stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\n", nil, true, true},
		{"a stream, dry bridges", "stream 0505/0605 0507/0607\n", map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, true},
		{"a dry bridge on a stream", "stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\n", map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, false},
		{"a dry ford on a river", "river 0505/0605 0507/0607\nford 0505/0605 0507/0607\n", map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, false},
		{"a river, dry bridges", "river 0505/0605 0507/0607\n", map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, true},
		{"a dry bridge on a stream, up a steep slope", "stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\nsteep 0505/0605 0507/0607\n", map[string][]byte{"tables/hexside.csv": []byte(dry)}, true, false},
		{"behind the hexside", "steep 0505/0405 0507/0407\n", nil, false, false},
	} {
		_, p, err := ReadCase([]byte(tt.ground+units), tt.tables)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		inf := p.disordersAdvance(unit(t, p, "a"), hex.H(505), hex.H(605))
		cav := p.disordersAdvance(unit(t, p, "c"), hex.H(507), hex.H(607))
		if inf != tt.inf || cav != tt.cav {
			t.Errorf("%s: disorders infantry %v, cavalry %v; want %v, %v", tt.name, inf, cav, tt.inf, tt.cav)
		}
	}
}
