package ccn

import (
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// Apply implements engine.Ruleset.
func (rs *Ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := pos.(*Position).clone()
	for _, e := range events {
		p.apply(e)
	}
	return p
}

// apply changes the position as one event says. Events that only tell something, as a
// roll does, change nothing.
func (p *Position) apply(e engine.Event) {
	if change, ok := changes[e.Kind]; ok {
		change(p, e)
		return
	}
	p.Cards.Change(e)
}

// changes are the events that change something besides the cards, by kind. The package
// doc lists them.
var changes = map[string]func(p *Position, e engine.Event){
	"turn":         (*Position).applyTurn,
	"phase":        func(p *Position, e engine.Event) { p.Phase = Phase(e.Get("phase")[0]) },
	"command":      (*Position).applyCommand,
	"symbols":      (*Position).applySymbols,
	"move":         (*Position).applyMove,
	"retreat":      (*Position).applyMove,
	"advance":      (*Position).applyMove,
	"place":        (*Position).applyMove,
	"arrive":       (*Position).applyArrive,
	"exit":         (*Position).applyExit,
	"loss":         func(p *Position, e engine.Event) { p.Units[p.unitOf(e)].Blocks -= e.Int("n") },
	"rally":        func(p *Position, e engine.Event) { p.Units[p.unitOf(e)].Blocks += e.Int("n") },
	"eliminate":    (*Position).applyEliminate,
	"square":       func(p *Position, e engine.Event) { p.Units[p.unitOf(e)].Slot = int8(e.Int("slot")) },
	"dissolve":     func(p *Position, e engine.Event) { p.Units[p.unitOf(e)].Slot = 0 },
	"goal":         (*Position).applyGoal,
	"first-strike": func(p *Position, e engine.Event) { p.Struck++ },
	"standing":     (*Position).applyStanding,
	"ask":          (*Position).applyAsked,
	"pending":      (*Position).applyAsked,
	"resume":       (*Position).applyAsked,
	"over": func(p *Position, e engine.Event) {
		p.Result = engine.Outcome{Over: true, Winner: engine.Side(e.Get("winner")), Rule: e.Rule, Text: e.Get("text")}
		p.Phase = GameOver
	},
}

// pieceOf is the piece that an event is about.
func (p *Position) pieceOf(e engine.Event) int {
	i, _ := p.sc.Piece(e.Get("piece"))
	return i
}

func (p *Position) unitOf(e engine.Event) int { return p.pieceOf(e) }

func hexOf(name string) hex.Hex {
	h, err := setup.Sheet.Parse(name)
	if err != nil {
		return hex.None
	}
	return h
}

func (p *Position) applyTurn(e engine.Event) {
	p.Turn, p.Active, p.Phase = e.Int("turn"), p.sc.SideNo(e.By), TurnPhase
	p.Force, p.Struck = force{}, 0
	for g := range p.sc.Goals {
		p.AtStart[p.Active][g] = p.stands(p.Active, g)
	}
}

// applyCommand notes a card that has been played in the turn of its side, as what it
// counts.
func (p *Position) applyCommand(e engine.Event) {
	c, _ := setup.ParseCard(e.Get("card"))
	side := p.sc.SideNo(e.By)
	p.Last[side] = playedCard{Card: c, None: e.Get("card") == ""}
	p.Force = force{Card: c, Copied: e.Get("copied") == "yes", Command: e.Int("command")}
}

func (p *Position) applySymbols(e engine.Event) {
	for a := range p.Force.Symbols {
		p.Force.Symbols[a] = e.Int(setup.Arm(a).String())
	}
	p.Force.Flags = e.Int("flag")
}

// applyMove moves a piece to the last hex of its path; a unit takes its leader along
// unless the event says that he stays.
func (p *Position) applyMove(e engine.Event) {
	path := strings.Split(e.Get("path"), ",")
	p.put(p.pieceOf(e), hexOf(path[len(path)-1]), e.Get("alone") == "yes")
}

// put puts a piece into a hex.
func (p *Position) put(piece int, h hex.Hex, alone bool) {
	if piece >= len(p.Units) {
		p.Leaders[piece-len(p.Units)].Hex = h
		return
	}
	if l := p.leaderOf(piece); l >= 0 && !alone {
		p.Leaders[l].Hex = h
	}
	p.Units[piece].Hex = h
}

func (p *Position) applyExit(e engine.Event) {
	piece := p.pieceOf(e)
	if piece < len(p.Units) {
		p.Gained[p.unitSide(piece)] += e.Int("banners")
		if l := p.leaderOf(piece); l >= 0 && e.Get("alone") != "yes" {
			p.Leaders[l] = Leader{Exited: true}
		}
		p.Units[piece] = Unit{Exited: true}
		return
	}
	p.Leaders[piece-len(p.Units)] = Leader{Exited: true}
}

// applyEliminate takes a unit or leader off the board; the other side gains a banner
// [4-b, 4-c].
func (p *Position) applyEliminate(e engine.Event) {
	piece := p.pieceOf(e)
	if piece < len(p.Units) {
		p.Killed[1-p.unitSide(piece)]++
		p.Units[piece] = Unit{}
		return
	}
	l := piece - len(p.Units)
	p.Killed[1-p.leaderSide(l)]++
	p.Leaders[l] = Leader{}
}

func (p *Position) applyGoal(e engine.Event) {
	g, err := strconv.Atoi(e.Get("goal"))
	if err == nil && g >= 1 && g <= len(p.sc.Goals) {
		p.Won[p.sc.SideNo(e.By)][g-1] = true
	}
}

func (p *Position) applyStanding(e engine.Event) {
	side := p.sc.SideNo(e.By)
	line, err := ask.ParseAnswers(e.Get("kind"), e.Get("whom"), e.Get("answers"))
	if err == nil {
		p.Sheets[side] = p.Sheets[side].With(line...)
	}
}

func (p *Position) applyAsked(e engine.Event) { p.Asked = p.Asked.Apply(e) }
