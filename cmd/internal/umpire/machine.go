package umpire

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/stored"
	"berthier/mail"
	"berthier/store"
)

// Do carries out commands of the umpire that he gives at the machine of the daemon,
// for a game or, if that is "", for none. text is what a mail of commands holds, without
// its header. It needs no signature, counts each time, and may see what is hidden;
// records name nobody in their line "by". A text in which something is wrong changes
// nothing: the error is then a Refusal that says everything that is wrong. Any other error is a
// fault of ours.
func (u *Umpire) Do(game, text string) (a matter.Answer, err error) {
	log := u.Logger.With("side", docket.UmpireSide)
	given := typed(u.Now().UnixNano(), text)
	err = u.With(func() error {
		a = matter.Answer{}
		t := u.verdict(log)
		t.Machine, t.ByUmpire, t.Mail = &a, true, given
		return amiss.Attempt(func() error { return t.carryOut(game, text) })
	})
	if panicked, ok := errors.AsType[*amiss.Panic](err); ok {
		log.Error("fault of this program", "game", game, "error", err, "stack", string(panicked.Stack))
	}
	return a, err
}

// typed makes a message of what was given at the machine, so that what is sent because of it has names of its own.
func typed(now int64, text string) *mail.Message {
	return &mail.Message{Hash: sha256.Sum256(fmt.Appendf(nil, "machine %d\n%s", now, text)), IDDerived: true}
}

func (t *verdict) carryOut(game, text string) error {
	d, ok, err := t.u.UmpireCommands(&t.Matter, []byte(text))
	if err != nil {
		return err
	}
	if !ok {
		return amiss.Refusef("%q is no command; \"help\" lists the commands", command.Clip(text))
	}
	if named := d.Commands.Game; named != "" && game != "" && named != game {
		return amiss.Refusef("the text is for game %q, and it was given for game %q", named, game)
	}
	if game != "" {
		d.Commands.Game = game
	}
	if err := d.FindForUmpire(); err != nil {
		return err
	}
	if err := d.Obey(); err != nil {
		return err
	}
	if len(d.Faults) > 0 {
		return amiss.Refuse(amiss.Faults(d.Faults))
	}
	t.Machine.Mails = len(t.Batch.Mails)
	return t.commit(arrival{})
}

// IsCommand reports whether a word is that of a command, or abbreviates one.
func (u *Umpire) IsCommand(word string) bool {
	c, _ := command.Find(strings.ToLower(word), command.Umpire)
	return c != nil
}

// Prune removes finished games, and what is old, from the store; another journal begins without it.
// What may not be removed is a Refusal; then nothing is.
func (u *Umpire) Prune(p stored.Prune) (done stored.Removal, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	err = u.Deciding(func() error {
		return u.Store.Update(func(tx *store.Tx) error {
			done, err = p.Do(tx, u.Now())
			return err
		})
	})
	if err != nil {
		return stored.Removal{}, err
	}
	u.Post.Forget()
	for _, g := range done.Games {
		u.Forget(g.Game)
		u.Schedule.Change(g.Game)
		u.Unchecked = slices.DeleteFunc(u.Unchecked, func(id string) bool { return id == g.Game })
	}
	u.Logger.Info("removed from the store", "games", len(done.Games), "mails", done.Mails, "marks", done.Marks)
	if err := errors.Join(u.Post.TellDiary(), u.Config.Store.CutJournal()); err != nil {
		return done, fmt.Errorf("it was removed, but the journal still has it: %w", err)
	}
	return done, nil
}
