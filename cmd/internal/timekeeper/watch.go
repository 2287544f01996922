package timekeeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/post"
	"berthier/store"
)

// diaryClock is the kind of diary entries about the clock of the machine.
const diaryClock = "clock"

// Pause is how long a look at the clocks may wait: timers do not notice a wall clock that is
// set forward, or a machine that slept.
const Pause = 10 * time.Minute

// Clocks are those of the machine.
type Clocks struct {
	Wall func() time.Time
	// Steady is a clock that nobody sets, and which counts on while the machine sleeps;
	// Boot names the start of the machine from which it counts, "" if that is not known.
	// Synchronised asks whether something keeps the wall clock right. With Steady nil the
	// wall clock is believed, whatever it shows.
	Steady       func() time.Duration
	Boot         string
	Synchronised func() (bool, error)
}

// Watch gives the time that counts: that of the wall clock, as long as a steady
// clock agrees.
type Watch struct {
	clocks Clocks
	store  *store.Store
	log    *slog.Logger
	Told   func() error // is called when the diary of the store has something new about the clock

	mu    sync.Mutex // of what follows
	watch clock.Watch
	told  uint64 // number of the diary entry about the doubt; 0 if there is none

	telling sync.Mutex    // held while WatchTime runs
	beaten  time.Duration // when the watch was last kept
	lost    string        // what is to be told of a beat that was damaged
}

// New goes on from what was kept in the store. Told is to be set before the watch runs.
func New(c Clocks, s *store.Store, l *slog.Logger) (*Watch, error) {
	t := &Watch{clocks: c, store: s, log: l}
	if t.clocks.Steady == nil {
		return t, nil
	}
	kept, err := keptBeat(s, t.clocks.Wall())
	if damage, ok := errors.AsType[store.Problem](err); ok {
		l.Error("the store is damaged: it does not know when the program ran last", "damage", damage)
		t.lost = fmt.Sprintf("A row of the store was damaged: %v. It said when the program ran last, so nobody can "+
			"tell whether the clock of the machine jumped since.\nA store that loses one row may have other "+
			"damage: see \"berthier store check\".", damage)
		kept, err = withoutBeat(s, t.clocks.Wall())
	}
	if err != nil {
		return nil, fmt.Errorf("the time that was kept: %w", err)
	}
	t.watch = clock.Begin(kept.Watch, kept.Boot != "" && kept.Boot == t.clocks.Boot, t.clocks.Wall(), t.clocks.Steady())
	t.told = kept.Told
	return t, nil
}

// Wall is what the wall clock shows, believed or not.
func (t *Watch) Wall() time.Time { return t.clocks.Wall() }

// Now is the time that counts.
func (t *Watch) Now() time.Time {
	if t.clocks.Steady == nil {
		return t.clocks.Wall()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch = t.watch.Look(t.clocks.Wall(), t.clocks.Steady())
	return t.watch.At
}

// Look is the watch as it stands now; of a wall clock that is believed it has the time only.
func (t *Watch) Look() (w clock.Watch, told uint64) {
	if t.clocks.Steady == nil {
		return clock.Watch{At: t.clocks.Wall()}, 0
	}
	t.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.watch, t.told
}

// confirm believes the wall clock from now on; ok is false if nobody doubts it.
func (t *Watch) confirm() (ok bool) {
	if w, _ := t.Look(); w.Doubt == (clock.Doubt{}) {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watch = t.watch.Confirm(t.clocks.Wall(), t.clocks.Steady())
	return true
}

// Deadlines is up to when deadlines have passed, to the second: those that fall into a
// doubt about the clock wait until it is over.
func (t *Watch) Deadlines() time.Time {
	w, _ := t.Look()
	return w.Deadlines().UTC().Truncate(time.Second)
}

// beat is what a run keeps of the time for the next one. It is JSON in the store.
type beat struct {
	clock.Watch
	Boot string // as Clocks.Boot
	Told uint64 // number of the diary entry about the doubt; 0 if there is none
}

// keptBeat reads what the run before kept. Without it the time is that of the newest record
// of all games, if the wall clock is behind that.
func keptBeat(s *store.Store, wall time.Time) (b beat, err error) {
	err = s.View(func(tx *store.Tx) error {
		text, err := tx.Beat()
		if err == nil {
			err = json.Unmarshal(text, &b)
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return withoutBeat(s, wall)
	}
	return b, err
}

// withoutBeat is what counts where no run before kept anything, or where that is damaged.
func withoutBeat(s *store.Store, wall time.Time) (b beat, err error) {
	newest, err := newestRecord(s)
	if newest.After(wall) {
		b.At = newest
	}
	return b, err
}

// newestRecord is the time of the newest record of all games.
func newestRecord(s *store.Store) (newest time.Time, err error) {
	l := ledger.Ledger{Store: s}
	games, err := l.Games()
	if err != nil {
		return newest, err
	}
	err = l.Each(games, func(id string) error {
		at, err := l.LastTime(id)
		if at.After(newest) {
			newest = at
		}
		if errors.Is(err, store.ErrNoGame) { // it was removed meanwhile
			return nil
		}
		return err
	})
	return newest, err
}

// keep is SetBeat for the watch as it stands.
func (t *Watch) keep(w clock.Watch, told uint64) error {
	text, err := json.Marshal(beat{w, t.clocks.Boot, told})
	if err != nil {
		return err
	}
	return t.store.SetBeat(text)
}

// WatchTime looks at the clocks, tells the umpire when a doubt begins or ends, and
// keeps the watch for the next run. The error is a fault of the store.
func (t *Watch) WatchTime() error {
	if t.clocks.Steady == nil {
		return nil
	}
	t.telling.Lock()
	defer t.telling.Unlock()
	w, told := t.Look()
	if w.Doubt.Off && t.clocks.Synchronised != nil {
		if right, err := t.clocks.Synchronised(); right && err == nil {
			t.log.Info("the clock is believed: a time service keeps it right", "time", t.clocks.Wall())
			t.confirm()
			w, told = t.Look()
		}
	}
	if t.lost != "" {
		if err := t.keepWatch(w, told, t.lost); err != nil {
			return err
		}
		t.lost = ""
	}
	doubted := w.Doubt != clock.Doubt{}
	switch {
	case doubted && told == 0:
		return t.tellDoubt(w)
	case !doubted && told != 0:
		t.log.Info("the clock fits again")
		text := fmt.Sprintf("The clock of the machine fits again, or was confirmed. It is %s, and deadlines go on.",
			post.Moment(w.At))
		return t.keepWatch(w, 0, text)
	case w.Steady-t.beaten >= Pause || t.beaten == 0:
		return t.keepWatch(w, told, "")
	}
	return nil
}

// tellDoubt tells the umpire of a clock that jumped.
func (t *Watch) tellDoubt(w clock.Watch) error {
	last := uint64(0)
	err := t.store.View(func(tx *store.Tx) error {
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
	t.log.Error("the clock of the machine jumped: deadlines wait", "wall", w.Doubt.Wall.UTC(), "expected",
		w.Doubt.Since.UTC())
	return t.keepWatch(w, last+1, doubtText(w.Doubt, last+1))
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
func (t *Watch) keepWatch(w clock.Watch, told uint64, text string) error {
	if text != "" {
		err := t.store.Redo(func(tx *store.Tx) error { return tx.WriteDiary(w.At, diaryClock, text) })
		if err != nil {
			return fmt.Errorf("telling of the clock: %w", err)
		}
	}
	t.mu.Lock()
	t.told = told
	t.mu.Unlock()
	if err := t.keep(w, told); err != nil {
		return fmt.Errorf("keeping the time: %w", err)
	}
	if t.beaten = w.Steady; text == "" {
		return nil
	}
	return t.Told()
}

// ErrClockFits is returned by ConfirmClock if nobody doubts the clock.
var ErrClockFits = errors.New("the clock fits: there is nothing to confirm")

// ConfirmClock believes the wall clock, which jumped, for the umpire. Deadlines go on by it; those
// that passed meanwhile are put off as after an outage.
func (t *Watch) ConfirmClock() error {
	if !t.confirm() {
		return ErrClockFits
	}
	w, _ := t.Look()
	t.log.Info("clock confirmed", "time", w.At.UTC())
	if err := t.WatchTime(); err != nil {
		return err
	}
	return t.keep(w, 0)
}

// Doubt tells whether the clock is doubted, and what "confirm" has to name in a mail;
// 0 if the umpire was not told yet.
func (t *Watch) Doubt() (number uint64, doubted bool) {
	w, told := t.Look()
	return told, w.Doubt != clock.Doubt{}
}

// Every does something at once, and again after the time that it gives or when it is woken, until ctx is
// done, whose error that is, or it fails. A nil wake never wakes it.
func Every(ctx context.Context, wake <-chan struct{}, do func() (time.Duration, error)) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-wake:
		case <-timer.C:
		}
		wait, err := do()
		if err != nil {
			return err
		}
		timer.Reset(wait)
	}
}
