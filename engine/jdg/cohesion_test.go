package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// effectCase is one thing done to units directly.
type effectCase struct {
	name, ground string
	dice         []int
	setup        func(r *run)
	do           func(r *run)
	want         string
}

func checkEffects(t *testing.T, cases []effectCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dice := engine.NewForced(c.dice...)
			ground := c.ground
			if !strings.Contains(ground, " French ") {
				ground += "unit far French inf at=0110\n" // somebody has to be active
			}
			r := activated(t, ground, "french", ro)
			r.dice = dice
			r.setMark()
			if c.setup != nil {
				c.setup(r)
			}
			c.do(r)
			wantBrief(t, r, c.want)
			if err := dice.Err(); err != nil {
				t.Errorf("dice: %v", err)
			}
		})
	}
}

// lose takes a level from unit 0, by fire from the west or another cause.
func lose(cause string) func(r *run) {
	return func(r *run) { r.loseLevel(0, "7.5", cause, []hex.Hex{hex.H(205)}) }
}

// TestLevels goes down the ladder ordered, disordered, routed, eliminated [10.1, 10.2].
func TestLevels(t *testing.T) {
	checkEffects(t, []effectCase{
		{name: "10.1-a ordered", ground: "unit a Allied inf at=0505\n", do: lose("fire"), want: `
7.5 disorder a fire`},
		{name: "10.1-b disordered, 10.2-g 2 hexes", ground: "unit a Allied inf at=0505 state=disordered\n", do: lose("fire"), want: `
7.5 rout a fire
10.3.1 decision P29 a 0505,0604,0704 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704`},
		{name: "10.2-h cavalry 3 hexes", ground: "unit a Allied cav at=0505 state=disordered\n", do: lose("fire"), want: `
7.5 rout a fire
10.3.1 decision P29 a 0505,0604,0704,0803 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704
10.3.1 retreat a 0704,0803`},
		{name: "10.2-o routed", ground: "unit a Allied inf at=0505 state=routed\n", do: lose("fire"), want: `
10.2-o eliminate a fire`},
		{name: "10.1-c artillery", ground: "unit a Allied art at=0505\n", do: lose("fire"), want: `
7.5 disorder a fire`},
		{name: "10.1-d disordered artillery by fire", ground: "unit a Allied art at=0505 state=disordered\n", do: lose("fire"), want: `
10.1-d eliminate a fire`},
		{name: "Q116 by something else", ground: "unit a Allied art at=0505 state=disordered\n", do: lose("shock result"), want: `
7.5 rout a shock result
10.3.1 decision P29 a 0505,0604,0704 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704`},
		{name: "Q115 direct rout of an ordered unit", ground: "unit a Allied inf at=0505\n", do: func(r *run) { r.routNow(0, "10.2-a", "fire", []hex.Hex{hex.H(205)}) }, want: `
10.2-a rout a fire
10.3.1 decision P29 a 0505,0604,0704 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704`},
		{name: "10.1-d direct rout of disordered artillery by fire", ground: "unit a Allied art at=0505 state=disordered\n", do: func(r *run) { r.routNow(0, "10.2-a", "fire", []hex.Hex{hex.H(205)}) }, want: `
10.1-d eliminate a fire`},
		{name: "10.2-d direct rout of a routed unit", ground: "unit a Allied inf at=0505 state=routed\n", do: func(r *run) { r.routNow(0, "10.2-a", "fire", []hex.Hex{hex.H(205)}) }, want: `
10.2-d eliminate a fire`},
		{name: "Q109 a failed test is one level", ground: "unit a Allied inf at=0505\n", dice: []int{7}, do: func(r *run) { r.mustTest(0, "8.5-d", "test", nil) }, want: `
8.5-d cohesion test of a: test: 7: failed
8.5-d disorder a test`},
		{name: "0.4.1-a a test at the rating is passed", ground: "unit a Allied inf at=0505\n", dice: []int{6}, do: func(r *run) { r.mustTest(0, "8.5-d", "test", nil) }, want: `
8.5-d cohesion test of a: test: 6: passed`},
		{name: "10.2-p a routed unit moves instead", ground: "unit a Allied inf at=0505 state=routed ma=3/1\n", do: func(r *run) { r.mustTest(0, "8.5-d", "test", nil) }, want: `
10.2-p rout-move a 0505,0605`},
		{name: "4.2-o infantry in square", ground: "unit h Allied art at=0505\nunit a Allied inf at=0505\nunit b Allied inf at=0505\n", setup: inSquare(0, 1, 2),
			do: func(r *run) { r.loseLevel(1, "7.5", "fire", nil) }, want: `
7.5 disorder a fire
4.2-o square h,b no`},
		{name: "4.2-o artillery leaves the others in square", ground: "unit h Allied art at=0505\nunit a Allied inf at=0505\n", setup: inSquare(0, 1), do: lose("fire"), want: `
7.5 disorder h fire`},
	})
}

// TestNoSecondSquare keeps infantry that a charge drove out of its square, and
// that is still ordered, from forming another against the pursuit [9.3.1-b]. The
// bundled table disorders all who retire, so it takes another one.
func TestNoSecondSquare(t *testing.T) {
	table := "# A test [8.5]\n# Source: a test\nindex,effects\n"
	for n, effect := range []string{"d-retire", "d-retire", "d-retire", "d-retire", "d-retire", "a-retire", "a-retire", "a-retire", "a-retire", "a-retire"} {
		table += itoa(n) + "," + effect + "\n"
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/shock.csv": []byte(table)})
	if err != nil {
		t.Fatal(err)
	}
	r := activated(t, "size 8x10\nunit a French cav at=0305\nunit x Allied inf at=0605\n", "french", ro)
	r.rs.tables = tables
	r.p.setStanding(0, ask.Standing{Kind: "P18", Answer: "no"})
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
	p := position(t, "unit b Allied inf at=0505\nunit a French inf at=0405\nunit far French art at=0507\nunit gun French art at=0605\n"+
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
