package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"berthier/store"
)

var storeRebuildCommand = command{
	name:  "store rebuild",
	usage: "[-config FILE] [-whole] [STORE]",
	help:  "make a lost or damaged store again out of its journal",
	long: `
Reads the journal of the store of the configuration, or of the file STORE, which
lies beside it (STORE.journal), and makes the store out of it: every game, every
mail, what was sent and what waits. There must be no store: move a damaged one away.
No daemon may run over it: this and a second "serve" are all that a running daemon
stands in the way of. Afterwards the new store is checked.

Of a damaged journal everything up to the damage is brought back. What can be read
behind it is told and not used, another journal begins, and the damaged one is kept
beside it. The exit code is 1 then.

The journal may be an old one, and players may hold reports of steps that it does
not have, and so links of the dice, with which nothing may be rolled again. When the
daemon starts, 256 links of each game that goes on are burned, which drops the orders
that wait. Do without that only if you know that the journal is the one that was
written last, and that nothing was cut off it: -whole says so.`,
	run: runStoreRebuild,
}

func runStoreRebuild(ctx context.Context, c *call) error {
	whole := c.flags.Bool("whole", false, "the journal is the newest, and nothing was cut off it")
	cfg, err := c.storeArgument()
	if err != nil {
		return err
	}
	if cfg.inDatabase() {
		return refusal{hint(errors.New("a store in a database has no journal to make it out of"),
			"restore the database with its own means, or bring a backup into an empty one: berthier store copy BACKUP "+
				"ADDRESS")}
	}
	path := cfg.storePath()
	if daemonAnswers(ctx, cfg) {
		return refusal{hint(fmt.Errorf("a daemon runs over %s", path),
			"stop it first: it would go on writing into the store that it opened, and into this journal")}
	}
	if err := canKeepStore(runtime.GOOS); err != nil {
		return err
	}
	made, err := store.Rebuild(path)
	if err != nil {
		return refusal{err}
	}
	fmt.Fprintf(c.stdout, "%s is made again out of %s\n", path, count(int(made.Transactions), "transaction"))
	if *whole && made.Damage == nil {
		if err := sayNewest(cfg); err != nil {
			return err
		}
	}
	err = c.checkStore(ctx, cfg)
	if made.Damage != nil {
		fmt.Fprintln(c.stdout, made.Damage.Tell())
		err = errors.Join(err, refusal{hint(fmt.Errorf("%w; what was written after that is lost", made.Damage),
			"if you have a backup of the store that is newer, move this store and its journal away and put it there; "+
				"berthier store diary says where the damaged journal is")})
	}
	return err
}

// sayNewest notes in a store that nothing is missing in it.
func sayNewest(cfg config) (err error) {
	s, err := openStore(context.Background(), cfg, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Update((*store.Tx).NotOld)
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
	case c.flags.NArg() == 1 && store.IsDatabase(c.flags.Arg(0)):
		cfg.Store = c.flags.Arg(0)
	// its daemon, if one runs, is beside it
	case c.flags.NArg() == 1 && (cfg.inDatabase() || c.flags.Arg(0) != cfg.storePath()):
		cfg.folder, cfg.State, cfg.Store = "", filepath.Dir(c.flags.Arg(0)), c.flags.Arg(0)
	}
	return cfg, nil
}
