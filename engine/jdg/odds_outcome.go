package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// outcome is how one attack ends; exactly one holds for each way.
type outcome uint8

const (
	hexTaken outcome = iota
	defenderLeaves
	defenderDisordered
	bothDisordered
	nothingHappens
	attackerDisordered
	attackerRetires
	attackerRouts
	attackRefused
	chargeRecalled
	attackBroken
	defenderEvades
	fireMisses
	targetHolds
	targetDisordered
	targetRouts
	targetEliminated
	numOutcomes
)

// outcomeKeys and mishapKeys are the last words of the messages odds.WORD.
var outcomeKeys = [numOutcomes]string{
	hexTaken:           "taken",
	defenderLeaves:     "leaves",
	defenderDisordered: "d-disordered",
	bothDisordered:     "both",
	nothingHappens:     "nothing",
	attackerDisordered: "a-disordered",
	attackerRetires:    "a-retires",
	attackerRouts:      "a-routs",
	attackRefused:      "refused",
	chargeRecalled:     "recalled",
	attackBroken:       "broken",
	defenderEvades:     "evades",
	fireMisses:         "misses",
	targetHolds:        "holds",
	targetDisordered:   "disordered",
	targetRouts:        "routed",
	targetEliminated:   "eliminated",
}

// mishap is something that may come with any outcome.
type mishap uint8

const (
	hit mishap = iota
	targetLoses
	targetLost
	gunLoses
	attackerLoses
	attackerLost
	defenderLoses
	defenderLost
	numMishaps
)

var mishapKeys = [numMishaps]string{
	hit:           "hit",
	targetLoses:   "worse",
	targetLost:    "lost",
	gunLoses:      "gun-worse",
	attackerLoses: "a-worse",
	attackerLost:  "a-lost",
	defenderLoses: "d-worse",
	defenderLost:  "d-lost",
}

// worst is the worst state into which one of some units has come since before
// the attack; Ordered if all are as they were.
func (t *tally) worst(p *Position, us []int) setup.State {
	s := setup.Ordered
	for _, u := range us {
		if now := p.unit(u).State; now > t.was.unit(u).State {
			s = max(s, now)
		}
	}
	return s
}

// outcome judges how a way has ended, on which attackers and defenders have come into
// these states at worst.
func (t *tally) outcome(c combatCourse, own, enemy setup.State) outcome {
	if t.fire {
		return fireOutcome(c, enemy)
	}
	return combatOutcome(c, own, enemy)
}

// fireOutcome judges a fire by the unit that fares worst.
func fireOutcome(c combatCourse, target setup.State) outcome {
	if c.missed {
		return fireMisses
	}
	return [...]outcome{setup.Ordered: targetHolds, setup.Disordered: targetDisordered, setup.Routed: targetRouts,
		setup.Eliminated: targetEliminated}[target]
}

// mishaps lists what else has come of an attack that ended so.
func (t *tally) mishaps(end outcome, own, enemy setup.State) []mishap {
	if t.fire {
		return held([]mishap{hit, targetLoses, targetLost, gunLoses},
			end != fireMisses, enemy > setup.Ordered, enemy > setup.Disordered, own > setup.Ordered)
	}
	return held([]mishap{attackerLoses, attackerLost, defenderLoses, defenderLost},
		own > setup.Ordered, own > setup.Disordered, enemy > setup.Ordered, enemy > setup.Disordered)
}

// held lists those of ms that hold.
func held(ms []mishap, holds ...bool) []mishap {
	n := 0
	for i, h := range holds {
		if h {
			ms[n] = ms[i]
			n++
		}
	}
	return ms[:n]
}

// combatCourse is what has been told of an attack, as far as it matters how it has come about.
type combatCourse struct {
	struck       bool // the deciding roll was made
	missed       bool // it is a fire without effect
	refused      bool // an ET failed
	fired        bool // reaction fire was made, which no attacker meets whose ET failed [8.3.3-d]
	recalled     bool
	evaded       bool // a defender retired before combat
	attackerLeft bool // an attacker left his hex as a result
	defenderLeft bool
	holders      []int // attackers that entered an attacked hex and are not thrown out of it; never changed in place
}

// note takes down what has been told on a branch. The DRMs of the deciding roll
// weigh what the branch weighs then.
func (t *tally) note(b *branch) {
	for _, e := range b.r.out {
		if t.decides(e) && !b.course.struck {
			b.course.struck = true
			b.course.missed = t.fire && e.Roll.Result == setup.FireNothing.String()
			t.addMods(e.Roll.Mods, &b.weight)
		}
		t.noteEvent(&b.course, e)
	}
	b.r.out = b.r.out[:0]
}

func (t *tally) noteEvent(c *combatCourse, e engine.Event) {
	switch e.Kind {
	case "roll":
		c.refused = c.refused || (e.Rule == "8.3.2-a" || e.Rule == "9.1-d") && e.Roll.Result == "failed"
	case "fire":
		c.fired = c.fired || e.Get("mode") == "reaction"
	case "recall":
		c.recalled = true
	case "evade":
		c.evaded = true
	case "advance", "pursue":
		// The first such step of an attacker leads into an attacked hex.
		u, _ := t.was.sc.Unit(e.Get("unit"))
		if slices.Contains(t.attackers, u) && !slices.Contains(c.holders, u) {
			c.holders = append(slices.Clip(c.holders), u)
		}
	case "retire", "retreat", "rout-move", "eliminate":
		u, _ := t.was.sc.Unit(e.Get("unit"))
		c.attackerLeft = c.attackerLeft || slices.Contains(t.attackers, u)
		c.defenderLeft = c.defenderLeft || slices.Contains(t.defenders, u)
		if slices.Contains(c.holders, u) {
			c.holders = slices.DeleteFunc(slices.Clone(c.holders), func(v int) bool { return v == u })
		}
	}
}

// combatOutcome judges a combat. Whether the hex is taken counts first, then
// what befalls the attacker.
func combatOutcome(c combatCourse, own, enemy setup.State) outcome {
	switch {
	case len(c.holders) > 0:
		return hexTaken
	case own > setup.Disordered:
		return attackerRouts
	case c.struck && c.attackerLeft:
		return attackerRetires
	case c.defenderLeft:
		return defenderLeaves
	case c.struck && own > setup.Ordered && enemy > setup.Ordered:
		return bothDisordered
	case c.struck && enemy > setup.Ordered:
		return defenderDisordered
	case c.struck && own > setup.Ordered:
		return attackerDisordered
	case c.struck:
		return nothingHappens
	case c.recalled:
		return chargeRecalled
	case c.evaded:
		return defenderEvades
	case c.refused && !c.fired:
		return attackRefused
	}
	return attackBroken
}
