package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// What an umpire does to a game, as he also can by mail.

// actCommands are in the order of a game's life.
var actCommands = []command{startCommand, keysCommand, previewCommand, processCommand, announceCommand, rollbackCommand, burnCommand, positionCommand, rulingCommand, substituteCommand, closeCommand}

const noDaemon = "\nThe daemon must not run while this command does; when it runs, give the command by mail."

var startCommand = command{
	name: "start", usage: "[-config FILE] GAME", help: "start a game that was created with -wait",
	run: func(_ context.Context, c *call) error {
		return c.act(1, func(h *hub, game string) (string, error) {
			return "Orders count from now on.", h.umpire.Start(game, "")
		})
	},
}

var processCommand = command{
	name: "process", usage: "[-config FILE] GAME", help: "resolve the step of a game without waiting",
	long: "Whoever has sent no orders takes his standing orders and the defaults." + noDaemon,
	run: func(_ context.Context, c *call) error {
		return c.act(1, func(h *hub, game string) (string, error) {
			if err := h.umpire.Process(game); err != nil {
				return "", err
			}
			s, err := h.umpire.Status(game)
			return fmt.Sprintf("%s resolved, %s", count(s.Step, "step"), state(s)), err
		})
	},
}

var announceCommand = command{
	name: "announce", usage: "[-config FILE] GAME FILE", help: "mail a text to all players of a game",
	long: "FILE is plain text; - reads standard input." + noDaemon,
	run: func(_ context.Context, c *call) error {
		return c.act(2, func(h *hub, game string) (string, error) {
			text, err := c.readFile(c.flags.Arg(1), maxActFile)
			if err != nil {
				return "", err
			}
			_, err = h.umpire.Announce(game, string(text), "")
			return "The text goes to all players.", err
		})
	},
}

var rollbackCommand = command{
	name: "rollback", usage: "[-config FILE] -reason TEXT GAME STEP", help: "take a game back to where it stood after a step",
	long: `
STEP is the number of the step after which the game goes on, 0 for its beginning.
The rollback is a step of its own: it takes the next number and the next link of
the dice, with which nothing is rolled, so that no turn file from before it can
count. What is taken back stays in the log and its dice are never used again.
Orders that wait are dropped. All players get a report with the reason. While a
step waits for a round of the beacon STEP may be where the game stands: the step
is opened again.
` + noDaemon,
	run: func(_ context.Context, c *call) error {
		reason := c.flags.String("reason", "", "why, for the players: `TEXT`")
		return c.act(2, func(h *hub, game string) (string, error) {
			to, err := strconv.Atoi(c.flags.Arg(1))
			if err != nil {
				return "", c.usageError("%q is not the number of a step", c.flags.Arg(1))
			}
			r, err := h.umpire.Rollback(game, to, *reason, "")
			return fmt.Sprintf("The rollback is step %d; the next orders are for step %d.", r.Step, r.Step+1), err
		})
	},
}

var burnCommand = command{
	name: "burn", usage: "[-config FILE] -reason TEXT GAME STEP", help: "burn links of the dice that somebody may know",
	long: `
For a store that was put back: STEP is the last step of which anybody has a report,
though the game here never came so far. The links up to it are never used, the dice
go on with later ones. The daemon does it by itself when a mail quotes such a report.
The log and a report to all players say so, with the reason. Orders that wait are
dropped.
` + noDaemon,
	run: func(_ context.Context, c *call) error {
		reason := c.flags.String("reason", "", "why, for the players: `TEXT`")
		return c.act(2, func(h *hub, game string) (string, error) {
			last, err := strconv.Atoi(c.flags.Arg(1))
			if err != nil {
				return "", c.usageError("%q is not the number of a step", c.flags.Arg(1))
			}
			r, err := h.umpire.Burn(game, last, *reason, "")
			return fmt.Sprintf("The links %d to %d are burned; the next orders are for step %d.", r.From, r.Step, r.Step+1), err
		})
	},
}

var rulingCommand = command{
	name: "ruling", usage: "[-config FILE] -reason TEXT GAME FILE", help: "change the position of a game by hand",
	long: `
FILE is the position as "berthier position" prints it, changed with an editor; or
only what changes, lines that go out behind "-" and lines that come in behind "+":

  - unit 1leg 1512 NE ordered entered
  + unit 1leg 1513 NE disordered entered

The order of lines does not matter where it says nothing. A position that the
rules do not allow is refused. The change is a step of its own and stands in the
log, hidden until the game is over; every player gets a report with the reason,
and with those of the changes that he may see. Orders that wait are dropped.
While a resolution waits for a player's answer no ruling is possible: take it
back first.
` + noDaemon,
	run: func(_ context.Context, c *call) error {
		reason := c.flags.String("reason", "", "why, for the players: `TEXT`")
		return c.act(2, func(h *hub, game string) (string, error) {
			text, err := c.readFile(c.flags.Arg(1), maxActFile)
			if err != nil {
				return "", err
			}
			l, err := h.umpire.Ruling(game, text, *reason, "")
			if err != nil {
				return "", err
			}
			var out strings.Builder
			for _, e := range l.Edits {
				fmt.Fprintln(&out, e)
			}
			fmt.Fprintf(&out, "The ruling is step %d; the next orders are for step %d.", l.Step, l.Step+1)
			return out.String(), nil
		})
	},
}

var positionCommand = command{
	name: "position", usage: "[-config FILE] GAME", help: "print the position of a game, with all that is hidden, for a ruling",
	run: func(ctx context.Context, c *call) error {
		return c.readingHub(ctx, 1, func(h *hub) error {
			text, err := h.umpire.Position(c.flags.Arg(0))
			if err != nil {
				return noGame(c.flags.Arg(0), err)
			}
			_, err = c.stdout.Write(text)
			return err
		})
	},
}

var substituteCommand = command{
	name: "substitute", usage: "[-config FILE] -reason TEXT GAME SIDE=ADDRESS[=KEYFILE]", help: "give a side to another player",
	long: `
SIDE=ADDRESS=KEYFILE is as for "berthier new"; without =KEYFILE the new player is
invited to register a key. He gets a mail with all that he needs; all players,
also the one who leaves, are told. Orders of the side that wait are dropped. In a
game with deadlines his first clock is longer, if the game says so.
` + noDaemon,
	run: func(_ context.Context, c *call) error {
		reason := c.flags.String("reason", "", "why, for the players: `TEXT`")
		return c.act(2, func(h *hub, game string) (string, error) {
			p, err := c.readPlayer(c.flags.Arg(1))
			if err != nil {
				return "", err
			}
			s, err := h.umpire.Substitute(game, p, *reason, "")
			return fmt.Sprintf("%s plays %s in the place of %s.", s.New, s.Side, s.Old), err
		})
	},
}

var closeCommand = command{
	name: "close", usage: "[-config FILE] -reason TEXT GAME", help: "end a game without a result and open its secrets",
	long: "It cannot be taken back. All players get the last mail with the reason." + noDaemon,
	run: func(_ context.Context, c *call) error {
		reason := c.flags.String("reason", "", "why, for the players: `TEXT`")
		return c.act(1, func(h *hub, game string) (string, error) {
			_, err := h.umpire.Close(game, *reason, "")
			return "The game is over, without a result.", err
		})
	},
}

var keysCommand = command{
	name: "keys", usage: "[-config FILE] GAME", help: "list the key with which each side signs",
	run: func(ctx context.Context, c *call) error {
		return c.readingHub(ctx, 1, func(h *hub) error {
			s, err := h.umpire.Status(c.flags.Arg(0))
			if err != nil {
				return noGame(c.flags.Arg(0), err)
			}
			for _, p := range s.Players {
				fmt.Fprintf(c.stdout, "%s: %s, %s\n", p.Side, p.Name, cmp.Or(s.Keys[p.Side].Name(), "no key"))
			}
			fmt.Fprintf(c.stdout, "log: %s\n", record.Fingerprint(s.Log))
			return nil
		})
	},
}

var previewCommand = command{
	name: "preview", usage: "[-config FILE] GAME SIDE TURNFILE", help: "show what a turn file of a side would mean now",
	long: `
It is what "berthier check" shows the player of that side: his orders as they are
understood with the odds of each attack, or every fault, out of what he may know.
Nothing is rolled and nothing changes. - reads standard input.`,
	run: func(ctx context.Context, c *call) error {
		return c.readingHub(ctx, 3, func(h *hub) error {
			text, err := c.readFile(c.flags.Arg(2), sign.MaxSigned)
			if err != nil {
				return err
			}
			a, err := h.umpire.Attachment(c.flags.Arg(0), engine.Side(c.flags.Arg(1)))
			if err != nil {
				return asRefusal(noGame(c.flags.Arg(0), err))
			}
			return c.showFile(h.rulesets, h.cfg, a, text, c.flags.Arg(2))
		})
	},
}

// maxActFile bounds a file that is announced, or that holds a position.
const maxActFile = 1 << 20

// act carries out what an umpire does to the game that the first argument names,
// and prints what do says of it.
func (c *call) act(args int, do func(h *hub, game string) (string, error)) error {
	return c.withHub(args, func(h *hub) error {
		text, err := do(h, c.flags.Arg(0))
		if err != nil {
			return asRefusal(noGame(c.flags.Arg(0), err))
		}
		fmt.Fprintln(c.stdout, text)
		fmt.Fprintln(c.stdout, "The mails wait in the store; berthier serve sends them.")
		return nil
	})
}

// asRefusal makes the exit code 1 for what the umpire asked and cannot have.
func asRefusal(err error) error {
	var refused umpire.Refusal
	var held *umpire.HeldError
	if errors.As(err, &refused) || errors.As(err, &held) || errors.Is(err, umpire.ErrOver) || errors.Is(err, store.ErrNoGame) {
		return refusal{err}
	}
	return err
}

// printActs tells what the umpire did.
func printActs(w io.Writer, acts []umpire.Act) {
	for _, a := range acts {
		fmt.Fprintf(w, "%s, %s\n", a.Time.Format("2006-01-02"), a)
	}
}
