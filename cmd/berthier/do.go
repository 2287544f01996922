package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/store"
	"berthier/store/leaf"
)

var doCommand = command{
	name:  "do",
	usage: "[-config FILE] [-file FILE] COMMAND [GAME] [WORD…]",
	help:  "give a command of the umpire, as by mail",
	long: `
COMMAND is what a mail of the umpire would hold, without a header or a signature. The
game stands behind the word of the command, as in a mail; it can be left out if there
is only one:

  berthier do start {id}
  berthier do rollback {id} 12 "Bob's mail was lost"
  berthier do invite {id} {side1}
  berthier do -file word.txt announce {id}
  berthier do -file new-game.txt

It may as well stand in front of it: berthier do {id} start.

FILE has the lines that stand below the command, or all of them; - is standard input.
The text of the last command needs no line that closes it. "berthier do help" lists
the commands, and "berthier do help ruling" explains one. At the machine "position"
shows all that is hidden, and "key SIDE" registers the public key in FILE.

It works while the daemon runs, which carries it out, and without it. Everything of it
is done or nothing; the exit code is 1 if nothing is. Maps and other files are written
into the folder at hand.`,
	run: runDo,
}

// maxDoFile bounds the text of commands.
const maxDoFile = 2 << 20

func runDo(ctx context.Context, c *call) error {
	path := c.configFlag()
	file := c.flags.String("file", "", "`FILE` with what stands below the command; - is standard input")
	if err := c.parse(-1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	var o order
	if o.Words = c.flags.Args(); *file != "" {
		below, err := c.readFile(*file, maxDoFile)
		if err != nil {
			return err
		}
		o.Below = string(below)
	}
	if o.text(0) == "" {
		return c.usageError("want a command")
	}
	return doErrand.run(ctx, c, cfg, o)
}

// order is what the umpire gives at the machine: an optional game and commands as
// words, and what stands below them.
type order struct {
	Words []string
	Below string
}

// text is what the words behind the first so many say, and the lines below.
func (o order) text(from int) string {
	return strings.TrimSpace(strings.Join(o.Words[from:], " ") + "\n" + o.Below)
}

// doErrand carries an order out. Without a daemon a store is made for a first game.
var doErrand = errand[order]{path: "/do", do: (*hub).do,
	here: func(c *call, cfg config, o order) (t errandEnd, err error) {
		creates := strings.HasPrefix(strings.ToLower(o.text(0)), "create ")
		cfg.Log.Level = "warn" // the answer is on standard output
		if creates && isNew(cfg) {
			if err := o.try(cfg, c); err != nil {
				return t, err
			}
		}
		h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), creates)
		if err != nil {
			return t, err
		}
		defer func() { err = errors.Join(err, h.close()) }()
		return h.do(o)
	}}

// isNew reports whether no store was made yet.
func isNew(cfg config) bool {
	if cfg.inDatabase() {
		return errors.Is(haveStore(cfg), store.ErrNoStore)
	}
	_, err := os.Stat(cfg.storePath())
	return errors.Is(err, fs.ErrNotExist)
}

// try carries an order out over a store that is thrown away, so that a first game which cannot be leaves none behind.
func (o order) try(cfg config, c *call) error {
	dir, err := os.MkdirTemp("", "berthier-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cfg.State, cfg.Store, cfg.LogKey = dir, "", ""
	h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), true)
	if err != nil {
		return err
	}
	_, err = h.do(o)
	return errors.Join(err, h.close())
}

// do carries an order out.
func (h *hub) do(o order) (t errandEnd, err error) {
	game, text := "", o.text(0)
	games, err := h.umpire.Games()
	if err != nil {
		return t, err
	}
	if len(o.Words) > 0 {
		first := strings.ToLower(o.Words[0])
		named, command := slices.Contains(games, first), h.umpire.IsCommand(first)
		behind := len(o.Words) > 1 && h.umpire.IsCommand(strings.ToLower(o.Words[1]))
		switch {
		case named && !command && o.text(1) == "":
			return t, refusal{hint(fmt.Errorf("want a command for game %s", first), "berthier do help lists them")}
		case named && (!command || behind):
			game, text = first, o.text(1)
		case !command && leaf.ValidGame(first) && behind:
			return t, refusal{noGame(first, store.ErrNoGame)}
		}
	}
	a, err := h.umpire.Do(game, text)
	if err != nil {
		return t, asRefusal(err)
	}
	return errandEnd{Text: strings.Trim(a.Text, "\n") + "\n", Files: a.Files, Mails: a.Mails}, nil
}

// asRefusal makes the exit code 1 for what the umpire asked and cannot have.
func asRefusal(err error) error {
	var refused amiss.Refusal
	var held *docket.HeldError
	if errors.As(err, &refused) || errors.As(err, &held) || errors.Is(err, docket.ErrOver) ||
		errors.Is(err, store.ErrNoGame) {
		return refusal{err}
	}
	if damage, ok := errors.AsType[store.Problem](err); ok && damage.Game() != "" {
		return refusal{hint(fmt.Errorf("game %s is held, because a row of the store is damaged: %w", damage.Game(),
			damage), "berthier store check says what helps")}
	}
	return err
}
