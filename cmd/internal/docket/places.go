package docket

import (
	"errors"
	"strings"

	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/seats"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// tellsOf reports whether a state value of a game is among what places tell.
func tellsOf(key string) bool {
	for _, prefix := range []string{StateAddress, StateInvite, StateObserver} {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// FindSeats reads who plays in the games that changed.
func (u *Docket) FindSeats() error {
	changed, begun := u.Seats.Changed()
	if !begun {
		names, err := u.Store.Games()
		if err != nil {
			return err
		}
		return u.BeginSeats(names, func(string) error { return nil })
	}
	if len(changed) == 0 {
		return nil
	}
	return u.Store.Each(changed, u.findSeat)
}

// BeginSeats reads who plays in all games, and more of each.
func (u *Docket) BeginSeats(games []string, more func(id string) error) error {
	u.Seats = seats.Begun(games, u.UmpireKeys)
	return u.Store.Each(games, func(id string) error {
		defer u.keepOnce(id)()
		if err := u.findSeat(id); err != nil {
			return err
		}
		return more(id)
	})
}

func (u *Docket) findSeat(id string) error {
	p, err := u.placeOf(id)
	if err == nil {
		u.Seats.Set(id, p)
	}
	return err
}

// placeOf reads a game; nil if it is gone, or its rules are.
func (u *Docket) placeOf(id string) (*seats.Place, error) {
	inf, err := u.Known(id)
	if inf == nil || err != nil {
		return nil, err
	}
	p := &seats.Place{Anchor: inf.Anchor}
	for _, player := range inf.Players {
		side := player.Side
		at := seats.Seat{Game: id, Side: side}
		if key := inf.Keys[side]; key != (sign.Key{}) {
			p.Own, p.Keys = append(p.Own, key), append(p.Keys, seats.Token{What: key.Fingerprint(), Seat: at})
		}
		if m, ok := mailbox.Of(inf.Address[side]); ok {
			p.Mailboxes = append(p.Mailboxes, seats.Token{What: m.Name, Seat: at})
		}
	}
	invited, err1 := u.Store.Values(id, StateInvite)
	observers, err2 := u.Store.Values(id, StateObserver)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	for _, key := range invited {
		code, err := u.Store.Value(id, key)
		if err != nil {
			return nil, err
		}
		if plain := seats.PlainCode(string(code)); plain != "" {
			at := seats.Seat{Game: id, Side: engine.Side(strings.TrimPrefix(key, StateInvite))}
			p.Codes = append(p.Codes, seats.Token{What: plain, Seat: at})
		}
	}
	for _, key := range observers {
		p.Observers = append(p.Observers, seats.Token{What: strings.TrimPrefix(key, StateObserver),
			Seat: seats.Seat{Game: id}})
	}
	return p, nil
}

// Known is the Info of a game; nil if there is no such game, or it is over and its rules are not here.
func (u *Docket) Known(id string) (*Info, error) {
	inf, err := u.Info(id)
	if errors.Is(err, store.ErrNoGame) || errors.Is(err, ErrNoRuleset) {
		return nil, nil
	}
	return inf, err
}
