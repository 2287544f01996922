package templates

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine/board"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// points makes points of pairs of numbers.
func points(xy ...int) []board.Point {
	var ps []board.Point
	for i := 0; i < len(xy); i += 2 {
		ps = append(ps, board.Point{X: xy[i], Y: xy[i+1]})
	}
	return ps
}

func areaAt(id, name string, x, y int, terrain string, marks []board.Mark, outline ...int) board.Region {
	return board.Region{ID: id, Name: tongue.Name(name), Center: board.Point{X: x, Y: y}, Terrain: terrain,
		Marks:   marks,
		Outline: points(outline...)}
}

// areaBoard is a map of areas with borders of several kinds, a coast, a box, armies
// whose inside one side sees, and tracks.
func areaBoard() board.Board {
	held := func(side, vp int) []board.Mark {
		return []board.Mark{{Kind: "star", Side: side, Worth: []int{vp}}}
	}
	return board.Board{
		Title: tongue.Name("Autumn 1914, the offensive"), Max: board.Point{X: 1200, Y: 760}, Cell: 42, Compass: true,
		Sides: []board.Side{{Name: "German", Color: "grey"}, {Name: "Allied", Color: "blue"}},
		Regions: []board.Region{
			areaAt("sea", "", 70, 110, "sea", nil, 0, 0, 260, 0, 200, 120, 120, 220, 0, 260),
			areaAt("cal", "Calais", 260, 190, "clear", held(1, 2), 260, 0, 420, 60, 400, 240, 240, 330, 120, 220,
				200, 120),
			areaAt("lil", "Lille", 540, 150, "clear", []board.Mark{{Kind: "tag", Text: "contested"}}, 420, 60, 700, 0,
				760,
				180, 640, 300, 400, 240),
			areaAt("art", "Artois", 180, 400, "rough", held(1, 0), 0, 260, 120, 220, 240, 330, 300, 520, 120, 560, 0,
				520),
			areaAt("ami", "Amiens", 420, 420, "clear", held(1, 1), 240, 330, 400, 240, 640, 300, 560, 500, 300, 520),
			areaAt("lao", "Laon", 760, 400, "woods", held(0, 1), 640, 300, 760, 180, 960, 300, 900, 520, 560, 500),
			areaAt("par", "Paris", 420, 640, "town", held(1, 6), 120, 560, 300, 520, 560, 500, 640, 760, 120, 760),
			areaAt("rei", "Reims", 760, 630, "clear", held(0, 1), 560, 500, 900, 520, 1000, 760, 640, 760),
			areaAt("eft", "Eastern Front", 1090, 160, "box", nil, 1000, 20, 1180, 20, 1180, 300, 1000, 300),
		},
		Edges: []board.Edge{
			{Kind: "coast", Line: points(260, 0, 200, 120, 120, 220, 0, 260), A: "cal", B: "sea"},
			{Kind: "border", Line: points(400, 240, 240, 330), A: "ami", B: "cal"},
			{Kind: "border", Line: points(240, 330, 300, 520), A: "art", B: "ami"},
			{Kind: "border", Line: points(120, 560, 300, 520, 560, 500), A: "par", B: "ami"},
			{Kind: "river", Line: points(560, 500, 900, 520), A: "rei", B: "lao"},
			{Kind: "frontier", Line: points(420, 60, 400, 240, 640, 300, 760, 180), A: "cal", B: "lil"},
			{Kind: "barrier", Line: points(640, 760, 560, 500), A: "par", B: "rei"},
		},
		Paths: []board.Path{{Kind: "railway", Line: points(260, 190, 420, 420, 420, 640, 760, 630)},
			{Kind: "river", Line: points(900, 520, 940, 640, 1000, 700)}},
		Pieces: []board.Piece{
			{ID: "bef", At: board.Point{X: 330, Y: 130}, Region: "cal", Side: 1, Symbol: "army", Label: "7", Band: "UK",
				State: "entrenched", Facing: 90, Faces: true},
			{ID: "ger1", At: board.Point{X: 600, Y: 190}, Region: "lil", Side: 0, Symbol: "army", Label: "?",
				Active: true},
			{ID: "ger2", At: board.Point{X: 690, Y: 110}, Region: "lil", Side: 0, Symbol: "army", Label: "?"},
			{ID: "inf4", At: board.Point{X: 690, Y: 110}, Region: "lil", Side: 0, Symbol: "infantry", Label: "1"},
			{ID: "f-lil", At: board.Point{X: 470, Y: 130}, Region: "lil", Side: 1, Symbol: "fort", Label: "1"},
			{ID: "f-par", At: board.Point{X: 340, Y: 610}, Region: "par", Side: 1, Symbol: "fort", Label: "6"},
			{ID: "fr6", At: board.Point{X: 500, Y: 620}, Region: "par", Side: 1, Symbol: "army", Label: "5",
				Note: tongue.Name("x"),
				Band: "France"},
			{ID: "cav1", At: board.Point{X: 840, Y: 400}, Region: "lao", Side: 0, Symbol: "cavalry", Label: "1",
				State: "unsupplied"},
			{At: board.Point{X: 1090, Y: 220}, Region: "eft", Side: 0, Symbol: "infantry", Label: "1", Count: 9},
		},
		Arrows: []board.Arrow{{Kind: "move", Side: 0, Line: points(760, 400, 600, 190)},
			{Kind: "retreat", Side: 1, Line: points(560, 240, 460, 380)}},
		Tracks: []board.Track{
			{Name: tongue.Name("Season"), Spaces: []string{"Winter", "Spring", "Summer", "Autumn"},
				Markers: []board.Marker{{At: 3, Side: board.Nobody}}},
			{ID: "vp", Name: tongue.Name("Victory points"), Spaces: strings.Fields("0 1 2 3 4 5 6 7 8 9 10 11 12"),
				Markers: []board.Marker{{At: 9, Side: 0, Label: "G"}, {At: 9, Side: 1, Label: "A"}}},
		},
		Piles: []board.Pile{
			{Name: tongue.Name("Hand of Allied"), Side: 1, Count: 3, Pieces: []board.Piece{
				{ID: "c12", Side: 1, Symbol: "card", Label: "Gas"}, {ID: "c31", Side: 1, Symbol: "card",
					Label: "Rail"}, {ID: "c40", Side: 1, Symbol: "card", Label: "Guns"}}},
			{Name: tongue.Name("Hand of German"), Side: 0, Count: 5},
			{ID: "bef", Name: tongue.Name("British Expeditionary Force"), Side: 1, Count: 3, Pieces: []board.Piece{
				{ID: "i1", Side: 1, Symbol: "infantry", Label: "2"}, {ID: "i2", Side: 1, Symbol: "infantry",
					Label: "2"}, {ID: "a1", Side: 1, Symbol: "heavy-artillery", Label: "3"}}},
			{Name: tongue.Name("Draw pile"), Side: board.Nobody, Count: 41},
		},
	}
}

var halfHexes = hex.Layout{Pointed: true, Lines: 9, Length: 13, Ends: hex.Short,
	Naming: hex.Notation{RowFirst: true, Letters: hex.RowLetters, FromLast: true}}

func placesOf(ps []hex.Point) (out []board.Point) {
	for _, p := range ps {
		out = append(out, board.Point(p))
	}
	return out
}

// blockBoard is a sheet of pointed hexes with half hexes at the sides, units made of
// blocks, and hands, decks and banners beside it.
func blockBoard() board.Board {
	lo, hi := halfHexes.Bounds()
	b := board.Board{
		Title: tongue.Name("First battle: British 2 banners, French 1"), Min: board.Point(lo), Max: board.Point(hi),
		Cell: 1, Stretch: board.Pointed,
		Ruler: board.Ruler{Length: board.Point{X: 2}, Unit: "hex"}, Sides: []board.Side{{Name: "British",
			Color: "red"}, {Name: "French", Color: "blue"}},
	}
	ground := map[string]string{"E5": "woods", "E6": "woods", "D6": "hill", "D7": "hill", "F3": "town", "G10": "woods",
		"C10": "rough", "H1": "river-hex", "G1": "river-hex", "F1": "river-hex"}
	for _, gap := range halfHexes.Gaps() {
		line := placesOf(gap)
		b.Regions = append(b.Regions, board.Region{Outline: line, Center: line[0]})
	}
	at := map[string]board.Point{}
	for _, h := range halfHexes.Hexes() {
		name := halfHexes.Name(h)
		at[name] = board.Point(halfHexes.Plane(h))
		r := board.Region{ID: name, Outline: placesOf(halfHexes.Outline(h)), Center: at[name], Terrain: "clear"}
		if t := ground[name]; t != "" {
			r.Terrain = t
		}
		if name == "F3" {
			r.Name, r.Marks = tongue.Name("Roliça"), []board.Mark{{Kind: "flag", Side: 1, Text: "1"}}
		}
		b.Regions = append(b.Regions, r)
	}
	for _, x := range []int{9, 19} {
		b.Edges = append(b.Edges, board.Edge{Kind: "section", Line: points(x, lo.Y, x, hi.Y)})
	}
	unit := func(hex, id string, side int, symbol string, n int) board.Piece {
		return board.Piece{ID: id, At: at[hex], Region: hex, Side: side, Symbol: symbol, Count: n}
	}
	b.Pieces = []board.Piece{
		unit("B4", "ln1", 0, "infantry", 4), unit("B5", "ln2", 0, "infantry", 2), unit("C5", "rf1", 0, "light-infantry",
			4), unit("B8", "gn1", 0, "heavy-infantry", 5),
		unit("A6", "ft1", 0, "artillery", 3), unit("B11", "lc1", 0, "light-cavalry", 4),
		unit("B5", "wel", 0, "leader", 0),
		unit("E7", "ln7", 1, "infantry", 3), unit("F7", "ln8", 1, "infantry", 4), unit("G8", "hc1", 1, "heavy-cavalry",
			3), unit("F7", "del", 1, "leader", 0), unit("H6", "ha1", 1, "artillery", 3),
	}
	b.Pieces[7].State, b.Pieces[2].Active = "square", true
	b.Arrows = []board.Arrow{{Kind: "fire", Side: 0, Line: []board.Point{at["A6"], at["E7"]}},
		{Kind: "charge", Side: 1, Line: []board.Point{at["G8"], at["F7"]}}}
	b.Tracks = []board.Track{
		{
			Name:   tongue.Name("Banners"),
			Spaces: strings.Fields("0 1 2 3 4 5"),
			Markers: []board.Marker{{At: 2, Side: 0, Label: "B"},
				{At: 1, Side: 1, Label: "F"}},
		},
		{
			Name:    tongue.Name("Squares of French"),
			Spaces:  strings.Fields("1 2 3 4"),
			Markers: []board.Marker{{At: 0, Side: 1}},
		},
	}
	b.Piles = []board.Pile{
		{Name: tongue.Name("Your hand"), Side: 0, Count: 2,
			Pieces: []board.Piece{{ID: "k7", Side: 0, Symbol: "card", Label: "Probe"},
				{ID: "k19", Side: 0, Symbol: "card", Label: "Attack"}}},
		{
			Name:  tongue.Name("Hand of French"),
			Side:  1,
			Count: 4,
		}, {Name: tongue.Name("Deck"), Side: board.Nobody, Count: 52}, {Name: tongue.Name("Discards"),
			Side: board.Nobody, Count: 0},
	}
	return b
}

// tableBoard is free ground with pieces of terrain as shapes, zones, a secured flank,
// units that face anywhere, and cards whose content is hidden.
func tableBoard() board.Board {
	ground := func(id, name, terrain string, x, y, w, h int) board.Region {
		return board.Region{ID: id, Name: tongue.Name(name), Terrain: terrain,
			Center:  board.Point{X: x + w/2, Y: y + h/2},
			Outline: points(x, y, x+w, y, x+w, y+h, x, y+h)}
	}
	unit := func(id string, x, y, side int, symbol, band string, facing int) board.Piece {
		return board.Piece{ID: id, At: board.Point{X: x, Y: y}, Side: side, Symbol: symbol, Band: band, Facing: facing,
			Faces: true, Region: "table"}
	}
	b := board.Board{
		Title: tongue.Name("Deployment, half of both armies"), Max: board.Point{X: 288,
			Y: 192}, Cell: 8, Ruler: board.Ruler{Length: board.Point{X: 4}, Unit: "base-width"},
		Sides: []board.Side{{Name: "Invader", Color: "brown"}, {Name: "Defender", Color: "violet"}},
		Regions: []board.Region{
			ground("table", "", "clear", 0, 0, 288, 192), ground("water", "Coast", "sea", 0, 0, 22, 192),
			ground("wood1", "",
				"woods", 60, 84, 36, 24),
			{ID: "hill1", Terrain: "hill", Level: 1, Center: board.Point{X: 170, Y: 96},
				Outline: points(150, 96, 170, 76, 196, 90, 188, 114, 162, 118)},
			ground("marsh2", "", "marsh", 220, 140, 24, 24),
			ground("village1", "Ebelsberg", "village", 120, 40, 16, 16),
		},
		Edges: []board.Edge{
			{Kind: "section", Line: points(0, 88, 288, 88)}, {Kind: "section", Line: points(0, 104, 288, 104)},
			{Kind: "coast", Line: points(22, 192, 22, 0), A: "table", B: "water"}, {Kind: "flank sector",
				Line: points(248, 0, 248, 192)},
		},
		Paths: []board.Path{{Kind: "road", Line: points(130, 0, 128, 48, 150, 140, 146, 192)}},
		Pieces: []board.Piece{
			unit("ug1", 80, 130, 0, "infantry", "Van", 0), unit("ug2", 96, 130, 0, "heavy-infantry", "Van", 0),
			unit("ug3",
				140, 136, 0, "cavalry", "Left", 20),
			unit("ug4", 84, 60, 1, "infantry", "Right", 180), unit("ug5", 176, 60, 1, "light-cavalry", "Wing",
				195), unit("gen1", 110, 146, 0, "commander", "Van", 0),
			{ID: "camp1", At: board.Point{X: 150, Y: 182}, Side: 0, Symbol: "camp", Region: "table"}, {ID: "camp2",
				At: board.Point{X: 150, Y: 10}, Side: 1, Symbol: "camp", Region: "table"},
			{ID: "fm1", At: board.Point{X: 168, Y: 10}, Side: 1, Symbol: "card", Label: "?"}, {ID: "amb1",
				At: board.Point{X: 78, Y: 96}, Side: 1, Symbol: "card", Label: "?", Region: "wood1"},
			{ID: "wagon1", At: board.Point{X: 200, Y: 150}, Side: 0, Symbol: "elephant", Label: "2"},
		},
		Tracks: []board.Track{{Name: tongue.Name("Day"), Spaces: strings.Fields("1 2 3 4 5"),
			Markers: []board.Marker{{At: 4, Side: board.Nobody}}},
			{Name: tongue.Name("Weather"), Spaces: strings.Fields("fair cloudy rain storm"),
				Markers: []board.Marker{{At: 1, Side: board.Nobody}}}},
		Piles: []board.Pile{{Name: tongue.Name("Cards of Invader"), Side: 0, Count: 2,
			Pieces: []board.Piece{{ID: "red", Side: 0, Symbol: "card", Label: "red"},
				{ID: "white", Side: 0, Symbol: "card", Label: "white"}}},
			{
				Name:  tongue.Name("Cards of Defender"),
				Side:  1,
				Count: 3,
			}, {Name: tongue.Name("Still to deploy"), Side: 1, Count: 6}},
	}
	b.Regions[1].Marks = []board.Mark{{Kind: "secured"}}
	return b
}

// TestObjectives: what a place is worth to each side stands above the pieces in it, beside
// a star in the colour of who holds it, and the legend says so.
func TestObjectives(t *testing.T) {
	s := plainSheet(3, 3)
	s.Counters = []counter{{Hex: hex.H(202), Piece: board.Piece{ID: "corse", Symbol: "infantry"}}}
	for holder, cell := range map[int]string{0: "#2c54a0", 1: "#3b7a3c", board.Nobody: "#857a62"} {
		b := s.board()
		for i, r := range b.Regions {
			if r.ID == "0202" {
				b.Regions[i].Marks = []board.Mark{{Kind: "star", Side: holder, Worth: []int{17, 38}}}
			}
		}
		svg := string(SVG(b, MapOptions{}))
		piece, one, two := strings.Index(svg, ">corse<"), strings.Index(svg, ">17<"), strings.Index(svg, ">38<")
		if piece < 0 || one < piece || two < piece {
			t.Errorf("held by %d: the piece stands at %d, the numbers at %d and %d", holder, piece, one, two)
			continue
		}
		above, _, _ := strings.Cut(svg[max(one, two):], `fill="#ffd23e"`)
		if !strings.Contains(above, `fill="`+cell+`"`) {
			t.Errorf("held by %d: the star is not on %s:\n%s", holder, cell, above)
		}
		for _, want := range []string{">objective, the star in its holder&#39;s colour<",
			">its points to French, Allied<"} {
			if !strings.Contains(svg, want) {
				t.Errorf("the legend does not say %q", want)
			}
		}
	}
	if svg := string(SVG(s.board(), MapOptions{})); strings.Contains(svg, "objective") {
		t.Error("the legend explains objectives where there are none")
	}
}

// TestBoards draws boards of other kinds of games than a sheet of flat hexes.
// What stands on them is in the picture, by name.
func TestBoards(t *testing.T) {
	for name, tt := range map[string]struct {
		b    board.Board
		want string // words of the picture
	}{
		"areas": {areaBoard(), "Lille|Eastern Front|contested|objective with its points, the star in its " +
			"holder&#39;s colour|coast|frontier|barrier|railway|army|fort|heavy artillery|entrenched|unsupplied|" +
			"Season|Victory points (vp)|Hand of German: 5|Draw pile: 41|British Expeditionary Force (bef): 3"},
		"blocks": {blockBoard(), "A1|B12|I13|E5|river hex|section|light infantry|" +
			"heavy cavalry|leader|square|Banners|Your hand: 2|Hand of French: 4|Discards: 0|4 hexes"},
		"table": {tableBoard(), "wood1|Ebelsberg|flank sector|secured|commander|" +
			"camp|card|elephant|Day|cloudy|Cards of Defender: 3|5 base widths"},
	} {
		if err := tt.b.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		svg := SVG(tt.b, MapOptions{})
		for want := range strings.SplitSeq(tt.want, "|") {
			if !strings.Contains(string(svg), ">"+want+"<") {
				t.Errorf("%s: the picture does not say %q", name, want)
			}
		}
		for _, p := range tt.b.Pieces {
			if p.ID != "" && !strings.Contains(string(svg), ">"+p.ID+"<") {
				t.Errorf("%s: the picture does not show %s", name, p.ID)
			}
		}
		golden(t, "board-"+name+".svg", svg)
		png, err := PNG(tt.b, MapOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if *pictures != "" {
			if err := os.WriteFile(filepath.Join(*pictures, name+".png"), png, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Narrow piles lie beside each other, and a wide one has a row of its own.
func TestPiles(t *testing.T) {
	high := func(counts ...int) float32 {
		b := board.Board{Cell: 10, Max: board.Point{X: 100, Y: 100}}
		for _, n := range counts {
			b.Piles = append(b.Piles, board.Pile{Name: tongue.Name("Pile"), Count: n})
		}
		return drawMap(b, whole(MapOptions{Width: 400})).h
	}
	row := high(2) - high()
	for _, tt := range []struct {
		counts []int
		rows   int
	}{{[]int{2, 2}, 1}, {[]int{2, 2, 2, 2, 2}, 2}, {[]int{8, 2}, 2}, {[]int{2, 8, 2}, 3}} {
		if got := floor((high(tt.counts...)-high())/row + .5); got != tt.rows {
			t.Errorf("piles of %d: got %d rows, want %d", tt.counts, got, tt.rows)
		}
	}
}
