package archive

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A report says most of what the one before it said: how things stand. Of such
// texts the member keeps only what is new. Each line of a text begins with "+",
// or the line is "=FROM,COUNT": so many lines of the text before it in the
// member, from that line on, counted from 1.

// shorten writes the lines of a text, of which old are those of the text before it.
func shorten(lines, old []string) []byte {
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
func lengthen(short, before []byte, most int) ([]byte, error) {
	begins := lineBegins(before)
	var parts [][]byte // lines, or several that follow each other
	size := 0
	for line := range bytes.Lines(short) {
		line, ended := bytes.CutSuffix(line, []byte("\n"))
		var part []byte
		switch {
		case ended && bytes.HasPrefix(line, []byte("+")):
			part = line[1:]
		case ended && bytes.HasPrefix(line, []byte("=")):
			from, count, ok := strings.Cut(string(line[1:]), ",")
			a, err1 := strconv.Atoi(from)
			n, err2 := strconv.Atoi(count)
			if old := len(begins) - 1; !ok || err1 != nil || err2 != nil || a < 1 || n < 1 || a > old || n > old-a+1 {
				return nil, fmt.Errorf("%.40q repeats lines that are not in the text before", line)
			}
			part = before[begins[a-1] : begins[a-1+n]-1]
		default:
			return nil, fmt.Errorf("%.40q is neither a line nor a repeat", line)
		}
		if size += len(part) + 1; size > most {
			return nil, errors.New("with it the archive is too large")
		}
		parts = append(parts, part)
	}
	return bytes.Join(parts, []byte("\n")), nil
}

// lineBegins gives where each line of splitLines begins, and where one after the
// last would.
func lineBegins(text []byte) []int {
	begins := []int{0}
	if len(text) == 0 {
		return begins
	}
	for i, c := range text {
		if c == '\n' {
			begins = append(begins, i+1)
		}
	}
	return append(begins, len(text)+1)
}
