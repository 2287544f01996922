package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// a stands before x, with b to its south before x and y.
const (
	pair   = "unit a French inf at=0505\nunit x Allied inf at=0605\n"
	second = "unit b French inf at=0506\n"
)

func TestShockDeclaration(t *testing.T) {
	const left = "unit y Allied inf at=0604\n"
	checkAll(t, []orderCase{
		{"8.2-a front hex", pair, ro, []string{"shock a at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605"}, "", ""},
		{"8.2-a no enemy", pair, ro, []string{"shock a at 0604"}, nil, "8.2-a", "no enemy in 0604"},
		{"8.2-a behind", "unit a French inf at=0505 face=W\nunit x Allied inf at=0605\n", ro, []string{"shock a at 0605"}, nil, "8.2-a", "not a front hex"},
		{"8.2-a two hexes away", "unit a French inf at=0505\nunit x Allied inf at=0705\n", ro, []string{"shock a at 0705"}, nil, "8.2-a", "not a front hex"},
		{"8.2-a one of two has none in front", pair + "unit b French inf at=0504\n", ro, []string{"shock a,b at 0605"}, nil, "8.2-a", "b has no attacked hex"},
		{"8.2-b disordered", "unit a French inf at=0505 state=disordered\nunit x Allied inf at=0605\n", ro, []string{"shock a at 0605"}, nil, "8.2-b", "disordered"},
		{"10.2-j routed", "unit a French inf at=0505 state=routed\nunit x Allied inf at=0605\n", ro, []string{"shock a at 0605"}, nil, "8.2-b", "routed"},
		{"4.2-l in square", pair, ro, []string{"square a", "shock a at 0605"}, []string{"[4.2-d] square by=French units=a formed=yes"}, "4.2-l", "square"},
		{"8.9-a artillery", "unit g French art at=0505\nunit x Allied inf at=0605\n", ro, []string{"shock g at 0605"}, nil, "8.9-a", "artillery"},
		{"8.2-c cavalry up a steep slope", "steep 0505/0605\nunit a French cav at=0505\nunit x Allied inf at=0605\n", ro, []string{"shock a at 0605"}, nil, "8.2-c", "cannot enter 0605"},
		{"8.2-c infantry may", "steep 0505/0605\n" + pair, ro, []string{"shock a at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605"}, "", ""},
		{"8.2-c the other front hex", "steep 0505/0605\nunit a French cav at=0505\nunit x Allied inf at=0605\n" + left, ro, []string{"shock a at 0604"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0604"}, "", ""},
		{"8.2-g by two orders", pair + second, ro, []string{"shock a at 0605", "shock b at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605"}, "8.2-g", "attacked already"},
		{"8.2-g twice by one", pair + left, ro, []string{"shock a at 0605,0604", "shock a at 0604"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605,0604"}, "8.2-g", "attacks already"},
		{"8.4.1-a side by side", pair + second, ro, []string{"shock a,b at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a,b targets=0605"}, "", ""},
		{"8.4.1-a on opposite sides", pair + "unit b French inf at=0705 face=W\n", ro, []string{"shock a,b at 0605"}, nil, "8.4.1-a", "next to one another"},
		{"8.4.1-a two pairs are no chain", pair + second + "unit c French inf at=0705 face=W\nunit d French inf at=0706 face=W\n", ro,
			[]string{"shock a,b,c,d at 0605"}, nil, "8.4.1-a", "next to one another"},
		{"8.4.1-a no common defender", pair + "unit b French inf at=0504\nunit y Allied inf at=0603\n", ro, []string{"shock a,b at 0605,0603"}, nil, "8.4.1-a", "same defender"},
		{"5.1.3-d the whole stack", "unit a French inf at=0505\nunit b French inf at=0505\nunit x Allied inf at=0605\n", ro, []string{"shock b at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a,b targets=0605"}, "", ""},
		{"5.1.3-d but for a disordered unit", "unit a French inf at=0505\nunit b French inf at=0505 state=disordered\nunit x Allied inf at=0605\n", ro, []string{"shock a at 0605"}, []string{"[8.3.1-d] shock by=French attackers=a targets=0605"}, "", ""},
		{"6.1.2-g out of a village", "hex 0505 village\nunit a French inf at=0505\nunit x Allied inf at=0405\n", ro, []string{"shock a at 0405"},
			[]string{"[6.1.2-g] face by=French unit=a facing=SSW", "[8.3.1-d] shock by=French attackers=a targets=0405"}, "", ""},
		{"6.1.2-g facing given", "hex 0505 village\nunit a French inf at=0505\nunit x Allied inf at=0405\n", ro, []string{"shock a at 0405 face w"},
			[]string{"[6.1.2-g] face by=French unit=a facing=W", "[8.3.1-d] shock by=French attackers=a targets=0405"}, "", ""},
		{"6.1.2-g in the open", pair, ro, []string{"shock a at 0605 face nne"}, nil, "6.1.2-g", "cannot turn"},
	})
}

// TestShockClosing shows that no enemy in a front hex is left out [8.2-f].
func TestShockClosing(t *testing.T) {
	const two = pair + "unit y Allied inf at=0604\n"
	tests := []struct {
		name, ground string
		lines        []string
		want         string // of the fault
	}{
		{"one left out", two, []string{"shock a at 0605"}, "line 1: \"shock a at 0605\": the enemy in 0604 stands in a front hex of a and must be attacked too [8.2-f] (add 0604 to the attacked hexes, or let another unit attack it)"},
		{"both", two, []string{"shock a at 0605,0604"}, ""},
		{"attacked by another", two + "unit b French inf at=0504\n", []string{"shock a at 0605", "shock b at 0604"}, ""},
		{"where it cannot go", "steep 0505/0604\nunit a French cav at=0505\nunit x Allied inf at=0605\nunit y Allied inf at=0604\n", []string{"shock a at 0605"}, ""},
		{"the fault is told for the order that it is about", two + "unit b French inf at=0508\nunit z Allied inf at=0608\n", []string{"shock b at 0608", "shock a at 0604"},
			"line 2: \"shock a at 0604\": the enemy in 0605 stands in a front hex of a and must be attacked too [8.2-f] (add 0605 to the attacked hexes, or let another unit attack it)"},
		{"only what lies before it in a village", "hex 0505 village\n" + two + "unit z Allied inf at=0405\n", []string{"shock a at 0405"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, tt.ground, "french", ro)
			var lines []engine.Order
			for i, l := range tt.lines {
				lines = append(lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(l)})
			}
			got := engine.Faults(r.rs.Check(r.p, engine.Orders{Side: "French", Lines: lines})).Error()
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestShockOptions(t *testing.T) {
	const ground = pair + second + "unit y Allied inf at=0606\nunit c French inf at=0503 state=disordered\nunit z Allied inf at=0603\n"
	r := activated(t, ground, "french", ro)
	r.dry = true
	var got []string
	shockVerbs[0].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	want := "shock a at 0605\nshock b at 0605,0606"
	if g := strings.Join(got, "\n"); g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
	for _, l := range got {
		r := activated(t, ground, "french", ro)
		r.dry = true
		wantFault(t, give(t, r, l), "", "")
	}
}

// TestResolveOptions shows that any combat but the first can be put first [JDG-P22].
func TestResolveOptions(t *testing.T) {
	r := activated(t, pair+"unit b French inf at=0508\nunit y Allied inf at=0607\nunit z Allied inf at=0608\n", "french", ro)
	r.dry = true
	wantFault(t, give(t, r, "shock a at 0605", "shock b at 0608,0607"), "", "")
	var got []string
	shockVerbs[1].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	if g, want := strings.Join(got, "\n"), "resolve 0608"; g != want {
		t.Errorf("got\n%s\nwant\n%s", g, want)
	}
}
