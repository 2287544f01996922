package ccn

import (
	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/tongue"
)

// reason is why a combat is not possible. The zero reason says that it is.
type reason struct {
	rule  string
	word  string // of the messages why.WORD
	piece string // whom it is about, if anybody
	card  deck.Card
	n, of int // hexes
}

// stands reports whether there is a reason.
func (w reason) stands() bool { return w.word != "" }

// text is the reason in words.
func (w reason) text() tongue.Text {
	var args []tongue.Arg
	if w.piece != "" {
		args = append(args, tongue.Words("who", tongue.Name(w.piece)))
	}
	if w.card != "" {
		args = append(args, tongue.Words("card", cardName(string(w.card))))
	}
	if w.n > 0 {
		args = append(args, tongue.Number("n", w.n))
	}
	if w.of > 0 {
		args = append(args, tongue.Number("of", w.of))
	}
	return said.Say("why."+w.word, args...)
}

func (w reason) String() string { return w.text().String() }

// refused refuses an order for the reason.
func (o *order) refused(w reason, hint tongue.Text) *engine.Fault {
	f := o.fault(w.rule, hint, "why."+w.word)
	f.Msg = w.text()
	return f
}

// keys are the words of an event that tells the reason.
func (w reason) keys() (kv []string) {
	kv = []string{"why", w.word}
	if w.piece != "" {
		kv = append(kv, "who", w.piece)
	}
	if w.card != "" {
		kv = append(kv, "card", string(w.card))
	}
	if w.n > 0 {
		kv = append(kv, "n", itoa(w.n))
	}
	if w.of > 0 {
		kv = append(kv, "of", itoa(w.of))
	}
	return kv
}

// reasonOf is the reason that an event tells.
func reasonOf(e engine.Event) reason {
	w := reason{rule: e.Rule, word: e.Get("why"), piece: e.Get("who"), n: e.Int("n"), of: e.Int("of")}
	if c, ok := setup.ParseCard(e.Get("card")); ok {
		w.card = c.Name()
	}
	return w
}
