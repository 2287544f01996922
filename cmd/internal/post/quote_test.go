package post

import (
	"strings"
	"testing"
)

// Nothing that a stranger writes is passed on as a link, or at length.
func TestQuote(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"game: duel-1\r\nside: Red", "game duel-1 side Red"},
		{"see https://evil.example/a?b=c&d", "see https evil example a?b=c d"},
		{"www.evil.example me@evil.example mailto:x@y", "www evil example me evil example mailto x y"},
		{"[here](evil.example) <b>x</b> `x` \u202eolleh evil\u3002example",
			"here (evil example) b x b x olleh evil example"},
		{"Zürich Łódź Ὅμηρος 東京", "Zürich Łódź Ὅμηρος 東京"},
		{"\xff\xfe\x00\x1b[31m", "31m"},
		{strings.Repeat("word ", 40), strings.Repeat("word ", 15) + "word…"},
		{strings.Repeat("a", 81), strings.Repeat("a", 79) + "…"},
		{strings.Repeat("東", 81), strings.Repeat("東", 79) + "…"},
		{"", ""},
	} {
		if got := Quote(test.text, QuotedLetters); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
