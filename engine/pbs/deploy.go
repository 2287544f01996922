package pbs

import (
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// scout deals the cards of scouting and compares the hands [7].
func (r *run) scout() {
	r.deal("7-b", r.p.Defender, [2]int{r.p.roster(0).Scouting, r.p.roster(1).Scouting})
	var totals [2]int
	var shown [2][]setup.Card
	for s := range totals {
		shown[s] = r.p.held(s)
		totals[s] = r.p.scoutingOf(shown[s])
	}
	r.show("7-b", shown)
	winner, rule := Nobody, "7-f"
	switch {
	case totals[0] > totals[1]:
		winner, rule = 0, "7-e"
	case totals[1] > totals[0]:
		winner, rule = 1, "7-e"
	}
	r.event(rule, "scouting", winner, "totals", fmt.Sprintf("%d,%d", totals[0], totals[1]))
	r.cards(r.p.Cards.Empty(deck.Way{Rule: "7-b", From: "discard", To: "deck"}))
	r.enter("9-a", DeployPhase)
}

// scoutingOf is what the five best cards of a sorted hand count, in per cent [7-c, 7-d].
func (p *Position) scoutingOf(held []setup.Card) (total int) {
	const most = 5
	for _, c := range held[max(0, len(held)-most):] {
		total += p.rs.tables.Scouting[c]
	}
	return total
}

// points are those by which the scouting was lost, at most 100 [B28].
func (p *Position) points() int {
	const all = 100
	return min(abs(p.Scouting.Totals[0]-p.Scouting.Totals[1]), all)
}

// deploysFirst is who deploys first: who has lost the scouting, or the Defender [9-a, 9-g].
func (p *Position) deploysFirst() int {
	t := p.Scouting.Totals
	switch {
	case t[0] < t[1]:
		return 0
	case t[1] < t[0]:
		return 1
	}
	return p.Defender
}

// deployer is who deploys in this step: the players take turns, and who has no unit group
// left is passed over [9-h, B92]; Nobody when all stand.
func (p *Position) deployer() int {
	first := p.deploysFirst()
	side := first
	if p.Step%2 == 1 {
		side = 1 - first
	}
	if p.Step < 2 {
		return side
	}
	if len(p.Armies[side].pool()) == 0 {
		side = 1 - side
	}
	if len(p.Armies[side].pool()) == 0 {
		return Nobody
	}
	return side
}

// quota is how many unit groups a side deploys in this step [9-b, 9-f, 9-g, 9-h, B92].
func (p *Position) quota(side int) int {
	n := len(p.Armies[side].Groups)
	if p.Step >= 2 {
		const parts = 3
		return (n + parts - 1) / parts
	}
	const all, half = 100, 50
	per := half
	if p.points() > 0 {
		per = p.points()
	}
	return (n*per + all - 1) / all
}

// deployStep deploys the next part of an army; after the first one the cards for ambushes and
// flank marches are set [9-d].
func (r *run) deployStep() {
	side := r.p.deployer()
	if side == Nobody {
		r.enter("9-i", GeneralPhase)
		return
	}
	if !r.p.Armies[side].Camp.laid() {
		r.camp(side)
	}
	n := r.p.quota(side)
	for _, g := range r.p.order(side) {
		if n == 0 {
			break
		}
		n--
		r.deployGroup(side, g)
	}
	r.event("9-h", "step", side, "step", strconv.Itoa(r.p.Step+1))
	if r.p.Step == 1 {
		r.enter("9-d", HidePhase)
	}
}

// camp lays the camp of a side.
func (r *run) camp(side int) {
	at := r.p.campFor(side)
	if o := r.p.last(side, "camp"); o != nil && o.points[0].X != at.X {
		r.unmet("8-c", side, "camp")
	}
	r.event("9-a", "camp", side, "at", rectText(r.p.seen(side, at)))
}

// order lists the pool of a side in the order in which it is deployed: what has to come first
// [9-c, B35], then as the player has it, then as in the roster. Of each what he means to hide
// comes last as long as he can hide it.
func (p *Position) order(side int) []int {
	pool := p.Armies[side].pool()
	place := map[int]int{}
	for i, o := range p.said(side, "deploy") {
		if _, twice := place[o.groups[0]]; !twice {
			place[o.groups[0]] = i - len(p.Plans[side])
		}
	}
	later := map[int]bool{}
	if p.Step == 0 {
		for _, o := range p.said(side, hiddenSlot) {
			for _, g := range o.groups {
				later[g] = true
			}
		}
	}
	ro := p.roster(side)
	key := func(g int) []int { return []int{boolInt(!ro.Groups[g].First()), boolInt(later[g]), place[g]} }
	slices.SortStableFunc(pool, func(a, b int) int { return slices.Compare(key(a), key(b)) })
	return pool
}

// deployGroup deploys a unit group: where its player wants it, or in the first place that
// there is [B99].
func (r *run) deployGroup(side, g int) {
	id, step := r.p.groupID(side, g), strconv.Itoa(r.p.Step+1)
	at, asked, ok := r.p.standFor(side, g)
	if asked {
		r.unmet("B99", side, "deploy "+id)
	}
	if !ok {
		r.event("B99", "off", side, "ug", id, "step", step)
		return
	}
	r.event("9-b", "deploy", side, "ug", id, "at", rectText(r.p.seen(side, at)), "step", step)
}

// standFor is where a unit group is deployed, in its own view; unmet reports whether its
// player wanted it elsewhere.
func (p *Position) standFor(side, g int) (at Rect, unmet, ok bool) {
	legal := func(r Rect) bool {
		_, why := p.outside(side, g, r, true)
		return why.Empty() && p.free(side, g, r)
	}
	for _, o := range p.said(side, "deploy") {
		if o.groups[0] != g {
			continue
		}
		for _, at := range o.points {
			if legal(at) {
				return at, false, true
			}
			unmet = true
		}
	}
	ro := p.roster(side).Groups[g]
	at, ok = p.search(ro.W, ro.H, p.zoneDepth(), legal)
	return at, unmet, ok
}

// sized is a place of a unit group with its size.
func (p *Position) sized(side, g int, at Rect) Rect {
	ro := &p.roster(side).Groups[g]
	return Rect{at.X, at.Y, ro.W, ro.H}
}

// zoneDepth is how far a deployment zone reaches from its rear edge [8-a, B30].
func (p *Position) zoneDepth() int { return p.format.Depth/2 - p.format.Gap }

// zoneHint tells a player his zone.
func (p *Position) zoneHint() tongue.Text {
	return said.Say("hint.zone", name("to", pointText(p.format.Width, p.zoneDepth())),
		name("band", lengthText(p.format.Band)))
}

// outside says why a place in a side's own view is not in its zone [8-a, 8-b, B89]. flanks
// says whether it is known which side is secure.
func (p *Position) outside(side, g int, r Rect, flanks bool) (rule string, why tongue.Text) {
	ro, f := &p.roster(side).Groups[g], &p.format
	switch {
	case r.X+r.W > f.Width || r.Y+r.H > p.zoneDepth():
		return "8-a", said.Say("fault.zone", called("group", ro.Name), name("at", pointText(r.X, r.Y)))
	case ro.Skirmisher || !flanks:
	case r.X < f.Band && !p.secure(side, LeftSector) || r.X+r.W > f.Width-f.Band && !p.secure(side, RightSector):
		return "8-b", said.Say("fault.band", called("group", ro.Name), name("at", pointText(r.X, r.Y)))
	}
	return "", tongue.Text{}
}

// free reports whether a unit group can stand in a place of its side's own view [B91].
func (p *Position) free(side, g int, r Rect) bool {
	a, at, ro := &p.Armies[side], p.seen(side, r), &p.roster(side).Groups[g]
	if at.overlaps(a.Camp) {
		return false
	}
	for o := range a.Groups {
		if o != g && at.overlaps(a.Groups[o].At) {
			return false
		}
	}
	for _, x := range a.Ambushes {
		if x.Group != g && at.overlaps(x.At) {
			return false
		}
	}
	for _, pc := range p.Pieces {
		if pc.Fate != Placed || !at.overlaps(pc.At) {
			continue
		}
		going := p.rs.tables.Going(pc.Ground)
		if going == setup.Impassable || going == setup.Difficult && (ro.Arm == setup.Artillery || ro.Has(setup.Wagon)) {
			return false
		}
	}
	return true
}

// The size of a camp [B90].
const campWidth, campDepth = 16, 8

// campFor is where a side puts its camp, in its own view: where its player wants it, or the
// legal place nearest to the middle, to his left of two [8-c, B31, B90].
func (p *Position) campFor(side int) Rect {
	if o := p.last(side, "camp"); o != nil {
		if at := (Rect{o.points[0].X, 0, campWidth, campDepth}); p.legalCamp(side, at, true) {
			return at
		}
	}
	middle := (p.format.Width - campWidth) / 2
	for _, strict := range []bool{true, false} {
		for away := range p.format.Width {
			for _, x := range []int{middle - away, middle + away} {
				if at := (Rect{x, 0, campWidth, campDepth}); p.legalCamp(side, at, strict) {
					return at
				}
			}
		}
	}
	return Rect{middle, 0, campWidth, campDepth}
}

// legalCamp reports whether a camp may lie in a place of a side's own view, where nothing else
// is of the side, ambushes included; strict keeps it out of Difficult terrain too.
func (p *Position) legalCamp(side int, r Rect, strict bool) bool {
	off := r.X + r.W/2 - p.format.Width/2
	near := abs(off) <= p.format.Camp || off < 0 && p.secure(side, LeftSector) || off > 0 && p.secure(side, RightSector)
	if !near || !r.within(p.table()) {
		return false
	}
	at := p.seen(side, r)
	if slices.ContainsFunc(p.Armies[side].Ambushes, func(x Ambush) bool { return at.overlaps(x.At) }) {
		return false
	}
	for _, pc := range p.Pieces {
		going := p.rs.tables.Going(pc.Ground)
		if pc.Fate == Placed && at.overlaps(pc.At) &&
			(going == setup.Impassable || strict && going == setup.Difficult) {
			return false
		}
	}
	return true
}

// groupAt is the unit group that an event is about.
func (p *Position) groupAt(e engine.Event) (side int, gr *Group) {
	side = p.sideNo(e.By)
	gr = &p.Armies[side].Groups[p.group(side, e.Get("ug"))]
	for s := range p.Armies {
		for _, o := range p.Armies[s].Groups {
			gr.No = max(gr.No, o.No)
		}
	}
	gr.No++
	return side, gr
}

func (p *Position) applyDeploy(e engine.Event) {
	_, gr := p.groupAt(e)
	gr.At, _ = parseRect(e.Get("at"))
}
