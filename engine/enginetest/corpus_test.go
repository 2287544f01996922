package enginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest/duel"
)

// duelGame plays a game of duels to its end.
func duelGame(t *testing.T) (g *book.Log, frames []book.Frame) {
	t.Helper()
	g = &book.Log{Setup: engine.Setup{Scenario: "three"}, Seed: 7}
	pl := book.NewPlayer(7)
	answer := func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(duel.Ruleset{}, p, side) }
	if err := g.Play(duel.Ruleset{}, answer,
		func(f book.Frame) error { frames = append(frames, f); return nil }); err != nil {
		t.Fatal(err)
	}
	return g, frames
}

// TestReplayEvents: the events of a game lead through its positions again, and other
// events do not.
func TestReplayEvents(t *testing.T) {
	g, frames := duelGame(t)
	if err := replayEvents(g, duel.Ruleset{}, frames); err != nil {
		t.Error(err)
	}
	frames[1].Step.Events = frames[1].Step.Events[1:]
	if err := replayEvents(g, duel.Ruleset{}, frames); err == nil {
		t.Error("a step without its first event is replayed")
	}
}

// renamedDuel is a duel of another version.
type renamedDuel struct{ duel.Ruleset }

func (renamedDuel) Version() string { return "2" }

// TestUpdateWantsVersion: -update writes no game anew that goes otherwise under
// the version that it names.
func TestUpdateWantsVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "duel.game")
	spec := GameSpec{Setup: engine.Setup{Scenario: "three"},
		Answer: func(seed uint64) func(engine.Position, engine.Side) engine.Orders {
			pl := book.NewPlayer(seed)
			return func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(duel.Ruleset{}, p, side) }
		}}
	write := func(rs engine.Ruleset) error {
		c := Corpus{Ruleset: rs, Features: func([]book.Frame) []string { return nil }}
		return c.write(path, spec)
	}
	for range 2 {
		if err := write(duel.Ruleset{}); err != nil {
			t.Fatal(err)
		}
	}
	g, _ := duelGame(t)
	g.Steps[1].Events[0]++ // as if the rules had done something else
	if err := os.WriteFile(path, g.Encode(), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := write(duel.Ruleset{}); err == nil || !strings.Contains(err.Error(), "give them another version than 1") {
		t.Errorf("got %v", err)
	}
	if err := write(renamedDuel{}); err != nil {
		t.Errorf("with another version: %v", err)
	}
}
