package umpire

import (
	"errors"
	"fmt"
	"regexp"
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

// claim is the answer to an invitation, or the confirmation of a key that its
// player asked for: a message with the code, signed with the key that it registers.
type claim struct {
	side   engine.Side
	by     record.KeyAuthority // record.KeyByInvitation or record.KeyByConfirmation
	asked  sign.Key            // for record.KeyByConfirmation
	faults []engine.Fault      // why the key cannot be registered
}

var umpireKeyFault = engine.Fault{Msg: "the umpire signs with this key", Hint: "a player needs a key of his own"}

// joins finds out whether a mail answers an invitation. no is why the keys that
// are known did not open it; nil if one of them did, which is then a key of the
// player in another game, or the umpire's.
func (t *verdict) joins(no *sign.OpenError) (joined bool, err error) {
	var texts [][]byte
	switch {
	case no == nil:
		texts = [][]byte{t.signed.Text}
	case no.Fault == sign.FaultUnknownKey || no.Fault == sign.FaultExpired || no.Fault == sign.FaultRevoked:
		for _, text := range sign.Texts(t.m) {
			texts = append(texts, text.Bytes)
		}
	}
	var refused *joinError // why a code that stands in the mail does not count
	for _, text := range texts {
		m, ok := said.ParseJoin(text)
		if !ok || no == nil && t.ordersElsewhere(m) {
			continue
		}
		j, err := t.invited(m)
		if err != nil {
			return false, err
		}
		if j == nil {
			refused = &joinError{why: templates.JoinCode, signed: no}
			if t.u.infos[m.Game] != nil {
				refused.game = m.Game
			}
			continue
		}
		if j.faults, err = t.openJoin(m, j, no); err != nil {
			return false, err
		}
		if sure, ok := said.ParseJoin(t.signed.Text); !ok || sure != m {
			continue
		}
		t.side, t.join = j.side, j
		return true, t.u.Store.View(func(tx *store.Tx) (err error) {
			t.game, err = t.u.load(tx, m.Game)
			return err
		})
	}
	if no == nil || len(texts) == 0 { // a game answers whose key signed it, or the signature is bad
		return false, nil
	}
	if lines, err := t.rightCode(templates.JoinLines, no); lines != nil || err != nil {
		refused = lines
		if err != nil {
			return false, err
		}
	}
	if refused == nil {
		return false, nil
	}
	return false, refused
}

// ordersElsewhere reports whether what was signed is a turn file of another game than the
// one that a player is invited to, whose invitation it only quotes.
func (t *verdict) ordersElsewhere(m said.KeyMessage) bool {
	file, _ := engine.ParseTurnFile(t.signed.Text, nil, t.u.Limits.Turn)
	return file.Game != "" && file.Game != m.Game
}

// joinError is why an answer to an invitation cannot be used, if nobody who is known
// signed it.
type joinError struct {
	why    templates.JoinFault
	game   string
	side   engine.Side // that the code is for; "" if it is for none
	code   string
	signed *sign.OpenError // what is wrong with the signature
}

func (e *joinError) Error() string { return "answer to an invitation: " + string(e.why) }

// codeShaped is how a code looks.
var codeShaped = regexp.MustCompile(`(?i)\b[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}\b`)

// maxCodes is how many codes of a mail are looked at.
const maxCodes = 8

// rightCode finds the open invitation of which a mail has the code, whoever wrote it and
// wherever it stands there; nil if there is none. why is what the mail lacks.
func (t *matter) rightCode(why templates.JoinFault, no *sign.OpenError) (e *joinError, err error) {
	var codes [][]byte
	for _, text := range sign.Texts(t.m) {
		codes = append(codes, codeShaped.FindAll(text.Bytes, maxCodes)...)
	}
	if len(codes) == 0 {
		return nil, nil
	}
	codes = codes[:min(len(codes), maxCodes)]
	err = t.u.Store.View(func(tx *store.Tx) error {
		for name, g := range t.u.infos {
			for _, side := range g.sides {
				open, err := optional(tx.State(name, stateInvite+string(side)))
				if err != nil {
					return err
				}
				if slices.ContainsFunc(codes, func(c []byte) bool { return said.SameCode(string(c), string(open)) }) {
					e = &joinError{why: why, game: name, side: side, code: string(open), signed: no}
				}
			}
		}
		return nil
	})
	return e, err
}

// answerNotJoined tells why no key was registered.
func (t *matter) answerNotJoined(e *joinError) error {
	m := templates.NotJoinedMail{Side: e.side, Code: e.code, Why: e.why, Key: e.signed.Key}
	m.Game.ID = e.game
	return t.answerStranger("Your key is not registered", post.Fill(templates.NotJoined, m))
}

func (e *joinError) Unwrap() error { return e.signed }

// openJoin verifies a message with the key that it registers: the one that its
// player asked for, the one in its text, or else the one that its signature brings,
// that another game knows, or that is attached.
func (t *verdict) openJoin(m said.KeyMessage, j *claim, no *sign.OpenError) (faults []engine.Fault, err error) {
	brought := t.signed.Key
	if no != nil {
		brought = no.Signed.Key
	}
	came := sign.BroughtKeys(t.m)
	keys := append([]sign.Key{brought}, came...)
	if m.Key != "" {
		key, err := m.Parse()
		if err == nil {
			err = key.Check(t.u.now())
		}
		if err != nil && no == nil {
			return []engine.Fault{{Kind: engine.Invalid, Msg: err.Error(),
				Hint: "put your public key behind \"key:\""}}, nil
		}
		keys = []sign.Key{key}
	}
	if j.asked != (sign.Key{}) {
		keys = []sign.Key{j.asked}
	}
	signed, wrong := sign.Open(t.m, slices.DeleteFunc(keys, func(k sign.Key) bool { return k == sign.Key{} }),
		t.u.now())
	switch {
	case wrong == nil:
		t.signed = signed
		t.signed.Key.Comment = ""
		return nil, nil
	case no != nil:
		return nil, noKey(m, j, len(came) > 0, wrong)
	}
	return []engine.Fault{{
		Msg: fmt.Sprintf("the message is not signed with the very key that it registers, but with %s",
			t.signed.Key.Name()),
		Hint: "sign it with the new key",
	}}, nil
}

// noKey is why a message with the right code registers no key: the one that signed it is
// not there. Any other fault of its signature says enough.
func noKey(m said.KeyMessage, j *claim, came bool, wrong error) error {
	var unknown *sign.OpenError
	if !errors.As(wrong, &unknown) || unknown.Fault != sign.FaultUnknownKey {
		return wrong
	}
	e := &joinError{why: templates.JoinNoKey, game: m.Game, side: j.side, code: m.Join, signed: unknown}
	switch {
	case j.asked != (sign.Key{}):
		e.why = templates.JoinAsked
	case came || m.Key != "":
		e.why = templates.JoinOtherKey
	}
	return e
}

// invited finds what the code of a message was mailed for; nil if there is no such
// code.
func (t *verdict) invited(m said.KeyMessage) (j *claim, err error) {
	g := t.u.infos[m.Game]
	if g == nil {
		return nil, nil
	}
	i := slices.IndexFunc(g.sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(m.Side)) })
	if i < 0 {
		return nil, nil
	}
	side := g.sides[i]
	err = t.u.Store.View(func(tx *store.Tx) error {
		code, err := optional(tx.State(m.Game, stateInvite+string(side)))
		if err != nil {
			return err
		}
		if said.SameCode(m.Join, string(code)) {
			j = &claim{side: side, by: record.KeyByInvitation}
			return nil
		}
		request, err := optional(tx.State(m.Game, stateRequest+string(side)))
		seq, wanted, _ := strings.Cut(string(request), " ")
		if err != nil || !said.SameCode(m.Join, wanted) {
			return err
		}
		r, err := recordOf(tx, m.Game, seq)
		if err != nil {
			return err
		}
		k, err := record.ParseKey(r.Data, nil)
		j = &claim{side: side, by: record.KeyByConfirmation, asked: k.New}
		return err
	})
	return j, err
}

// requestKey notes that a player asks for another key, and mails him the code with
// which he shows that it is his: until then nothing changes. Otherwise somebody
// could claim the key of another person, and what that one signs.
func (t *verdict) requestKey(key sign.Key) error {
	code, err := t.u.newInvitation()
	if err != nil {
		return err
	}
	next := *t.game
	k, seq := next.recordKey(&t.batch, record.Key{
		Head: t.u.headOf(&next),
		Side: t.side, By: record.KeyByRequest, New: key, Mail: t.m.Hash, File: t.signed.Sum(), Proof: t.signed.Proof,
	})
	t.batch.set(next.Game, stateRequest+string(t.side), fmt.Appendf(nil, "%d %s", seq, code))
	if err := t.u.signHead(&t.batch, &next); err != nil {
		return err
	}
	t.count(k.Game, k.Side, fold.ThingOfKey(k), 0, true)
	t.game = &next
	t.done = func() { t.log.Info("another key is asked for", "old", k.Old, "new", k.New.Name()) }
	return t.answer("key", "confirm your new key", post.Fill(templates.Confirm, t.u.keyMail(&next, k, code)))
}

// answerJoin registers the key that signed the message.
func (t *verdict) answerJoin() error {
	g, key := t.game, t.signed.Key
	faults := t.join.faults
	if err := key.Check(t.u.now()); len(faults) == 0 && err != nil {
		faults = []engine.Fault{{Msg: err.Error(), Hint: "sign with a key that is good"}}
	}
	if len(faults) == 0 && t.join.by == record.KeyByConfirmation && g.vacant(t.side) {
		faults = []engine.Fault{{Msg: "you have resigned", Hint: "ask the umpire"}}
	}
	if len(faults) == 0 {
		faults = t.u.keyFaults(g.info, t.side, key)
	}
	if len(faults) > 0 {
		return t.answerFaults(g.attachment(t.side, engine.Link{}), faults)
	}
	return t.changeKey(t.join.by, key)
}
