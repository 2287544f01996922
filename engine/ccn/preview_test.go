package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// previewed is what the British are shown of some lines.
func previewed(t *testing.T, position string, lines ...string) (*Position, engine.Preview) {
	t.Helper()
	rs, p := mistakesAt(t, position)
	o := engine.Orders{Side: "British"}
	for i, l := range lines {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
	}
	return p, rs.Preview(p, o)
}

func kindsOf(events []engine.Event) string {
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.Kind)
	}
	return strings.Join(slices.Compact(kinds), " ")
}

// TestPreview: what is shown is the card, the orders and the moves, then the attacks.
func TestPreview(t *testing.T) {
	const hand = "hand British attack-center,first-strike,elan,force-march\n"
	for _, tt := range []struct {
		position string
		lines    []string
		events   string
		odds     int
	}{
		{hand, []string{"play attack-center", "order 6pt", "move 6pt to B8", "fire 6pt at 45lig"},
			"cards command order move", 1},
		{hand, []string{"play attack-center", "order 28ft", "melee 28ft at 9leg"}, "cards command order attack", 1},
		{hand, []string{"play elan"}, "cards command phase", 0},
		{hand, []string{"play first-strike"}, "cards command", 0},
		{hand, []string{"hold"}, "", 0},
		{hand, []string{"standing flags none"}, "", 0},
		{hand, []string{"play bombard"}, "", 0},
		{hand + "turn-of French\n", []string{"standing flags none"}, "", 0},
		{"rolled elan 4 1 1 0 2\n", []string{"order 28ft", "melee 28ft at 9leg"}, "order attack", 1},
		{"opening\n", []string{"standing flags none"}, "", 0},
	} {
		p, x := previewed(t, tt.position, tt.lines...)
		if got := kindsOf(x.Events); got != tt.events || len(x.Odds) != tt.odds {
			t.Errorf("%q: %s, %d odds, want %s, %d", tt.lines, got, len(x.Odds), tt.events, tt.odds)
		}
		if u, _ := p.sc.Piece("6pt"); slices.Contains(tt.lines, "move 6pt to B8") &&
			x.After.(*Position).Units[u].Hex != hexOf("B8") {
			t.Errorf("%q: 6pt has not moved", tt.lines)
		}
		if rs, before := mistakesAt(t, tt.position); tt.events == "" &&
			string(x.After.Encode()) != string(rs.View(before, "British").Encode()) {
			t.Errorf("%q: what does nothing on the map changes the position", tt.lines)
		}
	}
}

// TestPreviewOfElan: a card that adds dice does so in its second part, and what takes dice away
// stands there with its sign.
func TestPreviewOfElan(t *testing.T) {
	_, x := previewed(t, "rolled elan 4 1 1 0 2\nblocks 28ft 3\nhex F6 forest\n", "order 28ft", "melee 28ft at 9leg")
	if got := x.Odds[0].What.String(); got != "melee of 28ft at 9leg in F6: 3 dice (blocks +3, elan +1, into "+
		"forest -1)" {
		t.Error(got)
	}
}

// TestReckoned: the answer of the other side with which odds are counted stands with them, and
// nothing else does.
func TestReckoned(t *testing.T) {
	for name, want := range map[string]string{"cavalry that retires and reforms": "foe retires and reforms",
		"infantry that forms against a strong attack": "foe forms square", "melee, both weak": ""} {
		i := slices.IndexFunc(oddsCases, func(c oddsCase) bool { return c.name == name })
		rs, p, o := oddsCases[i].start(t)
		notes := rs.Preview(p, o).Odds[0].Notes
		if want == "" && len(notes) != 1 || want != "" &&
			(len(notes) != 2 || !strings.Contains(notes[0].String(), want)) {
			t.Errorf("%s: %v", name, notes)
		}
	}
}
