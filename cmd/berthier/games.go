package main

import (
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
)

// games are the games of this program: a line for each. The first is the one that is
// meant where nobody names a game.
var games = []engine.Game{
	jdg.Game,
	ccn.Game,
	pbs.Game,
	tlm.Game,
}
