package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"berthier/cmd/internal/stored"
	"berthier/store"
)

var storeCheckCommand = command{
	name:  "store check",
	usage: "[-config FILE] [STORE]",
	help:  "read a whole store and list all damage",
	long: `
Reads the store of the configuration, or STORE, a file or the address of a database,
and compares a file with its journal if that lies beside it. Each game must have its
secrets, and all else without which it cannot go on. Nothing is changed. The exit code
is 1 if anything is damaged. While the daemon runs, a copy of a file is checked.`,
	run: runStoreCheck,
}

func runStoreCheck(ctx context.Context, c *call) error {
	cfg, err := c.storeArgument()
	if err != nil {
		return err
	}
	return c.checkStore(ctx, cfg)
}

// checkStore prints all damage of a store.
func (c *call) checkStore(ctx context.Context, cfg config) (err error) {
	s, err := readStore(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	problems, err := problemsOf(s.Store)
	if err != nil {
		return err
	}
	for _, p := range problems {
		fmt.Fprintln(c.stdout, p)
	}
	if len(problems) > 0 && cfg.inDatabase() {
		return refusal{hint(fmt.Errorf("%s is damaged: %s", cfg.storePath(), count(len(problems), "problem")),
			"stop using it, and restore the database, or go back to your last backup; of a mail in the queue "+
				"berthier aside "+
				"says more")}
	}
	if len(problems) > 0 {
		return refusal{hint(fmt.Errorf("%s is damaged: %s", cfg.storePath(), count(len(problems), "problem")),
			"stop using it, keep a copy of it and of its journal, move it away, and try berthier store rebuild, or "+
				"go back to your last backup")}
	}
	return s.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		fmt.Fprintf(c.stdout, "%s is sound: %s%s\n", cfg.storePath(), count(len(names), "game"), unproved(cfg))
		return err
	})
}

// unproved says what could not be looked at: where a file has no journal, nothing tells which rows it once had.
func unproved(cfg config) string {
	if cfg.inDatabase() {
		return ""
	}
	if _, err := os.Stat(store.JournalPath(cfg.storePath())); err == nil {
		return ""
	}
	return "; without its journal, which tells of all that was there"
}

// problemsOf lists all damage of a store, and what is missing of its games.
func problemsOf(s *store.Store) (problems []store.Problem, err error) {
	if problems, err = s.Check(); err != nil || len(problems) > 0 {
		return problems, err
	}
	err = s.View(func(tx *store.Tx) error {
		problems, err = stored.Lost(tx)
		return err
	})
	return problems, err
}
