package ccn

import (
	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

// Which clause a fault cites where several of the rulebook say the same of one kind each.

// moveRule is the clause that says how far a piece may move.
func (r *run) moveRule(piece int) string {
	card := r.t.card
	if !r.p.isUnit(piece) {
		if card == setup.GrandeManoeuvre && !r.oneOfChoice() {
			return "8.3-t"
		}
		return "5.3.4-a"
	}
	k := r.p.kind(piece)
	if dry := r.dryAllowance(piece); r.inMud(piece, dry) < dry {
		return "X-24"
	}
	switch card {
	case setup.BayonetCharge, setup.Bombard, setup.FireAndHold, setup.ForceMarch, setup.ColdSteel,
		setup.GrandeManoeuvre:
		if !r.oneOfChoice() {
			return card.Rule()
		}
	case setup.CavalryCharge:
		if k.Heavy && !r.oneOfChoice() {
			return card.Rule()
		}
	}
	return map[setup.Arm]map[bool]string{
		setup.Infantry:  {false: "5.3.1-a", true: "5.3.1-b"},
		setup.Cavalry:   {false: "5.3.2-a", true: "5.3.2-b"},
		setup.Artillery: {false: "5.3.3-a", true: "5.3.3-b"},
	}[k.Arm][k.Light || k.Heavy || k.Horse]
}

// exitRule is the clause by which a piece may leave the board from a hex by its own will, or may not.
func (r *run) exitRule(piece int, at hex.Hex) string {
	beside := at.Col == 1 || !setup.Sheet.On(hex.Hex{Col: at.Col + 1, Row: at.Row})
	switch {
	case r.p.isUnit(piece):
		return "5.3-j"
	case beside && at.Row != setup.Baseline(r.p.top(r.p.pieceSide(piece))):
		return "5.3.4-h"
	}
	return "5.3.4-i"
}

// stopRule is the clause by which a move ends on ground of a kind, or else on crossing field works.
func stopRule(ground setup.Terrain) string {
	switch ground {
	case setup.Forest:
		return "7.1-a"
	case setup.Town, setup.Windmill:
		return "7.4-a"
	case setup.Ford:
		return "7.7-a"
	case setup.Sand:
		return "7.9-a"
	}
	return "7.5-b"
}

// hasMoved refuses to move a piece again: it has moved by a line of its own, or another has joined it.
func (r *run) hasMoved(o *order, piece int) *engine.Fault {
	switch l := piece - len(r.p.Units); {
	case r.t.moved[piece] > 0:
		return o.fault("5.3-c", said.Say("hint.one-line"), "fault.moved", r.who(piece))
	case l < 0:
		leader := r.p.sc.Leaders[r.p.leaderOf(piece)].ID
		return o.fault("5.3.5-f", said.Say("hint.move-first"), "fault.joined", r.who(piece), name("other", leader))
	default:
		unit := r.p.pieceID(r.p.unitAt(r.p.Leaders[l].Hex))
		return o.fault("Q94", said.Say("hint.move-first"), "fault.joined", r.who(piece), name("other", unit))
	}
}
