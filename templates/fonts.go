package templates

import (
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
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
	for _, r := range drawn(s, n) {
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

// drawn is the plain form of a text with letters that a font has: each with its marks in
// one, or without them, or the sign for a letter that cannot be shown.
func drawn(s string, n fontName) string {
	if tidy(s) {
		return s
	}
	f, known := parsedFont(n), strings.Builder{}
	var buf sfnt.Buffer
	has := func(r rune) bool {
		g, err := f.GlyphIndex(&buf, r)
		return err == nil && g != 0
	}
	for _, r := range norm.NFC.String(plain(s)) {
		if base, _ := utf8.DecodeRuneInString(norm.NFKD.String(string(r))); !has(r) && has(base) {
			r = base
		}
		switch {
		case has(r):
			known.WriteRune(r)
		case !unicode.In(r, unicode.M, unicode.Cf): // a mark that no letter has is left out
			known.WriteRune(unicode.ReplacementChar)
		}
	}
	return known.String()
}

// shorten cuts a text off that is wider than width pixels.
func shorten(s string, n fontName, size, width float32) string {
	s = plain(s)
	if textWidth(s, n, size) <= width {
		return s
	}
	letters := []rune(s)
	keep := sort.Search(len(letters), func(k int) bool {
		return textWidth(string(letters[:k+1])+"…", n, size) > width
	})
	return strings.TrimRight(string(letters[:keep]), " ") + "…"
}

// haloWidth is how far the halo of a text reaches.
func haloWidth(size float32) float32 { return max(1, size/8) }
