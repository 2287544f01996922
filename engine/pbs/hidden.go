package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

const (
	maxAmbushes = 3 // of a side [B94]
	maxMarch    = 4 // unit groups in a flank march [B95]
)

// hide sets ambushes and flank marches, the Defender's first; who is under a card only its
// side learns [9-d, 9-e].
func (r *run) hide() {
	for _, side := range []int{r.p.Defender, r.p.invader()} {
		r.hideOf(side)
	}
	r.enter("9-f", DeployPhase)
}

// hideOf is hide for one side: of several lines for a unit group or a general the first that
// is legal counts.
func (r *run) hideOf(side int) {
	all := r.p.said(side, hiddenSlot)
	allowed := r.p.allowedCards(side, slices.Clone(all))
	var who []string
	done := map[string]bool{}
	for _, o := range all {
		id := strings.Join(o.Words[:2], " ")
		if !slices.Contains(who, id) {
			who = append(who, id)
		}
		done[id] = slices.Contains(allowed, o) && r.setCard(side, o) || done[id]
	}
	for _, id := range who {
		if !done[id] {
			r.unmet("9-d", side, id)
		}
	}
}

// allowedCards are the lines that can be set: without the last flank marches if no formed troops would be left on the
// table or for it. Those in an ambush are under a card like those who march [B97, B92].
func (p *Position) allowedCards(side int, all []*order) []*order {
	for {
		later, last := &run{rs: p.rs, p: p.clone()}, -1
		for i, o := range all {
			if later.setCard(side, o) && o.verb.Word == "flank-march" {
				last = i
			}
		}
		if last < 0 || later.p.formed(side) {
			return all
		}
		all = slices.Delete(all, last, last+1)
	}
}

// formed reports whether a side has formed troops on the table or still to be deployed.
func (p *Position) formed(side int) bool {
	a := &p.Armies[side]
	for g, ro := range p.roster(side).Groups {
		if !ro.Skirmisher && (a.Groups[g].At.laid() || slices.Contains(a.pool(), g)) {
			return true
		}
	}
	return false
}

// setCard does one line for hidden troops, and reports whether it could.
func (r *run) setCard(side int, o *order) bool {
	if o.verb.Word == "ambush" {
		return r.setAmbush(side, o)
	}
	return r.setMarch(side, o)
}

// noCard says why a line for hidden troops cannot be done as things stand: the end of a key "why."; "" if it can.
func (p *Position) noCard(side int, o *order) (why string) {
	if o.verb.Word == "ambush" {
		return p.noAmbush(side, o.groups[0], o.points[0])
	}
	a, march := &p.Armies[side], o.verb.Word == "flank-march"
	to := o.sector()
	switch {
	case a.marching(o.general):
		return "general"
	case march && p.flank() == setup.WaterFlank && p.secure(side, to):
		return "water"
	case march && slices.ContainsFunc(a.Marches, func(m March) bool { return len(m.Groups) > 0 && m.Side == to }):
		return "flank"
	case slices.ContainsFunc(o.groups, func(g int) bool { return !slices.Contains(a.pool(), g) }):
		return "gone"
	}
	return ""
}

// sector is the flank around which a line sends a general.
func (o *order) sector() Sector {
	if o.left {
		return LeftSector
	}
	return RightSector
}

// setAmbush puts a unit group under a card, if it may hide where it should [B94].
func (r *run) setAmbush(side int, o *order) bool {
	a, g := &r.p.Armies[side], o.groups[0]
	if r.p.noCard(side, o) != "" {
		return false
	}
	card := strconv.Itoa(len(a.Ambushes) + 1)
	r.event("9-d", "ambush", side, "card", card, "at", rectText(r.p.seen(side, o.points[0])))
	r.secret("9-d", "under", side, "card", card, "ug", r.p.groupID(side, g))
	return true
}

// noAmbush says why a unit group cannot hide in a place of its side's own view: wholly in one piece of terrain that
// hides it, and in its own half. See noCard.
func (p *Position) noAmbush(side, g int, r Rect) (why string) {
	a := &p.Armies[side]
	switch {
	case !slices.Contains(a.pool(), g):
		return "gone"
	case len(a.Ambushes) == maxAmbushes:
		return "cards"
	case !r.within(Rect{0, 0, p.format.Width, p.format.Depth / 2}):
		return "half"
	case !p.free(side, g, r):
		return "taken"
	}
	at, ro := p.seen(side, r), &p.roster(side).Groups[g]
	for _, pc := range p.Pieces {
		if pc.Fate != Placed || !at.within(pc.At) {
			continue
		}
		hides, foot := p.rs.tables.Hides(pc.Ground), ro.Arm == setup.Foot
		if hides == setup.HidesAll || foot && (hides == setup.HidesInfantry ||
			hides == setup.HidesSkirmishers && ro.Skirmisher) {
			return ""
		}
		return "cover"
	}
	return "bare"
}

// noMarch says why a general cannot march around a flank with unit groups, and who can [B95].
func (p *Position) noMarch(side, general int, groups []int) (rule string, why, hint tongue.Text) {
	ro := p.roster(side)
	g := &ro.Generals[general]
	switch {
	case g.Rank == setup.ArmyCommander:
		return "B37", said.Say("fault.commander"), said.Say("hint.other-general")
	case len(groups) > maxMarch:
		return "B95", said.Say("fault.many", tongue.Number("n", len(groups)), tongue.Number("most", maxMarch)),
			tongue.Text{}
	}
	for _, u := range groups {
		own := &ro.Generals[ro.Groups[u].General]
		switch {
		case !ro.Groups[u].MayMarch():
			return "B95", said.Say("fault.cannot-march", called("group", ro.Groups[u].Name)),
				said.Say("hint.other-groups")
		case own.Rank == setup.AllyGeneral && ro.Groups[u].General != general:
			return "B95", said.Say("fault.contingent", called("group", ro.Groups[u].Name), called("general", own.Name)),
				said.Say("hint.other-groups")
		}
	}
	own := ro.Commands(general)
	others := slices.ContainsFunc(groups, func(u int) bool { return !slices.Contains(own, u) })
	if g.Rank == setup.AllyGeneral && (others || len(groups) != len(own)) {
		ids := make([]string, len(own))
		for i, u := range own {
			ids[i] = p.groupID(side, u)
		}
		return "B95", said.Say("fault.all-or-none", called("general", g.Name)), tongue.Name(strings.Join(ids, ","))
	}
	return "", tongue.Text{}, tongue.Text{}
}

// setMarch puts a general with his card beside the camp [9-d, 9-e, 9-k].
func (r *run) setMarch(side int, o *order) bool {
	if r.p.noCard(side, o) != "" {
		return false
	}
	general := r.p.generalID(side, o.general)
	r.event("9-k", "beside-camp", side, "general", general)
	r.secret("9-d", "march", side, "general", general, "side", o.sector().String(), "ugs", r.p.groupIDs(side, o.groups))
	return true
}

func (p *Position) applyAmbush(e engine.Event) {
	at, _ := parseRect(e.Get("at"))
	a := &p.Armies[p.sideNo(e.By)]
	a.Ambushes = append(a.Ambushes, Ambush{at, Masked})
}

func (p *Position) applyUnder(e engine.Event) {
	s := p.sideNo(e.By)
	p.Armies[s].Ambushes[e.Int("card")-1].Group = p.group(s, e.Get("ug"))
}

func (p *Position) applyBesideCamp(e engine.Event) {
	s := p.sideNo(e.By)
	a := &p.Armies[s]
	a.Marches = append(a.Marches, March{General: p.general(s, e.Get("general")), Masked: true})
}

func (p *Position) applyMarch(e engine.Event) {
	s := p.sideNo(e.By)
	a := &p.Armies[s]
	general := p.general(s, e.Get("general"))
	i := slices.IndexFunc(a.Marches, func(m March) bool { return m.General == general })
	m := March{General: general, Side: Sector(slices.Index(sectorNames[:], e.Get("side")))}
	if ugs := e.Get("ugs"); ugs != "" {
		for id := range strings.SplitSeq(ugs, ",") {
			m.Groups = append(m.Groups, p.group(s, id))
		}
	}
	a.Marches[i] = m
}

// delays rolls the dice that say when flank marches arrive, for bluffs too: the Defender's
// before the Invader's, left before right; nobody learns them before the battle [B100].
func (r *run) delays() {
	for _, side := range []int{r.p.Defender, r.p.invader()} {
		for _, flank := range []Sector{LeftSector, RightSector} {
			for i, m := range r.p.Armies[side].Marches {
				if m.Side != flank {
					continue
				}
				const sides = 6
				d := r.dice.Seal("delay", sides)
				e := engine.NewEvent("B100", "delay", r.p.sideName(side), "march", strconv.Itoa(i+1), "roll",
					strconv.Itoa(d.Value+1), "draws", strconv.Itoa(d.No))
				e.For = engine.Only(engine.Server)
				r.emit(e)
			}
		}
	}
}

func (p *Position) applyDelay(e engine.Event) {
	p.Armies[p.sideNo(e.By)].Marches[e.Int("march")-1].Delay = e.Int("roll")
}
