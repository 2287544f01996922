package command

import (
	"slices"
	"strings"

	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
)

// About is what is wrong with a line below a command: the first one that begins with Words.
type About struct {
	Words string
	Err   error
}

func (a About) Error() string { return a.Err.Error() }

// Refused are the faults that errors joined to err tell of, one for each of their lines; an About is one of the line
// that it is about.
func (l Line) Refused(err error, hint tongue.Text) (faults []engine.Fault) {
	at, text := l.No, l.Text
	switch e := err.(type) {
	case nil:
		return nil
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			faults = append(faults, l.Refused(one, hint)...)
		}
		return faults
	case About:
		if no, line := l.below(e.Words); no > 0 {
			at, text = no, Clip(line)
		}
	}
	for line := range strings.Lines(err.Error()) {
		f := fault(at, text, phrase.Told(strings.TrimSpace(line)), hint)
		f.Kind = engine.Illegal
		faults = append(faults, f)
	}
	return faults
}

// below finds the line below the command that begins with some words; 0 if there is none.
func (l Line) below(words string) (no int, text string) {
	want := strings.Fields(words)
	for i, line := range strings.Split(l.Body, "\n") {
		got := strings.Fields(line)
		if len(got) >= len(want) && slices.EqualFunc(got[:len(want)], want, strings.EqualFold) {
			return l.First + i, line
		}
	}
	return 0, ""
}
