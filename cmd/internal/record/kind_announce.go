// # Kind announce
//
// A word of the umpire to all players. Hidden are the salt, an empty line, the text:
//
//	berthier announce 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:55:00Z
//	by: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	hidden: a96576ee1f57b190aae87fbb79014187411a8f328efd11173bf31aa9643d5409
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
	Hidden
	Text []byte // plain text in UTF-8; nil if not Known
}

// Kind is KindAnnounce.
func (Announce) Kind() string { return KindAnnounce }

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (a Announce) Print() (data, hidden []byte) {
	var w, h Writer
	w.head(KindAnnounce, a.Head)
	w.Put("by", a.By)
	h.WriteByte('\n')
	h.Write(a.Text)
	return a.hide(&w, &h)
}

// ParseAnnounce reads exactly what Announce.Print writes; hidden may
// be nil.
func ParseAnnounce(data, hidden []byte) (Announce, error) {
	var a Announce
	r := NewReader(string(data))
	a.Head = r.head(KindAnnounce)
	a.By = r.Word("by")
	h := r.hidden(&a.Hidden, hidden)
	if a.Known && r.ok() {
		h.Title("")
		a.Text = h.Rest()
	}
	return a, r.ends(KindAnnounce, h, data, hidden, a.Print)
}

func exampleAnnounce() Announce {
	return Announce{
		Head:   exampleAt(8, "08:55:00"),
		By:     examplePlayer().Name(),
		Hidden: exampleHidden(),
		Text:   []byte("I am away until Friday.\n\nThe game goes on without me."),
	}
}
