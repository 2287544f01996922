package jdg

// Temporary: what other chapters will define. Each author deletes his part.

import (
	"berthier/engine"
	"berthier/engine/hex"
)

// --- orders, initiative, commanders, rally, victory, standing orders
var standingVerbs, ordersVerbs, initiativeVerbs, commanderVerbs, rallyVerbs, answerVerbs []*verb

type decisionKind struct {
	kind string
	asks bool
}

var decisions []decisionKind

func (r *run) ordersPhase()                                    {}
func (r *run) formGroups()                                     {}
func (r *run) takeStanding(o engine.Orders)                    {}
func (r *run) bestMarker(answer string, ms []Marker) string    { return "none" }
func (p *Position) commanderAlive(i int) bool                  { return true }
func (r *run) rallyRest()                                      {}
func (r *run) victory() bool                                   { return false }
func (r *run) enemyEntered(u int)                              {} // after every entry of a hex by unit u [2.5.2]
func (r *run) accompany(u int, from, to hex.Hex)               {} // a commander goes with a withdrawing unit [2.5.2-d]

// --- movement, stacking, ZOC
var movementVerbs, stackingVerbs, reinforcementVerbs []*verb

func (p *Position) inEnemyZOC(u int) bool { return false }

// --- fire
var fireVerbs []*verb

// --- shock, charge, withdrawal
var shockVerbs, chargeVerbs []*verb

type charge struct{}
type shock struct{}

func (r *run) combats()   {}
func (r *run) routPhase() {}

// --- view, report
func (rs *Ruleset) View(p engine.Position, side engine.Side) engine.Position { return p }
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	return engine.Report{}
}
func (rs *Ruleset) Options(p engine.Position, d engine.Decision, draft []engine.Order) []engine.Order {
	return nil
}
