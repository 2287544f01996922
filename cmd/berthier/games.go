package main

import (
	"berthier/engine"
	"berthier/engine/jdg"
)

// games are the games of this program: a line for each. The first is the one that is
// meant where nobody names a game.
var games = []engine.Game{
	jdg.Game,
}
