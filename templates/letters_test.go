package templates

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"berthier/engine/board"
	"berthier/engine/tongue"

	"golang.org/x/image/font/sfnt"
)

// The fonts of a map have every letter of what it says in any language.
func TestFontsHaveWords(t *testing.T) {
	words := ""
	for _, key := range catalogue.Keys() {
		if strings.HasPrefix(key, "legend.") || strings.HasPrefix(key, "board.") {
			for _, l := range tongue.Languages() {
				for _, s := range catalogue.Samples(key) {
					words += s.In(l)
				}
			}
		}
	}
	var buf sfnt.Buffer
	for n := range fontName(3) {
		for _, r := range words {
			if g, err := parsedFont(n).GlyphIndex(&buf, r); err != nil || g == 0 {
				t.Errorf("font %d has no %q (%v)", n, r, err)
			}
		}
	}
}

func TestDrawn(t *testing.T) {
	for s, want := range map[string]string{
		"Austerlitz":                  "Austerlitz",
		"Kr\u030cenovice":             "Křenovice",                // combining marks join their letter
		"Phu\u031b\u0309 Phạm":        "Phu Pham",                 // marks that the font lacks are left out
		"\u0301x":                     "x",                        // a mark alone
		"a" + strings.Repeat("̷", 40): "a",                        // many marks
		"ﬁx":                          "ﬁx",                       // a ligature that the font has
		"שלום":                        "\ufffd\ufffd\ufffd\ufffd", // right to left
		"a\u202eb":                    "a\ufffdb",
		"奥斯特":                         "\ufffd\ufffd\ufffd",
		"Кутузов":                     "Кутузов",
		"Ney 🎖":                       "Ney \ufffd",
		"Αούστερλιτς Żółć Příliš": "Αούστερλιτς Żółć Příliš",
	} {
		if got := drawn(s, boldFont); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
	var buf sfnt.Buffer
	for n := range fontName(3) {
		if g, err := parsedFont(n).GlyphIndex(&buf, unicode.ReplacementChar); err != nil || g == 0 {
			t.Errorf("font %d has no sign for a letter that it lacks (%v)", n, err)
		}
	}
}

// Names of any length and script leave the map as large as it is, and none reaches over
// its edge.
func TestLongNames(t *testing.T) {
	for what, name := range map[string]string{
		"long":          strings.Repeat("Wagram ", 40),
		"one word":      strings.Repeat("Ж", 200),
		"marks":         strings.Repeat("e\u0301\u0323", 100),
		"right to left": strings.Repeat("אוסטרליץ", 30),
	} {
		b := sampleSheet().board()
		b.Title = tongue.Name(name)
		b.Sides = []board.Side{{Name: name}, {Name: name + "2"}}
		b.Tracks = []board.Track{
			{Name: tongue.Name(name), Spaces: []string{name, "2"}, Markers: []board.Marker{{Label: name}}},
		}
		b.Piles = []board.Pile{{Name: tongue.Name(name), ID: "p", Count: 3}}
		for i := range b.Regions {
			if i%7 == 0 {
				b.Regions[i].Name = tongue.Name(name)
			}
			if i%11 == 0 {
				b.Regions[i].Marks = []board.Mark{{Kind: "tag", Text: name}}
			}
		}
		for i := range b.Pieces {
			b.Pieces[i].Label, b.Pieces[i].Name, b.Pieces[i].Band = name, tongue.Name(name), name
		}
		for _, l := range []look{whole(MapOptions{Width: 720}), whole(MapOptions{})} {
			m := drawnMapper(b, l)
			for _, it := range m.items {
				from, w := it.at.x, textWidth(it.text, it.font, it.size)
				if !it.flush {
					from -= w / 2
				}
				if it.text != "" && (w > m.w-2*margin+1 || it.flush && from+w > m.w) {
					t.Fatalf("%s: %.20q… is %.0f wide at %.0f, on a map of %.0f", what, it.text, w, from, m.w)
				}
			}
		}
		drawn, err := PNG(b, MapOptions{Width: 720})
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(drawn))
		if err != nil || img.Bounds().Dx() > 720 || img.Bounds().Dy() > 2000 {
			t.Errorf("%s: the map is %v large (%v)", what, imageSize(img), err)
		}
	}
}

func imageSize(img image.Image) image.Point {
	if img == nil {
		return image.Point{}
	}
	return img.Bounds().Size()
}

// The legend speaks the language of the reader; a word that no drawing knows stays as it is.
func TestLegendInLanguages(t *testing.T) {
	b := sampleSheet().board()
	b.Regions[0].Terrain = "lava-field"
	b.Regions[1].Marks = []board.Mark{{Kind: "turn", Text: "2"}}
	b.Pieces[0].State = "routed"
	for l, want := range map[tongue.Language][]string{
		"":        {">routed<", ">north<", ">5 hexes<", ">turn 2<", ", routed"},
		tongue.En: {">routed<", ">north<", ">5 hexes<", ">turn 2<", ", routed"},
		tongue.Fr: {">en déroute<", ">nord<", ">5 hexagones<", ">tour 2<", ", en déroute"},
		tongue.Pl: {">uciekająca<", ">północ<", ">5 heksów<", ">etap 2<", ", uciekająca"},
		tongue.El: {">σε φυγή<", ">βορράς<", ">5 εξάγωνα<", ">γύρος 2<", ", σε φυγή"},
		tongue.Cs: {">na útěku<", ">sever<", ">5 hexů<", ">kolo 2<", ", na útěku"},
	} {
		svg := string(SVG(b, MapOptions{Language: l}))
		for _, w := range append(want, ">lava field<") {
			if !strings.Contains(svg, w) {
				t.Errorf("%q: the map does not say %q", l, w)
			}
		}
	}
}

// Each word that the doc of package board lists has its word in the legend, but for what
// needs none.
func TestLegendWords(t *testing.T) {
	doc, err := os.ReadFile("../engine/board/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "\n//\tsymbols")
	table, _, _ = strings.Cut(table, "colours")
	table = regexp.MustCompile(
		`\([^)]*\)|with "heavy-" or "light-" before|any of the first three`,
	).ReplaceAllString(
		table,
		"",
	)
	kinds := strings.FieldsFunc(table, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	none := []string{"", "clear", "star", "tag", "flag", "states", "terrain", "edges", "paths", "arrows",
		"signs", "marks"}
	n := 0
	for _, kind := range kinds {
		if !slices.Contains(none, kind) {
			if n++; !catalogue.Has("board." + kind) {
				t.Errorf("%q has no word in the legend", kind)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d words of boards were found", n)
	}
}
