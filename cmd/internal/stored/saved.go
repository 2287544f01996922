// Package stored is about a whole game in a store: Save reads all that the store holds of it, Restore
// puts that into another store, where it goes on, Audit proves both its log and what stands beside
// that, and Prune removes what is over, or old.
package stored

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/ledger"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// Save reads a game. An unknown one is store.ErrNoGame.
func Save(tx *store.Tx, id string) (s fold.SavedGame, err error) {
	s = fold.SavedGame{Data: map[string][]byte{}, Messages: map[string][]byte{}}
	if s.Records, err = ledger.WholeLog(tx, id); err != nil {
		return s, err
	}
	if s.Head, err = ledger.Promised(tx, id, docket.StateHead); err != nil {
		return s, err
	}
	hashes, err := tx.MessageKeys(id)
	for _, h := range hashes {
		if err == nil {
			s.Messages[h], err = tx.Message(id, h)
		}
	}
	if err == nil {
		s.Secrets, err = saveSecrets(tx, id, s.Data)
	}
	return s, err
}

// isPrivate reports whether a state value belongs to a game and is in no log.
func isPrivate(key string) bool {
	kind, _, ofSide := strings.Cut(key, "/")
	if ofSide {
		kind += "/"
	}
	return slices.Contains([]string{
		docket.StateAddress, docket.StateObserver, docket.StateInvite, docket.StateRequest, docket.StateBurn,
		docket.StatePressed, docket.StateSure, docket.StateReminded, docket.StateSigned, docket.StateOnce,
		docket.StateStuck,
	}, kind)
}

// saveSecrets also reads the data files, which are no secret.
func saveSecrets(tx *store.Tx, id string, data map[string][]byte) (*fold.Secrets, error) {
	s := &fold.Secrets{State: map[string]string{}}
	chain, err1 := ledger.Secret(tx, id, docket.SecretChain)
	sealed, err2 := ledger.Secret(tx, id, docket.SecretSealed)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	copy(s.Chain[:], chain.Reveal())
	copy(s.Sealed[:], sealed.Reveal())
	keys, err := tx.StateKeys(id, "")
	for _, key := range keys {
		var value []byte
		if err == nil {
			value, err = tx.State(id, key)
		}
		if name, ok := strings.CutPrefix(key, docket.StateData); ok {
			data[name] = value
		} else if isPrivate(key) {
			s.State[key] = string(value)
		}
	}
	if err != nil {
		return nil, err
	}
	for m, err := range tx.Mails(id) {
		if err != nil {
			return nil, err
		}
		if m.Waiting() {
			s.Outbox = append(s.Outbox, m.Mail)
		}
	}
	return s, nil
}

// ErrPublic is returned by Restore for a game that goes on and of which the
// secrets are missing.
var ErrPublic = errors.New("the secrets of this game are not there, so it cannot go on")

// Restore puts a game that an audit found sound into a store, where it goes on
// if it is not over. If the name is taken it is store.ErrGameExists.
func Restore(tx *store.Tx, s fold.SavedGame, a audit.Result) error {
	secrets := s.Secrets
	if secrets == nil && a.Over != nil {
		secrets = &fold.Secrets{Chain: a.Over.Secret, Sealed: a.Over.Sealed}
	}
	switch {
	case !a.Sound():
		return a.Err()
	case secrets == nil:
		return ErrPublic
	case !a.Followed():
		return errors.New("this program cannot replay the game: " + a.Check("steps").Why)
	}
	if err := secrets.Of(a.Game); err != nil {
		return err
	}
	way := engine.NewWay(secrets.Chain)
	var b docket.Batch
	id := a.Game.Game
	b.Begin(id, secrets.Chain, way, store.NewSecret(secrets.Sealed[:]))
	for _, r := range s.Records {
		r.Seq = 0
		b.Add(func(tx *store.Tx) error { _, err := tx.Append(id, r); return err })
	}
	b.Set(id, docket.StateHead, s.Head)
	for _, name := range slices.Sorted(maps.Keys(s.Data)) {
		b.Set(id, docket.StateData+name, s.Data[name])
	}
	for _, p := range a.Game.Players {
		b.Set(id, docket.StateAddress+string(p.Side), nil) // not known unless the secrets have it
	}
	for _, key := range slices.Sorted(maps.Keys(secrets.State)) {
		if !isPrivate(key) {
			return fmt.Errorf("the state value %q is none of a backup", key)
		}
		b.Set(id, key, []byte(secrets.State[key]))
	}
	state, err := fold.Fold(nil, s.Records, nil)
	if err := errors.Join(err, goesOn(state, secrets.State), markCounted(&b, s.Records)); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(secrets.State)) {
		if sum, ok := strings.CutPrefix(key, docket.StateOnce); ok {
			side, name, _ := strings.Cut(secrets.State[key], " ")
			b.Mark(fmt.Sprintf("signed %s %s %s %s", id, side, name, sum), a.Game.Time)
		}
	}
	for _, hash := range slices.Sorted(maps.Keys(s.Messages)) {
		b.Add(func(tx *store.Tx) error { return tx.KeepMessage(id, hash, s.Messages[hash]) })
		b.Mark("hash "+hash, a.Game.Time)
	}
	for _, m := range secrets.Outbox {
		if m.Game != id {
			return fmt.Errorf("mail %s belongs to game %q", m.ID, m.Game)
		}
		b.Add(func(tx *store.Tx) error { return tx.Enqueue(m) })
	}
	return b.Write(tx, nil)
}

// goesOn says why a daemon could not go on with a game that stands so, and with what a
// backup says beside the log.
func goesOn(s fold.State, private map[string]string) (err error) {
	for _, seat := range s.Seats {
		text, ok := private[docket.StateRequest+string(seat.Side)]
		seq, _, _ := strings.Cut(text, " ")
		if ok && seq != strconv.FormatUint(seat.Asked.Seq, 10) {
			err = errors.Join(err, fmt.Errorf("key of %s: record %s is not what it asked for last", seat.Side, seq))
		}
	}
	if s.Clock == nil {
		return err
	}
	for _, c := range s.Clock.Sides {
		if _, zone := clock.LoadZone(c.Zone); zone != nil {
			err = errors.Join(err, fmt.Errorf("clock of %s: %w", c.Side, zone))
		}
	}
	return err
}

// markCounted marks again what the records of a game say that counted.
func markCounted(b *docket.Batch, records []store.Record) error {
	for _, r := range records {
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			return err
		}
		switch v := v.(type) {
		case record.Orders:
			b.Mark(docket.OnceMark(v.Game, v.Side, v.Key, v.File), v.Time)
		case record.Command:
			b.Mark(docket.OnceMark(v.Game, v.Side, v.Key, v.File), v.Time)
		case record.Key:
			b.Mark(docket.OnceMark(v.Game, v.Side, signerOf(v), v.File), v.Time)
		}
	}
	return nil
}

// signerOf names the key with which a change was signed; "" for the umpire.
func signerOf(k record.Key) string {
	switch k.By {
	case record.KeyByInvitation, record.KeyByConfirmation:
		return k.New.Name()
	case record.KeyByPlayer, record.KeyByRequest:
		return k.Old
	}
	return ""
}
