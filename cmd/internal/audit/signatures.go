package audit

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/mail/sign"
)

// signatures verifies what players signed with the keys that they had when it came in:
// turn files, commands and changes of keys. Each counts once.
func signatures(w *walk) question {
	all := newOnce(w)
	return question{ask: func(c *Check, e entry) (err error) {
		var known bool
		var s sign.SignedText
		var r signedRecord
		switch v := e.Record.(type) {
		case record.Orders:
			s, known, err = w.checkOrders(v)
			r = signedOrders(v)
		case record.Key:
			known = v.Known
			s, err = w.checkKey(v)
			r = signedKey(v)
		case record.Command:
			s, known, err = w.checkCommand(v)
			r = signedCommand(v)
		default:
			return nil
		}
		if r.signed = s.Time; err == nil && r.file != [32]byte{} {
			err = all.add(r, e)
		}
		switch {
		case err != nil:
			return err
		case known:
			c.Done++
		default:
			c.Left++
		}
		return nil
	}}
}

// checkOrders verifies what a side signed with the key that it has, or by a code if it
// has none; known is false while it is secret.
func (w *walk) checkOrders(o record.Orders) (s sign.SignedText, known bool, err error) {
	seat, _ := w.Seat(o.Side)
	switch {
	case seat.Key == (sign.Key{}):
		return w.checkCode(o)
	case o.Key != seat.Key.Name():
		return s, false, fmt.Errorf("key %s is not that of side %q", o.Key, o.Side)
	case !o.Known:
		return s, false, nil
	}
	if s, err = o.Verify(seat.Key, o.Time); err == nil {
		err = names(o.File, s)
	}
	return s, true, err
}

// checkCode verifies a file of a side without a key. The code itself can be checked
// when the game is over.
func (w *walk) checkCode(o record.Orders) (s sign.SignedText, known bool, err error) {
	domain, ok := strings.CutPrefix(o.Key, sign.DKIMKey("").Name()+" ")
	switch {
	case !w.Game.Codes:
		return s, false, fmt.Errorf("the key of side %q was revoked", o.Side)
	case o.Form != sign.FormDKIM || !ok:
		return s, false, fmt.Errorf("key %q is not that of side %q, which has none", o.Key, o.Side)
	case !o.Known:
		return s, false, nil
	}
	s, err = o.Verify(sign.DKIMKey(domain), o.Time)
	if errors.Is(err, sign.ErrDKIMExpired) {
		return s, false, nil
	}
	if err == nil {
		err = names(o.File, s)
	}
	if err != nil {
		return s, false, err
	}
	over := w.Result.Over
	_, code := said.CutCode(s.Text)
	if over != nil && !said.SameCode(code, said.CodeOf(over.Sealed[:], o.Game, o.Step, o.Side)) {
		return s, false, errors.New("the file does not have the code of its report")
	}
	return s, true, nil
}

// names checks that a record names what was signed.
func names(file [32]byte, s sign.SignedText) error {
	if sum := s.Sum(); sum != file {
		return fmt.Errorf("the signed file has the hash %x, the record says %x", sum, file)
	}
	return nil
}

// checkCommand verifies a command as checkOrders does a file, and that the text gives it.
func (w *walk) checkCommand(c record.Command) (s sign.SignedText, known bool, err error) {
	head := record.Head{Game: c.Game, Step: c.Step + 1, Time: c.Time}
	s, known, err = w.checkOrders(record.Orders{
		Head: head, Side: c.Side, Key: c.Key, File: c.File, HiddenPart: c.HiddenPart, Proof: c.Proof,
	})
	if err == nil && known && !said.Gives(c, s.Text) {
		err = errors.New("the signed text does not give this command for this side of this game")
	}
	return s, known, err
}

// checkKey verifies a change with the keys that must have signed it.
func (w *walk) checkKey(k record.Key) (s sign.SignedText, err error) {
	seat, _ := w.Seat(k.Side)
	signers := []sign.Key{seat.Key}
	switch k.By {
	case record.KeyByUmpire, record.KeyBySubstitute:
		return s, nil
	case record.KeyByInvitation, record.KeyByConfirmation:
		signers = []sign.Key{k.New}
	case record.KeyByPlayer:
		signers = append(signers, k.New)
	case record.KeyByRequest:
	default:
		return s, fmt.Errorf("%q cannot change a key", k.By)
	}
	if !k.Known {
		return s, nil
	}
	if s, err = k.Verify(signers[0], k.Time); err == nil {
		err = names(k.File, s)
	}
	for _, key := range signers[1:] {
		if err == nil {
			_, err = k.Verify(key, k.Time)
		}
	}
	if err != nil {
		return s, err
	}
	return s, changesKey(k, s.Text)
}

// changesKey says why a text does not change this key.
func changesKey(k record.Key, text []byte) error {
	withCode := k.By == record.KeyByInvitation || k.By == record.KeyByConfirmation
	read := said.ParseKey
	if withCode {
		read = said.ParseJoin
	}
	m, ok := read(text)
	if !ok || m.Game != k.Game || !strings.EqualFold(string(m.Side), string(k.Side)) || (m.Join != "") != withCode {
		return errors.New("the signed message does not change this key")
	}
	if withCode && m.Key == "" { // what signed it is what it registers
		return nil
	}
	if key, err := m.Parse(); k.By != record.KeyByConfirmation && (err != nil || key.String() != k.New.String()) {
		return errors.New("the signed message names another key")
	}
	return nil
}
