// # Kind ruling
//
// The umpire changed the position. It has a number and a link like a rollback:
//
//	berthier ruling 1
//	game: duel-1
//	step: 9
//	time: 2030-12-02T09:10:00Z
//	by: "ssh-ed25519 SHA256:sR5rtgJ0pL+GD8r06wYarlqY11OZ4f66KzFLKOme1kA"
//	previous: 232b84ddf06b0eb4413fe167e77091253871b94b967d2eed1303d67bf7077d5e
//	link: b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0
//	ruleset: jdg 1
//	reason: "the unit stood on the other bank"
//	hidden: c2ad996e0829d5dcd4f2c7734fbe8a8cf1e3325314dc3bb47bb03cb0967282e5
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	cut: 12 "unit 1leg 1512 NE ordered entered"
//	put: 12 "unit 1leg 1513 NE ordered entered"
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
//
// "ruleset" is as in a step. Hidden are the lines of the encoding of the position that go out (*), with their numbers
// in the old one, then those that come in (*), with their numbers in the new one, both ascending, and the hash of the
// position. The new encoding must be one that the ruleset decodes and accepts in the place of the old one.
package record

import (
	"fmt"
	"slices"
	"strings"
)

// Ruling changes the position by the word of the umpire.
type Ruling struct {
	Intervention
	Ruleset string
	Version string // of the rules that allow the new position
	Edits   []Edit // of the canonical encoding; nil if not Known
}

// Edit is one line less, or one more, in the encoding of a position.
type Edit struct {
	Put  bool   // whether the line comes in; otherwise it goes out
	Line int    // its number from 1: in the old encoding if it goes out, in the new one if it comes in
	Text string // without the line feed
}

// String is the edit as people write it.
func (e Edit) String() string {
	if e.Put {
		return "+ " + e.Text
	}
	return "- " + e.Text
}

// Kind is KindRuling.
func (Ruling) Kind() string { return KindRuling }

// Print is that of a Record.
func (l Ruling) Print() (data, hidden []byte) {
	w, h := l.begin(KindRuling), new(writer)
	w.Put("ruleset", l.Ruleset, l.Version)
	w.Put("reason", l.Reason)
	for _, e := range l.Edits {
		key := "cut"
		if e.Put {
			key = "put"
		}
		h.Put(key, e.Line, e.Text)
	}
	h.Put("position", l.Position)
	return l.hide(w, h)
}

// ParseRuling reads exactly what Ruling.Print writes; hidden may be nil.
func ParseRuling(data, hidden []byte) (l Ruling, _ error) {
	r := l.read(KindRuling, data)
	f := r.Fields("ruleset", 2)
	l.Ruleset, l.Version = f[0], f[1]
	l.Reason = r.Word("reason")
	h := r.hidden(&l.HiddenPart, hidden)
	l.Edits = h.edits()
	l.Position = h.Hash(h.Word("position"))
	return l, r.ends(h, l.Print)
}

// Edited carries the edits out. The error is for a line that is not what the ruling cuts, or that is not there.
func (l Ruling) Edited(old []byte) ([]byte, error) {
	lines := strings.Split(strings.TrimSuffix(string(old), "\n"), "\n")
	for _, e := range slices.Backward(l.Edits) {
		if e.Put {
			continue
		}
		if e.Line > len(lines) || lines[e.Line-1] != e.Text {
			return nil, fmt.Errorf("line %d of the position is not %q", e.Line, e.Text)
		}
		lines = slices.Delete(lines, e.Line-1, e.Line)
	}
	for _, e := range l.Edits {
		switch {
		case !e.Put:
		case e.Line > len(lines)+1:
			return nil, fmt.Errorf("the position has no line %d", e.Line-1)
		default:
			lines = slices.Insert(lines, e.Line-1, e.Text)
		}
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// edits reads lines that go out, and then lines that come in, each ascending.
func (r *reader) edits() (edits []Edit) {
	for _, key := range []string{"cut", "put"} {
		for last := 0; r.Next(key); {
			f := r.Fields(key, 2)
			e := Edit{Put: key == "put", Line: r.Number(f[0]), Text: f[1]}
			if e.Line <= last {
				r.Fail("lines must ascend from 1")
			}
			last = e.Line
			edits = append(edits, e)
		}
	}
	return edits
}
