package ask

import (
	"embed"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// catalogue has what is said about standing orders and plans in all games.
var catalogue = tongue.MustLoad(wordFiles)

// say is one of its messages.
func say(key string, args ...tongue.Arg) tongue.Text { return catalogue.Say(key, args...) }

// none is no hint.
var none tongue.Text

func named(name, words string) tongue.Arg { return tongue.Words(name, tongue.Name(words)) }
