package phrase

import (
	"strings"
	"unicode/utf8"
)

// Capital begins a sentence.
func Capital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:n]) + s[n:]
}

// Uncapital makes a subject of a title.
func Uncapital(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:n]) + s[n:]
}
