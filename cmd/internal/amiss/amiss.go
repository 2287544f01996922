// Package amiss tells three kinds of fault apart: that of a player, who is told of it in his own words; what
// an umpire asked for and cannot have, a Refusal; and a fault of this program, of which a Panic is one.
package amiss

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Fault is one of a text as a whole, with a hint unless that is empty.
func Fault(kind engine.FaultKind, msg, hint tongue.Text) engine.Fault {
	return engine.Fault{Kind: kind, Msg: msg, Hint: hint}
}

// Refusal is an error of what an umpire asked for: nothing is wrong with this
// program, and nothing was changed.
type Refusal struct{ error }

// Unwrap gives what is wrong.
func (r Refusal) Unwrap() error { return r.error }

// Refuse makes a Refusal of what is wrong.
func Refuse(err error) error { return Refusal{err} }

// Refusef is Refuse with a text of its own.
func Refusef(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// Panic is a panic caught on the way.
type Panic struct {
	value any
	Stack []byte
}

// Error says what the panic was about.
func (b *Panic) Error() string { return fmt.Sprintf("panic: %v", b.value) }

// Attempt turns a panic into an error, so that one mail or one game cannot
// stop the others.
func Attempt(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, debug.Stack()}
		}
	}()
	return do()
}

// Faults is one error of all that is wrong, a line for each.
func Faults(faults []engine.Fault) error {
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = f.Msg.String()
		if f.Line > 0 && (len(faults) > 1 || f.Line > 1) {
			lines[i] = fmt.Sprintf("line %d, %q: %s", f.Line, f.Text, f.Msg)
		}
		if !f.Hint.Empty() {
			lines[i] += "; " + f.Hint.String()
		}
	}
	return errors.New(strings.Join(lines, "\n"))
}
