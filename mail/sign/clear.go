package sign

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp/clearsign"
)

// clearSpellings gives the clear-signed blocks that a text between marker
// lines may have been part of. Neither line ends nor blanks at the end of a
// line are signed, nor empty lines are added to or taken from such a text in
// silence.
func clearSpellings(armour, text []byte) iter.Seq2[Proof, []byte] {
	return func(yield func(Proof, []byte) bool) {
		seen := map[string]bool{}
		lf := strings.ReplaceAll(string(text), "\r\n", "\n")
		for _, mend := range mends {
			lines := strings.Split(mend(lf), "\n")
			for i, l := range lines {
				lines[i] = strings.TrimRight(l, " \t\r")
			}
			whole := beginPGPClear + "\n" + strings.Join(lines, "\n") + string(armour)
			block, _ := clearsign.Decode([]byte(whole))
			if block == nil || seen[whole] {
				continue
			}
			seen[whole] = true
			if !yield(Proof{Data: []byte(whole)}, block.Bytes) {
				return
			}
		}
	}
}

func clearFits(p Proof) error {
	if !bytes.HasPrefix(p.Data, []byte(beginPGPClear)) || len(p.Signature) > 0 {
		return errors.New("it is not the clear-signed text that its form says")
	}
	return nil
}

// verifyClear refuses anything before and behind the block.
func verifyClear(p Proof, key Key, at time.Time) (Coverage, error) {
	block, rest := clearsign.Decode(p.Data)
	if block == nil || len(bytes.TrimSpace(rest)) > 0 || !bytes.HasPrefix(p.Data, []byte(beginPGPClear)) {
		return Coverage{}, fmt.Errorf("reading clear-signed text: %w", ErrSignature)
	}
	signature := bytes.LastIndex(p.Data, []byte(beginPGPSignature))
	return Verify(key, block.Bytes, p.Data[signature:], at)
}

func clearText(p Proof) ([]byte, error) {
	block, _ := clearsign.Decode(p.Data)
	if block == nil {
		return nil, errors.New("not a clear-signed text")
	}
	return append(block.Plaintext, '\n'), nil
}
