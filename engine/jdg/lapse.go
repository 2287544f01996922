package jdg

import (
	"cmp"
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// lapsed tells the side of an order, and nobody else, that it is not carried
// out, or in part only, and why.
func (r *run) lapsed(o *order, rule, why string, part bool) {
	kv := []string{"line", strings.Join(o.Words, " "), "why", why}
	if part {
		kv = append(kv, "part", "yes")
	}
	r.secret(rule, "skip", o.side, kv...)
}

// carry does an order; one that has become impossible is told to its side.
func (r *run) carry(o *order) error {
	f, err := o.do(r)
	if f != nil {
		r.lapsed(o, f.Rule, f.Msg.String(), false)
	}
	return err
}

// ledger keeps what became of a declared combat: who fought in it and what was
// attacked, and why others dropped out of it. Its parts share it; other kinds
// of combat have none.
type ledger struct {
	fought   []int
	attacked []hex.Hex
	out      map[int]*bar     // by unit
	gone     map[hex.Hex]*bar // by attacked hex
}

func newLedger() *ledger { return &ledger{out: map[int]*bar{}, gone: map[hex.Hex]*bar{}} }

// fight enters a fight that takes place.
func (l *ledger) fight(c *combat) {
	if l != nil {
		l.fought, l.attacked = append(l.fought, c.attackers...), append(l.attacked, c.targets...)
	}
}

// drop enters why a unit fights no more; what is entered first counts.
func (l *ledger) drop(u int, why *bar) {
	if l != nil && l.out[u] == nil {
		l.out[u] = why
	}
}

// lose enters why a hex is attacked no more.
func (l *ledger) lose(h hex.Hex, why *bar) {
	if l != nil && why != nil && l.gone[h] == nil {
		l.gone[h] = why
	}
}

// outOf says why an attacker can fight no more in a combat, nil if he can.
func (r *run) outOf(c *combat, u int) *bar {
	un := r.p.unit(u)
	switch {
	case !r.p.onMap(u):
		return &bar{"8.2-a", "is not on the map any more"}
	case un.State != setup.Ordered && slices.Contains(c.chargers, u):
		return &bar{"9.1-b", "is " + un.State.String()}
	case un.State != setup.Ordered:
		return &bar{"8.2-b", "is " + un.State.String()}
	case un.Square: // it formed square against a pursuit of the other side
		return &bar{"4.2-l", "is in square"}
	case r.did(u, recalled):
		return &bar{"9.3.3-b", "was recalled from its charge"}
	case r.did(u, failedET):
		return &bar{"8.3.2-d", "cannot attack, because an engagement test was failed"}
	case !slices.Contains(c.hexes, un.Hex):
		return noTarget
	}
	return nil
}

// goneFrom says why there is nobody to attack in a hex; against are those whom
// the combat is against.
func (r *run) goneFrom(c *combat, h hex.Hex, against []int) *bar {
	switch {
	case r.p.sideAt(h) != 1-c.side:
		return &bar{"8.2-a", "no enemy is left in " + h.String()}
	case !slices.ContainsFunc(against, func(u int) bool { return r.p.unit(u).Hex == h }):
		return &bar{"8.2-g", "all who stand in " + h.String() + " have been attacked already"}
	}
	return nil
}

// noTarget and apart say why a unit that could attack did not fight.
var (
	noTarget = &bar{"8.2-a", "has none of the attacked hexes in front of it any more"}
	apart    = &bar{"8.4.1-a", "does not hang together with the other attackers any more"}
)

// tellLapsed tells for each order that declared a combat which of its hexes
// were not attacked and which of its units did not fight, and why [8.3.1-e,
// JDG-Q66]. A recall is told by itself.
func (r *run) tellLapsed(c *combat, l *ledger) {
	for _, o := range c.orders {
		var why []*bar
		for _, h := range o.targets() {
			if b := l.gone[h]; b != nil && !slices.Contains(l.attacked, h) {
				why = append(why, b)
			}
		}
		gone, idle := len(why) > 0, 0
		for _, u := range o.units {
			if slices.Contains(l.fought, u) || r.did(u, recalled) {
				continue
			}
			idle++
			if b := cmp.Or(l.out[u], apart); !gone || b != apart && b != noTarget {
				why = append(why, &bar{b.rule, r.p.spec(u).ID + " " + b.why})
			}
		}
		if len(why) > 0 {
			r.lapsed(o, why[0].rule, reasons(why), idle < len(o.units))
		}
	}
}

// targets are the hexes that an attack order names.
func (o *order) targets() []hex.Hex {
	if o.verb.Word == "charge" {
		return o.hexes[:1]
	}
	return o.hexes
}

// reasons joins reasons, the rule of each after the first in brackets.
func reasons(why []*bar) string {
	text := why[0].why
	for i, b := range why[1:] {
		text += "; " + b.why
		if b.rule != why[i].rule {
			text += " [" + b.rule + "]"
		}
	}
	return text
}
