package umpire

import (
	"bytes"
	"context"
	"fmt"
	"maps"

	"berthier/mail"
	"berthier/store"
)

// ledger is the store as those see it who hold Umpire.mu. While several mails are
// taken in together all they read and write goes through one transaction, so
// that the disk is waited for once. Whoever does not hold mu uses Config.Store.
type ledger struct {
	*store.Store
	open   *store.Tx // nil unless mails are taken in together
	failed error     // what was left half written in open, so that it must be given up
}

// View is Store.View, or reads in the open transaction.
func (l *ledger) View(fn func(*store.Tx) error) error {
	if l.open != nil {
		return fn(l.open)
	}
	return l.Store.View(fn)
}

// Update is Store.Update, or writes in the open transaction, which is then
// committed later.
func (l *ledger) Update(fn func(*store.Tx) error) error {
	if l.open == nil {
		return l.Store.Update(fn)
	}
	if l.failed == nil {
		l.failed = fn(l.open)
	}
	return l.failed
}

// together runs do in one transaction, which is committed if do and all that it
// wrote went well.
func (l *ledger) together(do func() error) error {
	return l.Store.Update(func(tx *store.Tx) (err error) {
		l.open, l.failed = tx, nil
		defer func() { l.open = nil }()
		if err = do(); err == nil {
			err = l.failed
		}
		return err
	})
}

// TakeAll is Take for several mails, in their order; it is made for
// mail.Poller.Run. They are committed together. If that cannot be done they are
// taken in one by one, so that a mail that cannot be taken in holds up only those
// behind it. It gives the number of those that were dealt with.
func (u *Umpire) TakeAll(ctx context.Context, all []mail.Arrival) (n int, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(all) > 1 {
		answered := maps.Clone(u.strange)
		err := u.Store.together(func() error {
			return u.takeBeside(ctx, all)
		})
		if err == nil {
			u.stir()
			return len(all), nil
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		u.Logger.Info("mails are taken in one by one", "mails", len(all), "error", err)
		u.strange = answered
		u.paused.forget()
		u.forget() // what was read of the games may be taken back
	}
	for i, a := range all {
		if err := u.take(ctx, a); err != nil {
			return i, fmt.Errorf("mail with uid %d: %w", a.Cursor.UID, err)
		}
	}
	return len(all), nil
}

// takeBeside takes in mails of which each, as far as it can be, is judged while
// the reports for those before it are being written: turn files for games that
// no other of them is for. They are committed in their order.
func (u *Umpire) takeBeside(ctx context.Context, all []mail.Arrival) error {
	begun := 0 // of all; those before it are written
	var late []*taking
	write := func(n int) error {
		for _, t := range late[:n] {
			if err := t.write(all[begun].Cursor); err != nil {
				return err
			}
			begun++
		}
		late = late[n:]
		return nil
	}
	for _, a := range all {
		if err := ctx.Err(); err != nil {
			return err
		}
		// Most mails say in plain words which game they are for: that spares
		// judging them twice.
		if err := write(behind(late, func(t *taking) bool { return t.namedIn(a.Raw) })); err != nil {
			return err
		}
		t, err := u.judged(a)
		if err != nil {
			return err
		}
		if n := t.after(late); n > 0 {
			if err := write(n); err != nil {
				return err
			}
			if t, err = u.judged(a); err != nil {
				return err
			}
		}
		if late = append(late, t); !t.orders {
			if err := write(len(late)); err != nil {
				return err
			}
		}
	}
	return write(len(late))
}

// behind is the number of the last mail for which is holds, counted from 1; 0
// for none.
func behind(all []*taking, is func(*taking) bool) int {
	for i := len(all); i > 0; i-- {
		if is(all[i-1]) {
			return i
		}
	}
	return 0
}

// after is how many of the turn files that came before have to be written before
// the mail can be judged.
func (t *taking) after(before []*taking) int {
	if !t.orders {
		return len(before)
	}
	return behind(before, func(b *taking) bool { return b.game.Game == t.game.Game })
}

// namedIn reports whether a mail seems to have a turn file for the same game.
func (t *taking) namedIn(raw []byte) bool {
	_, rest, found := bytes.Cut(raw, []byte("game: "+t.game.Game))
	return found && len(rest) > 0 && (rest[0] == '\r' || rest[0] == '\n')
}
