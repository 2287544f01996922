package docket

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/post"
	"berthier/store"
)

// diaryClock is the kind of diary entries about the clock of the machine.
const diaryClock = "clock"

// timekeeper gives the time that counts: that of the wall clock, as long as a steady
// clock agrees.
type timekeeper struct {
	Wall         func() time.Time
	steady       func() time.Duration // nil if the wall clock is believed
	boot         string
	synchronised func() (bool, error)

	mu    sync.Mutex // of what follows
	watch clock.Watch
	told  uint64 // number of the diary entry about the doubt; 0 if there is none

	telling sync.Mutex    // held while WatchTime runs
	beaten  time.Duration // when the watch was last kept
}

// newTimekeeper goes on from what was kept in the store, and takes the place of the
// wall clock in a configuration.
func newTimekeeper(c *Config) (*timekeeper, error) {
	t := &timekeeper{Wall: c.Clock, steady: c.Steady, boot: c.Boot, synchronised: c.Synchronised}
	if t.steady == nil {
		return t, nil
	}
	kept, err := keptBeat(c.Store, c.Clock())
	if err != nil {
		return nil, fmt.Errorf("umpire: the time that was kept: %w", err)
	}
	t.watch = clock.Begin(kept.Watch, kept.Boot != "" && kept.Boot == t.boot, t.Wall(), t.steady())
	t.told = kept.Told
	c.Clock = t.now
	return t, nil
}

// now is the time that counts.
func (t *timekeeper) now() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch = t.watch.Look(t.Wall(), t.steady())
	return t.watch.At
}

// Look is the watch as it stands now; of a wall clock that is believed it has the time only.
func (t *timekeeper) Look() (w clock.Watch, told uint64) {
	if t.steady == nil {
		return clock.Watch{At: t.Wall()}, 0
	}
	t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.watch, t.told
}

// Confirm believes the wall clock from now on; ok is false if nobody doubts it.
func (t *timekeeper) Confirm() (ok bool) {
	if w, _ := t.Look(); w.Doubt == (clock.Doubt{}) {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch = t.watch.Confirm(t.Wall(), t.steady())
	return true
}

// Deadlines is up to when deadlines have passed, to the second: those that fall into a
// doubt about the clock wait until it is over.
func (u *Docket) Deadlines() time.Time {
	w, _ := u.Watch.Look()
	return w.Deadlines().UTC().Truncate(time.Second)
}

// beat is what a run keeps of the time for the next one. It is JSON in the store.
type beat struct {
	clock.Watch
	Boot string // as Config.Boot
	Told uint64 // number of the diary entry about the doubt; 0 if there is none
}

// keptBeat reads what the run before kept. Without it the time is that of the newest record
// of all games, if the wall clock is behind that.
func keptBeat(s *store.Store, wall time.Time) (b beat, err error) {
	err = s.View(func(tx *store.Tx) error {
		text, err := tx.Beat()
		if err == nil {
			return json.Unmarshal(text, &b)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		newest, _, err := NewestRecord(tx)
		if newest.After(wall) {
			b.At = newest
		}
		return err
	})
	return b, err
}

// keep is SetBeat for the watch as it stands.
func (u *Docket) keep(w clock.Watch, told uint64) error {
	text, err := json.Marshal(beat{w, u.Watch.boot, told})
	if err != nil {
		return err
	}
	return u.Config.Store.SetBeat(text)
}

// WatchTime looks at the clocks, tells the umpire when a doubt begins or ends, and
// keeps the watch for the next run. The error is a fault of the store.
func (u *Docket) WatchTime() error {
	t := u.Watch
	if t.steady == nil {
		return nil
	}
	t.telling.Lock()
	defer t.telling.Unlock()
	w, told := t.Look()
	if w.Doubt.Off && t.synchronised != nil {
		if right, err := t.synchronised(); right && err == nil {
			u.Logger.Info("the clock is believed: a time service keeps it right", "time", t.Wall())
			t.Confirm()
			w, told = t.Look()
		}
	}
	doubted := w.Doubt != clock.Doubt{}
	switch {
	case doubted && told == 0:
		return u.tellDoubt(w)
	case !doubted && told != 0:
		u.Logger.Info("the clock fits again")
		text := fmt.Sprintf("The clock of the machine fits again, or was confirmed. It is %s, and deadlines go on.",
			post.Moment(w.At))
		return u.keepWatch(w, 0, text)
	case w.Steady-t.beaten >= ClockPause || t.beaten == 0:
		return u.keepWatch(w, told, "")
	}
	return nil
}

// tellDoubt tells the umpire of a clock that jumped.
func (u *Docket) tellDoubt(w clock.Watch) error {
	last := uint64(0)
	err := u.Config.Store.View(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			last = e.Seq
		}
		return nil
	})
	if err != nil {
		return err
	}
	u.Logger.Error("the clock of the machine jumped: deadlines wait", "wall", w.Doubt.Wall.UTC(), "expected",
		w.Doubt.Since.UTC())
	return u.keepWatch(w, last+1, doubtText(w.Doubt, last+1))
}

// doubtText says what is doubted and what can be done.
func doubtText(d clock.Doubt, number uint64) string {
	by, where := d.Wall.Sub(d.Since), "ahead"
	if by < 0 {
		by, where = -by, "behind"
	}
	what := fmt.Sprintf("The clock of the machine shows %s, where %s is expected: it is %s %s.",
		post.Moment(d.Wall), post.Moment(d.Since), clock.Short(by.Round(time.Minute)), where)
	if d.Off {
		what = fmt.Sprintf("The clock of the machine shows %s, and the program ran last at %s. Either the machine "+
			"was off for %s, or its clock is wrong.",
			post.Moment(d.Wall), post.Moment(d.Since), clock.Short(by.Round(time.Minute)))
	}
	return what + " Until that is clear no deadline passes, nobody's grace or bank is used up, and the time is " +
		"counted on from what is expected." +
		" Orders are taken as always.\nIf the clock is wrong, put it right: then all goes on by itself." +
		fmt.Sprintf(" If it is right, say so: \"berthier do confirm\", or by mail the command \"confirm %d\".", number)
}

// keepWatch keeps the watch for the next run, and what is told of it in the diary.
func (u *Docket) keepWatch(w clock.Watch, told uint64, text string) error {
	t := u.Watch
	if text != "" {
		err := u.Config.Store.Update(func(tx *store.Tx) error { return tx.WriteDiary(w.At, diaryClock, text) })
		if err != nil {
			return fmt.Errorf("telling of the clock: %w", err)
		}
	}
	t.mu.Lock()
	t.told = told
	t.mu.Unlock()
	if err := u.keep(w, told); err != nil {
		return fmt.Errorf("keeping the time: %w", err)
	}
	if t.beaten = w.Steady; text == "" {
		return nil
	}
	u.Schedule.WakeUp()
	return u.Post.TellDiary()
}

// ErrClockFits is returned by ConfirmClock if nobody doubts the clock.
var ErrClockFits = errors.New("the clock fits: there is nothing to confirm")

// ConfirmClock believes the wall clock, which jumped, for the umpire. Deadlines go on by it; those
// that passed meanwhile are put off as after an outage.
func (u *Docket) ConfirmClock() error {
	if !u.Watch.Confirm() {
		return ErrClockFits
	}
	w, _ := u.Watch.Look()
	u.Logger.Info("clock confirmed", "time", w.At.UTC())
	if err := u.WatchTime(); err != nil {
		return err
	}
	return u.keep(w, 0)
}

// Doubt tells whether the clock is doubted, and what "confirm" has to name in a mail;
// 0 if the umpire was not told yet.
func (u *Docket) Doubt() (number uint64, doubted bool) {
	w, told := u.Watch.Look()
	return told, w.Doubt != clock.Doubt{}
}
