package umpire

import (
	"strings"
	"unicode"

	"berthier/engine"
)

// quotedLetters is how much of what somebody wrote who proved nothing a mail of
// ours may hold, all in all.
const quotedLetters = 80

// quote gives the beginning of a stranger's text, in one line of at most so many
// characters and without anything that a mail program would make a link of.
func quote(text string, most int) string {
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

// quoteFaults cuts what faults quote of a stranger's text to quotedLetters in all, or
// to nothing.
func quoteFaults(faults []engine.Fault, may bool) {
	left := 0
	if may {
		left = quotedLetters
	}
	for i := range faults {
		if text := quote(faults[i].Text, left); left > 0 {
			faults[i].Text, left = text, left-len([]rune(text))
		} else {
			faults[i].Text = ""
		}
	}
}
