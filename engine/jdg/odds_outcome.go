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
		if now := p.Units[u].State; now > t.was.Units[u].State {
			s = max(s, now)
		}
	}
	return s
}

// outcome judges how a way has ended.
func (t *tally) outcome(r *run) outcome {
	if t.fire {
		return t.fireOutcome(r)
	}
	return t.combatOutcome(r)
}

// fireOutcome judges a fire by the unit that fares worst.
func (t *tally) fireOutcome(r *run) outcome {
	if r.out[slices.IndexFunc(r.out, t.decides)].Roll.Result == setup.FireNothing.String() {
		return fireMisses
	}
	return [...]outcome{setup.Ordered: targetHolds, setup.Disordered: targetDisordered, setup.Routed: targetRouts,
		setup.Eliminated: targetEliminated}[t.worst(r.p, t.defenders)]
}

// mishaps lists what else has come of an attack that ended so.
func (t *tally) mishaps(p *Position, end outcome) []mishap {
	own, enemy := t.worst(p, t.attackers), t.worst(p, t.defenders)
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

// combatCourse is what the events of one combat tell of it.
type combatCourse struct {
	struck   bool // the table was rolled on
	refused  bool // an ET failed
	fired    bool // reaction fire was made, which no attacker meets whose ET failed [8.3.3-d]
	recalled bool
	evaded   bool     // a defender retired before combat
	holders  []string // attackers that entered an attacked hex and are not thrown out of it
	left     []string // units that left their hex as a result
}

func (t *tally) courseOf(events []engine.Event) combatCourse {
	var c combatCourse
	for _, e := range events {
		unit := e.Get("unit")
		switch e.Kind {
		case "roll":
			c.struck = c.struck || t.decides(e)
			c.refused = c.refused || (e.Rule == "8.3.2-a" || e.Rule == "9.1-d") && e.Roll.Result == "failed"
		case "fire":
			c.fired = c.fired || e.Get("mode") == "reaction"
		case "recall":
			c.recalled = true
		case "evade":
			c.evaded = true
		case "advance", "pursue":
			// The first such step of an attacker leads into an attacked hex.
			if t.isAttacker(unit) {
				c.holders = append(c.holders, unit)
			}
		case "retire", "retreat", "rout-move", "eliminate":
			c.left = append(c.left, unit)
			c.holders = slices.DeleteFunc(c.holders, func(id string) bool { return id == unit })
		}
	}
	return c
}

func (t *tally) isAttacker(id string) bool { return t.anyOf(t.attackers, []string{id}) }

// anyOf reports whether one of some units is among those named.
func (t *tally) anyOf(us []int, ids []string) bool {
	return slices.ContainsFunc(us, func(u int) bool { return slices.Contains(ids, t.was.spec(u).ID) })
}

// combatOutcome judges a combat. Whether the hex is taken counts first, then
// what befalls the attacker.
func (t *tally) combatOutcome(r *run) outcome {
	c := t.courseOf(r.out)
	own, enemy := t.worst(r.p, t.attackers), t.worst(r.p, t.defenders)
	switch {
	case len(c.holders) > 0:
		return hexTaken
	case own > setup.Disordered:
		return attackerRouts
	case c.struck && t.anyOf(t.attackers, c.left):
		return attackerRetires
	case t.anyOf(t.defenders, c.left):
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
