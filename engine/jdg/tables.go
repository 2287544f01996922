package jdg

import (
	"berthier/engine"
)

// Tables are the charts of the game, read from the data files. All lookups
// are total: an index beyond the first or last row takes that row.
type Tables struct {
	Files []engine.DataFile // in fixed order, with hashes

	fire    []fireRow
	shock   []shockRow
	ratios  []ratioRow
	costs   [numTerrains]terrainRow
	sides   [numSideKinds]sideRow
	fireMod map[string]int
	modName map[string]int
}

// FireResult is one cell of the Fire Table [7.5].
type FireResult uint8

const (
	FireNothing  FireResult = iota
	FireTest                // every affected unit takes a cohesion test
	FireDisorder            // every affected unit loses a cohesion level
	FireRout                // every affected unit routs at once
)

// ShockEffect is one effect of a cell of the Shock and Charge Table, applied
// in the printed order [8.5].
type ShockEffect uint8

const (
	AttackerTest ShockEffect = iota
	DefenderTest
	AttackerDisorder // loses a cohesion level
	DefenderDisorder
	AttackerRetire // one hex; a unit that has routed meanwhile retreats instead
	DefenderRetire
	AttackerRout
	DefenderRout
	DefenderEliminated
	AttackerEliminated
	Breakthrough    // the attacker may go on [8.7.2]
	CounterAttack   // the defender may shock back [8.7.2]
	DefenderPursues // defending cavalry may pursue [9.5.1]
)
