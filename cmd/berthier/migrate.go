package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/store"
)

var migrateCommand = command{
	name:  "migrate",
	usage: "[-config FILE] [-yes] GAME",
	help:  "let a held game go on by the rules of this program",
	long: `
After a change of the program the daemon resolves the steps of every running
game again. A game in which the new rules would have done something otherwise is
held: its players and you are told, and no step is resolved. This command shows
which steps differ, and what the first would have led to.

With -yes the game goes on by the new rules from the next step on; what has
happened stays. Orders that wait are dropped, since the old rules checked them.
It is a record of the game's log, is mailed to the players, and stands in their
next report. To stay with the old rules, go on with the program that you had.
The exit code is 1 if the game is held and still is. It works while the daemon runs,
too.`,
	run: runMigrate,
}

// migration is the game that runMigrate asks about.
type migration struct {
	Game string
	Yes  bool
}

var migrateErrand = errand[migration]{path: "/migrate", do: (*hub).migrate}

func runMigrate(ctx context.Context, c *call) error {
	path := c.configFlag()
	yes := c.flags.Bool("yes", false, "let the game go on by the new rules")
	if err := c.parse(1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	return migrateErrand.run(ctx, c, cfg, migration{c.flags.Arg(0), *yes})
}

// asTheyWent tells of steps that were resolved again.
func asTheyWent(steps int) string {
	switch steps {
	case 0:
		return "no step is resolved yet"
	case 1:
		return "its 1 step goes as it went"
	}
	return fmt.Sprintf("its %d steps go as they went", steps)
}

func (h *hub) migrate(in migration) (t errandEnd, err error) {
	m, err := h.umpire.Migrate(in.Game, in.Yes)
	var out strings.Builder
	switch {
	case errors.Is(err, store.ErrNoGame):
		return t, refusal{noGame(in.Game, err)}
	case errors.Is(err, docket.ErrOver), errors.Is(err, play.ErrNoMigration):
		return t, refusal{err}
	case err != nil:
		return t, err
	case m.Why == "":
		t.Text = fmt.Sprintf("game %s is not held: rules %s, by this program %s; %s\n", in.Game, m.Old, m.New,
			asTheyWent(m.Steps))
		return t, nil
	}
	fmt.Fprintf(&out, "game %s is held: %s\nrules %s, by this program %s\n", in.Game, m.Why, m.Old, m.New)
	tellDifferences(&out, m)
	if !in.Yes {
		t.Text = out.String()
		return t, refusal{hint(fmt.Errorf("game %s is still held", in.Game),
			"berthier migrate -yes %s lets it go on by %s from the next step on", in.Game, m.New)}
	}
	fmt.Fprintf(&out, "\nfrom step %d on game %s goes on by %s, and its players are told\n", m.Record.Step+1, in.Game,
		m.New)
	t.Text = out.String()
	return t, nil
}

// tellDifferences prints which steps go otherwise, and the first in full.
func tellDifferences(w io.Writer, m docket.Migration) {
	if len(m.Differs) == 0 {
		return
	}
	var steps []string
	for _, d := range m.Differs {
		steps = append(steps, fmt.Sprint(d.Step))
	}
	fmt.Fprintf(w, "%d of %s go otherwise: %s\n", len(m.Differs), count(m.Steps, "step"), strings.Join(steps, ", "))
	d := m.Differs[0]
	fmt.Fprintf(w, "\nThe first is step %d: %v\n\nIts events (- as they were, + by this program):\n", d.Step, d.Err)
	printDifference(w, eventLines(d.Was), eventLines(d.Events))
	if d.Position != nil {
		fmt.Fprintln(w, "\nThe position after it:")
		printDifference(w, strings.Split(string(d.PositionWas), "\n"), strings.Split(string(d.Position), "\n"))
	}
}

func eventLines(events []engine.Event) (lines []string) {
	for _, e := range events {
		lines = append(lines, e.String())
	}
	return lines
}

// printDifference prints the lines of two texts that are in one of them only,
// in their order.
func printDifference(w io.Writer, was, is []string) {
	// length[i][j] is that of the longest common part of was[i:] and is[j:].
	length := make([][]int, len(was)+1)
	for i := range length {
		length[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			if was[i] == is[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(was) || j < len(is); {
		switch {
		case i < len(was) && j < len(is) && was[i] == is[j]:
			i, j = i+1, j+1
		case j == len(is) || i < len(was) && length[i+1][j] >= length[i][j+1]:
			fmt.Fprintln(w, "-", was[i])
			i++
		default:
			fmt.Fprintln(w, "+", is[j])
			j++
		}
	}
}
