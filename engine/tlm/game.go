package tlm

import (
	"berthier/engine"
	"berthier/engine/tlm/data"
	"berthier/engine/tlm/setup"
)

// bots are the computer players. Whoever changes how one plays gives it another version.
var bots = []engine.Bot{{Name: "general", Version: "2",
	Help: "holds a front, and attacks where the odds are good",
	New: func(rs engine.Ruleset, _ uint64) func(engine.Position, engine.Side) engine.Orders {
		return rs.(*Ruleset).General
	}}}

// Bots implements engine.Seater.
func (rs *Ruleset) Bots() []engine.Bot { return bots }

// Game is To the Last Man! as the program knows it.
var Game = engine.Game{
	Name:  "tlm",
	Title: "To the Last Man!",
	Load: func(replace map[string][]byte) (engine.Ruleset, error) {
		rs, err := Load(replace)
		if err != nil { // rs is a nil pointer then, which is no nil ruleset
			return nil, err
		}
		return rs, nil
	},
	First: engine.Setup{Scenario: "marne"},
	Usual: engine.Setup{Scenario: "campaign"},
	Options: []engine.GameOption{
		{Usage: "ask=KIND[,KIND…]|all|none",
			Help: `these kinds of decision are asked by mail when they come, as D08 for the
cards of the Defender ("berthier rules D" lists them). Without it standing
orders decide.`},
		{Usage: "strengths=shown", Help: "numbers of units in Armies are public [1.4]"},
		{Usage: "artillery=uk", Help: "UK Artillery is superior in defence from 1918 on [8.3.2-f]"},
	},
	Rules:   data.Rules,
	Cases:   caseBook,
	Case:    caseOf,
	Bots:    bots,
	Inspect: inspect,
	Score: func(pos engine.Position) []engine.Score {
		p := pos.(*Position)
		var units [setup.NumSides]int
		for _, g := range p.Groups {
			if g.Place != East {
				units[g.Unit.Nation.Side()] += g.N
			}
		}
		return []engine.Score{{Name: "VP", Of: []int{p.vp()}}, {Name: "units", Of: units[:]}}
	},
	Counts: []engine.Count{
		{Name: "player turns", Is: func(e engine.Event) bool { return e.Kind == "begin" }},
		{Name: "battles", Is: func(e engine.Event) bool { return e.Kind == "battle" }},
	},
	Highlights: []engine.Highlight{
		{Title: "The first battle", Purpose: "fire of ", Words: "Battle of ", Verb: ""},
	},
}
