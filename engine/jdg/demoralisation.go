package jdg

import "berthier/engine/jdg/setup"

// demoralisation checks every formation in Phase E [11.2]. It tells only
// changes; one of a demoralised formation's markers stays out of the cup from
// the next turn on, until the formation is found recovered [11.2-e, 11.2-h,
// JDG-Q135].
func (r *run) demoralisation() {
	for f, spec := range r.p.sc.Forms {
		is := r.p.broken(f)
		if is == r.p.formAt(f).Demoralised {
			continue
		}
		if is {
			r.event("11.2-b", "demoralised", spec.Side, "formation", spec.ID, "is", "yes")
		} else {
			r.event("11.2-h", "demoralised", spec.Side, "formation", spec.ID, "is", "no")
		}
	}
}

// broken reports whether no infantry or cavalry of a formation is ordered,
// among those units that have ever been on the map [11.2-b, JDG-Q133].
func (p *Position) broken(f int) bool {
	any := false
	for _, u := range p.sc.FormUnits[f] {
		un := p.unit(u)
		if p.spec(u).Arm == setup.Artillery || !un.Entered {
			continue
		}
		if un.State == setup.Ordered {
			return false
		}
		any = true
	}
	return any
}
