package docket

import (
	"errors"
	"fmt"

	"berthier/mail/wire"
	"berthier/store"
)

// Cursor is how far the mailbox has been taken in; zero at the beginning. It is where Poller.Run has to start. If it is
// damaged the person in charge is told, and it is zero too: all of the mailbox comes again, and what was taken in
// before is known by its marks. The error is a fault of the store.
func (u *Docket) Cursor() (wire.Cursor, error) {
	c, err := u.readCursor()
	if damage, ok := errors.AsType[store.Problem](err); ok {
		c = wire.Cursor{}
		err = u.mendPlace(damage)
	}
	if err != nil {
		return c, fmt.Errorf("reading the cursor of %s: %w", u.Mailbox, err)
	}
	return c, nil
}

func (u *Docket) readCursor() (c wire.Cursor, err error) {
	err = u.Config.Store.View(func(tx *store.Tx) error {
		value, err := tx.Cursor(u.Mailbox)
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Sscanf(string(value), cursorForm, &c.UIDValidity, &c.UID); err != nil {
			return store.Problem{Where: store.CursorRow(u.Mailbox), What: "not a place in a mailbox"}
		}
		return nil
	})
	return c, err
}

// cursorForm is how the store has the place in the mailbox.
const cursorForm = "%d %d"

// CursorText is a cursor as the store has it.
func CursorText(c wire.Cursor) []byte { return fmt.Appendf(nil, cursorForm, c.UIDValidity, c.UID) }

// mendPlace has the mailbox read again from its beginning.
func (u *Docket) mendPlace(damage store.Problem) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	return u.MendCursor(damage, "All of the mailbox is read again: what was taken in before is ignored, what was not "+
		"is taken in now.", func(tx *store.Tx) error { return tx.SetCursor(u.Mailbox, CursorText(wire.Cursor{})) })
}

// MendCursor writes a damaged cursor anew, and tells the person in charge. says is what that means. Whoever calls it
// holds Docket.Mu.
func (u *Docket) MendCursor(damage store.Problem, says string, anew func(*store.Tx) error) error {
	u.Logger.Error("the store is damaged: it does not know how far something went", "row", damage.Where, "damage",
		damage.What)
	text := fmt.Sprintf("A row of the store was damaged: %v. %s\n"+
		"A store that loses one row may have other damage: see \"berthier store check\".", damage, says)
	err := u.Config.Store.Redo(func(tx *store.Tx) error {
		return errors.Join(anew(tx), tx.WriteDiary(u.Now(), "cursors", text))
	})
	if err != nil {
		return err
	}
	return u.Post.TellDiary()
}
