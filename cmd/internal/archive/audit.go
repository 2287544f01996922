package archive

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// ErrUnknownGame is what a Loader says of a game that the program does not have.
var ErrUnknownGame = errors.New("this program does not know the game")

// Loader makes a ruleset by its name, with data files in the place of its own. Its error
// is ErrUnknownGame if there is none.
type Loader func(name string, data map[string][]byte) (engine.Ruleset, error)

// Auditor is what an audit needs beside the game.
type Auditor struct {
	Load Loader
}

// What was taken in once is read again without the limits of that time: they
// say nothing about what a text means.
var anyMail = mail.Limits{MessageBytes: maxMember, HeaderBytes: maxMember, Parts: 10_000, Depth: 100}

// Audit checks an archive, or what was saved from a store, and the mails that
// somebody kept. It needs no secret.
func (u Auditor) Audit(a Archive, mails []Mail) umpire.Audit {
	rules := u.rules(a)
	var rulesets []engine.Ruleset
	if rules.rs != nil {
		rulesets = append(rulesets, rules.rs)
	}
	result := umpire.CheckLog(rulesets, a.Records)
	for i := range result.Checks {
		if result.Checks[i].Name == "rules and tables" && rules.err != nil {
			result.Checks[i].Err = rules.err
		}
	}
	result.Checks = slices.Concat([]umpire.Check{umpire.Guarded("file", func() umpire.Check { return checkFile(a) })}, result.Checks, []umpire.Check{
		umpire.Guarded("checkpoints", func() umpire.Check { return checkHeads(a, result) }),
		umpire.Guarded("mails", func() umpire.Check { return checkMessages(a, result) }),
	})
	if len(mails) > 0 {
		result.Checks = append(result.Checks, checkKept(a, result, mails)...)
	}
	return result
}

// checkFile counts the members, and tells those that are not what the others say.
// What comes out of a store was in no file yet.
func checkFile(a Archive) umpire.Check {
	file := umpire.Check{Name: "file", What: "members", Done: a.members}
	if a.members == 0 {
		members, _ := a.all()
		file.Done = max(1, len(members))
	}
	if len(a.Faults) > 0 {
		file.Err = errors.Join(a.Faults...)
	}
	return file
}

// checkHeads compares the log with its signed head, and with the checkpoints in
// the reports that it holds.
func checkHeads(a Archive, result umpire.Audit) umpire.Check {
	var heads [][]byte
	for _, seq := range slices.Sorted(maps.Keys(result.Reports)) {
		p := result.Reports[seq]
		if !p.Known {
			continue
		}
		found := record.FindCheckpoints(string(p.Text))
		if len(found) != 1 {
			return umpire.Check{Name: "checkpoints", What: "checkpoints", Err: &game.RecordError{Record: seq, Kind: record.KindReport, Step: p.Step, Err: fmt.Errorf("has %d checkpoints, want one", len(found))}}
		}
		heads = append(heads, []byte(found[0]))
	}
	return umpire.CheckTree(result.Game, a.Records, append(heads, a.Head), true)
}

type loaded struct {
	rs  engine.Ruleset
	err error
}

// rules makes the ruleset of a game with the data files of the archive, after
// comparing them with those that the first record names.
func (u Auditor) rules(a Archive) (l loaded) {
	if len(a.Records) == 0 {
		return l
	}
	g, err := record.ParseGame(a.Records[0].Data, nil)
	if err != nil {
		return l // told as a record that cannot be read
	}
	named := map[string]bool{}
	for _, d := range g.Data {
		named[d.Name] = true
		text, ok := a.Data[d.Name]
		if !ok {
			l.err = fmt.Errorf("%s is missing", d.Name)
		} else if sha256.Sum256(text) != d.Hash {
			l.err = fmt.Errorf("%s is not the one that the first record names", d.Name)
		}
		if l.err != nil {
			return l
		}
	}
	for _, name := range slices.Sorted(maps.Keys(a.Data)) {
		if !named[name] {
			l.err = fmt.Errorf("the first record does not name %s", name)
			return l
		}
	}
	c := umpire.Guarded("rules and tables", func() (c umpire.Check) {
		l.rs, c.Err = u.Load(g.Ruleset, a.Data)
		return c
	})
	if errors.Is(c.Err, ErrUnknownGame) {
		return loaded{}
	}
	if c.Err != nil { // then what stands in l.rs is no ruleset, nil or not
		l = loaded{err: c.Err}
	}
	return l
}

// checkMessages compares the mails as received with the log: each is there, and
// its signed text is the one that was recorded.
func checkMessages(a Archive, result umpire.Audit) umpire.Check {
	c := umpire.Check{Name: "mails", What: "mails as received", Why: "still secret"}
	keys := allKeys(a, result)
	named := map[string]bool{}
	for _, r := range a.Records {
		v, err := record.Parse(r.Kind, r.Data, r.Hidden)
		if err != nil { // its hidden part is wrong: told by another check
			v, err = record.Parse(r.Kind, r.Data, nil)
		}
		m, ok := game.ReceivedMail(v)
		if !ok || err != nil {
			continue
		}
		raw, there := a.Messages[m.Hash]
		named[m.Hash] = true
		switch {
		case !there && result.Over == nil && a.Secrets == nil:
			c.Left++
			continue
		case !there:
			c.Err = errors.New("it is missing")
		case m.Known:
			c.Err = sameSigned(raw, keys, m)
		}
		if c.Err != nil {
			c.Err = &game.RecordError{Record: r.Seq, Kind: r.Kind, Step: r.Step, Err: fmt.Errorf("mail %s: %w", m.Hash, c.Err)}
			return c
		}
		c.Done++
	}
	for _, hash := range slices.Sorted(maps.Keys(a.Messages)) {
		if a.Secrets == nil && !named[hash] {
			c.Err = fmt.Errorf("no record names mail %s", hash)
			return c
		}
	}
	return c
}

// allKeys are those that players had at any time.
func allKeys(a Archive, result umpire.Audit) (keys []sign.Key) {
	for _, p := range result.Game.Players {
		keys = append(keys, p.Key)
	}
	for _, r := range a.Records {
		if k, err := record.ParseKey(r.Data, nil); r.Kind == record.KindKey && err == nil {
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

// firstErr keeps the first error.
func firstErr(first, next error) error {
	if first != nil {
		return first
	}
	return next
}

// plain is a text without what mail programs change at the ends of lines.
func plain(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// FromStore saves a game of a store, and checks afterwards what the store
// holds beside its log.
func (u Auditor) FromStore(tx *store.Tx, id string, mails []Mail) (umpire.Audit, Archive, error) {
	s, err := umpire.Save(tx, id)
	if err != nil {
		return umpire.Audit{}, Archive{}, err
	}
	a := Archive{Saved: s}
	result := u.Audit(a, mails)
	result.Checks[0] = umpire.CheckState(tx, id, result)
	return result, a, nil
}

// Restore puts an archive into a store. The audit of it must find it sound.
func (u Auditor) Restore(tx *store.Tx, a Archive) (umpire.Audit, error) {
	result := u.Audit(a, nil)
	return result, umpire.Restore(tx, a.Saved, result)
}
