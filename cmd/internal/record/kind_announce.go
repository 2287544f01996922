// # Kind announce
//
// A word of the umpire to all players. Hidden are the salt, an empty line, the text:
//
//	berthier announce 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:55:00Z
//	by: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	hidden: 800953f58e13c7e802435e5bda0b3b7d9556d468c048cd35db5f82bec39296b3
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//
//	I am away until Friday.
//
//	The game goes on without me.
package record

// Announce is a word of the umpire to all players.
type Announce struct {
	Head        // Step is the last number
	By   string // sign.Key.Name of the umpire's key; "" at the machine
	HiddenPart
	Text []byte // plain text in UTF-8; nil if not Known
}

// Kind is KindAnnounce.
func (Announce) Kind() string { return KindAnnounce }

// Print is that of a Record.
func (a Announce) Print() (data, hidden []byte) {
	w, h := a.begin(KindAnnounce), new(writer)
	w.Put("by", a.By)
	h.WriteByte('\n')
	h.Write(a.Text)
	return a.hide(w, h)
}

// ParseAnnounce reads exactly what Announce.Print writes; hidden may be nil.
func ParseAnnounce(data, hidden []byte) (a Announce, _ error) {
	r := a.read(KindAnnounce, data)
	a.By = r.Word("by")
	h := r.hidden(&a.HiddenPart, hidden)
	h.Title("")
	if h.OK() {
		a.Text = []byte(h.Rest())
	}
	return a, r.ends(h, a.Print)
}
