package lines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
)

// Text is a line file that is being written. Its methods append to it and
// return it, as append does. Each word has a blank after it until End ends the line.
type Text []byte

// Add writes words as they are: plain ones, or settings.
func (b Text) Add(words ...string) Text {
	for _, w := range words {
		b = append(append(b, w...), ' ')
	}
	return b
}

// Quoted writes values, quoted where they have to be.
func (b Text) Quoted(values ...string) Text {
	for _, v := range values {
		b = append(word{value: v}.print(b), ' ')
	}
	return b
}

// Set writes a setting, its value quoted if it has to be.
func (b Text) Set(key, value string) Text {
	return append(word{key: key, value: value, setting: true}.print(b), ' ')
}

// Flag adds a word if it holds.
func (b Text) Flag(word string, holds bool) Text {
	if holds {
		return b.Add(word)
	}
	return b
}

// End ends a line in the place of its last blank.
func (b Text) End() Text {
	b[len(b)-1] = '\n'
	return b
}

// Line writes a line of plain words.
func (b Text) Line(words ...string) Text { return b.Add(words...).End() }

// Each calls read for each line of a text that is neither blank nor, by a # at its
// begin, a comment: with its number, from 1, and without the blanks around it. It
// ends at the first error, and returns it.
func Each(text []byte, read func(no int, line string) error) error {
	no := 0
	for l := range strings.Lines(string(text)) {
		no++
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		if err := read(no, l); err != nil {
			return err
		}
	}
	return nil
}

// Facts reads a text that only programs write: it calls read for each line with its
// number, from 1, and its words without their quotes, in a slice that holds those of
// the next line afterwards. The error names the line.
func Facts(text []byte, read func(no int, words []string) error) error {
	no, words := 0, make([]string, 0, 16)
	for l := range strings.Lines(string(text)) {
		no++
		var err error
		words, err = engine.AppendFields(words[:0], strings.TrimSuffix(l, "\n"))
		if err == nil && len(words) == 0 {
			err = errors.New("empty line")
		}
		if err == nil {
			err = read(no, words)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", no, err)
		}
	}
	return nil
}

// Numbers reads words that are whole numbers from 0 to most. The error has the first that is none.
func Numbers(most int, words ...string) ([]int, error) {
	ns := make([]int, len(words))
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 0 || n > most {
			return nil, fmt.Errorf("%q is not a number from 0 to %d", w, most)
		}
		ns[i] = n
	}
	return ns, nil
}
