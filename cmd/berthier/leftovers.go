package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"berthier/store"
)

// leftovers are files and folders that a command makes and removes again, and that
// stay when it is killed. Most hold secrets. The store of the configuration is open
// for writing, so that no copy is being made of it.
func leftovers(cfg config) (found []string) {
	in := func(pattern string) []string {
		names, _ := filepath.Glob(filepath.Join(cfg.stateFolder(), pattern)) // the pattern is a good one
		return names
	}
	found = slices.Concat(in(".copy-*"), in(".doctor-*"), in("set-aside/.part-*"))
	for _, name := range in("*.part") { // of a backup; others have none with this mode
		if info, err := os.Lstat(name); err == nil && info.Mode() == 0o600 {
			found = append(found, name)
		}
	}
	journal := store.JournalPath(cfg.storePath())
	if there, err := filepath.EvalSymlinks(journal); err == nil {
		journal = there
	}
	for _, name := range []string{cfg.storePath() + ".new", journal + ".new"} {
		if _, err := os.Lstat(name); err == nil {
			found = append(found, name)
		}
	}
	return found
}

// removeLeftovers is for the start of the daemon.
func removeLeftovers(cfg config, log *slog.Logger) {
	for _, name := range leftovers(cfg) {
		if err := os.RemoveAll(name); err != nil {
			log.Warn("what a command left behind cannot be removed", "file", name, "error", err)
			continue
		}
		log.Info("removed what a command left behind", "file", name)
	}
}

const (
	partRandom = 8              // letters and digits of a name that tell backups apart
	partTime   = 24 * time.Hour // nobody writes a backup that was not touched for so long
)

// removeParts removes what backups to a name left behind that were killed.
func removeParts(target string, now time.Time) {
	entries, err := os.ReadDir(filepath.Dir(target))
	if err != nil {
		return // as making a backup there will say
	}
	for _, e := range entries {
		random, before := strings.CutPrefix(e.Name(), filepath.Base(target)+".")
		random, behind := strings.CutSuffix(random, ".part")
		info, err := e.Info()
		if before && behind && len(random) == partRandom && err == nil && info.Mode() == 0o600 &&
			now.Sub(info.ModTime()) > partTime {
			os.Remove(filepath.Join(filepath.Dir(target), e.Name()))
		}
	}
}

// secretCopy is a file or folder with secrets that a command makes for a while. It
// is removed at once when ctx ends, as by a signal: whoever has it open can go on.
type secretCopy struct {
	path string
	stop func() bool
}

func newSecretCopy(ctx context.Context, path string) *secretCopy {
	return &secretCopy{path, context.AfterFunc(ctx, func() { os.RemoveAll(path) })}
}

// remove removes the copy, if it is still there.
func (c *secretCopy) remove() error {
	c.stop()
	return os.RemoveAll(c.path)
}

// keep gives the file the name that it is to have. It is an error if ctx has ended.
func (c *secretCopy) keep(name string) error {
	if !c.stop() {
		return context.Canceled
	}
	return os.Rename(c.path, name)
}
