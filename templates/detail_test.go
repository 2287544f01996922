package templates

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"berthier/engine/board"
	"berthier/engine/hex"

	"berthier/engine/tongue"
)

// fought is a large battle with a fight at a hex, and what came of it.
func fought(h hex.Hex) board.Board {
	b := bigSheet().board()
	b.Arrows = nil
	away := h.Neighbor(hex.N)
	b.Arrows = append(b.Arrows, board.Arrow{Kind: "shock", Side: 0, Line: centers([]hex.Hex{away, h})})
	for i, kind := range []string{"fight", "disordered", "retreat", "routed", "eliminated", "square", "captured"} {
		b.Signs = append(b.Signs, board.Sign{Kind: kind, At: center(h), Side: i % 2, Text: "u1"})
	}
	return b
}

// A map in a mail shows what happened, and pieces that can be read in a column of 46em
// and on a telephone.
func TestDetail(t *testing.T) {
	const column, telephone = 736, 344
	for _, n := range []int{101, 2020, 4040, 140} {
		b := fought(hex.H(n))
		f := focus(b)
		cut := crop(b, f)
		if err := cut.Check(); err != nil && !strings.Contains(err.Error(), "off the plane") {
			t.Errorf("%d: %v", n, err)
		}
		if p := center(hex.H(n)); p.X <= f.min.X || p.X >= f.max.X || p.Y <= f.min.Y || p.Y >= f.max.Y {
			t.Errorf("the fight at %v is not in the frame from %v to %v", p, f.min, f.max)
		}
		if f.min.X < b.Min.X || f.min.Y < b.Min.Y || f.max.X > b.Max.X || f.max.Y > b.Max.Y {
			t.Errorf("the frame from %v to %v reaches out of the plane", f.min, f.max)
		}
		m := mapper{look: look{width: nearWidth, most: 47}, board: cut}
		m.measure()
		piece := m.s * pieceSize
		if in := piece * min(1, column/m.w); in < 28 {
			t.Errorf("%d: a piece has %.1f points in a column", n, in)
		}
		if on := piece * telephone / m.w; on < 20 {
			t.Errorf("%d: a piece has %.1f points on a telephone", n, on)
		}
		detail, err := Detail(b, tongue.En)
		if err != nil {
			t.Fatal(err)
		}
		overview, err := Overview(b, tongue.En)
		if err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{"detail": detail, "overview": overview} {
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() > mailWidth || len(data) > 100_000 {
				t.Errorf("%d: the %s is %v large, in %d bytes (%v)", n, name, img.Bounds(), len(data), err)
			}
			if *pictures != "" {
				name := filepath.Join(*pictures, fmt.Sprintf("%s-%d.png", name, n))
				if err := os.WriteFile(name, data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	small, err := Overview(plainSheet(10, 8).board(), tongue.En)
	if err != nil || small != nil {
		t.Errorf("an overview of %d bytes shows what a map from near shows as well (%v)", len(small), err)
	}
	wide := plainSheet(13, 9).board()
	for _, h := range []int{101, 201, 1309} {
		wide.Pieces = append(wide.Pieces, board.Piece{At: center(hex.H(h)), Side: h % 2, Symbol: "infantry"})
	}
	wide.Arrows = []board.Arrow{{Kind: "shock", Line: []board.Point{center(hex.H(101)), center(hex.H(201))}}}
	if far, err := Overview(wide, tongue.En); err != nil || far == nil {
		t.Errorf("no picture shows a piece that is far from the fight (%v)", err)
	}
}

// Where nothing happened the map shows who is to act, else objectives in danger, else
// where the sides face each other.
func TestFocus(t *testing.T) {
	quiet := plainSheet(40, 40).board()
	put := func(h, side int) board.Piece {
		return board.Piece{At: center(hex.H(h)), Side: side, Symbol: "infantry"}
	}
	star := func(b board.Board, h, side int) board.Board {
		b.Regions = slices.Clone(b.Regions)
		i := slices.IndexFunc(b.Regions, func(r board.Region) bool { return r.ID == hex.H(h).String() })
		b.Regions[i].Marks = []board.Mark{{Kind: "star", Side: side}}
		return b
	}
	far := quiet
	far.Pieces = []board.Piece{put(303, 0), put(3838, 1)}
	facing := quiet
	facing.Pieces = []board.Piece{put(303, 0), put(403, 0), put(3637, 0), put(3838, 1)}
	threat := star(star(facing, 2020, 0), 303, 1)
	threat.Pieces = append(slices.Clone(threat.Pieces), put(2021, 1))
	acts := threat
	acts.Pieces = append(slices.Clone(acts.Pieces), put(338, 0), put(339, 0))
	acts.Pieces[len(acts.Pieces)-1].Active, acts.Pieces[len(acts.Pieces)-2].Active = true, true
	acts.Pieces[len(acts.Pieces)-1].Band = "x"
	for _, tt := range []struct {
		name string
		b    board.Board
		want int
	}{{"one side alone", far, 303}, {"facing", facing, 3838}, {"acting", acts, 339}} {
		f := focus(tt.b)
		p := center(hex.H(tt.want))
		if p.X < f.min.X || p.X > f.max.X || p.Y < f.min.Y || p.Y > f.max.Y {
			t.Errorf("%s: from %v to %v, without %v", tt.name, f.min, f.max, p)
		}
	}
	threat = star(threat, 303, 0)
	if f := focus(threat); center(hex.H(2020)).X < f.min.X || center(hex.H(2020)).X > f.max.X {
		t.Errorf("an objective in danger is not from %v to %v", f.min, f.max)
	}
	if f := focus(quiet); f.min == f.max {
		t.Errorf("an empty board: %v", f)
	}
}

// Labels stand beside each other and beside the pieces, in a crowd as well: no more than
// corners touch.
func TestLabels(t *testing.T) {
	b := fought(hex.H(2020))
	for i, n := range []int{2020, 2021, 1919, 2118, 1820} {
		k := slices.IndexFunc(b.Regions, func(r board.Region) bool { return r.ID == hex.H(n).String() })
		b.Regions[k].Name = tongue.Names("Pratzen", "Sokolnitz Castle", "Τελνίτσα", "Žuráň", "Łęg")[i]
		b.Regions[k].Marks = []board.Mark{{Kind: "star", Side: i % 2, Worth: []int{10, 12}}}
		b.Pieces = append(b.Pieces, board.Piece{At: b.Regions[k].Center, Side: i % 2, Symbol: "infantry"})
	}
	crowd := b
	crowd.Pieces = slices.Clone(b.Pieces)
	for x := range 6 {
		for y := range 5 {
			crowd.Pieces = append(crowd.Pieces, board.Piece{At: center(hex.H(1701 + 100*x + 17 + y)),
				Symbol: "infantry"})
		}
	}
	f := focus(crowd)
	near := look{width: nearWidth, most: 47, text: 14, letters: 15}
	far := look{width: mailWidth, most: 40, text: 16, letters: 17, simple: true, frame: &f}
	for name, m := range map[string]*mapper{"detail": drawnMapper(crop(b, focus(b)), near),
		"overview": drawnMapper(b, far),
		"whole":    drawnMapper(b, whole(MapOptions{})), "overview of a crowd": drawnMapper(crowd, far)} {
		labels := 0
		area := func(x takenPlace) float32 { return (x.hi.x - x.lo.x) * (x.hi.y - x.lo.y) }
		for i, x := range m.taken {
			if x.weight != weighsLabel {
				continue
			}
			labels++
			for k, y := range m.taken {
				over := max(min(x.hi.x, y.hi.x)-max(x.lo.x, y.lo.x), 0) *
					max(min(x.hi.y, y.hi.y)-max(x.lo.y, y.lo.y), 0)
				if i != k && y.weight >= weighsPiece && over > .15*min(area(x), area(y)) {
					t.Errorf("%s: a label from %v to %v covers what is from %v to %v", name, x.lo, x.hi, y.lo, y.hi)
				}
			}
		}
		if labels < 12 {
			t.Errorf("%s: %d labels, want a star and a name for five objectives, and signs", name, labels)
		}
	}
}

// A river of many hexes has its name once, in the middle; where it begins anew, once more.
func TestNamesakes(t *testing.T) {
	b := plainSheet(12, 6).board()
	for _, n := range []int{203, 303, 403, 503, 603, 903, 1003, 505} {
		k := slices.IndexFunc(b.Regions, func(r board.Region) bool { return r.ID == hex.H(n).String() })
		b.Regions[k].Name = tongue.Name("Goldbach")
		if n == 505 {
			b.Regions[k].Name = tongue.Name("Telnitz")
		}
	}
	var got []string
	for _, r := range drawnMapper(b, whole(MapOptions{})).namesakes() {
		got = append(got, r.ID+" "+r.Name.String())
	}
	slices.Sort(got)
	if want := []string{"0403 Goldbach", "0505 Telnitz", "0903 Goldbach"}; !slices.Equal(got, want) {
		t.Errorf("names at %q, want %q", got, want)
	}
}

// Without colours ordered, disordered and routed pieces look different.
func TestStatesInGrey(t *testing.T) {
	grey := func(state string) (shades []int) {
		m := &mapper{look: whole(MapOptions{}), s: 40}
		m.w, m.h, m.back = 60, 60, paper
		m.piece(board.Piece{Symbol: "infantry", Label: "6", State: state}, point{30, 30}, 42)
		img := image.NewRGBA(image.Rect(0, 0, 60, 60))
		c := canvas{img: img}
		for _, it := range m.items {
			if it.text == "" {
				c.fill(it.path, it.fill)
				c.stroke(it.path, it.pen)
			}
		}
		for i := 0; i < len(img.Pix); i += 4 {
			shades = append(shades, (299*int(img.Pix[i])+587*int(img.Pix[i+1])+114*int(img.Pix[i+2]))/1000)
		}
		return shades
	}
	states := []string{"", "disordered", "routed", "square"}
	for i, a := range states {
		for _, b := range states[:i] {
			x, y, differ := grey(a), grey(b), 0
			for k := range x {
				if x[k]-y[k] > 60 || y[k]-x[k] > 60 {
					differ++
				}
			}
			if differ < 60 {
				t.Errorf("%q and %q differ in %d points of 3600", a, b, differ)
			}
		}
	}
}

// What lies in a stack can be read in words too.
func TestTitles(t *testing.T) {
	b := sampleSheet().board()
	b.Signs = []board.Sign{{Kind: "routed", At: center(hex.H(1507)), Side: 1, Text: "8jg"}}
	svg := string(SVG(b, MapOptions{}))
	for _, want := range []string{"<title>sthil; 36li, 12; 1leg, 6, disordered</title>", "<title>routed: 8jg</title>",
		"<title>objective 0705 Pratzen, 5 (French), 6 (Allied)</title>"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the drawing does not say %s", want)
		}
	}
}

func BenchmarkDetail(b *testing.B) {
	c := fought(hex.H(2020))
	best := time.Hour
	for b.Loop() {
		start := processor(b)
		if _, err := Detail(c, tongue.En); err != nil {
			b.Fatal(err)
		}
		best = min(best, processor(b)-start)
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "best-cpu-ms")
}

// processor is the time that the processor has spent on this program.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkOverview(b *testing.B) {
	c := fought(hex.H(2020))
	for b.Loop() {
		if _, err := Overview(c, tongue.En); err != nil {
			b.Fatal(err)
		}
	}
}

// TestNoPieceIsCut: where pieces stand anywhere on a table, the border of what is shown from near goes through none
// of them, if there is a place for it between them.
func TestNoPieceIsCut(t *testing.T) {
	for gap := 30; gap <= 60; gap += 3 {
		b := board.Board{Max: board.Point{X: 1800, Y: 1200}, Cell: 20,
			Sides: []board.Side{{Name: "Red"}, {Name: "Blue"}}}
		for i := range 1200 / gap {
			for side, y := range []int{550, 550 + gap} {
				b.Pieces = append(b.Pieces, board.Piece{ID: strconv.Itoa(i), Side: side,
					At: board.Point{X: 300 + i*gap, Y: y}})
			}
		}
		f := focus(b)
		if f.max.X-f.min.X > 20*18 {
			t.Errorf("gap %d: %v is larger than what is seen from near", gap, f)
		}
		for _, p := range b.Pieces {
			for _, end := range []int{f.min.X, f.max.X} {
				if d := math.Abs(float64(p.At.X - end)); d < 20*pieceSize/2 {
					t.Errorf("gap %d: the border at %d cuts the piece at %d", gap, end, p.At.X)
				}
			}
		}
	}
}

// TestNamedPlaces: a table on which nothing stands yet is shown whole in one picture; and where the picture from near
// leaves out a place with a name, there is one of the whole.
func TestNamedPlaces(t *testing.T) {
	b := board.Board{Max: board.Point{X: 450, Y: 320}, Cell: 20, Sides: []board.Side{{Name: "Red"}, {Name: "Blue"}}}
	piece := func(name string, x int) board.Region {
		return board.Region{Name: tongue.Name(name), Center: board.Point{X: x, Y: 40}, Terrain: "woods",
			Outline: []board.Point{{X: x - 30, Y: 10}, {X: x + 30, Y: 10}, {X: x + 30, Y: 70}, {X: x - 30, Y: 70}}}
	}
	b.Regions = []board.Region{piece("middle", 225), piece("rim", 420)}
	if f := focus(b); f.min != b.Min || f.max != b.Max {
		t.Errorf("of an empty table %v is shown", f)
	}
	if far, err := Overview(b, tongue.En); err != nil || far != nil {
		t.Errorf("a table that is shown whole has a second picture, %v", err)
	}
	b.Pieces = []board.Piece{{ID: "r", Side: 0, At: board.Point{X: 200, Y: 150}},
		{ID: "b", Side: 1, At: board.Point{X: 220, Y: 190}}}
	if f := focus(b); f.max.X >= 420 {
		t.Fatalf("%v has all places: that shows too little", f)
	}
	if far, err := Overview(b, tongue.En); err != nil || far == nil {
		t.Errorf("no picture shows the woods at the rim, %v", err)
	}
}
