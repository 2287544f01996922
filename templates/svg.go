package templates

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
)

// svgFonts names the fonts of a text: Go's own if the reader has it, or what
// comes near.
var svgFonts = [...]string{plainFont: "t", boldFont: "t b", italicFont: "t b i"}

// svg prints the drawing as a self-contained SVG 1.1 document: a line for its begin, one for its style, one for each
// item, and one for its end.
func (d *drawing) svg() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s">`+
		"\n",
		number(d.w), number(d.h))
	b.WriteString(
		`<style>.t{font-family:Go,"DejaVu ` +
			`Sans",Verdana,sans-serif;` +
			`text-anchor:middle}.s{text-anchor:start}.b{font-weight:bold}.i{font-style:italic}` +
			`path{stroke-linecap:round;stroke-linejoin:round}</style>` + "\n",
	)
	if d.back.A > 0 {
		fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hexColor(d.back))
	}
	for _, it := range d.items {
		if it.text != "" {
			it.svgText(&b)
		} else {
			it.svgPath(&b)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (it item) svgPath(b *bytes.Buffer) {
	if len(it.path) == 0 {
		return
	}
	b.WriteString(`<path d="`)
	for _, s := range it.path {
		b.WriteByte(s.op)
		switch s.op {
		case 'Q':
			b.WriteString(number(s.c.x) + " " + number(s.c.y) + " " + number(s.p.x) + " " + number(s.p.y))
		case 'M', 'L':
			b.WriteString(number(s.p.x) + " " + number(s.p.y))
		}
	}
	if it.title != "" {
		b.WriteString(`" fill="none" pointer-events="all"><title>`)
		_ = xml.EscapeText(b, []byte(plain(it.title))) // a bytes.Buffer does not fail
		b.WriteString("</title></path>\n")
		return
	}
	b.WriteString(`" ` + paint("fill", it.fill))
	if it.pen.width > 0 {
		b.WriteString(" " + paint("stroke", it.pen.color) + ` stroke-width="` + number(it.pen.width) + `"`)
		if it.pen.dash > 0 {
			b.WriteString(` stroke-dasharray="` + number(it.pen.dash) + `"`)
		}
	}
	b.WriteString("/>\n")
}

func (it item) svgText(b *bytes.Buffer) {
	class := svgFonts[it.font]
	if it.flush {
		class += " s"
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" class="%s" font-size="%s" %s`, number(it.at.x), number(it.at.y), class,
		number(it.size), paint("fill", it.fill))
	if it.flush || it.tight || it.halo.A > 0 { // other things stand beside it, and the font of a browser may be wider
		fmt.Fprintf(b, ` textLength="%s" lengthAdjust="spacingAndGlyphs"`,
			number(textWidth(plain(it.text), it.font, it.size)))
	}
	if it.halo.A > 0 {
		fmt.Fprintf(b, ` paint-order="stroke" stroke-linejoin="round" stroke-width="%s" %s`,
			number(2*haloWidth(it.size)), paint("stroke", it.halo))
	}
	b.WriteByte('>')
	_ = xml.EscapeText(b, []byte(plain(it.text))) // a bytes.Buffer does not fail
	b.WriteString("</text>\n")
}

// paint prints a colour as an attribute, with its opacity if it has one.
func paint(attr string, c color.NRGBA) string {
	switch c.A {
	case 0:
		return attr + `="none"`
	case 0xff:
		return attr + `="` + hexColor(c) + `"`
	}
	return fmt.Sprintf(`%s="%s" %[1]s-opacity="%.2[3]f"`, attr, hexColor(c), float32(c.A)/255)
}

func hexColor(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// number prints with at most one decimal: a tenth of a pixel is fine enough.
func number(f float32) string {
	return strconv.FormatFloat(math.Round(float64(f)*10)/10, 'f', -1, 64)
}
