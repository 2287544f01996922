package roster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/timekeeper"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// Weekly is when the letter about all games goes to the umpire: once a week. Zero is never.
type Weekly struct {
	Day     time.Weekday
	Minutes int // after midnight
	Zone    *time.Location
}

// ParseWeekly reads "monday 08:00", or "never".
func ParseWeekly(text string, zone *time.Location) (w Weekly, err error) {
	if text == "never" {
		return w, nil
	}
	day, at, _ := strings.Cut(strings.ToLower(text), " ")
	i := slices.IndexFunc(weekdays, func(d time.Weekday) bool { return strings.ToLower(d.String()) == day })
	hour, err := time.Parse("15:04", at)
	if i < 0 || err != nil {
		return w, fmt.Errorf("want a day and an hour, as \"monday 08:00\", or \"never\", got %q", text)
	}
	return Weekly{weekdays[i], hour.Hour()*60 + hour.Minute(), zone}, nil
}

var weekdays = []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday, time.Saturday,
	time.Sunday}

// Last is when the letter was last due.
func (w Weekly) Last(now time.Time) time.Time {
	at := now.In(w.Zone)
	due := time.Date(at.Year(), at.Month(), at.Day()-int(at.Weekday()-w.Day+7)%7, 0, w.Minutes, 0, 0, w.Zone)
	if due.After(now) {
		return due.AddDate(0, 0, -7)
	}
	return due
}

// Next is when it is due again.
func (w Weekly) Next(now time.Time) time.Time { return w.Last(now).AddDate(0, 0, 7) }

// sentLetter is one letter that went out. The store keeps the last ones as the cursor of a mailbox that
// there cannot be, in lines "DUE WRITTEN", both in seconds since 1970.
type sentLetter struct{ due, written time.Time }

// counts reports whether it was written by a clock that was right.
func (s sentLetter) counts(now time.Time) bool { return s.written.Before(now.Add(wrongClock)) }

const (
	sentName = "* weekly letter"
	sentKept = 10
	// A letter that was written so much later than now was written by a wrong clock: it does not
	// stand for the one that is really due then.
	wrongClock = 6 * 24 * time.Hour
)

func readSent(tx *store.Tx, now time.Time) (all []sentLetter, err error) {
	value, err := tx.Cursor(sentName)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(value)) {
		var due, written int64
		if _, err := fmt.Sscanf(line, "%d %d", &due, &written); err != nil {
			return nil, store.Problem{Where: store.CursorRow(sentName), What: "no list of letters"}
		}
		if s := (sentLetter{time.Unix(due, 0), time.Unix(written, 0)}); s.counts(now) {
			all = append(all, s)
		}
	}
	return all, nil
}

// mendSent finds in the outbox whether a letter went out, where it is damaged which did.
func mendSent(u *docket.Docket, damage store.Problem, due, now time.Time) (all []sentLetter, err error) {
	err = u.MendCursor(damage, "It told which weekly letters went out. The last of them is looked for in the outbox, "+
		"so that none goes out twice and none is left out.", func(tx *store.Tx) error {
		all = nil
		for q, err := range tx.Entries("") {
			if err != nil {
				return err
			}
			if written, ok := strings.CutPrefix(q.ID, letterID(due)); ok {
				written, _, _ = strings.Cut(written, "@")
				seconds, _ := strconv.ParseInt(written, 10, 64)
				all = append(all, sentLetter{due, time.Unix(seconds, 0)})
			}
		}
		all = slices.DeleteFunc(all, func(s sentLetter) bool { return !s.counts(now) })
		return writeSent(tx, all)
	})
	return all, err
}

// letterID begins the ID of a letter.
func letterID(due time.Time) string { return "weekly." + due.Format("2006-01-02") + "." }

func writeSent(tx *store.Tx, all []sentLetter) error {
	var b strings.Builder
	for _, s := range all[max(0, len(all)-sentKept):] {
		fmt.Fprintf(&b, "%d %d\n", s.due.Unix(), s.written.Unix())
	}
	return tx.SetCursor(sentName, []byte(b.String()))
}

// Run has the letter sent when it is due, until ctx is done; then it returns the error of
// ctx. It ends earlier only at a fault of the store.
func (w Weekly) Run(ctx context.Context, clock func() time.Time, send func(Weekly) error) error {
	if w.Zone == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	return timekeeper.Every(ctx, nil, func() (time.Duration, error) {
		if err := send(w); err != nil {
			return 0, fmt.Errorf("the weekly letter: %w", err)
		}
		now := clock()
		wait := min(timekeeper.Pause, w.Next(now).Sub(now)) // the clock may be set, or the machine sleep
		return max(wait, time.Second), nil
	})
}

// Send writes the letter if it is due: if a game ran at that time, and none went out for it. One
// that is more than a day late says so. While the clock of the machine is doubted nothing is due.
// The error is a fault of the store. Whoever calls it holds Docket.Mu.
func (w Weekly) Send(u *docket.Docket) error {
	if seen, _ := u.Watch.Look(); w.Zone == nil || u.AddressOfUmpire() == "" || seen.Doubt != (clock.Doubt{}) {
		return nil
	}
	now := u.Now()
	due := w.Last(now)
	var all []sentLetter
	err := u.Store.View(func(tx *store.Tx) (err error) {
		all, err = readSent(tx, now)
		return err
	})
	if damage, ok := errors.AsType[store.Problem](err); ok {
		all, err = mendSent(u, damage, due, now)
	}
	if err != nil || slices.ContainsFunc(all, func(s sentLetter) bool { return s.due.Equal(due) }) {
		return err
	}
	names, err := u.Store.Games()
	if err != nil {
		return err
	}
	rows, err := Of(u, names)
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Urgency == Over })
	if err != nil || !slices.ContainsFunc(rows, func(r Row) bool { return !r.Begun.After(due) }) {
		return err
	}
	var b docket.Batch
	u.Tell(&b, w.letter(u, rows, due, now))
	b.Add(func(tx *store.Tx) error { return writeSent(tx, append(all, sentLetter{due, now})) })
	return u.Commit(b)
}

func (w Weekly) letter(u *docket.Docket, rows []Row, due, now time.Time) post.Letter {
	m := templates.RosterMail{Intro: []string{About().String()}, Games: Table(rows, now), Todo: todo(rows, now)}
	if now.Sub(due) > 24*time.Hour {
		m.Intro = append([]string{"This letter was due on " + due.Format("Monday 2 January 2006, 15.04 MST") +
			". It is late because the program did not run then, or could not."}, m.Intro...)
	}
	if len(m.Todo) > 0 {
		m.How = "Each line is a command. Give it at the machine behind \"berthier do\""
		if len(u.UmpireKeys) > 0 {
			m.How += ", or mail it below a line \"side: umpire\", signed with your key"
		}
		m.How += ". \"substitute\" has the reason in the lines below it."
	}
	return post.Letter{
		To:      mail.Address{Address: u.AddressOfUmpire()},
		ID:      letterID(due) + strconv.FormatInt(now.Unix(), 10),
		Subject: "Your games this week", Unasked: true, Page: post.Fill(templates.Roster, m),
	}
}

// patience is how long a game waits for orders before somebody may have to do something.
const patience = 7 * 24 * time.Hour

// todo is what the umpire can do about the games that need it.
func todo(rows []Row, now time.Time) (all []templates.Todo) {
	for _, r := range rows {
		game, who := " "+r.Game, r.Waiting
		switch {
		case r.Damaged:
			all = append(all, templates.Todo{Text: r.Game + " is held: a row of the store is damaged. This names it, " +
				"and says what helps:", Commands: "berthier store check\n"})
			continue
		case r.Urgency == Held:
			all = append(all, templates.Todo{Text: r.Game + " is held: nothing is resolved until you decide. At the " +
				"machine:", Commands: "berthier migrate" + game + "\n"})
			continue
		case r.Urgency == Left:
			who = r.Vacant
		case r.Urgency != Late && (r.Urgency != Waits || now.Sub(r.Since) < patience):
			continue
		}
		t := templates.Todo{Text: fmt.Sprintf("%s waits for %s.", r.Game, r.owes(now))}
		if r.Urgency == Left {
			t.Text = fmt.Sprintf("%s needs another player for %s.", r.Game, sides(r.Vacant))
		} else {
			t.Commands = "remind" + game + "\n"
		}
		for _, side := range who {
			t.Commands += fmt.Sprintf("substitute%s %s ADDRESS NAME\n", game, side)
		}
		t.Commands += "close" + game + " REASON\n"
		all = append(all, t)
	}
	return all
}
