package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// supplied reports whether what a side has in an area can trace supply: through Friendly areas
// without enemy units to a Friendly Supply Source Area. The first area may have any status
// [6.2-b, A110]. What stands in a Neutral area needs none.
func (p *Position) supplied(side, at int) bool {
	if at == p.england() || p.neutral(at) {
		return true
	}
	h := p.holders()
	return p.isSource(h, side, at) || p.areaMap().Steps(at, func(a int) bool { return p.open(h, side, a) },
		func(a int) bool { return p.source(side, a) && p.open(h, side, a) }) > 0
}

// open reports whether supply of a side can go through an area.
func (p *Position) open(h holders, side, at int) bool {
	return p.friendly(side, at) && p.fort(1-side, at) < 0 && !h[at][1-side].units
}

// isSource reports whether what a side has in an area is in supply by the area itself.
func (p *Position) isSource(h holders, side, at int) bool {
	return p.source(side, at) && (p.contested(at) || p.friendly(side, at) && !h[at][1-side].units)
}

// cut lists the areas in which a side cannot trace supply: supplied for all areas in one go, out
// of the Supply Source Areas.
func (p *Position) cut(h holders, side int) []bool {
	areas := p.areaMap().Areas
	linked, queue := make([]bool, len(areas)), make([]int, 0, len(areas))
	for at := range areas {
		if p.source(side, at) && p.open(h, side, at) {
			linked[at], queue = true, append(queue, at)
		}
	}
	for done := 0; done < len(queue); done++ {
		for _, to := range areas[queue[done]].Near {
			if !linked[to] && p.open(h, side, to) {
				linked[to], queue = true, append(queue, to)
			}
		}
	}
	cut := make([]bool, len(areas))
	for at := range areas {
		cut[at] = at != p.england() && !p.neutral(at) && !p.isSource(h, side, at) &&
			!slices.ContainsFunc(areas[at].Near, func(a int) bool { return linked[a] })
	}
	return cut
}

// supply is the Supply Check, with which the Production Phase begins [2.V.1, A112].
func (r *run) supply() error {
	p := r.p
	var cut [setup.NumSides][]bool
	h := p.holders()
	for s := range cut {
		cut[s] = p.cut(h, s)
	}
	for a := range p.Armies {
		x := p.Armies[a]
		if x.Place < 0 {
			continue
		}
		if oos := cut[x.Nation.Side()][x.Place]; oos != x.Oos {
			x.Oos = oos
			r.army("6.5-a", "mark", a, x.Place, x.State, 0)
		}
	}
	for s := range setup.NumSides {
		r.starve(s, cut[s])
	}
	r.settle("A112")
	r.enter("2.V-a", ProductionPhase, Nobody)
	return nil
}

// starve makes a side pay for what is out of supply.
func (r *run) starve(side int, cut []bool) {
	p := r.p
	for at := range p.Areas {
		if n := p.fort(side, at); n >= 0 && cut[at] {
			r.lowerFort("2.V.1-b", side, at) // whose its area is comes after the Losses of both sides [A112]
		}
	}
	for _, g := range slices.Clone(p.Groups) {
		if g.Place >= 0 && g.Place < len(p.Areas) && g.Unit.Nation.Side() == side && cut[g.Place] {
			r.shift("2.V.1-f", "loss", g.Unit, g.N, g.Place, Pool, g.State, State{}, "area", p.areaID(g.Place))
		}
	}
	for a := range p.Armies {
		if x := p.Armies[a]; x.Place >= 0 && x.Nation.Side() == side && cut[x.Place] {
			if p.strength(a) <= 1 {
				r.destroy("2.V.1-e", a)
				continue
			}
			prefer := kindList(p.rule(side, "D18", x.Place, never, ""))
			inside := func(k int) bool {
				return slices.ContainsFunc(p.groupsIn(p.in(a)), func(g Group) bool { return int(g.Unit.Kind) == k })
			}
			if i := slices.IndexFunc(prefer, inside); i >= 0 {
				r.loseKind("2.V.1-d", a, prefer[i])
			} else {
				r.loseContent("2.V.1-d", a, nil)
			}
		}
	}
}

// vp is the VP total; high is good for Germany [3.1].
func (p *Position) vp() (n int) {
	for at := range p.Areas {
		if p.friendly(setup.German, at) {
			n += p.areaMap().Areas[at].Value
		}
	}
	for _, a := range p.Armies {
		if a.Place == Lost {
			n += 1 - 2*boolInt(a.Nation == setup.GE)
		}
	}
	n += p.Failures[setup.Allied] - p.Failures[setup.German]
	if setup.YearOf(p.Turn) < 1918 {
		n += p.eastPoints() / eastShare
	}
	return n - p.year().Blockade + boolInt(p.parisGun())
}

// eastShare is how many Battle Points in the EFT box count a VP, and a die of attrition
// [3.1-g, 2.V.4-b].
const eastShare = 5

// eastPoints are the Battle Points in the EFT box [A24].
func (p *Position) eastPoints() int { return p.unitsIn(East) }

// parisGun reports whether the Paris Gun is beside Paris [3.1-j].
func (p *Position) parisGun() bool {
	paris, ok := p.sc.Map.Find("par")
	return p.Terror || ok && slices.ContainsFunc(p.Groups, func(g Group) bool {
		at := p.areaOf(g.Place)
		return g.Unit.Kind == setup.Paris && at >= 0 && p.areaMap().Touch(paris, at)
	})
}

// level is the row of the Victory Table of a VP total [3.1-k].
func (p *Position) level(vp int) (row int) {
	for p.sc.Levels[row].To < vp {
		row++
	}
	return row
}

// victory ends the game when a Total Victory is reached [3.2-b].
func (r *run) victory(rule string) bool {
	l := r.p.sc.Levels[r.p.level(r.p.vp())]
	const total = 3
	if l.Rank != total {
		return false
	}
	r.end(rule, r.p.level(r.p.vp()))
	return true
}

// end ends the game at a level.
func (r *run) end(rule string, row int) {
	l := r.p.sc.Levels[row]
	winner := ""
	if l.Rank > 0 {
		winner = setup.SideNames[l.Side]
	}
	rank, vp := setup.RankName(l.Rank), strconv.Itoa(r.p.vp())
	r.event(rule, "over", Nobody, "winner", winner, "rank", rank, "vp", vp, "text",
		told(winner, rank, vp).In(tongue.En))
}

// told is how a game has ended.
func told(winner, rank, vp string) tongue.Text {
	if winner == "" {
		return said.Say("end.stalemate", name("vp", vp))
	}
	return said.Say("end."+rank, name("winner", winner), name("vp", vp))
}

// talks hears what sides say of an Armistice, and resignations [3.2-a, 3.3]. An offer that was
// open waits for the answer of those who had to send orders; if they say nothing it lapses
// [A131].
func (r *run) talks(waited [2]bool) {
	open := r.p.Offers
	for s := range r.acts {
		for _, o := range r.acts[s] {
			if r.p.Result.Over {
				return
			}
			switch {
			case o.verb.Word == "resign":
				r.resign(s)
			case o.verb.Word != "armistice":
			case o.word == "offer" && r.p.Offers == Nobody:
				r.event("3.2-a", "offer", s)
				if r.p.accepts(1 - s) {
					r.end("3.2-a", r.p.level(r.p.vp()))
				}
			case o.word == "withdraw" && r.p.Offers == s:
				r.event("A131", "offer", Nobody)
			case (o.word == "accept" || o.word == "offer") && r.p.Offers == 1-s:
				r.end("3.2-a", r.p.level(r.p.vp()))
			}
		}
	}
	if !r.p.Result.Over && open != Nobody && r.p.Offers == open && waited[1-open] {
		r.event("A131", "offer", Nobody)
	}
}

// accepts reports whether the standing orders of a side accept an Armistice now.
func (p *Position) accepts(side int) bool {
	l := p.sc.Levels[p.level(p.vp())]
	rank := l.Rank
	if l.Side != side {
		rank = -rank
	}
	switch p.rule(side, "D22", -1, never, "never") {
	case "always":
		return true
	case "stalemate":
		return rank >= 0
	case "marginal":
		return rank >= 1
	case "substantial":
		return rank >= 2
	}
	return false
}

// winning reports whether a side is ahead by a Marginal Victory at least [A54].
func (p *Position) winning(side int) bool {
	l := p.sc.Levels[p.level(p.vp())]
	return l.Rank > 0 && l.Side == side
}

// resign ends the game one level worse for a side [3.3-b, A132].
func (r *run) resign(side int) {
	row := r.p.level(r.p.vp())
	step := 1
	if side == setup.German { // low rows are good for the Allies
		step = -1
	}
	r.end("3.3-b", min(max(row+step, 0), len(r.p.sc.Levels)-1))
}

// crises are the Military Crises by the side that plays them, with the clauses by which it does, no event fits the
// year, the other side removes Infantry, and fails to.
var crises = [setup.NumSides]struct {
	card                      setup.Card
	play, year, remove, fails string
}{
	setup.German: {setup.CrisisAllied, "9.8-a", "9.8-d", "9.8-b", "3.1-e"},
	setup.Allied: {setup.CrisisGerman, "9.9-a", "9.9-e", "9.9-b", "3.1-f"},
}

// mayCrisis says why a side cannot play a Military Crisis!.
func (p *Position) mayCrisis(side int) *refusal {
	c := crises[side]
	if !p.holdsCard(side, c.card) {
		return p.noCard(c.play, side, c.card)
	}
	if _, ok := p.rs.tables.Crisis(c.card, setup.YearOf(p.Turn)); !ok {
		return no(c.year, "fault.no-crisis")
	}
	return nil
}

// crisisLater notes that a Military Crisis! is played after a battle, or at the end of the Player Turn if it is not
// fought [A119].
func (r *run) crisisLater(side int, after, battles []int) *refusal {
	for _, at := range after {
		if !slices.Contains(battles, at) {
			return no("A119", "fault.no-battle", r.p.areaArg("at", at))
		}
		if f := r.p.mayCrisis(side); f != nil {
			return f
		}
		r.secret("A119", "later", side, "areas", r.p.areaID(at))
	}
	return nil
}

// crisis plays a Military Crisis! [9.8, 9.9].
func (r *run) crisis(side int) *refusal {
	p, c := r.p, crises[side]
	if f := p.mayCrisis(side); f != nil {
		return f
	}
	card, rule := c.card, c.play
	event, _ := p.rs.tables.Crisis(card, setup.YearOf(p.Turn))
	to := discardPlace
	if event.Last {
		to = removedPlace
	}
	r.discard(rule, side, to, card)
	r.event(rule, "spent", side, "card", card.String(), "event", event.Event)
	all := p.atRisk(event)
	if r.dry && all > event.Remove { // which of them go the other side says
		return nil
	}
	for left := event.Remove; left > 0 && r.removeOne(c.remove, 1-side, event); left-- {
		r.settle("A120")
	}
	if left := event.Remove - all; left > 0 {
		r.event(c.fails, "failure", 1-side, "n", strconv.Itoa(left))
	}
	return nil
}

// atRisk is how many units a Crisis can take, those included that a view shows in no particular Army.
func (p *Position) atRisk(event setup.Crisis) (n int) {
	for _, g := range p.Groups {
		if (p.areaOf(g.Place) >= 0 || g.Place == Inside) && event.Takes(g.Unit) {
			n += g.N
		}
	}
	return n
}

// removeOne removes one Infantry unit for a Crisis: what its side has named first, then separate
// units, those behind the front before the others, then those of the largest Army [D05]. It reports whether there was
// one.
func (r *run) removeOne(rule string, side int, event setup.Crisis) bool {
	p := r.p
	named := strings.Split(p.rule(side, "D05", -1, never, "separate"), "+")
	cost := func(g Group) (all []int) {
		for _, word := range named {
			all = append(all, boolInt(!p.crisisNames(word, g)))
		}
		if a := p.armyOf(g.Place); a >= 0 {
			return append(all, 1, -p.strength(a))
		}
		return append(all, 0, boolInt(p.atFront(side, g.Place)), p.toSource(side, g.Place))
	}
	best, found := Group{}, false
	for _, g := range p.Groups {
		if p.areaOf(g.Place) < 0 || !event.Takes(g.Unit) {
			continue
		}
		if !found || slices.Compare(cost(g), cost(best)) < 0 {
			best, found = g, true
		}
	}
	if !found {
		return false
	}
	r.shift(rule, "remove", best.Unit, 1, best.Place, Pool, best.State, State{}, "area", p.areaID(p.areaOf(best.Place)))
	if a := p.armyOf(best.Place); a >= 0 {
		r.emptied(a)
	}
	return true
}

// crisisNames reports whether a word of a standing order for a Crisis names a group.
func (p *Position) crisisNames(word string, g Group) bool {
	inArmy := p.armyOf(g.Place) >= 0
	switch place, ok := p.findPlace(word); {
	case word == "separate":
		return !inArmy
	case word == "armies":
		return inArmy
	case ok:
		return g.Place == place || p.areaOf(g.Place) == place
	}
	return g.Unit.Nation.String() == word
}
