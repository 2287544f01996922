package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/claims"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/damage"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/timekeeper"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// Looked tells the clocks that the mailbox was looked at, as wire.Poller.Looked is
// told: nothing is over before all is in that came in time.
func (u *Master) Looked(err error) {
	if err != nil {
		return
	}
	u.Mu.Lock()
	defer u.Mu.Unlock()
	s := &u.Schedule
	// Mails may have come after this look began, but not before the one before it ended.
	s.Read, s.Looked = s.Looked, u.Clock()
	s.WakeUp()
}

// Arrived is when a mail that is taken in now had come at the latest: a player does not
// pay for the time in which nobody looked.
func (u *Master) Arrived() time.Time {
	now := u.Deadlines() // in a doubt about the clock nobody pays for more
	if at := u.Schedule.Queued; !at.IsZero() && !at.After(now) {
		return at.UTC().Truncate(time.Second)
	}
	if u.Schedule.Looked.IsZero() || u.Schedule.Looked.After(now) {
		return now
	}
	return u.Schedule.Looked.UTC().Truncate(time.Second)
}

// RunClocks does what the clocks of all games demand when it is time for it, until ctx is
// done; then it returns the error of ctx. It ends earlier only at a fault of the store.
// It waits for Looked.
func (u *Master) RunClocks(ctx context.Context) error {
	return timekeeper.Every(ctx, u.Schedule.Wake, func() (time.Duration, error) {
		wait, err := u.lookAtClocks()
		if err != nil {
			return 0, fmt.Errorf("clocks: %w", err)
		}
		return wait, nil
	})
}

// lookAtClocks does what is due, and says how long nothing else is.
func (u *Master) lookAtClocks() (wait time.Duration, err error) {
	if err := u.WatchTime(); err != nil {
		return 0, err
	}
	pause := timekeeper.Pause
	if u.Config.Store.Shared() {
		pause = sharedPause
	}
	u.Mu.Lock()
	read, err := u.Schedule.Read, u.CatchUp()
	u.Mu.Unlock()
	if err == nil {
		read, err = u.AllIn(read)
	}
	if err != nil {
		return 0, err
	}
	if err := u.Tick(read); err != nil {
		return 0, err
	}
	next, ok, err := u.NextDue()
	if left := next.Sub(u.Clock()); ok && left > 0 {
		return min(pause, left), err
	}
	return pause, err
}

// sharedPause is how long a look at the clocks may wait while other processes change games.
const sharedPause = 5 * time.Second

// NextDue is when the clocks of a game next demand something; ok is false if none does.
func (u *Master) NextDue() (next time.Time, ok bool, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	if err := u.plan(); err != nil {
		return next, false, err
	}
	next, ok = u.Schedule.First()
	return next, ok, nil
}

// plan looks at the games that changed.
func (u *Master) plan() error {
	if err := u.Schedule.Begin(u.Store.Games); err != nil {
		return err
	}
	changed := u.Schedule.Changed()
	if len(changed) == 0 {
		return nil
	}
	return u.Store.Each(changed, u.planOne)
}

func (u *Master) planOne(id string) error {
	at, err := u.nextOf(id)
	waits := false
	if err == nil {
		waits, err = u.awaitsRound(id)
	}
	if u.Store.IsDamaged(id, err) { // nothing is due there
		at, waits, err = time.Time{}, false, nil
	}
	if err != nil && !errors.Is(err, store.ErrNoGame) { // it was removed
		return err
	}
	u.Schedule.Set(id, at, waits)
	return nil
}

// Survey reads who plays in games and when something is due there, and warns of a clock that stands before a record of
// them. It is the one walk of a start through all games: show asks of each what else a start wants to know. It gets no
// Info of a game that is over and whose rules are not here.
func (u *Master) Survey(games []string, show func(id string, inf *docket.Info) error) error {
	if err := u.Schedule.Begin(func() ([]string, error) { return games, nil }); err != nil {
		return err
	}
	var newest time.Time
	var game string
	err := u.BeginSeats(games, func(id string) error {
		at, err := u.Store.LastTime(id)
		if errors.Is(err, store.ErrNoGame) || u.Store.IsDamaged(id, err) { // it was removed, or is not to be read
			return u.planOne(id)
		}
		if at.After(newest) {
			newest, game = at, id
		}
		var inf *docket.Info
		if err == nil {
			inf, err = u.Known(id)
		}
		if err == nil {
			err = show(id, inf)
		}
		if err == nil || u.Store.IsDamaged(id, err) {
			err = u.planOne(id)
		}
		return err
	})
	if err == nil {
		u.checkClock(newest, game)
	}
	return err
}

// nextOf is when something is to be done in a game; zero for never.
func (u *Master) nextOf(id string) (at time.Time, err error) {
	inf, err := u.Info(id)
	if errors.Is(err, docket.ErrNoRuleset) {
		return at, nil
	}
	if inf != nil && inf.Health.Known && inf.Health.Why != "" { // settle wakes it again
		return at, nil
	}
	if err != nil || !times(inf) && len(inf.People()) == len(inf.Sides) {
		return at, err
	}
	g := &docket.Game{Info: inf}
	g.State, err = u.Glance(id)
	if err == nil && g.State.Ended != nil && g.State.Over == nil {
		return g.State.Ended.Until, nil
	}
	if err == nil && len(inf.People()) < len(inf.Sides) {
		g.State, err = u.StateOf(id)
	}
	if err == nil && g.State.Position != nil && g.Rules != nil && g.Moves(u.Deadlines()) {
		return time.Unix(0, 0), nil
	}
	if err != nil || !times(inf) || g.State.Over != nil || g.State.Closed != nil {
		return at, err
	}
	at, known := nextWindow(g)
	if known {
		return at, nil
	}
	if err := g.LoadReminders(); err != nil {
		return at, err
	}
	at, _ = g.State.Clock.Next(g.Clock, func(s engine.Side) time.Time { return g.Reminded[s] }, g.Answered)
	return at, nil
}

// Tick does all that is due by now in all games, each thing in one transaction, so that it
// is done once whatever happens. Nothing is over that was not over before read: up
// to then all mails are in. While the wall clock is doubted nothing is due. A game that meets a fault of this program
// is logged and left for the next time, as is one that another process is at; err is a fault of the store.
func (u *Master) Tick(read time.Time) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	now := u.Now()
	if read.After(now) {
		read = now
	}
	if err := u.plan(); err != nil {
		return err
	}
	if w, _ := u.Watch.Look(); w.Doubt != (clock.Doubt{}) {
		return nil
	}
	for _, id := range u.Schedule.Due(read) {
		for range 1000 { // a bound for a fault of this program
			done := false
			err := u.DecidingSoon(func() (err error) {
				done, err = u.tickGame(id, read, now)
				return err
			}, id)
			if errors.Is(err, claims.ErrBusy) {
				u.Logger.Info("the clocks of a game wait for another process", "game", id)
				break
			}
			away := u.Config.Store.Shared() && (errors.Is(err, store.ErrNotWritten) || errors.Is(err, store.ErrNotRead))
			if away || errors.Is(err, store.ErrDamaged) {
				return err
			}
			if panicked, ok := errors.AsType[*amiss.Panic](err); ok {
				u.Logger.Error("fault of this program", "game", id, "error", err, "stack", string(panicked.Stack))
				break
			}
			if u.Store.IsDamaged(id, err) {
				u.Schedule.Change(id)
			}
			if err != nil {
				u.Logger.Error("the clocks of a game cannot go on", "game", id, "error", err)
			}
			if err != nil || done {
				break
			}
		}
	}
	return errors.Join(u.plan(), damage.Tell(u.Docket))
}

// tickGame does one thing that is due in a game; done is true if there is none.
func (u *Master) tickGame(id string, read, now time.Time) (done bool, err error) {
	over, err := u.Store.IsOver(id)
	if err != nil || over {
		return true, err
	}
	g, err := u.Open(id)
	if _, held := errors.AsType[*docket.HeldError](err); held {
		u.Schedule.Touch(id)
		return true, nil // when it goes on, what passed meanwhile was an outage
	}
	moves := err == nil && g.Moves(u.Deadlines())
	if err != nil || !moves && !times(g.Info) || g.State.Ended == nil && (g.State.Waits || g.State.Closed != nil) {
		return true, err
	}
	k := &alarm{u: u, g: g, read: read, now: now}
	act := k.act
	if moves {
		act = k.move
	}
	if err := cmp.Or(amiss.Attempt(act), k.batch.Err); err != nil {
		return false, fmt.Errorf("game %s, step %d: %w", id, g.State.Number+1, err)
	}
	if len(k.batch.Writes) == 0 {
		return true, nil
	}
	if err := u.Commit(k.batch); err != nil {
		return false, err
	}
	u.Schedule.Touch(id)
	u.Logger.Info(k.what, "game", id, "step", g.State.Number+1, "sides", k.sides)
	return moves, nil // mails and other games come in between
}

// alarm is one thing that a clock does in a game.
type alarm struct {
	u         *Master
	g         *docket.Game
	read, now time.Time
	batch     docket.Batch
	what      string // for the log
	sides     []engine.Side
}

// move resolves a step for which nobody is waited.
func (k *alarm) move() (err error) {
	k.what = "step of computers resolved"
	k.batch, err = k.u.Complete(k.g)
	return err
}

// letMove has a game looked at again that goes on by itself, one step at a time.
func (u *Master) letMove(g *docket.Game, b *docket.Batch) {
	if g.Moves(u.Deadlines()) {
		u.touch(g, b)
	}
}

// act does the first thing that is due.
func (k *alarm) act() error {
	g := k.g
	if v := g.State.Ended; v != nil {
		if v.Until.After(k.read) {
			return nil
		}
		k.what = "game over: it cannot be reopened any more"
		return k.u.finish(g, &k.batch, v.Outcome)
	}
	if g.State.Clock == nil {
		return k.settle()
	}
	if p := g.State.Clock.Paused; p.By != "" && !p.Until.IsZero() && !p.Until.After(k.read) {
		return k.resume(p.Until)
	}
	silent := g.State.Clock.Silent(k.read, g.Answered)
	ready := g.State.Clock.Ready(g.Clock, k.read, g.Answered)
	switch {
	case len(silent) > 0 && (ready || g.Clock.Wait):
		if k.sides = k.unnoticed(silent); len(k.sides) > 0 {
			k.outage()
			return nil
		}
		k.sides = silent
		return k.missed(silent)
	case ready:
		return k.settle()
	}
	k.remind()
	return nil
}

// unnoticed are the sides among the silent ones whose time was over too long ago.
func (k *alarm) unnoticed(silent []engine.Side) (sides []engine.Side) {
	if due, ok := k.g.State.Clock.ReadyAt(k.g.Clock, k.g.Answered); ok && k.now.Sub(due) <= fold.Unnoticed {
		return nil // another side still had some
	}
	for _, s := range silent {
		if k.now.Sub(k.g.State.Clock.Side(s).Run.End) > fold.Unnoticed {
			sides = append(sides, s)
		}
	}
	return sides
}

func (k *alarm) set(c record.Clock) {
	c.By = record.ClockItself
	k.u.SetClock(k.g, &k.batch, c)
}

func (k *alarm) resume(until time.Time) error {
	k.what = "pause over"
	state, text, err := k.g.State.Clock.Resume(k.g.Clock, until)
	if err != nil {
		return err
	}
	k.set(record.Clock{Cause: record.ClockResume, State: state, Text: text})
	k.tellAll(phrase.Say("pause.title"), text)
	return nil
}

func (k *alarm) outage() {
	k.what = "deadline put off after an outage"
	state, text := k.g.State.Clock.Outage(k.g.Clock, k.now, k.sides)
	k.set(record.Clock{Cause: record.ClockOutage, State: state, Text: text})
	k.tellAll(phrase.Say("outage.title"), text)
}

// missed notes that sides sent nothing, and lets the defaults decide, if the game does
// not wait for them.
func (k *alarm) missed(silent []engine.Side) error {
	u, g := k.u, k.g
	state, misses := g.State.Clock.Missed(g.Clock, k.now, silent, g.State.Due(g.Rules.Owed(g.State.Position)))
	var texts []string
	for _, m := range misses {
		texts = append(texts, m.Text)
	}
	k.set(record.Clock{Cause: record.ClockMissed, State: state, Text: strings.Join(texts, " ")})
	for _, m := range misses {
		k.tellMiss(m)
	}
	if g.Clock.Wait {
		k.what = "deadline missed, the game waits"
		u.SignHead(&k.batch, g)
		u.ClockNotices(&k.batch, g, "clock", silent, phrase.Say("missed.title"), tongue.Names(texts...)...)
		return nil
	}
	k.what = "deadline missed, step resolved with defaults"
	b, err := u.Complete(g)
	k.batch.Join(b)
	return err
}

// tellMiss tells the umpire of a silent player, and all players that a substitute is sought.
func (k *alarm) tellMiss(m clock.Miss) {
	if !m.Umpire {
		return
	}
	g := k.g
	name := g.Player(m.Side).Name
	if m.Substitute && m.Count == g.Clock.Substitute {
		k.u.ClockNotices(&k.batch, g, "substitute."+string(m.Side), g.Sides, phrase.Say("sought.title", "side", m.Side),
			phrase.Say("sought", "name", name, "side", m.Side, "n", m.Count))
	}
	k.u.Logger.Warn("a player is silent", "game", g.Game, "side", m.Side, "missed", m.Count)
	k.u.TellUmpire(&k.batch, k.u.Contact, g.Info,
		fmt.Sprintf("%s.silent.%d", post.ReportID(g.Game, g.State.Number+1, string(m.Side)), g.State.Clock.Seq),
		fmt.Sprintf("%s is silent", m.Side), m.Side,
		m.Text+fmt.Sprintf(" The player is %s <%s>.", name, g.Address[m.Side]))
}

// remind sends the last reminder of each side that is due.
func (k *alarm) remind() {
	g := k.g
	for _, side := range g.Sides {
		if g.Answered(side) {
			continue
		}
		due := g.State.Clock.Reminders(g.Clock, side, g.Reminded[side], k.read)
		if len(due) == 0 {
			continue
		}
		last := due[0]
		for _, r := range due {
			if r.At.After(last.At) {
				last = r
			}
		}
		k.what, k.sides = "reminder", append(k.sides, side)
		if !g.Vacant(side) { // nobody is there to be reminded
			k.u.Tell(&k.batch, k.u.reminder(g, last))
		}
		k.batch.Set(g.Game, docket.StateReminded+string(side), []byte(last.At.UTC().Format(time.RFC3339)))
	}
}

// reminder is the mail to a player who owes orders.
func (u *Master) reminder(g *docket.Game, r clock.Reminder) post.Letter {
	a := g.Attachment(r.Side, engine.Link{})
	report := engine.Tell(g.Rules, g.State.Position, g.State.Position, nil, r.Side)
	m := templates.ReminderMail{
		Game: u.AboutTo(g.Info, r.Side), Side: r.Side, Step: g.State.Number + 1, Owed: report.Owed, Late: r.Late,
		Answer: g.Answer(a, report.Template),
	}
	s := g.State.Clock.Side(r.Side)
	return g.Letter(r.Side, "").Remind(m, r.At, phrase.When(s.Local(s.Run.End)), g.Clock.Wait)
}

// tellAll signs the log and tells all players of a change.
func (k *alarm) tellAll(title tongue.Text, text string) {
	k.u.SignHead(&k.batch, k.g)
	k.u.ClockNotices(&k.batch, k.g, "clock", k.g.Sides, title, phrase.Told(text))
}

// ClockNotices tells players of the last change of the clocks; kind tells the mails apart.
func (u *Master) ClockNotices(b *docket.Batch, g *docket.Game, kind string, sides []engine.Side, title tongue.Text,
	text ...tongue.Text) {
	for _, side := range sides {
		if !g.Computed(side) {
			u.Tell(b, u.notice(g, side, fmt.Sprintf("%s.%d", kind, g.State.Clock.Seq),
				message{title: title, paragraphs: text}))
		}
	}
}
