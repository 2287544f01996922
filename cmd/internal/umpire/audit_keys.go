package umpire

import (
	"errors"
	"fmt"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/mail/sign"
)

// check verifies a change against the keys that were in force before it, and those
// that players had asked for.
func checkKey(k record.Key, keys, asked map[engine.Side]sign.Key) (s sign.Signed, err error) {
	old, ok := keys[k.Side]
	signers := []sign.Key{old}
	switch {
	case !ok:
		return s, fmt.Errorf("there is no side %q", k.Side)
	case old.Name() != k.Old:
		return s, fmt.Errorf("the key of %s was %q, not %q", k.Side, old.Name(), k.Old)
	case k.By == record.KeyByUmpire:
		return s, nil
	case k.By == record.KeyByInvitation && k.Old == "":
		signers = []sign.Key{k.New}
	case k.By == record.KeyByConfirmation && k.New != sign.Key{} && asked[k.Side] == k.New:
		signers = []sign.Key{k.New}
	case k.By == record.KeyByPlayer:
		signers = append(signers, k.New)
	case k.By != record.KeyByRequest:
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
	return s, fitsKey(k, s.Text)
}

// fits says whether a text changes this key.
func fitsKey(k record.Key, text []byte) error {
	m, ok := said.ParseKey(text)
	withCode := k.By == record.KeyByInvitation || k.By == record.KeyByConfirmation
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

// follow notes what the record changes.
func followKey(k record.Key, keys, asked map[engine.Side]sign.Key) {
	if k.By == record.KeyByRequest {
		asked[k.Side] = k.New
		return
	}
	keys[k.Side] = k.New
	delete(asked, k.Side)
}
