package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"berthier/store"
)

var backupCommand = command{
	name:  "backup",
	usage: "[-config FILE] BACKUP",
	help:  "copy the store into a file, also while the daemon runs",
	long: `
Writes the store as it is at this moment into the file BACKUP, reads it again as
"berthier store check" does, and only then puts it in the place of an older backup of
that name. It is made for cron. The file holds the secrets of all games and has mode
0600: keep it to yourself. It does not hold the log key. Then the journal is read
from its beginning; if it is damaged, another one begins out of the store, the damaged
one is kept beside it, and the exit code is 1.

To go back to a backup, stop the daemon, put it in the place of the store, and
start the daemon: what happened since then comes out of the journal beside the
store. If another journal began since then, move the store away and use "berthier
store rebuild" in place of the backup. If the journal is lost too, the games go on
from the backup, and links of their dice that players may hold are burned: see
"berthier help restore".

Of a store in a database BACKUP is such a file too: "berthier store copy BACKUP
ADDRESS" brings it into an empty database.`,
	run: runBackup,
}

func runBackup(ctx context.Context, c *call) error {
	path := c.configFlag()
	if err := c.parse(1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	target := c.flags.Arg(0)
	if same(target, cfg.storePath()) {
		return c.usageError("%s is the store itself", target)
	}
	if err := mayReplace(target); err != nil {
		return err
	}
	removeParts(target, time.Now())
	part := target + "." + rand.Text()[:partRandom] + ".part" // of its own: another backup to that name may run
	copied := newSecretCopy(ctx, part)
	size, err := writeBackup(ctx, cfg, part)
	if err == nil {
		err = copied.keep(target)
	}
	if err != nil {
		if !errors.Is(err, errNotMade) {
			copied.remove()
		}
		return diskHint(filepath.Dir(target), err)
	}
	fmt.Fprintf(c.stdout, "%s: %d bytes, sound. It holds what is still secret: keep it to yourself.\n", target, size)
	if cfg.inDatabase() {
		return nil // which has no journal of ours
	}
	told, err := careForJournal(ctx, cfg)
	if err == nil && told != "" {
		err = refusal{hint(errors.New(told), "the backup is made all the same; look at the disk of the journal")}
	}
	return err
}

// mayReplace refuses the name of a file that is there and is no older backup: a configuration, a key, a device.
func mayReplace(target string) error {
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode().IsRegular() && (info.Size() == 0 || store.IsFile(target)):
		return nil
	}
	return refusal{hint(fmt.Errorf("%s is there and is no backup", target), "choose another name")}
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// errNotMade says that the file for a backup could not even be made.
var errNotMade = errors.New("no backup made")

// writeBackup writes a copy of the store that is on the disk and sound.
func writeBackup(ctx context.Context, cfg config, path string) (size int64, err error) {
	if cfg.inDatabase() {
		err = writeDatabase(cfg, path)
	} else {
		err = writeCopy(ctx, cfg, path)
	}
	if err != nil {
		return 0, err
	}
	s, err := store.OpenReadOnly(path, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	problems, err := problemsOf(s)
	if err != nil {
		return 0, err
	}
	if len(problems) > 0 {
		return 0, refusal{hint(fmt.Errorf("the copy is not sound: %s, %w first", count(len(problems), "problem"),
			problems[0]), "berthier store check says more of the store")}
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func writeCopy(ctx context.Context, cfg config, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotMade, err)
	}
	err = copyStore(ctx, cfg, f)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// writeDatabase writes a file of a store that lies in a database.
func writeDatabase(cfg config, path string) error {
	s, err := openToRead(cfg, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotMade, storeHint(cfg, err))
	}
	return errors.Join(s.WriteFile(path), s.Close())
}
