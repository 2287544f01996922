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

	"berthier/engine/board"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

var pictures = flag.String("pictures", "", "write maps to look at into this folder")

// plainSheet is clear ground with levels from a few hills.
func plainSheet(cols, rows int) sheet {
	c := sheet{Cols: cols, Rows: rows}
	for x := 1; x <= cols; x++ {
		for y := 1; y <= rows; y++ {
			h := hex.Hex{Col: int8(x), Row: int8(y)}
			level := 0
			for _, hill := range []hex.Hex{hex.H(504), hex.H(1606), hex.H(2920), hex.H(1230)} {
				level = max(level, 4-h.Distance(hill))
			}
			c.Cells = append(c.Cells, hexCell{Hex: h, Terrain: "clear", Level: level})
		}
	}
	return c
}

func cell(c *sheet, number int) *hexCell {
	h := hex.H(number)
	return &c.Cells[(int(h.Col)-1)*c.Rows+int(h.Row)-1]
}

// slopes puts hachures wherever the level changes.
func slopes(c *sheet) {
	for _, a := range c.Cells {
		for _, d := range hex.Dirs[:3] {
			n := a.Hex.Neighbor(d)
			if n.Col < 1 || n.Row < 1 || int(n.Col) > c.Cols || int(n.Row) > c.Rows {
				continue
			}
			b := cell(c, int(n.Col)*100+int(n.Row))
			if diff := a.Level - b.Level; diff != 0 && jitter(center(a.Hex), int(d)) > -.3 {
				kind := "slope"
				if jitter(center(a.Hex), 9+int(d)) > .5 {
					kind = "steep"
				}
				c.Sides = append(c.Sides, hexSide{Edge: a.Hex.Edge(d), Kind: kind})
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

// sampleSheet has everything on it that a sheet of hexes can have.
func sampleSheet() sheet {
	c := plainSheet(18, 12)
	c.Title = "Austerlitz, turn 3 (9.00 a.m.) – Pratzen, Žuráň, Αγία & Łódź"
	for kind, where := range map[string][]int{
		"woods": {1202, 1203, 1302, 1303, 1304, 1402, 209, 210, 310, 110}, "village": {705,
			1007}, "town": {910}, "castle": {1702},
		"orchard": {806, 906}, "vineyard": {1109, 1110}, "palm-grove": {1710}, "marsh": {1310, 1311, 1411,
			1211}, "pond": {1510, 1511, 1611, 1610}, "lava": {1812},
	} {
		for _, n := range where {
			cell(&c, n).Terrain = kind
		}
	}
	for n, name := range map[int]string{705: "Pratzen", 1007: "Sokolnitz", 910: "Brünn", 1702: "Žuráň",
		1510: "Satčaner See", 504: "Pratzeberg", 310: "Łęg"} {
		cell(&c, n).Name = name
	}
	cell(&c, 705).Mark, cell(&c, 910).Mark, cell(&c, 109).Mark, cell(&c,
		1801).Mark = "objective 5", "objective 12", "entry A", "depot"
	slopes(&c)
	side := func(kind string, edges ...string) {
		for _, s := range edges {
			e, err := hex.ParseEdge(s)
			if err != nil {
				panic(err)
			}
			c.Sides = append(c.Sides, hexSide{Edge: e, Kind: kind})
		}
	}
	side("stream", "0806/SW", "0806/S", "0806/SE", "0906/S", "1006/SW", "1006/S", "1006/SE", "1106/S", "1206/SW",
		"1206/S", "1206/SE", "1306/S", "1406/SW", "1306/SE", "1306/NE")
	side("river", "1001/NE", "1001/SE", "1002/NE", "1002/SE", "1003/NE", "1003/SE", "1004/NE", "1004/SE", "1005/NE",
		"1005/SE", "1006/NE", "1006/SE")
	side("bridge", "1002/NE", "1006/S")
	side("ford", "1005/NE")
	side("ridge", "1608/S", "1608/SE", "1709/S", "1709/SE")
	side("cliff", "0211/S", "0211/SE", "0311/S")
	side("redoubt", "1407/SW", "1407/S", "1407/NW")
	side("fortification", "0910/N", "0910/NE", "0910/SE", "0910/S")
	side("wall", "1601/S", "1601/SE")
	side("moat", "1811/S")
	c.Lines = []hexLine{
		{Kind: "road", Hexes: hexes(101, 201, 302, 403, 504, 604, 705, 806, 907, 1007, 1107, 1207, 1308, 1408, 1509,
			1609,
			1709, 1809)},
		{Kind: "road", Hexes: hexes(705, 706, 707, 808, 909, 910, 911, 912)},
		{Kind: "trail", Hexes: hexes(705, 805, 904, 1003, 1002, 1103, 1203, 1302, 1401, 1501)},
	}
	c.Counters = sampleCounters()
	c.Arrows = []hexArrow{
		{Kind: "move", Side: 0, Path: hexes(402, 502, 603, 704)},
		{Kind: "shock", Side: 0, Path: hexes(704, 705)},
		{Kind: "retreat", Side: 1, Path: hexes(705, 706, 806)},
		{Kind: "rout", Side: 1, Path: hexes(1204, 1305, 1406, 1507)},
		{Kind: "fire", Side: 1, Path: hexes(1006, 903)},
		{Kind: "charge", Side: 0, Path: hexes(1104, 1204)},
	}
	return c
}

func sampleCounters() []counter {
	at := func(n int, id string, side int, symbol, strength, band string, f hex.Facing) counter {
		return counter{board.Piece{ID: id, Side: side, Symbol: symbol, Label: strength,
			Note: tongue.Name("4"), Band: band,
			Facing: 30 + 60*int(f), Faces: symbol != "commander"}, hex.H(n)}
	}
	list := []counter{
		at(704, "1leg", 0, "infantry", "6", "IV", hex.SSE), at(704, "36li", 0, "infantry", "12", "IV", hex.SSE), at(704,
			"sthil", 0, "commander", "", "IV", hex.NNE),
		at(603, "14li", 0, "infantry", "7", "IV", hex.E), at(503, "art4", 0, "artillery", "8", "IV", hex.E), at(404,
			"10li", 0, "infantry", "5", "III", hex.NNE),
		at(1104, "1cuir", 0, "cavalry", "9", "cav", hex.E), at(903, "5hus", 0, "cavalry", "4", "cav", hex.SSW),
		at(806, "2gren", 1, "infantry", "6", "2col", hex.NNW), at(1006, "artA", 1, "artillery", "10", "2col",
			hex.NNW), at(1507, "8jg", 1, "infantry", "?", "2col", hex.W),
		at(1204, "kien", 1, "cavalry", "5", "avg", hex.W), at(1007, "lang", 1, "infantry", "8", "3col", hex.W), at(1408,
			"kut", 1, "commander", "", "3col", hex.W),
		at(1508, "x1", 2, "infantry", "3", "pr", hex.W), at(1608, "x2", 3, "artillery", "3", "pr2", hex.SSE),
	}
	list[0].State, list[3].State, list[3].Active = "disordered", "square", true
	list[6].Symbol, list[6].Active = "heavy-cavalry", true
	list[8].State, list[10].State, list[10].Faces = "disordered", "routed", false
	return list
}

func TestSVGGolden(t *testing.T) {
	golden(t, "map.svg", SVG(sampleSheet().board(), MapOptions{}))
}

func TestPNG(t *testing.T) {
	b, err := PNG(sampleSheet().board(), MapOptions{})
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
	again, err := PNG(sampleSheet().board(), MapOptions{})
	if err != nil || !bytes.Equal(b, again) {
		t.Errorf("the same board drawn twice differs (%v)", err)
	}
}

// bigSheet is a whole battle: 40 by 40 hexes, 120 counters.
func bigSheet() sheet {
	c := plainSheet(40, 40)
	kinds := []string{"woods", "village", "orchard", "marsh", "pond", "woods", "woods"}
	for i := range c.Cells {
		if j := jitter(center(c.Cells[i].Hex), 77); j > .6 {
			c.Cells[i].Terrain = kinds[int(j*1000)%len(kinds)]
		}
	}
	slopes(&c)
	for row := int8(1); row < 40; row++ {
		h := hex.Hex{Col: 20, Row: row}
		c.Sides = append(c.Sides, hexSide{Edge: h.Edge(hex.NE), Kind: "stream"},
			hexSide{Edge: h.Edge(hex.SE), Kind: "stream"})
	}
	var road []hex.Hex
	for col := int8(1); col <= 40; col++ {
		road = append(road, hex.Hex{Col: col, Row: 20})
	}
	c.Lines = []hexLine{{Kind: "road", Hexes: road}}
	for i := range 120 {
		h := hex.Hex{Col: int8(5 + i%30), Row: int8(8 + i/30*6 + i%3)}
		c.Counters = append(c.Counters, counter{board.Piece{
			ID: fmt.Sprintf("u%d", i), Side: i % 2, Symbol: []string{"infantry", "cavalry",
				"artillery"}[i%3], Label: fmt.Sprint(i % 12),
			Band: fmt.Sprintf("f%d", i%9), Facing: 30 + 60*(i%6), Faces: true,
		}, h})
		if i%10 == 0 {
			c.Arrows = append(c.Arrows, hexArrow{Kind: "move", Side: i % 2,
				Path: []hex.Hex{h, h.Neighbor(hex.N), h.Neighbor(hex.N).Neighbor(hex.NE)}})
		}
	}
	return c
}

func TestBigMapSize(t *testing.T) {
	b, err := PNG(bigSheet().board(), MapOptions{})
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

// Whatever a board holds, drawing it fails in no other way than by an error,
// and the SVG is well-formed and names no other document.
func TestOddBoards(t *testing.T) {
	odd := plainSheet(2, 2).board()
	odd.Title, odd.Regions[0].Name = tongue.Name(`<script>"&'`), tongue.Name("\x00\u202e]]>")
	odd.Regions[1].Marks = []board.Mark{{Kind: "star", Side: -7, Worth: make([]int, 50)}, {Kind: "moon"},
		{Kind: "flag", Side: 77}}
	odd.Regions[2].Level, odd.Regions[3].Level, odd.Regions[3].Terrain = -4, 99, "\"lava"
	odd.Regions = append(odd.Regions, board.Region{}, board.Region{ID: "line", Outline: []board.Point{{X: 1, Y: 1}},
		Terrain: "woods"})
	far := board.Point{X: 1 << 40, Y: -1 << 40}
	odd.Edges = []board.Edge{{Kind: "stream"}, {Kind: "ridge", Line: []board.Point{far, {X: 3, Y: 3}}, A: "nowhere"},
		{Kind: "bridge", Line: []board.Point{far}}, {Kind: "coast"}}
	odd.Paths = []board.Path{{Kind: "road"}, {Kind: "trail", Line: []board.Point{{X: 3, Y: 2}}},
		{Kind: "canal", Line: []board.Point{{X: 3, Y: 2}, far}}}
	odd.Pieces = []board.Piece{{At: far, Side: -3, Symbol: "ufo", State: "lost"},
		{At: board.Point{X: 3, Y: 2}, Side: 99, ID: "a-very-long-name", Label: "1000000", Note: tongue.Name("xxxxx")},
		{At: board.Point{X: 3, Y: 4}, Symbol: "heavy-light-moon", Count: 99, State: "in doubt", Facing: -700,
			Faces: true}}
	odd.Arrows = []board.Arrow{{Kind: "move"}, {Kind: "jump", Side: 7,
		Line: []board.Point{{X: 3, Y: 2}, {X: 3, Y: 2}}}, {Kind: "fire", Line: []board.Point{{X: 3, Y: 2}, {X: 3, Y: 2},
		far}}}
	odd.Signs = []board.Sign{{}, {Kind: "miracle", At: board.Point{X: 3, Y: 2}, Side: 77}, {Kind: "fight", At: far}}
	odd.Tracks = []board.Track{{}, {Name: tongue.Name("]]>"), Spaces: make([]string, 300),
		Markers: []board.Marker{{At: -1}, {At: 999}, {At: 2, Side: 9, Label: "long label"}}}}
	odd.Piles = []board.Pile{{}, {Name: tongue.Name("<deck>"), Side: -9, Count: 1 << 40,
		Pieces: make([]board.Piece, 70)},
		{Count: -5}}
	flat := board.Board{Max: board.Point{X: 5}, Cell: -3, Stretch: -1}
	one := plainSheet(1, 1).board()
	boards := map[string]board.Board{"empty": {}, "no cells": sheet{Cols: 3, Rows: 3}.board(), "one": one, "odd": odd,
		"flat": flat, "sample": sampleSheet().board()}
	for name, c := range boards {
		for what, draw := range map[string]func(board.Board, tongue.Language) ([]byte, error){"near": Detail,
			"far": Overview} {
			if _, err := draw(c, tongue.En); err != nil {
				t.Errorf("%s board, from %s: %v", name, what, err)
			}
		}
		for _, w := range []int{0, 1, 300} {
			o := MapOptions{Width: w}
			if _, err := PNG(c, o); err != nil {
				t.Errorf("PNG of %s board, width %d: %v", name, w, err)
			}
			dec := xml.NewDecoder(bytes.NewReader(SVG(c, o)))
			for {
				tok, err := dec.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Errorf("SVG of %s board, width %d: %v", name, w, err)
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
	case "svg", "style", "rect", "path", "text", "title":
	default:
		t.Errorf("SVG holds a %s element", e.Name.Local)
	}
	for _, a := range e.Attr {
		if a.Name.Local == "href" || a.Value == "" || bytes.Contains([]byte(a.Value),
			[]byte("NaN")) || bytes.Contains([]byte(a.Value), []byte("Inf")) {
			t.Errorf("SVG %s has %s=%q", e.Name.Local, a.Name.Local, a.Value)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	c := bigSheet().board()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PNG(c, MapOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVG(b *testing.B) {
	c := bigSheet().board()
	for b.Loop() {
		SVG(c, MapOptions{})
	}
}
