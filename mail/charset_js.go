package mail

import (
	"bytes"
	"fmt"
	"io"
	"syscall/js"

	"github.com/emersion/go-message"
)

func init() { message.CharsetReader = charsetReader }

// charsetReader reads a text in a charset as UTF-8. A browser has the tables of all
// charsets itself, which are a tenth of what a page would load.
func charsetReader(name string, r io.Reader) (out io.Reader, err error) {
	defer func() {
		if v := recover(); v != nil { // what TextDecoder throws
			out, err = nil, fmt.Errorf("charset %q: %v", name, v)
		}
	}()
	decoder := js.Global().Get("TextDecoder").New(name)
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	data := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(data, text)
	return bytes.NewReader([]byte(decoder.Call("decode", data).String())), nil
}
