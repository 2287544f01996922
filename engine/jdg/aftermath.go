package jdg

import (
	"slices"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// aftermath applies one result of the Shock and Charge Table.
type aftermath struct {
	r   *run
	c   *combat
	was map[int]hex.Hex // where every unit concerned stood
	// attackers and defenders are all infantry and cavalry in the hexes of
	// the combat: results affect every unit of a hex [8.5-c].
	attackers, defenders         []int
	attackerGuns, defenderGuns   []int
	attackerHexes, defenderHexes []hex.Hex
	withdrew                     []hex.Hex // attackers' hexes that the defender may enter [8.7.2-h, JDG-Q142]
	through, back, pursues       bool      // breakthrough, counter-attack, defender's pursuit
	// guns alone in a hex were eliminated: no breakthrough, no pursuit [8.9-h, JDG-Q137]
	overran bool
}

func (r *run) newAftermath(c *combat) *aftermath {
	f := &aftermath{r: r, c: c, was: map[int]hex.Hex{},
		attackerHexes: slices.Clone(c.hexes), defenderHexes: slices.Clone(c.targets)}
	f.attackers, f.attackerGuns = r.p.fighters(c.hexes), r.p.guns(c.hexes)
	f.defenders, f.defenderGuns = r.p.fighters(c.targets), r.p.guns(c.targets)
	for _, us := range [][]int{f.attackers, f.attackerGuns, f.defenders, f.defenderGuns} {
		for _, u := range us {
			f.was[u] = r.p.Units[u].Hex
			delete(r.trails, u)
			r.trail(u, f.was[u])
		}
	}
	return f
}

// stays reports whether a unit is still where it fought.
func (f *aftermath) stays(u int) bool { return f.r.p.onMap(u) && f.r.p.Units[u].Hex == f.was[u] }

// apply carries out one effect [8.5-e].
func (f *aftermath) apply(e setup.ShockEffect) error {
	r := f.r
	switch e {
	case setup.AttackerTest:
		return f.each(f.attackers, func(u int) error { return r.mustTest(u, "8.5-d", "shock result", f.defenderHexes) })
	case setup.DefenderTest:
		return f.each(f.defenders, func(u int) error { return r.mustTest(u, "8.5-d", "shock result", f.attackerHexes) })
	case setup.AttackerDisorder:
		return f.each(f.attackers, func(u int) error {
			return r.loseLevel(u, "8.5-e", "shock result",
				f.defenderHexes)
		})
	case setup.DefenderDisorder:
		return f.each(f.defenders, func(u int) error {
			return r.loseLevel(u, "8.5-e", "shock result",
				f.attackerHexes)
		})
	case setup.AttackerRetire:
		return f.leave(f.attackers, f.defenderHexes)
	case setup.DefenderRetire:
		return f.leave(f.defenders, f.attackerHexes)
	case setup.AttackerRout:
		return f.each(f.attackers, func(u int) error { return r.routNow(u, "8.5-e", "shock result", f.defenderHexes) })
	case setup.DefenderRout:
		return f.each(f.defenders, func(u int) error { return r.routNow(u, "8.5-e", "shock result", f.attackerHexes) })
	case setup.AttackerEliminated:
		return f.each(f.attackers, func(u int) error { return r.eliminate(u, "8.5-e", "shock result") })
	case setup.DefenderEliminated:
		return f.each(f.defenders, func(u int) error { return r.eliminate(u, "8.5-e", "shock result") })
	case setup.Breakthrough:
		f.through = true
	case setup.CounterAttack:
		f.back = true
	case setup.DefenderPursues:
		f.pursues = true
	}
	return nil
}

func (f *aftermath) each(us []int, do func(u int) error) error {
	for _, u := range us {
		if !f.r.p.onMap(u) {
			continue
		}
		if err := do(u); err != nil {
			return err
		}
	}
	return nil
}

// leave makes the units that are still in their hexes retire.
func (f *aftermath) leave(us []int, from []hex.Hex) error {
	for _, u := range us {
		if f.stays(u) {
			if err := f.r.withdraw(u, from); err != nil {
				return err
			}
		}
	}
	return nil
}

// lost reports whether all infantry and cavalry that fought in a hex have
// left it [JDG-Q73]; a hex without any has not lost.
func (f *aftermath) lost(us []int, h hex.Hex) bool {
	fought := false
	for _, u := range us {
		if f.was[u] == h {
			fought = true
			if f.stays(u) {
				return false
			}
		}
	}
	return fought
}

// withdrawn lists the hexes that an attacker has left on its own feet, whatever
// became of it on the way.
func (f *aftermath) withdrawn() []hex.Hex {
	return slices.DeleteFunc(slices.Clone(f.attackerHexes), func(h hex.Hex) bool {
		return !slices.ContainsFunc(f.attackers, func(u int) bool { return f.was[u] == h && len(f.r.trails[u]) > 1 })
	})
}

// artillery carries out what happens to guns stacked with the fighters [8.9].
func (f *aftermath) artillery() error {
	r := f.r
	beaten := slices.ContainsFunc(f.defenderHexes, func(h hex.Hex) bool { return f.lost(f.defenders, h) })
	for _, g := range f.defenderGuns {
		alone := !slices.ContainsFunc(f.defenders, func(u int) bool { return f.was[u] == f.was[g] })
		switch {
		case !f.stays(g):
		case alone && beaten:
			if err := r.eliminate(g, "8.9-i", "artillery alone"); err != nil {
				return err
			}
			f.overran = true
		case f.lost(f.defenders, f.was[g]):
			if err := r.withdraw(g, f.attackerHexes); err != nil {
				return err
			}
			if err := r.mustTest(g, "8.9-f", "stacked with the beaten defender", f.attackerHexes); err != nil {
				return err
			}
		}
	}
	for _, g := range f.attackerGuns {
		if f.stays(g) && f.lost(f.attackers, f.was[g]) {
			if err := f.goAlong(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// goAlong takes a level from a gun stacked with beaten attackers, who have all
// left, and makes it retire with them [8.9-c, 8.9-d].
func (f *aftermath) goAlong(g int) error {
	if err := f.r.loseLevel(g, "8.9-c", "stacked with the beaten attacker", f.defenderHexes); err != nil {
		return err
	}
	if went := f.whereTo(f.was[g]); f.stays(g) && len(went) > 0 {
		return f.r.withdraw(g, f.defenderHexes, went...)
	}
	return nil
}

// whereTo lists the hexes to which the attackers of a hex have withdrawn.
func (f *aftermath) whereTo(h hex.Hex) []hex.Hex {
	var hs []hex.Hex
	for _, u := range f.attackers {
		if f.was[u] == h && f.r.p.onMap(u) {
			hs = append(hs, f.r.p.Units[u].Hex)
		}
	}
	return hs
}

// follow carries out advance, breakthrough, counter-attack and pursuit. All of
// them enter hexes only that are empty now.
func (f *aftermath) follow() error {
	r, c := f.r, f.c
	beaten := slices.DeleteFunc(slices.Clone(f.attackers), f.stays)
	f.withdrew = f.withdrawn()
	switch {
	case !f.overran && len(r.ableToPursue(c, f.defenderHexes)) > 0:
		if err := r.pursue(c, f); err != nil {
			return err
		}
	case !r.chargersFit(c): // the hex stays empty [JDG-Q154]
	case f.through && f.overran:
		r.unable(choice{kind: "P31", side: c.side, unit: c.attackers[0], with: c.attackers[1:]},
			&bar{"8.9-h", "no breakthrough follows where guns alone were eliminated"}, "yes")
		if _, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.1-a"); err != nil {
			return err
		}
	case f.through:
		went, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.2-c")
		if err != nil {
			return err
		}
		if err := r.breakThrough(c, went); err != nil {
			return err
		}
	default:
		if _, _, err := r.advance(c, c.attackers, f.defenderHexes, "8.7.1-a"); err != nil {
			return err
		}
	}
	if err := r.defenderPursuit(f, beaten); err != nil {
		return err
	}
	if f.back {
		return r.counterAttack(f)
	}
	return nil
}
