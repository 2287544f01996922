package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/stored"
	"berthier/store"
)

var storePruneCommand = command{
	name:  "store prune",
	usage: "[-config FILE] [-keep DAYS] [-anyway] [ARCHIVE|GAME …]",
	help:  "remove archived games and what is old from the store",
	long: `
Removes each finished game of which ARCHIVE is the file, as "berthier archive" wrote
it after the end: the file must pass "berthier audit" and hold the very log that the
store has. A game that goes on, or has mails that wait, stays. -anyway removes such a
GAME too, also without an archive; then nobody can go on with it or check it.

Mails that were sent, and the marks by which mails that came are known again, are
removed if they are older than a year, or than the DAYS of -keep. Marks that are
as old as a game that goes on stay, so that nothing can count twice.

The name of a game that was removed stays taken, for ever. "berthier store diary" lists
what went. Another journal begins without it, and backups from before do not fit it:
make a new one. The file of the store keeps its size, and its room is used again. It
works while the daemon runs, too.`,
	run: runStorePrune,
}

func runStorePrune(ctx context.Context, c *call) error {
	path := c.configFlag()
	keep := c.flags.Int("keep", 365, "remove mails and marks that are older than so many `DAYS`")
	anyway := c.flags.Bool("anyway", false, "remove games too that go on or are not archived")
	if err := c.parse(-1); err != nil {
		return err
	}
	if *keep < 0 {
		return c.usageError("-keep %d: want a number of days", *keep)
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	p := stored.Prune{Before: time.Now().AddDate(0, 0, -*keep), Anyway: *anyway}
	for _, name := range c.flags.Args() {
		g, err := prunedGame(name)
		if err != nil {
			return err
		}
		p.Games = append(p.Games, g)
	}
	return pruneErrand.run(ctx, c, cfg, p)
}

// prunedGame reads an archive, if there is a file of that name, and checks it.
func prunedGame(name string) (g stored.PrunedGame, err error) {
	file, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		return stored.PrunedGame{Game: name}, nil
	}
	if err != nil {
		return g, err
	}
	a, err := readArchive(name)
	if err != nil {
		return g, err
	}
	result := auditor.Audit(evidence(a))
	if err := result.Err(); err != nil {
		return g, refusal{hint(fmt.Errorf("%s is not sound: %w", name, err),
			"berthier audit says more; archive the game again")}
	}
	var tree store.Tree
	for _, r := range a.Records {
		tree = tree.Append(r.Data)
	}
	root, sum := tree.Root(), sha256.Sum256(file)
	return stored.PrunedGame{
		Game: result.Game.Game, Records: tree.Size(), Root: hex.EncodeToString(root[:]),
		Archive: hex.EncodeToString(sum[:]),
	}, nil
}

// pruneErrand removes something from the store.
var pruneErrand = errand[stored.Prune]{path: "/prune", do: func(h *hub, p stored.Prune) (errandEnd, error) {
	done, err := h.umpire.Prune(p)
	if refused := (amiss.Refusal{}); errors.As(err, &refused) || errors.Is(err, store.ErrNoGame) {
		return errandEnd{}, refusal{hint(err, "nothing was removed; berthier help store prune says what can be")}
	}
	return errandEnd{Text: fmt.Sprintf("removed: %s, %s, %s\n", count(len(done.Games), "game"),
		count(done.Mails, "mail"), count(done.Marks, "mark"))}, err
}}
