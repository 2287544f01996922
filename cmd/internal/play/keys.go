package play

import (
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/templates"
)

// Misaddressed says what is wrong with a message for a seat.
func Misaddressed(m said.KeyMessage, g *docket.Info, side engine.Side) (faults []engine.Fault) {
	wrong := func(format string, args ...any) {
		faults = append(faults, engine.Fault{Kind: engine.Invalid, Msg: fmt.Sprintf(format, args...),
			Hint: "a message about a key has the lines game, side and key"})
	}
	if m.Game != g.Game {
		wrong("the message is for game %q, not %q", m.Game, g.Game)
	}
	if !strings.EqualFold(string(m.Side), string(side)) {
		wrong("the message is for side %q, not %q", m.Side, side)
	}
	return faults
}

// KeyFaults says why a side cannot sign with a key.
func (u *Master) KeyFaults(g *docket.Info, side engine.Side, key sign.Key) (faults []engine.Fault) {
	if slices.ContainsFunc(u.UmpireKeys, key.Equal) {
		faults = append(faults, umpireKeyFault)
	}
	if g.Keys[side].String() == key.String() {
		faults = append(faults, engine.Fault{Msg: "you sign with this key already"})
	}
	for _, other := range g.Sides {
		if other != side && g.Keys[other].Equal(key) {
			faults = append(faults, engine.Fault{Msg: "another side of the game signs with this key"})
		}
	}
	return faults
}

func keyModel(k record.Key) templates.KeyChange {
	return templates.KeyChange{Side: k.Side, By: string(k.By), Old: k.Old, New: k.New.Name(), At: post.Moment(k.Time)}
}

// KeyMail is what a player reads of a change of his key.
func (u *Master) KeyMail(g *docket.Game, k record.Key, invitation string) templates.KeyMail {
	return templates.KeyMail{Game: u.About(g.Info), Change: keyModel(k), Umpire: u.Contact, Invitation: invitation}
}

// NewKey reads the key that the umpire registers for a side.
func (u *Master) NewKey(g *docket.Info, side engine.Side, text string) (sign.Key, error) {
	key, err := sign.ParsePublicKey(text)
	if err == nil {
		err = key.Check(u.Now())
	}
	if err != nil {
		return key, docket.Refuse(err)
	}
	if faults := u.KeyFaults(g, side, key); len(faults) > 0 {
		return key, docket.Refusef("%s", faults[0].Msg)
	}
	key.Comment = ""
	return key, nil
}

// DecideKey lets a side sign with another key from now on, for the umpire. decide fills in
// the new key, or gives the code of an invitation, or revokes the old one. A file of the side that waits for the
// others is dropped, since the old key may be in wrong hands. It is a record of the log,
// is told to the player, and stands in the next report. g becomes the game after it.
func (u *Master) DecideKey(g *docket.Game, side engine.Side,
	decide func(*record.Key) (string, error)) (k record.Key, b docket.Batch, err error) {
	if err := g.RefuseClosed(); err != nil {
		return k, b, docket.Refuse(err)
	}
	if side, err = g.SideNamed(side); err != nil {
		return k, b, err
	}
	if g.Computed(side) {
		return k, b, docket.Refusef("a computer plays %s, which signs nothing; substitute gives the side to a "+
			"person", side)
	}
	k = record.Key{Head: u.HeadOf(g), Side: side, By: record.KeyByUmpire}
	invitation, err := decide(&k)
	if none := (sign.Key{}); err == nil && k.New == none && invitation == "" && g.Keys[side] == none {
		err = docket.Refusef("the side has no key")
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
	l.Subject, l.Page = docket.Uncapital(m.Title()), post.Fill(templates.Key, m)
	b.Mails, err = u.Post.WriteAll(l)
	return k, b, errors.Join(err, u.SignHead(&b, g))
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

var umpireKeyFault = engine.Fault{Msg: "the umpire signs with this key", Hint: "a player needs a key of his own"}
