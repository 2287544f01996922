package ccn

import (
	"berthier/engine"
	"berthier/engine/ccn/data"
)

// Game is Commands & Colors: Napoleonics as the program knows it.
var Game = engine.Game{
	Name:  "ccn",
	Title: "Commands & Colors: Napoleonics",
	Load: func(replace map[string][]byte) (engine.Ruleset, error) {
		rs, err := Load(replace)
		if err != nil { // rs is a nil pointer then, which is no nil ruleset
			return nil, err
		}
		return rs, nil
	},
	First: engine.Setup{Scenario: "crossroads"},
	Usual: engine.Setup{Scenario: "pratzen"},
	Options: []engine.GameOption{
		{
			Usage: "ask=KIND[,KIND…]|all|none",
			Help: `for these kinds of decision, as D16,D20, the program stops and asks the player
by mail ("berthier rules E" lists them). Without it standing orders and the
documented defaults decide.`,
		},
		{Usage: "terrain=cumulative", Help: "the ground of attacker and target both take dice away [Q1]"},
		{Usage: "square=roll", Help: "a die decides whether a square forms [7.10]"},
		{Usage: "rally=flags", Help: "a flag of Rally stands for any arm [Q35]"},
	},
	Rules: data.Rules,
	Cases: caseBook,
	Case:  caseOf,
	Bots:  bots(),
	Inspect: func(rs engine.Ruleset, before engine.Position, events []engine.Event) error {
		return rs.(*Ruleset).Inspect(before, events)
	},
	Score: func(p engine.Position) []engine.Score {
		pos := p.(*Position)
		return []engine.Score{{Name: "banners", Of: []int{pos.banners(0), pos.banners(1)}}}
	},
	Counts: []engine.Count{{Name: "attacks", Is: func(e engine.Event) bool { return e.Kind == "attack" }}},
	Highlights: []engine.Highlight{
		{Title: "The first shots", Purpose: "fire of ", Words: " fires at "},
		{Title: "The first melee", Purpose: "melee of ", Words: " attacks "},
	},
}
