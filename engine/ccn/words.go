package ccn

import (
	"embed"

	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// said has the messages of this package in each language.
var said = tongue.MustLoad(wordFiles)

// cardName is what a card is called.
func cardName(name string) tongue.Text {
	if _, ok := setup.ParseCard(name); !ok {
		return tongue.Name(name)
	}
	return said.Say("card." + name)
}

// name is an argument that is a name.
func name(key, words string) tongue.Arg { return tongue.Words(key, tongue.Name(words)) }
