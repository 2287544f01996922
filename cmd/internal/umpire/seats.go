package umpire

import (
	"errors"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// seats are the places of all players of all games whose ruleset is here. They
// are found once, and anew when forget was called.
type seats struct {
	known bool
	all   []seat
	keys  []sign.Key // theirs, and the umpire's
}

// seat is one place with a key, in force; the games in ascending order.
type seat struct {
	game string
	side engine.Side
	key  sign.Key
}

// forget drops what is known of games, of all if none is named: it will be read
// anew.
func (u *Docket) forget(games ...string) {
	u.seats = seats{}
	if len(games) == 0 {
		clear(u.infos)
		clear(u.states)
	}
	for _, id := range games {
		delete(u.infos, id)
		delete(u.states, id)
	}
}

// findSeats reads what never changes about all games, unless it is known.
func (u *Docket) findSeats(tx *store.Tx) error {
	if u.seats.known {
		return nil
	}
	names, err := tx.Games()
	if err != nil {
		return err
	}
	s := seats{known: true}
	for _, name := range names {
		g, err := u.info(tx, name)
		if errors.Is(err, ErrNoRuleset) {
			continue
		}
		if err != nil {
			return err
		}
		for _, p := range g.Players {
			if key := g.keys[p.Side]; key != (sign.Key{}) {
				s.all, s.keys = append(s.all, seat{name, p.Side, key}), append(s.keys, key)
			}
		}
	}
	s.keys = append(s.keys, u.UmpireKeys...)
	seen := map[sign.Key]bool{} // a key that plays in many games is tried once
	s.keys = slices.DeleteFunc(s.keys, func(k sign.Key) bool {
		again := seen[k]
		seen[k] = true
		return again
	})
	u.seats = s
	return nil
}

// seat finds the game and the side for which a key signed. What the signed
// header says counts; where it is missing or wrong, the place that the sender
// most likely meant, so that he can be answered with its template.
func (u *Umpire) seat(tx *store.Tx, s sign.Signed, m *mail.Message, limits engine.Limits) (id string, side engine.Side,
	err error) {
	file, _ := engine.ParseTurnFile(s.Text, nil, limits)
	found, err := u.marks(tx, m)
	if err != nil {
		return "", "", err
	}
	marked := func(where, game string) bool { return slices.Contains(found, mark{where: where, game: game}) }
	best := -1
	for _, p := range u.seats.all {
		if !p.key.Equal(s.Key) {
			continue
		}
		points := 0
		for i, hit := range []bool{
			marked(inThread, p.game), marked(inSubject, p.game), marked(inAddress, p.game),
			strings.EqualFold(string(file.Side), string(p.side)), file.Game == p.game,
		} {
			if hit {
				points += 1 << i
			}
		}
		if points > best {
			best, id, side = points, p.game, p.side
		}
	}
	return id, side, nil
}
