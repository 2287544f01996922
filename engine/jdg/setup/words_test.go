package setup

import (
	"reflect"
	"testing"

	"berthier/engine/hex"
)

// TestStateWords reads every word of a state back, and no other.
func TestStateWords(t *testing.T) {
	for s := Ordered; s <= Eliminated; s++ {
		if got, ok := ParseState(s.String()); !ok || got != s {
			t.Errorf("%s: got %v, %v", s, got, ok)
		}
	}
	if _, ok := ParseState("tired"); ok {
		t.Error("tired is a state")
	}
	if _, err := ParseScenario("case", []byte("unit a French inf at=0101 state=eliminated\n")); err == nil {
		t.Error("a unit is eliminated at start")
	}
}

func TestNouns(t *testing.T) {
	for what, want := range map[interface{ Noun() string }]string{
		Infantry: "infantry", Cavalry: "cavalry", Artillery: "artillery", Steep: "steep slope",
		Slope: "slope", River: "river",
	} {
		if got := what.Noun(); got != want {
			t.Errorf("%v: got %q, want %q", what, got, want)
		}
	}
}

// TestScenarioLookups finds what a scenario lists by id and index.
func TestScenarioLookups(t *testing.T) {
	s := parsed(t, "formation a French\nformation b French\nunit x French inf form=b at=0304\n"+
		"unit y French inf form=b at=0305\nunit z French inf form=a at=0306\n"+
		"cam c French forms=a,b\ncam d French forms=a\nlevel 2 0304\nroad 0304 0305 0306\ntrail 0101 0102\n")
	if want := [][]int{{2}, {0, 1}}; !reflect.DeepEqual(s.FormUnits, want) {
		t.Errorf("units of formations: got %v, want %v", s.FormUnits, want)
	}
	if a, b := s.CAM("d"), s.CAM("e"); a != &s.CAMs[1] || b != nil {
		t.Errorf("CAMs: got %v and %v", a, b)
	}
	if want := []int{4, 3}; !reflect.DeepEqual(s.Forms[0].AMs, want) {
		t.Errorf("markers: got %v, want %v", s.Forms[0].AMs, want)
	}
	if s.Map.At(hex.H(304)).Level != 2 || len(s.Ground.Roads) != 2 || len(s.Ground.Roads[0].Hexes) != 3 ||
		s.Ground.Roads[1].Kind != "trail" {
		t.Errorf("level %d, roads %v", s.Map.At(hex.H(304)).Level, s.Ground.Roads)
	}
	made := parsed(t, "unit x French inf at=0304\n")
	if want := []int{4, 3}; !reflect.DeepEqual(made.Forms[0].AMs, want) {
		t.Errorf("markers of a formation that is made up: got %v, want %v", made.Forms[0].AMs, want)
	}
}

// TestTablesText has the bytes of each file, and one hash that any of them changes.
func TestTablesText(t *testing.T) {
	tb := loadTables(t)
	for _, f := range tb.Files {
		if string(tb.Text(f.Name)) != tableText(t, f.Name) {
			t.Errorf("%s has other bytes", f.Name)
		}
		other, err := LoadTables(map[string][]byte{f.Name: []byte(tableText(t, f.Name) + "# changed\n")})
		if err != nil || other.Hash() == tb.Hash() {
			t.Errorf("%s does not count: %v", f.Name, err)
		}
	}
	if tb.Text("tables/none.csv") != nil {
		t.Error("there is a file that is not listed")
	}
}
