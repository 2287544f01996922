package board

import (
	"berthier/engine/tongue"
	"slices"
	"strings"
	"testing"
)

// sound is a board with one of everything and nothing wrong.
func sound() Board {
	square := []Point{{0, 0}, {10, 0}, {10, 10}, {0, 10}}
	return Board{
		Max: Point{20, 10}, Cell: 4, Sides: []Side{{Name: "Red"}, {Name: "Blue"}},
		Regions: []Region{
			{ID: "par", Outline: square, Center: Point{5, 5},
				Marks: []Mark{{Kind: "star", Side: Nobody, Worth: []int{2, 3}}, {Kind: "star", Worth: []int{1}}}},
			{ID: "com", Outline: []Point{{10, 0}, {20, 0}, {20, 10}, {10, 10}}, Center: Point{15, 5}},
			{Outline: square}, {Outline: square}, // decoration
		},
		Edges: []Edge{{Kind: "border", Line: []Point{{10, 0}, {10, 10}}, A: "par", B: "com"},
			{Kind: "coast", Line: square}},
		Paths: []Path{{Kind: "road", Line: []Point{{5, 5}, {15, 5}}}},
		Pieces: []Piece{{ID: "1st", At: Point{5, 5}, Region: "par", Symbol: "army"},
			{At: Point{5, 5}, Side: Nobody, Symbol: "marker"}},
		Tracks: []Track{{ID: "turn", Spaces: []string{"1", "2"}, Markers: []Marker{{At: 1, Side: Nobody}}}},
		Piles: []Pile{{ID: "1st", Count: 3, Pieces: []Piece{{ID: "i7", Symbol: "infantry"}}},
			{Name: tongue.Name("deck"), Side: Nobody, Count: 40}},
		Arrows: []Arrow{{Kind: "move", Side: 1, Line: []Point{{5, 5}, {15, 5}}}},
		Signs:  []Sign{{Kind: "fight", At: Point{15, 5}, Side: Nobody}},
	}
}

func TestCheck(t *testing.T) {
	if err := sound().Check(); err != nil {
		t.Errorf("a sound board: %v", err)
	}
	for name, tt := range map[string]struct {
		spoil func(b *Board)
		want  string
	}{
		"no plane":            {func(b *Board) { b.Max = b.Min }, "nothing can be drawn"},
		"no cell":             {func(b *Board) { b.Cell = 0 }, "nothing can be drawn"},
		"a plane too large":   {func(b *Board) { b.Max.X = Most + 1 }, "coordinates go to 1000000"},
		"two words":           {func(b *Board) { b.Regions[0].ID = "le bois" }, "one word of an order"},
		"a comma":             {func(b *Board) { b.Pieces[0].ID = "a,b" }, "one word of an order"},
		"the same id twice":   {func(b *Board) { b.Pieces[0].ID = "COM" }, "there is a region of that id"},
		"a region off it":     {func(b *Board) { b.Regions[1].Outline[1].X = 21 }, "off the plane"},
		"a centre off it":     {func(b *Board) { b.Regions[1].Center.Y = -1 }, "off the plane"},
		"a region of a line":  {func(b *Board) { b.Regions[0].Outline = b.Regions[0].Outline[:2] }, "has 2 points"},
		"a region inside out": {func(b *Board) { slices.Reverse(b.Regions[0].Outline) }, "par does not run clockwise"},
		"a star of a side":    {func(b *Board) { b.Regions[0].Marks[0].Side = 2 }, "side 2 of 2"},
		"a star for three":    {func(b *Board) { b.Regions[0].Marks[0].Worth = []int{1, 2, 3} }, "worth of 3 numbers"},
		"a tag with a worth":  {func(b *Board) { b.Regions[0].Marks[0].Kind = "tag" }, "worth of 2 numbers"},
		"an edge of a point":  {func(b *Board) { b.Edges[0].Line = b.Edges[0].Line[:1] }, "edge border has 1 points"},
		"an edge to nothing":  {func(b *Board) { b.Edges[0].B = "lao" }, `the region "lao", which does not exist`},
		"a path off it":       {func(b *Board) { b.Paths[0].Line[0].X = -3 }, "off the plane"},
		"a piece off it":      {func(b *Board) { b.Pieces[1].At.X = 99 }, "off the plane"},
		"a piece nowhere":     {func(b *Board) { b.Pieces[0].Region = "lao" }, "does not exist"},
		"a piece of nobody":   {func(b *Board) { b.Pieces[0].Side = 2 }, "side 2 of 2"},
		"no symbol":           {func(b *Board) { b.Pieces[0].Symbol = "" }, `symbol ""`},
		"a full turn":         {func(b *Board) { b.Pieces[0].Facing = 360 }, "facing 360"},
		"a marker off":        {func(b *Board) { b.Tracks[0].Markers[0].At = 2 }, "space 2 of 2"},
		"a pile too small":    {func(b *Board) { b.Piles[0].Count = 0 }, "1 pieces are seen of 0"},
		"a piece in a pile":   {func(b *Board) { b.Piles[0].Pieces[0].ID = "par" }, "there is a region of that id"},
		"a sign off it":       {func(b *Board) { b.Signs[0].At.X = 30 }, "off the plane"},
		"a sign of a side":    {func(b *Board) { b.Signs[0].Side = 2 }, "side 2 of 2"},
		"an arrow of a side":  {func(b *Board) { b.Arrows[0].Side = -2 }, "side -2 of 2"},
	} {
		b := sound()
		tt.spoil(&b)
		if err := b.Check(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}
