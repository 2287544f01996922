package post

import (
	"strings"
	"unicode"
)

// QuotedLetters is how much of what somebody wrote who proved nothing a mail of
// ours may hold, all in all.
const QuotedLetters = 80

// Quote gives the beginning of a stranger's text, in one line of at most so many
// characters and without anything that a mail program would make a link of.
func Quote(text string, most int) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("#,;-+=()'\"?!", r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text[:min(len(text), 8*most)], " "))
	short := []rune(strings.Join(strings.Fields(plain), " "))
	if len(short) <= most {
		return string(short)
	}
	return string(short[:max(most-1, 0)]) + "…"
}
