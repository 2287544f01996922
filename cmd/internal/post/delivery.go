package post

import (
	"context"
	"slices"
	"sync"

	"berthier/store"
)

// delivery is mails that are sent over several lines at the same time. No two are
// to one recipient.
type delivery struct {
	mails  []store.QueuedMail
	tried  []bool  // whether a server was reached for the mail
	faults []error // what it said then

	mu   sync.Mutex
	left []int // of mails, those that no line has in hand
	lost error // why a server could not be reached
}

func newDelivery(mails []store.QueuedMail) *delivery {
	d := &delivery{mails: mails, tried: make([]bool, len(mails)), faults: make([]error, len(mails))}
	for i := range mails {
		d.left = append(d.left, i)
	}
	return d
}

// send sends all mails, unless the server cannot be reached or ctx is done: then
// some are left. If lines failed and one did not, it gives that one, otherwise nil.
func (d *delivery) send(ctx context.Context, lines []Line) (alone Line) {
	lines = lines[:min(len(lines), len(d.mails))]
	up := make([]bool, len(lines))
	var wg sync.WaitGroup
	for i, line := range lines {
		wg.Go(func() { up[i] = d.over(ctx, line) })
	}
	wg.Wait()
	if slices.Contains(up, false) && slices.Contains(up, true) {
		alone = lines[slices.Index(up, true)]
		d.over(ctx, alone) // whatever was given back when it had nothing more to do
	}
	return alone
}

// over sends mails over one line until none is left, and reports whether it could.
func (d *delivery) over(ctx context.Context, line Line) (up bool) {
	for {
		i, ok := d.take()
		if !ok {
			return true
		}
		m := d.mails[i]
		fault := line(ctx, m.From, m.To, m.Raw)
		if unreachable(fault) || fault != nil && ctx.Err() != nil {
			d.giveBack(i, fault)
			return false
		}
		d.tried[i], d.faults[i] = true, fault
	}
}

func (d *delivery) take() (i int, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.left) == 0 {
		return 0, false
	}
	i, d.left = d.left[0], d.left[1:]
	return i, true
}

func (d *delivery) giveBack(i int, fault error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left, d.lost = append([]int{i}, d.left...), fault
}
