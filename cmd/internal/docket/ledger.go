package docket

import (
	"berthier/store"
)

// ledger is the store as those see it who hold Umpire.mu. While several mails are
// taken in together all that they read and write goes through one transaction, so that
// each sees what those before it have done, and the disk is waited for once. Whoever
// does not hold mu uses Config.Store.
type ledger struct {
	*store.Store
	Open   *store.Tx    // of mails that are taken in together; nil at other times
	failed error        // of a write in it, which may have left half of something there
	Breaks func() error // makes that transaction fail, in tests
}

// View is Store.View, or reads in the open transaction.
func (l *ledger) View(fn func(*store.Tx) error) error {
	if l.Open != nil {
		return fn(l.Open)
	}
	return l.Store.View(fn)
}

// Update is Store.Update, or writes in the open transaction, which cannot be kept
// after an error.
func (l *ledger) Update(fn func(*store.Tx) error) error {
	if l.Open == nil {
		return l.Store.Update(fn)
	}
	if l.failed == nil {
		l.failed = Attempt(func() error { return fn(l.Open) })
	}
	return l.failed
}

// Together makes all of what do writes or nothing.
func (l *ledger) Together(do func() error) error {
	return l.Store.Update(func(tx *store.Tx) error {
		l.Open, l.failed = tx, nil
		tx.Admit()
		defer func() { l.Open = nil }()
		err := do()
		if err == nil {
			err = l.failed
		}
		if err == nil && l.Breaks != nil {
			err = l.Breaks()
		}
		return err
	})
}
