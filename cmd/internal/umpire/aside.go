package umpire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/mail"
	"berthier/mail/wire"
	"berthier/store"
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
	slices.SortStableFunc(all, func(a, b AsideMail) int { return a.Time.Compare(b.Time) })
	return all, err
}

// find gives the one mail whose hash begins so.
func (a Aside) find(hash string) (AsideMail, error) {
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
func (a Aside) path(hash string) string { return filepath.Join(string(a), hash+".eml") }

// Delete deletes the mail whose hash begins so, or gives ErrNotAside.
func (a Aside) Delete(hash string) error {
	m, err := a.find(hash)
	if err != nil {
		return err
	}
	return os.Remove(a.path(m.Hash))
}

// has reports whether a mail was set aside.
func (a Aside) has(hash string) bool {
	if a == "" {
		return false
	}
	_, err := os.Stat(a.path(hash))
	return err == nil
}

// put keeps a mail. When it returns the mail is on the disk.
func (a Aside) put(raw []byte) error {
	hash := hashOfMail(raw)
	if a == "" || a.has(hash) {
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
		err = os.Rename(f.Name(), a.path(hash))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// aside is the folder of this umpire.
func (u *Umpire) aside() Aside { return AsideIn(u.Folder) }

// setAside keeps a mail of which the program died and goes on behind it; key is its
// state value if it is one that was stuck in a game. The umpire is told once.
func (u *Umpire) setAside(raw []byte, c wire.Cursor, game, key string) error {
	hash := hashOfMail(raw)
	log := u.Logger.With("hash", hash, "bytes", len(raw))
	seen := "hash " + hash
	t := u.verdict(log)
	told, err := t.Known(seen)
	if err != nil {
		return err
	}
	told = told && key == ""
	fault := u.aside().put(raw)
	if fault != nil && !errors.Is(fault, ErrAsideFull) {
		return fmt.Errorf("setting a mail aside: %w", fault)
	}
	log.Error("the program died of this mail again and again; it is set aside, and the rest goes on", "kept",
		fault == nil)
	var b docket.Batch
	if key != "" {
		b.Drop(game, key)
	}
	b.Mark(seen, u.Now())
	b = u.moveCursor(b, c)
	if !told {
		note, err := u.noteAside(hash, len(raw), "The program died each time that it took this mail in.", fault)
		if err != nil {
			log.Error("the umpire cannot be told", "error", err)
		}
		b.Send(note...)
	}
	if err := u.Commit(b); err != nil {
		return err
	}
	u.intake.forget(hash)
	return nil
}

// noteAside tells the umpire of a mail that was set aside.
func (u *Umpire) noteAside(hash string, size int, why string, fault error) ([]store.Mail, error) {
	where := fmt.Sprintf("It is kept in %s. Look at it with an editor, and not with a mail program.",
		u.aside().path(hash))
	if fault != nil {
		where = "It is not kept, because too many were set aside: it is still in the mailbox. Delete some with " +
			"\"berthier aside\"."
	}
	return u.Post.Note("aside."+hash[:32], store.Mail{}, "A mail was set aside",
		fmt.Sprintf("A mail of %d bytes was set aside: %s Nothing of it was done, nobody was answered, and all other "+
			"mails go on.", size, why),
		"    "+hash, where,
		"\"berthier aside\" lists such mails. With -retry one is taken in once more, as after an update of the "+
			"program; with -delete it is deleted. "+
			"The log says more; please send both to whoever maintains the program.")
}

// Retry takes a mail in once more that was set aside; hash may be cut short. If that
// goes well it is no longer aside. The error is ErrNotAside, a fault of the program
// that the mail met again, or one of the store.
func (u *Umpire) Retry(hash string) error {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	m, err := u.aside().find(hash)
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(u.aside().path(m.Hash))
	if err != nil {
		return err
	}
	if err := u.takeOnceMore(raw, "", ""); err != nil {
		return err
	}
	u.Logger.Info("a mail that was set aside is taken in", "hash", m.Hash)
	return os.Remove(u.aside().path(m.Hash))
}

// errAgain is what a mail gets that meets a fault of the program again.
var errAgain = errors.New("it met a fault of this program again; the log says which")

// takeOnceMore takes in a mail that was kept, and drops its state value, if it has
// one. If it meets a fault of the program again, errAgain, nothing changes.
func (u *Umpire) takeOnceMore(raw []byte, name, key string) error {
	hash := hashOfMail(raw)
	t := u.verdict(u.Logger.With("hash", hash))
	t.again = true
	u.intake.begin(hash)
	err := t.readAndJudge(raw, false)
	u.intake.end()
	if err != nil {
		t.ourFault(err)
		return errAgain
	}
	if key != "" {
		t.Batch.Drop(name, key)
	}
	return t.commit(wire.Cursor{})
}

// keepAside keeps a mail that is of no game, and tells the umpire.
func (t *verdict) keepAside() {
	fault := t.u.aside().put(t.Mail.Raw)
	if fault != nil {
		t.Log.Error("the mail is not kept", "error", fault)
		return
	}
	note, err := t.u.noteAside(t.Mail.HashString(), len(t.Mail.Raw), "It met a fault of the program.", nil)
	if err != nil {
		t.Log.Error("the umpire cannot be told", "error", err)
	}
	t.Batch.Send(note...)
}

// onlyHead reads no more of a mail than its header, and nothing if not even that can
// be done.
func onlyHead(raw []byte) (m *mail.Message) {
	hash := docket.Sum(raw)
	m = &mail.Message{Raw: raw, Hash: hash, ID: hex.EncodeToString(hash[:]), IDDerived: true}
	_ = docket.Attempt(func() error {
		head, _ := mail.Limits{MessageBytes: 1}.Parse(raw)
		m = head
		return nil
	})
	return m
}
