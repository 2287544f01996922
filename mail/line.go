package mail

import "strings"

// OneLine replaces control characters and broken UTF-8, which an encoded word
// may smuggle in, by blanks.
func OneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD")))
}

// IsControl is true for the characters that may not stand in a header or in a
// name shown to people, line separators and bidirectional overrides among them.
func IsControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Clip gives at most the first n bytes of a text, and "…" in place of the rest.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
