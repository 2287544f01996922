package play

import (
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/templates"
)

// Misaddressed says what is wrong with a message for a seat.
func Misaddressed(m said.KeyMessage, g *docket.Info, side engine.Side) (faults []engine.Fault) {
	wrong := func(msg tongue.Text) {
		faults = append(faults, amiss.Fault(engine.Invalid, msg, phrase.Say("hint.keymessage")))
	}
	if m.Game != g.Game {
		wrong(phrase.Say("fault.keygame", "game", m.Game, "own", g.Game))
	}
	if !strings.EqualFold(string(m.Side), string(side)) {
		wrong(phrase.Say("fault.keyside", "side", m.Side, "own", side))
	}
	return faults
}

// KeyFaults says why a side cannot sign with a key.
func (u *Master) KeyFaults(g *docket.Info, side engine.Side, key sign.Key) (faults []engine.Fault) {
	if slices.ContainsFunc(u.UmpireKeys, key.Equal) {
		faults = append(faults, umpireKeyFault())
	}
	if g.Keys[side].String() == key.String() {
		faults = append(faults, amiss.Fault(engine.Invalid, phrase.Say("fault.keyalready"), tongue.Text{}))
	}
	for _, other := range g.Sides {
		if other != side && g.Keys[other].Equal(key) {
			faults = append(faults, amiss.Fault(engine.Invalid, phrase.Say("fault.keyother"), tongue.Text{}))
		}
	}
	return faults
}

func keyModel(k record.Key) templates.KeyChange {
	return templates.KeyChange{Side: k.Side, By: string(k.By), Old: k.Old, New: k.New.Name(), At: phrase.Moment(k.Time)}
}

// KeyMail is what a player reads of a change of his key.
func (u *Master) KeyMail(g *docket.Game, k record.Key, invitation string) templates.KeyMail {
	return templates.KeyMail{Game: u.AboutTo(g.Info, k.Side), Change: keyModel(k), Umpire: u.Contact,
		Invitation: invitation}
}

// NewKey reads the key that the umpire registers for a side.
func (u *Master) NewKey(g *docket.Info, side engine.Side, text string) (sign.Key, error) {
	key, err := sign.ParsePublicKey(text)
	if err == nil {
		err = key.Check(u.Now())
	}
	if err != nil {
		return key, amiss.Refuse(err)
	}
	if faults := u.KeyFaults(g, side, key); len(faults) > 0 {
		return key, amiss.Refusef("%s", faults[0].Msg)
	}
	key.Comment = ""
	return key, nil
}

// DecideKey lets a side sign with another key from now on, for the umpire, whose key by names, "" at the machine.
// decide fills in the new key, or gives the code of an invitation, or revokes the old one. A file of the side that
// waits for the others is dropped, since the old key may be in wrong hands. It is a record of the log, is told to the
// player, and stands in the next report. g becomes the game after it.
func (u *Master) DecideKey(g *docket.Game, side engine.Side, by string,
	decide func(*record.Key) (string, error)) (k record.Key, b docket.Batch, err error) {
	if err := g.RefuseClosed(); err != nil {
		return k, b, amiss.Refuse(err)
	}
	if side, err = g.SideNamed(side); err != nil {
		return k, b, err
	}
	if g.Computed(side) {
		return k, b, amiss.Refusef("a computer plays %s, which signs nothing; substitute gives the side to a "+
			"person", side)
	}
	k = record.Key{Head: u.HeadOf(g), Side: side, By: record.KeyByUmpire, Umpire: by}
	invitation, err := decide(&k)
	if none := (sign.Key{}); err == nil && k.New == none && invitation == "" && g.Keys[side] == none {
		err = amiss.Refusef("the side has no key")
	}
	if err != nil {
		return k, b, fmt.Errorf("key of %s: %w", k.Side, err)
	}
	k = g.ChangeKey(&b, k)
	if invitation != "" {
		b.Set(g.Game, docket.StateInvite+string(k.Side), []byte(invitation))
	}
	l := g.Letter(k.Side, fmt.Sprintf("key.%d", g.State.Tree.Size()))
	m := u.KeyMail(g, k, invitation)
	l.Subject, l.Page = m.Subject(), post.Fill(templates.Key, m)
	u.Tell(&b, l)
	u.SignHead(&b, g)
	return k, b, nil
}

// invite draws a code with which the player of a side can register a key.
func (u *Master) invite(b *docket.Batch, game string, side engine.Side) (code string, err error) {
	if code, err = u.NewInvitation(); err == nil {
		b.Set(game, docket.StateInvite+string(side), []byte(code))
	}
	return code, err
}

// NewInvitation draws a code of 60 bits in groups of four.
func (u *Master) NewInvitation() (string, error) {
	secret, err := u.secret()
	return said.Groups(base32.StdEncoding.EncodeToString(secret[:])[:12]), err
}

func umpireKeyFault() engine.Fault {
	return amiss.Fault(engine.Invalid, phrase.Say("fault.keyumpire"), phrase.Say("hint.keyumpire"))
}
