package templates

import (
	"cmp"
	"image/color"
	"math"
	"strconv"

	"berthier/engine/tongue"
)

// Curve is how a number of each side went, turn by turn.
type Curve struct {
	Name  string // of its file, without the ending: "strength"
	Title tongue.Text
	First int // the turn at the end of which the first values stood; 0 for the beginning
	Lines []CurveLine
}

// CurveLine is one side of a Curve.
type CurveLine struct {
	Name   string
	Color  string // a word of package board; empty: by its index
	Values []float64
}

// LuckTitle is that of the curve of luck.
func LuckTitle() tongue.Text { return catalogue.Say("after.curve.luck") }

// SVG draws a curve, for readers of a language. The same curve always gives the same bytes.
func (c Curve) SVG(l tongue.Language) []byte { return c.draw(l).svg() }

// PNG is the same drawing for mail programs, which show no SVG.
func (c Curve) PNG(l tongue.Language) ([]byte, error) { return c.draw(l).png(32) }

// The size of a curve is one that a telephone can show without making its words small.
const (
	curveWidth, curveHeight = 460, 236
	curveText               = 13
)

// plot is where the lines of a curve are drawn.
type plot struct {
	drawing
	lo, hi     point   // of the area of the lines
	turns      int     // from the first value to the last
	bottom, up float64 // values of its lower and its upper edge
}

func (c Curve) draw(l tongue.Language) *drawing {
	p := &plot{drawing: drawing{w: curveWidth, h: curveHeight, back: paper}, lo: point{44, 50},
		hi: point{curveWidth - 16, curveHeight - 34}}
	step := p.scale(c)
	p.items = append(p.items, item{text: c.Title.In(l), at: point{12, 21}, size: 15, font: boldFont,
		flush: true, fill: ink})
	p.axes(c, step)
	x := float32(12)
	for i, l := range c.Lines {
		paint := sideInks[i%len(sideInks)]
		if named, ok := colors[l.Color]; ok {
			paint = named
		}
		x = p.line(l, i, paint, x)
	}
	return &p.drawing
}

// scale finds the values at the edges, and the step between two lines of the grid.
func (p *plot) scale(c Curve) (step float64) {
	p.turns = 1
	for _, l := range c.Lines {
		p.turns = max(p.turns, len(l.Values)-1)
		for _, v := range l.Values {
			p.bottom, p.up = min(p.bottom, v), max(p.up, v)
		}
	}
	step = niceStep((p.up - p.bottom) / 4)
	p.bottom = math.Floor(p.bottom/step) * step
	p.up = max(math.Ceil(p.up/step)*step, p.bottom+step)
	return step
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is not below a number.
func niceStep(least float64) float64 {
	if least <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= least {
			return k * power
		}
	}
	return 10 * power
}

func (p *plot) at(turn int, value float64) point {
	return point{p.lo.x + (p.hi.x-p.lo.x)*float32(turn)/float32(p.turns),
		p.hi.y - (p.hi.y-p.lo.y)*float32((value-p.bottom)/(p.up-p.bottom))}
}

// axes draws the grid with its numbers.
func (p *plot) axes(c Curve, step float64) {
	for v := p.bottom; v <= p.up+step/2; v += step {
		at, width := p.at(0, v), float32(.7)
		if math.Abs(v) < step/2 {
			width = 1.4
		}
		p.stroke(polyline(at, point{p.hi.x, at.y}), gridLine, width)
		p.items = append(p.items, item{text: strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64),
			at: at.add(-20, curveText*.36), size: curveText, fill: numberInk})
	}
	every := max(1, int(niceStep(float64(p.turns)/8)))
	for t := range p.turns + 1 {
		if (t+c.First)%every != 0 {
			continue
		}
		at := p.at(t, p.bottom)
		p.stroke(polyline(at, at.add(0, 5)), gridLine, 1)
		p.items = append(p.items, item{text: strconv.Itoa(t + c.First), at: at.add(0, 19), size: curveText,
			fill: numberInk})
	}
}

// line draws one side, and its name from x on; it gives where the next name can stand. Sides
// differ by more than their colours: the second is dashed, the third has dots.
func (p *plot) line(l CurveLine, i int, paint color.NRGBA, x float32) float32 {
	dash := [...]float32{0, 6, 2.5}[i%3]
	pen := pen{color: paint, width: 2.4, dash: dash}
	var ps []point
	for t, v := range l.Values {
		ps = append(ps, p.at(t, v))
	}
	if len(ps) > 1 {
		p.items = append(p.items, item{path: polyline(ps...), pen: pen})
	}
	if len(ps) > 0 {
		p.fill(disc(ps[len(ps)-1], 3.5, 8), paint)
	}
	p.items = append(p.items, item{path: polyline(point{x, 37}, point{x + 26, 37}), pen: pen},
		item{text: l.Name, at: point{x + 32, 41}, size: curveText, flush: true, fill: ink})
	return x + 32 + textWidth(cmp.Or(plain(l.Name), " "), plainFont, curveText) + 18
}
