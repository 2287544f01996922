package main

import (
	"fmt"
	"io"
	"slices"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/roster"
)

// printClock tells when orders are due, and who is late.
func printClock(w io.Writer, s roster.Status) {
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

func clockLine(s roster.Status, side clock.Side) (line string) {
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
