package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/explain"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/origin"
	"berthier/engine"
)

var exportCommand = command{
	name:  "export",
	usage: "[-config FILE] [-to NAME] [-o FILE] GAME|ARCHIVE",
	help:  "write the file with which a game of another kind begins",
	long: `
A game that is a campaign deals out a battle: "berthier new -from GAME" begins it. This
writes what it would begin with, to look at or for another program: a file that
"berthier new -file FILE" takes, or a scenario, which goes among the data files of that
game in the configuration.

The game is read out of the store, also while the daemon runs, or out of its archive.
It must be over and pass "berthier audit". The same log gives the same file, byte by
byte; the file names the game and the root of its log.

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
	battle, err := export(result, a, *to)
	if err != nil {
		return refusal{err}
	}
	files := battle.Files()
	if len(files) > 1 && *out != "" {
		return c.usageError("-o: there are %d files; leave it out", len(files))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data := files[name]
		path := cmp.Or(*out, filepath.Base(name))
		if err := writeNew(path, data, 0o600); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s: %d bytes, SHA-256 %x\n", path, len(data), sha256.Sum256(data))
	}
	fmt.Fprintln(c.stdout, "It holds what was hidden in the game, and may hold what stays so in the next one.")
	return nil
}

// export makes what a battle begins with out of a game whose log was audited.
func export(result audit.Result, a game.SavedGame, to string) (b engine.Battle, err error) {
	g := result.Game
	switch {
	case !result.Sound():
		return b, hint(fmt.Errorf("game %s is not sound", g.Game), "berthier audit says more")
	case result.Foreign || !result.Followed():
		return b, fmt.Errorf("this program cannot follow game %s to its end: %s", g.Game, explain.SoundBut(result))
	}
	rs, err := loadGame(g.Ruleset, a.Data)
	if err != nil {
		return b, err
	}
	b, _, _, err = origin.Battle(result.Stands, rs, cmp.Or(to, origin.Any))
	return b, err
}
