package setup

import "berthier/engine/lines"

// reserved holds units to the places that are not for all: an area without borders is for those of
// the United Kingdom [A129], the EFT box for Infantry class, Cavalry and Artillery [A130].
func (r *reader) reserved() {
	for _, a := range r.s.Armies {
		r.apart(a.Area, a.Nation)
	}
	for _, g := range r.s.Groups {
		r.apart(g.Area, g.Count.Unit.Nation)
	}
	for _, c := range r.s.EFT {
		if k := c.Unit.Kind; !r.t.Units[k].Infantry && k != Cavalry && k != Artillery {
			r.FaultAt(lines.Place{}, "", "%s in the EFT box", c.Unit)
		}
	}
}

func (r *reader) apart(at int, n Nation) {
	if a := r.s.Map.Areas[at]; a.Apart && n != UK {
		r.FaultAt(lines.Place{}, "", "units of %s in %s, which is for uk", n, a.ID)
	}
}

// held holds whose areas are to what is in them [A90]: who has a unit there that can hold an area,
// or a Fort that can [8.4-h].
func (r *reader) held() {
	const strong, nobodys = 2, Neutral + 1
	s := r.s
	holds := make([][NumSides]bool, len(s.Map.Areas))
	add := func(at int, u Unit) {
		if r.t.Units[u.Kind].Holds {
			holds[at][u.Nation.Side()] = true
		}
	}
	for _, a := range s.Armies {
		for _, c := range a.Content {
			add(a.Area, c.Unit)
		}
	}
	for _, g := range s.Groups {
		add(g.Area, g.Count.Unit)
	}
	names := [...]string{German: "German", Allied: "Allied", Contested: "Contested", Neutral: "Neutral",
		nobodys: "nobody's"}
	for at, a := range s.Map.Areas {
		if s.Forts[at] >= strong {
			holds[at][r.countryOf(at)] = true
		}
		owner := s.Owner[at]
		want := owner
		switch {
		case owner == Neutral && !holds[at][1-r.countryOf(at)]:
		case holds[at][German] && holds[at][Allied]:
			want = Contested
		case holds[at][German]:
			want = German
		case holds[at][Allied]:
			want = Allied
		case owner == Contested:
			want = nobodys
		}
		if want != owner {
			r.FaultAt(lines.Place{}, "", "%s is %s, and by what is in it %s", a.ID, names[owner], names[want])
		}
	}
}

// countryOf is the side of the country in which an area lies.
func (r *reader) countryOf(at int) int {
	if m := r.s.Map; m.Countries[m.Areas[at].Country].Side == SideNames[German] {
		return German
	}
	return Allied
}
