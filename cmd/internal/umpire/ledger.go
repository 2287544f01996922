package umpire

import "berthier/store"

// ledger is the store as those see it who hold Umpire.mu. While several mails are
// taken in together all they write goes through one transaction, so that the disk
// is waited for once, and all they read is read there from the first write on.
// Whoever does not hold mu uses Config.Store.
type ledger struct {
	*store.Store
	joined bool         // mails are taken in together
	open   *store.Tx    // of these; nil before the first write
	failed error        // what was left half written, so that it must be given up
	flight chan error   // tells what became of the transaction before, which is on its way to the disk; nil if there is none
	breaks func() error // makes that transaction fail, in tests
}

// View is Store.View, or reads in the open transaction. What is on its way to the
// disk it does not see.
func (l *ledger) View(fn func(*store.Tx) error) error {
	if l.open != nil {
		return fn(l.open)
	}
	return l.Store.View(fn)
}

// Update is Store.Update, or writes in the open transaction.
func (l *ledger) Update(fn func(*store.Tx) error) error {
	if !l.joined {
		return l.Store.Update(fn)
	}
	if l.failed == nil {
		l.failed = attempt(func() error { return fn(l.open) }) // half of it may be written
	}
	return l.failed
}

// begin opens a transaction. The one before must have landed.
func (l *ledger) begin() (err error) {
	l.open, err = l.Store.Begin()
	return err
}

// launch sends the open transaction to the disk, and calls landed when it is there.
func (l *ledger) launch(landed func()) {
	tx, flight := l.open, make(chan error, 1)
	l.open, l.flight = nil, flight
	go func() {
		defer tx.Rollback()
		if l.breaks != nil {
			if err := l.breaks(); err != nil {
				flight <- err
				return
			}
		}
		err := tx.Commit()
		if err == nil {
			landed()
		}
		flight <- err
	}()
}

// land waits for the transaction that is on its way to the disk.
func (l *ledger) land() error {
	if l.flight == nil {
		return nil
	}
	err := <-l.flight
	l.flight = nil
	return err
}

// giveUp takes the open transaction back.
func (l *ledger) giveUp() {
	l.open.Rollback()
	l.open, l.failed = nil, nil
}
