package said

import (
	"slices"
	"strings"
	"unicode"
)

// Line is one line of a mail.
type Line struct {
	Raw  string // without its end
	Code string // cleaned, without a comment; "" if it is quoted, or belongs to a quote
}

// Lines cuts a text into lines and drops what is quoted, with the line "On
// Monday X wrote:" above it.
func Lines(text []byte) (lines []Line) {
	for _, raw := range Split(text) {
		l := Line{Raw: strings.ToValidUTF8(strings.TrimSuffix(raw, "\n"), "\uFFFD")}
		clean := strings.TrimSpace(strings.Map(plainLetter, l.Raw))
		if strings.HasPrefix(clean, ">") {
			dropAttribution(lines)
		} else {
			l.Code = withoutComment(clean)
		}
		lines = append(lines, l)
	}
	return lines
}

// Split cuts a text behind its line ends, which become LF.
func Split(text []byte) []string {
	return strings.SplitAfter(lineEnds.Replace(string(text)), "\n")
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// plainLetter drops what nobody sees and makes every blank a plain one.
func plainLetter(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case r == '\t' || unicode.Is(unicode.Zs, r):
		return ' '
	}
	return r
}

// withoutComment cuts a line before its comment. That of "https://" is none.
func withoutComment(s string) string {
	for i := range len(s) {
		if strings.HasPrefix(s[i:], "//") && (i == 0 || s[i-1] != ':') || s[i] == '#' && (i == 0 || s[i-1] == ' ') {
			return strings.TrimSpace(s[:i])
		}
	}
	return s
}

// dropAttribution takes out the paragraph at the end of lines, of up to three,
// if it ends in a colon.
func dropAttribution(lines []Line) {
	last := len(lines) - 1
	if last > 0 && lines[last].Code == "" {
		last--
	}
	if last < 0 || !strings.HasSuffix(lines[last].Code, ":") {
		return
	}
	for i := last; i >= 0 && i > last-3 && lines[i].Code != ""; i-- {
		lines[i].Code = ""
	}
}

// IsSignature recognises the line above a mail signature, or above an original
// message that is not quoted.
func (l Line) IsSignature() bool {
	rule := strings.HasPrefix(l.Code, "-----") && strings.HasSuffix(l.Code, "-----")
	return l.Code == "--" || rule || len(l.Code) >= 10 && strings.Trim(l.Code, "_") == ""
}

// Header cuts "key: value".
func (l Line) Header() (key, value string) {
	key, value, found := strings.Cut(l.Code, ":")
	if !found {
		return "", ""
	}
	return strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
}

// HeaderLine finds the first line of a text with a key: its number, from 1, and what it says; 0 if there is none.
func HeaderLine(text []byte, key string) (no int, said string) {
	for i, l := range Lines(text) {
		if k, _ := l.Header(); k == key {
			return i + 1, strings.TrimSpace(l.Raw)
		}
	}
	return 0, ""
}

// Ends reports whether the line closes the mail, also as the sentence that a word processor makes of it.
func (l Line) Ends() bool {
	word := strings.TrimRight(l.Code, ".;!")
	return strings.EqualFold(word, "end") || strings.EqualFold(word, "signoff")
}

// Words cuts a line into the word of a command and what stands behind it, in English if they are
// those of a command in another language.
func (l Line) Words() (word string, args []string) {
	f := strings.Fields(l.Code)
	if len(f) == 0 {
		return "", nil
	}
	f[len(f)-1] = strings.TrimRight(f[len(f)-1], ".,;!?")
	args = slices.DeleteFunc(f[1:], func(s string) bool { return s == "" })
	return inWords(strings.ToLower(f[0]), args), args
}
