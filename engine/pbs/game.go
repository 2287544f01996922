package pbs

import (
	"berthier/engine"
	"berthier/engine/pbs/data"
)

// bots are the computer players.
var bots = []engine.Bot{{Name: "planner", Version: "1",
	Help: "looks for ground that suits its army, and deploys one line behind the other",
	New: func(rs engine.Ruleset, _ uint64) func(engine.Position, engine.Side) engine.Orders {
		return rs.(*Ruleset).Planner
	}}}

// Bots implements engine.Seater.
func (rs *Ruleset) Bots() []engine.Bot { return bots }

// Game is the Pre Battle System as the program knows it.
var Game = engine.Game{
	Name:  "pbs",
	Title: "Pre Battle System",
	Load: func(replace map[string][]byte) (engine.Ruleset, error) {
		rs, err := Load(replace)
		if err != nil { // rs is a nil pointer then, which is no nil ruleset
			return nil, err
		}
		return rs, nil
	},
	First: engine.Setup{Scenario: "danube"},
	Usual: engine.Setup{Scenario: "danube"},
	Options: []engine.GameOption{
		{
			Usage: "ask=KIND[,KIND…]|all|none",
			Help: `these kinds of decision are asked by mail when they come, as E05 for each day of the
march ("berthier rules E" lists them). Without it plans sent beforehand decide.`,
		},
		{Usage: "format=maximus|pacto|magna", Help: "the scale of the game [10]"},
		{Usage: "grid=r1|r3", Help: "the map of the march"},
		{Usage: "target=ccn|jdg", Help: "the game of the battle, jdg or ccn if it is not named; both armies must be\n" +
			"able to fight it [X-2]"},
		{Usage: "weather=yes", Help: "a season is chosen and the weather rolled for [13]"},
		{Usage: "night=yes", Help: "the battle is fought at night [14-i]"},
		{Usage: "pass=free", Help: "any day can be passed [B11]"},
		{Usage: "open-areas=keep", Help: "Open Areas stay on the drawing [B82]"},
	},
	Rules: data.Rules,
	Cases: caseBook,
	Case:  caseOf,
	Bots:  bots,
	Score: func(pos engine.Position) []engine.Score {
		t := pos.(*Position).Scouting.Totals
		return []engine.Score{{Name: "scouting", Of: t[:]}}
	},
	Counts: []engine.Count{{Name: "pieces", Is: func(e engine.Event) bool { return e.Kind == "place" }}},
}
