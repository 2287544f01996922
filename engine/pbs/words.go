package pbs

import (
	"embed"

	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// said has the messages of this package in each language.
var said = tongue.MustLoad(wordFiles)

// name is an argument that is a name.
func name(key, words string) tongue.Arg { return tongue.Words(key, tongue.Name(words)) }

// term is a word of orders as people read it: a territory, a kind of terrain, a card.
func term(word string) tongue.Text { return said.Say("term." + word) }

// groundName is what a kind of terrain is called.
func groundName(word string) tongue.Text {
	g, ok := setup.ParseGround(word)
	switch {
	case !ok:
		return tongue.Name(word)
	case g.Kind == setup.TerrainedHills:
		return said.Say("terrained", tongue.Words("kind", said.Say("kind."+g.On.String())))
	}
	return said.Say("kind." + word)
}
