package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// Apply implements engine.Ruleset.
func (rs *Ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := pos.(*Position).clone()
	for _, e := range events {
		p.apply(e)
	}
	return p
}

// apply changes the position as one event says. Events that only tell something, as a roll
// does, change nothing, and those that move no cards leave the cards as they are.
func (p *Position) apply(e engine.Event) {
	if change, ok := changes[e.Kind]; ok {
		change(p, e)
	}
	p.Cards = p.Cards.Apply(e)
}

// changes are the events that change something besides the cards, by kind. The package doc
// lists them.
var changes = map[string]func(p *Position, e engine.Event){
	"plan":     (*Position).applyPlan,
	"phase":    func(p *Position, e engine.Event) { p.Phase = Phase(e.Get("phase")[0]) },
	"answered": func(p *Position, e engine.Event) { p.Waits = [2]bool{} },
	"wait": func(p *Position, e engine.Event) {
		for name := range strings.SplitSeq(e.Get("sides"), ",") {
			p.Waits[p.sideNo(engine.Side(name))] = true
		}
	},
	"role": (*Position).applyRole,
	"territory": func(p *Position, e engine.Event) {
		p.Site.Territory, _ = setup.ParseTerritory(e.Get("territory"))
		p.Site.Known = true
	},
	"pawn":   func(p *Position, e engine.Event) { p.Site.Pawn, _ = p.parseCell(e.Get("cell")) },
	"season": func(p *Position, e engine.Event) { p.Site.Season, _ = setup.ParseSeason(e.Get("season")) },
	"weather": func(p *Position, e engine.Event) {
		p.Site.Weather, _ = setup.ParseWeather(e.Get("weather"))
		p.Site.Variable = e.Get("variable") == "yes"
	},
	"day": (*Position).applyDay,
	"secure": func(p *Position, e engine.Event) {
		p.Site.Secured = Sector(slices.Index(sectorNames[:], e.Get("side")))
	},
	"choose": (*Position).applyChoose,
	"placing": func(p *Position, e engine.Event) {
		p.Placing = Class(slices.Index(classNames[:], e.Get("class")))
	},
	"at-hand": func(p *Position, e engine.Event) { p.Piece, p.Roll = e.Int("piece")-1, e.Int("roll") },
	"laid":    func(p *Position, _ engine.Event) { p.dropPiece() },
	"lost": func(p *Position, e engine.Event) {
		p.pieceOf(e).Fate = Lost
		p.dropPiece()
	},
	"place":  (*Position).applyPlace,
	"adjust": (*Position).applyPlace,
	"remove": func(p *Position, e engine.Event) { *p.pieceOf(e) = p.pieceOf(e).removed() },
	"scouting": func(p *Position, e engine.Event) {
		a, b, _ := strings.Cut(e.Get("totals"), ",")
		p.Scouting.Known = true
		p.Scouting.Totals[0], _ = strconv.Atoi(a)
		p.Scouting.Totals[1], _ = strconv.Atoi(b)
	},
	"camp":        func(p *Position, e engine.Event) { p.Armies[p.sideNo(e.By)].Camp, _ = parseRect(e.Get("at")) },
	"deploy":      (*Position).applyDeploy,
	"off":         func(p *Position, e engine.Event) { _, gr := p.groupAt(e); gr.Off = true },
	"step":        func(p *Position, e engine.Event) { p.Step = e.Int("step") },
	"ambush":      (*Position).applyAmbush,
	"under":       (*Position).applyUnder,
	"beside-camp": (*Position).applyBesideCamp,
	"march":       (*Position).applyMarch,
	"delay":       (*Position).applyDelay,
	"general":     (*Position).applyGeneral,
	"command":     (*Position).applyCommand,
	"over": func(p *Position, e engine.Event) {
		p.Phase, p.Result = OverPhase, engine.Outcome{Over: true, Rule: e.Rule, Text: e.Get("text")}
	},
}

// removed is a piece that has left the table.
func (pc Piece) removed() Piece {
	pc.Fate, pc.At = Removed, Rect{}
	return pc
}
