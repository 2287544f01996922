package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"berthier/store"
)

var storeDiaryCommand = command{
	name:  "store diary",
	usage: "[-config FILE] [STORE]",
	help:  "list what happened to the store itself: damage, repairs, what was removed",
	long: `
Lists the entries of the diary of the store of the configuration, or of the file
STORE, the oldest first: when a damaged journal was replaced, the store made again,
the clock of the machine wrong, or something removed.
It works while the daemon runs, too.`,
	run: runStoreDiary,
}

func runStoreDiary(ctx context.Context, c *call) error {
	cfg, err := c.storeArgument()
	if err != nil {
		return err
	}
	s, err := readStore(ctx, cfg)
	if err != nil {
		return err
	}
	n, err := printDiary(c.stdout, s.Store, time.Time{})
	if n == 0 && err == nil {
		fmt.Fprintln(c.stdout, "nothing happened to the store")
	}
	return errors.Join(err, s.Close())
}

// printDiary prints the entries of the diary since a time.
func printDiary(w io.Writer, s *store.Store, since time.Time) (n int, err error) {
	err = s.View(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err != nil {
				return err
			}
			if !e.At.Before(since) {
				n++
				fmt.Fprintf(w, "store: %s %s: %s\n", e.At.Format(time.RFC3339), e.Kind,
					strings.ReplaceAll(e.Text, "\n", "\n  "))
			}
		}
		return nil
	})
	return n, err
}
