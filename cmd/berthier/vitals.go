package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"berthier/mail/wire"
)

const (
	// patience is how long a mail server may be out of reach before the health
	// check says so: a restart of the server is no news.
	patience = 10 * time.Minute
	// stillness is how long nothing at all may happen, beyond the interval
	// between two looks at the mailbox. A mail server that does not answer takes
	// the poller half as long at most.
	stillness = 15 * time.Minute
)

// vitals are the signs of life of a running daemon.
type vitals struct {
	now      func() time.Time
	interval time.Duration // between two looks at the mailbox

	mu       sync.Mutex
	started  time.Time
	beat     time.Time // last sign of life of the poller
	looked   time.Time // last good look at the mailbox
	blind    error     // why the mailbox cannot be read; nil if it can
	mute     error     // why the sending server cannot be reached; nil if it can
	muteFrom time.Time
	counts   counts
}

// counts only grow.
type counts struct {
	losses                 int // of the connection to the mailbox
	taken, takeFaults      int // mails
	judged                 int // of those that several daemons take in
	takeTime               time.Duration
	sent, refused, delayed int // attempts to send
}

func newVitals(interval time.Duration, now func() time.Time) *vitals {
	t := now()
	return &vitals{now: now, interval: interval, started: t, beat: t, looked: t, blind: errors.New("not looked at yet")}
}

// look notes what wire.Poller says of its mailbox.
func (v *vitals) look(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.beat, v.blind = v.now(), err
	if err == nil {
		v.looked = v.beat
	} else {
		v.counts.losses++
	}
}

// watchTake counts the mails that go through take.
func (v *vitals) watchTake(take wire.Handle) wire.Handle {
	return func(ctx context.Context, all []wire.Arrival) (int, error) {
		start := v.now()
		n, err := take(ctx, all)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.beat = v.now()
		v.counts.takeTime += v.beat.Sub(start)
		if v.counts.taken += n; err != nil {
			v.counts.takeFaults++
		}
		return n, err
	}
}

// judged notes how many mails out of the queue were judged. While another daemon reads the mailbox this is the sign of
// life.
func (v *vitals) judged(n int, reads bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.counts.judged += n
	if !reads {
		v.beat = v.now()
		v.looked, v.blind = v.beat, nil
	}
}

type sendFunc = func(ctx context.Context, from string, to []string, raw []byte) error

// watchSend counts the mails that go through send.
func (v *vitals) watchSend(send sendFunc) sendFunc {
	return func(ctx context.Context, from string, to []string, raw []byte) error {
		err := send(ctx, from, to, raw)
		v.mu.Lock()
		defer v.mu.Unlock()
		v.sentOne(err)
		return err
	}
}

func (v *vitals) sentOne(err error) {
	fault, ok := errors.AsType[*wire.SendError](err)
	switch {
	case err == nil:
		v.counts.sent++
	case ok && fault.Permanent:
		v.counts.refused++
	default:
		v.counts.delayed++
	}
	if !ok || fault.Stage != "connect" && fault.Stage != "login" {
		v.mute = nil
		return
	}
	if v.mute == nil {
		v.muteFrom = v.now()
	}
	v.mute = err
}

// worked is how many mails came and went so far.
func (v *vitals) worked() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.counts.taken + v.counts.judged + v.counts.sent
}

// alive says that the daemon goes on, whatever the mail servers do. If not,
// it has to be started again.
func (v *vitals) alive() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now().Sub(v.beat) <= v.interval+stillness
}

// sick lists what a person should look at; nothing if all is well.
func (v *vitals) sick() (complaints []string) {
	alive := v.alive()
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.now()
	if !alive {
		complaints = append(complaints, fmt.Sprintf("nothing happens since %s", stamp(v.beat)))
	}
	if v.blind != nil && now.Sub(v.looked) > v.interval+patience {
		complaints = append(complaints, fmt.Sprintf("the mailbox cannot be read since %s: %v", stamp(v.looked),
			v.blind))
	}
	if v.mute != nil && now.Sub(v.muteFrom) > patience {
		complaints = append(complaints, fmt.Sprintf("mails cannot be sent since %s: %v", stamp(v.muteFrom), v.mute))
	}
	return complaints
}

// summary is one line for "systemctl status".
func (v *vitals) summary() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	reading := "mailbox read " + stamp(v.looked)
	if v.blind != nil {
		reading = "mailbox: " + v.blind.Error()
	}
	sending := fmt.Sprintf("%d taken in, %d sent", v.counts.taken, v.counts.sent)
	if v.mute != nil {
		sending += ", sending fails: " + v.mute.Error()
	}
	return reading + "; " + sending
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
