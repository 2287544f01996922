package templates

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"berthier/engine/hex"
)

var pictures = flag.String("pictures", "", "write maps to look at into this folder")

// plainChart is clear ground with levels from a few hills.
func plainChart(cols, rows int) hex.Chart {
	c := hex.Chart{Cols: cols, Rows: rows}
	for x := 1; x <= cols; x++ {
		for y := 1; y <= rows; y++ {
			h := hex.Hex{Col: int8(x), Row: int8(y)}
			level := 0
			for _, hill := range []hex.Hex{hex.H(504), hex.H(1606), hex.H(2920), hex.H(1230)} {
				level = max(level, 4-h.Distance(hill))
			}
			c.Cells = append(c.Cells, hex.Cell{Hex: h, Terrain: "clear", Level: level})
		}
	}
	return c
}

func cell(c *hex.Chart, number int) *hex.Cell {
	h := hex.H(number)
	return &c.Cells[(int(h.Col)-1)*c.Rows+int(h.Row)-1]
}

// slopes puts hachures wherever the level changes.
func slopes(c *hex.Chart) {
	for _, a := range c.Cells {
		for _, d := range hex.Dirs[:3] {
			n := a.Hex.Neighbor(d)
			if n.Col < 1 || n.Row < 1 || int(n.Col) > c.Cols || int(n.Row) > c.Rows {
				continue
			}
			b := cell(c, int(n.Col)*100+int(n.Row))
			if diff := a.Level - b.Level; diff != 0 && jitter(a.Hex, int(d)) > -.3 {
				kind := "slope"
				if jitter(a.Hex, 9+int(d)) > .5 {
					kind = "steep"
				}
				c.Sides = append(c.Sides, hex.Side{Edge: a.Hex.Edge(d), Kind: kind})
			}
		}
	}
}

func hexes(numbers ...int) []hex.Hex {
	var hs []hex.Hex
	for _, n := range numbers {
		hs = append(hs, hex.H(n))
	}
	return hs
}

// sampleChart has everything on it that a chart can have.
func sampleChart() hex.Chart {
	c := plainChart(18, 12)
	c.Title = "Austerlitz, turn 3 (9.00 a.m.) – Pratzen, Žuráň, Αγία & Łódź"
	for kind, where := range map[string][]int{
		"woods": {1202, 1203, 1302, 1303, 1304, 1402, 209, 210, 310, 110}, "village": {705, 1007}, "town": {910}, "castle": {1702},
		"orchard": {806, 906}, "vineyard": {1109, 1110}, "palm-grove": {1710}, "marsh": {1310, 1311, 1411, 1211}, "pond": {1510, 1511, 1611, 1610}, "lava": {1812},
	} {
		for _, n := range where {
			cell(&c, n).Terrain = kind
		}
	}
	for n, name := range map[int]string{705: "Pratzen", 1007: "Sokolnitz", 910: "Brünn", 1702: "Žuráň", 1510: "Satčaner See", 504: "Pratzeberg", 310: "Łęg"} {
		cell(&c, n).Name = name
	}
	cell(&c, 705).Mark, cell(&c, 910).Mark, cell(&c, 109).Mark, cell(&c, 1801).Mark = "objective 5", "objective 12", "entry A", "depot"
	slopes(&c)
	side := func(kind string, edges ...string) {
		for _, s := range edges {
			e, err := hex.ParseEdge(s)
			if err != nil {
				panic(err)
			}
			c.Sides = append(c.Sides, hex.Side{Edge: e, Kind: kind})
		}
	}
	side("stream", "0806/SW", "0806/S", "0806/SE", "0906/S", "1006/SW", "1006/S", "1006/SE", "1106/S", "1206/SW", "1206/S", "1206/SE", "1306/S", "1406/SW", "1306/SE", "1306/NE")
	side("river", "1001/NE", "1001/SE", "1002/NE", "1002/SE", "1003/NE", "1003/SE", "1004/NE", "1004/SE", "1005/NE", "1005/SE", "1006/NE", "1006/SE")
	side("bridge", "1002/NE", "1006/S")
	side("ford", "1005/NE")
	side("ridge", "1608/S", "1608/SE", "1709/S", "1709/SE")
	side("cliff", "0211/S", "0211/SE", "0311/S")
	side("redoubt", "1407/SW", "1407/S", "1407/NW")
	side("fortification", "0910/N", "0910/NE", "0910/SE", "0910/S")
	side("wall", "1601/S", "1601/SE")
	side("moat", "1811/S")
	c.Lines = []hex.Line{
		{Kind: "road", Hexes: hexes(101, 201, 302, 403, 504, 604, 705, 806, 907, 1007, 1107, 1207, 1308, 1408, 1509, 1609, 1709, 1809)},
		{Kind: "road", Hexes: hexes(705, 706, 707, 808, 909, 910, 911, 912)},
		{Kind: "trail", Hexes: hexes(705, 805, 904, 1003, 1002, 1103, 1203, 1302, 1401, 1501)},
	}
	c.Counters = sampleCounters()
	c.Arrows = []hex.Arrow{
		{Kind: "move", Side: 0, Path: hexes(402, 502, 603, 704)},
		{Kind: "shock", Side: 0, Path: hexes(704, 705)},
		{Kind: "retreat", Side: 1, Path: hexes(705, 706, 806)},
		{Kind: "rout", Side: 1, Path: hexes(1204, 1305, 1406, 1507)},
		{Kind: "fire", Side: 1, Path: hexes(1006, 903)},
		{Kind: "charge", Side: 0, Path: hexes(1104, 1204)},
	}
	return c
}

func sampleCounters() []hex.Counter {
	at := func(n int, id string, side int, arm, strength, stripe string, f hex.Facing) hex.Counter {
		return hex.Counter{Hex: hex.H(n), ID: id, Side: side, Arm: arm, Strength: strength, Rating: "4", Stripe: stripe, Facing: f, Faces: arm != "cmd"}
	}
	list := []hex.Counter{
		at(704, "1leg", 0, "inf", "6", "IV", hex.SSE), at(704, "36li", 0, "inf", "12", "IV", hex.SSE), at(704, "sthil", 0, "cmd", "", "IV", hex.NNE),
		at(603, "14li", 0, "inf", "7", "IV", hex.E), at(503, "art4", 0, "art", "8", "IV", hex.E), at(404, "10li", 0, "inf", "5", "III", hex.NNE),
		at(1104, "1cuir", 0, "cav", "9", "cav", hex.E), at(903, "5hus", 0, "cav", "4", "cav", hex.SSW),
		at(806, "2gren", 1, "inf", "6", "2col", hex.NNW), at(1006, "artA", 1, "art", "10", "2col", hex.NNW), at(1507, "8jg", 1, "inf", "?", "2col", hex.W),
		at(1204, "kien", 1, "cav", "5", "avg", hex.W), at(1007, "lang", 1, "inf", "8", "3col", hex.W), at(1408, "kut", 1, "cmd", "", "3col", hex.W),
		at(1508, "x1", 2, "inf", "3", "pr", hex.W), at(1608, "x2", 3, "art", "3", "pr2", hex.SSE),
	}
	list[0].State, list[3].State, list[3].Active, list[6].Heavy, list[6].Active = "disordered", "square", true, true, true
	list[8].State, list[10].State, list[10].Faces = "disordered", "routed", false
	return list
}

var mapOptions = MapOptions{Sides: []MapSide{{Name: "French"}, {Name: "Allied"}}}

func TestSVGGolden(t *testing.T) {
	golden(t, "map.svg", SVG(sampleChart(), mapOptions))
}

func TestPNG(t *testing.T) {
	b, err := PNG(sampleChart(), mapOptions)
	if err != nil {
		t.Fatal(err)
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, "map.png"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if w := img.Bounds().Dx(); w < 1000 || w > 1600 {
		t.Errorf("map is %d pixels wide, want at most 1600", w)
	}
	again, err := PNG(sampleChart(), mapOptions)
	if err != nil || !bytes.Equal(b, again) {
		t.Errorf("the same chart drawn twice differs (%v)", err)
	}
}

// bigChart is a whole battle: 40 by 40 hexes, 120 counters.
func bigChart() hex.Chart {
	c := plainChart(40, 40)
	kinds := []string{"woods", "village", "orchard", "marsh", "pond", "woods", "woods"}
	for i := range c.Cells {
		if j := jitter(c.Cells[i].Hex, 77); j > .6 {
			c.Cells[i].Terrain = kinds[int(j*1000)%len(kinds)]
		}
	}
	slopes(&c)
	for row := int8(1); row < 40; row++ {
		h := hex.Hex{Col: 20, Row: row}
		c.Sides = append(c.Sides, hex.Side{Edge: h.Edge(hex.NE), Kind: "stream"}, hex.Side{Edge: h.Edge(hex.SE), Kind: "stream"})
	}
	var road []hex.Hex
	for col := int8(1); col <= 40; col++ {
		road = append(road, hex.Hex{Col: col, Row: 20})
	}
	c.Lines = []hex.Line{{Kind: "road", Hexes: road}}
	for i := range 120 {
		h := hex.Hex{Col: int8(5 + i%30), Row: int8(8 + i/30*6 + i%3)}
		c.Counters = append(c.Counters, hex.Counter{
			Hex: h, ID: fmt.Sprintf("u%d", i), Side: i % 2, Arm: []string{"inf", "cav", "art"}[i%3], Strength: fmt.Sprint(i % 12),
			Stripe: fmt.Sprintf("f%d", i%9), Facing: hex.Facings[i%6], Faces: true,
		})
		if i%10 == 0 {
			c.Arrows = append(c.Arrows, hex.Arrow{Kind: "move", Side: i % 2, Path: []hex.Hex{h, h.Neighbor(hex.N), h.Neighbor(hex.N).Neighbor(hex.NE)}})
		}
	}
	return c
}

func TestBigMapSize(t *testing.T) {
	b, err := PNG(bigChart(), mapOptions)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > 1<<20 {
		t.Errorf("PNG of a whole battle has %d bytes, want at most 1 MiB", len(b))
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, "big.png"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Whatever a chart holds, drawing it fails in no other way than by an error,
// and the SVG is well-formed and names no other document.
func TestOddCharts(t *testing.T) {
	odd := plainChart(2, 2)
	odd.Title, odd.Cells[0].Name, odd.Cells[1].Mark = `<script>"&'`, "\x00\u202e]]>", "objective "+string(make([]byte, 50))
	odd.Cells[2].Level, odd.Cells[3].Level = -4, 99
	odd.Sides = []hex.Side{{Kind: "stream"}, {Edge: hex.Edge{A: hex.H(101), B: hex.H(9999)}, Kind: "ridge"}}
	odd.Lines = []hex.Line{{Kind: "road"}, {Kind: "trail", Hexes: hexes(101)}, {Kind: "road", Hexes: hexes(101, 9999)}}
	odd.Counters = []hex.Counter{{Hex: hex.H(5050), Side: -3, Arm: "ufo", State: "lost"}, {Hex: hex.H(101), Side: 99, ID: "a-very-long-name", Strength: "1000000", Rating: "xxxxx"}}
	odd.Arrows = []hex.Arrow{{Kind: "move"}, {Kind: "jump", Side: 7, Path: hexes(101, 101)}, {Kind: "fire", Path: hexes(101, 101, 9999)}, {Kind: "move", Path: hexes(101, 0)}}
	one := plainChart(1, 1)
	charts := map[string]hex.Chart{"empty": {}, "no cells": {Cols: 3, Rows: 3}, "one": one, "odd": odd, "sample": sampleChart()}
	for name, c := range charts {
		for _, w := range []int{0, 1, 300} {
			o := MapOptions{Width: w}
			if _, err := PNG(c, o); err != nil {
				t.Errorf("PNG of %s chart, width %d: %v", name, w, err)
			}
			dec := xml.NewDecoder(bytes.NewReader(SVG(c, o)))
			for {
				tok, err := dec.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Errorf("SVG of %s chart, width %d: %v", name, w, err)
					break
				}
				if e, ok := tok.(xml.StartElement); ok {
					checkElement(t, e)
				}
			}
		}
	}
}

func checkElement(t *testing.T, e xml.StartElement) {
	t.Helper()
	switch e.Name.Local {
	case "svg", "style", "rect", "path", "text":
	default:
		t.Errorf("SVG holds a %s element", e.Name.Local)
	}
	for _, a := range e.Attr {
		if a.Name.Local == "href" || a.Value == "" || bytes.Contains([]byte(a.Value), []byte("NaN")) || bytes.Contains([]byte(a.Value), []byte("Inf")) {
			t.Errorf("SVG %s has %s=%q", e.Name.Local, a.Name.Local, a.Value)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	c := bigChart()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PNG(c, mapOptions); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	c := bigChart()
	for b.Loop() {
		SVG(c, mapOptions)
	}
}
