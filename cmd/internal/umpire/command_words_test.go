package umpire

import (
	"fmt"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
)

// Each command of a record has a sentence of its own.
func TestTellCommand(t *testing.T) {
	for command, want := range map[string]string{
		record.CommandWithdraw: "Red has withdrawn the orders for step 3.",
		record.CommandDraw:     `Red offers a draw: "draw" accepts it until step 3 is resolved.`,
		record.CommandNoDraw:   "Red does not offer a draw any more.",
		record.CommandConcede:  "Red gives the game up.",
		record.CommandResign: "Red has resigned; until the umpire finds another player the defaults are " +
			"used.",
		record.CommandFinal:             "Red says that the orders for step 3 are final.",
		record.CommandNotFinal:          "Red says that the orders for step 3 are not final.",
		"absence 2030-12-24":            "Red is away: 2030-12-24.",
		"absence 2030-12-24 2031-01-01": "Red is away: 2030-12-24 to 2031-01-01.",
		"pause 2031-01-01":              "Red proposes a pause up to 2031-01-01.",
		record.CommandResume:            "Red wants no pause.",
		"language pl":                   "The mails to Red are in polski from then on.",
	} {
		c := record.Command{Head: record.Head{Step: 2}, Side: "Red", Command: command}
		if got := tell.Command(c).String(); got != want || !record.ValidCommand(command) {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
}

// The history tells of the clocks what the other players were told.
func TestHistoryOfClocks(t *testing.T) {
	tb := clocked(t, "3d; run final; absence 10; pause 30")
	tb.play("Red", 1, 1, "pick 3")
	has(t, tb.tell("Red", "absence 2030-12-20"), "Red is away")
	has(t, tb.tell("Red", "pause 2030-12-10\nfinal"), "Your orders are final.")
	got := tb.tell("Blue", "history")
	has(t, got, "Red proposes a pause up to 2030-12-10")
	hasNot(t, got, "withdrawn", "final", "away")
	for _, line := range []string{"pause", "resume", "extend 2d Red", "language Blue fr"} {
		if _, err := tb.u.Do("duel-1", line); err != nil {
			t.Fatal(line, err)
		}
	}
	tb.deliver()
	has(t, tb.tell("Red", "history"), "The umpire stopped the clocks.", "The umpire let the clocks run again.",
		"The umpire changed deadlines.")
	has(t, tb.tell("Blue", "history"), "L’arbitre a arrêté les horloges.", "L’arbitre a relancé les horloges.",
		"L’arbitre a changé des échéances.")
}

// A command among the orders is told to be one, in whichever language it is written.
func TestCommandAmongOrders(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for i, word := range []string{"preview", "Vorschau", "withdraw"} {
		tb.play("Red", 1, 1, word+strings.Repeat(" ", i+1)+"\npick 4")
		has(t, tb.deliver(), "orders refused", "no order begins with",
			fmt.Sprintf("Hint: %q is a command: write it above the block of orders", word))
	}
	tb.play("Red", 1, 1, "jump 4")
	if got := text(tb.deliver()); strings.Contains(got, "is a command") {
		t.Errorf("got\n%s", got)
	}
}
