// Package bend changes texts where a reader may stumble. It is imported by tests of
// what reads the texts of strangers.
package bend

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

var (
	numbers = []string{"0", "-1", "1", "7", "4095", "4096", "65536", "2147483647", "9223372036854775807",
		"99999999999999999999"}
	words = []string{
		`""`, "-", "x", strings.Repeat("0", 64), strings.Repeat("long", 20_000), "\x00", "\xff", "\u2028", "a=b",
		"French", "2030-12-02T08:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "Europe/Paris",
	}
	number = regexp.MustCompile(`[0-9]+`)
	word   = regexp.MustCompile(`"[^"]*"|[^ \n=,:]+`)
)

// Text gives a copy of a text in which one number, word or line is another, missing
// or more, or which ends too early. The same source gives the same copy.
func Text(r *rand.Rand, text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	i := r.IntN(len(lines))
	within := func(what *regexp.Regexp, choice []string) []byte {
		found := what.FindAllIndex(lines[i], -1)
		if found == nil {
			return append(bytes.Clone(text), choice[r.IntN(len(choice))]...)
		}
		at := found[r.IntN(len(found))]
		line := slices.Concat(lines[i][:at[0]], []byte(choice[r.IntN(len(choice))]), lines[i][at[1]:])
		return bytes.Join(slices.Concat(lines[:i], [][]byte{line}, lines[i+1:]), nil)
	}
	switch r.IntN(8) {
	case 0, 1:
		return within(number, numbers)
	case 2, 3:
		return within(word, words)
	case 4:
		return bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil)
	case 5:
		return bytes.Join(slices.Insert(slices.Clone(lines), i, lines[r.IntN(len(lines))]), nil)
	case 6:
		return bytes.Clone(text[:r.IntN(len(text)+1)])
	}
	return within(word, []string{string(word.Find(lines[r.IntN(len(lines))]))})
}
