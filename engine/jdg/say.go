package jdg

import (
	"embed"
	"strings"
	"unicode"

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

// heard is a word of the record, which has it in English, as the messages of a kind say it.
func heard(kind, words string) tongue.Text {
	if t, ok := catalogue.Read(kind, words); ok {
		return t
	} else if !strings.ContainsFunc(words, unicode.IsLetter) {
		return tongue.Name(words)
	}
	return tongue.English(words)
}

// reason is why something is not done, and advice what to do instead, as the record and the rules have
// it: in English, and read by their messages when a reader has another language.
func reason(words string) tongue.Text { return catalogue.Heard("why.", words) }

func advice(words string) tongue.Text { return catalogue.Heard("hint.", words) }

// nameList names units without articles.
func (p *Position) nameList(us []int) tongue.Text {
	names := make([]tongue.Text, len(us))
	for i, u := range us {
		names[i] = tongue.Name(p.spec(u).Name)
	}
	return tongue.List(names, ", ")
}

// spelt is what a word of the rules or of a data file is called: the message of the key, or the
// word as it is if no other language has it.
func spelt(prefix, word string) tongue.Text {
	if key := prefix + word; catalogue.Has(key) {
		return say(key)
	}
	return tongue.English(word)
}
