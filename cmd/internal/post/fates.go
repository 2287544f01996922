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

// noting has fates noted beside the sending of more mails. After a fault it notes nothing more.
type noting struct {
	office *Office
	ended  chan error // of the call of note that runs; nil: none does
	fault  error
}

// goOn has it noted what became of mails, and waits for that while more than few are not noted.
func (n *noting) goOn(few int) error {
	for n.look(false); n.fault == nil; n.look(true) {
		unnoted := len(n.office.outbox.fates.known())
		if unnoted > 0 && n.ended == nil {
			ended := make(chan error, 1)
			n.ended = ended
			go func() { ended <- n.office.note() }()
		}
		if n.ended == nil || few > 0 && unnoted <= few {
			return nil
		}
	}
	return n.fault
}

// look hears of the call that runs, and waits for its end if it is to.
func (n *noting) look(wait bool) {
	if n.ended == nil || !wait && len(n.ended) == 0 {
		return
	}
	n.fault, n.ended = <-n.ended, nil
}
