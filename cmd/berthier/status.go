package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/roster"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

var gamesCommand = command{
	name:  "games",
	usage: "[-config FILE]",
	help:  "list the games of the store, what needs attention first",
	run: func(ctx context.Context, c *call) error {
		return c.readingHub(ctx, 0, func(h *hub) error {
			text, _, err := h.games(true)
			c.stdout.Write(text)
			return err
		})
	},
}

var statusCommand = command{
	name:  "status",
	usage: "[-config FILE] GAME",
	help:  "tell how a game stands",
	run: func(ctx context.Context, c *call) error {
		return c.readingHub(ctx, 1, func(h *hub) error {
			s, err := h.umpire.Status(c.flags.Arg(0))
			if errors.Is(err, store.ErrNoGame) {
				return refusal{hint(fmt.Errorf("no game %q in this store", c.flags.Arg(0)),
					"berthier games lists them")}
			}
			if err != nil {
				return asRefusal(err)
			}
			printStatus(c.stdout, s)
			var did []acts.Act
			err = h.store.View(func(tx *store.Tx) error {
				did, err = stored.Acts(tx, s.Game)
				return err
			})
			if err != nil {
				return err
			}
			printActs(c.stdout, did)
			_, err = printDiary(c.stdout, h.store, time.Now().AddDate(0, -1, 0))
			return errors.Join(err, h.printOutbox(c.stdout, s.Game), printAsideNote(c.stdout, h.cfg))
		})
	},
}

// games shows the table of all games.
func (h *hub) games(here bool) (text, html []byte, err error) {
	rows, now, err := h.umpire.Roster()
	if err != nil {
		return nil, nil, err
	}
	m := templates.RosterMail{Intro: []string{"There is no game."}, Here: here}
	if len(rows) > 0 {
		m.Intro, m.Games = []string{roster.About().String()}, roster.Table(rows, now)
	}
	return templates.Roster(m)
}

// readingHub reads the flags and opens a store that exists, for a command that changes
// nothing, so that the daemon may run.
func (c *call) readingHub(ctx context.Context, args int, do func(h *hub) error) (err error) {
	path := c.configFlag()
	if err := c.parse(args); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	h, err := readHub(ctx, cfg, newLogger(cfg.Log, c.stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	return do(h)
}

// state is one plain sentence on who is to act.
func state(s roster.Status) string {
	switch {
	case s.Held != "":
		return "held, see berthier status " + s.Game
	case s.Waits:
		return "not started; berthier do start " + s.Game + " begins it"
	case s.Outcome.Over && !s.Reopens.IsZero():
		return fmt.Sprintf("over: %s; berthier do reopen %s can let it go on until %s", s.Outcome.Text, s.Game,
			s.Reopens.Format(time.RFC3339))
	case s.Leads:
		return "over: no winner, the battle can begin; berthier export " + s.Game + " makes it"
	case s.Outcome.Over && s.Outcome.Rule == "" && s.Outcome.Winner == "":
		return "over: " + s.Outcome.Text
	case s.Outcome.Over && s.Outcome.Winner == "":
		return "over: a draw"
	case s.Outcome.Over:
		return "over: " + string(s.Outcome.Winner) + " won"
	}
	if s.Closed != nil {
		return fmt.Sprintf("turn %d, waits for a round of the beacon", s.Turn)
	}
	if s.Changes != "" {
		return fmt.Sprintf("turn %d, all orders are in, and %s", s.Turn, s.Changes)
	}
	return fmt.Sprintf("turn %d, waits for %s", s.Turn, join(s.Waiting))
}

func join(sides []engine.Side) (text string) {
	for i, s := range sides {
		if i > 0 {
			text += " and "
		}
		text += string(s)
	}
	return text
}

func printStatus(w io.Writer, s roster.Status) {
	fmt.Fprintf(w, "%s: %s (%s %s, scenario %s)\n", s.Game, s.Title, s.Ruleset, s.Version, s.Setup.Scenario)
	fmt.Fprintf(w, "begun %s, %s resolved, %s\n", s.Time.Format(time.RFC3339), count(s.Step, "step"), state(s))
	for _, p := range s.Players {
		if p.Computer != (record.Computer{}) {
			fmt.Fprintf(w, "%s: %s, answers at once\n", p.Side, p.Name)
			continue
		}
		answer := ""
		if slices.Contains(s.Answered, p.Side) {
			answer = ", has answered"
		} else if slices.Contains(s.Waiting, p.Side) {
			answer = ", owes orders"
		} else if slices.Contains(s.Early, p.Side) {
			answer = ", owes nothing, has sent orders beforehand"
		}
		if slices.Contains(s.Draw, p.Side) {
			answer += ", offers a draw"
		}
		if slices.Contains(s.Vacant, p.Side) {
			answer += ", has resigned"
		}
		fmt.Fprintf(w, "%s: %s <%s>, %s%s\n", p.Side, p.Name, s.Address[p.Side],
			cmp.Or(s.Keys[p.Side].Name(), "no key"), answer)
	}
	for _, d := range s.Owed {
		if d.Optional {
			continue
		}
		fmt.Fprintf(w, "open: %s: %s [%s]\n", d.Side, d.Prompt, d.Rule)
	}
	if s.Closed != nil {
		fmt.Fprintf(w, "the dice of step %d wait for round %d of %s, published %s\n", s.Closed.Step, s.Closed.Round,
			s.Beacon, s.Beacon.Time(s.Closed.Round).Format(time.RFC3339))
	}
	if s.Held != "" {
		fmt.Fprintf(w, "held: %s\n", s.Held)
		fmt.Fprintf(w, "berthier migrate %s shows more, and can let it go on\n", s.Game)
	}
	if s.Stuck > 0 {
		fmt.Fprintf(w, "%s met a fault of this program or came while the game was held, to be tried again when the "+
			"daemon starts\n", count(s.Stuck, "mail"))
	}
	printClock(w, s)
	fmt.Fprintf(w, "anchor of the dice: %s\n", s.Anchor)
}

// printOutbox counts the mails of a game and shows what is wrong with them.
func (h *hub) printOutbox(w io.Writer, game string) error {
	return h.store.View(func(tx *store.Tx) error {
		var sent, waiting, given int
		for m, err := range tx.Mails(game) {
			switch {
			case err != nil:
				return err
			case m.Waiting():
				waiting++
			case !m.SentAt.IsZero():
				sent++
			default:
				given++
			}
			if !m.HeldAt.IsZero() {
				fmt.Fprintf(w, "mail %s to %s: %s\n", m.ID, m.To[0], waitsFor(m))
			} else if m.SentAt.IsZero() && m.LastError != "" {
				fmt.Fprintf(w, "mail %s to %s: %s\n", m.ID, m.To[0], m.LastError)
			}
		}
		fmt.Fprintf(w, "mails: %d sent, %d waiting, %d given up\n", sent, waiting, given)
		return nil
	})
}

// printActs tells what the umpire did.
func printActs(w io.Writer, did []acts.Act) {
	for _, a := range did {
		fmt.Fprintf(w, "%s, %s\n", a.Time.Format("2006-01-02"), phrase.OneLine(a.String()))
	}
}
