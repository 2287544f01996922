package ccn

import (
	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// Phase is a point of the sequence of play [5] at which the game can wait.
type Phase byte

const (
	DealPhase   Phase = 'S' // both sides may send standing orders; then the hands are dealt [3-e]
	TurnPhase   Phase = 'T' // the active side owes its turn: card, orders, moves, combats
	OrdersPhase Phase = 'O' // the dice of Elan or Rally lie; the active side owes the rest of its turn [Q84]
	DrawPhase   Phase = 'D' // cards are drawn, the turn ends [5.13]
	GameOver    Phase = 'X'
)

// Position is the state of one game between two steps. Units and Leaders run parallel
// to those of the scenario, and indexes of them are indexes into both; -1 is none. A
// piece is a unit by its index, or a leader by his plus the number of units.
type Position struct {
	rs *Ruleset
	sc *setup.Scenario
	at *cardPlaces

	ask     []string // kinds of decision that are asked by mail
	options options

	Turn    int // of either side, from 1
	Active  int // side whose turn it is [5-b]
	Phase   Phase
	Units   []Unit
	Leaders []Leader
	// Arrivals are what has not yet arrived, as far as the reader may know.
	Arrivals []setup.Arrival
	Cards    deck.Deck
	Last     [2]playedCard // what each side played last in its own turn [Q33]
	Force    force         // the card in force while the phase is O
	Killed   [2]int        // banners of each side for units and leaders [4-b, 4-c]
	Gained   [2]int        // banners for units that left over an exit [Q116]
	Won      [2][]bool     // by goal: banners that stay [4-d]
	AtStart  [2][]bool     // by goal: held at the start of the last turn of the side
	Struck   int           // First Strikes of the defender in this turn, not yet replaced [5.13-b]
	Sheets   [2]ask.Sheet
	Asked    *ask.PendingRun
	Result   engine.Outcome
}

// Unit is one unit. One without blocks is eliminated, or has left the board; one that has all its
// blocks and no hex has not yet arrived.
type Unit struct {
	Hex    hex.Hex // hex.None: not on the board
	Exited bool
	Slot   int8 // of the square track, 1 to 4, if it is in square; 0 otherwise [6.2]
	Blocks int
}

// Leader is one leader.
type Leader struct {
	Hex    hex.Hex // hex.None: not on the board
	Exited bool    // he left it, and was not eliminated
	Away   bool    // he has not yet arrived
}

// options are the options of a game for points on which the texts differ.
type options struct {
	Cumulative bool // terrain of attacker and target add up [Q1]
	SquareRoll bool // a die decides whether a square forms [7.10]
	RallyFlags bool // a flag of Rally stands for any arm [Q35]
}

// playedCard is a card that was played; none says that there was none yet.
type playedCard struct {
	None bool
	Card setup.Card
}

// force is a card whose dice have been rolled and whose orders are owed.
type force struct {
	Card    setup.Card
	Copied  bool // by Counter Attack
	Command int
	Symbols [setup.NumArms]int
	Flags   int
}

// squares is how many units of a side can be in square [2.6-a].
const squares = 4

func newPosition(rs *Ruleset, sc *setup.Scenario) *Position {
	p := &Position{rs: rs, sc: sc, at: rs.places[sc], Phase: TurnPhase, Units: make([]Unit, len(sc.Units)),
		Leaders: make([]Leader, len(sc.Leaders)), Last: [2]playedCard{{None: true}, {None: true}}}
	for s := range p.Won {
		p.Won[s], p.AtStart[s] = make([]bool, len(sc.Goals)), make([]bool, len(sc.Goals))
	}
	return p
}

// clone is a copy that shares nothing that changes.
func (p *Position) clone() *Position {
	q := &Position{}
	p.cloneTo(q)
	return q
}

// cloneTo makes q a clone, in the room that q has.
func (p *Position) cloneTo(q *Position) {
	room := *q
	*q = *p
	q.Cards = p.Cards.CloneIn(room.Cards)
	q.Units, q.Leaders = append(room.Units[:0], p.Units...), append(room.Leaders[:0], p.Leaders...)
	for s := range p.Won {
		q.Won[s], q.AtStart[s] = append(room.Won[s][:0], p.Won[s]...), append(room.AtStart[s][:0], p.AtStart[s]...)
	}
}

func (p *Position) sideName(s int) engine.Side {
	if s < 0 {
		return ""
	}
	return p.sc.Sides[s].Name
}

// kind is the row of a unit's reference card.
func (p *Position) kind(u int) *setup.Kind { return &p.sc.Units[u].Kind }

func (p *Position) arm(u int) setup.Arm { return p.sc.Units[u].Kind.Arm }

func (p *Position) unitSide(u int) int { return p.sc.Units[u].Side }

func (p *Position) leaderSide(l int) int { return p.sc.Leaders[l].Side }

func (p *Position) top(side int) bool { return p.sc.Sides[side].Top }

// alive reports whether a unit is on the board.
func (p *Position) alive(u int) bool { return p.Units[u].Hex != hex.None }

func (p *Position) inSquare(u int) bool { return p.Units[u].Slot > 0 }

// unitAt is the unit in a hex, or -1.
func (p *Position) unitAt(h hex.Hex) int {
	for u := range p.Units {
		if p.Units[u].Hex == h && h != hex.None {
			return u
		}
	}
	return -1
}

// leaderAt is the leader in a hex, or -1.
func (p *Position) leaderAt(h hex.Hex) int {
	for l := range p.Leaders {
		if p.Leaders[l].Hex == h && h != hex.None {
			return l
		}
	}
	return -1
}

// leaderOf is the leader who is attached to a unit, or -1 [5.3.5-a].
func (p *Position) leaderOf(u int) int { return p.leaderAt(p.Units[u].Hex) }

// lone reports whether a leader is on the board without a unit.
func (p *Position) lone(l int) bool {
	h := p.Leaders[l].Hex
	return h != hex.None && p.unitAt(h) < 0
}

// occupant is the side that has a unit or a leader in a hex, or -1.
func (p *Position) occupant(h hex.Hex) int {
	if u := p.unitAt(h); u >= 0 {
		return p.unitSide(u)
	}
	if l := p.leaderAt(h); l >= 0 {
		return p.leaderSide(l)
	}
	return -1
}

// enemiesBeside lists the units of the other side next to a hex.
func (p *Position) enemiesBeside(h hex.Hex, side int) (us []int) {
	for _, n := range setup.Sheet.Neighbors(h) {
		if u := p.unitAt(n); u >= 0 && p.unitSide(u) != side {
			us = append(us, u)
		}
	}
	return us
}

// ground is the row of the terrain table for a hex.
func (p *Position) ground(h hex.Hex) *setup.TerrainRow { return &p.rs.tables.Ground[p.sc.At(h)] }

// fortified reports whether the side between two hexes next to each other has field
// works, of either of them [7.5].
func (p *Position) fortified(a, b hex.Hex) bool { return p.worksOf(a, b) || p.worksOf(b, a) }

// worksOf reports whether a hex has field works on the side toward another.
func (p *Position) worksOf(h, toward hex.Hex) bool {
	sides, any := p.sc.Works(h)
	if !any {
		return false
	}
	for d := range hex.Dirs {
		if setup.Sheet.Neighbor(h, hex.Dir(d)) == toward {
			return sides[d]
		}
	}
	return false
}

// pieceID is the id of a piece.
func (p *Position) pieceID(piece int) string {
	if piece < len(p.Units) {
		return p.sc.Units[piece].ID
	}
	return p.sc.Leaders[piece-len(p.Units)].ID
}

// banners are those that a side has [4].
func (p *Position) banners(side int) int {
	n := p.Killed[side] + p.Gained[side]
	for g, goal := range p.sc.Goals {
		if p.Won[side][g] || !goal.Once && p.holds(side, g) {
			n += goal.Banners[side]
		}
	}
	return n
}

// holds reports whether a side has what a goal asks for now, or had it when its turn
// began if that counts [Q104].
func (p *Position) holds(side, g int) bool {
	goal := p.sc.Goals[g]
	if goal.AtStart {
		return p.AtStart[side][g]
	}
	return p.stands(side, g)
}

// stands reports whether units of a side stand in enough hexes of a goal.
func (p *Position) stands(side, g int) bool {
	goal, n := p.sc.Goals[g], 0
	for _, h := range goal.Hexes {
		if u := p.unitAt(h); u >= 0 && p.unitSide(u) == side {
			n++
		}
	}
	return n >= goal.Need
}

// question is what a side is asked now.
func (p *Position) question(side engine.Side) (ask.Question, bool) {
	if p.Asked == nil {
		return ask.Question{}, false
	}
	return p.Asked.Question(side)
}
