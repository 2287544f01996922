package duel

import (
	"slices"

	"berthier/engine"
)

// priced is a draft of a duel in which a chip costs what it is worth.
type priced struct {
	*engine.Listed
	d   Ruleset
	p   *position
	dec engine.Decision
}

func (d Ruleset) priced(p *position, dec engine.Decision, l *engine.Listed) engine.Draft {
	return &priced{l, d, p, dec}
}

// About implements engine.Draft.
func (l *priced) About(id string) []engine.Option {
	about := l.Listed.About(id)
	if l.d.is("about lists all") {
		about = l.Listed.About("1")
	}
	for i := range about {
		if about[i].Order.Words[0] == "chip" {
			about[i].Cost, about[i].Why = "1 chip", "of 3"
		}
		switch other := l.p.card[1-slices.Index(sides, l.dec.Side)]; {
		case l.d.is("cost is no line"):
			about[i].Cost = "1\nchip"
		case l.d.is("cost leaks"):
			about[i].Cost = cardText(other)
		}
	}
	switch {
	case l.d.is("about misses an option") && len(about) > 0:
		about = about[1:]
	case l.d.is("about adds an order") && id == "a":
		about = append(about, engine.Option{Order: engine.Order{Words: []string{"chip", "aa"}}})
	case l.d.is("about picks") && l.dec.Kind == "D2" && len(about) > 0:
		l.Add(about[0].Order)
	}
	return about
}
