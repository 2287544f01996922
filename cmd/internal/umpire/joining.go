package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/mail"
	"berthier/store"
)

// joining is the answer to an invitation: a message with its code, signed with
// the key that it registers.
type joining struct {
	faults []engine.Fault // why the key cannot be registered
}

var umpireKeyFault = engine.Fault{Msg: "the umpire signs with this key", Hint: "a player needs a key of his own"}

// joins finds out whether a mail answers an invitation. no is why the keys that
// are known did not open it; nil if one of them did, which is then a key of the
// player in another game, or the umpire's.
func (t *taking) joins(no *mail.OpenError) (joined bool, err error) {
	var texts [][]byte
	switch {
	case no == nil:
		texts = [][]byte{t.signed.Text}
	case no.Fault == mail.FaultUnknownKey || no.Fault == mail.FaultExpired || no.Fault == mail.FaultRevoked:
		for _, text := range mail.Texts(t.m) {
			texts = append(texts, text.Bytes)
		}
	}
	for _, text := range texts {
		m, ok := parseKeyMessage(text)
		if !ok || m.join == "" {
			continue
		}
		side, err := t.invited(m)
		if err != nil || side == "" {
			return false, err
		}
		faults, err := t.openJoin(m, no)
		if err != nil {
			return false, err
		}
		if sure, ok := parseKeyMessage(t.signed.Text); !ok || sure != m {
			continue
		}
		t.side, t.join = side, &joining{faults}
		return true, t.u.Store.View(func(tx *store.Tx) (err error) {
			t.game, err = t.u.load(tx, m.game)
			return err
		})
	}
	return false, nil
}

// openJoin verifies the answer to an invitation with the key that it registers:
// the one in its text, or else the one that its signature brings, that another
// game knows, or that is attached.
func (t *taking) openJoin(m keyMessage, no *mail.OpenError) (faults []engine.Fault, err error) {
	brought := t.signed.Key
	if no != nil {
		brought = no.Signed.Key
	}
	keys := append([]mail.Key{brought}, mail.AttachedKeys(t.m)...)
	if m.key != "" {
		key, err := m.parse()
		if err == nil {
			err = key.Check(t.u.now())
		}
		if err != nil && no == nil {
			return []engine.Fault{{Kind: engine.Invalid, Msg: err.Error(), Hint: "put your public key behind \"key:\""}}, nil
		}
		keys = []mail.Key{key}
	}
	signed, wrong := mail.Open(t.m, slices.DeleteFunc(keys, func(k mail.Key) bool { return k == mail.Key{} }), t.u.now())
	switch {
	case wrong == nil:
		t.signed = signed
		t.signed.Key.Comment = ""
		return nil, nil
	case no != nil:
		return nil, wrong
	}
	return []engine.Fault{{Msg: fmt.Sprintf("the message is not signed with the very key that it registers, but with %s", t.signed.Key.Name()), Hint: "sign it with the new key; a key that signs it needs no line \"key:\" if you play with it in another game"}}, nil
}

// invited gives the side that the code of a message invites; "" if there is no
// such invitation.
func (t *taking) invited(m keyMessage) (side engine.Side, err error) {
	g := t.u.infos[m.game]
	if g == nil {
		return "", nil
	}
	i := slices.IndexFunc(g.sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(m.side)) })
	if i < 0 {
		return "", nil
	}
	err = t.u.Store.View(func(tx *store.Tx) error {
		code, err := tx.State(m.game, stateInvite+string(g.sides[i]))
		if err == nil && sameCode(m.join, string(code)) {
			side = g.sides[i]
		}
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		return err
	})
	return side, err
}

// answerJoin registers the key that signed the answer to an invitation.
func (t *taking) answerJoin() error {
	g, key := t.game, t.signed.Key
	faults := t.join.faults
	if err := key.Check(t.u.now()); len(faults) == 0 && err != nil {
		faults = []engine.Fault{{Msg: err.Error(), Hint: "sign with a key that is good"}}
	}
	if len(faults) == 0 {
		faults = t.u.keyFaults(g.info, t.side, key)
	}
	if len(faults) > 0 {
		return t.answerFaults(g.attachment(t.side, engine.Link{}), faults)
	}
	return t.changeKey(KeyByInvitation, key)
}
