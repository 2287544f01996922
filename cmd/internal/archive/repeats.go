package archive

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A report says most of what the one before it said: how things stand. Of such
// texts the member keeps only what is new. Each line of a text begins with "+",
// or the line is "=FROM,COUNT": so many lines of the text before it in the
// member, from that line on, counted from 1.

// shorten writes text, of which before is the text before it.
func shorten(text, before string) []byte {
	old, lines := splitLines(before), splitLines(text)
	first := make(map[string]int, len(old))
	for i := len(old) - 1; i >= 0; i-- {
		first[old[i]] = i
	}
	var b strings.Builder
	next := 0 // line of old behind the last that was used
	for i := 0; i < len(lines); {
		from, found := next, next < len(old) && old[next] == lines[i]
		if !found {
			from, found = first[lines[i]], len(lines[i]) > 1
			_, known := first[lines[i]]
			found = found && known
		}
		if !found {
			b.WriteByte('+')
			b.WriteString(lines[i])
			b.WriteByte('\n')
			i++
			continue
		}
		n := 1
		for i+n < len(lines) && from+n < len(old) && old[from+n] == lines[i+n] {
			n++
		}
		fmt.Fprintf(&b, "=%d,%d\n", from+1, n)
		i, next = i+n, from+n
	}
	return []byte(b.String())
}

// splitLines cuts at each line feed. What stands behind the last one is a line
// too, so that every text comes back as it was.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// lengthen is the inverse of shorten. It gives at most so many bytes.
func lengthen(short []byte, before string, most int) (string, error) {
	old := splitLines(before)
	var lines []string
	size := 0
	for line := range strings.Lines(string(short)) {
		line, ended := strings.CutSuffix(line, "\n")
		switch {
		case ended && strings.HasPrefix(line, "+"):
			lines = append(lines, line[1:])
			size += len(line)
		case ended && strings.HasPrefix(line, "="):
			from, count, ok := strings.Cut(line[1:], ",")
			a, err1 := strconv.Atoi(from)
			n, err2 := strconv.Atoi(count)
			if !ok || err1 != nil || err2 != nil || a < 1 || n < 1 || a > len(old) || n > len(old)-a+1 {
				return "", fmt.Errorf("%.40q repeats lines that are not in the text before", line)
			}
			for _, l := range old[a-1 : a-1+n] {
				size += len(l) + 1
			}
			lines = append(lines, old[a-1:a-1+n]...)
		default:
			return "", fmt.Errorf("%.40q is neither a line nor a repeat", line)
		}
		if size > most {
			return "", errors.New("with it the archive is too large")
		}
	}
	return strings.Join(lines, "\n"), nil
}
