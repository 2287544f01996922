package umpire

import (
	"time"

	"berthier/engine"
	"berthier/mail/sign"
)

// KeyAuthority is who changed a key.
type KeyAuthority string

// The values of KeyAuthority.
const (
	KeyByUmpire     KeyAuthority = "umpire"
	KeyByPlayer     KeyAuthority = "player"     // one message signed with both, the key that was in force and the new one
	KeyByInvitation KeyAuthority = "invitation" // signed with the new key, and with a code that was mailed to the player

	// A player's change in two messages: the first is signed with the key in force,
	// which stays that; the second like the answer to an invitation.
	KeyByRequest      KeyAuthority = "request"
	KeyByConfirmation KeyAuthority = "confirmation"
)

// KeyRecord is a change of the key with which a side signs, or a player's request
// for one.
type KeyRecord struct {
	Game string
	Step int // the last one that was resolved
	Time time.Time
	Side engine.Side
	By   KeyAuthority
	Old  string   // sign.Key.Name; "" if there was none
	New  sign.Key // without a comment; zero if the key was revoked and there is none now
	Mail [32]byte // of the mail that said so; zero for the umpire
	File [32]byte // sign.Covered.Sum of what was signed; zero for the umpire
	Hidden
	sign.Proof // of the player's message, of which only the Form is public; empty for the umpire
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (k KeyRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindKey, k.Game, k.Step, k.Time)
	w.put("side", k.Side)
	w.put("by", k.By)
	w.put("old", k.Old)
	w.put("new", k.New)
	w.put("form", k.Form)
	w.put("mail", k.Mail)
	w.put("file", k.File)
	h.putProof(k.Proof)
	return k.hide(&w, &h)
}

// ParseKeyRecord reads exactly what KeyRecord.Print writes; hidden may be nil.
// It verifies no signature.
func ParseKeyRecord(data, hidden []byte) (KeyRecord, error) {
	var k KeyRecord
	r := &lineReader{rest: string(data)}
	k.Game, k.Step, k.Time = r.head(KindKey)
	k.Side = engine.Side(r.word("side"))
	k.By = KeyAuthority(r.word("by"))
	k.Old = r.word("old")
	k.New = r.key(r.word("new"))
	k.Form = sign.Form(r.word("form"))
	k.Mail = r.hash(r.word("mail"))
	k.File = r.hash(r.word("file"))
	h := r.hidden(&k.Hidden, hidden)
	if k.Known && r.err == nil {
		h.proof(&k.Proof)
	}
	return k, r.ends("key record", h, data, hidden, k.Print)
}

// putProof writes the end of a hidden part.
func (w *lineWriter) putProof(p sign.Proof) {
	w.put("signed", len(p.Data))
	w.put("signature", len(p.Signature))
	w.WriteByte('\n')
	w.Write(p.Data)
	w.Write(p.Signature)
}

// proof reads what putProof writes, to the end.
func (r *lineReader) proof(p *sign.Proof) {
	n, m := r.number(r.word("signed")), r.number(r.word("signature"))
	r.title("")
	if r.err == nil && len(r.rest) != n+m {
		r.fail("want %d signed bytes and signature, got %d", n+m, len(r.rest))
	}
	if r.err == nil {
		p.Data, p.Signature, r.rest = []byte(r.rest[:n]), []byte(r.rest[n:]), ""
	}
}

// key reads a public key; "" is none.
func (r *lineReader) key(text string) (k sign.Key) {
	if text == "" {
		return k
	}
	k, err := sign.ParsePublicKey(text)
	if err != nil {
		r.fail("%w", err)
	}
	k.Comment = ""
	return k
}
