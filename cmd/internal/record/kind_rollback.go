// # Kind rollback
//
// The game goes on from an earlier position. It has a number and a link as a step does, so that a turn file for what
// was taken back cannot count behind it; nothing is rolled with that link. What was taken back stays, and numbers and
// links go on. Files that wait are dropped:
//
//	berthier rollback 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T09:00:00Z
//	by: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	previous: 232b84ddf06b0eb4413fe167e77091253871b94b967d2eed1303d67bf7077d5e
//	link: b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0
//	to: 4
//	reason: "Blue's mail was lost"
//	hidden: bbfe950b1b0967bc0c2dfc2e4d4cd4fe6b1df0b833f509b69c1a8799a2817fa2
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
//
// "by" names the umpire's key; "" at the machine. "to" is the number after which the game goes on, 0 for its
// beginning; it may be that of a step that was taken back before. Hidden is the hash of the position.
package record

// Rollback takes a game back: it goes on from the position after an earlier step. What was taken back stays in the
// log, and its links are never used again.
type Rollback struct {
	Intervention
	To int // number of the step, rollback or ruling after which the game goes on; 0 for its beginning
}

// Kind is KindRollback.
func (Rollback) Kind() string { return KindRollback }

// Print is that of a Record.
func (b Rollback) Print() (data, hidden []byte) {
	w, h := b.begin(KindRollback), new(writer)
	w.Put("to", b.To)
	w.Put("reason", b.Reason)
	h.Put("position", b.Position)
	return b.hide(w, h)
}

// ParseRollback reads exactly what Rollback.Print writes; hidden may be nil.
func ParseRollback(data, hidden []byte) (b Rollback, _ error) {
	r := b.read(KindRollback, data)
	b.To = r.Number(r.Word("to"))
	b.Reason = r.Word("reason")
	h := r.hidden(&b.HiddenPart, hidden)
	b.Position = h.Hash(h.Word("position"))
	return b, r.ends(h, b.Print)
}
