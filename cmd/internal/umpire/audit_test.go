package umpire

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

// played is a finished game as its records.
func played(t *testing.T) (*table, []store.Record) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 2")
	tb.play("Red", 1, 1, "pick 1")
	tb.playOut(func() {})
	return tb, tb.records()
}

func (tb *table) check(records []store.Record) (audit.Result, error) {
	a := audit.CheckLog([]engine.Ruleset{tb.rules}, records)
	return a, a.Err()
}

// head is the checkpoint that the store keeps.
func (tb *table) head() (head []byte) {
	tb.t.Helper()
	err := tb.store.View(func(tx *store.Tx) (err error) {
		head, err = tx.State("duel-1", docket.StateHead)
		return err
	})
	if err != nil {
		tb.t.Fatal(err)
	}
	return head
}

// unproved are lines of which only the tree of the log, not their content, says
// anything: when something came, and what things are called.
var unproved = []string{"time: ", "title: ", "player: ", "data: ", "form: ", "mail: ", "option: ", "log: ", "program: "}

var changedBytes = flag.Int("umpire.bytes", 97, "of so many bytes of a log TestTamperedByte changes `one`")

// A byte of a record is changed, one after the other: of the first step eleven times as many as of the others.
func TestTamperedByte(t *testing.T) {
	tb, records := played(t)
	head := tb.head()
	a, err := tb.check(records)
	if err != nil {
		t.Fatal(err)
	}
	if c := audit.CheckHead(a, records, head); c.Err != nil {
		t.Fatal(c.Err)
	}
	found, most := 0, *changedBytes
	if testing.Short() { // no two goroutines work here: the race detector learns nothing
		most = 173
	}
	for i, r := range records {
		every := most
		if r.Seq == 7 && !testing.Short() { // the first step: more of it than of the others
			every = max(1, most/11)
		}
		for pos := range len(r.Data) + len(r.Hidden) {
			line := r.Data[bytes.LastIndexByte(r.Data[:min(pos, len(r.Data))], '\n')+1:]
			loose := slices.ContainsFunc(unproved, func(p string) bool { return bytes.HasPrefix(line, []byte(p)) })
			if pos%every != 0 {
				continue
			}
			both := slices.Concat(r.Data, r.Hidden)
			both[pos] ^= 1
			changed := slices.Clone(records)
			changed[i].Data = both[:len(r.Data)]
			if r.Hidden != nil {
				changed[i].Hidden = both[len(r.Data):]
			}
			if c := audit.CheckHead(a, changed, head); (c.Err != nil) != (pos < len(r.Data)) {
				t.Errorf("record %d (%s): byte %d changed, the tree says %v", r.Seq, r.Kind, pos, c.Err)
			}
			found++
			if loose && pos < len(r.Data) {
				continue
			}
			// Under another version of the rules a step is not resolved again,
			// which the result says.
			if a, err := tb.check(changed); err == nil && a.Check("steps").Left == 0 {
				t.Errorf("record %d (%s): byte %d changed, not noticed:\n%q", r.Seq, r.Kind, pos,
					both[max(0, pos-30):min(len(both), pos+30)])
			}
		}
	}
	if found < 22_000/most {
		t.Errorf("only %d bytes were changed", found)
	}
}

// Changes that keep a record readable and consistent in itself.
func TestTamperedMeaning(t *testing.T) {
	tb, records := played(t)
	step := func(n int) int {
		return slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindStep && r.Step == n })
	}
	edit := func(n int, f func(*record.Step)) func(rs []store.Record) []store.Record {
		return func(rs []store.Record) []store.Record {
			i := step(n)
			s, err := record.ParseStep(rs[i].Data, rs[i].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			f(&s)
			rs[i].Data, rs[i].Hidden = s.Print()
			return rs
		}
	}
	for _, c := range []struct {
		name string
		edit func(rs []store.Record) []store.Record
		want string
	}{
		{"a die in draw and event", edit(1, func(s *record.Step) {
			d := &s.Draws[len(s.Draws)-1]
			d.Value = (d.Value + 1) % d.N
			for i := range s.Events {
				if r := s.Events[i].Roll; r != nil {
					r.Draws[0].Value, r.Total = d.Value, d.Value+1
				}
			}
		}), "does not follow from the link"},
		{"a sealed card", edit(1, func(s *record.Step) { s.Draws[0].Value = (s.Draws[0].Value + 1) % s.Draws[0].N }),
			"resolved again"},
		{"an event less", edit(1, func(s *record.Step) { s.Events = s.Events[:len(s.Events)-1] }), "resolved again"},
		{"an event more", edit(2, func(s *record.Step) {
			s.Events = append(s.Events, engine.NewEvent("2", "score", "Red", "points", "9"))
		}), "resolved again"},
		{"a draw more", edit(2, func(s *record.Step) {
			d := engine.NewStream(s.Game, s.Step, s.Hash, s.Link, engine.Link{})
			s.Draws = append(s.Draws, d.Draw("nothing", 6))
		}), "0 draws are made, the record says 1"},
		{"defaults in place of a file", edit(1, func(s *record.Step) {
			s.Inputs[0].Orders, s.Inputs[0].Hash = 0,
				[32]byte{}
		}), "uses record 0"},
		{"a hidden part left out", func(rs []store.Record) []store.Record { rs[3].Hidden = nil; return rs },
			"the hidden part is missing"},
		{"a file that was replaced", edit(1, func(s *record.Step) {
			s.Inputs[0].Orders = 4
		}), "uses record 4"},
		{"a side less", edit(1, func(s *record.Step) { s.Inputs = s.Inputs[:1] }), "[Red Blue] were due"},
		{"a position", edit(2, func(s *record.Step) { s.Position[0]++ }), "has the hash"},
		{"another link", edit(2, func(s *record.Step) { s.Link[0]++ }), "does not hash to"},
		{"step left out", func(rs []store.Record) []store.Record { return slices.Delete(rs, step(2), step(2)+1) },
			"want number"},
		{"step left out, numbers mended", func(rs []store.Record) []store.Record {
			rs = slices.Delete(rs, step(2), step(2)+1)
			for i := range rs {
				rs[i].Seq = uint64(i + 1)
			}
			return rs
		}, "step"},
		{"the end left out", func(rs []store.Record) []store.Record {
			return rs[:slices.IndexFunc(rs, func(r store.Record) bool { return r.Kind == record.KindOver })]
		}, "the log does not say so"},
		{"something after the end", func(rs []store.Record) []store.Record {
			again := rs[3]
			again.Seq = uint64(len(rs) + 1)
			return append(rs, again)
		}, "follows the end"},
		{"nothing", func(rs []store.Record) []store.Record { return nil }, "empty"},
		{"forged orders", func(rs []store.Record) []store.Record {
			o, err := record.ParseOrders(rs[3].Data, rs[3].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			o.Data = []byte(file("Red", 1, 1, "pick 2"))
			if o.Signature, err = sign.Sign(keys()["Stranger"], o.Data); err != nil {
				t.Fatal(err)
			}
			rs[3].Data, rs[3].Hidden = o.Print()
			return rs
		}, "signed with another key"},
		{"orders of a stranger", func(rs []store.Record) []store.Record {
			o, err := record.ParseOrders(rs[3].Data, rs[3].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			o.Key = keys()["Stranger"].Public().Name()
			rs[3].Data, rs[3].Hidden = o.Print()
			return rs
		}, "is not that of side"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := tb.check(c.edit(slices.Clone(records)))
			if !slices.ContainsFunc(a.Checks,
				func(k audit.Check) bool { return k.Err != nil && strings.Contains(k.Err.Error(), c.want) }) {
				t.Errorf("got %+v, want %q", a.Checks, c.want)
			}
		})
	}
}

// A sealed draw that was changed together with all that follows from it is
// found when the secret is out, and not before.
func TestTamperedSealedDraw(t *testing.T) {
	tb, records := played(t)
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindStep })
	s, err := record.ParseStep(records[i].Data, records[i].Hidden)
	if err != nil {
		t.Fatal(err)
	}
	s.Draws[0].Value = (s.Draws[0].Value + 1) % 1000
	for k, e := range s.Events {
		if e.Kind == "deal" && e.By == "Red" {
			s.Events[k].Args[0].Value = fmt.Sprint("card", s.Draws[0].Value)
		}
	}
	p := tb.start()
	p = tb.rules.Apply(p, s.Events)
	s.Position = engine.Hash(p)
	records[i].Data, records[i].Hidden = s.Print()
	if _, err := tb.check(records[:i+3]); err != nil { // with the reports
		t.Errorf("while the game goes on: %v", err)
	}
	for k := i + 1; k < len(records); k++ { // the positions of later steps follow
		if records[k].Kind == record.KindStep {
			later, err := record.ParseStep(records[k].Data, records[k].Hidden)
			if err != nil {
				t.Fatal(err)
			}
			p = tb.rules.Apply(p, later.Events)
			later.Position = engine.Hash(p)
			records[k].Data, records[k].Hidden = later.Print()
		}
	}
	if _, err := tb.check(records); err == nil ||
		!strings.Contains(err.Error(), "does not follow from the sealed secret") {
		t.Errorf("after the end: got %v", err)
	}
}

func (tb *table) start() engine.Position {
	p, err := tb.rules.Start(spec().Setup)
	if err != nil {
		tb.t.Fatal(err)
	}
	return p
}

// Newer rules apply an old log but do not resolve it again.
func TestAuditWithNewerRules(t *testing.T) {
	tb, records := played(t)
	tb.rules.version = "2"
	a, err := tb.check(records)
	if c := a.Check("steps"); err != nil || c.Done != 0 || c.Left != 4 || a.Check("draws").Done != 4 {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
}

// underNewRules is a game that goes on by other rules after its first step, to its end.
func underNewRules(t *testing.T) *table {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.rules.version = "2"
	tb.restart()
	tb.playOut(func() {})
	return tb
}

// A game goes on under newer rules, and each step says which it used.
func TestNewerRulesInTheMiddle(t *testing.T) {
	tb := underNewRules(t)
	a, err := tb.u.Verify("duel-1")
	if c := a.Check("steps"); err != nil || c.Done != 3 || c.Left != 1 {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
}

func TestVerifyFindsForeignPosition(t *testing.T) {
	tb, _ := played(t)
	tb.foreign = true
	err := tb.store.Update(func(tx *store.Tx) error {
		text, err := tx.State("duel-1", docket.StateSnapshot)
		if err != nil {
			return err
		}
		return tx.SetState("duel-1", docket.StateSnapshot, bytes.Replace(text, []byte("\nscore "),
			[]byte("\nscore 1"), 1))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tb.u.Verify("duel-1"); err == nil || !strings.Contains(err.Error(), "stored position: ") {
		t.Errorf("got %v", err)
	}
}

// A log without its hidden parts, as it is published while the game goes on,
// shows that nothing was changed, and says what it cannot show.
func TestAuditOfAPublishedLog(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 2")
	tb.play("Blue", 1, 1, "pick 1")
	tb.play(tb.status().Waiting[0], 1, 2, "double yes")
	tb.play("Red", 2, 3, "pick 5")
	records := tb.records()
	for i := range records {
		for _, secret := range []string{"pick", "double", "card"} {
			text := string(records[i].Data)
			if records[i].Kind == record.KindStep { // what everybody may know: the picks, and what the cards are for
				text = strings.NewReplacer("[1.2] pick", "", `"card of `, "").Replace(text)
			}
			if strings.Contains(text, secret) {
				t.Errorf("record %d shows %q:\n%s", records[i].Seq, secret, text)
			}
		}
		records[i].Hidden = nil
	}
	a, err := tb.check(records)
	if c := audit.CheckHead(a, records, tb.head()); err != nil || c.Err != nil {
		t.Errorf("got %v, %v", err, c.Err)
	}
	for name, want := range map[string][2]int{
		"records": {13, 0}, "hidden parts": {0, 12}, "signatures": {0, 4}, "inputs": {3, 0}, "hash chain": {2, 0},
		"draws": {1, 2}, "steps": {0, 2},
	} {
		if c := a.Check(name); c.Done != want[0] || c.Left != want[1] {
			t.Errorf("%s: got %d done and %d left, want %v", name, c.Done, c.Left, want)
		}
	}
}

// signature is the last line of a signed note.
func signature(head []byte) []byte {
	_, line, _ := bytes.Cut(head, []byte("\n\n"))
	return line
}

// checkTree compares records with checkpoints.
func checkTree(a audit.Result, records []store.Record, heads [][]byte, whole bool) audit.Check {
	var texts []string
	for _, h := range heads {
		texts = append(texts, string(h))
	}
	return audit.NewForest(a.LogKeys, records).Checkpoints(texts, whole)
}

// A checkpoint that a player kept finds a past that was written anew.
func TestCheckTree(t *testing.T) {
	tb, records := played(t)
	a, err := tb.check(records)
	if err != nil {
		t.Fatal(err)
	}
	origin, _, _ := strings.Cut(a.Game.Log, "+")
	sign := func(key record.Signer, origin string, n int) []byte {
		var tree store.Tree
		for _, r := range records[:n] {
			tree = tree.Append(r.Data)
		}
		head, err := key.Sign(record.Checkpoint{Origin: origin, Size: tree.Size(), Root: tree.Root()})
		if err != nil {
			t.Fatal(err)
		}
		return []byte(head)
	}
	own := tb.u.Key
	other, err := record.GenerateSigner(&stream{77})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		heads [][]byte
		whole bool
		want  string // "" for none
	}{
		{"none", nil, false, ""},
		{"every size", [][]byte{sign(own, origin, 0), sign(own, origin, 1), sign(own, origin, 7), tb.head()}, true, ""},
		{"not of the end", [][]byte{tb.head(), sign(own, origin, 7)}, true, "its signed head only 7"},
		{"another key", [][]byte{sign(other, origin, 7)}, false, "not signed with the key SHA256:"},
		{"signed twice", [][]byte{append(sign(own, origin, 7), signature(sign(own, origin, 7))...)}, false,
			"more than one signature"},
		{"signed by others too", [][]byte{append(sign(own, origin, 7), signature(sign(other, origin, 7))...)}, false,
			"more than one signature"},
		{"another log", [][]byte{sign(own, "berthier.example/duel-2", 7)}, false, "not signed with the key"},
		{"a changed root", [][]byte{bytes.Replace(sign(own, origin, 7), []byte("\n7\n"), []byte("\n8\n"), 1)}, false,
			"signature"},
		{"no checkpoint", [][]byte{[]byte("hello\n")}, false, "malformed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := checkTree(a, records, c.heads, c.whole)
			if c.want == "" && check.Err != nil ||
				c.want != "" && (check.Err == nil || !strings.Contains(check.Err.Error(), c.want)) {
				t.Errorf("got %v, want %q", check.Err, c.want)
			}
		})
	}
	if c := checkTree(a, records[:7], [][]byte{tb.head()}, false); c.Err == nil ||
		!strings.Contains(c.Err.Error(), "the log has only 7") {
		t.Errorf("records cut off: got %v", c.Err)
	}
	two := sign(own, origin, 2)
	records[2].Data = append(bytes.Clone(records[2].Data), '\n')
	if c := checkTree(a, records, [][]byte{two, tb.head()}, false); c.Err == nil || c.Done != 1 ||
		!strings.Contains(c.Err.Error(), "a record up to number") {
		t.Errorf("a record changed: got %d, %v", c.Done, c.Err)
	}
}
