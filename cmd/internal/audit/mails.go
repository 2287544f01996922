package audit

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/mail/sign"
)

// mails compares the mails as received with the log: each is there, and its signed
// text is the one that was recorded.
func (w *walk) mails(s game.SavedGame) Check {
	c := Check{Name: "mails", What: "mails as received", Why: "still secret"}
	keys := w.allKeys()
	named := map[string]bool{}
	for _, e := range w.entries {
		m, ok := game.ReceivedMail(e.Record)
		if !ok {
			continue
		}
		raw, there := s.Messages[m.Hash]
		named[m.Hash] = true
		switch {
		case !there && w.Result.Over == nil && s.Secrets == nil:
			c.Left++
			continue
		case !there:
			c.Err = errors.New("it is missing")
		case m.Known:
			c.Err = sameSigned(raw, keys, m)
		}
		if c.Err != nil {
			c.Err = blame(e, fmt.Errorf("mail %s: %w", m.Hash, c.Err))
			return c
		}
		c.Done++
	}
	for _, hash := range slices.Sorted(maps.Keys(s.Messages)) {
		if s.Secrets == nil && !named[hash] {
			c.Err = fmt.Errorf("no record names mail %s", hash)
			return c
		}
	}
	return c
}

// allKeys are those that players had at any time.
func (w *walk) allKeys() (keys []sign.Key) {
	for _, p := range w.Game.Players {
		keys = append(keys, p.Key)
	}
	for _, e := range w.entries {
		if k, ok := e.Record.(record.Key); ok {
			keys = append(keys, k.New)
		}
	}
	return slices.DeleteFunc(keys, func(k sign.Key) bool { return k == sign.Key{} })
}

// sameSigned compares what is signed in a mail with the record of it.
func sameSigned(raw []byte, keys []sign.Key, want game.Receipt) error {
	if want.Proof.Form == sign.FormDKIM { // the mail itself is what was signed
		if !bytes.Equal(raw, want.Proof.Data) {
			return errors.New("it is not the one that the record has")
		}
		return nil
	}
	m, err := anyMail.Parse(raw)
	if err != nil {
		return err
	}
	s, err := sign.Open(m, keys, want.Time)
	if err != nil {
		return err
	}
	if !bytes.Equal(s.Data, want.Proof.Data) || !bytes.Equal(s.Signature, want.Proof.Signature) {
		return errors.New("what is signed in it is not what the record has")
	}
	if s.Form != want.Proof.Form {
		return fmt.Errorf("it is signed in the form %q, the record says %q", s.Form, want.Proof.Form)
	}
	return nil
}
