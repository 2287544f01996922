package umpire

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

const (
	// clockPause is how long a look at the clocks may wait: timers do not notice a wall
	// clock that is set forward, or a machine that slept.
	clockPause = 10 * time.Minute
)

// schedule is when something is to be done in which game: a copy of what the store says.
type schedule struct {
	mu     sync.Mutex
	next   map[string]time.Time // games in which there is something
	known  map[string]bool      // games that were looked at since they changed
	all    bool                 // whether these are all games
	first  time.Time            // the earliest of next
	read   time.Time            // mails that came before are in
	looked time.Time            // the last look at the mailbox
	wake   chan struct{}
}

// touch has a game looked at again.
func (s *schedule) touch(game string) {
	s.mu.Lock()
	delete(s.known, game)
	s.all = false
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Looked tells the clocks that the mailbox was looked at, as wire.Poller.Looked is
// told: nothing is over before all is in that came in time.
func (u *Master) Looked(err error) {
	if err != nil {
		return
	}
	s := &u.schedule
	s.mu.Lock()
	// Mails may have come after this look began, but not before the one before it ended.
	s.read, s.looked = s.looked, u.Clock()
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// arrived is when a mail that is taken in now had come at the latest: a player does not
// pay for the time in which nobody looked.
func (u *Master) arrived() time.Time {
	u.schedule.mu.Lock()
	defer u.schedule.mu.Unlock()
	now := u.deadlines() // in a doubt about the clock nobody pays for more
	if u.schedule.looked.IsZero() || u.schedule.looked.After(now) {
		return now
	}
	return u.schedule.looked.UTC().Truncate(time.Second)
}

// RunClocks does what the clocks of all games demand when it is time for it, until ctx is
// done; then it returns the error of ctx. It ends earlier only at a fault of the store.
// It waits for Looked.
func (u *Master) RunClocks(ctx context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-u.schedule.wake:
		case <-timer.C:
		}
		if err := u.watchTime(); err != nil {
			return fmt.Errorf("clocks: %w", err)
		}
		u.schedule.mu.Lock()
		read := u.schedule.read
		u.schedule.mu.Unlock()
		if err := u.Tick(read); err != nil {
			return fmt.Errorf("clocks: %w", err)
		}
		wait := clockPause
		if next, ok, err := u.NextDue(); err != nil {
			return fmt.Errorf("clocks: %w", err)
		} else if left := next.Sub(u.Clock()); ok && left > 0 {
			wait = min(wait, left)
		}
		timer.Reset(wait)
	}
}

// NextDue is when the clocks of a game next demand something; ok is false if none does.
func (u *Master) NextDue() (next time.Time, ok bool, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.plan(); err != nil {
		return next, false, err
	}
	u.schedule.mu.Lock()
	defer u.schedule.mu.Unlock()
	return u.schedule.first, len(u.schedule.next) > 0, nil
}

// plan looks at the games that changed.
func (u *Master) plan() error {
	u.schedule.mu.Lock()
	all := u.schedule.all
	u.schedule.all = true
	u.schedule.mu.Unlock()
	if all {
		return nil
	}
	return u.Store.View(func(tx *store.Tx) error {
		games, err := tx.Games()
		if err != nil {
			return err
		}
		s := &u.schedule
		changed := false
		for _, id := range games {
			s.mu.Lock()
			known := s.known[id]
			s.known[id] = true
			s.mu.Unlock()
			if known {
				continue
			}
			changed = true
			at, ok, err := u.nextOf(tx, id)
			if err != nil {
				return err
			}
			s.mu.Lock()
			if delete(s.next, id); ok {
				s.next[id] = at
			}
			s.mu.Unlock()
		}
		if changed {
			s.mu.Lock()
			s.first = time.Time{}
			for _, at := range s.next {
				if s.first.IsZero() || at.Before(s.first) {
					s.first = at
				}
			}
			s.mu.Unlock()
		}
		return nil
	})
}

// nextOf is when something is to be done in a game.
func (u *Master) nextOf(tx *store.Tx, id string) (at time.Time, ok bool, err error) {
	inf, err := u.info(tx, id)
	if errors.Is(err, ErrNoRuleset) {
		return at, false, nil
	}
	if inf != nil && inf.standing.known && inf.standing.why != "" { // settle wakes it again
		return at, false, nil
	}
	if err != nil || inf.Clock.None() {
		return at, false, err
	}
	g := &game{info: inf}
	if g.state, err = u.glance(tx, id); err != nil || g.state.Clock == nil || g.state.Closed != nil {
		return at, false, err
	}
	if err := g.loadReminders(tx); err != nil {
		return at, false, err
	}
	at, ok = g.state.Clock.Next(g.Clock, func(s engine.Side) time.Time { return g.reminded[s] }, g.answered)
	return at, ok, nil
}

// Tick does all that is due by now in all games, each thing in one transaction, so that it
// is done once whatever happens. Nothing is over that was not over before read: up
// to then all mails are in. While the wall clock is doubted nothing is due. A game that meets a fault of this program
// is logged and left for the next time; err is a fault of the store.
func (u *Master) Tick(read time.Time) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := u.now()
	if read.After(now) {
		read = now
	}
	if err := u.plan(); err != nil {
		return err
	}
	if w, _ := u.watch.look(); w.Doubt != (clock.Doubt{}) {
		return nil
	}
	for _, id := range u.dueGames(read) {
		for range 1000 { // a bound for a fault of this program
			done, err := u.tickGame(id, read, now)
			var panicked *bug
			if errors.As(err, &panicked) {
				u.Logger.Error("fault of this program", "game", id, "error", err, "stack", string(panicked.stack))
				break
			}
			if err != nil {
				u.Logger.Error("the clocks of a game cannot go on", "game", id, "error", err)
				break
			}
			if done {
				break
			}
		}
	}
	return u.plan()
}

func (u *Master) dueGames(read time.Time) (ids []string) {
	u.schedule.mu.Lock()
	defer u.schedule.mu.Unlock()
	if len(u.schedule.next) == 0 || u.schedule.first.After(read) {
		return nil
	}
	for id, at := range u.schedule.next {
		if !at.After(read) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// tickGame does one thing that is due in a game; done is true if there is none.
func (u *Master) tickGame(id string, read, now time.Time) (done bool, err error) {
	var g *game
	over := false
	err = u.Store.View(func(tx *store.Tx) (err error) {
		if over, err = IsOver(tx, id); err == nil && !over {
			g, err = u.load(tx, id)
		}
		return err
	})
	if _, held := errors.AsType[*HeldError](err); held {
		u.schedule.touch(id)
		return true, nil // when it goes on, what passed meanwhile was an outage
	}
	if err != nil || over || g.state.Clock == nil || g.state.Closed != nil {
		return true, err
	}
	k := &alarm{u: u, g: g, read: read, now: now}
	if err := attempt(k.act); err != nil {
		return false, fmt.Errorf("game %s, step %d: %w", id, g.state.Number+1, err)
	}
	if k.batch == nil {
		return true, nil
	}
	k.batch.mails(k.mails)
	if err := u.commit(k.batch); err != nil {
		return false, err
	}
	u.schedule.touch(id)
	u.Logger.Info(k.what, "game", id, "step", g.state.Number+1, "sides", k.sides)
	return false, nil
}

// alarm is one thing that a clock does in a game.
type alarm struct {
	u         *Master
	g         *game
	read, now time.Time
	batch     batch
	mails     []store.Mail
	what      string // for the log
	sides     []engine.Side
}

// act does the first thing that is due.
func (k *alarm) act() error {
	g := k.g
	if p := g.state.Clock.Paused; p.By != "" && !p.Until.IsZero() && !p.Until.After(k.read) {
		return k.resume(p.Until)
	}
	silent := g.state.Clock.Silent(k.read, g.answered)
	ready := g.state.Clock.Ready(g.Clock, k.read, g.answered)
	switch {
	case len(silent) > 0 && (ready || g.Clock.Wait):
		if k.sides = k.unnoticed(silent); len(k.sides) > 0 {
			return k.outage()
		}
		k.sides = silent
		return k.missed(silent)
	case ready:
		k.what = "step resolved at its deadline"
		b, mails, err := k.u.complete(g)
		k.batch, k.mails = append(k.batch, b...), append(k.mails, mails...)
		return err
	}
	return k.remind()
}

// unnoticed are the sides among the silent ones whose time was over too long ago.
func (k *alarm) unnoticed(silent []engine.Side) (sides []engine.Side) {
	if due, ok := k.g.state.Clock.ReadyAt(k.g.Clock, k.g.answered); ok && k.now.Sub(due) <= audit.Unnoticed {
		return nil // another side still had some
	}
	for _, s := range silent {
		if k.now.Sub(k.g.state.Clock.Side(s).Run.End) > audit.Unnoticed {
			sides = append(sides, s)
		}
	}
	return sides
}

func (k *alarm) set(c record.Clock) {
	c.By = record.ClockItself
	k.u.setClock(k.g, &k.batch, c)
}

func (k *alarm) resume(until time.Time) error {
	k.what = "pause over"
	state, text, err := k.g.state.Clock.Resume(k.g.Clock, until)
	if err != nil {
		return err
	}
	k.set(record.Clock{Cause: record.ClockResume, State: state, Text: text})
	return k.tellAll("the pause is over", text)
}

func (k *alarm) outage() error {
	k.what = "deadline put off after an outage"
	state, text := k.g.state.Clock.Outage(k.g.Clock, k.now, k.sides)
	k.set(record.Clock{Cause: record.ClockOutage, State: state, Text: text})
	return k.tellAll("more time for orders", text)
}

// missed notes that sides sent nothing, and lets the defaults decide, if the game does
// not wait for them.
func (k *alarm) missed(silent []engine.Side) error {
	u, g := k.u, k.g
	state, misses := g.state.Clock.Missed(g.Clock, k.now, silent, g.rs.Owed(g.state.Position))
	var texts []string
	for _, m := range misses {
		texts = append(texts, m.Text)
	}
	k.set(record.Clock{Cause: record.ClockMissed, State: state, Text: strings.Join(texts, " ")})
	for _, m := range misses {
		if err := k.tellMiss(m); err != nil {
			return err
		}
	}
	if g.Clock.Wait {
		k.what = "deadline missed, the game waits"
		return errors.Join(u.signHead(&k.batch, g),
			k.tell("clock", silent, "your deadline has passed", strings.Join(texts, "\n\n")))
	}
	k.what = "deadline missed, step resolved with defaults"
	b, mails, err := u.complete(g)
	k.batch, k.mails = append(k.batch, b...), append(k.mails, mails...)
	return err
}

// tellMiss tells the umpire of a silent player, and all players that a substitute is sought.
func (k *alarm) tellMiss(m clock.Miss) error {
	if !m.Umpire {
		return nil
	}
	g := k.g
	name := g.player(m.Side).Name
	if m.Substitute && m.Count == g.Clock.Substitute {
		text := fmt.Sprintf("%s, who plays %s, has sent no orders for %d deadlines in a row. Does one of you know "+
			"somebody who would take over the side? Please tell the umpire.", name, m.Side, m.Count)
		if err := k.tell("substitute."+string(m.Side), g.sides, "a substitute is sought for "+string(m.Side),
			text); err != nil {
			return err
		}
	}
	k.u.Logger.Warn("a player is silent", "game", g.Game, "side", m.Side, "missed", m.Count)
	return k.tellUmpire(m.Side, fmt.Sprintf("%s is silent", m.Side),
		m.Text+fmt.Sprintf(" The player is %s <%s>.", name, g.address[m.Side]))
}

// remind sends the last reminder of each side that is due.
func (k *alarm) remind() error {
	g := k.g
	for _, side := range g.sides {
		if g.answered(side) {
			continue
		}
		due := g.state.Clock.Reminders(g.Clock, side, g.reminded[side], k.read)
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
		if !g.vacant(side) { // nobody is there to be reminded
			m, err := k.u.reminder(g, last)
			if err != nil {
				return err
			}
			k.mails = append(k.mails, m)
		}
		k.batch.set(g.Game, stateReminded+string(side), []byte(last.At.UTC().Format(time.RFC3339)))
	}
	return nil
}

// reminder is the mail to a player who owes orders.
func (u *Master) reminder(g *game, r clock.Reminder) (store.Mail, error) {
	a := g.attachment(r.Side, engine.Link{})
	report := engine.Tell(g.rs, g.state.Position, g.state.Position, nil, r.Side)
	m := templates.ReminderMail{
		Game: u.about(g.info), Side: r.Side, Step: g.state.Number + 1, Owed: report.Owed, Late: r.Late,
		Answer: templates.Answer{Deadline: g.deadline(r.Side), Header: g.answerHeader(a), Template: report.Template},
	}
	s := g.state.Clock.Side(r.Side)
	return u.Post.Write(g.letter(r.Side, "").Remind(m, r.At, s.When(s.Run.End), g.Clock.Wait))
}

// tellAll signs the log and tells all players of a change.
func (k *alarm) tellAll(subject, text string) error {
	return errors.Join(k.u.signHead(&k.batch, k.g), k.tell("clock", k.g.sides, subject, text))
}

func (k *alarm) tell(kind string, sides []engine.Side, subject, text string) error {
	mails, err := k.u.clockNotices(k.g, kind, sides, subject, text)
	k.mails = append(k.mails, mails...)
	return err
}

// clockNotices are mails about the last change of the clocks; kind tells them apart.
func (u *Master) clockNotices(g *game, kind string, sides []engine.Side, subject, text string) ([]store.Mail, error) {
	var letters []post.Letter
	for _, side := range sides {
		l := g.letter(side, fmt.Sprintf("%s.%d", kind, g.state.Clock.Seq))
		l.Subject, l.Page = subject, u.words(g.info, capital(subject), strings.Split(text, "\n\n")...)
		l.Unasked = true
		letters = append(letters, l)
	}
	return u.Post.WriteAll(letters...)
}

// tellUmpire is a mail to the umpire about a side.
func (k *alarm) tellUmpire(side engine.Side, subject, text string) error {
	u, g := k.u, k.g
	if u.Contact == "" {
		return nil // the log of the daemon has it
	}
	m, err := u.Post.Write(post.Letter{
		To: mail.Address{Address: u.Contact}, Game: g.Game,
		ID:      fmt.Sprintf("%s.silent.%d", post.ReportID(g.Game, g.state.Number+1, string(side)), g.state.Clock.Seq),
		Subject: subject, Page: u.toUmpire(g.info, subject, side, text), Unasked: true,
	})
	k.mails = append(k.mails, m)
	return err
}
