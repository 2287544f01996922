package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// Draft implements engine.Ruleset.
func (rs *Ruleset) Draft(pos engine.Position, d engine.Decision) engine.Draft {
	p := pos.(*Position)
	return &engine.ListedDraft{List: func(given []engine.Order) []engine.Order { return rs.options(p, d, given) }}
}

// options lists the orders that may come after some: what can be said in this phase, with a
// few places for what can lie anywhere.
func (rs *Ruleset) options(p *Position, d engine.Decision, given []engine.Order) (all []engine.Order) {
	side := p.sideNo(d.Side)
	said := map[string]bool{}
	for _, l := range given {
		if o, bad := p.read(side, l.Arrived(0)); bad == nil && !o.verb.list {
			said[o.slot] = true
		}
	}
	l := &lister{p: p, side: side, put: func(words ...string) {
		o := engine.Order{Words: words}
		if read, bad := p.read(side, o.Arrived(0)); bad == nil && !said[read.slot] && !p.late(read.verb) {
			all = append(all, o)
		}
	}}
	l.list()
	return all
}

// lister lists orders that may be legal.
type lister struct {
	p    *Position
	side int
	put  func(words ...string)
}

func (l *lister) list() {
	switch l.p.Phase {
	case RolePhase:
		l.put("role", "defender")
		l.put("role", "invader")
		l.put("role", "invader", "intercept")
	case CardPhase:
		l.first()
	case DayPhase:
		l.days()
	case GroundPhase:
		l.choices()
		l.places()
	case PlacePhase, AdjustPhase:
		l.places()
	case ListPhase, DeployPhase, HidePhase:
		l.deployment()
	case GeneralPhase:
		l.generals()
	}
	l.put("hold")
}

// first are the first card, the territory and the start of the pawn.
func (l *lister) first() {
	for _, c := range slices.Compact(l.p.held(l.side)) {
		l.put("card", c.String())
	}
	list := l.p.roster(l.p.Defender).Territories
	for _, t := range list {
		l.put("territory", t.String())
	}
	for _, c := range l.p.cells() {
		if slices.ContainsFunc(list, func(t setup.Territory) bool { return l.p.is(c, t) }) {
			l.put("start", c.String())
		}
	}
	for _, s := range setup.SeasonNames() {
		l.put("season", s)
	}
}

// days are the cards of the days, and where the pawn should go.
func (l *lister) days() {
	for d := l.p.Site.Day + 1; d <= days; d++ {
		for _, w := range []string{"lowest", "best", "pass"} {
			l.put("day", strconv.Itoa(d), w)
		}
		for _, c := range slices.Compact(l.p.held(l.side)) {
			l.put("day", strconv.Itoa(d), c.String())
		}
		l.put("day", strconv.Itoa(d), "best", "if", "lost", "else", "lowest")
		l.put("day", strconv.Itoa(d), "best", "if", "off-goal", "else", "pass")
	}
	for d := range setup.NumDensities {
		l.put("goal", d.String())
	}
	for f := range setup.NumFlanks {
		l.put("goal", f.String())
	}
	for _, c := range l.p.cells() {
		if l.p.is(c, l.p.Site.Territory) {
			l.put("march", c.String())
		}
	}
	for c := range setup.NumCards {
		l.put("save", c.String())
	}
}

// choices are the secure flank and the pieces.
func (l *lister) choices() {
	for _, s := range []string{"left", "right"} {
		l.put("flank", s)
		l.put("flank", s, "depth", lengthText(l.p.format.Water))
		for _, k := range l.p.flank().Kinds() {
			l.put("flank", s, k.String())
		}
	}
	l.put("optional", "none")
	for _, g := range l.p.rs.tables.Grounds(l.p.Site.Territory) {
		l.put("compulsory", g.String())
		l.put("optional", g.String())
	}
}

// places are some places for pieces, and what can be done with those of the other player.
func (l *lister) places() {
	f := &l.p.format
	for _, pc := range l.p.Pieces {
		if pc.By == l.side && pc.Fate == Waiting {
			for _, part := range []int{1, 3, 5} {
				const parts = 6
				l.put("place", pc.Ground.String(), "at", pointText(f.Width/4*part/parts*4, 0))
				l.put("place", pc.Ground.String(), "on", strconv.Itoa(part), "at",
					pointText(f.Width/4*part/parts*4, f.Depth/4*bw), "size", sizeText(f.Least, f.Many))
			}
		}
	}
	l.put("adjust", "remove")
	l.put("adjust", "rotate", "if", "sector", "left,right")
	l.put("adjust", "move", "0,"+lengthText(f.Adjust))
	l.put("adjust", "move", "-"+lengthText(f.Adjust)+",0", "if", "sector", "centre", "and", "roll", "5")
	l.put("adjust", "none")
}

// deployment is the order of unit groups, and some places for them; ambushes and flank
// marches.
func (l *lister) deployment() {
	p, f := l.p, &l.p.format
	a := &p.Armies[l.side]
	for _, g := range a.pool() {
		id := p.groupID(l.side, g)
		l.put("deploy", id)
		const parts = 4
		for n := 1; n < parts; n++ {
			l.put("deploy", id, pointText(f.Width/parts/bw*n*bw, p.zoneDepth()-2*bw))
		}
		for _, pc := range p.Pieces {
			if pc.Fate == Placed && p.rs.tables.Hides(pc.Ground) != setup.HidesNobody {
				at := p.seen(l.side, pc.At)
				l.put("ambush", id, pointText(at.X, at.Y))
			}
		}
	}
	l.put("camp", lengthText((f.Width-campWidth)/2))
	l.put("camp", "0")
	for g := range p.roster(l.side).Generals {
		id := p.generalID(l.side, g)
		l.put("bluff", id)
		if own := p.groupIDs(l.side, p.roster(l.side).Commands(g)); strings.Count(own, ",") < maxMarch {
			l.put("flank-march", id, "left", own)
			l.put("flank-march", id, "right", own)
		}
	}
}

// generals are some places for generals.
func (l *lister) generals() {
	p := l.p
	for g := range p.roster(l.side).Generals {
		id := p.generalID(l.side, g)
		l.put("general", id, "at", pointText(p.format.Width/2, bw))
		l.put("general", id, "commands", p.groupID(l.side, 0))
	}
}
