package tlm

import (
	"math/big"
	"slices"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// Preview implements engine.Previewer for a Player Turn: its moves as the side can foresee them,
// and what its dice may hit in each battle. Orders of other phases are done on the map as well.
func (rs *Ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	p := rs.View(pos, o.Side).(*Position)
	side := p.sideNo(o.Side)
	if side < 0 || p.Asked != nil || !p.Waits[side] || len(rs.Check(p, o)) > 0 {
		return engine.Preview{After: p}
	}
	r := newRun(rs, p.clone(), nil)
	r.dry, r.keeps = true, true
	r.t.bp = p.year().BP[side]
	r.acts[side] = r.readAll(side, o.Lines)
	for _, a := range r.acts[side] {
		r.do(side, a)
	}
	var odds []engine.Odds
	if p.Phase == TurnPhase && !r.p.pass() {
		r.endOfMoves(side)
		r.declare(side)
		for _, at := range r.p.Offense.Battles {
			odds = append(odds, r.odds(side, at))
		}
	}
	return engine.Preview{After: rs.View(r.p, o.Side), Events: engine.Visible(r.out, o.Side), Odds: odds}
}

// odds counts what the dice of the Attacker may hit in a battle, in all of its fire steps, if
// nothing of his is lost before he fires.
func (r *run) odds(side, at int) engine.Odds {
	c := &combat{at: at, att: side, def: 1 - side, planes: true, surprise: slices.Contains(r.p.Offense.Surprise, at)}
	unseen := slices.ContainsFunc(r.p.armiesIn(c.def, at), r.p.masked)
	var dice []volley
	if !c.surprise {
		dice = r.volleys(c, side, func(g Group) int { return r.gunPower(c, g) })
	}
	dice = append(dice, r.volleys(c, side, func(g Group) int {
		if g.Unit.Kind == setup.Cavalry && unseen || g.Unit.Kind == setup.Biplane {
			return 0
		}
		return r.attackPower(c, g, true)
	})...)
	x := engine.Odds{Lines: r.declaring(side, at), Rule: "5.2.2-a",
		What: said.Say("odds.attack", tongue.Words("area", r.p.areaName(at)))}
	chances := hitChances(dice)
	enemy, known := r.p.seen(c.def, at)
	enough := new(big.Rat)
	for hits, p := range chances {
		if p.Sign() > 0 {
			x.Outcomes = append(x.Outcomes, engine.Chance{What: said.Say("odds.hits", tongue.Number("n", hits)), P: p})
		}
		if hits >= enemy {
			enough.Add(enough, p)
		}
	}
	switch {
	case !known:
		x.Notes = append(x.Notes, said.Say("odds.unseen"))
	case enough.Sign() > 0: // what cannot be is no chance
		x.Also = append(x.Also, engine.Chance{What: said.Say("odds.enough", tongue.Number("n", enemy)), P: enough})
	}
	return x
}

// declaring are the lines that lead to a battle: those that declare it, or move into the area.
func (r *run) declaring(side, at int) (lines []int) {
	for _, o := range r.acts[side] {
		if slices.Contains(o.areas, at) && (o.verb.Word == "battle" || o.verb.Word == "move") {
			lines = append(lines, o.Line)
		}
	}
	return lines
}

// hitChances are the chances of each number of Hits, from none on.
func hitChances(dice []volley) []*big.Rat {
	chances := []*big.Rat{big.NewRat(1, 1)}
	for _, v := range dice {
		hit := big.NewRat(int64(min(v.power, sides)), sides)
		miss := new(big.Rat).Sub(big.NewRat(1, 1), hit)
		for range v.dice {
			next := make([]*big.Rat, len(chances)+1)
			for i := range next {
				next[i] = new(big.Rat)
				if i < len(chances) {
					next[i].Add(next[i], new(big.Rat).Mul(chances[i], miss))
				}
				if i > 0 {
					next[i].Add(next[i], new(big.Rat).Mul(chances[i-1], hit))
				}
			}
			chances = next
		}
	}
	return chances
}
