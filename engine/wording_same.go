package engine

import (
	"slices"
	"strings"
)

// says is what a word means, if it means one of After or Words; "" if it says nothing.
func (w *rewording) says(word string) string {
	if same, ok := w.lex.Same[word]; ok && !w.lex.ids[word] && !strings.Contains(same, "|") {
		return same
	}
	return word
}

// means is what the next words are in the words of orders, and how many they are; 0 if they are none
// that mean others.
func (w *rewording) means() (same string, n int) {
	if same, n = w.answer(); n > 0 || w.verb.Takes.Kinds == nil && w.slot.Kinds == nil {
		return same, n
	}
	for n := min(maxSame, len(w.in)); n > 0; n-- {
		switch all := w.among(strings.Join(w.in[:n], " ")); {
		case len(all) == 1:
			return all[0], n
		case len(all) > 1:
			return w.before(all), n
		}
	}
	return "", 0
}

// before chooses what a word means by what stands behind it: the place of "at" or "to", as the verb has
// it, or whom "by" names. Before what the verb is about, or a direction, it means nothing.
func (w *rewording) before(all []string) string {
	ahead := *w
	for ahead.in = w.in[1:]; len(ahead.in) > 1 && w.says(ahead.in[0]) == ""; ahead.in = ahead.in[1:] {
	}
	if len(ahead.in) == 0 || slices.Contains(w.lex.Words, w.says(ahead.in[0])) {
		return ""
	}
	all = slices.DeleteFunc(all, func(one string) bool { return one == "at" && w.verb.Place != one })
	_, isPlace := w.lex.Place(ahead.in[0])
	for _, one := range all {
		slot := w.lex.After[one]
		_, found, _ := ahead.match(slot)
		if isPlace && slices.Contains(slot.Kinds, placeKind) || !isPlace && len(found) > 0 {
			return one
		}
	}
	if _, found, _ := ahead.match(w.verb.Takes); len(found) > 0 {
		return ""
	}
	return all[0]
}

// among are the words of orders that a word can mean. One that is an id means that.
func (w *rewording) among(word string) []string {
	if same, ok := w.lex.Same[word]; ok && !w.lex.ids[word] {
		return strings.Split(same, "|")
	}
	return nil
}

// answer is what the next words are behind a verb whose words have other words, as one that answers
// beforehand. What the word before them has among its own is left as it is: "withdraw ne".
func (w *rewording) answer() (same string, n int) {
	if w.slot.Kinds != nil || w.verb.Same == nil {
		return "", 0
	}
	at := slices.IndexFunc(w.verb.Words, func(v Verb) bool { return v.Word == w.out[len(w.out)-1] })
	for n := min(maxSame, len(w.in)); n > 0; n-- {
		word := strings.Join(w.in[:n], " ")
		if at >= 0 &&
			slices.Contains(
				strings.FieldsFunc(w.verb.Words[at].Usage, func(c rune) bool { return c == '|' || c == ' ' }),
				word,
			) {
			return "", 0
		}
		if same, ok := w.verb.Same[word]; ok {
			return w.listed(same, n), n
		}
	}
	return "", 0
}

// OrTo is what a word means, in Verb.Same, that is "and" in one language and "to" in another, as "a". It joins
// two places or two pieces. Behind a piece and before a place it means nothing. The word of a piece has a dot
// or a digit, that of a place has neither.
const OrTo = "&|"

// listed is what a word of n words means that may be OrTo.
func (w *rewording) listed(same string, n int) string {
	if same != OrTo {
		return same
	}
	piece := func(word string) bool { return strings.ContainsAny(word, ".0123456789") }
	if n == len(w.in) || piece(w.out[len(w.out)-1]) && !piece(w.in[n]) {
		return ""
	}
	return softComma
}

// maxSame is how many words can mean one.
const maxSame = 6
