package umpire

import (
	"errors"

	"berthier/cmd/internal/amiss"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// answerKey deals with a key message of a player, signed with the key that is in force.
func (t *verdict) answerKey(m said.KeyMessage) error {
	g, now := t.Game, t.u.Now()
	a := g.Attachment(t.Side, engine.Link{})
	faults := play.Misaddressed(m, g.Info, t.Side)
	key, err := m.Parse()
	if err == nil {
		err = key.Check(now)
	}
	again, err1 := t.CountedBefore(g.Game, t.Side)
	late, err2 := t.Outdated(g.Game, t.Side, fold.ThingKey, 0)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	other := ""
	switch {
	case m.Join != "":
		other, faults = m.Game, []engine.Fault{amiss.Fault(engine.Invalid, phrase.Say("fault.keyjoin", "code", m.Join,
			"side", m.Side, "game", m.Game), phrase.Say("hint.joincode"))}
	case g.Vacant(t.Side):
		faults = append(faults, amiss.Fault(engine.Invalid, phrase.Say("fault.resigned"), phrase.Say("hint.umpire")))
	case err != nil:
		faults = append(faults, amiss.Fault(engine.Invalid, phrase.Told(err.Error()), phrase.Say("hint.keyline")))
	case again:
		faults = append(faults, amiss.Fault(engine.Invalid, phrase.Say("fault.keybefore"),
			phrase.Say("hint.writeanew")))
	case !late.Empty():
		faults = append(faults, amiss.Fault(engine.Illegal, late, phrase.Say("hint.signagain")))
	default:
		faults = append(faults, t.u.KeyFaults(g.Info, t.Side, key)...)
	}
	if len(faults) > 0 {
		return t.RefuseFile(a, faults, other)
	}
	if _, err := t.Signed.By(key, now); err != nil {
		return t.requestKey(key)
	}
	return t.changeKey(record.KeyByPlayer, key)
}

// changeKey notes a change that the mail brought, and tells the player.
func (t *verdict) changeKey(by record.KeyAuthority, key sign.Key) error {
	k := record.Key{
		Head: t.u.HeadOf(t.Game),
		Side: t.Side, By: by, New: key, Mail: t.Mail.Hash, File: t.Signed.Sum(), Proof: t.Signed.Proof,
	}
	t.Count(k.Game, k.Side, fold.ThingOfKey(k), 0, true)
	next := *t.Game
	k = next.ChangeKey(&t.Batch, k)
	t.u.SignHead(&t.Batch, &next)
	t.Game = &next
	t.Done = func() { t.Log.Info("key changed", "by", by, "old", k.Old, "new", k.New.Name()) }
	m := t.u.KeyMail(&next, k, "")
	return t.Answer("key", m.Subject(), post.Fill(templates.Key, m))
}
