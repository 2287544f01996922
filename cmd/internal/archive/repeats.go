package archive

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A report says most of what the one before it said: how things stand. Of such
// texts the member keeps only what is new. Each line of a text begins with "+",
// or the line is "=FROM,COUNT": so many lines of the text before it in the
// member, from that line on, counted from 1.

// shortener writes texts, each by what the one before it does not have.
type shortener struct {
	old   []string       // lines of the text before
	first map[string]int // where one of old stands first, from 0
}

// shorten writes a text.
func (s *shortener) shorten(text []byte) (short []byte) {
	lines := linesOf(string(text))
	next := 0 // line of old behind the last that was used
	for i := 0; i < len(lines); {
		from, ok := s.repeated(lines[i], next)
		if !ok {
			short = append(append(append(short, '+'), lines[i]...), '\n')
			i++
			continue
		}
		n := 1
		for i+n < len(lines) && from+n < len(s.old) && s.old[from+n] == lines[i+n] {
			n++
		}
		short = fmt.Appendf(short, "=%d,%d\n", from+1, n)
		i, next = i+n, from+n
	}
	s.old = lines
	clear(s.first)
	for i, line := range slices.Backward(lines) {
		s.first[line] = i
	}
	return short
}

// repeated finds a line in the text before: the next one, or the first that is the same
// if it says something.
func (s *shortener) repeated(line string, next int) (from int, ok bool) {
	if next < len(s.old) && s.old[next] == line {
		return next, true
	}
	from, ok = s.first[line]
	return from, ok && len(line) > 1
}

// linesOf cuts a text at each line feed. What stands behind the last one is a line too,
// so that every text comes back as it was.
func linesOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// lengthener is the inverse of a shortener.
type lengthener struct {
	old []string // lines of the text before
}

// lengthen gives at most so many bytes.
func (l *lengthener) lengthen(short []byte, most int) ([]byte, error) {
	var lines []string
	size := 0
	for line := range strings.Lines(string(short)) {
		known := len(lines)
		if rest, ok := strings.CutPrefix(line, "+"); ok && strings.HasSuffix(rest, "\n") {
			lines = append(lines, rest[:len(rest)-1])
		} else if repeated, err := l.repeated(line); err != nil {
			return nil, err
		} else {
			lines = append(lines, repeated...)
		}
		for _, added := range lines[known:] {
			size += len(added) + 1
		}
		if size > most {
			return nil, errors.New("with it the archive is too large")
		}
	}
	l.old = lines
	return []byte(strings.Join(lines, "\n")), nil
}

// repeated are the lines that one line of a short text stands for.
func (l *lengthener) repeated(line string) ([]string, error) {
	from, count, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "="), ",")
	a, err1 := strconv.Atoi(from)
	n, err2 := strconv.Atoi(count)
	switch {
	case !strings.HasPrefix(line, "=") || !strings.HasSuffix(line, "\n"):
		return nil, fmt.Errorf("%.40q is neither a line nor a repeat", line)
	case err1 != nil || err2 != nil || a < 1 || n < 1 || a > len(l.old) || n > len(l.old)-a+1:
		return nil, fmt.Errorf("%.40q repeats lines that are not in the text before", line)
	}
	return l.old[a-1 : a-1+n], nil
}
