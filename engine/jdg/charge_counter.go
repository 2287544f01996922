package jdg

import (
	"slices"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// counterCharges lets charged cavalry try to counter-charge [9.4, JDG-P25].
func (r *run) counterCharges(c *combat) error {
	for _, h := range c.targets {
		us := r.mayCounter(c, h)
		if len(us) == 0 {
			r.unable(r.counterBar(c, h))
			continue
		}
		top := us[0]
		try, err := r.yes(choice{kind: "P25", side: r.p.side(top), unit: top, with: us[1:], rule: "9.4-a",
			prompt: "Does " + r.p.spec(top).ID + " try to counter-charge?", def: "yes"})
		if err != nil {
			return err
		}
		if !try {
			continue
		}
		var mods []engine.Mod
		if !r.p.spec(top).Heavy && slices.ContainsFunc(c.chargers, func(u int) bool { return r.p.spec(u).Heavy }) {
			mods = append(mods, engine.Mod{Name: "against heavy cavalry", Value: 2})
		}
		if r.engagementTest("9.4-b", top, "counter-charge", mods...) {
			c.counters = append(c.counters, us...)
			r.event("9.4-d", "counter-charge", r.p.side(top), "units", r.p.unitIDs(us))
		}
	}
	return nil
}

// mayCounter lists the cavalry of a hex that may counter-charge: ordered, and
// charged through a front hex [9.4-a, JDG-Q100].
func (r *run) mayCounter(c *combat, h hex.Hex) []int {
	var us []int
	for _, u := range r.p.stack(h) {
		if r.p.spec(u).Arm == setup.Cavalry && r.p.unit(u).State == setup.Ordered &&
			slices.Contains(r.against(c), u) &&
			slices.ContainsFunc(c.chargers, func(a int) bool { return r.p.hasFront(u, r.p.unit(a).Hex) }) {
			us = append(us, u)
		}
	}
	return us
}

// counterBar says why cavalry of a charged hex may not counter-charge, with the
// choice that it would have and the answer for it; no reason without cavalry.
func (r *run) counterBar(c *combat, h hex.Hex) (choice, *bar, string) {
	horse := slices.DeleteFunc(r.p.fighters([]hex.Hex{h}),
		func(u int) bool { return r.p.spec(u).Arm != setup.Cavalry || !slices.Contains(r.against(c), u) })
	if len(c.chargers) == 0 || len(horse) == 0 {
		return choice{}, nil, ""
	}
	top := horse[0]
	ch := choice{kind: "P25", side: r.p.side(top), unit: top, with: horse[1:]}
	if r.p.unit(top).State != setup.Ordered {
		return ch, r.of(top, "9.4-a", "is "+r.p.unit(top).State.String()), "yes"
	}
	return ch, r.of(top, "9.4-a", "is not charged through a front hex"), "yes"
}
