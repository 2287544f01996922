package tlm

import "berthier/engine/tlm/setup"

// holders are the areas in which each side has a holding unit, and Infantry.
type holders struct{ holds, infantry [2][]bool }

func (p *Position) holders() (h holders) {
	for s := range h.holds {
		h.holds[s], h.infantry[s] = make([]bool, len(p.Areas)), make([]bool, len(p.Areas))
	}
	for _, g := range p.Groups {
		if at := p.areaOf(g.Place); at >= 0 {
			s, row := g.Unit.Nation.Side(), p.row(g.Unit.Kind)
			h.holds[s][at] = h.holds[s][at] || row.Holds
			h.infantry[s][at] = h.infantry[s][at] || row.Infantry
		}
	}
	for i := range p.Armies {
		if at, s := p.Armies[i].Place, p.Armies[i].Nation.Side(); at >= 0 && p.masked(i) && !p.empty(i) &&
			p.Areas[at].Control != Control(1-s) {
			h.holds[s][at] = true
		}
	}
	for at := range p.Areas {
		const strong = 2 // a weaker Fort holds nothing [8.4-h]
		if p.Areas[at].Fort >= strong {
			h.holds[p.fortSide(at)][at] = true
		}
	}
	return h
}

// status is whose an area is by what is in it [A90]. A Neutral area stays so until the other side
// is in one of its country; then the whole country is on its own side.
func (h holders) status(p *Position, at int) Control {
	g, a, own := h.holds[setup.German][at], h.holds[setup.Allied][at], p.fortSide(at)
	switch was := p.Areas[at].Control; {
	case was == NeutralArea && !h.holds[1-own][at]:
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
	return p.sc.Map.Areas[at].Source == setup.SideNames[side] && at != p.england()
}
