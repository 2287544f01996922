package engine

import (
	"embed"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// catalogue has what all games say in the same way.
var catalogue = tongue.MustLoad(wordFiles)

// Say is a message of all games, for those who read reports again.
func Say(key string, args ...tongue.Arg) tongue.Text { return catalogue.Say(key, args...) }
