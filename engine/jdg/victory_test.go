package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

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
	p.edit(u).State = setup.Routed
	p.editForm(p.form(u)).Demoralised = true
	var got []string
	for l := range p.pointsBy {
		got = append(got, string(p.sideName(l.Side))+" "+itoa(l.N)+" "+l.What+" "+itoa(l.VP))
	}
	want := "French 0 Telnitz 4; French 3 sp 6; French 1 routed 1; French 1 demoralised 5"
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
	r.p.edit(unit(t, p, "x")).State = setup.Routed
	r.p.place(unit(t, p, "x"), hex.H(505))
	if got := r.p.holder(0); got != 0 {
		t.Errorf("a routed unit took the place: got holder %d", got)
	}
	if back, err := p.rs.Decode(r.p.Encode()); err != nil || back.(*Position).holder(1) != 1 {
		t.Errorf("the holder does not survive encoding: %v", err)
	}
}
