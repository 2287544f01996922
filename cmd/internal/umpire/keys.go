package umpire

import (
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"

	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/templates"
)

// misaddressed says what is wrong with a message for a seat.
func misaddressed(m said.KeyMessage, g *info, side engine.Side) (faults []engine.Fault) {
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

// answerKey deals with a key message of a player, signed with the key that is
// in force.
func (t *verdict) answerKey(m said.KeyMessage) error {
	g, now := t.game, t.u.now()
	a := g.attachment(t.side, engine.Link{})
	faults := misaddressed(m, g.info, t.side)
	key, err := m.Parse()
	if err == nil {
		err = key.Check(now)
	}
	again, err1 := t.countedBefore(g.Game, t.side)
	late, err2 := t.outdated(g.Game, t.side, fold.ThingKey, 0)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	switch {
	case m.Join != "":
		faults = []engine.Fault{{Msg: fmt.Sprintf("no invitation is open that has the code %q for side %q of game %q",
			m.Join, m.Side, m.Game), Hint: "copy the lines from the last mail that invites you; each code counts once"}}
	case g.vacant(t.side):
		faults = append(faults, engine.Fault{Msg: "you have resigned", Hint: "ask the umpire"})
	case err != nil:
		faults = append(faults, engine.Fault{Kind: engine.Invalid, Msg: err.Error(),
			Hint: "put your new public key behind \"key:\""})
	case again:
		faults = append(faults, engine.Fault{Msg: "this very message changed your key before",
			Hint: "write it anew, a greeting above it is enough, and sign it again"})
	case late != "":
		faults = append(faults, engine.Fault{Kind: engine.Illegal, Msg: late, Hint: signAgain})
	default:
		faults = append(faults, t.u.keyFaults(g.info, t.side, key)...)
	}
	if len(faults) > 0 {
		return t.answerFaults(a, faults)
	}
	if _, err := t.signed.By(key, now); err != nil {
		return t.requestKey(key)
	}
	return t.changeKey(record.KeyByPlayer, key)
}

// keyFaults says why a side cannot sign with a key.
func (u *Master) keyFaults(g *info, side engine.Side, key sign.Key) (faults []engine.Fault) {
	if slices.ContainsFunc(u.UmpireKeys, key.Equal) {
		faults = append(faults, umpireKeyFault)
	}
	if g.keys[side].String() == key.String() {
		faults = append(faults, engine.Fault{Msg: "you sign with this key already"})
	}
	for _, other := range g.sides {
		if other != side && g.keys[other].Equal(key) {
			faults = append(faults, engine.Fault{Msg: "another side of the game signs with this key"})
		}
	}
	return faults
}

// changeKey notes a change that the mail brought, and tells the player.
func (t *verdict) changeKey(by record.KeyAuthority, key sign.Key) error {
	k := record.Key{
		Head: t.u.headOf(t.game),
		Side: t.side, By: by, New: key, Mail: t.m.Hash, File: t.signed.Sum(), Proof: t.signed.Proof,
	}
	t.count(k.Game, k.Side, fold.ThingOfKey(k), 0, true)
	next := *t.game
	k = next.changeKey(&t.batch, k)
	if err := t.u.signHead(&t.batch, &next); err != nil {
		return err
	}
	t.game = &next
	t.done = func() { t.log.Info("key changed", "by", by, "old", k.Old, "new", k.New.Name()) }
	m := t.u.keyMail(&next, k, "")
	return t.answer("key", uncapital(m.Title()), post.Fill(templates.Key, m))
}

// changeKey puts a change into the log.
func (g *game) changeKey(b *batch, k record.Key) record.Key {
	k, _ = g.recordKey(b, k)
	for _, state := range []string{stateInvite, stateRequest} {
		b.drop(g.Game, state+string(k.Side))
	}
	return k
}

func (g *game) recordKey(b *batch, k record.Key) (record.Key, uint64) {
	k.Old, k.Hidden = g.keys[k.Side].Name(), g.hidden()
	return k, g.record(b, k)
}

func keyModel(k record.Key) templates.KeyChange {
	return templates.KeyChange{Side: k.Side, By: string(k.By), Old: k.Old, New: k.New.Name(), At: post.Moment(k.Time)}
}

func (u *Master) keyMail(g *game, k record.Key, invitation string) templates.KeyMail {
	return templates.KeyMail{Game: u.about(g.info), Change: keyModel(k), Umpire: u.Contact, Invitation: invitation}
}

// newKey reads the key that the umpire registers for a side.
func (u *Master) newKey(g *info, side engine.Side, text string) (sign.Key, error) {
	key, err := sign.ParsePublicKey(text)
	if err == nil {
		err = key.Check(u.now())
	}
	if err != nil {
		return key, refuse(err)
	}
	if faults := u.keyFaults(g, side, key); len(faults) > 0 {
		return key, refusef("%s", faults[0].Msg)
	}
	key.Comment = ""
	return key, nil
}

// refuseKeyless refuses to revoke a key that is not there.
func (g *info) refuseKeyless(side engine.Side) error {
	if g.keys[side] == (sign.Key{}) {
		return refusef("the side has no key")
	}
	return nil
}

// setKey lets a side sign with another key from now on, for the umpire. decide fills in
// the new key, or gives the code of an invitation. A file of the side that waits for the
// others is dropped, since the old key may be in wrong hands. It is a record of the log,
// is told to the player, and stands in the next report. g becomes the game after it.
func (u *Master) setKey(g *game, side engine.Side, decide func(*game, *record.Key) (string, error)) (k record.Key,
	b batch, mails []store.Mail, err error) {
	if err := g.refuseClosed(); err != nil {
		return k, nil, nil, refuse(err)
	}
	if side, err = g.sideNamed(side); err != nil {
		return k, nil, nil, err
	}
	k = record.Key{Head: u.headOf(g), Side: side, By: record.KeyByUmpire}
	invitation, err := decide(g, &k)
	if err != nil {
		return k, nil, nil, fmt.Errorf("key of %s: %w", k.Side, err)
	}
	k = g.changeKey(&b, k)
	if invitation != "" {
		b.set(g.Game, stateInvite+string(k.Side), []byte(invitation))
	}
	l := g.letter(k.Side, fmt.Sprintf("key.%d", g.state.Tree.Size()))
	m := u.keyMail(g, k, invitation)
	l.Subject, l.Page = uncapital(m.Title()), post.Fill(templates.Key, m)
	mails, err = u.Post.WriteAll(l)
	return k, b, mails, errors.Join(err, u.signHead(&b, g))
}

// newInvitation draws a code of 60 bits in groups of four.
func (u *Master) newInvitation() (string, error) {
	secret, err := u.secret()
	return said.Groups(base32.StdEncoding.EncodeToString(secret[:])[:12]), err
}
