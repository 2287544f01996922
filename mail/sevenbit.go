package mail

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/emersion/go-message"
)

// SevenBit writes a mail of Compose anew for a server that takes no letters beyond ASCII (RFC 6152
// section 3): its parts in 8bit become base64, and all else is as it was.
func SevenBit(raw []byte) ([]byte, error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("reading a mail to send: %w", err)
	}
	buf := bytes.NewBuffer(make([]byte, 0, len(raw)*3/2))
	w, err := message.CreateWriter(buf, sevenBit(e.Header))
	if err == nil {
		err = copySevenBit(w, e)
	}
	if err != nil {
		return nil, fmt.Errorf("writing a mail in ASCII: %w", err)
	}
	return buf.Bytes(), nil
}

// sevenBit is the header of a part, in ASCII.
func sevenBit(h message.Header) message.Header {
	if h.Get("Content-Transfer-Encoding") == "8bit" {
		h.Set("Content-Transfer-Encoding", "base64")
	}
	return h
}

func copySevenBit(w *message.Writer, e *message.Entity) error {
	parts := e.MultipartReader()
	if parts == nil {
		if _, err := io.Copy(w, e.Body); err != nil {
			return err
		}
		return w.Close()
	}
	for {
		p, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return w.Close()
		}
		if err != nil {
			return err
		}
		pw, err := w.CreatePart(sevenBit(p.Header))
		if err == nil {
			err = copySevenBit(pw, p)
		}
		if err != nil {
			return err
		}
	}
}
