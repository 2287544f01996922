package umpire

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/intake"
	"berthier/mail"
	"berthier/store"
)

// aside is the folder of this umpire.
func (u *Umpire) aside() intake.Aside { return intake.AsideIn(u.Folder) }

// setAside keeps a mail of which the program died and goes on behind it; key is its
// state value if it is one that was stuck in a game. The umpire is told once.
func (u *Umpire) setAside(a arrival, game, key string) error {
	raw := a.Raw
	hash := intake.HashOf(raw)
	log := u.Logger.With("hash", hash, "bytes", len(raw))
	seen := "hash " + hash
	t := u.verdict(log)
	told, err := t.u.Store.Seen(seen)
	if err != nil {
		return err
	}
	told = told && key == ""
	fault := u.aside().Put(raw)
	if fault != nil && !errors.Is(fault, intake.ErrAsideFull) {
		return fmt.Errorf("setting a mail aside: %w", fault)
	}
	log.Error("the program died of this mail again and again; it is set aside, and the rest goes on", "kept",
		fault == nil)
	var b docket.Batch
	if key != "" {
		b.Drop(game, key)
	}
	b.Mark(seen, u.Now())
	b = u.goOnBehind(b, a)
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
	u.intake.Forget(hash)
	return nil
}

// noteAside tells the umpire of a mail that was set aside.
func (u *Umpire) noteAside(hash string, size int, why string, fault error) ([]store.Mail, error) {
	where := fmt.Sprintf("It is kept in %s. Look at it with an editor, and not with a mail program.",
		u.aside().Path(hash))
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
	m, err := u.aside().Find(hash)
	if err != nil {
		return err
	}
	raw, err := os.ReadFile(u.aside().Path(m.Hash))
	if err == nil {
		err = u.With(func() error { return u.takeOnceMore(raw, "", "") })
	}
	if err != nil {
		return err
	}
	u.Logger.Info("a mail that was set aside is taken in", "hash", m.Hash)
	return os.Remove(u.aside().Path(m.Hash))
}

// errAgain is what a mail gets that meets a fault of the program again.
var errAgain = errors.New("it met a fault of this program again; the log says which")

// takeOnceMore takes in a mail that was kept, and drops its state value, if it has
// one. If it meets a fault of the program again, errAgain, nothing changes.
func (u *Umpire) takeOnceMore(raw []byte, name, key string) error {
	hash := intake.HashOf(raw)
	t := u.verdict(u.Logger.With("hash", hash))
	t.again = true
	u.intake.Begin(hash)
	err := t.readAndJudge(raw, false)
	u.intake.End()
	if passes(err) {
		return err
	}
	if err != nil {
		t.ourFault(err)
		return errAgain
	}
	if key != "" {
		t.Batch.Drop(name, key)
	}
	return t.commit(arrival{})
}

// keepAside keeps a mail that is of no game, and tells the umpire.
func (t *verdict) keepAside() {
	fault := t.u.aside().Put(t.Mail.Raw)
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

// onlyHead reads no more of a mail than its header, and nothing if not even that can be done.
func onlyHead(raw []byte) (m *mail.Message) {
	hash := sha256.Sum256(raw)
	m = &mail.Message{Raw: raw, Hash: hash, ID: hex.EncodeToString(hash[:]), IDDerived: true}
	_ = amiss.Attempt(func() error {
		head, _ := mail.Limits{MessageBytes: 1}.Parse(raw)
		m = head
		return nil
	})
	return m
}
