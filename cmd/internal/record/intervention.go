package record

import "berthier/engine"

// Intervention is what a rollback, a ruling and a burn have in common: the game goes on from another position than
// the one that its last step led to. It has a number and a link like a step, though nothing is rolled: so no turn
// file that was written for the position before can be used after it.
type Intervention struct {
	Head                 // Step is its own number
	By       string      // sign.Key.Name of the umpire's key; "" at the machine
	Previous engine.Link // link of the step before, or the anchor
	Link     engine.Link // which no draw ever uses
	Reason   string
	HiddenPart
	Position [32]byte // hash of the position in which the game goes on; zero if not Known
}

// begin writes the open lines up to the link.
func (i Intervention) begin(kind string) *writer {
	w := i.Head.begin(kind)
	w.Put("by", i.By)
	w.Put("previous", i.Previous)
	w.Put("link", i.Link)
	return w
}

// read reads what begin writes.
func (i *Intervention) read(kind string, text []byte) *reader {
	r := i.Head.read(kind, text)
	i.By = r.Word("by")
	i.Previous = r.Hash(r.Word("previous"))
	i.Link = r.Hash(r.Word("link"))
	return r
}
