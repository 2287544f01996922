package templates

import (
	"image"
	"image/color"
	"math"
	"testing"

	"berthier/engine/hex"

	"golang.org/x/image/font/sfnt"
)

// paint1 draws one item on white and returns the picture.
func paint1(it item) *image.RGBA {
	c := canvas{img: image.NewRGBA(image.Rect(0, 0, 40, 40))}
	for i := range c.img.Pix {
		c.img.Pix[i] = 0xff
	}
	c.fill(it.path, it.fill)
	c.stroke(it.path, it.pen)
	return c.img
}

func TestRaster(t *testing.T) {
	red, blue := rgb(0xff0000), color.NRGBA{B: 0xff, A: 0x80}
	tests := []struct {
		name string
		it   item
		x, y int
		want color.RGBA
	}{
		{"inside a box", item{path: box(point{20, 20}, 20, 10, 0), fill: red}, 20, 20, color.RGBA{0xff, 0, 0, 0xff}},
		{"outside a box", item{path: box(point{20, 20}, 20, 10, 0), fill: red}, 20, 30,
			color.RGBA{0xff, 0xff, 0xff, 0xff}},
		{"inside a turned box", item{path: box(point{20, 20}, 20, 10, 90), fill: red}, 20, 28,
			color.RGBA{0xff, 0, 0, 0xff}},
		{"half covered", item{path: box(point{20, 20.5}, 20, 10, 0), fill: red}, 20, 15,
			color.RGBA{0xff, 0x7f, 0x7f, 0xff}},
		{"translucent", item{path: disc(point{20, 20}, 9, 8), fill: blue}, 20, 20, color.RGBA{0x7f, 0x7f, 0xff, 0xff}},
		{"contours that overlap", item{path: append(disc(point{18, 20}, 9, 8), box(point{22, 20}, 9, 9, 30)...),
			fill: red}, 20, 20, color.RGBA{0xff, 0, 0, 0xff}},
		{"joint of a stroke", item{path: polyline(point{5, 20}, point{20, 20}, point{20, 35}),
			pen: pen{color: red, width: 8}}, 20, 20, color.RGBA{0xff, 0, 0, 0xff}},
		{"round end", item{path: polyline(point{20, 20}, point{30, 20}), pen: pen{color: red, width: 10}}, 17, 20,
			color.RGBA{0xff, 0, 0, 0xff}},
		{"dash", item{path: polyline(point{0, 20}, point{40, 20}), pen: pen{color: red, width: 1.4, dash: 10}}, 5, 20,
			color.RGBA{0xff, 0x4c, 0x4c, 0xff}},
		{"gap", item{path: polyline(point{0, 20}, point{40, 20}), pen: pen{color: red, width: 1.4, dash: 10}}, 15, 20,
			color.RGBA{0xff, 0xff, 0xff, 0xff}},
		{"reaching out of the picture", item{path: box(point{0, 0}, 60, 60, 0), fill: red}, 3, 3,
			color.RGBA{0xff, 0, 0, 0xff}},
		{"far away", item{path: box(point{-1e6, 1e7}, 60, 60, 0), fill: red}, 3, 3, color.RGBA{0xff, 0xff, 0xff, 0xff}},
		{"triangle against the clock", item{path: append(clockwise(point{0, 0}, point{0, 30}, point{30, 0}),
			box(point{5, 5}, 6, 6, 0)...), fill: red}, 5, 5, color.RGBA{0xff, 0, 0, 0xff}},
	}
	for _, tt := range tests {
		got := paint1(tt.it).RGBAAt(tt.x, tt.y)
		for _, d := range []int{int(got.R) - int(tt.want.R), int(got.G) - int(tt.want.G), int(got.B) - int(tt.want.B)} {
			if d > 3 || d < -3 {
				t.Errorf("%s: pixel is %v, want %v", tt.name, got, tt.want)
				break
			}
		}
	}
}

func TestDashes(t *testing.T) {
	var total float32
	n := 0
	dashes([]point{{0, 0}, {30, 0}, {30, 25}}, 10, func(ps []point) {
		n++
		for i := 1; i < len(ps); i++ {
			total += ps[i].minus(ps[i-1]).length()
		}
	})
	if n != 3 || math.Abs(float64(total)-30) > .01 { // 0–10, 20–30, 40–50
		t.Errorf("%d dashes of %.1f together, want 3 of 30", n, total)
	}
}

// Streams become lines from fork to fork, and every edge is drawn once.
func TestCourses(t *testing.T) {
	ring := func(h hex.Hex) (sides []hexSide) {
		for _, d := range hex.Dirs {
			sides = append(sides, hexSide{Edge: h.Edge(d), Kind: "stream"})
		}
		return sides
	}
	tests := []struct {
		name         string
		sides        []hexSide
		lines, total int
	}{
		{"one", ring(hex.H(303))[:1], 1, 1},
		{"arc", ring(hex.H(303))[:4], 1, 4},
		{"ring", ring(hex.H(303)), 1, 6},
		{"two apart", append(ring(hex.H(303))[:1], ring(hex.H(606))[:1]...), 2, 2},
		{"fork", []hexSide{{Edge: hex.H(303).Edge(hex.N), Kind: "stream"},
			{Edge: hex.H(303).Edge(hex.NE), Kind: "stream"}, {Edge: hex.H(302).Edge(hex.SE), Kind: "stream"}}, 3, 3},
	}
	for _, tt := range tests {
		m := mapper{board: sheet{Sides: tt.sides}.board(), s: 1000, cell: 2, tall: .8660254}
		lines := m.courses("stream")
		total := 0
		for _, l := range lines {
			total += len(l) - 1
			for i := 1; i < len(l); i++ {
				if d := l[i].minus(l[i-1]).length(); math.Abs(float64(d)-1000) > 1 {
					t.Errorf("%s: a piece is %.2f long, want 1000", tt.name, d)
				}
			}
		}
		if len(lines) != tt.lines || total != tt.total {
			t.Errorf("%s: %d lines of %d pieces, want %d of %d", tt.name, len(lines), total, tt.lines, tt.total)
		}
	}
}

func TestQuantizeKeepsInks(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 100, 100))
	for i := range 10000 { // thousands of colours
		img.SetRGBA(i%100, i/100, color.RGBA{uint8(i % 256), uint8(i / 40), uint8(i * 7), 0xff})
	}
	rare := color.RGBA{0x7a, 0x3f, 0x8c, 0xff}
	img.SetRGBA(50, 50, rare)
	out := quantize(img, []color.NRGBA{rgb(0x7a3f8c)}, 256)
	if len(out.Palette) != 256 {
		t.Errorf("palette has %d colours, want 256", len(out.Palette))
	}
	r, g, b, _ := out.At(50, 50).RGBA()
	if d := max(r>>8, 0x7a) - min(r>>8, 0x7a) + max(g>>8, 0x3f) - min(g>>8, 0x3f) + max(b>>8, 0x8c) - min(b>>8,
		0x8c); d > 12 {
		t.Errorf("an ink became #%02x%02x%02x, want about #7a3f8c", r>>8, g>>8, b>>8)
	}
}

func TestFontsHaveLetters(t *testing.T) {
	var buf sfnt.Buffer
	for _, f := range []fontName{plainFont, boldFont, italicFont} {
		for _, r := range "AZaz09äßéçñőű ěščřžýáíéúůďťňĚŠČŘŽ ąćęłńóśźżĄĆĘŁŃÓŚŹŻ αβγδεζηθικλμνξοπρστυφχψως " +
			"άέήίόύώΆΈΉΊΌΎΏΐΰϊϋΪΫΓΔΘΛΞΠΣΦΨΩ ďťňóĎŤŇÓÚŮÝÁÍ àâæèêëîïôœùûüÿÀÂÆÇÈÊËÎÏÔŒÙÛÜŸ " +
			"öÖÄ «»„“”‘‚—·×½" {
			if g, err := parsedFont(f).GlyphIndex(&buf, r); err != nil || g == 0 {
				t.Errorf("font %d has no %q", f, r)
			}
		}
	}
	short, long := textWidth("il", plainFont, 10), textWidth("MW", plainFont, 10)
	if short <= 0 || long <= short || math.Abs(float64(textWidth("MW", plainFont, 20)-2*long)) > .01 {
		t.Errorf("widths %.2f and %.2f", short, long)
	}
}
