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
again. It works while the daemon runs, too.`,
	run: runLogKey,
}

// logKeyErrand lets another key sign the logs; in is whether the old one is lost.
// Without a daemon the store is opened with the new key, because the old one may not
// be there.
var logKeyErrand = errand[bool]{
	path: "/logkey",
	do:   func(h *hub, lost bool) (errandEnd, error) { return h.changeLogKey(h.cfg.logKeyPath(), lost) },
	here: func(c *call, cfg config, lost bool) (t errandEnd, err error) {
		file := cfg.logKeyPath()
		if _, _, err := nextLogKey(file, lost); err != nil {
			return t, err
		}
		if cfg.LogKey, err = filepath.Abs(file + ".new"); err != nil {
			return t, err
		}
		h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), false)
		if err != nil {
			return t, err
		}
		defer func() { err = errors.Join(err, h.close()) }()
		return h.changeLogKey(file, lost)
	},
}

func runLogKey(ctx context.Context, c *call) error {
	path := c.configFlag()
	lost := c.flags.Bool("lost", false, "the old key is lost")
	if err := c.parse(0); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	return logKeyErrand.run(ctx, c, cfg, *lost)
}

// nextLogKey reads the key in force, nil if it is lost, and the next one, which it makes
// unless a change that broke off left one.
func nextLogKey(file string, lost bool) (old, next *record.Signer, err error) {
	old, err = readLogKey(file)
	switch {
	case err != nil:
		return nil, nil, err
	case old == nil && !lost:
		return nil, nil, refusal{hint(fmt.Errorf("no key at %s", file),
			"put it back from your backup; if it is lost, berthier logkey -lost makes another")}
	case old != nil && lost:
		return nil, nil, refusal{hint(fmt.Errorf("there is a key at %s", file),
			"without -lost it signs the change; if it is another one than the games began with, move it away")}
	}
	if next, err = readLogKey(file + ".new"); err == nil && next == nil {
		next, err = newLogKey(file + ".new")
	}
	return old, next, err
}

// changeLogKey lets the next key sign the logs and puts it in the place of file.
func (h *hub) changeLogKey(file string, lost bool) (t errandEnd, err error) {
	old, next, err := nextLogKey(file, lost)
	if err != nil {
		return t, err
	}
	games, err := h.umpire.AdoptLogKey(*next, old)
	if errors.Is(err, umpire.ErrLogKeyLost) {
		return t, refusal{hint(err, "%s is another key: put the right one there, or move it away and give -lost", file)}
	}
	if err == nil && old != nil {
		err = os.Rename(file, unusedName(file))
	}
	if err == nil {
		err = os.Rename(file+".new", file)
	}
	if err != nil {
		return t, err
	}
	for _, game := range games {
		t.Text += fmt.Sprintf("the log of game %s is signed with the new key\n", game)
	}
	t.Text += fmt.Sprintf("%s: %s\n", file, next)
	return t, nil
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
