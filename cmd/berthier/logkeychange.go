package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
)

var logKeyCommand = command{
	name:  "logkey",
	usage: "[-config FILE] [-lost]",
	help:  "sign the logs of all games with a new key",
	long: `
Makes a new key in the place of log-key, with which the daemon signs the logs of
its games, and keeps the old one beside it as log-key.1, .2 and so on. The old key
signs the change, which is a record of the log of every game that goes on and is
told in the next reports with the new fingerprint. Checkpoints in earlier reports
still prove what was before it.

-lost makes a new key if the old one is lost. Then nobody vouches for it but you:
tell the players the fingerprint by another way. If the command breaks off, give it
again. The daemon must not run while it does its work.`,
	run: runLogKey,
}

func runLogKey(_ context.Context, c *call) (err error) {
	path := c.configFlag()
	lost := c.flags.Bool("lost", false, "the old key is lost")
	if err := c.parse(0); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	file := cfg.logKeyPath()
	old, err := readLogKey(file)
	switch {
	case err != nil:
		return err
	case old == nil && !*lost:
		return refusal{hint(fmt.Errorf("no key at %s", file), "put it back from your backup; if it is lost, berthier logkey -lost makes another")}
	case old != nil && *lost:
		return refusal{hint(fmt.Errorf("there is a key at %s", file), "without -lost it signs the change; if it is another one than the games began with, move it away")}
	}
	next := file + ".new"
	key, err := readLogKey(next) // of a change that broke off
	if err == nil && key == nil {
		key, err = newLogKey(next)
	}
	if err != nil {
		return err
	}
	cfg.LogKey, err = filepath.Abs(next)
	if err != nil {
		return err
	}
	h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	games, err := h.umpire.AdoptLogKey(old)
	if errors.Is(err, umpire.ErrLogKeyLost) {
		return refusal{hint(err, "%s is another key: put the right one there, or move it away and give -lost", file)}
	}
	if err != nil {
		return err
	}
	if old != nil {
		if err := os.Rename(file, unusedName(file)); err != nil {
			return err
		}
	}
	if err := os.Rename(next, file); err != nil {
		return err
	}
	for _, game := range games {
		fmt.Fprintf(c.stdout, "the log of game %s is signed with the new key\n", game)
	}
	fmt.Fprintf(c.stdout, "%s: %s\n", file, key)
	return nil
}

// unusedName adds the first number to a path that makes it new.
func unusedName(path string) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.%d", path, n)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}

// readLogKey reads a key; nil if there is no file.
func readLogKey(path string) (*record.Signer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	key, err := record.ParseSigner(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &key, nil
}

// newLogKey makes a key and its file.
func newLogKey(path string) (*record.Signer, error) {
	key, err := record.GenerateSigner(rand.Reader)
	if err == nil {
		err = writeNew(path, key.Marshal(), 0o600)
	}
	return &key, err
}
