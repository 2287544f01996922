package umpire

import (
	"context"
	"errors"
	"time"

	"berthier/mail/wire"
	"berthier/store"
)

// arrival is a mail that is to be judged, out of the mailbox or out of the queue.
type arrival struct {
	wire.Arrival
	queued *store.IncomingMail // its place in the queue; nil if it comes from the mailbox itself
}

func arrivalOf(m *store.IncomingMail) arrival {
	return arrival{wire.Arrival{Raw: m.Raw, Size: int64(len(m.Raw))}, m}
}

// enqueue puts mails into the queue.
func (u *Umpire) enqueue(all []wire.Arrival) (n int, err error) {
	if len(all) == 0 {
		return 0, nil
	}
	u.Mu.Lock()
	var looked time.Time // who took over the mailbox does not know: they may have been there for long
	if !u.Schedule.Looked.IsZero() {
		looked = u.Arrived()
	}
	u.Mu.Unlock()
	if err := u.Queue.Put(all, cursorText(all[len(all)-1].Cursor), looked); err != nil {
		return 0, err
	}
	return len(all), nil
}

var errSuspected = errors.New("the program may have died of one of them")

// judgeQueued judges mails of the queue in one transaction.
func (u *Umpire) judgeQueued(ctx context.Context, mails []store.IncomingMail) error {
	var all []arrival
	for i := range mails {
		all = append(all, arrivalOf(&mails[i]))
	}
	if u.intake.Suspected(hashesOf(all)...) {
		return errSuspected
	}
	defer func() { u.Schedule.Queued = time.Time{} }()
	return u.takeTogether(ctx, all)
}

// takeQueued judges one alone.
func (u *Umpire) takeQueued(ctx context.Context, m store.IncomingMail) error {
	defer func() { u.Schedule.Queued = time.Time{} }()
	return u.take(ctx, arrivalOf(&m))
}
