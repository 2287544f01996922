package main

import (
	"context"
	"errors"
	"fmt"

	"berthier/store"
)

var storeCheckCommand = command{
	name:  "store check",
	usage: "[-config FILE] [STORE]",
	help:  "read a whole store and list all damage",
	long: `
Reads the store of the configuration, or the file STORE. The exit code is 1 if
anything is damaged. The daemon must not run meanwhile.`,
	run: runStoreCheck,
}

func runStoreCheck(_ context.Context, c *call) (err error) {
	path := c.configFlag()
	if err := c.parse(-1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	switch {
	case c.flags.NArg() > 1:
		return c.usageError("want one store, got %d", c.flags.NArg())
	case c.flags.NArg() == 1:
		cfg.folder, cfg.Store = "", c.flags.Arg(0)
	}
	s, err := openStore(cfg, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	problems, err := s.Check()
	if err != nil {
		return err
	}
	for _, p := range problems {
		fmt.Fprintln(c.stdout, p)
	}
	if len(problems) > 0 {
		return refusal{hint(fmt.Errorf("%s is damaged: %s", cfg.storePath(), count(len(problems), "problem")), "stop using it, keep a copy, and go back to your last backup")}
	}
	return s.View(func(tx *store.Tx) error {
		names, err := tx.Games()
		fmt.Fprintf(c.stdout, "%s is sound: %s\n", cfg.storePath(), count(len(names), "game"))
		return err
	})
}
