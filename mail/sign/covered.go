package sign

import (
	"crypto/sha256"
	"slices"
	"time"
)

// Coverage is what a signature covers, and the signature itself, each in the one
// form that nobody but the owner of the key can give another: the package
// documentation has the bytes for each kind of signature. Everything else of a
// mail can be changed by whoever has it.
type Coverage struct {
	Bytes []byte    // what was signed
	Value []byte    // the signature
	Time  time.Time // that was signed with it, to the second; zero if there is none
}

// Sum names a signed text: the SHA-256 of Bytes and directly behind them Value.
// Two mails with the same sum are the same text, signed once.
func (c Coverage) Sum() [sha256.Size]byte { return sha256.Sum256(slices.Concat(c.Bytes, c.Value)) }
