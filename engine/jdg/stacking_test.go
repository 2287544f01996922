package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/hex"
)

func TestMayStack(t *testing.T) {
	// n, m, o, p and q are to join those in 0505, which the case lists.
	base := `formation one French
formation two French
unit g1 French art form=one at=0101
unit g2 French art form=two at=0201
unit g3 French art form=two at=0301
unit i1 French inf form=one at=0401 sp=2
unit i2 French inf form=one at=0501 sp=2
unit i3 French inf form=one at=0601 sp=2
unit i4 French inf form=one at=0701 sp=1
unit big French inf form=one at=0801 sp=3
unit other French inf form=two at=0901 sp=1
unit c1 French cav form=one at=1001 sp=2
unit c2 French cav form=one at=1101 sp=2
unit c3 French cav form=one at=1201 sp=2
unit r1 French inf form=one at=0110 state=routed
unit r2 French inf form=two at=0210 state=routed
unit x Allied inf at=1210
`
	for _, c := range []struct{ there, come, rule string }{
		{"", "i1", ""},
		{"i1", "i2", ""},
		{"i1", "other", "5.1.1-b"},
		{"i1,i2", "i3", ""},
		{"i1,i2", "big", "5.1.1-g"},
		{"i1,i2,i3", "i4", "5.1.1-g"},
		{"i1", "i2,i3", ""},
		{"c1,c2", "c3", ""},
		{"i1", "c1", "5.1.1-k"},
		{"i1,i2", "g2", ""},
		{"i1,i2,i3", "g2", ""},
		{"i1,other", "g2", "5.1.1-b"},
		{"c1", "g2", ""},
		{"c1,c2", "g2", "5.1.1-d"},
		{"g1", "g2", ""},
		{"g1,g2", "g3", "5.1.1-b"},
		{"g1,g2", "i1", "5.1.1-c"},
		{"g1", "i1,i2", ""},
		{"r1", "i1", "5.1.1-i"},
		{"r1", "r2", ""},
		{"x", "i1", "5.1.2-a"},
	} {
		t.Run(c.there+"+"+c.come, func(t *testing.T) {
			p := position(t, base)
			for _, u := range p.unitsOf(c.there) {
				p.place(u, hex.H(505))
			}
			us := p.unitsOf(c.come)
			ok, rule, why := p.mayStack(us, hex.H(505))
			if rule != c.rule || ok != (c.rule == "") || ok != (why == "") {
				t.Errorf("got %v %q %s, want rule %q", ok, rule, why, c.rule)
			}
			if len(us) == 1 && p.mayEnd(us[0], hex.H(505)) != ok {
				t.Error("mayEnd differs")
			}
		})
	}
	p := position(t, "unit a French inf at=0505\nunit b French inf at=0504\n")
	p.edit(0).Square = true
	if _, rule, _ := p.mayStack([]int{1}, hex.H(505)); rule != "5.1.1-j" {
		t.Errorf("square: got rule %q, want 5.1.1-j", rule)
	}
}

// TestMovementOptions carries out every order that the option lists offer.
func TestMovementOptions(t *testing.T) {
	scenario := `size 30x12
formation french French
unit g French art form=french at=0205
unit a French inf form=french at=0205
unit b French inf form=french at=0205
unit c French cav form=french at=0808
unit d French inf form=french at=1005
unit r French inf form=french at=0305 state=routed
unit e1 French inf form=french
unit e2 French inf form=french
unit x Allied inf at=1105 face=W
unit y Allied cav at=1209
hex 0206,0207 woods
road 0105 0205 0305 0405 0505
arrival 1 form=french hex=0101
`
	for _, orders := range []OrderStatus{ro, no} {
		var lines []string
		kinds := map[string]int{}
		for _, v := range allVerbs() {
			switch v.Word {
			case "move", "march", "face", "square", "unsquare", "stack", "enter":
				r := activated(t, scenario, "french", orders)
				r.dry = true
				square(r)
				v.eachOption(r, func(words ...string) {
					lines = append(lines, strings.Join(words, " "))
					kinds[words[0]]++
				})
			}
		}
		for _, l := range lines {
			r := activated(t, scenario, "french", orders)
			square(r)
			if f := give(t, r, l); f != nil {
				t.Errorf("offered, but refused: %v", f)
			}
		}
		for _, w := range []string{"move", "march", "face", "square", "unsquare", "stack", "enter"} {
			if kinds[w] == 0 && (w != "march" || orders == ro) {
				t.Errorf("no option for %s with orders %v", w, orders)
			}
		}
		t.Logf("orders %v: %v", orders, kinds)
	}
}

// square puts d into square.
func square(r *run) {
	u, _ := r.p.sc.Unit("d")
	r.p.edit(u).Square = true
}

// TestMaybeBeside: units next to a hex are never overlooked, and seldom suspected where there are none.
func TestMaybeBeside(t *testing.T) {
	for seed := range uint64(3) {
		g := playRandom(t, "austerlitz", seed, 80)
		p, alone, suspected := g.start, 0, 0
		for _, s := range g.steps {
			p = g.rs.Apply(p, s.Events)
			p := p.(*Position)
			for _, h := range p.sc.Map.Hexes() {
				ns := h.Neighbors()
				is, maybe := slices.ContainsFunc(ns[:], p.isTaken), p.maybeBeside(h)
				if is && !maybe {
					t.Fatalf("seed %d, step %d: units next to %s are overlooked", seed, s.Number, h)
				}
				if !is {
					alone++
				}
				if !is && maybe {
					suspected++
				}
			}
		}
		if suspected*10 > alone {
			t.Errorf("seed %d: units are suspected next to %d of %d hexes without any", seed, suspected, alone)
		}
	}
}

// TestCells: a range of cells is looked at as cell by cell, across the words that hold them and over both ends.
func TestCells(t *testing.T) {
	const cells = pageLen * 64
	for _, in := range []int{0, 1, 62, 63, 64, 65, 127, 128, 500, cells - 65, cells - 64, cells - 2, cells - 1} {
		p := &Position{taken: newPages[uint64](pageLen)}
		*p.taken.edit(in / 64) = 1 << (in % 64)
		for cell := -5; cell < cells+70; cell++ {
			for n := range 65 {
				if want, got := cell <= in && in < cell+n, p.anyTaken(cell, n); got != want {
					t.Fatalf("cell %d is one of %d from %d: got %v", in, n, cell, got)
				}
			}
		}
	}
}
