package setup

import (
	"strings"
	"testing"
)

// TestPile holds the stacking limits clause by clause [5.1.1]. Each unit is its arm,
// its SP, and marks: s in square, r routed, d disordered, g of the formation guard.
func TestPile(t *testing.T) {
	for _, c := range []struct{ units, rule string }{
		{"", ""},
		{"inf4", ""},
		{"inf4 inf2", ""},
		{"inf2 inf2 inf2", ""},
		{"inf2 inf2 inf3", "5.1.1-g"},
		{"inf3d inf3d inf3d", ""},
		{"inf1 inf1 inf1 inf1", "5.1.1-g"},
		{"cav2 cav2 cav2", ""},
		{"cav2 cav2 cav3", "5.1.1-g"},
		{"cav1 cav1 cav1 cav1", "5.1.1-g"},
		{"art4", ""},
		{"art4 art4", ""},
		{"art4 art4 art4", "5.1.1-b"},
		{"art4 inf4", ""},
		{"art9 inf2 inf2 inf2", ""},
		{"art4 art4 inf4", "5.1.1-c"},
		{"art4 art4 cav4", "5.1.1-d"},
		{"art4 cav4", ""},
		{"art4 cav2 cav2", "5.1.1-d"},
		{"inf4 cav4", "5.1.1-k"},
		{"inf4s inf4s", ""},
		{"inf4s inf4", "5.1.1-j"},
		{"inf4s", ""},
		{"inf4r inf4r", ""},
		{"inf4r inf4", "5.1.1-i"},
		{"inf4d inf4r", "5.1.1-i"},
		{"inf4 inf4g", "5.1.1-b"},
		{"inf4g inf4g", ""},
		{"inf4r inf4gr", ""},
		{"art4g inf4", ""},
	} {
		var p Pile
		for _, text := range strings.Fields(c.units) {
			arm := map[string]Arm{"inf": Infantry, "cav": Cavalry, "art": Artillery}[text[:3]]
			sp := int(text[3] - '0')
			u := &UnitSpec{Arm: arm, Form: "line", Front: Values{SP: sp}, Back: Values{SP: sp - 1}}
			state := Ordered
			if strings.Contains(text[4:], "g") {
				u.Form = "guard"
			}
			if strings.Contains(text[4:], "d") {
				state = Disordered
			}
			if strings.Contains(text[4:], "r") {
				state = Routed
			}
			p.Add(u, state, strings.Contains(text[4:], "s"))
		}
		rule, why := p.Fault()
		if rule != c.rule || (why == "") != (rule == "") {
			t.Errorf("%s: got %s %q, want %s", c.units, rule, why, c.rule)
		}
	}
}

// TestPileInLine tells whether any unit is not in square.
func TestPileInLine(t *testing.T) {
	for _, c := range []struct {
		squares []bool
		want    bool
	}{
		{nil, false}, {[]bool{true}, false}, {[]bool{false}, true}, {[]bool{true, true}, false},
		{[]bool{true, false}, true}, {[]bool{false, true}, true},
	} {
		var p Pile
		for _, square := range c.squares {
			p.Add(&UnitSpec{Arm: Infantry}, Ordered, square)
		}
		if p.InLine != c.want {
			t.Errorf("squares %v: got %v", c.squares, p.InLine)
		}
	}
}
