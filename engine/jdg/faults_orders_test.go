package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
)

// TestFaultsOfOrders holds what a player is told about orders that he cannot
// give now, and about standing orders that mean nothing.
func TestFaultsOfOrders(t *testing.T) {
	const ground = "formation ney French am=5,3\nformation davout French\nunit a French inf form=ney at=0505\n" +
		"unit b French inf form=davout at=0507\n" +
		"unit x Allied inf at=0805\ncommander soult French at=0505\n"
	const drawn = ground + "drawn ney\n"
	for _, tt := range []struct {
		name     string
		position string
		side     engine.Side
		orders   string
		want     string
	}{
		{"a side that does not play", drawn, "Prussian", "move a to 0605", "there is no side Prussian"},
		{"standing orders at any time", drawn, "Allied", "standing square yes", ""},
		{"initiative by the file, and by standing orders for others", drawn + "orders none ney\nstands French P6 yes\n",
			"French", "initiative ney", ""},
		{"initiative by standing orders comes before the moves", drawn + "orders none ney\nstands French P6 yes\n",
			"French", "move a to 0105", ""},

		{"back to the default", ground, "French", "standing square default", ""},
		{"ask where it is asked", "ask P17\n" + ground, "French", "standing square ask", ""},
		{"a list of arms", ground, "French", "standing fire guns,any", ""},
		{"for a unit", ground, "French", "standing square yes for a", ""},
		{"for a formation", ground, "French", "standing square yes for ney", ""},
		{"a commander who falls back", ground, "French", "standing displace fall-back for soult", ""},
		{"a commander follows a unit", ground, "French", "standing lead a for soult", ""},
		{"formations in their order", ground, "French", "standing order-first davout,ney", ""},
		{"no formations", ground, "French", "standing order-first none", ""},
		{"no combined markers", ground, "French", "standing cam none", ""},
		{"a combined marker", ground + "cam grand French rating=5 forms=ney\n", "French", "standing cam grand", ""},

		{"cohesion of 0", ground, "French", "standing square yes if 0", ""},
		{"cohesion of 12", ground, "French", "standing square yes if 12", ""},
		{"a ratio", ground, "French", "standing breakthrough yes if 1.5:1", ""},
		{"if infantry attacks", ground, "French", "standing retire two if infantry", ""},

		{"no order at all", drawn, "French", "mvoe a to 0605",
			`line 1: "mvoe a to 0605": "mvoe" is not an order (orders are standing, when, order, cam, first, ` +
				`initiative, ` +
				`lead, move, march, square, unsquare, face, stack, enter, drop, fire, shock, resolve, charge, rally, ` +
				`answer)`},

		{"plans for a combined marker", ground + "cam grand French rating=5 forms=ney,davout\n", "French",
			"when grand move b to 0607", ""},
		{"plans with the group of a unit", ground, "French", "when ney initiative a", ""},
		{"plans with an abbreviated order", ground, "French", "when ney init a", ""},
		{"a condition with 99 hexes", ground, "French", "when ney if enemy-within 99 hold", ""},
		{"a condition with 1 hex", ground, "French", "when ney if no-enemy-within 1 hold", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range rs.Check(p, lines(tt.side, strings.Split(tt.orders, "; ")...)) {
				got = append(got, f.Error())
			}
			if s := strings.Join(got, "\n"); s != tt.want {
				t.Errorf("got\n%s\nwant\n%s", s, tt.want)
			}
		})
	}
}

// TestFaultsWhenOver: when the game is over there is nothing left to order.
func TestFaultsWhenOver(t *testing.T) {
	p := position(t, "turns 1\nunit a French inf at=0505\nunit x Allied inf at=0905\n")
	p.apply(engine.NewEvent("13.2-a", "over", "French", "text", "French wins."))
	for _, l := range []string{"move a to 0405", "rally a", "initiative french", "order french",
		"answer yes", "resolve 0505"} {
		got := engine.Faults(p.rs.Check(p, lines("French", l))).Error()
		if want := `line 1: "` + l + `": the game is over [13.2-a] (French wins.)`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestManyFaults: all faults are told, the first ten with what would be legal.
func TestManyFaults(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit a French inf at=0505\nunit x Allied inf at=0805\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var text []string
	for range 12 {
		text = append(text, "shock a at 0605")
	}
	for i, f := range rs.Check(p, lines("French", text...)) {
		if f.Line != i+1 || (!f.Hint.Empty()) != (i < 10) {
			t.Errorf("fault %d: line %d with hint %q", i+1, f.Line, f.Hint)
		}
	}
}
