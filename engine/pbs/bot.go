package pbs

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// Planner is a computer player: it looks for ground that suits its army, spends its worst
// cards when it has what it wants, and deploys its lines behind each other.
func (rs *Ruleset) Planner(pos engine.Position, side engine.Side) engine.Orders {
	p := pos.(*Position)
	s := p.sideNo(side)
	orders := engine.Orders{Side: side}
	add := func(format string, args ...any) {
		o := engine.Order{Words: strings.Fields(fmt.Sprintf(format, args...))}.Arrived(len(orders.Lines) + 1)
		if _, bad := p.read(s, o); bad == nil && !p.late(verbOf(o.Words[0])) {
			orders.Lines = append(orders.Lines, o)
		}
	}
	if !engine.Owes(rs.Owed(p), side) {
		return orders
	}
	mounted := p.mounted(s)
	switch p.Phase {
	case RolePhase:
		if mounted {
			add("role invader intercept")
		} else {
			add("role defender")
		}
	case CardPhase:
		add("card %s", middling(p.held(s)))
		if mounted {
			add("territory plains,standard,desert")
		}
	case DayPhase:
		goal := "dense,normal"
		if mounted {
			goal = "featureless,open,normal"
		}
		add("goal %s", goal)
		for d := p.Site.Day + 1; d <= days; d++ {
			add("day %d lowest if goal else best", d)
		}
	default:
		p.plan(s, mounted, add)
	}
	if len(orders.Lines) == 0 {
		add("hold")
	}
	return orders
}

// plan is what the player says of terrain and deployment.
func (p *Position) plan(s int, mounted bool, add func(format string, args ...any)) {
	switch p.Phase {
	case GroundPhase:
		if mounted {
			add("compulsory open-area,brush,ploughed-fields")
			add("adjust remove")
			add("adjust move 0,6 if sector centre")
		} else {
			add("compulsory rocky-ground,woods")
			add("optional hills")
		}
		add("flank left depth %s", lengthText(p.format.Water))
	case ListPhase:
		for _, g := range p.Armies[s].pool() {
			add("deploy %s", p.groupID(s, g))
		}
	}
}

// mounted reports whether more than a third of an army is mounted.
func (p *Position) mounted(side int) bool {
	n, all := 0, p.roster(side).Groups
	for _, g := range all {
		n += boolInt(g.Arm == setup.Mounted)
	}
	const part = 3
	return part*n > len(all)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// middling is the card in the middle of a sorted hand.
func middling(held []setup.Card) setup.Card {
	if len(held) == 0 {
		return setup.Black
	}
	return held[len(held)/2]
}
