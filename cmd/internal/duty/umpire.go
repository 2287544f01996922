package duty

import (
	"cmp"
	"strings"

	"berthier/cmd/internal/acts"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/tell"
	"berthier/engine/tongue"
	"berthier/mail"
	"berthier/store"
	"berthier/templates"
)

// command carries out what the umpire wants to change in a game: want decides it, lets g
// become the game after that, and says what was done, which nobody reads if it is refused.
func (d *errand) command(want func(g *docket.Game, by string) (docket.Batch, error)) error {
	if err := d.changes(); err != nil {
		return err
	}
	if d.moved {
		return d.fault(english("the command above it must be the last one that changes the game"),
			english("send it in a mail of its own"))
	}
	if err := d.once(fold.ThingOf(d.line.As()), false); err != nil {
		return err
	}
	next := *d.After
	b, err := want(&next, d.Signed.Key.Name())
	if err != nil {
		return d.refused(none, err)
	}
	d.acted = true
	d.Batch.Join(b)
	d.After = &next
	d.Effects = append(d.Effects, func() { d.Desk.Forget(next.Game) })
	return nil
}

// last is command for what moves the game on, after which nothing else in the mail can change it.
func (d *errand) last(want func(g *docket.Game, by string) (docket.Batch, error)) error {
	err := d.command(want)
	d.moved = true
	return err
}

func (d *errand) startGame(command.Start) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		d.say(english("The game begins; its players are told."))
		return d.Desk.DecideStart(g, by)
	})
}

func (d *errand) invite(c command.Invite) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		k, b, err := d.Desk.DecideKey(g, c.Side, by,
			func(*record.Key) (string, error) { return d.Desk.NewInvitation() })
		d.say(english("%s has no key now, and gets a mail with a code to register one.", k.Side))
		return b, err
	})
}

func (d *errand) setKey(c command.Key) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		k, b, err := d.Desk.DecideKey(g, c.Side, by, func(k *record.Key) (code string, err error) {
			k.New, err = d.Desk.NewKey(g.Info, k.Side, c.Text)
			return "", err
		})
		d.say(english("%s signed with %s, signs now with %s.", k.Side, cmp.Or(k.Old, "no key"), k.New.Name()))
		return b, err
	})
}

func (d *errand) revokeKey(c command.Revoke) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		k, b, err := d.Desk.DecideKey(g, c.Side, by, func(*record.Key) (string, error) { return "", nil })
		d.say(english("%s signed with %s, and has no key now.", k.Side, k.Old))
		return b, err
	})
}

func (d *errand) burn(c command.Burn) error {
	return d.last(func(g *docket.Game, by string) (docket.Batch, error) {
		r, b, err := d.Desk.BurnTo(g, c.Step, c.Reason, by)
		d.say(english("The links %d to %d are burned; the next orders are for step %d.", r.From, r.Step, r.Step+1))
		return b, err
	})
}

func (d *errand) substitute(c command.Substitute) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		s, b, err := d.Desk.DecideSubstitute(g, c.NewPlayer, c.Reason, by)
		_, told := tell.Substitute(s)
		d.say(told)
		return b, err
	})
}

func (d *errand) rollback(c command.Rollback) error {
	return d.last(func(g *docket.Game, by string) (docket.Batch, error) {
		r, b, err := d.Desk.DecideRollback(g, c.Step, c.Reason, by)
		d.say(english("The game is taken back to %s. That is step %d of its log; the next orders are for step %d.",
			acts.AfterStep(r.To), r.Step, r.Step+1))
		return b, err
	})
}

func (d *errand) ruling(c command.Ruling) error {
	return d.last(func(g *docket.Game, by string) (docket.Batch, error) {
		l, b, err := d.Desk.DecideRuling(g, []byte(c.Lines), c.Reason, by)
		var lines []string
		for _, e := range l.Edits {
			lines = append(lines, e.String())
		}
		d.part(templates.Part{
			Text: english("The position is changed. That is step %d of the log; the next orders are for step "+
				"%d. Out (-) and in (+):", l.Step, l.Step+1),
			Block: strings.Join(lines, "\n") + "\n",
		})
		return b, err
	})
}

// position shows what everybody may see, since mails are not encrypted, and at the
// machine all of it, as a file that a ruling can begin with.
func (d *errand) position(command.Position) error {
	if d.Machine != nil {
		d.part(templates.Part{Block: string(d.After.State.Position.Encode())})
	} else {
		d.part(templates.Part{Text: english("The position, without what is hidden from a side:"),
			Block: string(d.After.Rules.View(d.After.State.Position, "").Encode())})
	}
	return nil
}

func (d *errand) process(command.Process) error {
	return d.last(func(g *docket.Game, _ string) (docket.Batch, error) {
		step, defaults := g.State.Number+1, g.Waiting()
		if g.Beacon.Used() {
			d.say(english("Step %d is closed; it is resolved when its round of the beacon is out.", step))
		} else {
			d.say(english("Step %d is resolved.", step))
		}
		if len(defaults) > 0 {
			d.say(english("The defaults were used for %s.", sideNames(defaults)))
		}
		return d.Desk.ProcessStep(g)
	})
}

func (d *errand) listKeys(command.Keys) error {
	var items []tongue.Text
	for _, p := range d.After.Players {
		key := d.After.Keys[p.Side].Name()
		if key == "" {
			key = "no key"
		}
		if d.After.UsesCodes(p.Side) {
			key += ", may answer with codes"
		}
		items = append(items, english("%s, %s: %s", p.Side, p.Name, key))
	}
	items = append(items, english("The log is signed with %s", record.Fingerprint(d.After.Log)))
	d.part(templates.Part{Items: items})
	return nil
}

func (d *errand) announceText(c command.Announce) error {
	if c.All {
		return d.announceAll(c.Text)
	}
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		d.part(templates.Part{Text: english("All players get this:"), Block: strings.TrimSpace(c.Text) + "\n"})
		return d.Desk.DecideAnnounce(g, c.Text, by)
	})
}

// archive sends what can be published, as mails are not encrypted.
func (d *errand) archive(command.Archive) error {
	if d.Desk.Archive == nil {
		return d.fault(english("archives are not sent here"), none)
	}
	if d.acted || d.moved {
		return d.fault(english("what the commands above it change is not in the archive yet"),
			english("send it in a mail of its own"))
	}
	var s fold.SavedGame
	err := d.Desk.Store.View(func(tx *store.Tx) (err error) {
		s, err = stored.Save(tx, d.After.Game)
		return err
	})
	if err != nil {
		return err
	}
	file, err := d.Desk.Archive(s.Public())
	if err != nil {
		return err
	}
	if len(file) > docket.MaxMailFile {
		return d.fault(english("the archive is too large to be mailed: %d bytes, and mailed are at most %d", len(file),
			docket.MaxMailFile), english("\"berthier archive\" writes it on the machine of the daemon"))
	}
	d.attachments = append(d.attachments, mail.File{Name: d.After.Game + ".zip", Type: "application/zip", Bytes: file})
	if d.After.Over() {
		d.say(english("The archive is attached, %d bytes. It holds the mails of the players with their addresses.",
			len(file)))
		return nil
	}
	d.say(english("The archive is attached, %d bytes. The game goes on: turn files, reports and secrets are not in "+
		"it. A "+
		"backup with them is never mailed; \"berthier archive -backup\" writes one.", len(file)))
	return nil
}

func (d *errand) closeGame(c command.Close) error {
	ok, reason, err := d.sure(c.Assurance, c.Reason,
		english("The game is over at once, without a result. All players are "+
			"told, with your reason: %s.", c.Reason), d.reopening())
	if !ok || err != nil {
		return err
	}
	return d.last(func(g *docket.Game, by string) (docket.Batch, error) {
		d.say(english("The game is over without a result."))
		return d.Desk.DecideClose(g, reason, by)
	})
}

func (d *errand) reopenGame(c command.Reopen) error {
	return d.command(func(g *docket.Game, by string) (docket.Batch, error) {
		d.say(english("The game goes on where it stood; its players are told."))
		return d.Desk.DecideReopen(g, c.Reason, by)
	})
}
