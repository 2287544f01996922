package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"berthier/cmd/internal/umpire"
	"berthier/store"
	"berthier/store/leaf"
)

var doCommand = command{
	name:  "do",
	usage: "[-config FILE] [-file FILE] [GAME] [COMMAND…]",
	help:  "give a command of the umpire, as by mail",
	long: `
COMMAND is what a mail of the umpire would hold, without a header or a signature:

  berthier do {id} rollback 12 "Bob's mail was lost"
  berthier do {id} invite {side1}
  berthier do {id} extend 2d
  berthier do -file word.txt {id} announce
  berthier do -file new-game.txt

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
	return c.give(ctx, cfg, o)
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

// outcome is what the daemon answers to POST /do.
type outcome struct {
	umpire.Answer
	Refused string // why nothing was done; "" if it was
}

// give lets the running daemon carry an order out, or does so if none runs, and
// prints the answer.
func (c *call) give(ctx context.Context, cfg config, o order) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	var done outcome
	waits := ""
	resp, err := askDaemonWith(ctx, cfg, http.MethodPost, "/do", bytes.NewReader(body))
	switch {
	case err == nil:
		defer resp.Body.Close()
		if err := json.NewDecoder(resp.Body).Decode(&done); err != nil {
			return fmt.Errorf("the running daemon: %w; its log says more", err)
		}
	case errors.Is(err, errNoDaemon):
		if done, err = c.doHere(cfg, o); err != nil {
			return err
		}
		if done.Mails > 0 {
			waits = fmt.Sprintf("\n%s in the store; berthier serve sends %s.\n",
				plural(done.Mails, "1 mail waits", "%d mails wait"), plural(done.Mails, "it", "them"))
		}
	default:
		return err
	}
	if done.Refused != "" {
		return refusal{errors.New(done.Refused)}
	}
	fmt.Fprint(c.stdout, strings.Trim(done.Text, "\n")+"\n"+waits)
	for _, f := range done.Files {
		if err := writeNew(f.Name, f.Bytes, 0o600); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: %d bytes\n", f.Name, len(f.Bytes))
	}
	return nil
}

// plural is one of two words; a %d in the second is the number.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return strings.ReplaceAll(many, "%d", fmt.Sprint(n))
}

// doHere carries an order out without a daemon. A store is made for a first game.
func (c *call) doHere(cfg config, o order) (done outcome, err error) {
	creates := strings.HasPrefix(strings.ToLower(o.text(0)), "create ")
	cfg.Log.Level = "warn" // the answer is on standard output
	h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), creates)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	return h.do(o)
}

// do carries an order out; err is a fault of ours.
func (h *hub) do(o order) (done outcome, err error) {
	game, text := "", o.text(0)
	games, err := h.umpire.Games()
	if err != nil {
		return done, err
	}
	if len(o.Words) > 0 {
		first := strings.ToLower(o.Words[0])
		switch {
		case slices.Contains(games, first) && o.text(1) == "" && !h.umpire.IsCommand(first):
			return outcome{Refused: fmt.Sprintf("want a command for game %s\nhint: berthier do help lists them", first)}, nil
		case slices.Contains(games, first) && o.text(1) != "":
			game, text = first, o.text(1)
		case len(o.Words) > 1 && !h.umpire.IsCommand(first) && leaf.ValidGame(first) && h.umpire.IsCommand(o.Words[1]):
			return outcome{Refused: fmt.Sprintf("no game %q in this store\nhint: berthier games lists them", first)}, nil
		}
	}
	done.Answer, err = h.umpire.Do(game, text)
	if err := asRefusal(err); errors.As(err, new(refusal)) {
		return outcome{Refused: err.Error()}, nil
	}
	return done, err
}

// handleDo answers POST /do.
func (h *hub) handleDo(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(io.LimitReader(r.Body, 8*maxDoFile)).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	done, err := h.do(o)
	if err != nil {
		h.log.Error("a command at the machine met a fault of this program", "error", err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if err := json.NewEncoder(w).Encode(done); err != nil {
		h.log.Warn("the answer to a command at the machine was not read", "error", err)
	}
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
