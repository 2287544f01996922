package post

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"berthier/store"
)

// waiting counts the mails of which the store does not know that they were sent.
func (d *desk) waiting() (n int) {
	d.t.Helper()
	err := d.store.View(func(tx *store.Tx) error {
		n = 0
		for _, err := range tx.Waiting() {
			if n++; err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.t.Error(err)
	}
	return n
}

// twoEach queues two letters to each of some people.
func (d *desk) twoEach(people int) (all []string) {
	d.t.Helper()
	var letters []Letter
	for step := range 2 {
		for i := range people {
			to := fmt.Sprintf("p%d@example.net", i)
			letters = append(letters, letter(to, "Red", step+1, "receipt"))
			letters[len(letters)-1].ID = fmt.Sprintf("%d.%d@berthier.example", i, step)
			all = append(all, to)
		}
	}
	d.queue(letters...)
	return all
}

// While a transaction of somebody else keeps the store mails go out, but no more than 256 of which that is not noted.
// Each goes out once, and those to one recipient in order.
func TestSendBesideWrites(t *testing.T) {
	d := newDesk(t)
	want := d.twoEach(300)
	open, end, ended := make(chan bool), make(chan bool), make(chan error)
	go func() {
		ended <- d.store.Update(func(*store.Tx) error {
			close(open)
			select {
			case <-end:
				return nil
			case <-time.After(4 * time.Minute): // longer than any machine needs
				return errors.New("nothing goes out while the store is kept")
			}
		})
	}()
	<-open
	var got []string
	n, err := d.o.Send(context.Background(), func(_ context.Context, _ string, to []string, _ []byte) error {
		if len(got)%16 == 0 { // to count takes longer than to send
			if unnoted := len(got) - (len(want) - d.waiting()); unnoted >= 256 {
				t.Errorf("mail %d goes out while %d are not noted", len(got), unnoted)
			}
		}
		if got = append(got, to[0]); len(got) == 256 { // one that does not wait now sends more meanwhile
			time.AfterFunc(200*time.Millisecond, func() { close(end) })
		}
		return nil
	})
	if err := errors.Join(err, <-ended); err != nil || n != len(want) || d.waiting() > 0 {
		t.Errorf("%d were sent, %d wait, %v", n, d.waiting(), err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("they went to\n%v\nwant\n%v", got, want)
	}
}

// What could not be noted is noted by the next call, before it sends anything; nothing goes out meanwhile.
func TestSendAfterFault(t *testing.T) {
	d := newDesk(t)
	d.twoEach(100)
	fault := errors.New("the disk is full")
	d.o.outbox.fates.add(fate{write: func(*store.Tx) error { return fault }})
	tried := 0
	line := func(context.Context, string, []string, []byte) error { tried++; return nil }
	if n, err := d.o.Send(context.Background(), line); n != 0 || !errors.Is(err, fault) || tried > 0 {
		t.Errorf("before anything is sent: %d sent, %d tried, %v", n, tried, err)
	}
	d.o.outbox.fates.drop(1)
	later := func(ctx context.Context, from string, to []string, raw []byte) error {
		if tried++; tried == 1 {
			d.o.outbox.fates.add(fate{write: func(*store.Tx) error { return fault }})
		}
		return nil
	}
	n, err := d.o.Send(context.Background(), later)
	if !errors.Is(err, fault) || n != tried || n > 256 || d.waiting() != 200 {
		t.Errorf("while it sends: %d sent, %d tried, %d wait, %v", n, tried, d.waiting(), err)
	}
	d.o.outbox.fates.drop(1)
	tried = -n
	more, err := d.o.Send(context.Background(), line)
	if err != nil || n+more != 200 || tried+n != more || d.waiting() > 0 {
		t.Errorf("afterwards: %d and %d sent, %d tried, %d wait, %v", n, more, tried, d.waiting(), err)
	}
}
