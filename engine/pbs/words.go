package pbs

import (
	"embed"
	"strings"

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

// troops is what a unit group or a general is called. Readers have names of their own for those of the rosters that
// the program brings, but for the names of people.
func troops(name string) tongue.Text { return said.Named("troops.", name) }

// called is an argument that names a unit group or a general.
func called(key, name string) tongue.Arg { return tongue.Words(key, troops(name)) }

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

// purpose is what a roll of the record is for.
func purpose(words string) tongue.Text {
	if side, ok := strings.CutPrefix(words, "dice-off of "); ok {
		return said.Say("purpose.dice-off", name("side", side))
	}
	what, of, _ := strings.Cut(words, " of ")
	kind, side, ok := strings.Cut(of, " by ")
	if !ok {
		return said.Say("purpose.weather")
	}
	return said.Say("purpose."+what, tongue.Words("kind", groundName(kind)), name("side", side))
}

// spell is a word of a roll: what a die shows, the sector where a piece goes, what an adjustment allows, the
// season, or the weather.
func spell(word string) tongue.Text {
	for _, kind := range []string{"face.", "sector.", "season.", "weather."} {
		if key := kind + strings.ReplaceAll(word, " ", "-"); said.Has(key) {
			return said.Say(key)
		}
	}
	return said.Heard("allows.", word)
}

// Face implements engine.Speller.
func (*Ruleset) Face(face string) tongue.Text { return spell(face) }
