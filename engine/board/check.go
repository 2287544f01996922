package board

import (
	"errors"
	"fmt"
	"strings"
)

// Most is the greatest coordinate, and minus it the least: large enough for
// every map, and small enough for sums of products.
const Most = 1_000_000

// Check says what is wrong with a board: an id that cannot stand in an order or
// stands for two things, a place outside the plane, a reference to nothing. A
// drawing shows any board; it leaves out what lies outside.
func (b Board) Check() error {
	c := &checker{b: b, ids: map[string]string{}, regions: map[string]bool{"": true}}
	if b.Cell < 1 || b.Min.X >= b.Max.X || b.Min.Y >= b.Max.Y || b.Stretch < 0 {
		c.fault("plane from %v to %v with cells of %d, stretch %d: nothing can be drawn on it", b.Min, b.Max, b.Cell,
			b.Stretch)
	}
	if max(b.Max.X, b.Max.Y) > Most || min(b.Min.X, b.Min.Y) < -Most {
		c.fault("plane from %v to %v: coordinates go to %d", b.Min, b.Max, Most)
	}
	for _, r := range b.Regions {
		c.id("region", r.ID)
		c.regions[r.ID] = true
		c.line("outline of region "+r.ID, 3, r.Outline)
		if len(r.Outline) > 2 && turning(r.Outline) <= 0 {
			c.fault("the outline of region %s does not run clockwise", r.ID)
		}
		c.line("centre of region "+r.ID, 1, []Point{r.Center})
		c.marks(r)
	}
	for _, e := range b.Edges {
		c.line("edge "+e.Kind, 2, e.Line)
		c.known("edge "+e.Kind, e.A)
		c.known("edge "+e.Kind, e.B)
	}
	for _, p := range b.Paths {
		c.line("path "+p.Kind, 2, p.Line)
	}
	for _, a := range b.Arrows {
		c.line("arrow "+a.Kind, 2, a.Line)
		c.side("arrow "+a.Kind, a.Side)
	}
	for _, s := range b.Signs {
		c.line("sign "+s.Kind, 1, []Point{s.At})
		c.side("sign "+s.Kind, s.Side)
	}
	c.pieces()
	c.beside()
	return errors.Join(c.faults...)
}

type checker struct {
	b       Board
	ids     map[string]string // what has them
	regions map[string]bool
	faults  []error
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

func (c *checker) id(what, id string) {
	switch {
	case id == "":
		return
	case strings.ContainsAny(id, " ,\t\n"):
		c.fault("%s %q: an id is one word of an order", what, id)
	case c.ids[strings.ToLower(id)] != "":
		c.fault("%s %q: there is a %s of that id", what, id, c.ids[strings.ToLower(id)])
	}
	c.ids[strings.ToLower(id)] = what
}

func (c *checker) line(what string, least int, ps []Point) {
	if len(ps) < least {
		c.fault("%s has %d points", what, len(ps))
	}
	for _, p := range ps {
		if !c.b.Holds(p) {
			c.fault("%s goes to %v, off the plane from %v to %v", what, p, c.b.Min, c.b.Max)
			return
		}
	}
}

func (c *checker) marks(r Region) {
	for _, m := range r.Marks {
		if m.Kind == "star" || m.Kind == "flag" {
			c.side(m.Kind+" in region "+r.ID, m.Side)
		}
		if n := len(m.Worth); n > 0 && (m.Kind != "star" || n > 1 && n != len(c.b.Sides)) {
			c.fault("%s in region %s has a worth of %d numbers", m.Kind, r.ID, n)
		}
	}
}

func (c *checker) known(what, region string) {
	if !c.regions[region] {
		c.fault("%s names the region %q, which does not exist", what, region)
	}
}

func (c *checker) side(what string, side int) {
	if side != Nobody && (side < 0 || side >= len(c.b.Sides)) {
		c.fault("%s is of side %d of %d", what, side, len(c.b.Sides))
	}
}

func (c *checker) pieces() {
	for _, p := range c.b.Pieces {
		c.id("piece", p.ID)
		c.line("piece "+p.ID, 1, []Point{p.At})
		c.piece(p)
	}
}

func (c *checker) piece(p Piece) {
	c.known("piece "+p.ID, p.Region)
	c.side("piece "+p.ID, p.Side)
	if p.Symbol == "" || p.Count < 0 || p.Lost < 0 || p.Facing < 0 || p.Facing >= 360 {
		c.fault("piece %s: symbol %q, count %d, facing %d", p.ID, p.Symbol, p.Count, p.Facing)
	}
}

// beside checks what has no place on the plane. A pile may have the id of a
// piece or region: it is then its inside.
func (c *checker) beside() {
	for _, t := range c.b.Tracks {
		c.id("track", t.ID)
		for _, m := range t.Markers {
			c.side("marker "+m.Label, m.Side)
			if m.At < 0 || m.At >= len(t.Spaces) {
				c.fault("track %s: marker %q lies on space %d of %d", t.Name, m.Label, m.At, len(t.Spaces))
			}
		}
	}
	for _, p := range c.b.Piles {
		if c.ids[strings.ToLower(p.ID)] == "" {
			c.id("pile", p.ID)
		}
		c.side("pile "+p.Name.String(), p.Side)
		if p.Count < len(p.Pieces) {
			c.fault("pile %s: %d pieces are seen of %d", p.Name, len(p.Pieces), p.Count)
		}
		for _, q := range p.Pieces {
			c.id("piece", q.ID)
			c.piece(q)
		}
	}
}

// Holds reports whether a point lies on the plane that is drawn.
func (b Board) Holds(p Point) bool {
	return p.X >= b.Min.X && p.X <= b.Max.X && p.Y >= b.Min.Y && p.Y <= b.Max.Y
}

// turning is twice the area of an outline, positive if it runs clockwise.
func turning(outline []Point) (sum int) {
	a := outline[len(outline)-1]
	for _, b := range outline {
		sum += a.X*b.Y - b.X*a.Y
		a = b
	}
	return sum
}
