package duel

import (
	"slices"

	"berthier/engine"
)

// pricedDraft is a draft of a duel in which a chip costs what it is worth.
type pricedDraft struct {
	*engine.ListedDraft
	d   Ruleset
	p   *position
	dec engine.Decision
}

func (d Ruleset) priced(p *position, dec engine.Decision, l *engine.ListedDraft) engine.Draft {
	return &pricedDraft{l, d, p, dec}
}

// About implements engine.Draft.
func (l *pricedDraft) About(id string) []engine.Option {
	about := l.ListedDraft.About(id)
	if l.d.is("about lists all") {
		about = l.ListedDraft.About("1")
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
