package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/umpire"
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
The exit code is 1 if the game is held and still is. The daemon must not run
while this command does.`,
	run: runMigrate,
}

func runMigrate(_ context.Context, c *call) error {
	yes := c.flags.Bool("yes", false, "let the game go on by the new rules")
	return c.withHub(1, func(h *hub) error {
		game := c.flags.Arg(0)
		m, err := h.umpire.Migrate(game, *yes)
		switch {
		case errors.Is(err, store.ErrNoGame):
			return refusal{noGame(game, err)}
		case errors.Is(err, umpire.ErrOver), errors.Is(err, umpire.ErrNoMigration):
			return refusal{err}
		case err != nil:
			return err
		case m.Why == "":
			fmt.Fprintf(c.stdout, "game %s is not held: rules %s, by this program %s; %s go as they went\n", game, m.Old, m.New, count(m.Steps, "step"))
			return nil
		}
		fmt.Fprintf(c.stdout, "game %s is held: %s\nrules %s, by this program %s\n", game, m.Why, m.Old, m.New)
		c.tellDifferences(m)
		if !*yes {
			return refusal{hint(fmt.Errorf("game %s is still held", game), "berthier migrate -yes %s lets it go on by %s from the next step on", game, m.New)}
		}
		fmt.Fprintf(c.stdout, "\nfrom step %d on game %s goes on by %s\n", m.Record.Step+1, game, m.New)
		fmt.Fprintln(c.stdout, "The mails to the players wait in the store; berthier serve sends them.")
		return nil
	})
}

// tellDifferences prints which steps go otherwise, and the first in full.
func (c *call) tellDifferences(m umpire.Migration) {
	if len(m.Differs) == 0 {
		return
	}
	var steps []string
	for _, d := range m.Differs {
		steps = append(steps, fmt.Sprint(d.Step))
	}
	fmt.Fprintf(c.stdout, "%d of %s go otherwise: %s\n", len(m.Differs), count(m.Steps, "step"), strings.Join(steps, ", "))
	d := m.Differs[0]
	fmt.Fprintf(c.stdout, "\nThe first is step %d: %v\n\nIts events (- as they were, + by this program):\n", d.Step, d.Err)
	c.printDifference(eventLines(d.Was), eventLines(d.Events))
	if d.Position != nil {
		fmt.Fprintln(c.stdout, "\nThe position after it:")
		c.printDifference(strings.Split(string(d.PositionWas), "\n"), strings.Split(string(d.Position), "\n"))
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
func (c *call) printDifference(was, is []string) {
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
			fmt.Fprintln(c.stdout, "-", was[i])
			i++
		default:
			fmt.Fprintln(c.stdout, "+", is[j])
			j++
		}
	}
}
