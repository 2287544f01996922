//go:build !js

package mail

import (
	"io"

	"github.com/emersion/go-message/charset" // which also reads headers by it
)

// charsetReader reads a text in a charset as UTF-8.
func charsetReader(name string, r io.Reader) (io.Reader, error) { return charset.Reader(name, r) }
