package sign

import (
	"strings"
	"unicode/utf8"
)

// How a text is written between the marker lines of the inline form.
const (
	dashEscape = "- " // before a line that a mail program, or a reader of markers, could mistake
	dashFold   = "-+" // before the rest of a line that goes on from the line above
)

// escaped writes a canonical text so that no line is longer than InlineColumns or looks like a
// marker. at is the line, from 1, that cannot be written so; 0 if all can.
func escaped(text string) (out string, at int) {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "From ") || strings.Contains(line, "-----BEGIN ") ||
			strings.Contains(line, "-----END ") {
			line = dashEscape + line
		}
		for utf8.RuneCountInString(line) > InlineColumns {
			runes := []rune(line)
			cut := len(strings.TrimRight(string(runes[:InlineColumns]), " \t")) // blanks at the end of a line are lost
			if cut <= len(dashFold) {
				return "", i + 1
			}
			b.WriteString(line[:cut] + "\n")
			line = dashFold + line[cut:]
		}
		b.WriteString(line + "\n")
	}
	return b.String(), 0
}

// unescaped undoes escaped, also if blanks were added to the end of lines.
func unescaped(text string) string {
	var b strings.Builder
	above := "" // the line above, not written yet
	for line := range strings.Lines(text) {
		if rest, folded := strings.CutPrefix(line, dashFold); folded {
			above = strings.TrimRight(above, " \t\r\n\u00a0") + rest
			continue
		}
		b.WriteString(above)
		above = strings.TrimPrefix(strings.TrimPrefix(line, dashEscape), "-\u00a0")
	}
	return b.String() + above
}
