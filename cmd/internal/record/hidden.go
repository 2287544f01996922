package record

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"berthier/engine"
	"berthier/mail/sign"
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
func (h Hidden) hide(open, hidden *Writer) (data, part []byte) {
	if h.Known {
		var w Writer
		w.Put("salt", h.Salt)
		part = append([]byte(w.String()), hidden.String()...)
		h.Hash = sha(part)
	}
	open.Put("hidden", h.Hash)
	return []byte(open.String()), part
}

// hidden reads the last line of the open part of a record, and gives a reader
// of the hidden one, if it is known.
func (r *Reader) hidden(h *Hidden, part []byte) *Reader {
	h.Hash, h.Known = r.Hash(r.Word("hidden")), part != nil
	p := NewReader(string(part))
	if h.Known && r.ok() {
		if sha(part) != h.Hash {
			r.Fail("the hidden part has another hash")
		}
		h.Salt = p.Hash(p.Word("salt"))
	}
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
	h := NewReader(string(line) + "\n")
	return h.Hash(h.Word("salt"))
}

// proof writes the end of a hidden part: what was signed.
func (w *Writer) proof(p sign.Proof) {
	w.Put("signed", len(p.Data))
	w.Put("signature", len(p.Signature))
	w.WriteByte('\n')
	w.Write(p.Data)
	w.Write(p.Signature)
}

// proof reads what the proof of a Writer writes, to the end.
func (r *Reader) proof(p *sign.Proof) {
	n, m := r.Number(r.Word("signed")), r.Number(r.Word("signature"))
	r.Title("")
	if r.ok() && len(r.rest) != n+m {
		r.Fail("want %d signed bytes and signature, got %d", n+m, len(r.rest))
	}
	if rest := r.Rest(); r.ok() {
		p.Data, p.Signature = rest[:n:n], rest[n:]
	}
}

// key reads a public key; "" is none.
func (r *Reader) key(text string) (k sign.Key) {
	if text == "" {
		return k
	}
	k, err := sign.ParsePublicKey(text)
	if err != nil {
		r.Fail("%w", err)
	}
	k.Comment = ""
	return k
}
