package post

import (
	"errors"
	"sync"

	"berthier/store"
)

// fate is what became of a mail that was handed to a server.
type fate struct {
	mail  store.Mail
	write func(*store.Tx) error // notes it
}

// fates are those that the store does not know yet.
type fates struct {
	mu  sync.Mutex
	all []fate
}

func (f *fates) add(all ...fate) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all = append(f.all, all...)
}

// known gives them as they are now; what it gave before stays.
func (f *fates) known() []fate {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.all
}

// drop takes away the first n.
func (f *fates) drop(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all = f.all[n:]; len(f.all) == 0 {
		f.all = nil // with what it held
	}
}

// note writes down what became of all mails, also of those that are sent while it waits for its turn to write.
func (o *Office) note() error {
	f, written := &o.outbox.fates, 0
	if len(f.known()) == 0 {
		return nil
	}
	err := o.Store.Join(func(tx *store.Tx) error {
		all := f.known()
		var mails []store.Mail
		for _, one := range all {
			mails = append(mails, one.mail)
		}
		tx.FetchMails(mails...)
		for _, one := range all {
			err := one.write(tx)
			if err != nil && !errors.Is(err, store.ErrNotWaiting) { // another process noted it
				return err
			}
		}
		written = len(all)
		return nil
	})
	if err == nil {
		f.drop(written)
	}
	return err
}

// clerk has fates noted beside the sending of more mails. After a fault he notes nothing more.
type clerk struct {
	office *Office
	ended  chan error // of the call of note that runs; nil: none does
	fault  error
}

// goOn has it noted what became of mails, and waits while that is unknown of more than few.
func (c *clerk) goOn(few int) error {
	for c.look(false); c.fault == nil; c.look(true) {
		unnoted := len(c.office.outbox.fates.known())
		if unnoted > 0 && c.ended == nil {
			ended := make(chan error, 1)
			c.ended = ended
			go func() { ended <- c.office.note() }()
		}
		if c.ended == nil || few > 0 && unnoted <= few {
			return nil
		}
	}
	return c.fault
}

// look hears of the call that runs, and waits for its end if it is to.
func (c *clerk) look(wait bool) {
	if c.ended == nil || !wait && len(c.ended) == 0 {
		return
	}
	c.fault, c.ended = <-c.ended, nil
}
