// # Kind log-key
//
// Another key signs the log; the step is the last one that was resolved:
//
//	berthier log-key 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:15:00Z
//	old: berthier.example/duel-1+f22f4b7c+AWJ/F9iT5Wl6S6Igi8gLApLn9Y2BIOs1PBtVQp25xrGW
//	new: berthier.example/duel-1+5c5c85f7+ASIFtwIWwPTKRjAayEApIp22/WjDS4qsTw0JZsGzl18r
//	signature: "2rI0V3rtYJWpBv87q5PiSyDE4A0RRAoqiEznDwJ7ToP+kYaORdZzu5C6Ent8SOPQBPIPH4Xy1Cg17MkAjyBsCA=="
//
// "old" and "new" are verifier keys (Checkpoints). "signature" is base64, Ed25519 by the old
// key over the lines before it; "" if that key is lost.
package record

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// LogKey says that another key signs the log: the head that covers this record, and all later ones.
type LogKey struct {
	Head             // Step is the last one that was resolved
	Old, New  string // public keys, as note.NewVerifier reads them; the name is the log's origin
	Signature []byte // by the old key over the lines before it; empty if that is lost
}

// Signed are the lines that the old key vouches for.
func (k LogKey) Signed() []byte {
	w := k.begin(KindLogKey)
	w.Put("old", k.Old)
	w.Put("new", k.New)
	return w.Bytes()
}

// Kind is KindLogKey.
func (LogKey) Kind() string { return KindLogKey }

// Print is that of a Record.
func (k LogKey) Print() (data, hidden []byte) {
	var w writer
	w.Write(k.Signed())
	w.Put("signature", base64.StdEncoding.EncodeToString(k.Signature))
	return w.Bytes(), nil
}

// ParseLogKey reads exactly what LogKey.Print writes. It verifies the signature of the old key, if there is one.
func ParseLogKey(text []byte) (k LogKey, _ error) {
	r := k.read(KindLogKey, text)
	k.Old, k.New = r.Word("old"), r.Word("new")
	var err error
	if k.Signature, err = base64.StdEncoding.DecodeString(r.Word("signature")); err != nil {
		r.Fail("signature: %w", err)
	}
	if r.OK() {
		if err := k.check(); err != nil {
			r.Fail("%w", err)
		}
	}
	return k, r.ends(nil, k.Print)
}

func (k LogKey) check() error {
	_, err1 := note.NewVerifier(k.Old)
	_, err2 := note.NewVerifier(k.New)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	old, _, _ := strings.Cut(k.Old, "+")
	if origin, _, _ := strings.Cut(k.New, "+"); origin != old || k.Old == k.New {
		return errors.New("it does not name another key of the same log")
	}
	if len(k.Signature) == 0 {
		return nil
	}
	b, err := base64.StdEncoding.DecodeString(strings.SplitN(k.Old, "+", 3)[2])
	if err != nil || len(b) != 1+ed25519.PublicKeySize || !ed25519.Verify(b[1:], k.Signed(), k.Signature) {
		return errors.New("the old key did not sign it")
	}
	return nil
}
