package jdg

import (
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/data"
)

// TestDisordersAdvance: an advance across a hexside disorders as the tables
// say; a stream or river counts for nothing where there is a bridge or ford,
// other hexsides do [8.7.1-h].
func TestDisordersAdvance(t *testing.T) {
	table, err := data.Files.ReadFile("tables/hexside.csv")
	if err != nil {
		t.Fatal(err)
	}
	// Bridges and fords that disorder nobody, and water that disorders cavalry.
	dry := strings.NewReplacer(",inf+cav,yes,-2,yes", ",no,yes,-2,yes", "river,Z,Z,Z,no,yes,yes,no",
		"river,Z,Z,Z,no,yes,yes,cav").Replace(string(table))
	const units = "unit a French inf at=0505\nunit c French cav at=0507\nunit x Allied inf at=1005\n"
	for _, tt := range []struct {
		name, ground string
		tables       map[string][]byte
		inf, cav     bool
	}{
		{"clear ground", "", nil, false, false},
		{"a stream", "stream 0505/0605 0507/0607\n", nil, false, true},
		{"a bridge on a stream", "stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\n", nil, true, true},
		{"a stream, dry bridges", "stream 0505/0605 0507/0607\n",
			map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, true},
		{"a dry bridge on a stream", "stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\n",
			map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, false},
		{"a dry ford on a river", "river 0505/0605 0507/0607\nford 0505/0605 0507/0607\n",
			map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, false},
		{"a river, dry bridges", "river 0505/0605 0507/0607\n",
			map[string][]byte{"tables/hexside.csv": []byte(dry)}, false, true},
		{"a dry bridge on a stream, up a steep slope",
			"stream 0505/0605 0507/0607\nbridge 0505/0605 0507/0607\nsteep 0505/0605 0507/0607\n",
			map[string][]byte{"tables/hexside.csv": []byte(dry)}, true, false},
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
