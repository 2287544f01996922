package jdg

import (
	"slices"

	"berthier/engine"
)

// View implements engine.Ruleset. Hidden from a side are the other side's
// face-down orders markers [2.3.2-d], its standing orders and orders when drawn, and everything of
// a question that is not its own. The public sees no side's secrets.
func (rs *Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := new(Position)
	*p = *pos.(*Position) // a position is never changed in place: what stays the same is shared
	p.Faces, p.steady = slices.Clone(p.Faces), p.steady.copy()
	own := p.sideOf(side)
	for i, g := range p.Groups {
		if p.sc.Forms[g.Form].Side != own && !p.Faces[i].Revealed {
			p.Faces[i].Orders = Unknown
		}
	}
	for s := range p.Sheets {
		if s != own {
			p.Sheets[s], p.Plans[s] = nil, nil
		}
	}
	if p.Asked != nil {
		p.Asked = p.Asked.View(side)
	}
	return p
}
