package jdg

import (
	"cmp"
	"slices"

	"berthier/engine/hex"
)

// parts splits a combat whose attackers do not all belong together, at first
// or because one has dropped out, by a test or by fire: those of one part stand
// side by side and attack a common defender [8.4.1-a, JDG-Q67, JDG-Q139]. Of two
// chains around one defender the stronger attacks him; the other is left with
// what else stands in front of it.
func (r *run) parts(c *combat) []*combat {
	split := r.shares
	if len(c.chargers) > 0 {
		split = r.groups
	}
	parts := split(c)
	for _, part := range parts {
		part.chargers = slices.Clone(c.chargers) // refresh leaves those of the part
		part.counters = slices.DeleteFunc(slices.Clone(c.counters),
			func(u int) bool { return !slices.Contains(part.targets, r.p.unit(u).Hex) })
		part.foes = slices.Clone(c.foes)
	}
	return parts
}

// shares splits a combat without chargers so that each unit of a part has all
// its targets in front of it [JDG-Q143]. Targets that only one hex can attack
// are its first; it takes another besides if nobody else can.
func (r *run) shares(c *combat) []*combat {
	facing := func(h hex.Hex) []int {
		return slices.DeleteFunc(slices.Clone(c.attackers), func(u int) bool { return !r.attacks(c, u, h) })
	}
	targets := slices.DeleteFunc(slices.Clone(c.targets), func(h hex.Hex) bool { return len(facing(h)) == 0 })
	slices.SortStableFunc(targets, func(a, b hex.Hex) int {
		return cmp.Compare(len(r.p.hexesOf(facing(a))), len(r.p.hexesOf(facing(b))))
	})
	var parts []*combat
	partOf := func(u int) int {
		return slices.IndexFunc(parts, func(part *combat) bool { return slices.Contains(part.attackers, u) })
	}
	for _, h := range targets {
		us := facing(h)
		if free := slices.DeleteFunc(slices.Clone(us), func(u int) bool { return partOf(u) >= 0 }); len(free) > 0 {
			part := *c
			part.attackers, part.targets = r.strongestChain(c, free), []hex.Hex{h}
			parts = append(parts, &part)
			continue
		}
		for _, u := range us {
			if part := parts[partOf(u)]; len(r.p.hexesOf(part.attackers)) == 1 {
				part.targets = append(part.targets, h)
				break
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b *combat) int {
		return slices.Index(c.targets, a.targets[0]) - slices.Index(c.targets, b.targets[0])
	})
	return parts
}

// groups splits a combat with chargers into those who attack common defenders.
// Chargers need not stand side by side, and they attack together what one of
// them has in front of it [JDG-Q155].
func (r *run) groups(c *combat) []*combat {
	var parts []*combat
	open, rest := slices.Clone(c.targets), slices.Clone(c.attackers)
	for {
		rest = slices.DeleteFunc(rest, func(u int) bool { return !r.attacksAny(c, u, open) })
		if len(rest) == 0 {
			return parts
		}
		part := *c
		part.attackers = r.strongestChain(c, r.together(c, rest, open))
		part.targets = slices.DeleteFunc(slices.Clone(open), func(h hex.Hex) bool {
			return !slices.ContainsFunc(part.attackers, func(u int) bool { return r.attacks(c, u, h) })
		})
		open = slices.DeleteFunc(open, func(h hex.Hex) bool { return slices.Contains(part.targets, h) })
		parts = append(parts, &part)
	}
}

// together returns the first of some attackers with all that are joined to it
// by common defenders.
func (r *run) together(c *combat, us []int, targets []hex.Hex) []int {
	joined := []int{us[0]}
	for grown := true; grown; {
		grown = false
		for _, u := range us {
			common := func(h hex.Hex) bool {
				return r.attacks(c, u, h) && slices.ContainsFunc(joined, func(v int) bool { return r.attacks(c, v, h) })
			}
			if !slices.Contains(joined, u) && slices.ContainsFunc(targets, common) {
				joined, grown = append(joined, u), true
			}
		}
	}
	return joined
}

// strongestChain returns those of some attackers who stand side by side, the
// strongest such group, the first among equals.
func (r *run) strongestChain(c *combat, us []int) []int {
	var best []int
	for rest := slices.Clone(us); len(rest) > 0; {
		chain := []int{rest[0]}
		for grown := true; grown; {
			grown = false
			for _, u := range rest {
				beside := func(v int) bool {
					return r.p.unit(u).Hex.Distance(r.p.unit(v).Hex) <= 1 ||
						slices.Contains(c.chargers, u) && slices.Contains(c.chargers, v)
				}
				if !slices.Contains(chain, u) && slices.ContainsFunc(chain, beside) {
					chain, grown = append(chain, u), true
				}
			}
		}
		rest = slices.DeleteFunc(rest, func(u int) bool { return slices.Contains(chain, u) })
		if best == nil || r.p.strength(chain) > r.p.strength(best) {
			best = chain
		}
	}
	return best
}
