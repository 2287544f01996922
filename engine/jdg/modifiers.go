package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// modifiers lists the DRMs of a combat [8.6, 9.2, C.4]. The defender chooses
// the hex that favours him most [8.4.3-a, JDG-P28]; of equal ones it is the one
// named first.
func (r *run) modifiers(c *combat) []engine.Mod {
	defenders := r.opponents(c)
	drm, column := r.rs.tables.Ratio(r.p.strength(c.attackers), r.p.strength(defenders))
	mods := []engine.Mod{{Name: "ratio " + column, Value: drm}}
	if d := r.p.bestCohesion(c.attackers) - r.p.bestCohesion(defenders); d != 0 {
		mods = append(mods, engine.Mod{Name: "cohesion", Value: d})
	}
	best := r.targetModifiers(c, c.targets[0])
	for _, h := range c.targets[1:] {
		if m := r.targetModifiers(c, h); sum(m) < sum(best) {
			best = m
		}
	}
	mods = append(mods, best...)
	if p := r.rs.tables.PursuitDRM(c.pursuit); p != 0 {
		mods = append(mods, engine.Mod{Name: "pursuit", Value: p})
	}
	return mods
}

func sum(mods []engine.Mod) int {
	n := 0
	for _, m := range mods {
		n += m.Value
	}
	return n
}

// strength adds up the strength points of some units [8.6.1-a].
func (p *Position) strength(us []int) int {
	n := 0
	for _, u := range us {
		n += p.fighterSP(u)
	}
	return n
}

// bestCohesion is the highest cohesion rating among some units [8.6.2].
func (p *Position) bestCohesion(us []int) int {
	best := 0
	for _, u := range us {
		best = max(best, p.values(u).Cohesion)
	}
	return best
}

// targetModifiers lists the DRMs that depend on the attacked hex.
func (r *run) targetModifiers(c *combat, h hex.Hex) []engine.Mod {
	var mods []engine.Mod
	t := r.rs.tables
	add := func(m setup.ShockMod, holds bool) {
		if v := t.ShockDRM(m); holds && v != 0 {
			mods = append(mods, engine.Mod{Name: m.String(), Value: v})
		}
	}
	s := r.situationAt(c, h)
	charge := len(c.chargers) > 0
	bonus := charge && !s.square && len(c.counters) == 0
	add(setup.ShockCharge, bonus)
	add(setup.ShockHeavyCharge, bonus && slices.ContainsFunc(c.chargers, func(u int) bool { return r.p.spec(u).Heavy }))
	add(setup.ShockByCavalry, !charge && !s.infantry)
	add(setup.ShockChargeAtSquare, charge && s.square)
	add(setup.ShockSquareCavalry, s.square && !s.infantry)
	add(setup.ShockSquareInfantry, s.square && s.infantry)
	add(setup.ShockSquareGuns, s.square && s.infantry && s.guns)
	add(setup.ShockRear, s.rear)
	add(setup.ShockRouted, s.routed)
	if v := t.Hexes[r.p.sc.Map.At(h).Terrain].Defence; v != 0 {
		mods = append(mods, engine.Mod{Name: r.p.sc.Map.At(h).Terrain.String(), Value: v})
	}
	return append(mods, r.attackerTerrain(c, h)...)
}

// situation is what matters of the defender in one attacked hex.
type situation struct {
	square, guns, routed, rear bool
	infantry                   bool // the attacker has infantry
}

func (r *run) situationAt(c *combat, h hex.Hex) situation {
	s := situation{infantry: slices.ContainsFunc(c.attackers,
		func(u int) bool { return r.p.spec(u).Arm == setup.Infantry })}
	for _, u := range r.against(c) {
		un := r.p.unit(u)
		if un.Hex != h {
			continue
		}
		s.square = s.square || un.Square
		s.guns = s.guns || r.p.spec(u).Arm == setup.Artillery && un.State == setup.Ordered
		s.routed = s.routed || un.State == setup.Routed
		for _, a := range r.combatAt(c, h).hexes {
			s.rear = s.rear || r.p.spec(u).Arm != setup.Artillery && r.p.rearOf(u, a)
		}
	}
	return s
}

// combatAt is a combat with those alone who attack one of its hexes: a target that was handed on to it need not be
// before them all.
func (r *run) combatAt(c *combat, h hex.Hex) *combat {
	at := *c
	at.attackers = slices.DeleteFunc(slices.Clone(c.attackers), func(u int) bool { return !r.attacks(c, u, h) })
	if at.hexes = r.p.hexesOf(at.attackers); len(at.attackers) < len(c.attackers) {
		at.targets = []hex.Hex{h}
	}
	return &at
}

// attackerTerrain chooses one attacking hex's terrain DRMs: the attacker
// chooses if the defender is in clear terrain, else the defender [8.4.2].
func (r *run) attackerTerrain(c *combat, h hex.Hex) []engine.Mod {
	var all [][]engine.Mod
	for _, a := range r.combatAt(c, h).hexes {
		all = append(all, r.terrainFrom(a, h))
	}
	if len(all) == 0 {
		return nil
	}
	byTotal := func(a, b []engine.Mod) int { return sum(a) - sum(b) }
	if r.p.sc.Map.At(h).Terrain == setup.Clear {
		return slices.MaxFunc(all, byTotal)
	}
	return slices.MinFunc(all, byTotal)
}

// terrainFrom lists the DRMs of attacking from one hex into another.
func (r *run) terrainFrom(from, to hex.Hex) []engine.Mod {
	var mods []engine.Mod
	if r.rs.tables.Hexes[r.p.sc.Map.At(from).Terrain].SixFronts {
		mods = append(mods, engine.Mod{Name: setup.ShockSixFronts.String(),
			Value: r.rs.tables.ShockDRM(setup.ShockSixFronts)})
	}
	d, _ := from.DirTo(to)
	a, b := r.p.sc.Map.At(from), r.p.sc.Map.At(to)
	crossing := a.Sides[d].Has(setup.Bridge) || a.Sides[d].Has(setup.Ford)
	for k := range setup.NumSideKinds {
		v := r.rs.tables.Sides[k].Attack
		if !a.Sides[d].Has(k) || v == 0 {
			continue
		}
		switch {
		case k == setup.Slope || k == setup.Steep || k == setup.Ridge:
			if a.Level >= b.Level {
				continue
			}
		case k == setup.Redoubt || k == setup.Fortification:
			if !b.Inside[d.Turn(3)] {
				continue
			}
		case (k == setup.Stream || k == setup.River) && crossing:
			continue
		}
		mods = append(mods, engine.Mod{Name: k.String(), Value: v})
	}
	return mods
}
