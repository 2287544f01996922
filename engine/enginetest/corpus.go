package enginetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// Corpus is a directory of game logs that a ruleset has to play as they say.
type Corpus struct {
	Dir     string
	Ruleset engine.Ruleset
	Games   []GameSpec
	// Inspect, if not nil, looks at each step; its error fails the test.
	Inspect func(book.Frame) error
	// Features names what a game shows, from all its steps.
	Features func([]book.Frame) []string
	// Must lists the features that the games have to show together.
	Must []string
}

// GameSpec is one game of a corpus.
type GameSpec struct {
	File    string // in the directory
	Setup   engine.Setup
	Players string // who plays
	// Answer makes the players; seed is that of the game.
	Answer func(seed uint64) func(p engine.Position, side engine.Side) engine.Orders
	Shows  []string // features that the game must have
}

// seedsTried is how many seeds -update tries to find a game that shows what it
// has to.
const seedsTried = 1000

// RunGames plays every game of a corpus, each as a subtest: the orders of the
// log are resolved and compared step by step; the printed and parsed events
// are applied with a hash of the position after each step; and each step is
// resolved once more out of the position before it. It fails if a game does not
// show what its GameSpec says, if all together leave out a feature of Must, or if
// the directory holds other logs.
//
// With -update each game is played anew, with its seed or else the first that
// shows what it has to; but if a log goes otherwise under the version that it names,
// the test fails: rules that do something otherwise are another version.
func RunGames(t *testing.T, c Corpus) {
	shown := map[string]bool{}
	files := map[string]bool{}
	for _, spec := range c.Games {
		files[spec.File] = true
		t.Run(spec.File, func(t *testing.T) {
			path := filepath.Join(c.Dir, spec.File)
			if updateFlag {
				if err := c.write(path, spec); err != nil {
					t.Fatal(err)
				}
			}
			features, err := c.run(path, spec)
			if err != nil {
				t.Fatalf("%v\nif a rule has changed on purpose, give the ruleset another version and run this test "+
					"with -update", err)
			}
			for _, f := range features {
				shown[f] = true
			}
			t.Logf("shows %s", strings.Join(features, ", "))
		})
	}
	var none []string
	for _, f := range c.Must {
		if !shown[f] {
			none = append(none, f)
		}
	}
	if none != nil && !t.Failed() {
		t.Errorf("no game shows %s", strings.Join(none, ", "))
	}
	found, err := os.ReadDir(c.Dir)
	if err != nil {
		t.Error(err)
	}
	for _, f := range found {
		if !files[f.Name()] {
			t.Errorf("%s is no game of the corpus", f.Name())
		}
	}
}

// write plays a game that shows what it has to, and writes its log.
func (c *Corpus) write(path string, spec GameSpec) error {
	var seeds []uint64
	if data, err := os.ReadFile(path); err == nil {
		if old, err := book.ParseLog(data); err == nil {
			if err := c.sameVersion(old); err != nil {
				return err
			}
			seeds = append(seeds, old.Seed) // likely to do again
		}
	}
	for i := range seedsTried {
		seeds = append(seeds, uint64(i)+1)
	}
	for _, seed := range seeds {
		g := book.Log{Setup: spec.Setup, Seed: seed, Players: spec.Players}
		var frames []book.Frame
		err := g.Play(c.Ruleset, spec.Answer(seed), func(f book.Frame) error {
			frames = append(frames, f)
			return nil
		})
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if spec.missing(c.Features(frames)) == nil {
			return os.WriteFile(path, g.Encode(), 0o666)
		}
	}
	return fmt.Errorf("%d games, and none shows %s", seedsTried, strings.Join(spec.Shows, ", "))
}

// sameVersion says that a log goes otherwise, though the rules have the version
// that it was played under: they need another one.
func (c *Corpus) sameVersion(old *book.Log) error {
	rs := c.Ruleset
	if old.Ruleset != rs.Name()+" "+rs.Version() {
		return nil
	}
	if err := old.Replay(c.Ruleset, func(book.Frame) error { return nil }); err != nil {
		return fmt.Errorf("%w\nthe rules have changed: give them another version than %s, and then run this test "+
			"with -update", err, rs.Version())
	}
	return nil
}

// missing lists what the game has to show and does not.
func (spec *GameSpec) missing(features []string) []string {
	var none []string
	for _, s := range spec.Shows {
		if !slices.Contains(features, s) {
			none = append(none, s)
		}
	}
	return none
}

// run plays, replays and resolves again one game, and returns its features.
func (c *Corpus) run(path string, spec GameSpec) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	g, err := book.ParseLog(data)
	if err != nil {
		return nil, err
	}
	if string(g.Encode()) != string(data) {
		return nil, errors.New("the log is not written as Encode writes it")
	}
	var frames []book.Frame
	if err := g.Replay(c.Ruleset, func(f book.Frame) error {
		frames = append(frames, f)
		if c.Inspect == nil {
			return nil
		}
		return c.Inspect(f)
	}); err != nil {
		return nil, err
	}
	if err := replayEvents(g, c.Ruleset, frames); err != nil {
		return nil, err
	}
	features := c.Features(frames)
	if none := spec.missing(features); none != nil {
		return nil, fmt.Errorf("the game does not show %s", strings.Join(none, ", "))
	}
	return features, nil
}

// replayEvents applies the events of a game as they read back, and resolves
// each step again.
func replayEvents(g *book.Log, rs engine.Ruleset, frames []book.Frame) error {
	var steps []engine.Step
	for _, f := range frames {
		s := f.Step
		var err error
		if s.Events, err = engine.ParseEvents(engine.PrintEvents(s.Events)); err != nil {
			return fmt.Errorf("step %d: %w", s.Number, err)
		}
		steps = append(steps, s)
		if err := engine.Again(rs, f.Before, s, g.Dice(s.Number)); err != nil {
			return err
		}
	}
	if len(frames) == 0 {
		return errors.New("the game has no steps")
	}
	_, err := engine.Replay(rs, frames[0].Before, steps)
	return err
}
