package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
)

// combat is one close combat: a shock, a charge, or both together [JDG-Q90].
type combat struct {
	order   *order // that declared it; nil for one that follows from another
	side    int    // the attacker
	kind    combatKind
	hexes   []hex.Hex // attacking hexes
	targets []hex.Hex // attacked hexes
	// attackers are the units that add their strength; chargers those of
	// them that charge.
	attackers []int
	chargers  []int
	pursuit   int  // how many charges in pursuit came before, plus one; 0 for the first charge
	countered bool // a counter-charge succeeded [9.4-d]
	counters  []int
	pursued   int // the unit that a pursuit follows, -1
}

// combatKind is why a combat takes place.
type combatKind uint8

const (
	declared combatKind = iota
	breakthrough
	counterAttack
	pursuitCharge
)

var combatNames = [...]string{"declared", "breakthrough", "counter-attack", "pursuit"}

// combats carries out the combats of an activation in the order of their
// declaration, charges first [JDG-P22].
func (r *run) combats() {
	if r.dry {
		return
	}
	r.closeDeclarations()
	for _, c := range r.act.combats {
		r.fight(c)
	}
	for u := range r.p.Units {
		if r.did(u, charging) {
			r.endOfCharge(u)
		}
	}
}

// fight resolves one combat and what follows from it at once [JDG-Q69].
func (r *run) fight(c *combat) {
	if !r.refresh(c) {
		return
	}
	rule, name := "8.5", "shock"
	if len(c.chargers) > 0 {
		rule, name = "9.2", "charge"
	}
	r.event(rule, "combat", c.side, "kind", combatNames[c.kind], "by", name,
		"attackers", r.p.unitIDs(c.attackers), "targets", pathString(c.targets))
	for _, u := range c.attackers {
		r.note(u, shocked)
	}
	vacated := r.evasions(c)
	if !r.refresh(c) {
		r.enterEvaded(c, vacated)
		return
	}
	r.engage(c)
	if !r.refresh(c) {
		return
	}
	r.counterCharges(c)
	r.reactions(c)
	if !r.refresh(c) {
		return
	}
	for _, h := range c.targets {
		for _, u := range r.p.stack(h) {
			r.note(u, attacked)
		}
	}
	if len(r.p.fighters(c.targets)) == 0 {
		r.overrun(c)
		return
	}
	r.strike(c)
}

// refresh drops attackers that can no longer attack and targets that are no
// longer there; it reports whether a combat is left [8.3.3-f, JDG-Q68].
func (r *run) refresh(c *combat) bool {
	c.attackers = slices.DeleteFunc(c.attackers, func(u int) bool {
		return !r.p.onMap(u) || r.p.Units[u].State != Ordered || r.did(u, failedET|recalled) ||
			!slices.Contains(c.hexes, r.p.Units[u].Hex)
	})
	c.chargers = slices.DeleteFunc(c.chargers, func(u int) bool { return !slices.Contains(c.attackers, u) })
	c.hexes = r.p.hexesOf(c.attackers)
	c.targets = slices.DeleteFunc(c.targets, func(h hex.Hex) bool {
		return r.p.sideAt(h) != 1-c.side || !slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.hasFront(u, h) })
	})
	return len(c.attackers) > 0 && len(c.targets) > 0
}

// hexesOf lists the hexes of some units, each once, in the units' order.
func (p *Position) hexesOf(us []int) []hex.Hex {
	var hs []hex.Hex
	for _, u := range us {
		if h := p.Units[u].Hex; h != hex.None && !slices.Contains(hs, h) {
			hs = append(hs, h)
		}
	}
	return hs
}

// fighters lists the infantry and cavalry in some hexes.
func (p *Position) fighters(hs []hex.Hex) []int {
	var us []int
	for _, h := range hs {
		for _, u := range p.stack(h) {
			if p.spec(u).Arm != Artillery {
				us = append(us, u)
			}
		}
	}
	return us
}

// guns lists the artillery in some hexes.
func (p *Position) guns(hs []hex.Hex) []int {
	var us []int
	for _, h := range hs {
		for _, u := range p.stack(h) {
			if p.spec(u).Arm == Artillery {
				us = append(us, u)
			}
		}
	}
	return us
}

// engage rolls the ETs of attackers without orders, one per stack, by its
// top unit that is not artillery [8.3.2, 5.1.3-h, -j]. Chargers took theirs
// before they moved [2.4.2-h].
func (r *run) engage(c *combat) {
	if c.kind != declared {
		return
	}
	for _, h := range slices.Clone(c.hexes) {
		i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.Units[u].Hex == h })
		top := c.attackers[i]
		if slices.Contains(c.chargers, top) || r.rights(top) == full {
			continue
		}
		if r.engagementTest("8.3.2-a", top, "shock") {
			continue
		}
		for _, u := range c.attackers {
			if r.p.Units[u].Hex == h {
				r.note(u, failedET)
			}
		}
	}
}

// reactions gives every attacked artillery unit its reaction fire [8.3.3].
// Only artillery of the reacting player fires [JDG-Q59].
func (r *run) reactions(c *combat) {
	if c.side != r.act.side {
		return
	}
	for _, h := range slices.Clone(c.targets) {
		for _, g := range r.p.stack(h) {
			if r.p.spec(g).Arm == Artillery && r.p.Units[g].State == Ordered && !r.did(g, reacted) {
				r.reactionOf(g, c)
			}
		}
	}
}

// reactionOf lets one gun fire at one of the attackers in its front hexes.
func (r *run) reactionOf(g int, c *combat) {
	var targets []int
	for _, h := range c.hexes {
		if !r.p.hasFront(g, h) {
			continue
		}
		if i := slices.IndexFunc(c.attackers, func(u int) bool { return r.p.Units[u].Hex == h && r.p.onMap(u) }); i >= 0 {
			targets = append(targets, c.attackers[i])
			if top := r.p.topUnit(h); r.p.spec(top).Arm == Artillery {
				targets = append(targets, top) // the gun on top may be chosen instead [5.1.3-n]
			}
		}
	}
	if len(targets) == 0 {
		return
	}
	best := slices.MaxFunc(targets, func(a, b int) int { return r.p.fighterSP(a) - r.p.fighterSP(b) })
	options := []string{"no"}
	for _, t := range targets {
		options = append(options, r.p.spec(t).ID)
	}
	answer := r.reactionAnswer(g, options, r.p.spec(best).ID)
	if t, ok := r.p.sc.Unit(answer); ok && answer != "no" {
		r.note(g, reacted)
		r.reactionFireAt(g, t, r.p.Units[g].Square)
	}
}

// reactionAnswer decides P26; the standing order "yes" means the default
// target.
func (r *run) reactionAnswer(g int, options []string, def string) string {
	c := choice{kind: "P26", side: r.p.side(g), unit: g, rule: "8.3.3-a",
		prompt: "At whom does " + r.p.spec(g).ID + " make reaction fire?", options: append(options, "yes"), def: def}
	if answer := r.decide(c); answer != "yes" {
		return answer
	}
	return def
}

// fighterSP is a unit's strength in close combat; artillery has none [8.9-b].
func (p *Position) fighterSP(u int) int {
	if p.spec(u).Arm == Artillery {
		return 0
	}
	return p.values(u).SP
}

// overrun eliminates artillery that was attacked without infantry or cavalry
// beside it; there is an advance but no breakthrough and no further charge
// [8.5-g, 8.9-g, 8.9-h].
func (r *run) overrun(c *combat) {
	for _, g := range r.p.guns(c.targets) {
		r.eliminate(g, "8.9-g", "artillery alone")
	}
	r.advance(c, c.targets, false)
}

// strike rolls for a combat and applies its result [8.5].
func (r *run) strike(c *combat) {
	mods := r.modifiers(c)
	var effects []ShockEffect
	purpose := "shock of "
	rule := "8.5-a"
	if len(c.chargers) > 0 {
		purpose, rule = "charge of ", "9.2-b"
	}
	r.d10(rule, c.side, purpose+r.p.unitIDs(c.attackers)+" on "+pathString(c.targets), mods, func(total int) (string, string) {
		var cell string
		effects, cell = r.rs.tables.Shock(total)
		return "", cell
	})
	f := r.newAftermath(c)
	for _, e := range effects {
		f.apply(e)
	}
	f.artillery()
	f.follow()
}

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
	through, back, pursues       bool // breakthrough, counter-attack, defender's pursuit
}

func (r *run) newAftermath(c *combat) *aftermath {
	f := &aftermath{r: r, c: c, was: map[int]hex.Hex{},
		attackerHexes: slices.Clone(c.hexes), defenderHexes: slices.Clone(c.targets)}
	f.attackers, f.attackerGuns = r.p.fighters(c.hexes), r.p.guns(c.hexes)
	f.defenders, f.defenderGuns = r.p.fighters(c.targets), r.p.guns(c.targets)
	for _, us := range [][]int{f.attackers, f.attackerGuns, f.defenders, f.defenderGuns} {
		for _, u := range us {
			f.was[u] = r.p.Units[u].Hex
			r.trails[u] = []hex.Hex{f.was[u]}
		}
	}
	return f
}

// stays reports whether a unit is still where it fought.
func (f *aftermath) stays(u int) bool { return f.r.p.onMap(u) && f.r.p.Units[u].Hex == f.was[u] }

// apply carries out one effect [8.5-e].
func (f *aftermath) apply(e ShockEffect) {
	r := f.r
	switch e {
	case AttackerTest:
		f.each(f.attackers, func(u int) { r.mustTest(u, "8.5-d", "shock result", f.defenderHexes) })
	case DefenderTest:
		f.each(f.defenders, func(u int) { r.mustTest(u, "8.5-d", "shock result", f.attackerHexes) })
	case AttackerDisorder:
		f.each(f.attackers, func(u int) { r.loseLevel(u, "8.5-e", "shock result", f.defenderHexes) })
	case DefenderDisorder:
		f.each(f.defenders, func(u int) { r.loseLevel(u, "8.5-e", "shock result", f.attackerHexes) })
	case AttackerRetire:
		f.leave(f.attackers, f.defenderHexes)
	case DefenderRetire:
		f.leave(f.defenders, f.attackerHexes)
	case AttackerRout:
		f.each(f.attackers, func(u int) { r.routNow(u, "8.5-e", "shock result", f.defenderHexes) })
	case DefenderRout:
		f.each(f.defenders, func(u int) { r.routNow(u, "8.5-e", "shock result", f.attackerHexes) })
	case AttackerEliminated:
		f.each(f.attackers, func(u int) { r.eliminate(u, "8.5-e", "shock result") })
	case DefenderEliminated:
		f.each(f.defenders, func(u int) { r.eliminate(u, "8.5-e", "shock result") })
	case Breakthrough:
		f.through = true
	case CounterAttack:
		f.back = true
	case DefenderPursues:
		f.pursues = true
	}
}

func (f *aftermath) each(us []int, do func(u int)) {
	for _, u := range us {
		if f.r.p.onMap(u) {
			do(u)
		}
	}
}

// leave makes the units that are still in their hexes retire.
func (f *aftermath) leave(us []int, from []hex.Hex) {
	for _, u := range us {
		if f.stays(u) {
			f.r.retire(u, from)
		}
	}
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

// artillery carries out what happens to guns stacked with the fighters [8.9].
func (f *aftermath) artillery() {
	r := f.r
	beaten := slices.ContainsFunc(f.defenderHexes, func(h hex.Hex) bool { return f.lost(f.defenders, h) })
	for _, g := range f.defenderGuns {
		alone := !slices.ContainsFunc(f.defenders, func(u int) bool { return f.was[u] == f.was[g] })
		switch {
		case !f.stays(g):
		case alone && beaten:
			r.eliminate(g, "8.9-i", "artillery alone")
		case f.lost(f.defenders, f.was[g]):
			r.retire(g, f.attackerHexes)
			r.mustTest(g, "8.9-f", "stacked with the beaten defender", f.attackerHexes)
		}
	}
	for _, g := range f.attackerGuns {
		if f.stays(g) && f.lost(f.attackers, f.was[g]) {
			r.loseLevel(g, "8.9-c", "stacked with the beaten attacker", f.defenderHexes)
			if f.stays(g) && f.anyLeft(f.attackers, f.was[g]) {
				r.retire(g, f.defenderHexes)
			}
		}
	}
}

// anyLeft reports whether a unit that fought in h is still on the map.
func (f *aftermath) anyLeft(us []int, h hex.Hex) bool {
	return slices.ContainsFunc(us, func(u int) bool { return f.was[u] == h && f.r.p.onMap(u) })
}

// follow carries out advance, breakthrough, counter-attack and pursuit.
func (f *aftermath) follow() {
	r, c := f.r, f.c
	var vacated []hex.Hex
	for _, h := range f.defenderHexes {
		if r.p.topUnit(h) < 0 && f.fought(h) {
			vacated = append(vacated, h)
		}
	}
	switch {
	case len(vacated) > 0 && r.canPursue(c):
		r.pursue(c, f, vacated)
	case len(vacated) > 0:
		went := r.advance(c, vacated, f.through)
		if f.through {
			r.breakThrough(c, went)
		}
	}
	if f.pursues || c.countered {
		r.defenderPursuit(f)
	}
	if f.back {
		r.counterAttack(f)
	}
}

// fought reports whether anybody defended a hex.
func (f *aftermath) fought(h hex.Hex) bool {
	for _, us := range [][]int{f.defenders, f.defenderGuns} {
		if slices.ContainsFunc(us, func(u int) bool { return f.was[u] == h }) {
			return true
		}
	}
	return false
}

// modifiers lists the DRMs of a combat [8.6, 9.2, C.4]. The defender chooses
// the hex that favours him most [8.4.3-a, JDG-P28].
func (r *run) modifiers(c *combat) []engine.Mod {
	defenders := r.p.fighters(c.targets)
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
	add := func(m ShockMod, holds bool) {
		if v := t.ShockDRM(m); holds && v != 0 {
			mods = append(mods, engine.Mod{Name: m.String(), Value: v})
		}
	}
	s := r.situationAt(c, h)
	charge := len(c.chargers) > 0
	add(ShockCharge, charge && !s.square && !c.countered)
	add(ShockHeavyCharge, charge && !s.square && !c.countered && slices.ContainsFunc(c.chargers, func(u int) bool { return r.p.spec(u).Heavy }))
	add(ShockByCavalry, !charge && !s.infantry)
	add(ShockChargeAtSquare, charge && s.square)
	add(ShockSquareCavalry, s.square && !s.infantry)
	add(ShockSquareInfantry, s.square && s.infantry)
	add(ShockSquareGuns, s.square && s.infantry && s.guns)
	add(ShockRear, s.rear)
	add(ShockRouted, s.routed)
	if v := t.Hex(r.p.sc.Map.At(h).Terrain).Defence; v != 0 {
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
	s := situation{infantry: slices.ContainsFunc(c.attackers, func(u int) bool { return r.p.spec(u).Arm == Infantry })}
	for _, u := range r.p.stack(h) {
		un := r.p.Units[u]
		s.square = s.square || un.Square
		s.guns = s.guns || r.p.spec(u).Arm == Artillery && un.State == Ordered
		s.routed = s.routed || un.State == Routed
		for _, a := range c.hexes {
			if _, adjacent := a.DirTo(h); adjacent && r.p.spec(u).Arm != Artillery && r.p.rearOf(u, a) {
				s.rear = true
			}
		}
	}
	return s
}

// attackerTerrain chooses one attacking hex's terrain DRMs: the attacker
// chooses if the defender is in clear terrain, else the defender [8.4.2].
func (r *run) attackerTerrain(c *combat, h hex.Hex) []engine.Mod {
	var all [][]engine.Mod
	for _, a := range c.hexes {
		if _, adjacent := a.DirTo(h); adjacent {
			all = append(all, r.terrainFrom(c, a, h))
		}
	}
	if len(all) == 0 {
		return nil
	}
	byTotal := func(a, b []engine.Mod) int { return sum(a) - sum(b) }
	if r.p.sc.Map.At(h).Terrain == Clear {
		return slices.MaxFunc(all, byTotal)
	}
	return slices.MinFunc(all, byTotal)
}

// terrainFrom lists the DRMs of attacking from one hex into another.
func (r *run) terrainFrom(c *combat, from, to hex.Hex) []engine.Mod {
	var mods []engine.Mod
	if r.rs.tables.Hex(r.p.sc.Map.At(from).Terrain).SixFronts {
		mods = append(mods, engine.Mod{Name: ShockSixFronts.String(), Value: r.rs.tables.ShockDRM(ShockSixFronts)})
	}
	d, _ := from.DirTo(to)
	a, b := r.p.sc.Map.At(from), r.p.sc.Map.At(to)
	crossing := a.Sides[d].Has(Bridge) || a.Sides[d].Has(Ford)
	for k := range numSideKinds {
		v := r.rs.tables.Side(k).Attack
		if !a.Sides[d].Has(k) || v == 0 {
			continue
		}
		switch {
		case k == Slope || k == Steep || k == Ridge:
			if a.Level >= b.Level {
				continue
			}
		case k == Redoubt || k == Fortification:
			if !b.Inside[d.Turn(3)] {
				continue
			}
		case (k == Stream || k == River) && crossing:
			continue
		}
		mods = append(mods, engine.Mod{Name: k.String(), Value: v})
	}
	return mods
}

// names prints unit names for a sentence.
func (p *Position) names(us []int) string {
	s := make([]string, len(us))
	for i, u := range us {
		s[i] = p.spec(u).Name
	}
	return strings.Join(s, ", ")
}
