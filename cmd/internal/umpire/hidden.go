package umpire

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"berthier/engine"
)

// Hidden is what a record says about its hidden part, which a published log
// lacks until the game is over. The part begins with a salt, and the record
// names the SHA-256 of all of it: so nobody can guess it from the record, and
// nobody can change it later.
type Hidden struct {
	Known bool // whether the hidden part was there to be read; otherwise only Hash is set
	Salt  [32]byte
	Hash  [32]byte
}

// hide ends a record. open and hidden are its two parts, hidden without the
// salt.
func (h Hidden) hide(open, hidden *lineWriter) (data, part []byte) {
	if h.Known {
		var w lineWriter
		w.put("salt", h.Salt)
		part = append([]byte(w.String()), hidden.String()...)
		h.Hash = sha(part)
	}
	open.put("hidden", h.Hash)
	return []byte(open.String()), part
}

// hidden reads the last line of the open part of a record, and gives a reader
// of the hidden one, if it is known.
func (r *lineReader) hidden(h *Hidden, part []byte) *lineReader {
	h.Hash, h.Known = r.hash(r.word("hidden")), part != nil
	p := &lineReader{rest: string(part)}
	if h.Known && r.err == nil {
		if sha(part) != h.Hash {
			r.fail("the hidden part has another hash")
		}
		h.Salt = p.hash(p.word("salt"))
	}
	return p
}

// salt gives the salt of a record out of the secret of the sealed draws. That
// is published when the game is over and every hidden part with it.
func salt(sealed engine.Link, game string, seq uint64) (s [32]byte) {
	mac := hmac.New(sha256.New, sealed[:])
	fmt.Fprintf(mac, "berthier salt 1\n%s\n%d\n", game, seq)
	return [32]byte(mac.Sum(nil))
}
