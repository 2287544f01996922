package jdg

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

const arrivals = `size 30x12
formation french French
unit a French inf form=french
unit b French inf form=french
unit c French cav form=french
unit x Allied inf at=1505
arrival 1 form=french hex=0105
`

// TestRightsOfWhoEnters: near the enemy it has orders for the turn [5.2.1-q].
func TestRightsOfWhoEnters(t *testing.T) {
	near := "formation french French\nunit a French inf form=french\nunit x Allied inf at=0605\n" +
		"arrival 1 form=french hex=0105\n"
	r := activated(t, near, "french", no)
	wantFault(t, give(t, r, "enter a NE"), "", "")
	if got := r.rights(0); got != full {
		t.Errorf("rights after entering near the enemy: got %v, want full", got)
	}
	r = activated(t, arrivals, "french", no)
	wantFault(t, give(t, r, "enter a to 0404 normal"), "", "")
	if got := r.rights(0); got != limited {
		t.Errorf("rights after entering by normal movement: got %v, want limited", got)
	}
}

func TestRenfortLost(t *testing.T) {
	// x is 5 hexes from 1005.
	r := activated(t, arrivals, "french", ro)
	wantFault(t, give(t, r, "enter a to 1105"), "5.2.1-h", "within 5 hexes")
	wantFault(t, give(t, r, "enter a to 1005"), "", "")
	wantTold(t, r, "[5.2.2] enter by=French unit=a path=off,0105,0204,0304,0403,0503,0603,0704,0804,0905,1005 cost=10",
		"[5.2.1-g] renfort by=French unit=a carries=yes granted=no",
		"[5.2.1-h] renfort by=French unit=a carries=no granted=no why=enemy")
	wantFault(t, give(t, r, "enter c 0105 0205 0305 0405 0505 0605 0705 0805 0905 1004 1104"), "5.2.1-h",
		"stop where they come within 5")

	// On the map with a marker: the ban of the night does not hold for it.
	r = activated(t, "turn 1 night\nsize 30x12\nunit a French inf at=0505\nunit x Allied inf at=1505\n", "french", no)
	r.p.edit(0).Renfort = true
	wantFault(t, give(t, r, "march a to 0905"), "", "")
	told(r)

	// The enemy comes near and goes away again.
	u, x := unit(t, r.p, "a"), unit(t, r.p, "x")
	r.p.place(x, hex.H(1605))
	r.checkRenfortsAlong(x, []hex.Hex{hex.H(1505), hex.H(1605)})
	wantTold(t, r)
	r.checkRenfortsAlong(x, []hex.Hex{hex.H(1605), hex.H(1405), hex.H(1605)})
	wantTold(t, r, "[5.2.1-h] renfort by=French unit=a carries=no granted=no why=enemy")
	if r.p.unit(u).Renfort {
		t.Error("a still carries the marker")
	}
}

func TestEntryLocked(t *testing.T) {
	text := "formation allied Allied\nunit x Allied inf form=allied\nunit z Allied inf form=allied at=1212\n" +
		"arrival 3 form=allied hex=1205\nsize 12x12\n" +
		"unit a French cav at=0905\n"
	r := activated(t, text, "french", ro)
	for _, c := range []struct {
		h    int
		s    int
		want bool
	}{{1205, 0, true}, {1105, 0, true}, {1005, 0, false}, {1205, 1, false}} {
		if got := r.p.entryLocked(hex.H(c.h), c.s); got != c.want {
			t.Errorf("entryLocked(%d, %d): got %v, want %v", c.h, c.s, got, c.want)
		}
	}
	wantFault(t, give(t, r, "move a to 1105"), "5.2.3-a", "entry hex")
	r.p.edit(unit(t, r.p, "x")).Entered = true
	wantFault(t, give(t, r, "move a to 1105"), "", "")
}

// TestEntryGround: where only the trail leads through an entry hex, guns come
// in by it, also when an enemy has been driven next to it [4.3.2-b, JDG-Q29];
// without it they cannot.
func TestEntryGround(t *testing.T) {
	const text = "unit g French art\nunit a French inf at=1210\nunit x Allied art at=0105\n" +
		"arrival 1 form=french hex=0101\nhex 0101 marsh\ntrail 0101 0201\n"
	r := activated(t, text, "french", ro)
	r.p.place(unit(t, r.p, "x"), hex.H(102))
	wantFault(t, give(t, r, "enter g 0101"), "", "")
	wantTold(t, r, "[5.2.2] enter by=French unit=g path=off,0101 cost=2",
		"[5.2.1-q] renfort by=French unit=g carries=no granted=yes")

	r = activated(t, text, "french", ro)
	tables := *r.rs.tables
	tables.Hexes[setup.Marsh].Trail = setup.NoEntry
	r.rs.tables = &tables
	wantFault(t, give(t, r, "enter g 0101"), "4.3.2-a", "impassable for artillery")
}

func TestDrop(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit b French inf at=0506\n")
	p.edit(0).Renfort = true
	r := newRun(p.rs, p, nil)
	r.act = &activation{side: 0}
	wantFault(t, give(t, r, "drop b"), "5.2.1-i", "no Renfort marker")
	wantFault(t, give(t, r, "drop a"), "", "")
	wantTold(t, r, "[5.2.1-i] renfort by=French unit=a carries=no granted=no why=wish")
}

func TestNoEntryInSecondActivation(t *testing.T) {
	r := activated(t, arrivals, "french", ro)
	r.event("2.2-c", "aside", 0, "marker", "french/1:4", "why", "done")
	wantFault(t, give(t, r, "enter a NE"), "5.2.2-d", "next turn")
	r.event("1.F", "turn", -1, "n", "2")
	r.p.Phase = ActivationPhase
	wantFault(t, give(t, r, "enter a NE"), "", "")
}

// TestRoadFrom is the way of those who come on by themselves.
func TestRoadFrom(t *testing.T) {
	for _, c := range []struct {
		name, ground string
		n            int
		want         string
	}{
		{"the road", "road 0105 0104 0103\ntrail 0105 0205\n", 9, "0105,0104,0103"},
		{"no farther than it may", "road 0105 0104 0103\n", 1, "0105,0104"},
		{"a trail where the road ends", "road 0105 0104\ntrail 0104 0103 0102\n", 9, "0105,0104,0103,0102"},
		{"from a trail to a road", "trail 0105 0104\nroad 0104 0103 0102\n", 9, "0105,0104,0103,0102"},
		{"a fork, nearer to the enemy", "road 0105 0104\nroad 0105 0106 0107\nroad 0105 0205 0305 0405 0505\n",
			9, "0105,0205,0305,0405,0505"},
		{"a fork, clockwise among equals", "road 0105 0204 0304\nroad 0105 0205 0305\n", 9, "0105,0204,0304"},
		{"no way back", "road 0105 0205 0204 0105\n", 9, "0105,0204,0205"},
		{"off the road, straight at the enemy", "road 0505 0605\n", 3, "0105,0204,0304,0403"},
		{"beside a trail it goes nowhere else", "trail 0505 0605\n", 2, "0105,0204,0304"},
		{"where the road ends it ends", "road 0105 0104\n", 9, "0105,0104"},
		{"a trail is a way too", "trail 0105 0106\n", 9, "0105,0106"},
	} {
		p := position(t, "size 20x12\nunit a French inf at=0110\nunit x Allied inf at=1205\n"+c.ground)
		if got := pathString(p.roadFrom(hex.H(105), 0, c.n)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestStayOutByDefault keeps a unit that nobody named off the map where it
// would enter next to an enemy.
func TestStayOutByDefault(t *testing.T) {
	r := activated(t, "formation french French\nunit a French inf form=french\nunit x Allied inf at=0305\n"+
		"arrival 1 form=french hex=0105\n", "french", ro)
	r.p.place(unit(t, r.p, "x"), hex.H(106))
	r.enterRest()
	wantTold(t, r, "[5.2.1] decision by=French kind=P19 whom=a answer=march source=default for=French")
}

// TestEntryNextToEnemy enters where an enemy who had to withdraw stands next to
// the entry hex: without the road's rate [4.3.1-c], and for more in his ZOC at
// night [12.1-b].
func TestEntryNextToEnemy(t *testing.T) {
	for _, c := range []struct {
		name, ground, enemy, order string
		at                         int
		want, rule                 string
	}{
		{"far away, by road", "", "inf", "enter a to 0105", 305, "[5.2.2] enter by=French unit=a path=off,0105 cost=1",
			""},
		{"by road next to guns", "", "art", "enter a to 0105", 106,
			"[5.2.2] enter by=French unit=a path=off,0105 cost=2", ""},
		{"in a ZOC by night", "turn 1 night\n", "inf", "enter a to 0105", 106,
			"[5.2.2] enter by=French unit=a path=off,0105 cost=4", ""},
		{"in a ZOC in fog", "turn 1 fog\n", "inf", "enter a to 0105", 106,
			"[5.2.2] enter by=French unit=a path=off,0105 cost=3", ""},
		{"into a pond there is no other way than the road [4.3.2-b]", "hex 0105 pond\n", "inf", "enter a 0105", 106,
			"[5.2.2] enter by=French unit=a path=off,0105 cost=1", ""},
	} {
		r := activated(t, "hex 0105 woods\n"+c.ground+
			"formation french French\nunit a French inf form=french\nunit x Allied "+c.enemy+" at=0905\n"+
			"arrival 1 form=french hex=0105\nroad 0105 0104\n", "french", ro)
		r.p.place(unit(t, r.p, "x"), hex.H(c.at))
		wantFault(t, give(t, r, c.order), c.rule, "")
		if got := strings.SplitN(told(r), "\n", 2)[0]; got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestEnterOptions: who may come on is offered alone and with the one before
// him who may, whoever stands between them in the scenario.
func TestEnterOptions(t *testing.T) {
	r := activated(t, `size 20x12
formation french French
unit a French inf form=french
unit m French inf form=french at=0111
unit b French inf form=french
unit c French inf form=french
unit x Allied inf at=2005
arrival 1 form=french hex=0105
`, "french", ro)
	offered := map[string]bool{}
	for _, u := range r.act.units {
		r.enterOptions(u, func(words ...string) { offered[words[1]] = true })
	}
	if got, want := strings.Join(slices.Sorted(maps.Keys(offered)), " "), "a a,b b b,c c"; got != want {
		t.Errorf("got entries of %s, want %s", got, want)
	}
}

// TestEnterOptionsNearTheEnemy: where an enemy is too near to march on, normal
// entries are offered [5.2.1-q].
func TestEnterOptionsNearTheEnemy(t *testing.T) {
	r := activated(t, "formation french French\nunit a French inf form=french\nunit x Allied inf at=0605\n"+
		"arrival 1 form=french hex=0105\n", "french", ro)
	offered := map[string]bool{}
	r.enterOptions(0, func(words ...string) { offered[words[4]] = true })
	if len(offered) != 1 || !offered["normal"] {
		t.Errorf("got entries by %v, want by normal movement only", offered)
	}
}

// TestNoArrivalOfAnybody: a unit that the scenario does not bring on never
// arrives, though a damaged position says that it has not entered yet.
func TestNoArrivalOfAnybody(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905\n")
	p.lift(0)
	p.edit(0).Entered = false
	if p.arriving(0) {
		t.Error("a arrives")
	}
}
