package damage

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/marks"
	"berthier/cmd/internal/seats"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// most is how many mails are kept for one damaged game. Anybody can send them.
const most = 1000

// Named is the damage of the game that a mail names, in its text or else by its likeliest mark; nil for none. Any
// other error is a fault of ours.
func Named(u *docket.Docket, m *mail.Message) error {
	if err := u.FindSeats(); err != nil || len(u.Store.Damaged) == 0 {
		return err
	}
	for _, text := range sign.Texts(m) {
		if file, _ := engine.ParseTurnFile(text.Bytes, nil, u.Limits.Turn); file.Game != "" {
			return of(u, file.Game)
		}
	}
	found, err := marks.Of(u, m)
	if err != nil {
		return err
	}
	return of(u, marks.Game(found))
}

// Unknown is the damage of a game for which a mail may be that no game knows, from an address in lower case; nil if it
// can be for none, because the sender plays in another game or looks on at one.
func Unknown(u *docket.Docket, from string) error {
	at := u.Seats.Observes(from)
	if box, ok := mailbox.Of(from); ok {
		at = append(slices.Clone(at), u.Seats.Mailbox(box.Name)...)
	}
	if slices.ContainsFunc(at, func(s seats.Seat) bool { return !u.Store.IsDamaged(s.Game, nil) }) {
		return nil
	}
	for _, id := range slices.Sorted(maps.Keys(u.Store.Damaged)) {
		if err := of(u, id); err != nil {
			return err
		}
	}
	return nil
}

// of is the damage of a game that has room for another mail.
func of(u *docket.Docket, id string) error {
	damage, ok := u.Store.Damaged[id]
	if !ok {
		return nil
	}
	keys, err := u.Store.Values(id, docket.StateStuck)
	if _, lost := errors.AsType[store.Problem](err); lost { // there is no room for any, see Room
		return damage.Problem
	}
	if err != nil || len(keys) >= most {
		return err
	}
	return damage.Problem
}

// Room reports whether a damaged game can keep mails: not if it lost the bucket of its values, or that of its mails.
func Room(u *docket.Docket, id string) bool {
	return u.Store.View(func(tx *store.Tx) error {
		_, err1 := tx.StateKeys(id, docket.StateHeld)
		_, err2 := tx.Message(id, "none")
		if errors.Is(err2, store.ErrNotFound) {
			err2 = nil
		}
		return errors.Join(err1, err2)
	}) == nil
}

// Keep has a batch keep a mail for a damaged game.
func Keep(u *docket.Docket, b *docket.Batch, id string, m *mail.Message) {
	hash := m.HashString()
	b.Set(id, fmt.Sprintf("%s%020d/%s", docket.StateStuck, u.Clock().UnixNano(), hash), []byte(hash))
	b.Add(func(tx *store.Tx) error { return tx.KeepMessage(id, hash, m.Raw) })
}
