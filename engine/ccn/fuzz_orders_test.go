package ccn

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// FuzzOrders sends any text as a turn file in positions of whole games. What is refused is
// refused with a line and its text; what is accepted is resolved, keeps all invariants, and
// is told to everybody.
func FuzzOrders(f *testing.F) {
	rs := loaded(f)
	var at []engine.Position
	for i, name := range rs.Scenarios() {
		log := book.Log{Setup: engine.Setup{Scenario: name, Options: map[string]string{"ask": "all"}},
			Seed: uint64(i) + 1}
		if err := log.Play(rs, rs.Tactical, func(fr book.Frame) error {
			if n := len(at); fr.Step.Number%3 == 1 {
				at = append(at, fr.Before)
				for _, o := range fr.Step.Inputs {
					f.Add(uint16(n), string(engine.TurnFile{Orders: o.Lines}.Print()))
				}
			}
			return nil
		}); err != nil {
			f.Fatal(err)
		}
	}
	for _, m := range mistakes {
		f.Add(uint16(len(m.text)), m.text)
	}
	f.Fuzz(func(t *testing.T, which uint16, text string) {
		p := at[int(which)%len(at)]
		side := rs.Owed(p)[0].Side
		file, faults := engine.NewTurnReader(rs, rs.View(p, side)).Read([]byte(text), engine.Limits{})
		if slices.ContainsFunc(faults, func(b engine.Fault) bool { return b.Line == 0 && b.Text != "" }) {
			t.Errorf("a fault of no line: %v", faults)
		}
		orders := engine.Orders{Side: side, Lines: file.Orders}
		bad := rs.Check(p, orders)
		for _, b := range bad {
			if b.Line == 0 || b.Text == "" {
				t.Errorf("a fault without its line: %+v", b)
			}
		}
		dice := engine.NewStream("fuzz", 1, sha256.Sum256([]byte(text)), engine.Link{1}, engine.Link{2})
		events, err := rs.Resolve(p, []engine.Orders{orders}, dice)
		if refused := (engine.Faults)(nil); len(bad) > 0 && errors.As(err, &refused) {
			return
		} else if err != nil || len(bad) > 0 {
			t.Fatalf("checked: %v, resolved: %v", bad, err)
		}
		if err := rs.Inspect(p, events); err != nil {
			t.Error(err)
		}
		after := rs.Apply(p, events)
		for _, s := range append(rs.Sides(p), "") {
			engine.Tell(rs, rs.View(p, s), rs.View(after, s), engine.Visible(events, s), s)
		}
	})
}

// FuzzCase: cases of any text are refused, or run, each time with the same events.
func FuzzCase(f *testing.F) {
	files, err := fs.Glob(caseBook, "testdata/rules/*"+book.ShortEnding)
	if err != nil || len(files) == 0 {
		f.Fatal("no cases", err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(caseBook, name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		cases, err := book.ReadShort(text)
		if err != nil {
			return
		}
		for _, k := range cases[:min(len(cases), 3)] { // all of a long file take too long
			name, got, err := k.Play(caseOf)
			again, second, err2 := k.Play(caseOf)
			if name != again || got != second || (err == nil) != (err2 == nil) {
				t.Errorf("%s: played twice it gives\n%s%s\n%s%s\n%v, %v", k.Name, name, got, again, second, err, err2)
			}
		}
	})
}
