package pbs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// FuzzDecode holds that whatever decodes encodes to the same bytes, and can be viewed, reported,
// drawn and, once it is over, exported without a panic.
func FuzzDecode(f *testing.F) {
	rs, err := Load(nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, setup := range []engine.Setup{{Scenario: "danube", Options: map[string]string{"weather": "yes"}},
		{Scenario: "trebbia", Options: map[string]string{"ask": "all"}}} {
		start, err := rs.Start(setup)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(start.Encode())
		players := map[engine.Side]engine.Bot{}
		for _, side := range rs.Sides(start) {
			players[side] = book.Random
		}
		steps := 0
		s := book.Simulation{Game: Game, Rules: rs, Setup: setup, Players: players}
		if _, err := s.Play(1, func(fr book.Frame) error {
			if steps++; steps%4 == 0 || rs.Outcome(fr.After).Over {
				f.Add(fr.After.Encode())
			}
			return nil
		}); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := rs.Decode(data)
		if err != nil {
			return
		}
		if got := p.Encode(); !bytes.Equal(got, data) {
			t.Errorf("decoded and encoded again it is\n%s\nnot\n%s", got, data)
		}
		for _, side := range append(rs.Sides(p), "") {
			v := rs.View(p, side)
			engine.Tell(rs, v, v, nil, side)
			engine.Show(rs, v, nil, side)
		}
		for _, d := range rs.Owed(p) {
			rs.Draft(p, d).Options()
		}
		for _, target := range rs.Targets(p) {
			if _, err := rs.Export(p, target, "game f-1"); err != nil {
				t.Errorf("export to %s: %v", target, err)
			}
		}
	})
}

// FuzzOrders sends any text as a turn file in positions of whole campaigns. What is refused is
// refused with a line and its text; what is accepted is resolved and told to everybody.
func FuzzOrders(f *testing.F) {
	rs, err := Load(nil)
	if err != nil {
		f.Fatal(err)
	}
	var at []engine.Position
	for _, options := range []map[string]string{{"weather": "yes"}, {"ask": "all"}} {
		log := book.Log{Setup: engine.Setup{Scenario: "danube", Options: options}, Seed: 1}
		if err := log.Play(rs, rs.Planner, func(fr book.Frame) error {
			n := len(at)
			at = append(at, fr.Before)
			for _, o := range fr.Step.Inputs {
				f.Add(uint16(n), string(engine.TurnFile{Orders: o.Lines}.Print()))
			}
			return nil
		}); err != nil {
			f.Fatal(err)
		}
	}
	for i, text := range badLines {
		f.Add(uint16(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint16, text string) {
		p := at[int(which)%len(at)]
		side := rs.Owed(p)[0].Side
		file, faults := engine.NewTurnReader(rs, rs.View(p, side)).Read([]byte(text), engine.Limits{})
		for _, b := range faults {
			if b.Line == 0 && b.Text != "" {
				t.Errorf("a fault of no line: %+v", b)
			}
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
		after := rs.Apply(p, events)
		for _, s := range append(rs.Sides(p), "") {
			engine.Tell(rs, rs.View(p, s), rs.View(after, s), engine.Visible(events, s), s)
		}
	})
}
