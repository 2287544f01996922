package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// placer is who places his generals: the Defender, then the Invader [9-i, 9-j].
func (p *Position) placer() int {
	if p.Armies[p.Defender].Command[0] < 0 {
		return p.Defender
	}
	return p.invader()
}

// general places the generals of a side and declares what they command; after both the armies
// stand.
func (r *run) general() {
	side := r.p.placer()
	commands := r.p.commands(side)
	rule := "9-i"
	if side != r.p.Defender {
		rule = "9-j"
	}
	for g := range r.p.roster(side).Generals {
		if r.p.Armies[side].marching(g) {
			continue
		}
		at, unmet := r.p.generalAt(side, g, commands)
		if unmet {
			r.unmet("B98", side, "general "+r.p.generalID(side, g))
		}
		r.event(
			rule,
			"general",
			side,
			"general",
			r.p.generalID(side, g),
			"x",
			strconv.Itoa(at.X),
			"y",
			strconv.Itoa(at.Y),
		)
	}
	for u, g := range commands {
		id, gid := r.p.groupID(side, u), r.p.generalID(side, g)
		if r.p.Armies[side].hidden(u) {
			r.secret(rule, "command", side, "ug", id, "general", gid)
		} else {
			r.event(rule, "command", side, "ug", id, "general", gid)
		}
	}
	if side == r.p.Defender {
		return
	}
	r.delays()
	r.event("9-h", "over", Nobody, "text", "Both armies are deployed; the battle can begin.")
}

// commands is the general of each unit group: as its player says, else as in the roster; the
// troops of one who marches without them are the army commander's [B98].
func (p *Position) commands(side int) []int {
	a, ro := &p.Armies[side], p.roster(side)
	commands := make([]int, len(ro.Groups))
	for u := range commands {
		commands[u] = ro.Groups[u].General
		if a.marching(commands[u]) {
			commands[u] = ro.Commander()
		}
	}
	for _, pl := range p.Plans[side] { // in the order in which they came: the latest counts
		word, id, _ := strings.Cut(pl.Slot, " ")
		g := p.general(side, id)
		if word != "general" || a.marching(g) {
			continue
		}
		if o := p.last(side, pl.Slot); o != nil {
			for _, u := range o.groups {
				commands[u] = g
			}
		}
	}
	for _, m := range a.Marches {
		for _, u := range m.Groups {
			commands[u] = m.General
		}
	}
	return commands
}

// impassable reports whether a point lies inside terrain in which nobody can be [11-h].
func (p *Position) impassable(at Rect) bool {
	return slices.ContainsFunc(p.Pieces, func(pc Piece) bool {
		return pc.Fate == Placed && p.rs.tables.Going(pc.Ground) == setup.Impassable && at.overlaps(pc.At)
	})
}

// generalAt is where a general stands: where his player wants him if he can be there, else on the centre of the
// first of his unit groups on the table, else at the camp's. unmet reports whether he was wanted elsewhere.
func (p *Position) generalAt(side, g int, commands []int) (at Rect, unmet bool) {
	a := &p.Armies[side]
	if o := p.last(side, "general "+p.generalID(side, g)); o != nil && len(o.points) > 0 {
		if at = p.seen(side, Rect{X: o.points[0].X, Y: o.points[0].Y}); !p.impassable(at) {
			return at, false
		}
		unmet = true
	}
	centre := func(r Rect) Rect { return Rect{X: r.X + r.W/2, Y: r.Y + r.H/2} }
	for u, c := range commands {
		if c == g && a.Groups[u].At.laid() {
			return centre(a.Groups[u].At), unmet
		}
	}
	return centre(a.Camp), unmet
}

func (p *Position) applyGeneral(e engine.Event) {
	s := p.sideNo(e.By)
	p.Armies[s].Generals[p.general(s, e.Get("general"))] = Rect{X: e.Int("x"), Y: e.Int("y")}
}

func (p *Position) applyCommand(e engine.Event) {
	s := p.sideNo(e.By)
	p.Armies[s].Command[p.group(s, e.Get("ug"))] = p.general(s, e.Get("general"))
}

// Weather in force in the battle, and whether it is fought at night, are part of the record
// of the deployment; what they do stands in the table of effects [14].
func (p *Position) effects() (all []setup.Weather) {
	if p.options.weather {
		all = append(all, p.Site.Weather)
	}
	if p.options.night {
		all = append(all, setup.Night)
	}
	return all
}
