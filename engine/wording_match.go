package engine

import (
	"slices"
	"strings"

	"berthier/engine/tongue"
)

// noThing says that there is nothing of a kind that somebody named.
func noThing(kind, name string) tongue.Text {
	return Say("fault.no-thing", tongue.Choice("kind", kind), named("name", name))
}

// near offers the thing that n words nearly name.
func (w *rewording) near(n int) bool {
	phrase := strings.Join(w.in[:n], " ")
	t := w.lex.nearest(phrase, w.slot, w.file.Side)
	if t != nil {
		w.msg, w.hint = noThing(t.Kind, clip(phrase, maxWord)), Say("hint.mean-thing", named("thing", t.String()))
	}
	return t != nil
}

// ambiguous lists what n words could be.
func (w *rewording) ambiguous(n int, found []*Thing) {
	var all []tongue.Text
	for _, t := range found[:min(len(found), maxCandidates)] {
		all = append(all, tongue.Name(t.String()))
	}
	if more := len(found) - len(all); more > 0 {
		all = append(all, Say("fault.others", tongue.Number("n", more)))
	}
	w.msg = Say("fault.ambiguous", named("words", clip(strings.Join(w.in[:n], " "), maxWord)),
		tongue.Words("things", tongue.List(all, tongue.Or)))
	w.hint = Say("hint.ids")
}

// maxCandidates is how many things a fault lists that a name could mean.
const maxCandidates = 8

// match finds what the next words name in a slot, the most words that name anything. Some words
// of a name count only if nothing unknown stands behind them. Without a thing n is how many
// words stand together.
func (w *rewording) match(slot Slot) (n int, found []*Thing, how fit) {
	all := w.phrase()
	if n, found := w.wholeName(all, slot); n > 0 {
		return n, found, whole
	}
	for n := all; n > 0; n-- {
		found, how = w.lex.find(strings.Join(w.in[:n], " "), slot, w.file.Side)
		if len(found) == 0 {
			continue
		}
		if how == part && n < all {
			rest := *w
			rest.in = w.in[n:]
			if _, next, _ := rest.match(slot); len(next) == 0 {
				continue
			}
		}
		return n, found, how
	}
	return max(all, 1), nil, noFit
}

// wholeName finds a thing whose whole name the next words are, more than all of them: a name
// in which a verb or an "and" stands, as "Fire and Hold", or a comma, where no list is.
func (w *rewording) wholeName(all int, slot Slot) (n int, found []*Thing) {
	inside := func(word string) bool { return word == softComma || word == "," && !slot.List }
	if verbs, _ := w.verbAt(all); all == 0 || all == len(w.in) ||
		verbs == 0 && !inside(w.in[all]) && w.says(w.in[all]) != "" {
		return 0, nil
	}
	most := slices.IndexFunc(w.in, func(word string) bool { return word == "," && !inside(word) })
	if most < 0 {
		most = len(w.in)
	}
	for n := min(most, maxPhrase); n > all; n-- {
		words := strings.Join(slices.DeleteFunc(slices.Clone(w.in[:n]), inside), " ")
		if inside(w.in[n-1]) || !w.lex.isFull(words) {
			continue
		}
		if found, how := w.lex.find(words, slot, w.file.Side); how >= whole && len(found) == 1 {
			return n, found
		}
	}
	return 0, nil
}

// phrase counts the next words that can be one name.
func (w *rewording) phrase() int {
	for n, word := range w.in {
		_, place := w.lex.Place(word)
		same := w.among(word) != nil
		verbs, _ := w.verbAt(n)
		if n == maxPhrase || word == "," || word == softComma || word == "->" || place || same || w.joins(word) ||
			n > 0 && verbs > 0 {
			return n
		}
	}
	return len(w.in)
}

// maxPhrase is how many words a name can have.
const maxPhrase = 8
