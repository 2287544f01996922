package jdg

import (
	"fmt"
	"slices"
	"testing"

	"berthier/engine/jdg/setup"
)

// TestRiverByFord: a ford or bridge counts in the place of its river [JDG-Q32]. The river
// of the bundled tables has no DRM, as no unit crosses it otherwise; here it has one.
func TestRiverByFord(t *testing.T) {
	r := activated(t, "river 0505/0605\nford 0505/0605\n"+pair, "french", ro)
	tables := *r.rs.tables
	tables.Sides[setup.River].Attack = -3
	r.rs.tables = &tables
	wantFault(t, give(t, r, "shock a at 0605"), "", "")
	var got []string
	for _, m := range r.modifiers(r.act.combats[0]) {
		got = append(got, fmt.Sprintf("%s %+d", m.Name, m.Value))
	}
	if want := []string{"ratio 1:1 +0", "ford -2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
