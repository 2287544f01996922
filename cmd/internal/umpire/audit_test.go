package umpire

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/mail"
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

func (tb *table) check(records []store.Record) (Audit, error) {
	return CheckLog([]engine.Ruleset{tb.rules}, records, engine.Limits{})
}

// unproved are lines of which only the chain of the log, not their content,
// says anything: when something came, and what things are called.
var unproved = []string{"time: ", "title: ", "player: ", "data: ", "form: ", "mail: ", "option: "}

// Every byte of every record is changed once.
func TestTamperedByte(t *testing.T) {
	tb, records := played(t)
	if _, err := tb.check(records); err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, r := range records {
		for pos := range r.Data {
			line := r.Data[bytes.LastIndexByte(r.Data[:pos], '\n')+1:]
			loose := slices.ContainsFunc(unproved, func(p string) bool { return bytes.HasPrefix(line, []byte(p)) })
			if loose || i != 4 && pos%7 != 0 { // record 4 is the first step: all of it, of the others a part
				continue
			}
			bad := bytes.Clone(r.Data)
			bad[pos] ^= 1
			changed := slices.Clone(records)
			changed[i].Data = bad
			// Under another version of the rules a step is not resolved again,
			// which the result says.
			if a, err := tb.check(changed); err == nil && a.Resolved == a.Steps {
				t.Errorf("record %d (%s): byte %d changed, not noticed:\n%q\n%q", r.Seq, r.Kind, pos, r.Data[max(0, pos-30):min(len(bad), pos+30)], bad[pos])
			}
			found++
		}
	}
	if found < 500 {
		t.Errorf("only %d bytes were changed", found)
	}
}

// Changes that keep a record readable and consistent in itself.
func TestTamperedMeaning(t *testing.T) {
	tb, records := played(t)
	step := func(n int) int {
		return slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == KindStep && r.Step == n })
	}
	edit := func(n int, f func(*StepRecord)) func(rs []store.Record) []store.Record {
		return func(rs []store.Record) []store.Record {
			i := step(n)
			s, err := ParseStepRecord(rs[i].Data)
			if err != nil {
				t.Fatal(err)
			}
			f(&s)
			rs[i].Data = s.Print()
			return rs
		}
	}
	for _, c := range []struct {
		name string
		edit func(rs []store.Record) []store.Record
		want string
	}{
		{"a die in draw and event", edit(1, func(s *StepRecord) {
			d := &s.Draws[len(s.Draws)-1]
			d.Value = (d.Value + 1) % d.N
			for i := range s.Events {
				if r := s.Events[i].Roll; r != nil {
					r.Value, r.Total = d.Value, d.Value+1
				}
			}
		}), "does not follow from the link"},
		{"a sealed card", edit(1, func(s *StepRecord) { s.Draws[0].Value = (s.Draws[0].Value + 1) % s.Draws[0].N }), "resolved again"},
		{"an event less", edit(1, func(s *StepRecord) { s.Events = s.Events[:len(s.Events)-1] }), "resolved again"},
		{"an event more", edit(2, func(s *StepRecord) {
			s.Events = append(s.Events, engine.NewEvent("2", "score", "Red", "points", "9"))
		}), "resolved again"},
		{"a draw more", edit(2, func(s *StepRecord) {
			d := engine.NewStream(s.Game, s.Step, s.Hash, s.Link, engine.Link{})
			s.Draws = append(s.Draws, d.Draw("nothing", 6))
		}), "0 draws are made, the record says 1"},
		{"defaults in place of a file", edit(1, func(s *StepRecord) { s.Inputs[0].Orders, s.Inputs[0].Hash = 0, [32]byte{} }), "uses record 0 for Red"},
		{"a file that was replaced", edit(1, func(s *StepRecord) {
			s.Inputs[0].Orders = 2
		}), "uses record 2 for Red, the last file is record 3"},
		{"a side less", edit(1, func(s *StepRecord) { s.Inputs = s.Inputs[:1] }), "[Red Blue] were due"},
		{"a position", edit(2, func(s *StepRecord) { s.Position[0]++ }), "position hash"},
		{"another link", edit(2, func(s *StepRecord) { s.Link[0]++ }), "does not hash to"},
		{"step left out", func(rs []store.Record) []store.Record { return slices.Delete(rs, step(2), step(2)+1) }, "want number"},
		{"step left out, numbers mended", func(rs []store.Record) []store.Record {
			rs = slices.Delete(rs, step(2), step(2)+1)
			for i := range rs {
				rs[i].Seq = uint64(i + 1)
			}
			return rs
		}, "step"},
		{"the end left out", func(rs []store.Record) []store.Record { return rs[:len(rs)-1] }, "the log does not say so"},
		{"something after the end", func(rs []store.Record) []store.Record {
			return append(rs, store.Record{Seq: uint64(len(rs) + 1), Kind: KindOrders})
		}, "follows the end"},
		{"nothing", func(rs []store.Record) []store.Record { return nil }, "empty"},
		{"forged orders", func(rs []store.Record) []store.Record {
			o, err := ParseOrdersRecord(rs[1].Data)
			if err != nil {
				t.Fatal(err)
			}
			o.Text = []byte(file("Red", 1, 1, "pick 2"))
			if o.Signature, err = mail.Sign(keys()["Stranger"], o.Text); err != nil {
				t.Fatal(err)
			}
			rs[1].Data = o.Print()
			return rs
		}, "public key does not match"},
		{"orders of a stranger", func(rs []store.Record) []store.Record {
			o, err := ParseOrdersRecord(rs[1].Data)
			if err != nil {
				t.Fatal(err)
			}
			o.Key = keys()["Stranger"].Public().Fingerprint()
			rs[1].Data = o.Print()
			return rs
		}, "is not that of side"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := tb.check(c.edit(slices.Clone(records))); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A sealed draw that was changed together with all that follows from it is
// found when the secret is out, and not before.
func TestTamperedSealedDraw(t *testing.T) {
	tb, records := played(t)
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == KindStep })
	s, err := ParseStepRecord(records[i].Data)
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
	records[i].Data = s.Print()
	if _, err := tb.check(records[:i+1]); err != nil {
		t.Errorf("while the game goes on: %v", err)
	}
	for k := i + 1; k < len(records); k++ { // the positions of later steps follow
		if records[k].Kind == KindStep {
			later, err := ParseStepRecord(records[k].Data)
			if err != nil {
				t.Fatal(err)
			}
			p = tb.rules.Apply(p, later.Events)
			later.Position = engine.Hash(p)
			records[k].Data = later.Print()
		}
	}
	if _, err := tb.check(records); err == nil || !strings.Contains(err.Error(), "does not follow from the sealed secret") {
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
	if err != nil || a.Resolved != 0 || a.Steps != 4 || a.Draws != 2 {
		t.Errorf("got %+v, %v", a, err)
	}
}

// A game goes on under newer rules, and each step says which it used.
func TestNewerRulesInTheMiddle(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 1")
	tb.rules.version = "2"
	tb.restart()
	tb.playOut(func() {})
	a, err := tb.u.Verify("duel-1")
	if err != nil || a.Resolved != 3 || a.Steps != 4 {
		t.Errorf("got %+v, %v", a, err)
	}
}

func TestVerifyFindsForeignPosition(t *testing.T) {
	tb, _ := played(t)
	err := tb.store.Update(func(tx *store.Tx) error {
		return tx.SetState("duel-1", statePosition, bytes.Replace(tb.rulesStart(), []byte("score 0 0"), []byte("score 9 0"), 1))
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tb.u.Verify("duel-1"); err == nil || !strings.Contains(err.Error(), "the stored position") {
		t.Errorf("got %v", err)
	}
}

func (tb *table) rulesStart() []byte { return tb.start().Encode() }
