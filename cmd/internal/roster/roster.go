package roster

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// Row is one game.
type Row struct {
	Game, Title string
	Stands      string        // "turn 3, French leads 25:23"
	Waiting     []engine.Side // owe orders
	Vacant      []engine.Side // whose player has resigned
	Begun       time.Time
	Since       time.Time // when the game came to where it stands
	Due         time.Time // the earliest deadline of those who owe orders; zero for none
	Mail        time.Time // when the last mail of a player came that is in the log; zero for none
	Urgency     Urgency
	names       map[engine.Side]string
}

// Urgency is why a game needs attention, the most urgent first.
type Urgency int

// The values of Urgency.
const (
	Held   Urgency = iota // the program must not go on with it
	Left                  // a player has resigned
	Late                  // a deadline has passed
	Waits                 // for orders
	Closed                // all orders are in: it goes on by itself
	Paused
	NotBegun
	Over
)

// Of makes the rows of games, in the order in which they need attention.
func Of(u *docket.Docket, tx *store.Tx, games []string) (rows []Row, err error) {
	for _, id := range games {
		r, err := rowOf(u, tx, id)
		if errors.Is(err, docket.ErrNoRuleset) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Urgency, b.Urgency), a.Since.Compare(b.Since), cmp.Compare(a.Game, b.Game))
	})
	return rows, nil
}

func rowOf(u *docket.Docket, tx *store.Tx, id string) (r Row, err error) {
	over, err := docket.IsOver(tx, id)
	if err != nil {
		return r, err
	}
	var g *docket.Game
	held := false
	if over { // of which no position is needed
		if g, err = glance(u, tx, id); err != nil {
			return r, err
		}
	} else if g, err = u.Open(tx, id); err != nil {
		if _, held = errors.AsType[*docket.HeldError](err); !held {
			return r, err
		}
	}
	r = Row{Game: g.Game, Title: g.Title, Begun: g.GameRecord.Time, names: map[engine.Side]string{}}
	for _, p := range g.Players {
		r.names[p.Side] = p.Name
	}
	if r.Since, r.Mail, err = times(tx, g); err != nil || held {
		return r, err // held, and perhaps without a position
	}
	r.stand(g, u.Deadlines())
	return r, nil
}

func glance(u *docket.Docket, tx *store.Tx, id string) (*docket.Game, error) {
	inf, err := u.Info(tx, id)
	if err != nil {
		return nil, err
	}
	s, err := u.Glance(tx, id)
	return &docket.Game{Info: inf, State: s}, err
}

// times are when a game came to where it stands, and when its last mail came.
func times(tx *store.Tx, g *docket.Game) (since, mail time.Time, err error) {
	last, err := tx.LastSeq(g.Game)
	for seq := last; seq > 0 && err == nil && (since.IsZero() || mail.IsZero()); seq-- {
		var r store.Record
		if r, err = docket.OneRecord(tx, g.Game, seq); err != nil {
			break
		}
		switch at := record.Time(r.Data); r.Kind {
		case record.KindOrders, record.KindCommand, record.KindKey:
			mail = newest(mail, at)
		case record.KindStep, record.KindRollback, record.KindRuling, record.KindStart, record.KindOver, record.KindGame:
			since = newest(since, at)
		}
	}
	return since, mail, err
}

// newest is the time that was found before, if there is one: the log is read from its end.
func newest(known, at time.Time) time.Time {
	if known.IsZero() {
		return at
	}
	return known
}

// stand fills in what follows from the position.
func (r *Row) stand(g *docket.Game, now time.Time) {
	r.Stands, r.Urgency = g.HowItStands(), Over
	if g.Over() {
		return
	}
	r.Stands = fmt.Sprintf("turn %d", g.Turn())
	at := g.State.Position
	if score := lead(engine.Tell(g.Rules, at, at, nil, "").Victory.Stands); score != "" {
		r.Stands += ", " + score
	}
	r.Waiting, r.Urgency = g.Waiting(), Waits
	for _, side := range g.Sides {
		if g.Vacant(side) {
			r.Vacant = append(r.Vacant, side)
		}
	}
	paused := false
	if c := g.State.Clock; c != nil {
		paused = c.Paused.By != ""
		for _, side := range r.Waiting {
			s := c.Side(side)
			if s.Run != (clock.Run{}) && !paused && (r.Due.IsZero() || s.Run.Due.Before(r.Due)) {
				r.Due = s.Run.Due
			}
		}
	}
	switch {
	case g.State.Waits:
		r.Urgency, r.Waiting = NotBegun, nil
	case len(r.Vacant) > 0:
		r.Urgency = Left
	case paused:
		r.Urgency = Paused
	case !r.Due.IsZero() && !now.Before(r.Due):
		r.Urgency = Late
	case len(r.Waiting) == 0:
		r.Urgency = Closed
	}
}

// lead is who leads and by what, of the sentence that tells it.
func lead(stands string) string {
	for _, end := range []string{", which", ": ", ". "} {
		stands, _, _ = strings.Cut(stands, end)
	}
	return strings.TrimSuffix(stands, ".")
}

// State says in a word or two what is not as always.
func (r Row) State() string {
	switch r.Urgency {
	case Held:
		return "HELD"
	case Left:
		return fmt.Sprintf("%s has no player", sides(r.Vacant))
	case Late:
		return "LATE"
	case Closed:
		return "goes on by itself"
	case Paused:
		return "paused"
	case NotBegun:
		return "not begun"
	case Over:
		return "over"
	}
	return ""
}

// owes names who owes orders, and since when.
func (r Row) owes(now time.Time) string {
	var all []string
	for _, s := range r.Waiting {
		all = append(all, fmt.Sprintf("%s (%s)", s, r.names[s]))
	}
	if len(all) == 0 {
		return "–"
	}
	return strings.Join(all, ", ") + " since " + short(r.Since, now)
}

// About explains a Table.
const About = "What needs attention stands first. Times are UTC."

// Table has a line for each row. Times are UTC.
func Table(rows []Row, now time.Time) *engine.Table {
	t := &engine.Table{Columns: []string{"Game", "Stands", "Waits for", "Due", "Last mail", "State"}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.Game, cmp.Or(r.Stands, "–"), r.owes(now), short(r.Due, now),
			short(r.Mail, now), r.State()})
	}
	return t
}

// short is a time for a table: with its year if that is another, with the hour if it is near.
func short(at, now time.Time) string {
	switch away := now.Sub(at).Abs(); {
	case at.IsZero():
		return "–"
	case away > 300*24*time.Hour:
		return at.UTC().Format("2 Jan 2006")
	default:
		return at.UTC().Format("2 Jan 15.04")
	}
}

func sides(all []engine.Side) string {
	var names []string
	for _, s := range all {
		names = append(names, string(s))
	}
	return strings.Join(names, " and ")
}
