package sign

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// The forms whose text is kept as it was signed, beside its signature.

// textSpellings are those of a text as it stands in a mail or file, and of what Inline wrote so.
func textSpellings(armour, text []byte) iter.Seq2[Proof, []byte] {
	return func(yield func(Proof, []byte) bool) {
		plain := []byte(unescaped(string(text)))
		for i, t := range [][]byte{text, plain} {
			if i > 0 && bytes.Equal(t, text) {
				return
			}
			for data := range spellings(t) {
				if !yield(Proof{Data: data, Signature: armour}, data) {
					return
				}
			}
		}
	}
}

func textFits(p Proof) error {
	if bytes.HasPrefix(p.Data, []byte(beginPGPClear)) || len(p.Signature) == 0 {
		return fmt.Errorf("it is clear-signed, its form says %q", p.Form)
	}
	return nil
}

// keptText refuses a signed part of a mail, which would be read otherwise.
func keptText(p Proof) ([]byte, error) {
	if isPart(p.Data) {
		return nil, errors.New("a signed part of a mail is no file")
	}
	return p.Data, nil
}

// isPart reports whether signed bytes begin as a part of a mail does, and no text
// of a person.
func isPart(data []byte) bool {
	const field = "content-"
	return len(data) > len(field) && strings.EqualFold(string(data[:len(field)]), field)
}
