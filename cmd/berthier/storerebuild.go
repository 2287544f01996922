package main

import (
	"context"
	"errors"
	"fmt"

	"berthier/store"
)

var storeRebuildCommand = command{
	name:  "store rebuild",
	usage: "[-config FILE] [STORE]",
	help:  "make a lost or damaged store again out of its journal",
	long: `
Reads the journal of the store of the configuration, or of the file STORE, which
lies beside it (STORE.journal), and makes the store out of it: every game, every
mail, what was sent and what waits. There must be no store: move a damaged one away.
Afterwards the new store is checked. The exit code is 1 if the journal is damaged;
then nothing is made.`,
	run: runStoreRebuild,
}

func runStoreRebuild(ctx context.Context, c *call) error {
	cfg, err := c.storeArgument()
	if err != nil {
		return err
	}
	path := cfg.storePath()
	n, err := store.Rebuild(path)
	if errors.Is(err, store.ErrJournal) {
		return refusal{hint(err, "what stands before the damage can be saved: head -c BYTES %s > shorter, and put it in the journal's place; keep the journal as it is", store.JournalPath(path))}
	}
	if err != nil {
		return refusal{err}
	}
	fmt.Fprintf(c.stdout, "%s is made again out of %s\n", path, count(int(n), "transaction"))
	return c.checkStore(ctx, cfg)
}

// storeArgument reads the command line of a command about one store.
func (c *call) storeArgument() (config, error) {
	path := c.configFlag()
	if err := c.parse(-1); err != nil {
		return config{}, err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return cfg, err
	}
	switch {
	case c.flags.NArg() > 1:
		return cfg, c.usageError("want one store, got %d", c.flags.NArg())
	case c.flags.NArg() == 1:
		cfg.folder, cfg.Store = "", c.flags.Arg(0)
	}
	return cfg, nil
}
