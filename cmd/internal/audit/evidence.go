package audit

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
)

// Evidence is what an audit looks at: a game, the file that it came in, and the mails
// that somebody kept.
type Evidence struct {
	game.Saved
	Members int     // of the file; 0 if the game comes out of a store
	Faults  []error // members that are not what the others say
	Mails   []Mail
}

// ErrUnknownGame is what a Loader says of a game that the program does not have.
var ErrUnknownGame = errors.New("this program does not know the game")

// Loader makes a ruleset by its name, with data files in the place of its own. Its error
// is ErrUnknownGame if there is none.
type Loader func(name string, data map[string][]byte) (engine.Ruleset, error)

// Auditor is what an audit needs beside the game.
type Auditor struct {
	Load Loader
}

// most bounds whatever is read, in bytes.
const most = 100 << 20

// What was taken in once is read again without the limits of that time.
var anyMail = mail.Limits{MessageBytes: most, HeaderBytes: most, Parts: 10_000, Depth: 100}

// Audit checks an archive, or what was saved from a store, and the mails that
// somebody kept. It needs no secret.
func (u Auditor) Audit(ev Evidence) Result {
	w := read(ev.Records)
	w.rules, w.refused = u.rules(w, ev.Data)
	w.follow(questions)
	r, forest := w.Result, NewForest(w.LogKeys, ev.Records)
	if ev.Members > 0 || len(ev.Faults) > 0 {
		r.Checks = slices.Insert(r.Checks, 0, Check{Name: "file", What: "members", Done: ev.Members, Err: errors.Join(ev.Faults...)})
	}
	r.Checks = append(r.Checks,
		guardedCheck("checkpoints", func() Check { return checkpoints(forest, r, ev.Head) }),
		guardedCheck("mails", func() Check { return w.mails(ev.Saved) }))
	if len(ev.Mails) > 0 {
		r.Checks = append(r.Checks, w.kept(forest, ev.Mails)...)
	}
	return r
}

// rules makes the ruleset of a game with the data files of the archive, after
// comparing them with those that the first record names.
func (u Auditor) rules(w *walk, data map[string][]byte) (rs engine.Ruleset, err error) {
	if len(w.entries) == 0 {
		return nil, nil // told as a record that cannot be read
	}
	named := map[string]bool{}
	for _, d := range w.Game.Data {
		named[d.Name] = true
		text, ok := data[d.Name]
		if !ok {
			return nil, fmt.Errorf("%s is missing", d.Name)
		}
		if sha256.Sum256(text) != d.Hash {
			return nil, fmt.Errorf("%s is not the one that the first record names", d.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if !named[name] {
			return nil, fmt.Errorf("the first record does not name %s", name)
		}
	}
	err = guarded(func() error { rs, err = u.Load(w.Game.Ruleset, data); return err })
	if err != nil { // then what stands in rs is no ruleset, nil or not
		rs = nil
	}
	if errors.Is(err, ErrUnknownGame) {
		err = nil
	}
	return rs, err
}

// mails compares the mails as received with the log: each is there, and its signed
// text is the one that was recorded.
func (w *walk) mails(s game.Saved) Check {
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
func sameSigned(raw []byte, keys []sign.Key, want game.Received) error {
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
