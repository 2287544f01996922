package jdg

import (
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// TestNoSecondSquare keeps infantry that a charge drove out of its square, and
// that is still ordered, from forming another against the pursuit [9.3.1-b]. The
// bundled table disorders all who retire, so it takes another one.
func TestNoSecondSquare(t *testing.T) {
	table := "# A test [8.5]\n# Source: a test\nindex,effects\n"
	for n, effect := range []string{"d-retire", "d-retire", "d-retire", "d-retire", "d-retire", "a-retire", "a-retire",
		"a-retire", "a-retire", "a-retire"} {
		table += itoa(n) + "," + effect + "\n"
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/shock.csv": []byte(table)})
	if err != nil {
		t.Fatal(err)
	}
	r := activated(t, "size 8x10\nunit a French cav at=0305\nunit x Allied inf at=0605\n", "french", ro)
	r.rs.tables = tables
	r.p.setStanding(0, ask.StandingOrder{Kind: "P18", Answer: "no"})
	r.dice = engine.NewForced(0, 0, 9, 0)
	r.setMark()
	wantFault(t, give(t, r, "charge a at 0605 via 0405 0505"), "", "")
	r.combats()
	asked, charges := 0, 0
	for _, e := range r.out {
		if e.Rule == "9.3.1-a" {
			asked++
		}
		if e.Kind == "combat" {
			charges++
		}
	}
	if asked != 1 || charges != 2 {
		t.Errorf("got %d attempts against %d charges, want one against the first of two:\n%s", asked, charges, told(r))
	}
}

// TestFartherFrom: the exception for a hex that an attacker's ZOC does not
// reach lets a retiring unit keep its distance from him, no more.
func TestFartherFrom(t *testing.T) {
	p := position(t, "unit b Allied inf at=0505\nunit a French inf at=0405\nunit far French art at=0507\n"+
		"unit gun French art at=0605\n"+
		"river 0405/0506\nbridge 0405/0506\n")
	for _, tt := range []struct {
		name  string
		state setup.State
		to    int
		from  []int
		want  bool
	}{
		{"farther", setup.Routed, 605, []int{405}, true},
		{"10.3.1-e the ZOC does not reach", setup.Disordered, 506, []int{405}, true},
		{"10.3.1-e the ZOC reaches", setup.Ordered, 404, []int{405}, false},
		{"JDG-Q153 a routed unit", setup.Routed, 506, []int{405}, false},
		{"JDG-Q149 nearer to one", setup.Ordered, 506, []int{405, 507}, false},
		{"10.3.1-e a gun has no ZOC", setup.Ordered, 506, []int{405, 605}, true},
	} {
		var from []hex.Hex
		for _, f := range tt.from {
			from = append(from, hex.H(f))
		}
		if got := p.fartherFrom(0, tt.state, hex.H(505), hex.H(tt.to), from); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
