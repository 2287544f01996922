package desk

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"berthier/engine/tongue"
)

//go:embed words/*.properties
var wordFiles embed.FS

// loadWords reads the messages of the page. Only who makes one has a use for them: a program that only hands one
// out is linked without them.
func loadWords() *tongue.Catalogue { return tongue.MustLoad(wordFiles) }

// wordsScript is the script that gives base.js the messages of all languages. It is in ASCII, as the
// page is.
func wordsScript() (string, error) {
	said := loadWords()
	all := map[tongue.Language]map[string][]any{}
	for _, l := range tongue.Languages() {
		all[l] = map[string][]any{}
		for _, key := range said.Keys() {
			all[l][key] = shapes(said.Parts(l, key))
		}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, r := range string(text) {
		if r < utf8.RuneSelf {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return "const words = " + out.String() + ";\n", nil
}

// shapes are the parts of a message as base.js has them.
func shapes(parts []tongue.Part) []any {
	all := []any{}
	for _, p := range parts {
		switch {
		case p.Name == "":
			all = append(all, p.Words)
		case p.Cases == nil:
			all = append(all, []any{p.Name})
		default:
			cases := map[string][]any{}
			for word, c := range p.Cases {
				cases[word] = shapes(c)
			}
			all = append(all, []any{p.Name, cases, p.Counts})
		}
	}
	return all
}
