package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/umpire"
	"berthier/store"
)

var clockCommand = command{
	name:  "clock",
	usage: "[-config FILE] GAME extend SPAN [SIDE] | deadline DATE [HH:MM] [SIDE] | pause [DATE] | resume",
	help:  "change the deadlines of a game",
	long: `
For a game that was created with -deadline. An extension counts from the deadline
as it was planned, not from now. DATE is one like 2027-04-05, HH:MM a time in the
zone of the player. Without SIDE all are meant. A pause without a date lasts
until "resume"; with one, up to the end of that day.

  berthier clock austerlitz-1 extend 2d
  berthier clock austerlitz-1 deadline 2027-04-05 20:00 Allied
  berthier clock austerlitz-1 pause 2027-08-31

Each change is a record of the game's log, is mailed to all players at once, and
stands in the next report. The daemon must not run while this command does; it takes
the same commands by mail.`,
	run: runClock,
}

func runClock(_ context.Context, c *call) error {
	return c.withHub(-1, func(h *hub) error {
		if c.flags.NArg() < 2 {
			return c.usageError("want GAME, and extend, deadline, pause or resume")
		}
		game := c.flags.Arg(0)
		change, err := umpire.ParseClockChange(c.flags.Arg(1), c.flags.Args()[2:])
		if err != nil {
			return c.usageError("%v", err)
		}
		text, err := h.umpire.ChangeClock(game, change)
		switch {
		case errors.Is(err, store.ErrNoGame):
			return refusal{hint(fmt.Errorf("no game %q in this store", game), "berthier games lists them")}
		case errors.Is(err, umpire.ErrNoClock):
			return refusal{hint(err, "berthier new -deadline makes a game with deadlines")}
		case err != nil:
			return refusal{err}
		}
		fmt.Fprintln(c.stdout, text)
		fmt.Fprintln(c.stdout, "The mails to the players wait in the store; berthier serve sends them.")
		return nil
	})
}

// printClock tells when orders are due, and who is late.
func printClock(w io.Writer, s umpire.Status) {
	if s.GameRecord.Clock.None() || s.Outcome.Over {
		return
	}
	fmt.Fprintf(w, "deadlines: %s\n", s.GameRecord.Clock)
	if p := s.Clock.Paused; p.By != "" {
		until := ""
		if !p.Until.IsZero() {
			until = " until " + p.Until.Format("2 January 2006, 15.04 UTC")
		}
		fmt.Fprintf(w, "paused by the %s since %s%s\n", p.By, p.From.Format("2 January 2006, 15.04 UTC"), until)
	}
	for _, side := range s.Clock.Sides {
		if line := clockLine(s, side); line != "" {
			fmt.Fprintf(w, "clock of %s: %s\n", side.Side, line)
		}
	}
}

func clockLine(s umpire.Status, side clock.Side) (line string) {
	if side.Run != (clock.Run{}) {
		line = "due " + side.When(side.Run.Due)
		switch {
		case slices.Contains(s.Answered, side.Side) && side.Final:
			line += ", orders are in and final"
		case slices.Contains(s.Answered, side.Side):
			line += ", orders are in"
		case !s.Now.Before(side.Run.Due) && s.Clock.Paused.By == "":
			line += ", LATE: orders are taken until " + side.When(side.Run.End)
		}
		line += "; "
	}
	if s.GameRecord.Clock.Bank > 0 {
		line += clock.Short(side.Bank) + " in the time bank; "
	}
	if side.Missed > 0 {
		line += count(side.Missed, "deadline") + " missed in a row; "
	}
	for _, a := range side.Absence {
		line += "away " + a.String() + "; "
	}
	if line != "" {
		line = line[:len(line)-len("; ")]
	}
	return line
}
