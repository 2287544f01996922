package templates

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// fontName is one of the fonts of a map. Go's fonts have the letters of
// Latin, Greek and Cyrillic with the accents of Czech and Polish.
type fontName int8

const (
	plainFont fontName = iota
	boldFont
	italicFont
)

var parsedFonts = sync.OnceValue(func() (fonts [3]*sfnt.Font) {
	for i, ttf := range [3][]byte{goregular.TTF, gobold.TTF, gobolditalic.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		fonts[i] = f
	}
	return fonts
})

func parsedFont(n fontName) *sfnt.Font { return parsedFonts()[n] }

// textWidth measures a line of text in pixels.
func textWidth(s string, n fontName, size float32) float32 {
	f := parsedFont(n)
	var buf sfnt.Buffer
	const em = 1000 // measured at this many pixels, for rounding not to matter
	var sum fixed.Int26_6
	for _, r := range s {
		g, err := f.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		if a, err := f.GlyphAdvance(&buf, g, fixed.I(em), font.HintingNone); err == nil {
			sum += a
		}
	}
	return float32(sum) / 64 * size / em
}

// haloWidth is how far the halo of a text reaches.
func haloWidth(size float32) float32 { return max(1, size/8) }
