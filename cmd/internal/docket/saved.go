package docket

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	fold "berthier/cmd/internal/game"
	"berthier/engine"
	"berthier/store"
)

// Save reads a game. An unknown one is store.ErrNoGame.
func Save(tx *store.Tx, id string) (s fold.Saved, err error) {
	s = fold.Saved{Data: map[string][]byte{}, Messages: map[string][]byte{}}
	if s.Records, err = WholeLog(tx, id); err != nil {
		return s, err
	}
	if s.Head, err = tx.State(id, StateHead); err != nil {
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
		StateAddress, StateObserver, StateInvite, StateRequest, StateBurn, StatePressed, StateReminded, StateSigned,
		StateOnce, StateStuck,
	}, kind)
}

// saveSecrets also reads the data files, which are no secret.
func saveSecrets(tx *store.Tx, id string, data map[string][]byte) (*fold.Secrets, error) {
	s := &fold.Secrets{State: map[string]string{}}
	chain, err1 := tx.Secret(id, SecretChain)
	sealed, err2 := tx.Secret(id, SecretSealed)
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
		if name, ok := strings.CutPrefix(key, StateData); ok {
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
func Restore(tx *store.Tx, s fold.Saved, a audit.Result) error {
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
	case Sum(secrets.Sealed[:]) != a.Game.Sealed:
		return errors.New("the sealed secret is not the one of the log")
	}
	way := engine.NewWay(secrets.Chain)
	if anchor, _ := way.Link(0); anchor != a.Game.Anchor {
		return errors.New("the secret does not lead to the anchor of the log")
	}
	w := restoring{tx: tx, id: a.Game.Game}
	w.do(tx.CreateGame(w.id))
	w.do(tx.SetSecret(w.id, SecretChain, store.NewSecret(secrets.Chain[:])))
	w.do(tx.SetSecret(w.id, SecretWay, store.NewSecret(way)))
	w.do(tx.SetSecret(w.id, SecretSealed, store.NewSecret(secrets.Sealed[:])))
	for _, r := range s.Records {
		r.Seq = 0
		_, err := tx.Append(w.id, r)
		w.do(err)
	}
	w.set(StateHead, s.Head)
	for _, name := range SortedKeys(s.Data) {
		w.set(StateData+name, s.Data[name])
	}
	for _, p := range a.Game.Players {
		w.set(StateAddress+string(p.Side), nil) // not known unless the secrets have it
	}
	for _, key := range SortedKeys(secrets.State) {
		if !isPrivate(key) {
			return fmt.Errorf("the state value %q is none of a backup", key)
		}
		w.set(key, []byte(secrets.State[key]))
	}
	state, err := fold.Fold(nil, s.Records, nil)
	w.do(errors.Join(err, goesOn(state, secrets.State)))
	w.once(s.Records, secrets.State, a.Game.Time)
	w.mails(s.Messages, secrets, a.Game.Time)
	return w.err
}

// restoring keeps the first error of many writes.
type restoring struct {
	tx  *store.Tx
	id  string
	err error
}

func (w *restoring) do(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *restoring) set(key string, value []byte) {
	if w.err == nil {
		w.do(w.tx.SetState(w.id, key, value))
	}
}

func (w *restoring) mark(key string, at time.Time) {
	if w.err == nil {
		_, err := w.tx.MarkSeen(key, at)
		w.do(err)
	}
}

// mails restores what came in and what is still to be sent.
func (w *restoring) mails(in map[string][]byte, s *fold.Secrets, at time.Time) {
	for _, hash := range slices.Sorted(maps.Keys(in)) {
		if w.err == nil {
			w.do(w.tx.KeepMessage(w.id, hash, in[hash]))
		}
		w.mark("hash "+hash, at)
	}
	for _, m := range s.Outbox {
		if m.Game != w.id {
			w.do(fmt.Errorf("mail %s belongs to game %q", m.ID, m.Game))
		}
		if w.err == nil {
			w.do(w.tx.Enqueue(m))
		}
	}
}

// goesOn says why a daemon could not go on with a game that stands so, and with what a
// backup says beside the log.
func goesOn(s fold.State, private map[string]string) (err error) {
	for _, seat := range s.Seats {
		text, ok := private[StateRequest+string(seat.Side)]
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
