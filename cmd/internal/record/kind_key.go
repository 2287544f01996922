// # Kind key
//
// A side signs with another key from now on, or with none, or asks for another. The step is the last one resolved:
//
//	berthier key 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:40:00Z
//	side: Red
//	by: request
//	old: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	new: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIyKpdpgaslGIiDY5u1lJoaGUEVFcOVL2CIlqIkLol9V"
//	form: inline
//	mail: 00d8d3f11739d2f3537099982b4674c29fc59a8fda350fca1379613adbb09119
//	file: e693b4e778a61e164b6c7036d5b42883a942a7a4fcb17021943746819f195f15
//	hidden: e4f35ca0d76ebec02518bead0f500ae3e6a68c0419b124f220af4bad68c13c7a
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	signed: 113
//	signature: 302
//
//	game: duel-1
//	side: Red
//	key:
//	ssh-ed25519
//	AAAAC3NzaC1lZDI1NTE5AAAAIIyKpdpgaslGIiDY5u1lJoaGUEVFcOVL2CIlqIkLol9V
//	end
//	-----BEGIN SSH SIGNATURE-----
//	U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgva2M8gRnTMRFaYlkgewK
//	HeTYWLZ0Ri/ShaFDgMivvG4AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMA
//	AAALc3NoLWVkMjU1MTkAAABAWSg/S9awsoGm0PtmpdLQEj9vb2PvpL7AGVfT7R7Z
//	TnPlwHAUkL3tAOOnOBzGW2rrBSejb6DqRz3R2DjkHqmXAQ==
//	-----END SSH SIGNATURE-----
//
// "by" is request, confirmation, player, invitation, umpire or substitute. "old" names a key, "new" is one as text; ""
// is none. For what a player signed see "Who signed". Of a key that the umpire gave nothing was signed: form is "",
// mail and file are zeros. One by "substitute" follows the record of that kind, and no other does. One by "umpire", and
// no other, has a line "umpire" behind "by", with what a rollback has in "by".
//
// A "request" is signed with the old key and changes nothing. A "confirmation" has the new key of the last request
// since a key of the side was changed, and is signed with it. "player" is signed with both, "invitation" with the new
// one, when there is no old one. In the signed text stand the lines "game:" and "side:", and "join:" in a
// confirmation and an invitation, in the others "key:" with the new key; an invitation may have both.
package record

import (
	"berthier/engine"
	"berthier/mail/sign"
)

// KeyAuthority is who changed a key.
type KeyAuthority string

// The values of KeyAuthority.
const (
	KeyByUmpire       KeyAuthority = "umpire"
	KeyBySubstitute   KeyAuthority = "substitute"   // by the umpire too, who gave the side to another player
	KeyByPlayer       KeyAuthority = "player"       // one message signed with both, the key in force and the new one
	KeyByInvitation   KeyAuthority = "invitation"   // signed with the new key, and with a code that was mailed
	KeyByRequest      KeyAuthority = "request"      // the first of two messages, signed with the key in force
	KeyByConfirmation KeyAuthority = "confirmation" // the second, like the answer to an invitation
)

// Signed reports whether the player himself signed for the key. Nobody did for one that the umpire gave.
func (by KeyAuthority) Signed() bool { return by != KeyByUmpire && by != KeyBySubstitute }

// Key is a change of the key with which a side signs, or a player's request for one.
type Key struct {
	Head   // Step is the last one that was resolved
	Side   engine.Side
	By     KeyAuthority
	Umpire string   // sign.Key.Name of the umpire's key, if By is KeyByUmpire; "" at the machine
	Old    string   // sign.Key.Name; "" if there was none
	New    sign.Key // without a comment; zero if the key was revoked and there is none now
	Mail   [32]byte // of the mail that said so; zero unless By is Signed, as all below
	File   [32]byte // sign.Coverage.Sum of what was signed
	HiddenPart
	sign.Proof // of the player's message, of which only the Form is public
}

// Kind is KindKey.
func (Key) Kind() string { return KindKey }

// Print is that of a Record.
func (k Key) Print() (data, hidden []byte) {
	w, h := k.begin(KindKey), new(writer)
	w.Put("side", k.Side)
	w.Put("by", k.By)
	if k.By == KeyByUmpire {
		w.Put("umpire", k.Umpire)
	}
	w.Put("old", k.Old)
	w.Put("new", k.New)
	w.Put("form", k.Form)
	w.Put("mail", k.Mail)
	w.Put("file", k.File)
	h.proof(k.Proof)
	return k.hide(w, h)
}

// ParseKey reads exactly what Key.Print writes; hidden may be nil. It verifies no signature.
func ParseKey(data, hidden []byte) (k Key, _ error) {
	r := k.read(KindKey, data)
	k.Side = engine.Side(r.Word("side"))
	if k.By = KeyAuthority(r.Word("by")); k.By == KeyByUmpire {
		k.Umpire = r.Word("umpire")
	}
	k.Old = r.Word("old")
	k.New = r.key(r.Word("new"))
	k.Form = sign.Form(r.Word("form"))
	k.Mail = r.Hash(r.Word("mail"))
	k.File = r.Hash(r.Word("file"))
	h := r.hidden(&k.HiddenPart, hidden)
	h.proof(&k.Proof)
	if none := [32]byte{}; !k.By.Signed() && (k.Form != "" || k.Mail != none || k.File != none ||
		len(k.Data)+len(k.Signature) > 0) {
		r.Fail("of a key by %q nothing was signed", k.By)
	}
	return k, r.ends(h, k.Print)
}
