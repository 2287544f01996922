package ccn

import (
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Chronicle implements engine.Chronicler: banners, blocks on the board, who has what a goal
// asks for, and what the units have lost. A unit has broken when it is eliminated.
func (rs *Ruleset) Chronicle(pos engine.Position) engine.Chronicle {
	p := pos.(*Position)
	var c engine.Chronicle
	var blocks [2]int
	for u := range p.Units {
		side, full := p.unitSide(u), p.kind(u).Blocks
		blocks[side] += p.Units[u].Blocks
		lost := full - p.Units[u].Blocks
		if p.Units[u].Exited {
			lost = 0
		}
		c.Forces = append(c.Forces, engine.Formation{Name: tongue.Name(p.sc.Units[u].Name), Side: p.sideName(side),
			Began: full,
			Lost:  lost, Broken: lost == full})
	}
	c.Measures = []engine.Measure{{Name: said.Say("measure.banners"), Of: []int{p.banners(0), p.banners(1)}},
		{Name: said.Say("measure.blocks"), Of: blocks[:]}}
	for g, goal := range p.sc.Goals {
		held := engine.Goal{Name: tongue.Name(goal.Name)}
		for s := range p.sc.Sides {
			if goal.Banners[s] > 0 && (p.Won[s][g] || p.holds(s, g)) {
				held.Holder = p.sideName(s)
			}
		}
		c.Goals = append(c.Goals, held)
	}
	return c
}

// trials are the battle dice of a step with their chances [5.5.8, 5.6.8]: each die is one. It
// succeeds if it hits, and a block is at stake. Dice that are read in another way, as those
// of a casualty check, are none.
func (p *Position) trials(events []engine.Event) (all []engine.Trial) {
	for _, e := range events {
		if e.Roll == nil {
			continue
		}
		hits := p.hitting(e.Rule, e.Roll.Purpose())
		if hits == nil {
			continue
		}
		good, found := 0, 0
		for v := range faces.Faces {
			good += boolInt(hits[faceOf[v]])
		}
		for _, d := range e.Roll.Draws {
			found += boolInt(hits[faceOf[d.Value]])
		}
		if found != e.Roll.Total { // other symbols hit
			continue
		}
		for _, d := range e.Roll.Draws {
			all = append(all, engine.Trial{Side: e.By, Name: p.rollName(e.Roll.Purpose()), Roll: e.Roll, Good: good,
				Of: len(faces.Faces), Success: hits[faceOf[d.Value]], Stake: 1})
		}
	}
	return all
}

// attackRolls are what the purposes of rolls begin with that hit somebody, and whether it is
// in melee.
var attackRolls = map[string]bool{"fire": false, "melee": true, "battle back": true, "first strike": true,
	"square": true}

// cutRoll takes the purpose of such a roll apart.
func cutRoll(purpose string) (what, by, at string, ok bool) {
	what, who, _ := strings.Cut(purpose, " of ")
	by, at, _ = strings.Cut(who, " at ")
	_, ok = attackRolls[what]
	return what, by, at, ok
}

// hitting says which faces hit in a roll by a rule for a purpose; nil if it is no attack. Sabers do not hit cavalry
// that reforms [6.1-j].
func (p *Position) hitting(rule, purpose string) map[face]bool {
	what, by, at, ok := cutRoll(purpose)
	u, known := p.sc.Piece(by)
	target, also := p.sc.Piece(at)
	if !ok || !known || !also || u >= len(p.Units) {
		return nil
	}
	if target >= len(p.Units) {
		return map[face]bool{saber: true}
	}
	hits := map[face]bool{face(p.arm(target)): true}
	if attackRolls[what] && rule != "6.1-i" && p.kind(u).Sabers {
		hits[saber] = true
	}
	return hits
}

// rollName names such a roll for people.
func (p *Position) rollName(purpose string) tongue.Text {
	what, by, at, _ := cutRoll(purpose)
	t := teller{p: p}
	return said.Say("trial", tongue.Words("what", said.Say(rollKinds[what])), tongue.Words("who", t.who(by)),
		tongue.Words("at", t.who(at)))
}
