package roster

import (
	"cmp"
	"errors"
	"fmt"
	"sort"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
)

// Row is one game.
type Row struct {
	Game, Title string
	Stands      tongue.Text   // "turn 3, French leads 25:23"
	Waiting     []engine.Side // owe orders
	Vacant      []engine.Side // whose player has resigned
	Begun       time.Time
	Since       time.Time // when the game came to where it stands
	Due         time.Time // the earliest deadline of those who owe orders; zero for none
	Mail        time.Time // when the last mail of a player came that is in the log; zero for none
	Urgency     Urgency
	Damaged     bool // a row of it in the store is: nothing else is known
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
func Of(u *docket.Docket, games []string) (rows []Row, err error) {
	for _, id := range games {
		r, err := rowOf(u, id)
		if u.Store.Damage(err) == id { // of which nothing else is known
			r, err = Row{Game: id, Title: id, Stands: phrase.Say("roster.damaged"), Damaged: true}, nil
		}
		if errors.Is(err, docket.ErrNoRuleset) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	sort.SliceStable(rows, func(i, j int) bool {
		a, b := &rows[i], &rows[j]
		return cmp.Or(cmp.Compare(a.Urgency, b.Urgency), a.Since.Compare(b.Since), cmp.Compare(a.Game, b.Game)) < 0
	})
	return rows, nil
}

func rowOf(u *docket.Docket, id string) (r Row, err error) {
	over, err := u.Store.IsOver(id)
	if err != nil {
		return r, err
	}
	var g *docket.Game
	held := false
	if over { // of which no position is needed
		if g, err = glance(u, id); err != nil {
			return r, err
		}
	} else if g, err = u.Look(id); err != nil {
		if _, held = errors.AsType[*docket.HeldError](err); !held {
			return r, err
		}
	}
	r = Row{Game: g.Game, Title: g.Title, Begun: g.GameRecord.Time, names: map[engine.Side]string{}}
	for _, p := range g.Players {
		r.names[p.Side] = p.Name
	}
	if r.Since, r.Mail, err = times(u, g); err != nil || held {
		return r, err // held, and perhaps without a position
	}
	r.stand(g, u.Deadlines())
	return r, nil
}

func glance(u *docket.Docket, id string) (*docket.Game, error) {
	inf, err := u.Info(id)
	if err != nil {
		return nil, err
	}
	g := &docket.Game{Info: inf}
	g.State, err = u.Glance(id)
	return g, err
}

// times are when a game came to where it stands, and when its last mail came.
func times(u *docket.Docket, g *docket.Game) (since, mail time.Time, err error) {
	last, err := u.Store.LastSeq(g.Game)
	for seq := last; seq > 0 && err == nil && (since.IsZero() || mail.IsZero()); seq-- {
		var r store.Record
		if r, err = u.Store.Record(g.Game, seq); err != nil {
			break
		}
		switch at := record.Time(r.Data); r.Kind {
		case record.KindOrders, record.KindCommand, record.KindKey:
			mail = newest(mail, at)
		case record.KindStep, record.KindRollback, record.KindRuling, record.KindStart, record.KindOver,
			record.KindGame:
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
	r.Stands, r.Urgency = tell.HowItStands(g), Over
	if g.Over() {
		return
	}
	r.Stands = phrase.Say("roster.turn", "turn", g.Turn())
	at := g.State.Position
	if score := engine.Tell(g.Rules, at, at, nil, "").Victory.Score; !score.Empty() {
		r.Stands = tongue.List([]tongue.Text{r.Stands, score}, ", ")
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

// State says in a word or two what is not as always.
func (r Row) State() (none tongue.Text) {
	switch r.Urgency {
	case Held:
		return phrase.Say("roster.held")
	case Left:
		return phrase.Say("roster.left", "sides", sides(r.Vacant))
	case Late:
		return phrase.Say("roster.late")
	case Closed:
		return phrase.Say("roster.closed")
	case Paused:
		return phrase.Say("duty.paused")
	case NotBegun:
		return phrase.Say("roster.notbegun")
	case Over:
		return phrase.Say("games.over")
	}
	return none
}

// owes names who owes orders, and since when.
func (r Row) owes(now time.Time) tongue.Text {
	var all []tongue.Text
	for _, s := range r.Waiting {
		all = append(all, tongue.Name(fmt.Sprintf("%s (%s)", s, r.names[s])))
	}
	if len(all) == 0 {
		return tongue.Name("–")
	}
	return phrase.Say("roster.since", "sides", tongue.List(all, ", "), "at", short(r.Since, now))
}

// About explains a Table.
func About() tongue.Text { return phrase.Say("roster.about") }

// Table has a line for each row. Times are UTC.
func Table(rows []Row, now time.Time) *engine.Table {
	var lines [][]tongue.Text
	for _, r := range rows {
		stands := r.Stands
		if stands.Empty() {
			stands = tongue.Name("–")
		}
		lines = append(lines, []tongue.Text{tongue.Name(r.Game), stands, r.owes(now), short(r.Due, now),
			short(r.Mail, now), r.State()})
	}
	return &engine.Table{Columns: []tongue.Text{phrase.Say("column.game"), phrase.Say("column.stands"),
		phrase.Say("column.waits"), phrase.Say("column.due"), phrase.Say("column.mail"), phrase.Say("column.state")},
		Rows: lines}
}

// short is a time for a table: with its year if that is another, with the hour if it is near.
func short(at, now time.Time) tongue.Text {
	switch away := now.Sub(at).Abs(); {
	case at.IsZero():
		return tongue.Name("–")
	case away > 300*24*time.Hour:
		return phrase.Day(at)
	default:
		return phrase.Brief(at)
	}
}

func sides(all []engine.Side) tongue.Text {
	var names []tongue.Text
	for _, s := range all {
		names = append(names, tongue.Name(string(s)))
	}
	return tongue.List(names, tongue.And)
}
