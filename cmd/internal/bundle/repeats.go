package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
)

// A report says most of what the one before it said: how things stand. Of such
// texts a member keeps only what is new. Each line of a text begins with "+",
// or the line is "=FROM,COUNT": so many lines of the text before it in the
// member, from that line on, counted from 1. There are many texts, and long ones:
// each is shortened and lengthened in the room of the one before it.

// Shortener writes texts, each by what the one before it does not have.
type Shortener struct {
	lines, old [][]byte // of the text, and of the one before it
	seed       maphash.Seed
	first      map[uint64]int // by hash: where a line of old stands first, from 1
	again      []int          // by line of old: where the next with the same hash stands; 0 for nowhere
	short      []byte
}

// NewShortener begins with no text before the first.
func NewShortener() *Shortener { return &Shortener{seed: maphash.MakeSeed(), first: map[uint64]int{}} }

// Shorten writes a text, which must not change before the next one is written.
func (s *Shortener) Shorten(text []byte) []byte {
	s.take(text)
	s.short = s.short[:0]
	next := 0 // line of old behind the last that was used
	for i := 0; i < len(s.lines); {
		from, ok := s.repeated(s.lines[i], next)
		if !ok {
			s.short = append(append(append(s.short, '+'), s.lines[i]...), '\n')
			i++
			continue
		}
		n := 1
		for i+n < len(s.lines) && from+n < len(s.old) && bytes.Equal(s.old[from+n], s.lines[i+n]) {
			n++
		}
		s.short = fmt.Appendf(s.short, "=%d,%d\n", from+1, n)
		i, next = i+n, from+n
	}
	return bytes.Clone(s.short)
}

// take cuts a text at each line feed, in the place of the one before it. What stands
// behind the last line feed is a line too, so that every text comes back as it was.
func (s *Shortener) take(text []byte) {
	s.lines, s.old = s.old[:0], s.lines
	if len(text) > 0 {
		s.lines = slices.AppendSeq(s.lines, bytes.SplitSeq(text, []byte("\n")))
	}
	clear(s.first)
	s.again = slices.Grow(s.again[:0], len(s.old))[:len(s.old)]
	for i := len(s.old) - 1; i >= 0; i-- {
		h := maphash.Bytes(s.seed, s.old[i])
		s.again[i], s.first[h] = s.first[h], i+1
	}
}

// repeated finds a line in the text before: the next one, or the first that is the same
// if it says something.
func (s *Shortener) repeated(line []byte, next int) (from int, ok bool) {
	if next < len(s.old) && bytes.Equal(s.old[next], line) {
		return next, true
	}
	if len(line) < 2 {
		return 0, false
	}
	i := s.first[maphash.Bytes(s.seed, line)]
	for i > 0 && !bytes.Equal(s.old[i-1], line) {
		i = s.again[i-1]
	}
	return i - 1, i > 0
}

// Lengthener is the inverse of a Shortener.
type Lengthener struct {
	before []byte
	begins []int    // of the lines of before, and where one after the last would
	parts  [][]byte // of a text: lines, or several that follow each other
}

// NewLengthener begins behind a text.
func NewLengthener(before []byte) *Lengthener {
	l := &Lengthener{before: before}
	l.findLines()
	return l
}

// Lengthen gives at most so many bytes.
func (l *Lengthener) Lengthen(short []byte, most int) (text []byte, err error) {
	l.parts = l.parts[:0]
	size := 0
	for line := range bytes.Lines(short) {
		part, err := l.part(line)
		if err != nil {
			return nil, err
		}
		if size += len(part) + 1; size > most {
			return nil, errors.New("with it the archive is too large")
		}
		l.parts = append(l.parts, part)
	}
	l.before = bytes.Join(l.parts, []byte("\n"))
	l.findLines()
	return l.before, nil
}

// part is what one line of a short text stands for.
func (l *Lengthener) part(line []byte) ([]byte, error) {
	line, ended := bytes.CutSuffix(line, []byte("\n"))
	switch {
	case ended && bytes.HasPrefix(line, []byte("+")):
		return line[1:], nil
	case ended && bytes.HasPrefix(line, []byte("=")):
		from, count, ok := strings.Cut(string(line[1:]), ",")
		a, err1 := strconv.Atoi(from)
		n, err2 := strconv.Atoi(count)
		if old := len(l.begins) - 1; !ok || err1 != nil || err2 != nil || a < 1 || n < 1 || a > old || n > old-a+1 {
			return nil, fmt.Errorf("%.40q repeats lines that are not in the text before", line)
		}
		return l.before[l.begins[a-1] : l.begins[a-1+n]-1], nil
	}
	return nil, fmt.Errorf("%.40q is neither a line nor a repeat", line)
}

// findLines finds the lines of before, as a Shortener cuts them.
func (l *Lengthener) findLines() {
	l.begins = l.begins[:0]
	if len(l.before) == 0 {
		return
	}
	l.begins = append(l.begins, 0)
	for at := 0; ; {
		n := bytes.IndexByte(l.before[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		l.begins = append(l.begins, at)
	}
	l.begins = append(l.begins, len(l.before)+1)
}
