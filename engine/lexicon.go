package engine

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"berthier/engine/tongue"
)

// Lexicon is what players call the things that orders name, and what they write for the
// words of orders: all that ReadTurnFile has to know of a game beside its verbs. It
// follows from public facts that do not change in a game, so that a file reads the same
// at any time. All words in it are lower case and ASCII, names as they are printed.
type Lexicon struct {
	Things []Thing
	// After are the words of orders behind which a thing stands, with what it can be:
	// "at" is followed by a place.
	After map[string]Slot
	// Words are the other words of orders that can follow a thing: "again", "n".
	Words []string
	// Same are words that mean one of After or Words, "against" for "at". One that means
	// "" is left out. One that can mean several of After, "at|to", means the first that what stands
	// behind it fits, and "at" only for a verb with that Place.
	Same map[string]string
	// Alike are words of names that mean others: "ligne" is "line". One that means "" says
	// only what kind of thing it is, and need not be written: "regiment".
	Alike map[string]string
	// Hints are words that begin no order, with what to write instead.
	Hints map[string]tongue.Text
	// Place returns a word that is a place of itself, "15.12", as orders have it: "1512". Nil if no word is.
	Place func(word string) (place string, ok bool)
	// Called finds what the next words behind a verb name in a way that no table has, "1st German Army": how many
	// words that are, and the ids of all that they can mean. Numerals come without their endings. Nil if there is no
	// such way.
	Called func(verb string, side Side, words []string) (n int, ids []string)
	// Facts are words with which a term of a condition begins: an "and" before one of them joins terms, where
	// it joins members of a list otherwise.
	Facts []string
	// Plus says that a "+" stands within words of orders, and parts no members of a list.
	Plus bool

	cut  map[string][]string // names as nameWords has cut them
	ids  map[string]bool     // which words are ids
	bare []string            // the ids of Things in small letters, without hyphens
	full map[string]bool     // those, and all names as nameWords has cut them; nil until isFull needs it
}

// prepared is a copy that cuts each name into words once, when a phrase is first compared with it: most files
// name things by their ids.
func (x *Lexicon) prepared() *Lexicon {
	c, ids := *x, map[string]bool{}
	for _, t := range x.Things {
		id := strings.ToLower(t.ID)
		ids[id], c.bare = true, append(c.bare, strings.ReplaceAll(id, "-", ""))
	}
	if c.cut, c.ids = map[string][]string{}, ids; c.Place == nil {
		c.Place = func(string) (string, bool) { return "", false }
	}
	return &c
}

// Synonyms reads a table of words that mean others: a row has a word of orders, a colon, and the words
// that mean it, with commas between them. A row for "" begins with the colon.
func Synonyms(table string) map[string]string {
	all := map[string]string{}
	for row := range strings.Lines(table) {
		means, words, _ := strings.Cut(row, ":")
		for word := range strings.SplitSeq(words, ",") {
			if word = strings.TrimSpace(word); word != "" {
				all[word] = strings.TrimSpace(means)
			}
		}
	}
	return all
}

// Alternatives are the words that mean each word, of a table that Synonyms has read, in the order of letters.
func Alternatives(synonyms map[string]string) map[string][]string {
	all := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(synonyms)) {
		all[synonyms[word]] = append(all[synonyms[word]], word)
	}
	return all
}

// Printed are what reports of all languages call words of orders, by what they mean, as Verb.Same has them.
func Printed(words []string, said func(word string) tongue.Text) map[string]string {
	all := map[string]string{}
	for _, word := range words {
		for _, l := range tongue.Languages() {
			if name := strings.Join(wordsOf(Fold(strings.Map(plainRune, said(word).In(l))), true), " "); name != word {
				all[name] = word
			}
		}
	}
	return all
}

// Thing is something that orders can name.
type Thing struct {
	ID    string   // the word of orders; of several things that share one place the same
	Kind  string   // "unit", as a fault names it
	Side  Side     // whose it is; empty for nobody's
	Names []string // what people call it: "3e de ligne"
}

// Slot says what can stand somewhere in an order.
type Slot struct {
	Kinds []string // of things; none if nothing is known
	List  bool     // several of them are joined by commas
}

// Fold takes the accents off letters, and writes others as the letters of which
// they are made: "Žuran" is "Zuran", "Gießen" is "Giessen". Greek words are written in
// Latin letters, "κίνηση" as "kinisi", unless they have a digit in them: a Greek letter that
// looks like one of the name of a hex would name another. "1η" is "1i" all the same.
func Fold(s string) string {
	bare := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFD.String(s))
	bare = foldedLetters.Replace(bare)
	if !strings.ContainsFunc(bare, func(c rune) bool { return unicode.Is(unicode.Greek, c) }) {
		return bare
	}
	return greekWord.ReplaceAllStringFunc(bare, func(w string) string {
		if strings.ContainsAny(w, "0123456789") && !greekOrdinal.MatchString(w) {
			return w
		}
		return greekLetters.Replace(w)
	})
}

// greekWord is a run of letters and digits, of which one is Greek.
var greekWord = regexp.MustCompile(`[\pL\pN]*\p{Greek}[\pL\pN]*`)

// greekOrdinal is a numeral with its ending.
var greekOrdinal = regexp.MustCompile(`^[0-9]+(?:η|ης|ην|ος|ου|ον)$|^[0-9]*[1-9]ο$`)

// greekLetters are those of ISO 843.
var greekLetters = strings.NewReplacer("ου", "ou", "Ου", "Ou", "ΟΥ", "OU", "α", "a", "Α", "A", "β", "v", "Β", "V",
	"γ", "g", "Γ", "G", "δ", "d", "Δ", "D", "ε", "e", "Ε", "E", "ζ", "z", "Ζ", "Z", "η", "i", "Η", "I", "θ", "th",
	"Θ", "Th", "ι", "i", "Ι", "I", "κ", "k", "Κ", "K", "λ", "l", "Λ", "L", "μ", "m", "Μ", "M", "ν", "n", "Ν", "N",
	"ξ", "x", "Ξ", "X", "ο", "o", "Ο", "O", "π", "p", "Π", "P", "ρ", "r", "Ρ", "R", "σ", "s", "ς", "s", "Σ", "S",
	"τ", "t", "Τ", "T", "υ", "y", "Υ", "Y", "φ", "f", "Φ", "F", "χ", "ch", "Χ", "Ch", "ψ", "ps", "Ψ", "Ps", "ω", "o",
	"Ω", "O")

var foldedLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "Æ", "Ae", "œ", "oe", "Œ", "Oe", "ø", "o", "Ø", "O",
	"º", "o", "ª", "a", "×", "*", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ı", "i")

// ordinals are numbers that people write out.
var ordinals = map[string]string{"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5",
	"sixth": "6", "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10"}

// smallWords, of at most three letters, are left out of names.
var smallWords = []string{"the", "and", "of", "le", "la", "les", "de", "du", "des", "et",
	"der", "die", "das", "und", "kai",
	"my", "our", "s", "d", "l"}

// nameSigns stand between the words of a name; umlauts are written in two ways.
var (
	nameSigns = strings.NewReplacer("'", " ", "’", " ", "-", " ", ",", " ", ".", " ")
	umlauts   = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")
)

// nameWords are wordsOfName of the name of a thing.
func (x *Lexicon) nameWords(name string) []string {
	words, ok := x.cut[name]
	if !ok {
		words = x.wordsOfName(name)
		x.cut[name] = words
	}
	return words
}

// wordsOfName cuts a name into the words by which it is compared: lower case, without
// accents, articles and the endings of numerals.
func (x *Lexicon) wordsOfName(name string) []string {
	name = nameSigns.Replace(strings.ToLower(Fold(name)))
	var all, kept []string
	for w := range strings.FieldsSeq(name) {
		if len(w) <= 3 && slices.Contains(smallWords, w) {
			continue
		}
		w = cardinal(w)
		if other, ok := x.Alike[w]; ok && other == "" {
			all = append(all, w)
			continue
		} else if ok {
			w = other
		}
		w = umlauts.Replace(w)
		all, kept = append(all, w), append(kept, w)
	}
	if len(kept) == 0 {
		return all
	}
	return kept
}

// cardinal takes the ending off a numeral: "3rd", "3e", "third" are "3".
func cardinal(w string) string {
	if n, ok := ordinals[w]; ok {
		return n
	}
	digits := strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz")
	if digits != "" && isNumber(digits) && slices.Contains(numeralEnds, w[len(digits):]) {
		return digits
	}
	return w
}

var numeralEnds = []string{"st", "nd", "rd", "th", "e", "er", "re", "eme", "te", "ste"}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// byID finds a thing of a slot by its word.
func (x *Lexicon) byID(word string, slot Slot) (Thing, bool) {
	for _, t := range x.Things {
		if strings.EqualFold(t.ID, word) && slices.Contains(slot.Kinds, t.Kind) {
			return t, true
		}
	}
	return Thing{}, false
}

// fit says how well a phrase names a thing.
type fit int

const (
	noFit fit = iota
	part      // it is some of the words of a name
	whole     // it is a name
	byID      // it is the id
)

// fits compares a phrase, cut into the words of names, with names.
func (x *Lexicon) fits(phrase, names []string) fit {
	best := noFit
	for _, name := range names {
		words := x.nameWords(name)
		if slices.Equal(words, phrase) {
			return whole
		}
		if !slices.ContainsFunc(phrase, func(p string) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return begins(w, p) })
		}) {
			best = part
		}
	}
	return best
}

// begins reports whether p is the word w of a name, its plural, or its first letters.
func begins(w, p string) bool {
	return w == p || len(p) >= minShort &&
		(strings.HasPrefix(w, p) || strings.HasPrefix(p, w) && len(w) >= minShort && len(p) <= len(w)+1) && !isNumber(p)
}

// find returns the things of a slot that a phrase fits best: those of the side that
// writes, and nobody's, before all others.
func (x *Lexicon) find(phrase string, slot Slot, side Side) (found []*Thing, how fit) {
	words := x.wordsOfName(phrase)
	if how = part; len(words) == 0 || slices.Contains(x.Words, phrase) {
		return nil, noFit
	}
	id := strings.Join(words, "")
	for _, own := range []bool{true, false} {
		for i := range x.Things {
			t := &x.Things[i]
			if !slices.Contains(slot.Kinds, t.Kind) || own != t.ownedBy(side) {
				continue
			}
			f := byID
			if x.bare[i] != id {
				f = x.fits(words, t.Names)
			}
			switch {
			case f > how:
				found, how = []*Thing{t}, f
			case f == how && !slices.ContainsFunc(found, func(o *Thing) bool { return o.ID == t.ID }):
				found = append(found, t)
			}
		}
		if found != nil {
			return found, how
		}
	}
	return nil, noFit
}

// isFull reports whether a phrase is the whole name of anything, or its id: most are not, and need not be compared
// with each.
func (x *Lexicon) isFull(phrase string) bool {
	if x.full == nil {
		x.full = map[string]bool{}
		for i, t := range x.Things {
			x.full[x.bare[i]] = true
			for _, name := range t.Names {
				x.full[strings.Join(x.nameWords(name), " ")] = true
			}
		}
	}
	words := x.wordsOfName(phrase)
	return x.full[strings.Join(words, " ")] || x.full[strings.Join(words, "")]
}

func (t *Thing) ownedBy(side Side) bool {
	return t.Side == "" || strings.EqualFold(string(t.Side), string(side))
}

// kinds lists all kinds of things.
func (x *Lexicon) kinds() (all []string) {
	for _, t := range x.Things {
		if !slices.Contains(all, t.Kind) {
			all = append(all, t.Kind)
		}
	}
	return all
}

// nearest is the own thing of a slot whose id or name a phrase nearly is, or another's that it is nearer to; nil if
// no own one is near.
func (x *Lexicon) nearest(phrase string, slot Slot, side Side) *Thing {
	own, others := map[string]*Thing{}, map[string]*Thing{}
	for i := range x.Things {
		t := &x.Things[i]
		if !slices.Contains(slot.Kinds, t.Kind) {
			continue
		}
		near := others
		if t.ownedBy(side) {
			near = own
		}
		for _, name := range append([]string{t.ID}, t.Names...) {
			if key := strings.Join(x.nameWords(name), " "); near[key] == nil {
				near[key] = t
			}
		}
	}
	word := strings.Join(x.wordsOfName(phrase), " ")
	mine := Nearest(word, slices.Sorted(maps.Keys(own)))
	his := Nearest(word, slices.Sorted(maps.Keys(others)))
	if mine != "" && his != "" && editDistance(word, his) < editDistance(word, mine) {
		return others[his]
	}
	return own[mine]
}

// String is the thing as a fault shows it: its id, and its name if it has one.
func (t *Thing) String() string {
	if len(t.Names) == 0 || strings.EqualFold(t.Names[0], t.ID) {
		return t.ID
	}
	return t.ID + " (" + t.Names[0] + ")"
}
