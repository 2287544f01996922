package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"berthier/store"
)

var storeCopyCommand = command{
	name:  "store copy",
	usage: "[-config FILE] FROM TO",
	help:  "move a club from a file into a database, or back",
	long: `
Copies a whole store and compares what it wrote, row by row and byte by byte. FROM and
TO are files, or addresses of PostgreSQL databases, as "store" in the configuration
has them. There must be nothing at TO. FROM stays as it is.

The key of what a database holds encrypted is that of the configuration, "store_key"; it
is made if it is missing. No daemon may run over FROM. Then let "store" in the
configuration name TO, start the daemon, and put FROM away: a club that goes on from
both has two histories.`,
	run: runStoreCopy,
}

func runStoreCopy(ctx context.Context, c *call) (err error) {
	path := c.configFlag()
	if err := c.parse(2); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	if daemonAnswers(ctx, cfg) {
		return refusal{hint(fmt.Errorf("a daemon runs over %s", cfg.storePath()),
			"stop it first: what it writes meanwhile would be missing in the copy")}
	}
	from, to := placeOf(cfg, c.flags.Arg(0)), placeOf(cfg, c.flags.Arg(1))
	if err := haveStore(from); err != nil {
		return err
	}
	s, err := openToRead(from, storeWait)
	if err != nil {
		return storeHint(from, err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := nobodyHas(s, from); err != nil {
		return err
	}
	rows, err := copyInto(s, to)
	if err == nil {
		if err := nobodyHas(s, from); err != nil { // it began meanwhile
			return hint(err, "stop it, remove what is in %s now, and copy once more", to.storePath())
		}
	}
	if errors.Is(err, store.ErrQueued) {
		return refusal{hint(fmt.Errorf("copying into %s: %w", to.storePath(), err),
			"start a daemon over %s until it has judged them, remove what is in %s now, and copy once more",
			from.storePath(), to.storePath())}
	}
	if errors.Is(err, store.ErrNotEmpty) {
		return refusal{hint(fmt.Errorf("copying into %s: %w", to.storePath(), err),
			"name a file that is not there, or a database without tables of berthier")}
	}
	if err != nil {
		return fmt.Errorf("copying into %s: %w", to.storePath(), err)
	}
	fmt.Fprintf(c.stdout, "%s holds all of %s: %s, compared byte by byte\n", to.storePath(), from.storePath(),
		count(rows, "row"))
	return nil
}

// nobodyHas refuses a database that a daemon has, on this machine or another: the lease in it says so.
func nobodyHas(s *store.Store, from config) error {
	holder, err := s.Holder()
	if err != nil || holder == "" {
		return err
	}
	return refusal{hint(fmt.Errorf("the store %s is in use by another process: %s", from.storePath(), holder),
		"stop it first: what it writes meanwhile would be missing in the copy; if it was killed, wait for 10 seconds")}
}

// placeOf is a configuration whose store is at a place that was named on the command line.
func placeOf(cfg config, place string) config {
	if !store.IsDatabase(place) {
		cfg.Key, cfg.LogKey, cfg.folder = "", "", "" // a path that is relative to where we are
	}
	cfg.Store = place
	return cfg
}

func copyInto(s *store.Store, to config) (rows int, err error) {
	if err := canKeepStore(runtime.GOOS); err != nil {
		return 0, err
	}
	if !to.inDatabase() {
		return s.CopyToFile(to.storePath())
	}
	there, err := openStore(context.Background(), to, true)
	if err != nil {
		return 0, err
	}
	rows, err = s.CopyTo(there)
	return rows, errors.Join(err, there.Close())
}
