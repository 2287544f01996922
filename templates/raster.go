package templates

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// png draws the drawing and encodes it with a palette of so many colours at most.
func (d *drawing) png(colors int) ([]byte, error) {
	c := canvas{
		img:    image.NewRGBA(image.Rect(0, 0, int(math.Ceil(float64(d.w))), int(math.Ceil(float64(d.h))))),
		faces:  map[faceKey]font.Face{},
		glyphs: map[glyphKey]glyph{},
	}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(d.back), image.Point{}, draw.Src)
	for _, it := range d.items {
		if it.title != "" {
			continue
		}
		if it.text != "" {
			if err := c.write(it); err != nil {
				return nil, err
			}
			continue
		}
		c.fill(it.path, it.fill)
		if it.pen.width > 0 {
			c.stroke(it.path, it.pen)
		}
	}
	return encode(quantize(c.img, d.inks(), colors)), nil
}

// inks lists the opaque colours of the drawing, some of them several times.
func (d *drawing) inks() []color.NRGBA {
	var inks []color.NRGBA
	for _, it := range d.items {
		for _, c := range [2]color.NRGBA{it.fill, it.pen.color} {
			if c.A == 0xff {
				inks = append(inks, c)
			}
		}
	}
	return inks
}

// canvas is a picture being painted.
type canvas struct {
	img    *image.RGBA
	z      vector.Rasterizer
	buf    []contour // contours of the path being painted
	used   int
	tiles  []part  // of the picture, by rows
	met    []*part // those that the path meets
	mask   []uint8 // scratch of paint
	faces  map[faceKey]font.Face
	glyphs map[glyphKey]glyph
}

type contour []point

// tile is the side of the squares in which the rasterizer works.
const tile = 128

// part is what a path has in a tile.
type part struct {
	contours []contour
	box      image.Rectangle // around them, in the tile
}

func (c *canvas) add(ps ...point) {
	if c.used == len(c.buf) {
		c.buf = append(c.buf, nil)
	}
	c.buf[c.used] = append(c.buf[c.used][:0], ps...)
	c.used++
}

func (c *canvas) fill(p path, col color.NRGBA) {
	if col.A == 0 {
		return
	}
	p.flatten(func(ps []point, _ bool) { c.add(ps...) })
	c.flush(col)
}

// stroke turns every piece of a line into a rectangle and every joint into a
// disc, all running the same way round.
func (c *canvas) stroke(p path, pn pen) {
	r := pn.width / 2
	p.flatten(func(ps []point, closed bool) {
		if closed {
			ps = append(ps, ps[0])
		}
		dashes(ps, pn.dash, func(ps []point) {
			for i := range ps {
				if pn.width > 1.5 {
					c.joint(ps[i], r)
				}
				if i > 0 {
					n := ps[i].minus(ps[i-1]).unit().left().times(r)
					c.add(ps[i-1].plus(n), ps[i].plus(n), ps[i].minus(n), ps[i-1].minus(n))
				}
			}
		})
	})
	c.flush(pn.color)
}

// joint adds a disc that runs the way round that the rectangles of stroke do.
func (c *canvas) joint(at point, r float32) {
	n := 8
	if r > 4 {
		n = 14
	}
	ps := make([]point, n)
	for i := range ps {
		ps[i] = at.around(r, 360*float32(i)/float32(n))
	}
	c.add(ps...)
}

// dashes cuts a line into dashes with gaps of the same length.
func dashes(ps []point, length float32, line func(ps []point)) {
	if length <= 0 {
		line(ps)
		return
	}
	on, left := true, length
	piece := []point{ps[0]}
	for i := 1; i < len(ps); i++ {
		from, to := ps[i-1], ps[i]
		for to.minus(from).length() > left {
			from = from.to(to, left/to.minus(from).length())
			if on {
				line(append(piece, from))
			}
			piece, on, left = []point{from}, !on, length
		}
		left -= to.minus(from).length()
		piece = append(piece, to)
	}
	if on && len(piece) > 1 {
		line(piece)
	}
}

// flush paints the collected contours in one colour. The rasterizer works on tiles of the picture, and only on those
// that a contour meets: of the box around a long line most is empty.
func (c *canvas) flush(col color.NRGBA) {
	all := c.img.Bounds()
	across := all.Max.X/tile + 1
	if c.tiles == nil {
		c.tiles = make([]part, across*(all.Max.Y/tile+1))
	}
	c.met = c.met[:0]
	for _, ps := range c.buf[:c.used] {
		box := ps.box().Intersect(all)
		if box.Empty() {
			continue
		}
		for y := box.Min.Y / tile; y <= (box.Max.Y-1)/tile; y++ {
			for x := box.Min.X / tile; x <= (box.Max.X-1)/tile; x++ {
				t := &c.tiles[y*across+x]
				if len(t.contours) == 0 {
					c.met = append(c.met, t)
				}
				t.contours = append(t.contours, ps)
				t.box = t.box.Union(box.Intersect(image.Rect(x*tile, y*tile, (x+1)*tile, (y+1)*tile)))
			}
		}
	}
	for _, t := range c.met {
		c.paint(*t, col)
		t.contours, t.box = t.contours[:0], image.Rectangle{}
	}
	c.used = 0
}

// box has the pixels that a contour may meet.
func (ps contour) box() image.Rectangle {
	lo, hi := ps[0], ps[0]
	for _, p := range ps[1:] {
		lo = point{min(lo.x, p.x), min(lo.y, p.y)}
		hi = point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	return image.Rect(floor(max(lo.x, -1)), floor(max(lo.y, -1)), floor(min(hi.x, 1e5))+1, floor(min(hi.y, 1e5))+1)
}

// paint paints what contours have in a part of the picture.
func (c *canvas) paint(in part, col color.NRGBA) {
	box := in.box
	origin := point{float32(box.Min.X), float32(box.Min.Y)}
	c.z.Reset(box.Dx(), box.Dy())
	for _, ps := range in.contours {
		for i, p := range ps {
			if p = p.minus(origin); i == 0 {
				c.z.MoveTo(p.x, p.y)
			} else {
				c.z.LineTo(p.x, p.y)
			}
		}
		c.z.ClosePath()
	}
	if need := box.Dx() * box.Dy(); cap(c.mask) < need {
		c.mask = make([]uint8, need)
	}
	mask := image.Alpha{Pix: c.mask[:box.Dx()*box.Dy()], Stride: box.Dx(), Rect: image.Rect(0, 0, box.Dx(), box.Dy())}
	c.z.DrawOp = draw.Src
	c.z.Draw(&mask, mask.Rect, image.Opaque, image.Point{})
	c.blend(&mask, box, col)
}

// blend puts a colour over the picture where the mask is. Most of a mask is
// empty or full, which makes this several times faster than the general case
// of image/draw.
func (c *canvas) blend(mask *image.Alpha, box image.Rectangle, col color.NRGBA) {
	for y := range box.Dy() {
		row := c.img.Pix[c.img.PixOffset(box.Min.X, box.Min.Y+y):]
		for x, cover := range mask.Pix[y*mask.Stride : y*mask.Stride+box.Dx()] {
			if cover == 0 {
				continue
			}
			p := row[4*x : 4*x+3 : 4*x+3]
			a := uint32(cover) * uint32(col.A) / 255
			if a == 255 {
				p[0], p[1], p[2] = col.R, col.G, col.B
				continue
			}
			p[0] = uint8((uint32(p[0])*(255-a) + uint32(col.R)*a) / 255)
			p[1] = uint8((uint32(p[1])*(255-a) + uint32(col.G)*a) / 255)
			p[2] = uint8((uint32(p[2])*(255-a) + uint32(col.B)*a) / 255)
		}
	}
}

func floor(f float32) int { return int(math.Floor(float64(f))) }

type faceKey struct {
	font fontName
	size int // in quarters of a pixel
}

type glyphKey struct {
	face faceKey
	r    rune
	frac int // horizontal position in quarters of a pixel
}

// glyph is a rendered letter; rect is relative to the pixel of the base point.
type glyph struct {
	mask    *image.Alpha
	rect    image.Rectangle
	advance fixed.Int26_6
}

// write paints a line of text.
func (c *canvas) write(it item) error {
	key := faceKey{it.font, max(4, int(it.size*4+.5))}
	face := c.faces[key]
	if face == nil {
		var err error
		face, err = opentype.NewFace(parsedFont(it.font),
			&opentype.FaceOptions{Size: float64(key.size) / 4, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return fmt.Errorf("font of the map: %w", err)
		}
		c.faces[key] = face
	}
	text := drawn(it.text, it.font)
	x := it.at.x
	if !it.flush {
		x -= textWidth(text, it.font, float32(key.size)/4) / 2
	}
	if it.halo.A > 0 {
		r := haloWidth(it.size)
		for i := range 8 {
			o := point{x, it.at.y}.around(r, float32(i)*45)
			c.glyphRun(face, key, text, o, it.halo)
		}
	}
	c.glyphRun(face, key, text, point{x, it.at.y}, it.fill)
	return nil
}

func (c *canvas) glyphRun(face font.Face, key faceKey, text string, at point, col color.NRGBA) {
	x, y := fixed.I(floor(at.x+.5)), int(math.Round(float64(at.y)))
	src := image.NewUniform(col)
	for _, r := range text {
		k := glyphKey{key, r, int(x&63) / 16}
		g, ok := c.glyphs[k]
		if !ok {
			g = renderGlyph(face, r, k.frac)
			c.glyphs[k] = g
		}
		if g.mask != nil {
			draw.DrawMask(c.img, g.rect.Add(image.Pt(x.Floor(), y)), src, image.Point{}, g.mask, image.Point{},
				draw.Over)
		}
		x += g.advance
	}
}

func renderGlyph(face font.Face, r rune, quarter int) glyph {
	rect, mask, at, advance, ok := face.Glyph(fixed.Point26_6{X: fixed.Int26_6(quarter * 16)}, r)
	g := glyph{rect: rect, advance: advance}
	if !ok || rect.Empty() {
		return g
	}
	g.mask = image.NewAlpha(image.Rect(0, 0, rect.Dx(), rect.Dy()))
	draw.Draw(g.mask, g.mask.Bounds(), mask, at, draw.Src) // the face reuses its mask
	return g
}
