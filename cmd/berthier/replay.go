package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"berthier/engine"
	"berthier/engine/book"
)

var replayCommand = command{
	name:  "replay",
	usage: "[-print] FILE…",
	help:  "play game logs again: does every step go as they say?",
	long: `
A game log is what "berthier simulate -save" writes: setup, seed and orders of
each step, and sums of the events and of the position that they led to. "go doc
berthier/engine/book" gives its form. With -print the orders and events
of every step are printed; without, those of the step that goes otherwise. The
exit code is 0 if all logs hold, 1 if one differs, 2 if one cannot be read.`,
	run: runReplay,
}

func runReplay(ctx context.Context, c *call) error {
	show := c.flags.Bool("print", false, "print orders and events")
	if err := c.parse(-1); err != nil {
		return err
	}
	if c.flags.NArg() == 0 {
		return c.usageError("want at least one game log")
	}
	rulesets, err := loadRulesets(config{})
	if err != nil {
		return err
	}
	differ := 0
	var unread []error
	for _, path := range c.flags.Args() {
		text, err := os.ReadFile(path)
		if err != nil {
			unread = append(unread, err)
			continue
		}
		g, err := book.ParseLog(text)
		if err != nil {
			unread = append(unread, fmt.Errorf("%s: %w", path, err))
			continue
		}
		rs, err := rulesetOf(rulesets, g.Game())
		if err != nil {
			unread = append(unread, fmt.Errorf("%s: %w", path, err))
			continue
		}
		if err := replayOne(ctx, c, rs, g, *show); err != nil {
			differ++
			fmt.Fprintf(c.stdout, "%s, %v\n", path, err)
			continue
		}
		fmt.Fprintf(c.stdout, "%s: %s, as logged. %s\n", path, count(len(g.Steps), "step"), g.Outcome.Text)
	}
	switch {
	case len(unread) > 0:
		return errors.Join(unread...)
	case differ > 0:
		return refusal{fmt.Errorf("%s of %d differ", count(differ, "game log"), c.flags.NArg())}
	}
	return nil
}

// replayOne plays one log again and prints what is asked for.
func replayOne(ctx context.Context, c *call, rs engine.Ruleset, g *book.Log, show bool) error {
	var last strings.Builder
	printed := 0
	err := g.Replay(rs, func(f book.Frame) error {
		last.Reset()
		printed = f.Step.Number
		fmt.Fprintf(&last, "\nstep %d\n", f.Step.Number)
		for _, o := range f.Step.Inputs {
			fmt.Fprintf(&last, "%s:\n", o.Side)
			for _, l := range o.Lines {
				fmt.Fprintf(&last, "  %s\n", l.Text)
			}
		}
		for _, e := range f.Step.Events {
			fmt.Fprintln(&last, e)
		}
		if show {
			fmt.Fprint(c.stdout, last.String())
		}
		return ctx.Err()
	})
	var at *book.LogError
	if errors.As(err, &at) && at.Step == printed && !show {
		fmt.Fprint(c.stdout, last.String())
	}
	return err
}
