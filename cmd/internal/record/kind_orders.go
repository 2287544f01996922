// # Kind orders
//
// A file that was accepted; the step is the one that the file answers:
//
//	berthier orders 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:10:00Z
//	side: Red
//	form: inline
//	key: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	mail: 00d8d3f11739d2f3537099982b4674c29fc59a8fda350fca1379613adbb09119
//	file: 6618a4f6b0aafbf532a1fa017551e22e888ffab15b0c4cbaafc398e396467714
//	hidden: 646bc0c21a29a08b69d1519d5d9768512359dfab86353a1c2e0b5e4982ec7d8f
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	ruleset: duel 1
//	order: 6 "pick 3" "pick 3"
//	signed: 51
//	signature: 302
//
//	game: duel-1
//	side: Red
//	turn: 1
//	step: 1
//
//	pick 3
//	end
//	-----BEGIN SSH SIGNATURE-----
//	U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgva2M8gRnTMRFaYlkgewK
//	HeTYWLZ0Ri/ShaFDgMivvG4AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMA
//	AAALc3NoLWVkMjU1MTkAAABA3r5b/bDrA/HuuoKKcG9gDRKO5XLV0ttM3MTHf2qj
//	lolw818JOPFUpADTnU7bwZ3Dt0fYq8YBeL8zSLm7HkLHBQ==
//	-----END SSH SIGNATURE-----
//
// The time is when it was taken in. The signed text is a turn file whose header names the
// game, the side and the step of the record. For the other lines see "Who signed".
//
// The lines ruleset and order * say how the file was understood: name and version of the rules by whose verbs it was
// read, and each order with the number of its line in the signed text (of a clear-signed one in what stands between its
// marks, of a part of a mail in what it says), that line as its player wrote it, and the order in its canonical words.
// A line for many pieces has an order for each of them (engine.Expander), all with its number. The step resolves these
// lines. Nobody reads the signed text again for that, so no other program, limit or verb can understand it otherwise.
package record

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/mail/sign"
)

// Orders is a turn file that was accepted: it was signed by the side's key, could be read, and was legal.
type Orders struct {
	Head // Step is the one that it answers
	Side engine.Side
	Key  string   // sign.Key.Name of the key that signed it
	Mail [32]byte // SHA-256 of the mail it came in, which the store keeps
	File [32]byte // sign.Coverage.Sum of what was signed
	HiddenPart
	Ruleset, Version string         // by which it was read; these and Lines are empty if not Known
	Lines            []engine.Order // as they were understood
	sign.Proof                      // of which only the Form is public: the rest is empty if not Known
}

// Kind is KindOrders.
func (Orders) Kind() string { return KindOrders }

// Print is that of a Record.
func (o Orders) Print() (data, hidden []byte) {
	w, h := o.begin(KindOrders), new(writer)
	w.Put("side", o.Side)
	w.Put("form", o.Form)
	w.Put("key", o.Key)
	w.Put("mail", o.Mail)
	w.Put("file", o.File)
	h.Put("ruleset", o.Ruleset, o.Version)
	for _, l := range o.Lines {
		h.Put("order", l.Line, l.Text, strings.Join(l.Words, " "))
	}
	h.proof(o.Proof)
	return o.hide(w, h)
}

// ParseOrders reads exactly what Orders.Print writes; hidden may be nil. It does not verify the
// signature, and not the hash of the file.
func ParseOrders(data, hidden []byte) (o Orders, _ error) {
	r := o.read(KindOrders, data)
	o.Side = engine.Side(r.Word("side"))
	o.Form = sign.Form(r.Word("form"))
	o.Key = r.Word("key")
	o.Mail = r.Hash(r.Word("mail"))
	o.File = r.Hash(r.Word("file"))
	h := r.hidden(&o.HiddenPart, hidden)
	f := h.Fields("ruleset", 2)
	o.Ruleset, o.Version = f[0], f[1]
	for h.Next("order") {
		o.Lines = append(o.Lines, h.order())
	}
	h.proof(&o.Proof)
	return o, r.ends(h, o.Print)
}

// order reads a line of a turn file as it was understood.
func (r *reader) order() engine.Order {
	f := r.Fields("order", 3)
	o := engine.Order{Line: r.Number(f[0]), Text: f[1], Words: strings.Split(f[2], " ")}
	if r.OK() && slices.Contains(o.Words, "") {
		r.Fail("%q is no order", f[2])
	}
	return o
}
