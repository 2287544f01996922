package umpire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
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

// joins finds out whether a mail answers an invitation. no is why the keys that
// are known did not open it; nil if one of them did, which is then a key of the
// player in another game, or the umpire's.
func (t *verdict) joins(no *sign.OpenError) (joined bool, err error) {
	var texts [][]byte
	switch {
	case no == nil:
		texts = [][]byte{t.Signed.Text}
	case no.Fault == sign.FaultUnknownKey || no.Fault == sign.FaultExpired || no.Fault == sign.FaultRevoked:
		for _, text := range sign.Texts(t.Mail) {
			texts = append(texts, text.Bytes)
		}
	}
	var refused *matter.JoinError // why a code that stands in the mail does not count
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
			refused = &matter.JoinError{Why: templates.JoinCode, Signed: no}
			if known, err := t.u.Known(m.Game); err != nil {
				return false, err
			} else if known != nil {
				refused.Game = m.Game
			}
			continue
		}
		if j.faults, err = t.openJoin(m, j, no); err != nil {
			return false, err
		}
		if sure, ok := said.ParseJoin(t.Signed.Text); !ok || sure != m {
			continue
		}
		t.Side, t.join = j.side, j
		t.Game, err = t.u.Open(m.Game)
		return true, err
	}
	if no == nil || len(texts) == 0 { // a game answers whose key signed it, or the signature is bad
		return false, nil
	}
	if lines, err := t.RightCode(templates.JoinLines, no); lines != nil || err != nil {
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
	file, _ := engine.ParseTurnFile(t.Signed.Text, nil, t.u.Limits.Turn)
	return file.Game != "" && file.Game != m.Game
}

// openJoin verifies a message with the key that it registers: the one that its
// player asked for, the one in its text, or else the one that its signature brings,
// that another game knows, or that is attached.
func (t *verdict) openJoin(m said.KeyMessage, j *claim, no *sign.OpenError) (faults []engine.Fault, err error) {
	brought := t.Signed.Key
	if no != nil {
		brought = no.Signed.Key
	}
	came := sign.BroughtKeys(t.Mail)
	keys := append([]sign.Key{brought}, came...)
	if m.Key != "" {
		key, err := m.Parse()
		if err == nil {
			err = key.Check(t.u.Now())
		}
		if err != nil && no == nil {
			return []engine.Fault{amiss.Fault(engine.Invalid, phrase.Told(err.Error()), phrase.Say("hint.keyline"))},
				nil
		}
		keys = []sign.Key{key}
	}
	if j.asked != (sign.Key{}) {
		keys = []sign.Key{j.asked}
	}
	signed, wrong := sign.Open(t.Mail, slices.DeleteFunc(keys, func(k sign.Key) bool { return k == sign.Key{} }),
		t.u.Now())
	switch {
	case wrong == nil:
		t.Signed = signed
		t.Signed.Key.Comment = ""
		return nil, nil
	case no != nil:
		return nil, noKey(m, j, len(came) > 0, wrong)
	}
	return []engine.Fault{amiss.Fault(engine.Invalid, phrase.Say("fault.keysigned", "key", t.Signed.Key.Name()),
		phrase.Say("hint.keysigned"))}, nil
}

// noKey is why a message with the right code registers no key: the one that signed it is
// not there. Any other fault of its signature says enough.
func noKey(m said.KeyMessage, j *claim, came bool, wrong error) error {
	var unknown *sign.OpenError
	if !errors.As(wrong, &unknown) || unknown.Fault != sign.FaultUnknownKey {
		return wrong
	}
	e := &matter.JoinError{Why: templates.JoinNoKey, Game: m.Game, Side: j.side, Code: m.Join, Signed: unknown}
	switch {
	case j.asked != (sign.Key{}):
		e.Why = templates.JoinAsked
	case came || m.Key != "":
		e.Why = templates.JoinOtherKey
	}
	return e
}

// invited finds what the code of a message was mailed for; nil if there is no such code.
func (t *verdict) invited(m said.KeyMessage) (j *claim, err error) {
	g, err := t.u.Known(m.Game)
	if g == nil || err != nil {
		return nil, err
	}
	side, unknown := g.SideNamed(m.Side)
	if unknown != nil {
		return nil, nil
	}
	code, err := t.u.Store.Value(m.Game, docket.StateInvite+string(side))
	if err != nil {
		return nil, err
	}
	if said.SameCode(m.Join, string(code)) {
		return &claim{side: side, by: record.KeyByInvitation}, nil
	}
	request, err := t.u.Store.Value(m.Game, docket.StateRequest+string(side))
	number, wanted, _ := strings.Cut(string(request), " ")
	if err != nil || !said.SameCode(m.Join, wanted) {
		return nil, err
	}
	seq, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return nil, err
	}
	r, err := t.u.Store.Record(m.Game, seq)
	if err != nil {
		return nil, err
	}
	k, err := record.ParseKey(r.Data, nil)
	return &claim{side: side, by: record.KeyByConfirmation, asked: k.New}, err
}

// requestKey notes that a player asks for another key, and mails him the code with
// which he shows that it is his: until then nothing changes. Otherwise somebody
// could claim the key of another person, and what that one signs.
func (t *verdict) requestKey(key sign.Key) error {
	code, err := t.u.NewInvitation()
	if err != nil {
		return err
	}
	next := *t.Game
	k, seq := next.RecordKey(&t.Batch, record.Key{
		Head: t.u.HeadOf(&next),
		Side: t.Side, By: record.KeyByRequest, New: key, Mail: t.Mail.Hash, File: t.Signed.Sum(), Proof: t.Signed.Proof,
	})
	t.Batch.Set(next.Game, docket.StateRequest+string(t.Side), fmt.Appendf(nil, "%d %s", seq, code))
	t.u.SignHead(&t.Batch, &next)
	t.Count(k.Game, k.Side, fold.ThingOfKey(k), 0, true)
	t.Game = &next
	m := t.u.KeyMail(&next, k, code)
	t.Done = func() { t.Log.Info("another key is asked for", "old", k.Old, "new", k.New.Name()) }
	return t.Answer("key", m.ConfirmSubject(), post.Fill(templates.Confirm, m))
}

// answerJoin registers the key that signed the message.
func (t *verdict) answerJoin() error {
	g, key := t.Game, t.Signed.Key
	faults := t.join.faults
	if err := key.Check(t.u.Now()); len(faults) == 0 && err != nil {
		faults = []engine.Fault{amiss.Fault(engine.Invalid, phrase.Told(err.Error()), phrase.Say("hint.goodkey"))}
	}
	if len(faults) == 0 && t.join.by == record.KeyByConfirmation && g.Vacant(t.Side) {
		faults = []engine.Fault{amiss.Fault(engine.Invalid, phrase.Say("fault.resigned"), phrase.Say("hint.umpire"))}
	}
	if len(faults) == 0 {
		faults = t.u.KeyFaults(g.Info, t.Side, key)
	}
	if len(faults) > 0 {
		return t.RefuseFile(g.Attachment(t.Side, engine.Link{}), faults, "")
	}
	return t.changeKey(t.join.by, key)
}
