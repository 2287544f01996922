package jdg

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine/hex"
)

func TestEnterCost(t *testing.T) {
	base := "unit i French inf at=0505\nunit c French cav at=0507\nunit g French art at=0509\n"
	for _, c := range []struct {
		name     string
		ground   string
		unit     string
		from, to int
		road     bool
		want     int // -1: cannot
	}{
		{"clear", "", "i", 505, 504, true, 1},
		{"not adjacent", "", "i", 505, 503, true, -1},
		{"off the map", "", "i", 101, 100, true, -1},
		{"hex and hexside", "hex 0504 woods\nstream 0505/N\n", "i", 505, 504, true, 3},
		{"road spares the hexside", "hex 0504 woods\nridge 0505/N\nroad 0505 0504\n", "i", 505, 504, true, 1},
		{"road not allowed", "hex 0504 woods\nridge 0505/N\nroad 0505 0504\n", "i", 505, 504, false, 3},
		{"bridge stands for the stream", "stream 0505/N\nbridge 0505/N\n", "g", 505, 504, false, 1},
		{"marsh and artillery", "hex 0504 marsh\n", "g", 505, 504, true, -1},
		{"marsh and artillery by trail", "hex 0504 marsh\ntrail 0505 0504\n", "g", 505, 504, true, 2},
		{"the same next to an enemy", "hex 0504 marsh\ntrail 0505 0504\n", "g", 505, 504, false, 2},
		{"Z", "steep 0505/N\n", "c", 505, 504, true, -1},
		{"Z by road", "steep 0505/N\nroad 0505 0504\n", "c", 505, 504, true, 3},
		{"Z by road at the normal rate", "steep 0505/N\nroad 0505 0504\nhex 0504 woods\n", "c", 505, 504, false, 5},
		{"gate in a redoubt", "redoubt 0504/0505\nroad 0505 0504\n", "c", 505, 504, true, 1},
		{"river", "river 0505/N\n", "i", 505, 504, true, -1},
		{"ford", "river 0505/N\nford 0505/N\n", "g", 505, 504, true, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, base+c.ground)
			u := unit(t, p, c.unit)
			from, to := hex.H(c.from), hex.H(c.to)
			mp, ok := p.enterCost(u, from, to, c.road)
			if ok != (c.want >= 0) || ok && mp != c.want {
				t.Errorf("got %d %v, want %d", mp, ok, c.want)
			}
			if p.crossable(u, from, to) != ok {
				t.Errorf("crossable: got %v", !ok)
			}
		})
	}
}

// TestSearchIsCheapest compares the search with all paths of a small map.
func TestSearchIsCheapest(t *testing.T) {
	r := activated(t, `size 7x6
unit a French cav at=0203 ma=6/5
unit b French inf at=0303
unit x Allied inf at=0603 face=W
hex 0302,0404,0504 woods
stream 0203/0303 0304/0404
road 0203 0202 0302 0402 0502
`, "french", ReceivedOrders)
	w := r.p.newWalk([]int{unit(t, r.p, "a")}, normalGait, 6)
	found := w.search(hex.None)
	best := map[hex.Hex]int{}
	var try func(path []hex.Hex)
	try = func(path []hex.Hex) {
		costs, rule, _ := w.follow(path)
		if rule != "" {
			return
		}
		total, end := 0, path[len(path)-1]
		for _, c := range costs {
			total += c
		}
		if b, ok := best[end]; !ok || total < b {
			best[end] = total
		}
		for _, n := range end.Neighbors() {
			try(append(path[:len(path):len(path)], n))
		}
	}
	try([]hex.Hex{hex.H(203)})
	for _, h := range r.p.sc.Map.Hexes() {
		got, ok := found.reached(h)
		if want, can := best[h]; ok != can || ok && got != want {
			t.Errorf("%v: got %d %v, want %d %v", h, got, ok, want, can)
		}
		if aimed, can := w.search(h).reached(h); ok != can || aimed != got {
			t.Errorf("%v alone: got %d %v, want %d %v", h, aimed, can, got, ok)
		}
		if !ok {
			continue
		}
		costs, rule, why := w.follow(found.way(h))
		total := 0
		for _, c := range costs {
			total += c
		}
		if rule != "" || total != got {
			t.Errorf("way to %v: %d MP, rule %q %s; the search says %d", h, total, rule, why, got)
		}
	}
}

// TestSpan: a search looks at no more columns and rows than a way can pass.
func TestSpan(t *testing.T) {
	for _, c := range []struct{ from, to, n, most, first, many int }{
		{10, 10, 6, 40, 7, 7},
		{10, 13, 6, 40, 9, 6},
		{13, 10, 7, 40, 8, 8},
		{10, 30, 6, 40, 10, 7},
		{30, 10, 6, 40, 24, 7},
		{2, 3, 9, 40, 1, 7},
		{38, 39, 9, 40, 34, 7},
	} {
		if first, many := span(c.from, c.to, c.n, c.most); first != c.first || many != c.many {
			t.Errorf("%d to %d in %d steps, of %d: got %d from %d, want %d from %d", c.from, c.to, c.n, c.most, many,
				first, c.many, c.first)
		}
	}
}

// battlefield is a map of 40 by 40 hexes with 120 units in two lines.
func battlefield() string {
	var b strings.Builder
	b.WriteString("size 40x40\nroad 1005 1006 1007 1008 1009 1010 1011 1012\n")
	for i := range 40 {
		fmt.Fprintf(&b, "hex %02d%02d woods\nstream %02d20/S\n", i+1, (i*7)%38+1, i+1)
	}
	for i := range 60 {
		arm := []string{"inf", "inf", "cav"}[i%3]
		fmt.Fprintf(&b, "unit a%d French %s at=%02d%02d\n", i, arm, 10+i%6, 1+i%10*4)
		fmt.Fprintf(&b, "unit x%d Allied %s at=%02d%02d\n", i, arm, 20+i%6, 1+i%10*4)
	}
	return b.String()
}

func BenchmarkReachable(b *testing.B) {
	r := activated(b, battlefield(), "french", ReceivedOrders)
	u := []int{unit(b, r.p, "a2")}
	for b.Loop() {
		w := r.p.newWalk(u, normalGait, 9)
		w.search(hex.None)
	}
}

func BenchmarkMoveOrder(b *testing.B) {
	r := activated(b, battlefield(), "french", ReceivedOrders)
	u := unit(b, r.p, "a2")
	start := r.p.unit(u).Hex
	goal := hex.Hex{Col: start.Col + 4, Row: start.Row + 1}
	for b.Loop() {
		if f := give(b, r, "move a2 to "+goal.String()+" face W"); f != nil {
			b.Fatal(f)
		}
		r.p.place(u, start)
		*r.act.parts.edit(u), r.out, r.count = part{}, r.out[:0], 0
	}
}
