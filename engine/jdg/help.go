package jdg

import (
	"berthier/engine/jdg/help"
	"berthier/engine/tongue"
)

// explain is what an order does, or a standing order decides.
func explain(key string) tongue.Text { return help.Words.Say(key) }
