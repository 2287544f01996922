package jdg

import (
	"berthier/engine"
	"berthier/engine/jdg/data"
)

// Game is Jours de Gloire as the program knows it.
var Game = engine.Game{
	Name:  "jdg",
	Title: "Jours de Gloire",
	Load: func(replace map[string][]byte) (engine.Ruleset, error) {
		rs, err := Load(replace)
		if err != nil { // rs is a nil pointer then, which is no nil ruleset
			return nil, err
		}
		return rs, nil
	},
	First: engine.Setup{Scenario: "goldbach"},
	Usual: engine.Setup{Scenario: "austerlitz"},
	Options: []engine.GameOption{{Usage: "ask=KIND[,KIND…]|all|none",
		Help: `for these kinds of decision, as P17,P23, the program stops and asks the player
by mail ("berthier rules E" lists them); all asks for every kind that can be asked.
Without it standing orders and the documented defaults decide.`}},
	Rules:   data.Rules,
	Cases:   caseBook,
	Case:    caseOf,
	Bots:    bots(),
	Inspect: inspect,
	Score:   func(p engine.Position) []engine.Score { return p.(*Position).score() },
	Counts: []engine.Count{
		{Name: "activations", Is: func(e engine.Event) bool { return e.Kind == "activate" }},
		{Name: "activations spared a mail by orders when drawn",
			Is: func(e engine.Event) bool { return e.Get("source") == "when-drawn" }},
	},
	Highlights: []engine.Highlight{
		{Title: "The first guns fire", Purpose: "fire of ", Words: "fire at "},
		{Title: "The first shock", Purpose: "shock of ", Words: "Result of the shock"},
		{Title: "The first charge", Purpose: "charge of ", Words: "Result of the charge", Verb: "charge"},
	},
}

// bots are the computer players. Whoever changes how one plays gives it another version.
func bots() []engine.Bot {
	return []engine.Bot{
		{Name: "tactical", Version: "2",
			Help: "advances, takes what nobody holds, fires, charges and shocks where the odds are good",
			New: func(rs engine.Ruleset, seed uint64) func(engine.Position, engine.Side) engine.Orders {
				return func(p engine.Position, side engine.Side) engine.Orders {
					return rs.(*Ruleset).Keen(p, side, seed)
				}
			}},
		{Name: "cautious", Version: "1", Help: "stops next to what it goes for, and is easier to beat",
			New: seat((*Ruleset).Ahead)},
		{Name: "plain", Version: "1", Help: "as cautious, but it sends no orders when drawn",
			New: seat((*Ruleset).Tactical)},
	}
}

// Bots implements engine.Seater.
func (rs *Ruleset) Bots() []engine.Bot { return bots() }

// seat seats a computer player who uses no chance.
func seat(
	play func(*Ruleset, engine.Position, engine.Side) engine.Orders,
) func(engine.Ruleset, uint64) func(engine.Position, engine.Side) engine.Orders {
	return func(rs engine.Ruleset, _ uint64) func(engine.Position, engine.Side) engine.Orders {
		return func(p engine.Position, side engine.Side) engine.Orders { return play(rs.(*Ruleset), p, side) }
	}
}

// score is how a position stands: victory points [13.2], and SP of infantry and
// cavalry eliminated, front values.
func (p *Position) score() []engine.Score {
	vp := p.points()
	return []engine.Score{{Name: "VP", Of: vp[:]}, {Name: "SP lost", Of: []int{p.lostSP(0), p.lostSP(1)}}}
}
