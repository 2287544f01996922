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
Afterwards the new store is checked.

Of a damaged journal everything up to the damage is brought back. What can be read
behind it is told and not used, another journal begins, and the damaged one is kept
beside it. The exit code is 1 then.`,
	run: runStoreRebuild,
}

func runStoreRebuild(ctx context.Context, c *call) error {
	cfg, err := c.storeArgument()
	if err != nil {
		return err
	}
	path := cfg.storePath()
	made, err := store.Rebuild(path)
	if err != nil {
		return refusal{err}
	}
	fmt.Fprintf(c.stdout, "%s is made again out of %s\n", path, count(int(made.Transactions), "transaction"))
	err = c.checkStore(ctx, cfg)
	if made.Damage != nil {
		fmt.Fprintln(c.stdout, made.Damage.Tell())
		err = errors.Join(err, refusal{hint(fmt.Errorf("%w; what was written after that is lost", made.Damage),
			"if you have a backup of the store that is newer, move this store and its journal away and put it there; berthier store diary says where the damaged journal is")})
	}
	return err
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
