package umpire

import (
	"berthier/cmd/internal/record"
)

// GameRecord is the first record of a game, by a name under which it can be embedded
// beside the name of the game.
type GameRecord = record.Game
