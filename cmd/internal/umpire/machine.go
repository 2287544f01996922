package umpire

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/wire"
)

// Do carries out commands of the umpire that he gives at the machine of the daemon,
// for a game or, if that is "", for none. text is what a mail of commands holds, without
// its header. It needs no signature, counts each time, and may see what is hidden;
// records name nobody in their line "by". A text in which something is wrong changes
// nothing: the error is then a Refusal that says everything that is wrong. Any other error is a
// fault of ours.
func (u *Umpire) Do(game, text string) (a matter.Answer, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	t := u.verdict(u.Logger.With("side", docket.UmpireSide))
	t.Machine, t.ByUmpire, t.Mail = &a, true, typed(u.Now().UnixNano(), text)
	err = docket.Attempt(func() error { return t.carryOut(game, text) })
	if panicked, ok := errors.AsType[*docket.Panic](err); ok {
		t.Log.Error("fault of this program", "game", game, "error", err, "stack", string(panicked.Stack))
	}
	return a, err
}

// typed makes a message of what was given at the machine, so that what is sent because
// of it has names of its own.
func typed(now int64, text string) *mail.Message {
	return &mail.Message{Hash: sha256.Sum256(fmt.Appendf(nil, "machine %d\n%s", now, text)), IDDerived: true}
}

func (t *verdict) carryOut(game, text string) error {
	d, ok, err := t.u.UmpireCommands(&t.Matter, []byte(text))
	if err != nil {
		return err
	}
	if !ok {
		return docket.Refusef("%q is no command; \"help\" lists the commands", command.Clip(text))
	}
	if named := d.Commands.Game; named != "" && game != "" && named != game {
		return docket.Refusef("the text is for game %q, and it was given for game %q", named, game)
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
		return docket.Refuse(faultsOf(d.Faults))
	}
	t.Machine.Mails = len(t.Batch.Mails)
	return t.commit(wire.Cursor{})
}

// IsCommand reports whether a word is that of a command, or abbreviates one.
func (u *Umpire) IsCommand(word string) bool {
	c, _ := command.Find(strings.ToLower(word), command.Umpire)
	return c != nil
}

// faultsOf is one error of all that is wrong, a line for each.
func faultsOf(faults []engine.Fault) error {
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.Msg
		if f.Line > 0 && (len(faults) > 1 || f.Line > 1) {
			lines[i] = fmt.Sprintf("line %d, %q: %s", f.Line, f.Text, f.Msg)
		}
		if f.Hint != "" {
			lines[i] += "; " + f.Hint
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}
