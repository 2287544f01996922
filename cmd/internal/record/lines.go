package record

import (
	"errors"
	"fmt"
	"time"

	"berthier/engine/lines"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// writer writes one part of a record.
type writer struct{ lines.KeyWriter }

// begin writes the lines with which every record begins.
func (h Head) begin(kind string) *writer {
	var w writer
	fmt.Fprintf(&w, "berthier %s %d\n", kind, Format(kind))
	w.Put("game", h.Game)
	w.Put("step", h.Step)
	w.Put("time", stamp(h.Time))
	return &w
}

// Format is the version of a kind's text.
func Format(kind string) int {
	if kind == KindStep {
		return 2
	}
	return 1
}

// stamp is how a record writes a time.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// reader reads one part of a record.
type reader struct {
	*lines.KeyReader
	kind string
	text []byte // the whole part; nil if it is not known
}

// read reads what begin writes.
func (h *Head) read(kind string, text []byte) *reader {
	r := &reader{lines.ReadKeys(string(text)), kind, text}
	r.Title(fmt.Sprintf("berthier %s %d", kind, Format(kind)))
	if h.Game = r.Word("game"); r.OK() && !leaf.ValidGame(h.Game) {
		r.Fail("%q is not a game's name", h.Game)
	}
	h.Step = r.Number(r.Word("step"))
	h.Time = r.time(r.Word("time"))
	return r
}

// ends checks that all of a record is read, and of its hidden part if it has one, and that both print as they were.
func (r *reader) ends(hidden *reader, print func() (data, hidden []byte)) error {
	var data, part []byte
	hides := hidden != nil && hidden.text != nil
	if r.OK() && (!hides || hidden.OK()) {
		data, part = print()
	} else {
		data = r.text // what stands in it cannot be printed
	}
	err := r.End(r.kind+" record", r.text, data)
	if hides {
		err = errors.Join(err, hidden.End("hidden part of "+r.kind+" record", hidden.text, part))
	}
	return err
}

func (r *reader) time(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		r.Fail("%q is not a time", s)
	}
	return t
}

// key reads a public key; "" is none.
func (r *reader) key(text string) (k sign.Key) {
	if text == "" {
		return k
	}
	k, err := sign.ParsePublicKey(text)
	if err != nil {
		r.Fail("%w", err)
	}
	k.Comment = ""
	return k
}
