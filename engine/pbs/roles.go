package pbs

import (
	"fmt"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// roles rolls for the roles [1] and deals the cards of the march [2-a].
func (r *run) roles() {
	winner, face := r.diceOff()
	wants := r.p.last(winner, "role")
	invader := wants != nil && wants.invader
	r.event("1-d", "role", winner, "role", roleWord(invader), "intercept",
		yesNo(invader && wants.intercept && face == setup.Skull))
	r.deal("2-a", winner, [2]int{r.p.roster(0).Cards, r.p.roster(1).Cards})
	r.enter("0-a", CardPhase)
}

func roleWord(invader bool) string {
	if invader {
		return "invader"
	}
	return "defender"
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// diceOff rolls the dice of both commanders until one is better [1-a to 1-c, B54].
func (r *run) diceOff() (winner int, face setup.Face) {
	for {
		var got [2]setup.Face
		for s := range got {
			ro := r.p.roster(s)
			quality := ro.Generals[ro.Commander()].Quality
			got[s] = r.special(s, quality)
		}
		if got[0] != got[1] {
			winner = 0
			if got[1] < got[0] {
				winner = 1
			}
			return winner, got[winner]
		}
	}
}

// special rolls the special die of a commander's quality.
func (r *run) special(side int, q setup.Quality) setup.Face {
	die := engine.Die{Faces: r.rs.tables.Dice[q]}
	d := r.dice.Draw(fmt.Sprintf("dice-off of %s", r.p.sideName(side)), len(die.Faces))
	shown := die.Show(d.Value)
	r.emit(engine.Event{Rule: "1-a", Kind: "roll", By: r.p.sideName(side), Roll: &engine.Roll{Die: die,
		Draws: []engine.Draw{d}, Result: shown}})
	for f := range setup.NumFaces {
		if f.String() == shown {
			return f
		}
	}
	return setup.Blank
}

// applyRole notes who is what.
func (p *Position) applyRole(e engine.Event) {
	p.First = p.sideNo(e.By)
	p.Defender = p.First
	if e.Get("role") == "invader" {
		p.Defender = 1 - p.First
	}
	p.Intercept = e.Get("intercept") == "yes"
}
