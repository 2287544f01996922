package main

import (
	"bytes"
	"cmp"
	"io"
	"sync"
	"unicode/utf8"

	"berthier/mail"
)

// output is where a command prints. What files and mails of anybody brought into it says nothing to the terminal: it
// could clear what stands there and write something else. It keeps the first error, so that nobody takes half an
// answer for all of it.
type output struct {
	io.Writer
	mu   sync.Mutex
	rest []byte // of a character that is not whole yet
	err  error
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := append(o.rest, b...)
	whole := wholeRunes(text)
	o.rest = bytes.Clone(text[whole:])
	_, err := o.Writer.Write(visible(text[:whole]))
	o.err = cmp.Or(o.err, err)
	return len(b), err
}

// writeExactly is for what is signed: no byte of it may change.
func (o *output) writeExactly(b []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	_, err := o.Writer.Write(b)
	o.err = cmp.Or(o.err, err)
	return err
}

func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// wholeRunes is how many bytes of a text hold no part of a character that may go on.
func wholeRunes(text []byte) int {
	for i := len(text) - 1; i >= max(0, len(text)-utf8.UTFMax); i-- {
		if utf8.RuneStart(text[i]) {
			if utf8.FullRune(text[i:]) {
				break
			}
			return i
		}
	}
	return len(text)
}

// visible shows what a terminal may obey as question marks.
func visible(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && mail.IsControl(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, text)
}
