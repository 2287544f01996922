package templates

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"berthier/engine/tongue"
)

// plain makes one printable line of any string: every run of white space is
// one blank, none at the ends; what cannot be seen but changes what is seen
// (control characters, text direction overrides, broken UTF-8) becomes U+FFFD, and piles of
// marks become as high as a script needs.
func plain(s string) string {
	if tidy(s) {
		return s
	}
	return strings.Map(visible, unstacked(strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")))
}

// unstacked leaves out marks of a letter that has more than any script puts on one: a pile of them covers the lines
// above and below.
func unstacked(s string) string {
	const most = 4
	n := 0
	return strings.Map(func(r rune) rune {
		if r < '\u0300' || !unicode.In(r, unicode.Mn, unicode.Me) {
			n = 0
		} else if n++; n > most {
			return -1
		}
		return r
	}, s)
}

// tidy reports whether s is its own plain form, in letters of our languages: most of what is printed.
func tidy(s string) bool {
	blank := true
	for _, c := range s {
		if (c < ' ' || c > '~') && !european(c) || c == ' ' && blank {
			return false
		}
		blank = c == ' '
	}
	return !blank || s == ""
}

// european reports whether c is beyond ASCII, in what our languages are written and set in: all of it can be seen,
// and means nothing to Markdown.
func european(c rune) bool {
	switch {
	case c < 'À':
		return c == '«' || c == '»' || c == '·'
	case c <= 'ſ', 'Ά' <= c && c <= 'ώ':
		return true
	}
	return '–' <= c && c <= '„' || c == '…' || c == '→'
}

func visible(r rune) rune {
	if ' ' <= r && r <= '~' {
		return r
	}
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d' // scripts and emoji need them
	if r != zeroWidthJoiner && r != zeroWidthNonJoiner && unicode.In(r, unicode.Cc, unicode.Cf) {
		return '\uFFFD'
	}
	return r
}

// md prints any value so that Markdown shows exactly plain(value) wherever a
// template puts it: in a paragraph, a list item, a heading or a table cell. It
// escapes only what would mean something there, because most readers see the
// Markdown itself.
func md(v any) string {
	if s, ok := v.(string); ok {
		return escape(s)
	}
	return escape(fmt.Sprint(v))
}

// escape does the work of md.
func escape(s string) string {
	if bland(s) {
		return s
	}
	return escapeAny(s)
}

// escapeAny is escape for any text.
func escapeAny(s string) string {
	s = plain(s)
	var b strings.Builder
	prev := ' '
	for i, r := range s {
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		if special(prev, r, next) || opensBlock(s[:i], r, next) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

// bland reports whether s is one line in our languages with single blanks in which nothing can
// mean anything to Markdown, wherever it stands: most of what is printed, for which the
// full treatment would be a large part of a report.
func bland(s string) bool {
	if s == "" {
		return true
	}
	sep, number := true, true
	for i, c := range s {
		if !alnum(c) && !european(c) && i == 0 {
			return false
		}
		switch c {
		case ' ':
			if sep {
				return false
			}
			sep, number = true, false
			continue
		case '.', ')':
			if number { // it could be the number of a list item
				return false
			}
		case ',', '-', '/', '(', ':', ';', '\'', '+', '=', '%', '"':
		default:
			if !alnum(c) && !european(c) {
				return false
			}
			number = number && c <= '9'
		}
		sep = false
	}
	return !sep
}

// special reports whether Markdown could read r between prev and next as
// anything but itself. next is utf8.RuneError at the end.
func special(prev, r, next rune) bool {
	switch r {
	case '\\', '`', '*', '[', ']', '|':
		return true
	case '_':
		return !alnum(prev) || !alnum(next)
	case '<':
		return alnum(next) || next == '/' || next == '!' || next == '?'
	case '&':
		return alnum(next) || next == '#'
	case '#':
		return prev == ' '
	}
	return false
}

// opensBlock reports whether r, after the text before and ahead of next, could
// make a line a list item, a quote, a heading's underline, a fence or the
// ruler of a table.
func opensBlock(before string, r, next rune) bool {
	switch r {
	case '=', '>', '~', ':':
		return before == ""
	case '-', '+':
		return before == "" && !alnum(next)
	case '.', ')':
		return before != "" && strings.Trim(before, "0123456789") == "" && !alnum(next)
	}
	return false
}

func alnum(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// hint prints a hint; how an order or a command is written, behind "write:" in the language of the
// reader or in English, as a code span.
func (l speaker) hint(s string) string {
	for _, write := range []string{l.word("fault.write"), speaker(tongue.En).word("fault.write")} {
		if before, usage, ok := strings.Cut(s, write+" "); ok && usage != "" {
			return strings.TrimSpace(strings.TrimRight(md(before), " ") + " " + write + " " + code(usage))
		}
	}
	return md(s)
}

// code prints a string as a code span.
func code(s string) string {
	s = plain(s)
	if s == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestRun(s, '`')+1)
	if s[0] == '`' || s[len(s)-1] == '`' {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// fence prints a text as a code block, line by line as it is but for what
// cannot be seen.
func fence(s string) string {
	s = bare(s)
	marks := strings.Repeat("`", max(3, longestRun(s, '`')+1))
	return marks + "\n" + s + "\n" + marks
}

// said is fence for what somebody else wrote, which the text of a mail shows as a
// quotation: so that nothing in it passes for words of the mail.
func said(s string) string {
	marks, rest, _ := strings.Cut(fence(s), "\n")
	return marks + quoted + "\n" + rest
}

// bare prints lines as they are. What cannot be seen becomes U+FFFD.
func bare(s string) string {
	s = unstacked(strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", "\n"), "\uFFFD"))
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return visible(r)
	}, strings.TrimRight(s, "\n"))
}

func longestRun(s string, c byte) int {
	first := strings.IndexByte(s, c)
	if first < 0 { // as in most texts
		return 0
	}
	longest, run := 0, 0
	for i := first; i < len(s); i++ {
		if s[i] == c {
			run++
		} else {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
