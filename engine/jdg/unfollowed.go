package jdg

import (
	"cmp"
	"slices"

	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// notFollowed tells a side, and nobody else, that one of its standing orders
// cannot be followed, and why: once in a procedure for one reason.
func (r *run) notFollowed(side int, s ask.StandingOrder, why *bar) {
	text := standingLine(s) + ": " + why.why
	if r.dry || r.fate != nil || slices.Contains(r.unfollowed, text) {
		return
	}
	r.unfollowed = append(r.unfollowed, text)
	r.secret(why.rule, "skip", side, "line", standingLine(s), "why", why.why)
}

// unable tells the side of a choice that cannot be made why, if a standing
// order wants one of some answers of it. Its condition has to hold if that can
// be said. Without a reason there is nothing to tell.
func (r *run) unable(c choice, why *bar, answers ...string) {
	if why == nil || r.dry {
		return
	}
	s, ok := r.p.Sheets[c.side].Find(c.kind, r.owners(c)...)
	wants := s
	if c.combat == nil && c.kind != "P17" {
		wants.If = nil
	}
	if ok && slices.Contains(answers, r.means(c, wants)) {
		r.notFollowed(c.side, s, why)
	}
}

// of puts the name of a unit before a reason, if there is one.
func (r *run) of(u int, rule, why string) *bar {
	if why == "" {
		return nil
	}
	return &bar{rule, r.p.spec(u).ID + " " + why}
}

// owners are those whose standing orders count for a choice, the first before
// the others: the commander, the unit that decides, others of its stack or
// group, and their formations. The army comes last.
func (r *run) owners(c choice) []string {
	if !slices.ContainsFunc(r.p.Sheets[c.side], func(s ask.StandingOrder) bool { return s.Kind == c.kind }) {
		return nil // there is nothing to look up
	}
	var ids, forms []string
	if c.leader != "" {
		ids = []string{c.leader}
	}
	if c.unit < 0 {
		return ids
	}
	for _, u := range append([]int{c.unit}, c.with...) {
		ids, forms = append(ids, r.p.spec(u).ID), append(forms, r.p.spec(u).Form)
	}
	return append(ids, forms...)
}

// notAnOption says why a standing order's answer is not among the options of a
// choice.
func (r *run) notAnOption(c choice, answer string) *bar {
	why := "that is not possible here"
	switch {
	case c.kind == "P23" && answer == "two":
		why = r.who(c) + " finds no way that leads two hexes away from the attackers"
	case c.kind == "P23":
		why = r.who(c) + " finds no way that leads one hex away from the attackers"
	case c.kind == "P15":
		why = "no unit of his own side stands with him"
	case c.kind == "P32" && answer == "enter":
		why = "the hex that the attacker left is not open to " + r.who(c)
	case c.kind == "P32":
		why = "nobody is in front of " + r.who(c) + " where it stands"
	}
	return &bar{c.rule, why}
}

// outvoted tells of standing orders that want something else than the one that
// counts for a stack or group.
func (r *run) outvoted(c choice, counts ask.StandingOrder) {
	for _, u := range c.with {
		s, ok := r.p.Sheets[c.side].Find(c.kind, r.p.spec(u).ID)
		if ok && s.For == r.p.spec(u).ID && s.For != counts.For && s.Text() != counts.Text() {
			r.notFollowed(c.side, s, &bar{c.rule, "that for " + counts.For + " counts for all of them"})
		}
	}
}

// unfired says why a gun does not fire by a list of arms: it may not, or finds
// no target, of which the nearest is named [7.1-b, JDG-P9].
func (r *run) unfired(o *order, list []string) *bar {
	gun := o.units[0]
	targets := slices.DeleteFunc(r.enemyHexes(), func(h hex.Hex) bool { return r.rankAt(list, h) == len(list) })
	if len(targets) == 0 {
		return r.of(gun, "7.1-b", "finds no target: no such enemy is on the map")
	}
	at := r.p.unit(gun).Hex
	o.hexes = []hex.Hex{slices.MinFunc(targets, func(a, b hex.Hex) int {
		return cmp.Or(cmp.Compare(at.Distance(a), at.Distance(b)), compareHex(a, b))
	})}
	switch f := r.checkFire(o); {
	case f == nil:
		return nil
	case f.Rule == "7.2-g":
		return &bar{f.Rule, f.Msg.String()}
	default:
		return r.of(gun, f.Rule, "finds no target; the nearest: "+f.Msg.String())
	}
}

// unsquared says why the units of a hex do not form square as a standing order
// wants, nil if they are in square already or it means others [JDG-P13].
func (r *run) unsquared(us []int, s ask.StandingOrder) *bar {
	rule, why := r.squareBan(us)
	foot := slices.ContainsFunc(us,
		func(u int) bool { return r.p.spec(u).Arm == setup.Infantry || r.p.spec(u).ID == s.For })
	if rule == "" || rule == "4.2-h" || !foot {
		return nil
	}
	return &bar{rule, r.p.unitIDs(us) + " cannot form square: " + why}
}

// unordered tells which formations of a list get no orders, or not for all
// their groups, though they come first [2.3.2, JDG-P3].
func (r *run) unordered(s int, ids []string) {
	list, _ := r.p.Sheets[s].Find("P3")
	for _, id := range ids {
		f, _ := r.p.sc.Form(id)
		var without []string
		why, groups := &bar{"2.3.2-d", id + " has no tactical group on the map"}, 0
		for i := range r.p.Groups {
			g := r.p.Groups[i]
			if g.Form != f {
				continue
			}
			groups++
			if slices.ContainsFunc(r.issued, func(is issue) bool { return is.group == g.ID }) {
				continue
			}
			without = append(without, g.ID)
			why = r.noCommander(g)
		}
		if groups == 0 || len(without) > 0 {
			r.notFollowed(s, list, why)
		}
	}
}

// noCommander says why nobody gives a group orders that others have not had
// before it [2.3.2-b, 2.3.2-e, 2.5.2-i].
func (r *run) noCommander(g *Group) *bar {
	alive := false
	for c := range r.p.Leaders {
		alive = alive || r.p.commanderAlive(c) && r.p.sc.Leaders[c].Side == r.p.sc.Forms[g.Form].Side
		if r.p.commands(c, g) {
			return &bar{"2.3.2-b", "the commanders in range of " + g.ID + " have given all the orders that they may"}
		}
	}
	if !alive {
		return &bar{"2.5.2-i", "the army has no commander left"}
	}
	return &bar{"2.3.2-e", "no unit of " + g.ID + " is within command range"}
}
