package jdg

import (
	"encoding/binary"
	"slices"

	"berthier/engine/hex"
)

// branch is one way, or several that have led to the same, that the dice can
// fall up to some point.
type branch struct {
	in     *room // where it lies; nil for a root
	r      *run
	weight share // its probability
	course combatCourse
	strike *combat    // for which the table is to be rolled on next
	after  *aftermath // what the roll on the table brings, while it lasts
}

// root is the branch before the first roll. What has been told up to there
// counts for nothing: no roll and no fight is among it.
func root(r *run) branch { return branch{r: r, weight: certain()} }

// room is what a fork needs.
type room struct {
	run       run
	position  Position
	act       activation
	aftermath aftermath
}

// fork copies a branch, with everything of it that may still change, into a room.
func (b branch) fork(in *room) branch {
	q := b
	q.in, q.r = in, b.r.forkIn(in, b.after == nil)
	if b.after != nil {
		q.after = &in.aftermath
		*q.after = *b.after
		q.after.r = q.r
	}
	return q
}

// fork copies a run with everything that it may still change and look at.
func (r *run) fork() *run { return r.forkIn(new(room), true) }

// forkIn is fork into a room. In an aftermath no combat changes.
func (r *run) forkIn(in *room, combats bool) *run {
	q, act := &in.run, &in.act
	out, trails := q.out[:0], q.trails[:0]
	*q = *r
	q.p, q.act = &in.position, act
	r.p.copyTo(q.p)
	q.out, q.trails = append(out, r.out...), append(trails, r.trails...)
	groups, parts, columns := act.groups[:0], act.parts, act.columns[:0]
	*act = *r.act
	act.groups, act.columns = append(groups, act.groups...), append(columns, act.columns...)
	r.act.parts.copyTo(&parts)
	act.parts = parts
	if combats {
		act.combats = make([]*combat, len(r.act.combats))
		for i, c := range r.act.combats {
			act.combats[i] = c.clone()
		}
	}
	return q
}

// room is one for a fork, and free gives that of a branch back.
func (f *forecast) room() *room {
	n := len(f.spare)
	if n == 0 {
		return new(room)
	}
	in := f.spare[n-1]
	f.spare = f.spare[:n-1]
	return in
}

func (f *forecast) free(b branch) { f.spare = append(f.spare, b.in) }

// clone copies a combat.
func (c *combat) clone() *combat {
	d := *c
	d.orders, d.hexes, d.targets = slices.Clone(c.orders), slices.Clone(c.hexes), slices.Clone(c.targets)
	d.attackers, d.chargers, d.counters = slices.Clone(c.attackers), slices.Clone(c.chargers), slices.Clone(c.counters)
	d.stack, d.foes = slices.Clone(c.stack), slices.Clone(c.foes)
	return &d
}

// merger puts branches together that differ in nothing that still matters.
type merger struct {
	branches []branch
	number   map[string]int // by key
}

// join adds a branch to a merger.
func (f *forecast) join(m *merger, b branch) {
	if b.after != nil && len(b.after.left) == 0 {
		b.after = nil
	}
	if m.number == nil {
		m.number = map[string]int{}
	}
	f.key = b.appendKey(f.key[:0])
	i, known := m.number[string(f.key)]
	if !known {
		m.number[string(f.key)] = len(m.branches)
		m.branches = append(m.branches, b)
		return
	}
	m.branches[i].weight.add(&b.weight)
	f.free(b)
}

// appendKey appends all of a branch on which the rest of its combats, and what a
// tally makes of them, can depend.
func (b *branch) appendKey(k key) key {
	k = b.r.p.appendKey(k)
	for u := range b.r.p.sc.Units {
		p := b.r.act.part(u)
		k = k.number(int(p.deeds)).number(int(p.spent))
	}
	k = k.number(b.r.convoy.unit).hexes(b.r.convoy.at).numbers(b.r.convoy.leaders)
	for _, c := range b.r.act.combats {
		if !c.begun { // what comes of the others no longer matters
			k = c.appendKey(k)
		}
	}
	if b.strike != nil {
		k = b.strike.appendKey(k)
	}
	if b.after != nil {
		k = b.after.appendKey(k)
	}
	return b.course.appendKey(k)
}

// appendKey appends all of a position that can change in a combat.
func (p *Position) appendKey(k key) key {
	for i := range p.sc.Units {
		u := p.unit(i)
		k = append(k.hexes(u.Hex), byte(u.Facing), byte(u.State)).
			flags(u.Square, u.Renfort, u.Granted, u.Halted, u.Entered).number(int(u.under))
	}
	for _, l := range p.Leaders {
		k = k.hexes(l.Hex).flags(l.Moved)
	}
	for i := range p.sc.Forms {
		f := p.formAt(i)
		k = k.flags(f.Demoralised, f.Broken, f.Delayed, f.Acted)
	}
	for _, face := range p.Faces {
		k = append(k, byte(face.Orders)).flags(face.Revealed)
	}
	return k
}

func (c *combat) appendKey(k key) key {
	return k.hexes(c.hexes...).hexes(c.targets...).numbers(c.attackers).numbers(c.chargers).numbers(c.stack).
		numbers(c.counters).numbers(c.foes).number(c.pursuit).flags(c.begun)
}

func (f *aftermath) appendKey(k key) key {
	k = k.number(len(f.left))
	for _, c := range f.left {
		k = append(k, byte(c.what), byte(c.effect)).number(c.unit)
	}
	if f.c == nil { // no more than CTs are left
		return k
	}
	for _, us := range [][]int{f.attackers, f.defenders, f.attackerGuns, f.defenderGuns} {
		k = k.numbers(us)
		for _, u := range us {
			k = k.hexes(f.was[u]).hexes(f.r.wentBy(u)...)
		}
	}
	// Counter-attacks are not counted.
	return f.c.appendKey(k).hexes(f.attackerHexes...).hexes(f.defenderHexes...).
		flags(f.through, f.pursues, f.beaten, f.overran)
}

func (c combatCourse) appendKey(k key) key {
	return k.flags(c.struck, c.missed, c.refused, c.fired, c.recalled, c.evaded, c.attackerLeft, c.defenderLeft).
		numbers(c.holders)
}

// key tells branches apart: two with the same are the same. Lists have their lengths before them.
type key []byte

func (k key) number(n int) key { return binary.AppendVarint(k, int64(n)) }

func (k key) numbers(ns []int) key {
	k = k.number(len(ns))
	for _, n := range ns {
		k = k.number(n)
	}
	return k
}

func (k key) hexes(hs ...hex.Hex) key {
	k = k.number(len(hs))
	for _, h := range hs {
		k = append(k, byte(h.Col), byte(h.Row))
	}
	return k
}

// flags appends up to eight of them.
func (k key) flags(all ...bool) key {
	var bits byte
	for i, is := range all {
		bits |= byte(boolInt(is)) << i
	}
	return append(k, bits)
}
