package jdg

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
)

// rolls lists the rolls of a run as "purpose value mods result".
func rolls(r *run) []string {
	var out []string
	for _, e := range r.out {
		if e.Kind != "roll" {
			continue
		}
		var mods []string
		for _, m := range e.Roll.Mods {
			mods = append(mods, m.Name+" "+strconv.Itoa(m.Value))
		}
		out = append(out, e.Roll.Purpose()+" ["+strings.Join(mods, ", ")+"] "+e.Roll.Result)
	}
	return out
}

const battery = `
formation ney French
formation soult French
unit g1 French art form=ney at=0505 face=E sp=4/3 range=3/6
unit g2 French art form=ney at=0505 face=E sp=3/2 range=2/4
unit g3 French art form=soult at=0101 face=E
unit far Allied inf at=1210
`

func TestFireLimits(t *testing.T) {
	const target = "unit x Allied inf at=0805\n"
	tests := []struct {
		name  string
		extra string
		setup func(r *run)
		line  string
		rule  string
	}{
		{"7.1-b fire", target, nil, "fire g1 at 0805", ""},
		{"7.1-b not of the formation", target, nil, "fire g3 at 0805", "7.1-b"},
		{"7.1-b once only", target, func(r *run) { r.note(0, fired) }, "fire g1 at 0805", "7.1-b"},
		{"7.1-c nobody there", target, nil, "fire g1 at 0705", "7.1-c"},
		{"7.2-a disordered", target, func(r *run) { r.p.Units[0].State = setup.Disordered }, "fire g1 at 0805", "7.2-a"},
		{"10.2-j routed", target, func(r *run) { r.p.Units[0].State = setup.Routed }, "fire g1 at 0805", "10.2-j"},
		{"2.4.2-b without orders", target, func(r *run) { r.act.groups[0] = limited }, "fire g1 at 0805", ""},
		{"2.4.3-h after a failed initiative", target, func(r *run) { r.act.groups[0] = nothing }, "fire g1 at 0805", "2.4.3-h"},
		{"7.2-c outside the cone", "unit x Allied inf at=0502\n", nil, "fire g1 at 0502", "7.2-c"},
		{"7.2-d turned by one corner", "unit x Allied inf at=0502\n", nil, "fire g1 at 0502 face nne", ""},
		{"7.2-e not by two", "unit x Allied inf at=0403\n", nil, "fire g1 at 0403 face nnw", "7.2-e"},
		{"7.2-e not twice", "unit x Allied inf at=0502\n", func(r *run) { r.note(0, turned) }, "fire g1 at 0502 face nne", "7.2-e"},
		{"Q24 out of a square all round", "unit x Allied inf at=0207\n", func(r *run) { r.p.Units[0].Square = true }, "fire g1 at 0207", ""},
		{"Q46 out of a village all round", "unit x Allied inf at=0207\nhex 0505 village\n", nil, "fire g1 at 0207", ""},
		{"7.3-e maximum range", "unit x Allied inf at=1105\n", nil, "fire g1 at 1105", ""},
		{"7.3-e beyond maximum range", "unit x Allied inf at=1205\n", nil, "fire g1 at 1205", "7.3-e"},
		{"7.3-c combined", target, nil, "fire g1,g2 at 0805", ""},
		{"7.3-c not of two hexes", target, func(r *run) { r.act.forms = []int{0, 1} }, "fire g1,g3 at 0805", "7.3-c"},
		{"Q60 one of them cannot reach", "unit x Allied inf at=1005\n", nil, "fire g1,g2 at 1005", "7.3-e"},
		{"7.4-a line of sight", target + "unit y Allied inf at=0705\nunit z Allied inf at=0704\n", nil, "fire g1 at 0805", "7.4-a"},
		{"12.1-d night", target + "turn 1 night\n", nil, "fire g1 at 0805", "12.1-d"},
		{"12.2-c fog", target + "turn 1 fog\n", nil, "fire g1 at 0805", "12.2-c"},
		{"12.1-d night, adjacent", "unit x Allied inf at=0605\nturn 1 night\n", nil, "fire g1 at 0605", ""},
		{"7.2-g an enemy in front", target + "unit y Allied inf at=0604\n", nil, "fire g1 at 0805", "7.2-g"},
		{"7.2-g that enemy", target + "unit y Allied inf at=0604\n", nil, "fire g1 at 0604", ""},
		{"7.2-h one of two", "unit x Allied inf at=0605\nunit y Allied inf at=0604\n", nil, "fire g1 at 0605", ""},
		{"Q54 turning away from him", "unit x Allied inf at=0502\nunit y Allied inf at=0605\n", nil, "fire g1 at 0502 face nne", "7.2-g"},
		{"Q54 turning to another one", "unit x Allied inf at=0506\nunit y Allied inf at=0604\n", nil, "fire g1 at 0506 face sse", ""},
		{"7.2-j in front only after the turn", "unit x Allied inf at=0502\nunit y Allied inf at=0506\n", nil, "fire g1 at 0805 face sse", "7.1-c"},
		{"7.2-j duty after the turn", "unit x Allied inf at=0508\nunit y Allied inf at=0405\nunit z Allied inf at=0605\n", nil, "fire g1 at 0508 face sse", "7.2-g"},
		{"7.2-g an enemy behind a ridge is no duty", target + "unit y Allied inf at=0604\nridge 0505/0604\n", nil, "fire g1 at 0805", ""},
		{"7.4.4-b across a ridge", "unit y Allied inf at=0604\nridge 0505/0604\n", nil, "fire g1 at 0604", "7.4-a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, battery+tt.extra, "ney", ReceivedOrders)
			r.dry = true
			if tt.setup != nil {
				tt.setup(r)
			}
			wantFault(t, give(t, r, tt.line), tt.rule, "")
			if tt.rule == "" && !r.did(0, fired) {
				t.Error("the gun has not fired")
			}
		})
	}
}

func TestFireTurnsAllGunsOfTheHex(t *testing.T) {
	r := activated(t, battery+"unit x Allied inf at=0502\n", "ney", ReceivedOrders, 0)
	wantFault(t, give(t, r, "fire g1 at 0502 face nne"), "", "")
	wantTold(t, r,
		"[7.2-d] face by=French unit=g1 facing=NNE",
		"[7.2-d] face by=French unit=g2 facing=NNE",
		"[7.1-b] fire by=French units=g1 at=0502 mode=normal targets=x",
		`[7.5-a] roll by=French draw=1 of=10 purpose="fire of g1 at 0502" value=0 mods="fire strength +4" total=4 result=none`)
	wantFault(t, give(t, r, "fire g2 at 0502 face e"), "7.2-e", "")
}

func TestFireMods(t *testing.T) {
	tests := []struct {
		name  string
		extra string
		setup func(r *run)
		line  string
		want  string
	}{
		{"7.3 effective range", "unit x Allied inf at=0805\n", nil, "fire g1 at 0805", "fire strength 4"},
		{"7.3 beyond it", "unit x Allied inf at=0905\n", nil, "fire g1 at 0905", "fire strength 4, beyond effective range -2"},
		{"7.3-d combined fire", "unit x Allied inf at=0705\n", nil, "fire g2,g1 at 0705", "fire strength 4, combined fire 2"},
		{"7.3-h the worst range", "unit x Allied inf at=0805\n", nil, "fire g1,g2 at 0805", "fire strength 4, beyond effective range -2, combined fire 2"},
		{"adjacent", "unit x Allied inf at=0605\n", nil, "fire g1 at 0605", "fire strength 4, adjacent target 2"},
		{"T13 dense", "unit x Allied inf at=0805 sp=5/4\nunit y Allied inf at=0805 sp=4/3\n", nil, "fire g1 at 0805", "fire strength 4, dense target 1"},
		{"T13 not dense", "unit x Allied inf at=0805 sp=5/4\nunit y Allied inf at=0805 sp=3/3\n", nil, "fire g1 at 0805", "fire strength 4"},
		{"T13 guns do not count", "unit y Allied art at=0805 sp=6/3 face=E\nunit x Allied inf at=0805 sp=8/4\n", nil, "fire g1 at 0805", "fire strength 4"},
		{"guns alone", "unit y Allied art at=0805 sp=6/3 face=E\n", nil, "fire g1 at 0805", "fire strength 4, target is artillery -1"},
		{"square", "unit x Allied inf at=0805\n", func(r *run) { r.p.Units[unitOf(r, "x")].Square = true }, "fire g1 at 0805", "fire strength 4, target in square 2"},
		{"village", "unit x Allied inf at=0805\nhex 0805 village\n", nil, "fire g1 at 0805", "fire strength 4, village -2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, battery+tt.extra, "ney", ReceivedOrders, 0)
			if tt.setup != nil {
				tt.setup(r)
			}
			r.setStanding(1, "P10", "", "no")
			wantFault(t, give(t, r, tt.line), "", "")
			_, mods, _ := strings.Cut(rolls(r)[0], "[")
			mods, _, _ = strings.Cut(mods, "]")
			if mods != tt.want {
				t.Errorf("DRMs: got %s, want %s", mods, tt.want)
			}
		})
	}
}

func unitOf(r *run, id string) int {
	u, _ := r.p.sc.Unit(id)
	return u
}

func TestFireResults(t *testing.T) {
	const text = battery + "unit x Allied inf at=0805 coh=6/5\nunit y Allied inf at=0805 coh=6/5\n"
	tests := []struct {
		name string
		drop string // drop g1's strength
		dice []int
		x, y setup.State
	}{
		{"nothing", "sp=4/3", []int{3}, setup.Ordered, setup.Ordered},                          // 3+4+1 dense = 8
		{"7.5-c each its own test", "sp=4/3", []int{4, 6, 7}, setup.Ordered, setup.Disordered}, // 9
		{"7.1-c both lose a level", "sp=4/3", []int{9}, setup.Disordered, setup.Disordered},    // 14
		{"10.2-a both rout", "sp=8/3", []int{9}, setup.Routed, setup.Routed},                   // 18
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, strings.Replace(text, "sp=4/3", tt.drop, 1), "ney", ReceivedOrders, tt.dice...)
			wantFault(t, give(t, r, "fire g1 at 0805"), "", "")
			if x, y := r.p.Units[unitOf(r, "x")].State, r.p.Units[unitOf(r, "y")].State; x != tt.x || y != tt.y {
				t.Errorf("states: got %v and %v, want %v and %v", x, y, tt.x, tt.y)
			}
			if err := r.dice.(*engine.Forced).Err(); err != nil {
				t.Error(err)
			}
			if x := r.p.Units[unitOf(r, "x")]; x.State == setup.Routed && x.Hex.Distance(r.p.Units[0].Hex) != 5 {
				t.Errorf("Q111: x retreated to %v, want 2 hexes away from the firer", x.Hex)
			}
		})
	}
}

func TestFireOnDisorderedGuns(t *testing.T) {
	r := activated(t, battery+"unit x Allied art at=0605 state=disordered\n", "ney", ReceivedOrders, 9) // 9+4+2-1 = 14
	wantFault(t, give(t, r, "fire g1 at 0605"), "", "")
	if got := r.p.Units[unitOf(r, "x")].State; got != setup.Eliminated {
		t.Errorf("10.1-d: disordered guns hit by fire: got %v, want eliminated", got)
	}
}

func TestCounterBattery(t *testing.T) {
	const x = "unit x Allied art at=0805 face=W sp=3/2 coh=6/5 range=3/6\n"
	const chaser = "unit c French cav form=ney at=0110 ma=8/6\n" // 0805 is 8 hexes away
	tests := []struct {
		name  string
		extra string
		setup func(r *run)
		line  string
		dice  []int
		want  string // the second fire
	}{
		{"7.1-d fires back", x, nil, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"Q58 each by itself", x + "unit y Allied art at=0805 face=W sp=2/1\n", nil, "fire g1 at 0805", []int{0, 0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"7.1-h not dense", x + "unit d French inf form=ney at=0104 sp=9/6 ma=1/1\n", denseGuns, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"7.2-f not in its cone", strings.Replace(x, "face=W", "face=E", 1), nil, "fire g1 at 0805", []int{0}, ""},
		{"7.3-e out of range", strings.Replace(x, "range=3/6", "range=2/2", 1), nil, "fire g1 at 0805", []int{0}, ""},
		{"7.1-l once in an activation", x, func(r *run) { r.note(unitOf(r, "x"), reacted) }, "fire g1 at 0805", []int{0}, ""},
		{"7.1-f disordered before", x, func(r *run) { r.p.Units[unitOf(r, "x")].State = setup.Disordered }, "fire g1 at 0805", []int{0}, ""},
		{"P10 keeps its reaction fire", x + chaser, nil, "fire g1 at 0805", []int{0}, ""},
		{"P10 nobody reaches it", x + strings.Replace(chaser, "ma=8/6", "ma=6/5", 1), nil, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"P10 limited movement does not reach", x + chaser, func(r *run) { clearOrders(r) }, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"P10 told to", x + chaser, func(r *run) { r.setStanding(1, "P10", "", "yes") }, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
		{"P10 told not to", x, func(r *run) { r.setStanding(1, "P10", "", "no") }, "fire g1 at 0805", []int{0}, ""},
		{"7.2-k an enemy in front does not bind it", x + "unit c French cav form=ney at=0706 face=E\n", func(r *run) { r.setStanding(1, "P10", "", "yes") }, "fire g1 at 0805", []int{0, 0}, "fire of x at 0505 [fire strength 3, target is artillery -1] none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, battery+tt.extra, "ney", ReceivedOrders, tt.dice...)
			if tt.setup != nil {
				tt.setup(r)
			}
			told(r)
			wantFault(t, give(t, r, tt.line), "", "")
			if err := r.dice.(*engine.Forced).Err(); err != nil {
				t.Error(err)
			}
			got := ""
			if all := rolls(r); len(all) > 1 {
				got = all[1]
			}
			if got != tt.want {
				t.Errorf("reply: got %q, want %q", got, tt.want)
			}
			if x := unitOf(r, "x"); tt.want != "" && !r.did(x, reacted) {
				t.Error("7.1-k: the reply is not noted")
			}
		})
	}
}

// denseGuns puts infantry of 9 SP under the gun g1, in the place of g2.
func denseGuns(r *run) {
	r.p.place(unitOf(r, "g2"), hex.H(104))
	r.p.place(unitOf(r, "d"), hex.H(505))
}

func clearOrders(r *run) {
	for i := range r.act.groups {
		r.act.groups[i] = limited
	}
}

func TestCounterBatteryHitsTheFirerOnly(t *testing.T) {
	r := activated(t, battery+"unit x Allied art at=0705 face=W sp=9/2 range=3/6\n", "ney", ReceivedOrders, 0, 9) // 9+9-1 = 17
	wantFault(t, give(t, r, "fire g2 at 0705"), "", "")
	if g1, g2 := r.p.Units[0].State, r.p.Units[1].State; g1 != setup.Ordered || g2 != setup.Routed {
		t.Errorf("Q56: got g1 %v and g2 %v, want ordered and routed", g1, g2)
	}
}

func TestCounterBatteryAfterDisorder(t *testing.T) {
	r := activated(t, battery+"unit x Allied art at=0605 face=W sp=3/2\n", "ney", ReceivedOrders, 8) // 8+4+2-1 = 13
	wantFault(t, give(t, r, "fire g1 at 0605"), "", "")
	if got := r.p.Units[unitOf(r, "x")].State; got != setup.Disordered || len(rolls(r)) != 1 {
		t.Errorf("7.1-f: got %v and rolls %v, want it disordered and silent", got, rolls(r))
	}
}

func TestReactionFire(t *testing.T) {
	const text = "unit a French inf at=0505 face=E sp=9/6\nunit b French inf at=0505 face=E\nunit x Allied art at=0605 face=W sp=3/2\nunit y Allied inf at=0605\n"
	r := activated(t, text, "french", ReceivedOrders, 9, 9) // 9+3+2-1+1 dense = 14
	x := unitOf(r, "x")
	if r.reactionBar(x, 1) != nil {
		t.Fatal("7.1-i: x cannot react to b in a front hex")
	}
	r.reactionFireAt(x, 1, false)
	if got := rolls(r)[0]; got != "fire of x at 0505 [fire strength 3, adjacent target 2, reaction fire -1, dense target 1] disorder" {
		t.Errorf("8.3.3-e: got %s", got)
	}
	if a, b := r.p.Units[0].State, r.p.Units[1].State; a != setup.Ordered || b != setup.Disordered {
		t.Errorf("5.1.3-m: got a %v and b %v, want b alone disordered", a, b)
	}
	if r.reactionBar(x, 0) == nil {
		t.Error("7.1-l: x can react twice")
	}

	r = activated(t, text, "french", ReceivedOrders, 0)
	r.reactionFireAt(x, 0, true)
	if got := rolls(r)[0]; !strings.Contains(got, "reaction fire -1, reaction fire out of a square -1") {
		t.Errorf("9.3.2-b: got %s", got)
	}
	r = activated(t, strings.Replace(text, "face=W sp=3/2", "face=E sp=3/2", 1), "french", ReceivedOrders)
	if r.reactionBar(x, 0) == nil {
		t.Error("7.1-i: x reacts to an attacker in its rear")
	}
	r = activated(t, text+"ridge 0505/0605\n", "french", ReceivedOrders)
	if r.reactionBar(x, 0) == nil {
		t.Error("7.4.4-b: x reacts across a ridge")
	}
}

func TestFireByDefault(t *testing.T) {
	const text = "unit g French art at=0505 face=E sp=3/2\nunit i French inf at=0505 face=E\n"
	tests := []struct {
		name  string
		extra string
		setup func(r *run)
		want  string // target
	}{
		{"P9 at the enemy in front", "unit x Allied inf at=0605\n", nil, "0605"},
		{"P9 the stronger of two", "unit x Allied inf at=0604 sp=3/2\nunit y Allied inf at=0605 sp=4/3\n", nil, "0605"},
		{"P9 not at a distance", "unit x Allied inf at=0705\n", nil, ""},
		{"P9 not behind it", "unit x Allied inf at=0405\n", nil, ""},
		{"P9 not if it has an order", "unit x Allied inf at=0605\n", func(r *run) { r.act.orders = []*order{{units: []int{0}}} }, ""},
		{"P9 told not to", "unit x Allied inf at=0605\n", func(r *run) { r.setStanding(0, "P9", "", "no") }, ""},
		{"7.2-a not if disordered", "unit x Allied inf at=0605\n", func(r *run) { r.p.Units[0].State = setup.Disordered }, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, text+tt.extra, "french", NoOrders, 0)
			if tt.setup != nil {
				tt.setup(r)
			}
			r.fireRest()
			got := ""
			for _, e := range r.out {
				if e.Kind == "fire" {
					got = e.Get("at")
				}
			}
			if got != tt.want {
				t.Errorf("target: got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFireOptions(t *testing.T) {
	const extra = "unit x Allied inf at=0805\nunit y Allied inf at=0502\nunit z Allied art at=0207 face=E\n"
	var got []string
	r := activated(t, battery+extra, "ney", ReceivedOrders)
	r.dry = true
	fireVerbs[0].eachOption(r, func(words ...string) { got = append(got, strings.Join(words, " ")) })
	for _, l := range got {
		q := activated(t, battery+extra, "ney", ReceivedOrders)
		q.dry = true
		wantFault(t, give(t, q, l), "", "")
	}
	want := "fire g1 at 0805; fire g1 at 0502 face nne; fire g1,g2 at 0805; fire g1,g2 at 0502 face nne; fire g2 at 0805; fire g2 at 0502 face nne"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("options: got %s, want %s", s, want)
	}
}

// TestEnemyHexes wants each hex of the reacting side once, and no other.
func TestEnemyHexes(t *testing.T) {
	const ground = "unit a French inf at=0505\nunit x Allied inf at=0805\nunit y Allied inf at=0502\nunit z Allied inf at=0805\nunit gone Allied inf at=0207\n"
	r := activated(t, ground, "french", ReceivedOrders)
	r.p.place(unitOf(r, "gone"), hex.None)
	if got, want := r.enemyHexes(), []hex.Hex{hex.H(502), hex.H(805)}; !slices.Equal(slices.SortedFunc(slices.Values(got), compareHex), want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestEffectiveRangeDRM uses a table with a DRM for effective range, which the
// bundled one has not [7.3-g].
func TestEffectiveRangeDRM(t *testing.T) {
	text, err := data.Files.ReadFile("tables/fire-drm.csv")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/fire-drm.csv": []byte(strings.Replace(string(text), "effective,0", "effective,1", 1))})
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]string{805: "effective range", 905: "beyond effective range"} {
		r := activated(t, battery+"unit x Allied inf at="+hex.H(at).String()+"\n", "ney", ro)
		r.rs.tables = tables
		var names []string
		for _, m := range r.fireMods(shot{guns: []int{0}, at: hex.H(at), units: []int{unit(t, r.p, "x")}, mode: "normal"}) {
			names = append(names, m.Name)
		}
		if !slices.Equal(names, []string{"fire strength", want}) {
			t.Errorf("%s: got %q, want %q", hex.H(at), names, want)
		}
	}
}
