package intake

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"
)

// Aside is the folder of the mails that were set aside: those of which the program
// died, and those that met a fault of it and belong to no game. "" has none and
// takes none.
type Aside string

// AsideIn is where the mails are that were set aside, in the folder of the state.
func AsideIn(folder string) Aside {
	if folder == "" {
		return ""
	}
	return Aside(filepath.Join(folder, "set-aside"))
}

// What the folder holds at most.
const (
	asideMails = 100
	asideBytes = 100 << 20
)

// ErrNotAside is returned for a mail that was not set aside.
var ErrNotAside = errors.New("no such mail was set aside")

// ErrAsideFull is returned when a mail cannot be set aside because too many were.
var ErrAsideFull = fmt.Errorf("%d mails or %d MB were set aside already", asideMails, asideBytes>>20)

// AsideMail is a mail that was set aside. Nothing of it is read.
type AsideMail struct {
	Hash string // SHA-256 of its bytes, 64 hex digits
	Size int64  // bytes
	Time time.Time
}

// List lists the mails, the oldest first.
func (a Aside) List() (all []AsideMail, err error) {
	if a == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(string(a))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	for _, e := range entries {
		hash, ok := strings.CutSuffix(e.Name(), ".eml")
		info, err := e.Info()
		if ok && err == nil {
			all = append(all, AsideMail{hash, info.Size(), info.ModTime()})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Time.Before(all[j].Time) })
	return all, err
}

// Find gives the one mail whose hash begins so, or ErrNotAside.
func (a Aside) Find(hash string) (AsideMail, error) {
	all, err := a.List()
	if err != nil {
		return AsideMail{}, err
	}
	all = slices.DeleteFunc(all, func(m AsideMail) bool { return hash == "" || !strings.HasPrefix(m.Hash, hash) })
	if len(all) != 1 {
		return AsideMail{}, fmt.Errorf("%q: %w", hash, ErrNotAside)
	}
	return all[0], nil
}

// Path is the file of a mail.
func (a Aside) Path(hash string) string { return filepath.Join(string(a), hash+".eml") }

// Delete deletes the mail whose hash begins so, or gives ErrNotAside.
func (a Aside) Delete(hash string) error {
	m, err := a.Find(hash)
	if err != nil {
		return err
	}
	return os.Remove(a.Path(m.Hash))
}

// Has reports whether a mail was set aside, by its whole hash.
func (a Aside) Has(hash string) bool {
	if a == "" {
		return false
	}
	_, err := os.Stat(a.Path(hash))
	return err == nil
}

// Put keeps a mail. When it returns the mail is on the disk.
func (a Aside) Put(raw []byte) error {
	hash := HashOf(raw)
	if a == "" || a.Has(hash) {
		return nil
	}
	all, err := a.List()
	if err != nil {
		return err
	}
	sum := int64(len(raw))
	for _, m := range all {
		sum += m.Size
	}
	if len(all) >= asideMails || sum > asideBytes {
		return ErrAsideFull
	}
	if err := os.MkdirAll(string(a), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(string(a), ".part-*")
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), a.Path(hash))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
