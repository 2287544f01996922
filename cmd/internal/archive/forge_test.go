package archive

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/mail/sign"
	"berthier/store"
)

// forger is an umpire who lies: he has the secrets of a game and the key of its
// log, and makes every hash and signature right again after a change.
type forger struct {
	t      testing.TB
	key    record.Signer
	origin string
	s      game.SavedGame
}

// forge gives a copy of a game in which something was changed, with every hash and
// signature right that does not need the key of a player.
func forge(t testing.TB, saved game.SavedGame, change func(f *forger)) game.SavedGame {
	t.Helper()
	key, err := record.GenerateSigner(&stream{})
	if err != nil {
		t.Fatal(err)
	}
	f := &forger{t: t, key: key, s: saved}
	f.origin, _, _ = strings.Cut(string(saved.Head), "\n")
	f.s.Records = append([]store.Record{}, saved.Records...)
	f.s.Data = map[string][]byte{}
	for name, text := range saved.Data {
		f.s.Data[name] = text
	}
	f.s.Messages = map[string][]byte{}
	for hash, raw := range saved.Messages {
		f.s.Messages[hash] = raw
	}
	change(f)
	f.sign()
	return f.s
}

// data replaces a data file, and its hash wherever a record names it.
func (f *forger) data(name string, text []byte) {
	f.s.Data[name] = text
	line := regexp.MustCompile(`(?m)^data: [0-9a-f]{64} ` + regexp.QuoteMeta(name) + ` `)
	tables := regexp.MustCompile(`(?m)^tables: [0-9a-f]{64}$`)
	all := regexp.MustCompile(`(?m)^data: .*\n`)
	var sum [32]byte
	for i, r := range f.s.Records {
		r.Data = line.ReplaceAll(r.Data, fmt.Appendf(nil, "data: %x %s ", sha256.Sum256(text), name))
		if lines := all.FindAll(r.Data, -1); lines != nil {
			sum = sha256.Sum256(bytes.Join(lines, nil))
		}
		r.Data = tables.ReplaceAll(r.Data, fmt.Appendf(nil, "tables: %x", sum))
		f.s.Records[i] = r
	}
}

// sign makes the checkpoints in the reports and the head again, and the hashes of
// all hidden parts.
func (f *forger) sign() {
	hidden := regexp.MustCompile(`(?m)^hidden: [0-9a-f]{64}\n\z`)
	heads := []string{f.head(store.Tree{})}
	var tree store.Tree
	for i, r := range f.s.Records {
		if r.Kind == record.KindReport && r.Hidden != nil {
			r.Hidden = f.checkpoints(r.Hidden, heads)
		}
		if r.Hidden != nil {
			r.Data = hidden.ReplaceAll(r.Data, fmt.Appendf(nil, "hidden: %x\n", sha256.Sum256(r.Hidden)))
		}
		f.s.Records[i] = r
		tree = tree.Append(r.Data)
		heads = append(heads, f.head(tree))
	}
	f.s.Head = []byte(heads[len(heads)-1])
}

func (f *forger) head(tree store.Tree) string {
	head, err := f.key.Sign(record.Checkpoint{Origin: f.origin, Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		f.t.Fatal(err)
	}
	return head
}

// checkpoints puts the right ones in the place of those in the text of a report.
func (f *forger) checkpoints(text []byte, heads []string) []byte {
	for _, old := range retold.Checkpoints(string(text)) {
		var size int
		if _, err := fmt.Sscanf(old, f.origin+"\n%d\n", &size); err == nil && size >= 0 && size < len(heads) {
			text = bytes.Replace(text, []byte(old), []byte(heads[size]), 1)
		}
	}
	return text
}

// orders replaces a turn file by one that its side signed, and what came of it in
// the step that used it: the hash of the inputs and the dice.
func (f *forger) orders(i int, key *sign.PrivateKey, text []byte) {
	r := &f.s.Records[i]
	o, err := record.ParseOrders(r.Data, r.Hidden)
	if err != nil {
		return
	}
	before := o.File
	o.Data = text
	if o.Signature, err = sign.Sign(key, text); err != nil {
		f.t.Fatal(err)
	}
	covered, err := sign.Verify(key.Public(), o.Data, o.Signature, o.Time)
	if err != nil {
		f.t.Fatal(err)
	}
	o.Key, o.File = key.Public().Name(), covered.Sum()
	r.Data, r.Hidden = o.Print()
	for k := range f.s.Records {
		s := &f.s.Records[k]
		if s.Kind == record.KindStep && bytes.Contains(s.Data, fmt.Appendf(nil, " %d %x\n", i+1, before)) {
			f.redraw(s, before, o.File)
		}
	}
}

// redraw puts another file into a step, and draws its dice anew.
func (f *forger) redraw(r *store.Record, old, file [32]byte) {
	s, err := record.ParseStep(r.Data, r.Hidden)
	if err != nil {
		return
	}
	var files []engine.Input
	for k, in := range s.Inputs {
		if in.Hash == old {
			s.Inputs[k].Hash = file
		}
		files = append(files, engine.Input{Side: in.Side, File: s.Inputs[k].Hash})
	}
	s.Hash = engine.InputHash(files)
	dice := engine.NewStream(s.Game, s.Step, s.Hash, s.Link, f.s.Secrets.Sealed)
	for k, d := range s.Draws {
		if d.N < 1 || d.N > engine.MaxDraw {
			return
		}
		if d.Sealed {
			s.Draws[k] = dice.Seal(d.Purpose, d.N)
		} else {
			s.Draws[k] = dice.Draw(d.Purpose, d.N)
		}
	}
	r.Data, r.Hidden = s.Print()
}

// message replaces a mail as it came in, and its hash wherever a record names it.
func (f *forger) message(hash string, raw []byte) {
	delete(f.s.Messages, hash)
	now := fmt.Sprintf("%x", sha256.Sum256(raw))
	f.s.Messages[now] = raw
	for i, r := range f.s.Records {
		f.s.Records[i].Data = bytes.ReplaceAll(r.Data, []byte("mail: "+hash), []byte("mail: "+now))
	}
}

// open replaces the open part of a record, if that leaves it one.
func (f *forger) open(i int, text []byte) {
	if r, err := record.Leaf(uint64(i+1), text); err == nil {
		r.Hidden = f.s.Records[i].Hidden
		f.s.Records[i] = r
	}
}

// put puts a record in before another; its parts are divided by a NUL.
func (f *forger) put(i int, text []byte) {
	data, hidden, ok := bytes.Cut(text, []byte{0})
	r, err := record.Leaf(1, data)
	if err != nil {
		return
	}
	if ok {
		r.Hidden = hidden
	}
	f.s.Records = renumbered(slices.Insert(f.s.Records, i, r))
}

// A data file that the record names, but that cannot be read, is a plain fault.
func TestDataThatCannotBeRead(t *testing.T) {
	tb := newTable(t, "goldbach")
	tb.step()
	saved := tb.save()
	for _, name := range slices.Sorted(maps.Keys(saved.Data)) {
		for _, text := range []string{"x\n", "\xff", "# Source: x\nsize 99999x99999\n"} {
			a, err := Read(write(t, forge(t, saved, func(f *forger) { f.data(name, []byte(text)) })))
			if err != nil || len(a.Faults) > 0 {
				t.Fatal(err, a.Faults)
			}
			r := auditor.Audit(a, nil)
			if err := r.Check("rules and tables").Err; r.Sound() || err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s is %q: got %v", name, text, r.Err())
			}
			if c := r.Check("checkpoints"); c.Err != nil || c.Done == 0 {
				t.Errorf("%s is %q: checkpoints: %v", name, text, c.Err)
			}
			err = tb.store.Update(func(tx *store.Tx) error { _, err := auditor.Restore(tx, a); return err })
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s is %q: restored with %v", name, text, err)
			}
		}
	}
}

// What makes a ruleset panic is told as a fault of the check, and of no other.
func TestRulesThatPanic(t *testing.T) {
	tb := newTable(t, "goldbach")
	tb.step()
	a := Archive{SavedGame: tb.save()}
	for _, c := range []struct {
		load audit.Loader
		bad  string
	}{
		{func(string, map[string][]byte) (engine.Ruleset, error) { panic("load") }, "rules and tables"},
		{func(string, map[string][]byte) (engine.Ruleset, error) { return fragileRules{tb.rules, "start"}, nil },
			"rules and tables"},
		{func(string, map[string][]byte) (engine.Ruleset, error) {
			return fragileRules{tb.rules, "resolve"}, nil
		}, "steps"},
		{func(string, map[string][]byte) (engine.Ruleset, error) { return (*jdg.Ruleset)(nil), errors.New("no") },
			"rules and tables"},
	} {
		r := judge{Load: c.load}.Audit(a, nil)
		for _, k := range r.Checks {
			if (k.Err != nil) != (k.Name == c.bad) {
				t.Errorf("%s: %s: %v", c.bad, k.Name, k.Err)
			}
		}
		if r.Check(c.bad).Err == nil {
			t.Errorf("the check %q is not there", c.bad)
		}
	}
}

// fragileRules is a ruleset that panics somewhere.
type fragileRules struct {
	engine.Ruleset
	where string
}

func (f fragileRules) Start(s engine.Setup) (engine.Position, error) {
	if f.where == "start" {
		panic(f.where)
	}
	return f.Ruleset.Start(s)
}

func (f fragileRules) Resolve(p engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	panic(f.where)
}
