package docket

import (
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
)

// seats are the places of all players of all games whose ruleset is here. They
// are found once, and anew when Forget was called.
type seats struct {
	known bool
	All   []seat
	Keys  []sign.Key // theirs, and the umpire's
}

// seat is one place with a key, in force; the games in ascending order.
type seat struct {
	Game string
	Side engine.Side
	Key  sign.Key
}

// Forget drops what is known of games, of all if none is named: it will be read
// anew.
func (u *Docket) Forget(games ...string) {
	u.Seats = seats{}
	if len(games) == 0 {
		clear(u.Infos)
		clear(u.States)
	}
	for _, id := range games {
		delete(u.Infos, id)
		delete(u.States, id)
	}
}

// FindSeats reads what never changes about all games, unless it is known.
func (u *Docket) FindSeats() error {
	if u.Seats.known {
		return nil
	}
	s := seats{known: true}
	for g, err := range u.AllGames() {
		if err != nil {
			return err
		}
		for _, p := range g.Players {
			if key := g.Keys[p.Side]; key != (sign.Key{}) {
				s.All, s.Keys = append(s.All, seat{g.Game, p.Side, key}), append(s.Keys, key)
			}
		}
	}
	s.Keys = append(s.Keys, u.UmpireKeys...)
	seen := map[sign.Key]bool{} // a key that plays in many games is tried once
	s.Keys = slices.DeleteFunc(s.Keys, func(k sign.Key) bool {
		again := seen[k]
		seen[k] = true
		return again
	})
	u.Seats = s
	return nil
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
	k.Old, k.Hidden = g.Keys[k.Side].Name(), g.NextHidden()
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
		if near := engine.Nearest(string(name), all); near != "" {
			return "", amiss.Refusef("no side %q; did you mean %s?", name, near)
		}
		return "", amiss.Refusef("no side %q; the sides are %s", name, strings.Join(all, ", "))
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
