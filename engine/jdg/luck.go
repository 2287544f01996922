package jdg

import (
	"strings"

	"berthier/engine"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// trials are the rolls of a step with their chances. A test succeeds if it is passed. Fire
// does if it has any effect, and the roll of a shock or a charge if the cell of its table is
// worse for the defender than for the attacker: see harm. What decides who comes first,
// strategic initiative and the draw of a marker, is no trial.
func (rs *Ruleset) trials(p *Position, events []engine.Event) []engine.Trial {
	rolls := 0
	for _, e := range events {
		rolls += boolInt(e.Roll != nil)
	}
	if rolls == 0 {
		return nil
	}
	all := make([]engine.Trial, 0, rolls)
	for _, e := range events {
		if e.Roll == nil {
			continue
		}
		wins, ok := e.Roll.Meets()
		switch purpose := e.Roll.Purpose(); {
		case strings.HasPrefix(purpose, "fire of "):
			wins, ok = func(total int) bool { return rs.tables.Fire(total) != setup.FireNothing }, true
		case strings.HasPrefix(purpose, "shock of "), strings.HasPrefix(purpose, "charge of "):
			wins, ok = rs.harms, true
		}
		if !ok {
			continue
		}
		good, of, ok := e.Roll.Chance(wins)
		if !ok {
			continue
		}
		n := p.nameRoll(e.Roll)
		name := n.name
		if !n.who.Empty() {
			name = say("trial", tongue.Words("name", n.name), tongue.Words("who", n.who))
		}
		all = append(all, engine.Trial{Side: e.By, Name: name, Roll: e.Roll, Good: good, Of: of,
			Success: wins(e.Roll.Total), Stake: p.stake(e.Roll)})
	}
	return all
}

// stake is the strength of the units that a roll is about: those that fire or attack, or that
// have to pass a test. Nothing is at stake if they only gather again.
func (p *Position) stake(r *engine.Roll) int {
	_, about, _ := strings.Cut(r.Purpose(), " of ")
	ids, _, _ := strings.Cut(about, ": ")
	ids, _, _ = strings.Cut(ids, " ")
	if strings.HasPrefix(r.Purpose(), "rally of ") {
		return 0
	}
	sp := 0
	for _, u := range p.unitsOf(ids) {
		sp += p.spec(u).Front.SP
	}
	return sp
}

// harm is how much worse an effect of the Shock and Charge Table is for the defender, in
// halves of a cohesion level: a test counts as half a level, to retire as one, a rout as
// two, an elimination as three.
var harm = map[setup.ShockEffect]int{
	setup.AttackerTest: -1, setup.DefenderTest: 1, setup.AttackerDisorder: -2, setup.DefenderDisorder: 2,
	setup.AttackerRetire: -2, setup.DefenderRetire: 2, setup.AttackerRout: -4, setup.DefenderRout: 4,
	setup.AttackerEliminated: -6, setup.DefenderEliminated: 6, setup.Breakthrough: 1, setup.CounterAttack: -1,
	setup.DefenderPursues: -1,
}

// harms reports whether the cell for a total is worse for the defender.
func (rs *Ruleset) harms(total int) bool {
	effects, _ := rs.tables.Shock(total)
	sum := 0
	for _, e := range effects {
		sum += harm[e]
	}
	return sum > 0
}
