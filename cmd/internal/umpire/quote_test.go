package umpire

import (
	"bytes"
	"strings"
	"testing"

	"berthier/engine"
)

// Nothing that a stranger writes is passed on as a link, or at length.
func TestQuote(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"game: duel-1\r\nside: Red", "game duel-1 side Red"},
		{"see https://evil.example/a?b=c&d", "see https evil example a?b=c d"},
		{"www.evil.example me@evil.example mailto:x@y", "www evil example me evil example mailto x y"},
		{"[here](evil.example) <b>x</b> `x` \u202eolleh evil\u3002example", "here (evil example) b x b x olleh evil example"},
		{"Zürich Łódź Ὅμηρος 東京", "Zürich Łódź Ὅμηρος 東京"},
		{"\xff\xfe\x00\x1b[31m", "31m"},
		{strings.Repeat("word ", 40), strings.Repeat("word ", 15) + "word…"},
		{strings.Repeat("a", 81), strings.Repeat("a", 79) + "…"},
		{strings.Repeat("東", 81), strings.Repeat("東", 79) + "…"},
		{"", ""},
	} {
		if got := quote(test.text, quotedLetters); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
	faults := []engine.Fault{{Text: "one two"}, {Text: strings.Repeat("b", 200)}, {Text: "three"}}
	quoteFaults(faults, true)
	if faults[0].Text != "one two" || len([]rune(faults[1].Text)) != quotedLetters-len("one two") || faults[2].Text != "" {
		t.Errorf("got %+v", faults)
	}
	quoteFaults(faults, false)
	if faults[0].Text != "" || faults[1].Text != "" {
		t.Errorf("got %+v", faults)
	}
}

// What a server of the recipient says about a mail that came back is quoted alike.
func TestBounceIsQuotedWithoutLinks(t *testing.T) {
	tb := newTable(t)
	tb.create()
	raw := bounce(tb.deliver()[0].Raw, "failed")
	raw = bytes.Replace(raw, []byte("550 5.1.1 User unknown"), []byte("550 see https://evil.example/pay "+strings.Repeat("now ", 60)), 1)
	raw = bytes.Replace(raw, []byte("Status: 5.1.1"), []byte("Status: www.evil.example"), 1)
	if err := tb.take(raw); err != nil {
		t.Fatal(err)
	}
	got := tb.deliver()
	if len(got) != 1 || strings.Contains(got[0].Text, "evil.example") || !strings.Contains(got[0].Text, "see https evil example pay now") || strings.Count(got[0].Text, "now") > 15 {
		t.Errorf("got %s\n%s", titles(got), got[0].Text)
	}
}
