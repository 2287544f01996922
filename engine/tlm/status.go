package tlm

import "berthier/engine/tlm/setup"

// holders says of each area what each side has in it.
type holders [][setup.NumSides]presence

// presence is what a side has in an area.
type presence struct{ holds, infantry, units bool } // a holding unit, Infantry, anything but a Fort

func (p *Position) holders() holders {
	h := make(holders, len(p.Areas))
	for _, g := range p.Groups {
		if at := p.areaOf(g.Place); at >= 0 {
			in, row := &h[at][g.Unit.Nation.Side()], p.row(g.Unit.Kind)
			in.holds, in.infantry, in.units = in.holds || row.Holds, in.infantry || row.Infantry, true
		}
	}
	for i := range p.Armies {
		at, s := p.Armies[i].Place, p.Armies[i].Nation.Side()
		if at < 0 {
			continue
		}
		h[at][s].units = true
		if p.masked(i) && !p.empty(i) { // what a view does not show may be Infantry
			h[at][s].infantry = true
			h[at][s].holds = h[at][s].holds || p.Areas[at].Control != Control(1-s)
		}
	}
	for at := range p.Areas {
		const strong = 2 // a weaker Fort holds nothing [8.4-h]
		if p.Areas[at].Fort >= strong {
			h[at][p.fortSide(at)].holds = true
		}
	}
	return h
}

// status is whose an area is by what is in it [A90]. A Neutral area stays so until the other side
// is in one of its country; then the whole country is on its own side.
func (h holders) status(p *Position, at int) Control {
	g, a, own := h[at][setup.German].holds, h[at][setup.Allied].holds, p.fortSide(at)
	switch was := p.Areas[at].Control; {
	case was == NeutralArea && !h[at][1-own].holds:
		if p.entered(at) {
			return Control(own)
		}
		return was
	case g && a:
		return ContestedArea
	case g:
		return GermanArea
	case a:
		return AlliedArea
	case was == ContestedArea:
		return Control(own)
	default:
		return was
	}
}

// entered reports whether an area of the country of another one is Neutral no more.
func (p *Position) entered(at int) bool {
	areas := p.areaMap().Areas
	for other := range areas {
		if areas[other].Country == areas[at].Country && !p.neutral(other) {
			return true
		}
	}
	return false
}

// england is the area that lies apart, or -1 [A129].
func (p *Position) england() int { return p.words.england }

// source reports whether an area is a Supply Source Area of a side; that of the United Kingdom
// is one for its own units only.
func (p *Position) source(side, at int) bool {
	return at >= 0 && p.words.sources[side][at]
}
