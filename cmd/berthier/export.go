package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/engine"
)

var exportCommand = command{
	name:  "export",
	usage: "[-config FILE] [-to NAME] [-o FILE] GAME|ARCHIVE",
	help:  "write the file with which a game of another kind begins",
	long: `
A game that is a campaign deals out a battle: when it is over it makes a file, and
"berthier new -file FILE" begins a game of the other kind with it. A file that is a
scenario goes among the data files of that game in the configuration instead.

The game is read out of the store, also while the daemon runs, or out of its archive.
It must be over and pass "berthier audit". The same log gives the same file, byte by
byte; the file names the game and the last checkpoint of its log.

-to names the kind of game that the file is for, as "berthier help rules" lists them;
it can be left out if there is only one.`,
	run: runExport,
}

func runExport(ctx context.Context, c *call) error {
	path := c.configFlag()
	to := c.flags.String("to", "", "`NAME` of the kind of game that begins with the file")
	out := c.flags.String("o", "", "write to `FILE`; default: the name that the file has for that game")
	if err := c.parse(1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	result, a, err := auditOf(ctx, cfg, c.flags.Arg(0), nil)
	if err != nil {
		return err
	}
	name, data, err := export(result, a, *to)
	if err != nil {
		return refusal{err}
	}
	if *out == "" {
		*out = filepath.Base(name)
	}
	if err := writeNew(*out, data, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s: %d bytes, SHA-256 %x\n", *out, len(data), sha256.Sum256(data))
	fmt.Fprintln(c.stdout, "It holds what was hidden in the game, and may hold what stays so in the next one.")
	return nil
}

// export makes the file out of a game whose log was audited.
func export(result audit.Result, a game.Saved, to string) (name string, data []byte, err error) {
	g := result.Game
	switch {
	case !result.Sound():
		return "", nil, hint(fmt.Errorf("game %s is not sound", g.Game), "berthier audit says more")
	case result.Over == nil:
		return "", nil, fmt.Errorf("game %s goes on; it can be exported when it is over", g.Game)
	case result.Foreign || !result.Followed():
		return "", nil, fmt.Errorf("this program cannot follow game %s to its end: %s", g.Game, soundBut(result))
	}
	rs, err := loadGame(g.Ruleset, a.Data)
	if err != nil {
		return "", nil, err
	}
	ex, ok := rs.(engine.Exporter)
	if !ok {
		return "", nil, fmt.Errorf("games of %s export nothing", g.Ruleset)
	}
	targets := ex.Targets(result.Stands.Position)
	switch {
	case len(targets) == 0:
		return "", nil, fmt.Errorf("game %s ended without anything to export", g.Game)
	case to == "" && len(targets) > 1:
		return "", nil, hint(errors.New("-to is missing"), "the game can begin one of %s", strings.Join(targets, ", "))
	case to == "":
		to = targets[0]
	}
	root, err := rootOf(a.Head)
	if err != nil {
		return "", nil, err
	}
	if name, data, err = ex.Export(result.Stands.Position, to, "game "+g.Game+", checkpoint "+root); err != nil {
		return "", nil, hint(err, "the game can begin %s", strings.Join(targets, ", "))
	}
	return name, data, nil
}

// rootOf is the root hash of a checkpoint: its third line.
func rootOf(head []byte) (string, error) {
	lines := strings.Split(string(head), "\n")
	if len(lines) < 3 || lines[2] == "" {
		return "", errors.New("the log has no checkpoint")
	}
	return lines[2], nil
}
