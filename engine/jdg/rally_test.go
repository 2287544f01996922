package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

func TestRallyLimits(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		setup func(r *run)
		line  string
		rule  string
	}{
		{"11.1-a disordered", "unit a French inf at=0505 state=disordered", nil, "rally a", ""},
		{"11.1-b routed", "unit a French inf at=0505 state=routed", nil, "rally a", ""},
		{"11.1-a ordered", "unit a French inf at=0505", nil, "rally a", "11.1-a"},
		{"11.1-a moved", "unit a French inf at=0505 state=disordered", func(r *run) { r.note(0, moved) }, "rally a", "11.1-a"},
		{"11.1-a turned", "unit a French inf at=0505 state=disordered", func(r *run) { r.note(0, turned) }, "rally a", "11.1-a"},
		{"11.1-a fired", "unit a French art at=0505 state=disordered", func(r *run) { r.note(0, fired) }, "rally a", "11.1-a"},
		{"Q126 moved by a result", "unit a French inf at=0505 state=disordered", func(r *run) { r.note(0, forced) }, "rally a", "11.1-a"},
		{"Q126 what the enemy did does not count", "unit a French inf at=0505 state=disordered", func(r *run) { r.note(0, attacked|reacted) }, "rally a", ""},
		{"Q126 a routed unit may always try", "unit a French inf at=0505 state=routed", func(r *run) { r.note(0, moved|forced) }, "rally a", ""},
		{"11.1-c adjacent to an enemy", "unit a French inf at=0505 state=disordered\nunit x Allied inf at=0605", nil, "rally a", "11.1-c"},
		{"Q127 adjacent to a routed enemy", "unit a French inf at=0505 state=disordered\nunit x Allied inf at=0605 state=routed", nil, "rally a", "11.1-c"},
		{"Q127 adjacent to enemy artillery", "unit a French inf at=0505 state=routed\nunit x Allied art at=0605", nil, "rally a", "11.1-c"},
		{"10.4-s two routed units", "unit a French inf at=0505 state=routed\nunit b French inf at=0505 state=routed", nil, "rally a", "10.4-s"},
		{"11.1-d without orders", "unit a French inf at=0505 state=disordered", func(r *run) { r.act.groups[0] = nothing }, "rally a", ""},
		{"11.1-i twice", "unit a French inf at=0505 state=disordered", func(r *run) { r.note(0, triedRally) }, "rally a", "11.1-i"},
		{"5.1.1-h three units up to 6 SP", "unit a French inf at=0505 state=disordered sp=2/1\nunit b French inf at=0505 sp=2/1\nunit c French inf at=0505 sp=2/1", nil, "rally a", ""},
		{"5.1.1-h above 6 SP", "unit a French inf at=0505 state=disordered sp=3/2\nunit b French inf at=0505 sp=2/1\nunit c French inf at=0505 sp=2/1", nil, "rally a", "5.1.1-h"},
		{"5.1.1-h two units have no limit", "unit a French inf at=0505 state=disordered sp=6/2\nunit b French inf at=0505 sp=6/1", nil, "rally a", ""},
		{"6.1.1-b facing of the stack", "unit a French inf at=0505 face=E state=disordered\nunit b French inf at=0505 face=E", nil, "rally a face w", "6.1.1-b"},
		{"not of the formation", "formation ney French\nformation soult French\nunit a French inf at=0505 state=disordered form=soult\nunit b French inf at=0101 form=ney", nil, "rally a", "11.1-a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(tt.text, "Allied") {
				tt.text += "\nunit x Allied inf at=1210"
			}
			form := "french"
			if strings.Contains(tt.text, "ney") {
				form = "ney"
			}
			r := activated(t, tt.text, form, NoOrders)
			r.dry = true
			if tt.setup != nil {
				tt.setup(r)
			}
			wantFault(t, give(t, r, tt.line), tt.rule, "")
		})
	}
}

func TestRally(t *testing.T) {
	tests := []struct {
		name  string
		state string
		light string
		die   []int
		want  setup.State
		mods  string
	}{
		{"11.1-f disordered, on its reduced cohesion", "disordered", "", []int{5}, setup.Ordered, "[]"},
		{"11.1-i disordered, above it", "disordered", "", []int{6}, setup.Disordered, "[]"},
		{"11.1-h routed", "routed", "", []int{4}, setup.Disordered, "[routed 1]"},
		{"10.2-q routed, by the DRM above it", "routed", "", []int{5}, setup.Routed, "[routed 1]"},
		{"12.1-g disordered at night", "disordered", "night", nil, setup.Ordered, ""},
		{"12.1-h routed at night", "routed", "night", []int{8}, setup.Disordered, "[routed at night -3]"},
		{"12.1-h routed at night, failed", "routed", "night", []int{9}, setup.Routed, "[routed at night -3]"},
		{"12.2-f disordered in fog", "disordered", "fog", []int{5}, setup.Ordered, "[]"},
		{"12.2-f routed in fog", "routed", "fog", []int{4}, setup.Disordered, "[routed 1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, "turn 1 "+tt.light+"\nunit a French inf at=0505 coh=7/5 face=W state="+tt.state+"\nunit x Allied inf at=1005", "french", NoOrders, tt.die...)
			r.rallyRest()
			if got := r.p.Units[0]; got.State != tt.want {
				t.Errorf("state: got %v, want %v", got.State, tt.want)
			}
			if err := r.dice.(*engine.Forced).Err(); err != nil {
				t.Error(err)
			}
			if all := rolls(r); tt.mods != "" && !strings.Contains(all[0], tt.mods) {
				t.Errorf("roll: got %s, want DRMs %s", all[0], tt.mods)
			}
			if got := r.p.Units[0].Facing.String(); r.p.Units[0].State < setup.Routed && tt.want != stateOf(tt.state) && got != "E" {
				t.Errorf("P37: rallied facing %s, want E toward the enemy", got)
			}
		})
	}
}

func stateOf(name string) setup.State {
	if s, ok := setup.ParseState(name); ok {
		return s
	}
	return setup.Eliminated
}

func TestRallyFacingAsOrdered(t *testing.T) {
	r := activated(t, "unit a French inf at=0505 coh=7/5 face=E state=disordered\nunit x Allied inf at=1005", "french", NoOrders, 0)
	wantFault(t, give(t, r, "rally a face w"), "", "")
	wantTold(t, r,
		`[11.1-f] roll by=French draw=1 of=10 purpose="rally of a" value=0 total=0 need="<=5" result=passed`,
		"[11.1-g] rally by=French unit=a to=ordered facing=W")
}

func TestRallyRest(t *testing.T) {
	const text = "unit a French inf at=0505 state=disordered\nunit b French inf at=0508 state=routed\nunit x Allied inf at=1005"
	tests := []struct {
		name  string
		lines []string
		setup func(r *run)
		dice  []int
		want  [2]setup.State
	}{
		{"P37 all try", nil, nil, []int{0, 0}, [2]setup.State{setup.Ordered, setup.Disordered}},
		{"only those ordered", []string{"rally b", "rally none"}, nil, []int{0}, [2]setup.State{setup.Disordered, setup.Disordered}},
		{"one with an order tries once", []string{"rally a"}, nil, []int{9, 9}, [2]setup.State{setup.Disordered, setup.Routed}},
		{"a standing order not to", nil, func(r *run) { r.setStanding(0, "P37", "b", "no") }, []int{0}, [2]setup.State{setup.Ordered, setup.Routed}},
		{"at night it cannot be refused", []string{"rally none"}, func(r *run) { r.p.sc.Turns[0].Night = true }, nil, [2]setup.State{setup.Ordered, setup.Routed}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, text, "french", NoOrders, tt.dice...)
			if tt.setup != nil {
				tt.setup(r)
			}
			wantFault(t, give(t, r, tt.lines...), "", "")
			r.rallyRest()
			if got := [2]setup.State{r.p.Units[0].State, r.p.Units[1].State}; got != tt.want {
				t.Errorf("states: got %v, want %v", got, tt.want)
			}
			if err := r.dice.(*engine.Forced).Err(); err != nil {
				t.Error(err)
			}
		})
	}
}
