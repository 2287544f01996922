package enginetest

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest/duel"
)

// duelTable is the duel as the program would know it.
func duelTable() engine.Game {
	return engine.Game{
		Name: "duel", Title: "Duel",
		Load: func(replace map[string][]byte) (engine.Ruleset, error) {
			if len(replace) > 0 {
				return nil, errors.New("no files")
			}
			return duel.Ruleset{}, nil
		},
		First: engine.Setup{Scenario: "three"}, Usual: engine.Setup{Scenario: "three"},
		Rules: "== 1 The duel\n1-a They choose.\n1-b They fight.\n",
		Cases: fstest.MapFS{"rules/1-a.txtar": {Data: []byte("It shows [DUEL-1-a].\n")},
			"rules/untested.txt": {Data: []byte("1-b why not\n")}},
		Case:  duel.ReadCase,
		Score: func(engine.Position) []engine.Score { return []engine.Score{{Name: "wins", Of: []int{1, 2}}} },
	}
}

// TestRunGame: a sound game passes, and each thing that can be wrong is told.
func TestRunGame(t *testing.T) {
	RunGame(t, duelTable())
	peeks := func(engine.Ruleset, uint64) func(engine.Position, engine.Side) engine.Orders {
		return func(p engine.Position, side engine.Side) engine.Orders {
			word := "1"
			if strings.Contains(string(p.Encode()), "hidden") {
				word = "2"
			}
			return engine.Orders{Side: side, Lines: []engine.Order{{Words: []string{"pick", word}}}}
		}
	}
	for name, tt := range map[string]struct {
		spoil func(g *engine.Game)
		want  string
	}{
		"name":  {func(g *engine.Game) { g.Name = "due" }, `want a title, and the lower-case name "duel"`},
		"title": {func(g *engine.Game) { g.Title = "" }, "want a title"},
		"load": {func(g *engine.Game) {
			g.Load = func(map[string][]byte) (engine.Ruleset, error) { return nil, errors.New("no") }
		}, "does not load: no"},
		"any file": {func(g *engine.Game) {
			g.Load = func(map[string][]byte) (engine.Ruleset, error) { return duel.Ruleset{}, nil }
		}, "a file that it does not know"},
		"first":    {func(g *engine.Game) { g.First.Scenario = "nine" }, `no scenario "nine"`},
		"usual":    {func(g *engine.Game) { g.Usual.Scenario = "" }, `no scenario ""`},
		"index":    {func(g *engine.Game) { g.Rules = "1-a They choose.\n" }, "0 sections"},
		"twice":    {func(g *engine.Game) { g.Rules += "1-b Again.\n" }, "1-b twice"},
		"cites":    {func(g *engine.Game) { g.Rules = "== 1 The duel\n1-b They fight.\n" }, "cites 1-a"},
		"untested": {func(g *engine.Game) { g.Rules = "== 1 The duel\n1-a They choose.\n" }, "no case tests 1-b"},
		"no cases": {func(g *engine.Game) { g.Cases = fstest.MapFS{} }, "0 cases"},
		"case": {func(g *engine.Game) {
			g.Case = func([]byte) (engine.Ruleset, engine.Position, error) { return nil, nil, nil }
		}, "any text"},
		"highlight": {func(g *engine.Game) {
			g.Highlights = []engine.Highlight{{Title: "x", Purpose: "y", Words: "z", Verb: "shoot"}}
		}, "a verb of the game"},
		"bot's name": {func(g *engine.Game) {
			g.Bots = []engine.Bot{{Name: "random", Help: "x",
				New: book.Random.New}}
		},
			"a lower-case name of its own"},
		"bot peeks": {func(g *engine.Game) { g.Bots = []engine.Bot{{Name: "spy", Help: "x", New: peeks}} },
			"wants otherwise"},
		"bot's fault": {func(g *engine.Game) {
			g.Bots = []engine.Bot{{Name: "fool", Help: "x",
				New: func(engine.Ruleset, uint64) func(engine.Position, engine.Side) engine.Orders {
					return func(_ engine.Position, side engine.Side) engine.Orders {
						return engine.Orders{Side: side, Lines: []engine.Order{{Words: []string{"pick", "9"}}}}
					}
				}}}
		}, "does not finish"},
		"score": {func(g *engine.Game) {
			g.Score = func(engine.Position) []engine.Score { return []engine.Score{{Name: "wins", Of: []int{1, 2, 3}}} }
		}, "a number for each of"},
	} {
		t.Run(name, func(t *testing.T) {
			g := duelTable()
			tt.spoil(&g)
			if got := strings.Join(gameFaults(g), "\n"); !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
