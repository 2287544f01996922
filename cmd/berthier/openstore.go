package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"berthier/store"
)

// openStore opens the store of a configuration for writing; create makes a new
// one if there is none. A database that is silent is not waited for when ctx is done.
func openStore(ctx context.Context, cfg config, create bool) (*store.Store, error) {
	if err := canKeepStore(runtime.GOOS); err != nil {
		return nil, err
	}
	if create {
		if err := os.MkdirAll(cfg.stateFolder(), 0o700); err != nil {
			return nil, diskHint(cfg.stateFolder(), err)
		}
	} else if err := haveStore(cfg); err != nil {
		return nil, err
	}
	if cfg.inDatabase() {
		s, err := store.OpenDatabaseUntil(ctx, cfg.Store, cfg.storeKeyPath())
		return s, storeHint(cfg, err)
	}
	s, err := store.Open(cfg.storePath(), storeWait)
	return s, storeHint(cfg, err)
}

// canKeepStore refuses a system on which the files of a club cannot be kept.
func canKeepStore(system string) error {
	if system != "windows" {
		return nil
	}
	return refusal{hint(errors.New("no club can be run on Windows: a file cannot take the place of another there "+
		"that is "+
		"in use"), "run it on Linux or macOS, or in the Windows Subsystem for Linux; sign, check, audit and desk "+
		"work here")}
}

// openToRead opens the store of a configuration only to be read.
func openToRead(cfg config, wait time.Duration) (*store.Store, error) {
	if cfg.inDatabase() {
		return store.ReadDatabase(cfg.Store, cfg.storeKeyPath())
	}
	return store.OpenReadOnly(cfg.storePath(), wait)
}

func haveStore(cfg config) error {
	if cfg.inDatabase() {
		s, err := openToRead(cfg, 0)
		if err == nil {
			err = s.Close()
		}
		return storeHint(cfg, err)
	}
	path := cfg.storePath()
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(store.JournalPath(path)); err == nil {
		return storeHint(cfg, store.ErrLost)
	}
	return hint(fmt.Errorf("no store at %s", path),
		"berthier new or berthier serve makes it; -config names another configuration")
}

// storeHint says what to do when a store cannot be opened.
func storeHint(cfg config, err error) error {
	path := cfg.storePath()
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrInUse):
		return refusal{hint(fmt.Errorf("the store %s is in use", path),
			"another command has it, or a daemon that does not answer: try again, and if that does not help stop the "+
				"daemon")}
	case errors.Is(err, store.ErrNoStore):
		return hint(err, "berthier new or berthier serve makes it; -config names another configuration")
	case errors.Is(err, store.ErrNewer):
		return hint(err, "use the version of berthier that wrote it, or a later one; berthier version tells which "+
			"this is")
	case errors.Is(err, store.ErrKey):
		return hint(err, "the key with which the store was made belongs into %s; store_key in the configuration names "+
			"another file", cfg.storeKeyPath())
	case cfg.inDatabase():
		return hint(err, "look at the server of the database, at what its user may do, and at store and store_key in "+
			"the "+
			"configuration")
	case errors.Is(err, store.ErrLost):
		return refusal{hint(fmt.Errorf("the store %s is missing, but its journal is there", path),
			"berthier store rebuild makes it again out of the journal; a backup in its place does as well")}
	case errors.Is(err, store.ErrJournal):
		return refusal{hint(err, "if the store was damaged or is an old one, move it away and run berthier store "+
			"rebuild; if it is the right one, move %s away and another journal begins", store.JournalPath(path))}
	}
	return diskHint(filepath.Dir(path), fmt.Errorf("opening the store: %w", err))
}

// damageHint says what to do about damage of a store that has no word on that yet.
func damageHint(err error) error {
	_, row := errors.AsType[store.Problem](err)
	switch {
	case hintOf(err, "") != "":
		return err
	case errors.Is(err, store.ErrDamaged):
		return hint(err, "stop using the store; berthier store check lists all damage of it; keep a copy of it and of "+
			"its journal, move it away, and try berthier store rebuild, or go back to your last backup")
	case row:
		return hint(err, "the store is damaged: stop using it; berthier store check lists all damage of it and says "+
			"what helps")
	}
	return err
}

// diskHint says what to do about a disk that cannot be written to.
func diskHint(folder string, err error) error {
	switch {
	case errors.Is(err, syscall.EROFS):
		return hint(err, "the disk of %s is read-only: mount it so that it can be written to, and look why it was not",
			folder)
	case isFull(err):
		return hint(err, "the disk of %s is full: make room on it", folder)
	}
	return err
}

// isFull says that an error means a full disk, quota or limit.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}
