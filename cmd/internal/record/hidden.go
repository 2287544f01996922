package record

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"berthier/engine"
	"berthier/engine/lines"
	"berthier/mail/sign"
)

// HiddenPart is what a record says about its hidden part, which a published log lacks until the game is over. The part
// begins with a salt, and the record names the SHA-256 of all of it: so nobody can guess it from the record, and
// nobody can change it later.
type HiddenPart struct {
	Known bool // whether the hidden part was there to be read; otherwise only Hash is set
	Salt  [32]byte
	Hash  [32]byte
}

// hide ends a record. open and hidden are its two parts, hidden without the salt; rest stands behind it as it is.
func (h HiddenPart) hide(open, hidden *writer, rest ...byte) (data, part []byte) {
	if h.Known {
		var w writer
		w.Put("salt", h.Salt)
		part = make([]byte, 0, w.Len()+hidden.Len()+len(rest))
		part = append(append(append(part, w.String()...), hidden.String()...), rest...)
		h.Hash = sha(part)
	}
	open.Put("hidden", h.Hash)
	return open.Bytes(), part
}

// hidden reads the last line of the open part of a record, and gives a reader of the
// hidden one. If that is not known, whatever is read from it is empty.
func (r *reader) hidden(h *HiddenPart, part []byte) *reader { return r.hiddenTo(h, part, len(part)) }

// hiddenTo is hidden for a part of which only so many bytes are to be read.
func (r *reader) hiddenTo(h *HiddenPart, part []byte, size int) *reader {
	h.Hash, h.Known = r.Hash(r.Word("hidden")), part != nil
	if h.Known && r.OK() && sha(part) != h.Hash {
		r.Fail("the hidden part has another hash")
	}
	p := &reader{lines.ReadKeys(string(part[:size])), r.kind, part[:size]}
	if !h.Known || !r.OK() {
		p.text = nil
		p.Fail("not known")
	}
	h.Salt = p.Hash(p.Word("salt"))
	return p
}

// Salt gives the salt of a record out of the secret of the sealed draws. That
// is published when the game is over and every hidden part with it.
func Salt(sealed engine.Link, game string, seq uint64) (s [32]byte) {
	mac := hmac.New(sha256.New, sealed[:])
	fmt.Fprintf(mac, "berthier salt 1\n%s\n%d\n", game, seq)
	return [32]byte(mac.Sum(nil))
}

// SaltOf reads the first line of a hidden part.
func SaltOf(hidden []byte) [32]byte {
	line, _, _ := bytes.Cut(hidden, []byte("\n"))
	h := lines.ReadKeys(string(line) + "\n")
	return h.Hash(h.Word("salt"))
}

// proof writes the end of a hidden part: what was signed.
func (w *writer) proof(p sign.Proof) {
	w.Put("signed", len(p.Data))
	w.Put("signature", len(p.Signature))
	w.WriteByte('\n')
	w.Write(p.Data)
	w.Write(p.Signature)
}

// proof reads what the proof of a writer writes, to the end.
func (r *reader) proof(p *sign.Proof) {
	n, m := r.Number(r.Word("signed")), r.Number(r.Word("signature"))
	r.Title("")
	rest := []byte(r.Rest())
	if r.OK() && len(rest) != n+m {
		r.Fail("want %d signed bytes and signature, got %d", n+m, len(rest))
	}
	if r.OK() {
		p.Data, p.Signature = rest[:n:n], rest[n:]
	}
}
