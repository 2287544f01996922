package docket

import (
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/seats"
	"berthier/engine"
)

// Forget drops what is known of games, of all if none is named: it will be read anew.
func (u *Docket) Forget(games ...string) {
	if len(games) == 0 {
		u.Seats, u.News = seats.Places{}, nil
		clear(u.Infos)
		clear(u.States)
	}
	u.Seats.Change(games...)
	for _, id := range games {
		delete(u.Infos, id)
		delete(u.States, id)
		u.tellNews(id)
	}
}

// tellNews notes that a game changed.
func (u *Docket) tellNews(id string) {
	if u.News != nil {
		u.News[id] = true
	}
}

// ForgetTried drops what may be remembered of a decision that was not written.
func (u *Docket) ForgetTried() {
	if games := append(u.Claims.Games(), u.Store.Tried()...); len(games) > 0 {
		u.Forget(games...)
	}
}

// ChangeKey puts a change into the log.
func (g *Game) ChangeKey(b *Batch, k record.Key) record.Key {
	k, _ = g.RecordKey(b, k)
	for _, state := range []string{StateInvite, StateRequest} {
		b.Drop(g.Game, state+string(k.Side))
	}
	return k
}

// RecordKey records a change of a key, and gives its number.
func (g *Game) RecordKey(b *Batch, k record.Key) (record.Key, uint64) {
	k.Old, k.HiddenPart = g.Keys[k.Side].Name(), g.NextHidden()
	return k, g.Record(b, k)
}

// SideNamed finds a side by its name in any case.
func (g *Info) SideNamed(name engine.Side) (engine.Side, error) {
	i := slices.IndexFunc(g.Sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(name)) })
	if i < 0 {
		var all []string
		for _, s := range g.Sides {
			all = append(all, string(s))
		}
		near := engine.Nearest(string(name), all)
		if near != "" {
			near = " (did you mean " + near + "?)"
		}
		return "", amiss.Refusef("no side %q%s; the sides are %s", name, near, strings.Join(all, ", "))
	}
	return g.Sides[i], nil
}

// With has another address for a side.
func (g *Info) With(side engine.Side, address string) *Info {
	n := *g
	n.Address = maps.Clone(g.Address)
	n.Address[side] = address
	return &n
}
