package game

import (
	"errors"
	"slices"
	"testing"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// What is decided can stand behind the state that it was decided in.
func TestDecide(t *testing.T) {
	var s script
	s.game(func(g *record.Game) { g.Wait = true })
	state, err := Fold(nil, s.log, nil)
	if err != nil {
		t.Fatal(err)
	}
	apply := func(r record.Record) {
		t.Helper()
		s.add(r)
		if state, err = Fold(nil, s.log, nil); err != nil {
			t.Fatal(err)
		}
	}
	owed := []engine.Decision{{Side: "Blue"}, {Side: "Red", Optional: true}}
	early := state.Time.Add(-time.Hour) // the wall clock was set back
	if _, err := Close(state, owed, early); !errors.Is(err, ErrWaits) {
		t.Errorf("closing what waits: got %v", err)
	}
	start, err := Start(state, early, "")
	if err != nil || !start.Time.Equal(state.Time) {
		t.Fatalf("got %+v, %v", start, err)
	}
	apply(start)
	if _, err := Start(state, early, ""); !errors.Is(err, ErrBegun) {
		t.Errorf("starting twice: got %v", err)
	}
	if got := state.Inputs(owed); len(got) != 1 || got[0] != (record.Input{Side: "Blue"}) {
		t.Errorf("nobody has answered, and the step resolves %v", got)
	}
	s.orders("Red")
	s.orders("Blue")
	if state, err = Fold(nil, s.log, nil); err != nil {
		t.Fatal(err)
	}
	late := state.Time.Add(time.Hour)
	c, err := Close(state, owed, late)
	if err != nil || !slices.Equal(c.Inputs, s.inputs()) || c.Step != 1 || !c.Time.Equal(late) ||
		c.Round != state.First.Beacon.RoundFor(late) {
		t.Fatalf("got %+v, %v", c, err)
	}
	apply(c)
	if state.Closed == nil {
		t.Error("the step is not closed")
	}
}
