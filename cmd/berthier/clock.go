package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/umpire"
	"berthier/store"
)

var clockCommand = command{
	name:  "clock",
	usage: "[-config FILE] GAME extend SPAN [SIDE] | deadline DATE [HH:MM] [SIDE] | pause [DATE] | resume, or confirm",
	help:  "change the deadlines of a game, or confirm the clock of the machine",
	long: `
For a game that was created with -deadline. An extension counts from the deadline
as it was planned, not from now. DATE is one like 2027-04-05, HH:MM a time in the
zone of the player. Without SIDE all are meant. A pause without a date lasts
until "resume"; with one, up to the end of that day.

  berthier clock {id} extend 2d
  berthier clock {id} deadline 2027-04-05 20:00 {side2}
  berthier clock {id} pause 2027-08-31

Each change is a record of the game's log, is mailed to all players at once, and
stands in the next report. The daemon must not run while this command does; it takes
the same commands by mail.

When the clock of the machine jumps by more than an hour you are told, and deadlines
wait until it fits again. If it is right, "berthier clock confirm" lets them go on; it
works while the daemon runs, too.`,
	run: runClock,
}

func runClock(ctx context.Context, c *call) error {
	if n := len(c.args); n > 0 && c.args[n-1] == "confirm" && (n == 1 || n == 3 || strings.HasPrefix(c.args[0], "-")) {
		return c.confirmClock(ctx)
	}
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

// confirmClock lets the running daemon believe its clock, or, if none runs, the next one.
func (c *call) confirmClock(ctx context.Context) error {
	path := c.configFlag()
	if err := c.parse(1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	told := ""
	resp, err := askDaemon(ctx, cfg, http.MethodPost, "/clock")
	switch {
	case err == nil:
		defer resp.Body.Close()
		var text []byte
		text, err = io.ReadAll(resp.Body)
		told = string(text)
	case errors.Is(err, errNoDaemon):
		var h *hub
		if h, err = openHub(cfg, newLogger(cfg.Log, c.stderr), false); err == nil {
			told, err = h.confirmClock()
			err = errors.Join(err, h.close())
		}
	}
	fmt.Fprint(c.stdout, told)
	return err
}

func (h *hub) confirmClock() (told string, err error) {
	told, err = h.umpire.ConfirmClock()
	if errors.Is(err, umpire.ErrClockFits) {
		return err.Error() + "\n", nil
	}
	return told + "\n", err
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
