package tlm

import (
	"embed"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// said has the messages of this package in each language.
var said = tongue.MustLoad(wordFiles)

// name is an argument that is a name.
func name(key, words string) tongue.Arg { return tongue.Words(key, tongue.Name(words)) }
