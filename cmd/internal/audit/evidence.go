package audit

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"berthier/cmd/internal/game"
	"berthier/engine"
	"berthier/mail"
)

// Evidence is what an audit looks at: a game, the file that it came in, and the mails
// that somebody kept.
type Evidence struct {
	game.SavedGame
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
	Load     Loader
	Progress func(done, all int) // is told how many records have been followed; nil if nobody asks
}

// most bounds whatever is read, in bytes.
const most = 100 << 20

// What was taken in once is read again without the limits of that time.
var anyMail = mail.Limits{MessageBytes: most, HeaderBytes: most, Parts: 10_000, Depth: 100}

// Audit checks an archive, or what was saved from a store, and the mails that
// somebody kept. It needs no secret.
func (u Auditor) Audit(ev Evidence) Result {
	w := read(ev.Records)
	w.progress = u.Progress
	w.rules, w.refused = u.rules(w, ev.Data)
	w.follow(questions)
	r, forest := w.Result, NewForest(w.LogKeys, ev.Records)
	if faults := errors.Join(errors.Join(ev.Faults...), ev.Secrets.Of(w.Game)); ev.Members > 0 || faults != nil {
		file := Check{Name: "file", What: "members", Done: ev.Members, Err: faults}
		r.Checks = slices.Insert(r.Checks, 0, file)
	}
	r.Checks = append(r.Checks, guardedCheck("checkpoints", func() Check { return checkpoints(forest, r, ev.Head) }),
		guardedCheck("mails", func() Check { return w.mails(ev.SavedGame) }))
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
