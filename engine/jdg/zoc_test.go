package jdg

import (
	"testing"

	"berthier/engine/hex"
)

func TestFronts(t *testing.T) {
	p := position(t, `unit a French inf at=0505 face=E
unit v French inf at=0305 face=E
unit r French inf at=0205 state=routed
unit e French inf at=0101 face=NNW
hex 0205,0305 village
`)
	a, v, r, e := unit(t, p, "a"), unit(t, p, "v"), unit(t, p, "r"), unit(t, p, "e")
	for _, c := range []struct {
		u    int
		want string
	}{{a, "0604,0605"}, {v, "0304,0404,0405,0306,0205,0204"}, {e, ""}} {
		if got := pathString(p.front(c.u)); got != c.want {
			t.Errorf("front of %s: got %s, want %s", p.spec(c.u).ID, got, c.want)
		}
	}
	if p.front(r) != nil || p.sixFronts(r) || p.rearOf(r, hex.H(204)) {
		t.Error("a routed unit has neither front nor rear, in a village either")
	}
	if !p.rearOf(a, hex.H(504)) || p.rearOf(a, hex.H(604)) || p.rearOf(a, hex.H(704)) {
		t.Error("rear of a")
	}
	p.edit(a).Square = true
	if !p.sixFronts(a) || p.rearOf(a, hex.H(504)) {
		t.Error("a square has six front hexes and no rear")
	}
}

func TestZOC(t *testing.T) {
	for _, c := range []struct {
		name     string
		scenario string // unit u stands in 0505
		into     int
		want     bool
	}{
		{"all six sides", "unit u French inf at=0505 face=E", 404, true},
		{"not two hexes away", "unit u French inf at=0505", 503, false},
		{"artillery", "unit u French art at=0505", 504, false},
		{"routed", "unit u French inf at=0505 state=routed", 504, false},
		{"disordered", "unit u French inf at=0505 state=disordered", 504, true},
		{"river", "unit u French inf at=0505\nriver 0505/N", 504, false},
		{"bridge over a river", "unit u French inf at=0505\nriver 0505/N\nbridge 0505/N", 504, false},
		{"ford through a river", "unit u French inf at=0505\nriver 0505/N\nford 0505/N", 504, false},
		{"bridge over a stream", "unit u French inf at=0505\nstream 0505/N\nbridge 0505/N", 504, true},
		{"cliff", "unit u French inf at=0505\ncliff 0505/N", 504, false},
		{"cavalry and a steep slope", "unit u French cav at=0505\nsteep 0505/N", 504, false},
		{"infantry and a steep slope", "unit u French inf at=0505\nsteep 0505/N", 504, true},
		{"cavalry, steep slope and road", "unit u French cav at=0505\nsteep 0505/N\nroad 0505 0504", 504, true},
		{"into a redoubt", "unit u French inf at=0505\nredoubt 0504/0505\nroad 0505 0504", 504, false},
		{"out of a redoubt", "unit u French inf at=0505\nredoubt 0505/0504", 504, true},
		{"into a fortification", "unit u French inf at=0505\nfortification 0504/0505", 504, false},
		{"into a castle", "unit u French inf at=0505\nhex 0504 castle\nroad 0505 0504", 504, false},
		{"out of a castle", "unit u French inf at=0505\nhex 0505 castle", 504, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.scenario+"\n")
			u := unit(t, p, "u")
			if got := p.exerts(u, hex.H(c.into)); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
			if got := p.inZOC(hex.H(c.into), 0); got != c.want {
				t.Errorf("inZOC: got %v, want %v", got, c.want)
			}
		})
	}
	p := position(t, "unit u French inf at=0505\n")
	p.edit(0).Square = true
	if p.exerts(0, hex.H(504)) {
		t.Error("a square exerts no ZOC")
	}
}

func TestZOCUnits(t *testing.T) {
	p := position(t, `unit a French inf at=0504 face=SSE
unit b French inf at=0504 face=SSE
unit c French inf at=0605 face=E
unit g French art at=0506
unit x Allied inf at=0505
`)
	h := hex.H(505)
	if got := p.unitIDs(p.zocUnits(h, 0)); got != "a,b,c" {
		t.Errorf("zocUnits: got %s, want a,b,c", got)
	}
	if !p.inFrontZOC(h, 0) || p.inFrontZOC(h, 1) {
		t.Error("inFrontZOC: the hex lies in front of a and b, and of no Allied unit")
	}
	if p.zocUnits(h, 1) != nil {
		t.Error("x exerts no ZOC on its own hex")
	}
	if !p.inEnemyZOC(unit(t, p, "x")) || !p.inEnemyZOC(unit(t, p, "a")) {
		t.Error("x, a and b stand in enemy ZOC")
	}
	p.place(unit(t, p, "a"), hex.None)
	p.place(unit(t, p, "b"), hex.None)
	if !p.inZOC(h, 0) || p.inFrontZOC(h, 0) {
		t.Error("inFrontZOC: c, whose ZOC it is now, turns its flank to it")
	}
}
