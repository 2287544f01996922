// Package help says what the orders of Jours de Gloire do, in each language: for people who ask,
// apart from what reports say.
package help

import (
	"embed"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var files embed.FS

// Words has a message for each verb ("verb.move") and its form for formations ("many.move"), for each kind
// of standing order ("standing.square") and for what they can depend on ("if.square").
var Words = tongue.MustLoad(files)
