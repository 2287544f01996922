package ccn

import (
	"slices"
	"strconv"
	"strings"

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

// reasons are why none of several combats is possible.
type reasons []reason

// with adds a reason, unless it is there.
func (all reasons) with(w reason) reasons {
	if slices.Contains(all, w) {
		return all
	}
	return append(all, w)
}

// rule is that of the last reason, if there is one.
func (all reasons) rule() string {
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1].rule
}

// text are the reasons in words.
func (all reasons) text() tongue.Text {
	texts := make([]tongue.Text, len(all))
	for i, w := range all {
		texts[i] = w.text()
	}
	return tongue.List(texts, "; ")
}

func (w reason) String() string { return w.text().String() }

// refused refuses an order for the reason.
func (o *order) refused(w reason, hint tongue.Text) *engine.Fault {
	f := o.fault(w.rule, hint, "why."+w.word)
	f.Msg = w.text()
	return f
}

// keys are the words of an event that tells the reasons, parted by commas. What no reason has is left out.
func (all reasons) keys() (kv []string) {
	for _, part := range []struct {
		key string
		of  func(w reason) string
	}{
		{"why", func(w reason) string { return w.word }},
		{"who", func(w reason) string { return w.piece }},
		{"card", func(w reason) string { return string(w.card) }},
		{"n", func(w reason) string { return count(w.n) }},
		{"of", func(w reason) string { return count(w.of) }},
	} {
		words := make([]string, len(all))
		for i, w := range all {
			words[i] = part.of(w)
		}
		if text := strings.Join(words, ","); strings.Trim(text, ",") != "" {
			kv = append(kv, part.key, text)
		}
	}
	return kv
}

// count is a number as an event has it; none is left out.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return itoa(n)
}

// reasonsOf are the reasons that an event tells.
func reasonsOf(e engine.Event) (all reasons) {
	words := strings.Split(e.Get("why"), ",")
	part := func(key string, i int) string {
		if parts := strings.Split(e.Get(key), ","); len(parts) == len(words) {
			return parts[i]
		}
		return ""
	}
	for i, word := range words {
		w := reason{rule: e.Rule, word: word, piece: part("who", i)}
		w.n, _ = strconv.Atoi(part("n", i))
		w.of, _ = strconv.Atoi(part("of", i))
		if c, ok := setup.ParseCard(part("card", i)); ok {
			w.card = c.Name()
		}
		all = append(all, w)
	}
	return all
}
