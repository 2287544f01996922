package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

func TestDemoralisation(t *testing.T) {
	tests := []struct {
		name  string
		units string
		setup func(p *Position)
		want  string
	}{
		{"11.2-b one is ordered", "unit a French inf at=0101\nunit b French inf at=0301 state=routed", nil, ""},
		{"11.2-b none is ordered", "unit a French inf at=0101 state=disordered\nunit b French cav at=0301 state=routed", nil, "[11.2-b] demoralised by=French formation=french is=yes\n"},
		{"11.2-b guns do not count", "unit a French inf at=0101 state=disordered\nunit b French art at=0301", nil, "[11.2-b] demoralised by=French formation=french is=yes\n"},
		{"Q133 guns alone are never demoralised", "unit b French art at=0301 state=disordered", nil, ""},
		{"Q133 eliminated units count", "unit a French inf at=0101\nunit b French art at=0301", func(p *Position) {
			p.apply(engine.NewEvent("10.2-e", "eliminate", "French", "unit", "a"))
		}, "[11.2-b] demoralised by=French formation=french is=yes\n"},
		{"Q133 units still to come do not", "unit a French inf at=0101 state=disordered\nunit b French inf\narrival 3 form=french hex=0105", nil, "[11.2-b] demoralised by=French formation=french is=yes\n"},
		{"11.2 told once", "unit a French inf at=0101 state=disordered", func(p *Position) { p.Forms[p.form(0)] = Form{Demoralised: true, Broken: true} }, ""},
		{"11.2-h recovered", "unit a French inf at=0101", func(p *Position) { p.Forms[p.form(0)] = Form{Demoralised: true, Broken: true} }, "[11.2-h] demoralised by=French formation=french is=no\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.units+"\nunit x Allied inf at=1210")
			if tt.setup != nil {
				tt.setup(p)
			}
			r := newRun(p.rs, p, nil)
			r.demoralisation()
			if got := told(r); got != tt.want {
				t.Errorf("events: got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDemoralisedMarkers(t *testing.T) {
	p := position(t, "formation ney French am=3,5\nunit a French inf form=ney at=0101 state=disordered\nunit x Allied inf at=1210")
	r := newRun(p.rs, p, nil)
	r.demoralisation()
	var got []string
	for _, m := range r.p.available() {
		got = append(got, m.String())
	}
	if s := strings.Join(got, " "); s != "ney/1:3 allied/1:4 allied/2:3" {
		t.Errorf("11.2-f: markers in play %s, want ney without its 5", s)
	}
}

const places = `
turns 3
unit a French inf at=0505 sp=5/3
unit g French art at=0101 sp=4/2
unit x Allied inf at=0808 sp=6/4
unit y Allied inf at=0907 sp=3/2
goal 0505 "Telnitz" French=4 Allied=8 held=Allied
goal 0808 "Sokolnitz" French=2 Allied=3
victory per-sp=French:2,Allied:1 per-routed=1 per-demoralised=5 margin=3
auto French goals=0505,0808 lost=6 from=2
auto Allied lost=5
`

// kill eliminates units.
func kill(p *Position, ids ...string) {
	for _, id := range ids {
		u, _ := p.sc.Unit(id)
		p.apply(engine.NewEvent("10.2-e", "eliminate", p.sideName(p.side(u)), "unit", id))
	}
}

func TestPoints(t *testing.T) {
	p := position(t, places)
	if got := p.points(); got != [2]int{4, 3} {
		t.Errorf("at the start: got %v, want 4 for Telnitz and 3 for Sokolnitz", got)
	}
	kill(p, "y", "g")
	u := unit(t, p, "x")
	p.Units[u].State = setup.Routed
	p.Forms[p.form(u)].Demoralised = true
	var got []string
	for _, l := range p.pointsBy() {
		got = append(got, string(p.sideName(l.Side))+" "+l.What+" "+itoa(l.VP))
	}
	want := "French holds Telnitz 4; French 3 enemy SP eliminated 6; French 1 enemy unit routed 1; French 1 enemy formation demoralised 5"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("points: got %s, want %s", s, want)
	}
}

func TestHoldingAPlace(t *testing.T) {
	p := position(t, places)
	r := newRun(p.rs, p, nil)
	if r.victory() {
		t.Fatal("the game is over in turn 1")
	}
	wantTold(t, r,
		"[13.2-b] hold by=French hex=0505 name=Telnitz",
		"[13.2-b] hold by=Allied hex=0808 name=Sokolnitz")
	r.p.place(0, hex.H(506))
	r.p.place(unit(t, p, "x"), hex.H(809))
	if got := [2]int{r.p.holder(0), r.p.holder(1)}; got != [2]int{0, 1} {
		t.Errorf("places left empty: got holders %v, want those who held them", got)
	}
	r.p.Units[unit(t, p, "x")].State = setup.Routed
	r.p.place(unit(t, p, "x"), hex.H(505))
	if got := r.p.holder(0); got != 0 {
		t.Errorf("a routed unit took the place: got holder %d", got)
	}
	if back, err := p.rs.Decode(r.p.Encode()); err != nil || back.(*Position).holder(1) != 1 {
		t.Errorf("the holder does not survive encoding: %v", err)
	}
}

func TestVictory(t *testing.T) {
	tests := []struct {
		name  string
		setup func(p *Position)
		want  string // the last event; empty: the game goes on
	}{
		{"13.2 not before the last turn", func(p *Position) { p.Turn = 2 }, ""},
		{"13.2-a margin not reached", func(p *Position) { p.Turn = 3 }, `[13.2-a] over text="A draw: French 4, Allied 3."`},
		{"13.2-a margin reached", func(p *Position) { p.Turn = 3; kill(p, "y") }, `[13.2-a] over by=French text="French wins on victory points: French 10, Allied 3."`},
		{"13.1-a the enemy's losses", func(p *Position) { kill(p, "a") }, `[13.1-a] over by=Allied text="Allied has achieved an automatic victory."`},
		{"13.1 guns are no loss", func(p *Position) { kill(p, "g") }, ""},
		{"13.1 goals without losses", func(p *Position) { p.Turn = 2; p.Held[1] = 0; p.place(2, hex.H(1010)) }, ""},
		{"13.1 losses without goals", func(p *Position) { p.Turn = 2; kill(p, "x") }, ""},
		{"13.1 both, before its turn", func(p *Position) { p.Held[1] = 0; kill(p, "x") }, ""},
		{"13.1-b both, two turns early", func(p *Position) { p.Turn = 2; p.Held[1] = 0; kill(p, "x") }, `[13.1-a] over by=French text="French has achieved an automatic victory."`},
		{"13.1 both sides", func(p *Position) { p.Turn = 2; p.Held[0], p.Held[1] = 0, 0; kill(p, "x", "a") }, `[13.1-a] over text="A draw: both sides have achieved an automatic victory."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, places)
			tt.setup(p)
			r := newRun(p.rs, p, nil)
			over := r.victory()
			last := ""
			if n := len(r.out); n > 0 && r.out[n-1].Kind == "over" {
				last = r.out[n-1].String()
			}
			if last != tt.want || over != (tt.want != "") || over != r.p.Result.Over {
				t.Errorf("got over %v with %s, want %s", over, last, tt.want)
			}
		})
	}
}
