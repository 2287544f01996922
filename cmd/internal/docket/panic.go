package docket

import (
	"fmt"
	"runtime/debug"
)

// Panic is a panic caught on the way.
type Panic struct {
	value any
	Stack []byte
}

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
