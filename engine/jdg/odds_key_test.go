package jdg

import (
	"bytes"
	"slices"
	"testing"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// afterShock is a branch on which a shock of a stack with a gun brings something, and a combat waits behind it.
func afterShock(t *testing.T) *branch {
	t.Helper()
	r := activated(t, "commander chief French at=0101\nunit h French art at=0505 sp=3\n"+twoStacks+
		"unit i French inf at=0508 sp=4\nunit j Allied inf at=0608 sp=4\n", "french", ro)
	wantFault(t, give(t, r, "shock a,c at 0605"), "", "")
	wantFault(t, give(t, r, "shock i at 0608"), "", "")
	b := root(r)
	first := b.r.act.combats[0]
	first.begun, b.strike = true, first.clone()
	b.after = b.r.newAftermath(first, []setup.ShockEffect{setup.AttackerTest, setup.DefenderDisorder})
	return &b
}

// TestKeyTellsBranchesApart changes one thing of a branch at a time on which the rest of its combats can depend: it is
// not put together with one that lacks the change.
func TestKeyTellsBranchesApart(t *testing.T) {
	key := afterShock(t).appendKey(nil)
	if !bytes.Equal(key, afterShock(t).appendKey(nil)) {
		t.Fatal("the same branch has two keys")
	}
	for what, change := range map[string]func(*branch){
		"the hex of a unit":        func(b *branch) { b.r.p.edit(0).Hex = hex.H(101) },
		"its facing":               func(b *branch) { b.r.p.edit(0).Facing = hex.NNW },
		"its state":                func(b *branch) { b.r.p.edit(0).State = setup.Routed },
		"a square":                 func(b *branch) { b.r.p.edit(0).Square = true },
		"a Renfort marker":         func(b *branch) { b.r.p.edit(0).Renfort = true },
		"orders for a turn":        func(b *branch) { b.r.p.edit(0).Granted = true },
		"a halt":                   func(b *branch) { b.r.p.edit(0).Halted = true },
		"who was on the map":       func(b *branch) { b.r.p.edit(0).Entered = false },
		"who lies below":           func(b *branch) { b.r.p.edit(0).under++ },
		"the hex of a commander":   func(b *branch) { b.leader().Hex = hex.H(102) },
		"a commander's move":       func(b *branch) { b.leader().Moved = true },
		"a demoralised formation":  func(b *branch) { b.r.p.editForm(0).Demoralised = true },
		"a broken formation":       func(b *branch) { b.r.p.editForm(0).Broken = true },
		"a delayed formation":      func(b *branch) { b.r.p.editForm(0).Delayed = true },
		"a formation's activation": func(b *branch) { b.r.p.editForm(0).Acted = !b.r.p.formAt(0).Acted },
		"the orders of a group":    func(b *branch) { b.face().Orders++ },
		"a group that is revealed": func(b *branch) { b.face().Revealed = false },
		"what a unit has done":     func(b *branch) { b.r.note(0, chargeTest) },
		"the MP spent":             func(b *branch) { b.r.act.parts.edit(0).spent++ },
		"the unit of a convoy":     func(b *branch) { b.r.convoy.unit++ },
		"where a convoy is":        func(b *branch) { b.r.convoy.at = hex.H(101) },
		"who goes with a convoy":   func(b *branch) { b.r.convoy.leaders = []int{0} },
		"the combat that waits":    func(b *branch) { b.r.act.combats[1].targets = nil },
		"a combat that has begun":  func(b *branch) { b.r.act.combats[1].begun = true },
		"the combat of the roll":   func(b *branch) { b.strike = nil },
		"its attacking hexes":      func(b *branch) { b.strike.hexes = nil },
		"its attackers":            func(b *branch) { b.strike.attackers = nil },
		"which attackers charge": func(b *branch) {
			n := len(b.strike.attackers) - 1
			b.strike.attackers, b.strike.chargers = b.strike.attackers[:n], b.strike.attackers[n:]
		},
		"which hexes attack": func(b *branch) {
			b.strike.hexes, b.strike.targets = b.strike.hexes[:1], slices.Concat(b.strike.hexes[1:], b.strike.targets)
		},
		"its chargers":            func(b *branch) { b.strike.chargers = []int{0} },
		"who pursues together":    func(b *branch) { b.strike.stack = []int{0} },
		"who charges against it":  func(b *branch) { b.strike.counters = []int{0} },
		"against whom it is":      func(b *branch) { b.strike.foes = []int{0} },
		"its charge in a pursuit": func(b *branch) { b.strike.pursuit++ },
		"the aftermath":           func(b *branch) { b.after = nil },
		"an effect that is left":  func(b *branch) { b.after.left[0].effect++ },
		"a chore that is left":    func(b *branch) { b.after.left[0].what++ },
		"whose chore it is":       func(b *branch) { b.after.left[0].unit++ },
		"a chore less":            func(b *branch) { b.after.left = b.after.left[1:] },
		"the attackers":           func(b *branch) { b.after.attackers = nil },
		"who of a hex attacks first": func(b *branch) {
			b.after.attackers = slices.Clone(b.after.attackers)
			b.after.attackers[0], b.after.attackers[1] = b.after.attackers[1], b.after.attackers[0]
		},
		"the defenders":         func(b *branch) { b.after.defenders = nil },
		"the attackers' guns":   func(b *branch) { b.after.attackerGuns = nil },
		"the defenders' guns":   func(b *branch) { b.after.defenderGuns = nil },
		"where a unit was":      func(b *branch) { b.after.was[b.after.attackers[0]] = hex.H(101) },
		"the way that it went":  func(b *branch) { b.r.trail(b.after.attackers[0], hex.H(101)) },
		"the attackers' hexes":  func(b *branch) { b.after.attackerHexes = nil },
		"the defenders' hexes":  func(b *branch) { b.after.defenderHexes = nil },
		"a breakthrough":        func(b *branch) { b.after.through = true },
		"a pursuit":             func(b *branch) { b.after.pursues = true },
		"a hex that was lost":   func(b *branch) { b.after.beaten = true },
		"guns overrun":          func(b *branch) { b.after.overran = true },
		"a deciding roll":       func(b *branch) { b.course.struck = true },
		"a fire without effect": func(b *branch) { b.course.missed = true },
		"a failed ET":           func(b *branch) { b.course.refused = true },
		"reaction fire":         func(b *branch) { b.course.fired = true },
		"a recall":              func(b *branch) { b.course.recalled = true },
		"a retirement":          func(b *branch) { b.course.evaded = true },
		"an attacker who left":  func(b *branch) { b.course.attackerLeft = true },
		"a defender who left":   func(b *branch) { b.course.defenderLeft = true },
		"who holds the hex":     func(b *branch) { b.course.holders = []int{0} },
	} {
		b := afterShock(t)
		change(b)
		if bytes.Equal(key, b.appendKey(nil)) {
			t.Errorf("%s does not count", what)
		}
	}
}

// TestKeyOfLastTests: where no more than CTs are left of a combat it counts no longer who fought in it.
func TestKeyOfLastTests(t *testing.T) {
	a, b := afterShock(t), afterShock(t)
	a.after.c, b.after.c = nil, nil
	b.after.attackers, b.after.defenders, b.after.through = nil, nil, true
	if !bytes.Equal(a.appendKey(nil), b.appendKey(nil)) {
		t.Error("it counts")
	}
}

// leader is the first commander, to be changed.
func (b *branch) leader() *Leader {
	b.r.p.Leaders = slices.Clone(b.r.p.Leaders)
	return &b.r.p.Leaders[0]
}

// face is the first group's marker, to be changed.
func (b *branch) face() *Face {
	b.r.p.Faces = slices.Clone(b.r.p.Faces)
	return &b.r.p.Faces[0]
}

// TestPlain: chores are counted together only where each of them disorders an ordered unit at most, and nothing that
// comes of it matters to the others.
func TestPlain(t *testing.T) {
	if !afterShock(t).after.plain() {
		t.Error("tests and disorders of ordered units are not plain")
	}
	at := func(f *aftermath, u int) *Unit { return f.r.p.edit(u) }
	// charger is a unit that no other chore concerns.
	charger := func(f *aftermath, s setup.State) int {
		u := unit(t, f.r.p, "i")
		at(f, u).State = s
		return u
	}
	end := func(f *aftermath, u int) { f.left = append(f.left, chore{what: chargeEnd, unit: u}) }
	for what, c := range map[string]struct {
		plain  bool
		change func(f *aftermath)
	}{
		"a pursuit":             {false, func(f *aftermath) { f.pursues = true }},
		"a counter-charge":      {false, func(f *aftermath) { f.c.counters = []int{f.defenders[0]} }},
		"a disordered unit":     {false, func(f *aftermath) { at(f, f.attackers[0]).State = setup.Disordered }},
		"a square":              {false, func(f *aftermath) { at(f, f.defenders[0]).Square = true }},
		"a unit that retires":   {false, func(f *aftermath) { f.left[0].effect = setup.DefenderRetire }},
		"a unit twice":          {false, func(f *aftermath) { f.left = append(f.left, f.left[0]) }},
		"the end of its charge": {false, func(f *aftermath) { end(f, f.attackers[0]) }},
		"a charge of one more":  {true, func(f *aftermath) { end(f, charger(f, setup.Ordered)) }},
		"a disordered charger":  {false, func(f *aftermath) { end(f, charger(f, setup.Disordered)) }},
		"a charge tested before": {true, func(f *aftermath) {
			u := charger(f, setup.Disordered)
			f.r.note(u, chargeTest)
			end(f, u)
		}},
	} {
		f := afterShock(t).after
		c.change(f)
		if got := f.plain(); got != c.plain {
			t.Errorf("%s: plain %v", what, got)
		}
	}
}
