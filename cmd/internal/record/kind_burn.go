// # Kind burn
//
// Links that somebody may hold are taken out of use, since the store was put back and lacks the steps that they were
// for. It is like a rollback to where the game stands, but its number, that of the last link that is burned, is not
// the next one; the line "from" has the first. Its link, hashed once for each number that is burned, gives
// "previous". No draw, open or sealed, has one of these numbers:
//
//	berthier burn 1
//	game: duel-1
//	step: 265
//	time: 2030-12-02T09:20:00Z
//	by: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	previous: d3ae409aff20611086f2bf9b1ce14efd1d492149dcd94a227735d450179d280a
//	link: b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0
//	from: 10
//	reason: "the umpire's store was put back"
//	hidden: bbfe950b1b0967bc0c2dfc2e4d4cd4fe6b1df0b833f509b69c1a8799a2817fa2
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
package record

import "berthier/engine"

// Burn takes links out of use: somebody may hold them, of steps that the store lost when it was put back. Nothing is
// ever rolled with them, and the game goes on from where it stands, with the link behind them.
type Burn struct {
	Intervention     // Step is the last number that is burned
	From         int // the first
}

// Kind is KindBurn.
func (Burn) Kind() string { return KindBurn }

// Print is that of a Record.
func (b Burn) Print() (data, hidden []byte) {
	w, h := b.begin(KindBurn), new(writer)
	w.Put("from", b.From)
	w.Put("reason", b.Reason)
	h.Put("position", b.Position)
	return b.hide(w, h)
}

// ParseBurn reads exactly what Burn.Print writes; hidden may be nil.
func ParseBurn(data, hidden []byte) (b Burn, _ error) {
	r := b.read(KindBurn, data)
	b.From = r.Number(r.Word("from"))
	b.Reason = r.Word("reason")
	h := r.hidden(&b.HiddenPart, hidden)
	b.Position = h.Hash(h.Word("position"))
	return b, r.ends(h, b.Print)
}

// Follows reports whether the links of a record hang together: its own, hashed once
// for each number, gives the one before.
func (b Burn) Follows() bool {
	return b.From > 0 && b.From <= b.Step && b.Step < engine.ChainLength && b.Link.Before(b.Step-b.From+1) == b.Previous
}
