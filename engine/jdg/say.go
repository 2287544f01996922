package jdg

import (
	"embed"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// catalogue has the sentences of this game.
var catalogue = tongue.MustLoad(wordFiles)

// say is one of them.
func say(key string, args ...tongue.Arg) tongue.Text { return catalogue.Say(key, args...) }

// named is a name in a sentence.
func named(name, words string) tongue.Arg { return tongue.Words(name, tongue.Name(words)) }

// spelt is what a word of the rules or of a data file is called: the message of the key, or the
// word as it is if no other language has it.
func spelt(prefix, word string) tongue.Text {
	if key := prefix + word; catalogue.Has(key) {
		return say(key)
	}
	return tongue.English(word)
}
