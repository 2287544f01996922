package tongue

import (
	"iter"
	"strings"
	"unicode"
)

// Fields are the words of a text, at each of which a line may begin. A sign that a blank sets off, as French
// has it, goes with the word that it belongs to: "votes : « oui »" has the fields "votes :" and "« oui »".
func Fields(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		held, opened := "", false
		for w := range strings.FieldsFuncSeq(text, IsSpace) {
			switch {
			case held != "" && (opened || closes(w)):
				held += " " + w
			case held != "" && !yield(held):
				return
			default:
				held = w
			}
			opened = strings.HasSuffix(w, "«")
		}
		if held != "" {
			yield(held)
		}
	}
}

// IsSpace is unicode.IsSpace, which looks long for letters of Greek and Czech.
func IsSpace(r rune) bool {
	const latin, next = '\u0100', '\u1680' // between them there is no space
	return (r < latin || r >= next) && unicode.IsSpace(r)
}

// closes reports whether a word is only a sign that cannot stand first in a line.
func closes(word string) bool {
	const longest = 6 // in bytes
	return len(word) <= longest && strings.Trim(word, ":;!?»,.)") == ""
}
