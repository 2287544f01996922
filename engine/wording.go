package engine

import (
	"slices"
	"strings"
	"unicode"

	"berthier/engine/tongue"
)

// rewording brings one order, as somebody wrote it, into the words of orders.
type rewording struct {
	*turnReader
	in        []string // what is still to be read; "," stands alone, also for "and"
	out       []string
	verb      Verb
	slot      Slot        // what can stand next
	last      string      // kind of what was written last; "" if it was no thing
	bare      bool        // no word of After stands behind the verb yet
	comma     bool        // one stands before the next word
	msg, hint tongue.Text // what is wrong
}

// canonical returns an order in its own words, or what is wrong with it.
func (r *turnReader) canonical(code string) (words string, msg, hint tongue.Text) {
	w := &rewording{turnReader: r, in: wordsOf(code, r.lex.Plus)}
	w.opening()
	if w.msg.Empty() && w.verb.Raw {
		return w.verb.Word + " " + strings.Join(strings.Fields(code)[1:], " "), none, none
	}
	for len(w.in) > 0 && w.msg.Empty() {
		w.next()
	}
	if w.comma {
		w.put("", "")
	}
	return strings.Join(w.out, " "), w.msg, w.hint
}

// arrows are how people and their mail programs draw them.
var arrows = strings.NewReplacer("→", " -> ", "⇒", " -> ", "➔", " -> ", "➜", " -> ", "►", " -> ", "⟶", " -> ")

var (
	wordSigns = strings.NewReplacer(",", " , ", ";", " & ", "&", " & ", `"`, " ", "(", " ", ")", " ",
		"[", " ", "]", " ", "{", " ", "}", " ", "-->", " -> ", "->", " -> ", "==>", " -> ", "=>", " -> ")
)

// wordsOf cuts an order into words, in which a plus can stand.
func wordsOf(code string, plus bool) []string {
	var all []string
	code = strings.ToLower(code)
	if !plus {
		code = strings.ReplaceAll(code, "+", " & ")
	}
	for _, w := range strings.Fields(wordSigns.Replace(code)) {
		w = strings.TrimRight(strings.Trim(w, "'"), ".:!?")
		switch {
		case w == "":
		case slices.Contains([]string{softComma, "and", "und", "et", "kai", "then"}, w):
			if n := len(all); n > 0 && all[n-1] != "," && all[n-1] != softComma {
				all = append(all, softComma)
			}
		case w == "," && len(all) > 0 && all[len(all)-1] == softComma:
		default:
			all = append(all, w)
		}
	}
	if n := len(all); n > 0 && all[n-1] == softComma {
		return all[:n-1]
	}
	return all
}

// softComma stands for a word that joins members of a list.
const softComma = "&"

// cutBullet takes "-", "•", "1." and "2)" off the beginning of a line.
func cutBullet(text string) string {
	first, rest, ok := strings.Cut(text, " ")
	digits := strings.TrimRight(strings.TrimLeft(first, "("), ".)")
	number := digits != first && digits != "" && len(digits) <= 2 && isNumber(digits)
	if ok && (number || slices.Contains([]string{"-", "*", "•", "·", "◦", "▪", "–", "o"}, first)) {
		return strings.TrimSpace(rest)
	}
	return text
}

// opening reads the verb, which may stand behind what it is about.
func (w *rewording) opening() {
	if n, verb := w.verbAt(0); n > 0 {
		w.begin(verb, w.in[n:])
		return
	}
	for len(w.in) > 1 && w.says(w.in[0]) == "" {
		w.in = w.in[1:]
	}
	if !w.subject() {
		w.unknown()
	}
}

// subject reads what an order is about where the verb belongs, and the verb behind it. It is false
// if nothing with a name stands there.
func (w *rewording) subject() bool {
	n, found := w.thingFirst()
	all := w.thingsFirst(n)
	m, verb := w.verbAt(all)
	switch {
	case len(found) == 0:
		return false
	case len(found) > 1 && m == 0:
		return false
	case len(found) > 1:
		w.ambiguous(n, found)
	case m > 0:
		w.comma = false
		w.begin(verb, slices.Concat(w.in[:all], w.in[all+m:]))
	default:
		w.msg = noOrder(strings.Join(w.in[:n], " "))
		w.hint = w.verbFor(found[0], w.in[n:])
	}
	return true
}

// verbFor says what to write about a thing behind which no verb stands.
func (w *rewording) verbFor(t *Thing, rest []string) tongue.Text {
	var fit []string
	for _, v := range w.verbs {
		if !slices.Contains(v.Takes.Kinds, t.Kind) || v.Inner {
			continue
		}
		fit = append(fit, v.Word)
		if len(rest) > 0 && slices.Contains(usageWords(v), rest[0]) {
			return Say("hint.verb-first", named("order", v.Word+" "+t.ID+" "+strings.Join(rest, " ")))
		}
	}
	if len(rest) > 0 {
		if hint := w.hintFor(rest[0]); !hint.Empty() {
			return hint
		}
	}
	if len(fit) == 1 && len(rest) == 0 {
		return Say("hint.verb-first", named("order", fit[0]+" "+t.ID))
	}
	return VerbThen(t.ID, fit)
}

// VerbThen is the hint on a line that begins with a thing, and has none of the verbs that can stand before it.
func VerbThen(id string, verbs []string) tongue.Text {
	return Say("hint.verb-then", named("id", id), named("verbs", strings.Join(verbs, ", ")))
}

// usageWords are the words that stand for themselves where a verb shows how it is written: "to" of "move UNIT to HEX".
func usageWords(v Verb) []string {
	return strings.FieldsFunc(v.Usage, func(c rune) bool { return c != '-' && !unicode.IsLower(c) })
}

// verbAt returns the verb that the words from i on are, in one word or two, and how many.
func (w *rewording) verbAt(i int) (n int, v Verb) {
	for n := min(2, len(w.in)-i); n > 0; n-- {
		if word, _ := w.turnReader.known(strings.Join(w.in[i:i+n], " ")); word != "" {
			at := slices.IndexFunc(w.verbs, func(v Verb) bool { return v.Word == word })
			return n, w.verbs[at]
		}
	}
	return 0, Verb{}
}

// thingsFirst counts the words of a list that begins with a name of n words.
func (w *rewording) thingsFirst(n int) (all int) {
	for all = n; all+1 < len(w.in) && (w.in[all] == "," || w.in[all] == softComma); {
		ahead := *w
		ahead.in = w.in[all+1:]
		more, found := ahead.thingFirst()
		if len(found) != 1 {
			return n
		}
		all += 1 + more
	}
	return all
}

// thingFirst finds what the next words name that an order can be about.
func (w *rewording) thingFirst() (n int, found []*Thing) {
	var all Slot
	for _, v := range w.verbs {
		all.Kinds = append(all.Kinds, v.Takes.Kinds...)
	}
	n, found, _ = w.match(all)
	return n, found
}

func (w *rewording) begin(v Verb, rest []string) {
	w.verb, w.slot, w.last, w.bare = v, v.Takes, "", true
	w.in = rest
	with := func(word string) bool { return word == "with" || slices.Contains(w.among(word), "with") }
	if i := slices.IndexFunc(rest, with); i > 0 {
		ahead := *w
		ahead.in = rest
		_, found, _ := ahead.match(v.Takes)
		switch {
		case len(found) == 0 && v.Place != "": // "fire at 1512 with 2art"
			w.in = slices.Concat(rest[i+1:], rest[:i])
		case len(found) > 0 && !found[0].ownedBy(w.file.Side): // "fire 8hus with 2art"
			w.in = slices.Concat(rest[i+1:], []string{"at"}, rest[:i])
		}
	}
	w.out = append(w.out, v.Word)
}

// unknown says that no order begins as this one does.
func (w *rewording) unknown() {
	first := ""
	if len(w.in) > 0 {
		first = w.in[0]
	}
	w.msg = noOrder(first)
	if len(w.in) == 1 && Nearest(first, []string{"end"}) != "" {
		w.hint = meant("end")
	} else {
		_, w.hint = w.turnReader.verb(first)
	}
}

// next reads one word, or one name.
func (w *rewording) next() {
	word := w.in[0]
	same, long := w.means()
	place, isPlace := w.lex.Place(word)
	_, after := w.lex.After[word]
	_, isID := w.id(word)
	called, ids := w.called()
	switch {
	case word == softComma && w.joinsTerms():
		w.in = w.in[1:]
		w.put("and", "")
	case word == "," || word == softComma:
		w.listGoesOn(word)
	case isID:
		w.thing()
	case word == "->":
		w.arrow()
	case called > 0:
		w.byName(called, ids)
	case long > 0:
		w.in = slices.Concat(strings.Fields(same), w.in[long:])
	case after && w.needless(word):
		w.in = w.in[1:]
	case after:
		w.comma = false // "at 9leg, advance yes"
		w.put(word, "")
		w.slot, w.last, w.bare, w.in = w.lex.After[word], "", false, w.in[1:]
	case isPlace:
		w.place(place)
	case w.verb.Inner && !w.joins(word) && w.inner():
	case w.verb.Inner && w.innerSubject(word):
	case w.splits(word):
	default:
		w.thing()
	}
}

// called finds what the next words name in the way of the game.
func (w *rewording) called() (n int, ids []string) {
	if w.lex.Called == nil {
		return 0, nil
	}
	words := make([]string, min(len(w.in), maxPhrase))
	for i := range words {
		words[i] = cardinal(w.in[i])
	}
	return w.lex.Called(w.verb.Word, w.file.Side, words)
}

// byName writes what n words name.
func (w *rewording) byName(n int, ids []string) {
	if len(ids) == 1 {
		w.take(n, ids[0], "")
		return
	}
	found := make([]*Thing, len(ids))
	for i, id := range ids {
		found[i] = &Thing{ID: id}
	}
	w.ambiguous(n, found)
}

// inner goes on with the order that stands inside of another.
func (w *rewording) inner() bool {
	n, v := w.verbAt(0)
	if n > 0 {
		w.comma = false
		w.begin(v, w.in[n:])
	}
	return n > 0
}

// innerSubject reads what the order inside of another is about, before its verb. An id alone is left
// as it is, and so is what goes on with the list of the outer order, or is the number of a condition.
func (w *rewording) innerSubject(word string) bool {
	last := w.out[len(w.out)-1]
	if len(w.out) == 1 || w.joins(word) || w.joins(last) && isNumber(word) {
		return false
	}
	n, found := w.thingFirst()
	if len(found) == 0 || w.comma && slices.Contains(w.verb.Takes.Kinds, found[0].Kind) ||
		n == 1 && found[0].ID == word && !w.comma {
		return false
	}
	return w.subject()
}

// joinsTerms reports whether an "and" stands between two terms of a condition, and not between members
// of a list: one of them ends in a number, as "if by cavalry and hand 4" and "if hand 4 and by cavalry", or
// a fact stands behind it, as "if at c3 and won".
func (w *rewording) joinsTerms() bool {
	if !slices.Contains(w.out, "if") {
		return false
	}
	figure := func(s string) bool {
		return s != "" && (len(s) < 3 || strings.Contains(s, ":")) && strings.Trim(s, "0123456789.:") == ""
	}
	return figure(w.out[len(w.out)-1]) || len(w.in) > 2 && figure(w.in[2]) || w.factNext()
}

// factNext reports whether a word of conditions stands behind the next word.
func (w *rewording) factNext() bool {
	ahead := *w
	if ahead.in = w.in[1:]; len(ahead.in) == 0 {
		return false
	}
	if same, n := ahead.means(); n > 0 {
		return slices.Contains(w.lex.Facts, same)
	}
	return slices.Contains(w.lex.Facts, ahead.in[0])
}

// listGoesOn reads a comma, or a word for one. A new order may not stand behind it.
func (w *rewording) listGoesOn(word string) {
	if len(w.in) > 1 && w.verb.Takes.Kinds != nil && !w.joins(w.says(w.in[1])) {
		if n, v := w.verbAt(1); n > 0 {
			w.msg, w.hint = AnotherOrder(strings.Join(w.in[1:1+n], " "), v)
			return
		}
	}
	w.in = w.in[1:]
	if len(w.in) > 0 && slices.Contains([]string{"if", "else"}, w.says(w.in[0])) {
		return // the comma of a sentence
	}
	if w.comma && word == "," {
		w.put("", "")
	}
	w.comma = true
}

// AnotherOrder says that words in an order begin another one, and how that is written.
func AnotherOrder(words string, v Verb) (msg, hint tongue.Text) {
	return Say("fault.another-order", named("words", words)), Say("hint.one-a-line", named("usage", v.Usage))
}

// joins reports whether a word stands between the parts of an order.
func (w *rewording) joins(word string) bool {
	_, after := w.lex.After[word]
	return after || slices.Contains(w.lex.Words, word)
}

// arrow reads "->": between places it is nothing, before the only one it is "to", or "at" where the verb has only that.
func (w *rewording) arrow() {
	w.in = w.in[1:]
	before := "to"
	if has := usageWords(w.verb); slices.Contains(has, "at") && !slices.Contains(has, "to") {
		before = "at"
	}
	if w.last != placeKind {
		w.in = slices.Insert(w.in, 0, before)
	}
}

// needless reports whether a word before a thing says nothing: between the verb and what it is
// about, "order to Legrand", or before a direction, "to north".
func (w *rewording) needless(word string) bool {
	if len(w.in) == 1 {
		return false
	}
	ahead := *w
	ahead.in = w.in[1:]
	next := w.says(ahead.in[0])
	if slices.Contains(w.lex.After[word].Kinds, placeKind) && slices.Contains(w.lex.Words, next) {
		return true
	}
	_, found, _ := ahead.match(w.verb.Takes)
	return w.last == "" && w.bare && len(found) > 0
}

// placeKind is the kind of what is a place of itself.
const placeKind = "place"

// place writes a place, behind the word that belongs before it.
func (w *rewording) place(place string) {
	if before := w.verb.Place; before != "" && w.bare {
		w.in, w.comma = slices.Insert(w.in, 0, before), false
		return
	}
	w.in = w.in[1:]
	w.put(place, placeKind)
}

// splits takes a word apart that is several places, "1512-1513", or several things,
// "legrand/margaron".
func (w *rewording) splits(word string) bool {
	for _, sign := range []string{"-", "/", ">"} {
		parts := strings.Split(word, sign)
		isPlace := func(p string) bool { _, ok := w.lex.Place(p); return ok }
		isThing := func(p string) bool { found, _ := w.lex.find(p, w.slot, w.file.Side); return len(found) == 1 }
		switch {
		case len(parts) < 2 || slices.Contains(parts, ""):
		case !slices.ContainsFunc(parts, func(p string) bool { return !isPlace(p) }):
			w.in = slices.Concat(parts, w.in[1:])
			return true
		case sign == "/" && !slices.ContainsFunc(parts, func(p string) bool { return !isThing(p) }):
			w.in = slices.Concat(strings.Fields(strings.Join(parts, " , ")), w.in[1:])
			return true
		}
	}
	return false
}

// id finds what a word is the id of, where a list may begin or go on; behind it the same
// word can be a direction.
func (w *rewording) id(word string) (Thing, bool) {
	if w.last != "" && !w.comma {
		return Thing{}, false
	}
	return w.lex.byID(word, w.slot)
}

// thing reads what has a name, or a word that only the game understands.
func (w *rewording) thing() {
	if t, ok := w.id(w.in[0]); ok {
		w.take(1, t.ID, t.Kind)
		return
	}
	if len(w.slot.Kinds) == 0 || slices.Contains(w.lex.Words, w.in[0]) || strings.ContainsAny(w.in[0], ".:|%") {
		w.take(1, w.in[0], "")
		return
	}
	n, found, how := w.match(w.slot)
	if len(found) == 0 && w.near(n) {
		return
	}
	if len(found) == 0 {
		n, found, how = w.match(Slot{Kinds: w.lex.kinds()})
	}
	switch {
	case len(found) > 1:
		w.ambiguous(n, found)
	case len(found) == 1 && how == part && w.wrote(found[0].ID):
		w.in, w.comma = w.in[n:], false
	case len(found) == 1:
		w.take(n, found[0].ID, found[0].Kind)
	case n > 1:
		w.msg, w.hint = noThing(w.slot.Kinds[0], strings.Join(w.in[:n], " ")), Say("hint.tables")
	default:
		w.take(1, w.in[0], "")
	}
}

// take writes what n words are.
func (w *rewording) take(n int, text, kind string) {
	w.in = w.in[n:]
	w.put(text, kind)
}

// wrote reports whether an id is the last member of the list that is being written.
func (w *rewording) wrote(id string) bool {
	last := w.out[len(w.out)-1]
	return last[strings.LastIndexByte(last, ',')+1:] == id
}

// put writes a word: into the list before it, if it belongs there. Places that are no list
// are a way.
func (w *rewording) put(text, kind string) {
	like := w.last != "" && (w.last == placeKind) == (kind == placeKind)
	list := w.slot.List && (kind != placeKind || slices.Contains(w.slot.Kinds, placeKind))
	joined := w.comma
	switch {
	case kind == placeKind:
		joined = list && like && w.comma
	case kind != "":
		joined = w.comma || list && like
	}
	if last := len(w.out) - 1; joined && last > 0 {
		w.out[last] += "," + text
	} else {
		w.out = append(w.out, text)
	}
	w.comma, w.last = false, kind
	goesOn := len(w.in) > 0 && (w.in[0] == "," || w.in[0] == softComma)
	if kind != "" && !w.slot.List && !goesOn {
		w.slot = Slot{}
	}
}
