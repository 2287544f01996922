package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"berthier/engine/tongue"
)

// TurnFile is what a player sent, read: the decisions of one side at one step
// of one game. The package doc specifies its text form.
type TurnFile struct {
	Game   string // name of the game, lower case
	Side   Side   // as the player wrote it; compare without regard to case
	Turn   int    // turn of the game, for people
	Step   int    // number of the step that the file answers
	Orders []Order
}

// Limits bounds what ParseTurnFile reads. A zero field takes its default.
type Limits struct {
	Bytes int // of the whole text; default 65536
	Lines int // of the whole text; default 2000
	Words int // of one order, members of lists counted singly; default 250
}

func (l Limits) orDefault() Limits {
	or := func(n, def int) int {
		if n <= 0 {
			return def
		}
		return n
	}
	return Limits{Bytes: or(l.Bytes, 1<<16), Lines: or(l.Lines, 2000), Words: or(l.Words, 250)}
}

const (
	maxFaults   = 50        // that one mail lists
	maxWord     = 60        // letters of a word, or of one member of a list
	maxGame     = 64        // letters of a game's name
	maxSide     = 32        // letters of a side's name
	maxNumber   = 1_000_000 // turn and step stay below it
	minShort    = 3         // letters of the shortest abbreviation of a verb
	maxQuoted   = 160       // letters of the player's text that a fault repeats
	printColumn = 72        // longest line that Print makes
)

// headerKeys in the order in which Print writes them.
var headerKeys = []string{"game", "side", "turn", "step"}

// ParseTurnFile reads a turn file as a mail program delivered it, and returns
// all faults at once, in the order of lines. Verbs that are abbreviated come
// out in full. Beside faults the TurnFile holds what could be read, so that
// the answer can name the game; it must not be resolved then.
func ParseTurnFile(text []byte, verbs []Verb, limits Limits) (TurnFile, []Fault) {
	return (&TurnReader{verbs: verbs}).Read(text, limits)
}

// TurnReader reads the turn files of one game. A nil one knows no verb: what it reads is the
// header.
type TurnReader struct {
	verbs []Verb
	lex   *Lexicon // nil if the game has none
}

// NewTurnReader makes the reader for a game of which some position is known.
func NewTurnReader(rs Ruleset, p Position) *TurnReader {
	t := &TurnReader{verbs: rs.Verbs()}
	if n, ok := rs.(Namer); ok {
		t.lex = n.Lexicon(p).prepared()
	}
	return t
}

// Read is ParseTurnFile with the names that a game has. Where the ruleset is a Namer, orders
// that were written in other words come out in the words of orders; what they say is not
// looked at.
func (t *TurnReader) Read(text []byte, limits Limits) (TurnFile, []Fault) {
	r := turnReader{limits: limits.orDefault(), given: make(map[string]string)}
	if t != nil {
		r.TurnReader = *t
	}
	return r.read(text)
}

// ReadTurnFile reads one turn file of a game of which some position is known.
func ReadTurnFile(rs Ruleset, p Position, text []byte, limits Limits) (TurnFile, []Fault) {
	return NewTurnReader(rs, p).Read(text, limits)
}

func (r *turnReader) read(text []byte) (TurnFile, []Fault) {
	if n := r.limits.Bytes; len(text) > n {
		r.fault(0, "", Say("fault.bytes", tongue.Number("n", n)), Say("hint.without-report"))
		return r.file, r.faults
	}
	lines := splitLines(string(text))
	if n := r.limits.Lines; len(lines) > n {
		r.fault(0, "", Say("fault.lines", tongue.Number("n", n)), Say("hint.without-report"))
		return r.file, r.faults
	}
	for _, l := range r.joinLines(r.pickLines(lines)) {
		r.readLine(l)
	}
	r.checkHeader()
	SortFaults(r.faults)
	if len(r.faults) > maxFaults {
		r.faults = append(r.faults[:maxFaults:maxFaults],
			Fault{Msg: Say("fault.more", tongue.Number("n", maxFaults))})
	}
	return r.file, r.faults
}

// turnReader gathers one turn file.
type turnReader struct {
	TurnReader
	limits Limits
	file   TurnFile
	given  map[string]string // header values so far
	// misspelt are header keys of which a line has nearly the word: that is said of this line.
	misspelt []string
	faults   []Fault
}

func (r *turnReader) fault(line int, text string, msg, hint tongue.Text) {
	r.faults = append(r.faults, Fault{Kind: Invalid, Line: line, Text: clip(text, maxQuoted), Msg: msg, Hint: hint})
}

func (r *turnReader) readLine(l joinedLine) {
	if l.code == "" {
		return
	}
	l.code = cutBullet(l.code)
	if key, value, ok := r.headerLine(l.code); ok {
		r.readHeader(l, key, value)
		return
	}
	l.code = Fold(l.code)
	if r.lex != nil {
		l.code = arrows.Replace(l.code)
	}
	for _, c := range l.code {
		if msg := badRune(c); !msg.Empty() {
			hint := none
			if unicode.Is(unicode.Greek, c) {
				hint = Say("hint.latin")
			}
			r.fault(l.no, l.own, msg, hint)
			return
		}
	}
	r.readOrder(l)
}

// badRune says why c cannot stand outside of comments, or nothing.
func badRune(c rune) tongue.Text {
	switch {
	case c == '\uFFFD':
		return Say("fault.letter-lost")
	case c < ' ' || c > '~':
		return Say("fault.comment-only", named("char", fmt.Sprintf("%q", c)), named("code", fmt.Sprintf("%U", c)))
	case c == '\\' || c == '#':
		return Say("fault.not-inside", named("char", fmt.Sprintf("%q", c)))
	}
	return none
}

// headerLine cuts "key: value" if key is a header key, or nearly one and not
// a verb.
func (r *turnReader) headerLine(code string) (key, value string, ok bool) {
	key, value, found := strings.Cut(code, ":")
	key = strings.ToLower(strings.TrimSpace(key))
	if !found {
		return "", "", false
	}
	near := func() bool { return plainWord(key) && Nearest(key, headerKeys) != "" && !r.isVerb(key) }
	if !slices.Contains(headerKeys, key) && !near() {
		return "", "", false
	}
	return key, strings.TrimSpace(value), true
}

func (r *turnReader) readHeader(l joinedLine, key, value string) {
	if !slices.Contains(headerKeys, key) {
		near := Nearest(key, headerKeys)
		r.fault(l.no, l.own, Say("fault.no-header-line", named("key", key)), meant(near+":"))
		r.misspelt = append(r.misspelt, near)
		return
	}
	if len(r.file.Orders) > 0 {
		r.fault(l.no, l.own, Say("fault.header-late"), none)
		return
	}
	if before, ok := r.given[key]; ok && !strings.EqualFold(before, value) {
		r.fault(l.no, l.own, Say("fault.header-twice", named("key", key), named("value", clip(before, maxWord))), none)
		return
	}
	r.given[key] = value
	switch key {
	case "game":
		if strings.HasPrefix(value, "-") {
			r.fault(l.no, l.own, Say("fault.game-hyphen"), Say("hint.copy-line"))
			return
		}
		r.file.Game = strings.ToLower(r.name(l, value, maxGame))
	case "side":
		r.file.Side = Side(r.name(l, value, maxSide))
	case "turn":
		r.file.Turn = r.number(l, value)
	case "step":
		r.file.Step = r.number(l, value)
	}
}

func (r *turnReader) name(l joinedLine, value string, most int) string {
	if !plainWord(value) || len(value) > most {
		r.fault(l.no, l.own, Say("fault.name", tongue.Number("n", most)), Say("hint.copy-line"))
		return ""
	}
	return value
}

func (r *turnReader) number(l joinedLine, value string) int {
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil || n >= maxNumber {
		r.fault(l.no, l.own, Say("fault.no-number"), Say("hint.copy-line"))
		return 0
	}
	return int(n)
}

// checkHeader says once which lines are missing: they are copied together.
func (r *turnReader) checkHeader() {
	var missing []string
	for _, key := range headerKeys {
		if _, ok := r.given[key]; !ok && !slices.Contains(r.misspelt, key) {
			missing = append(missing, key+":")
		}
	}
	if len(missing) > 0 {
		keys := tongue.List(tongue.Names(missing...), tongue.And)
		r.fault(0, "", Say("fault.header-missing", tongue.Words("key", keys)), Say("hint.copy-header"))
	}
}

func (r *turnReader) readOrder(l joinedLine) {
	if r.lex != nil {
		code, msg, hint := r.canonical(l.code)
		if !msg.Empty() {
			r.fault(l.no, l.own, msg, hint)
			return
		}
		l.code = code
	}
	words := orderWords(l.code)
	if len(words) == 0 { // an accent without a letter is nothing that was written
		r.fault(l.no, l.own, Say("fault.unreadable"), Say("hint.note"))
		return
	}
	word, rest := strings.TrimSuffix(words[0], ":"), words[1:]
	verb, hint := r.verb(word)
	if verb == "" {
		if len(words) == 1 && Nearest(word, []string{"end"}) != "" {
			hint = meant("end")
		}
		r.fault(l.no, l.own, noOrder(word), hint)
		return
	}
	count := 1
	for _, w := range rest {
		for member := range strings.SplitSeq(w, ",") {
			count++
			if member == "" {
				r.fault(l.no, l.own, Say("fault.comma", named("list", clip(w, maxWord))), none)
				return
			}
			if len(member) > maxWord {
				r.fault(l.no, l.own, Say("fault.word-long", named("word", clip(member, maxWord)),
					tongue.Number("n", maxWord)), none)
				return
			}
		}
	}
	if count > r.limits.Words {
		r.fault(l.no, l.own, Say("fault.words", tongue.Number("n", r.limits.Words)), none)
		return
	}
	words[0] = verb
	r.file.Orders = append(r.file.Orders, Order{Line: l.no, Text: l.own, Words: words})
}

// orderWords cuts an order into lower-case words; a list is one word.
func orderWords(code string) []string {
	members := strings.Split(strings.ToLower(code), ",")
	for i, m := range members {
		members[i] = strings.TrimSpace(m)
	}
	return strings.Fields(strings.Join(members, ","))
}

// verb resolves a word to the verb that it is, or that only it abbreviates;
// otherwise verb is "" and hint says what would be legal.
func (r *turnReader) verb(word string) (verb string, hint tongue.Text) {
	verb, longer := r.known(word)
	if verb != "" {
		return verb, none
	}
	if len(longer) > 1 {
		return "", Say("hint.could-be", tongue.Words("words", tongue.List(tongue.Names(longer...), tongue.Or)))
	}
	if hint := r.hintFor(word); !hint.Empty() {
		return "", hint
	}
	if near := Nearest(word, r.verbWords()); near != "" {
		usage := near
		for _, v := range r.verbs {
			if v.Word == near && v.Usage != "" {
				usage = v.Usage
			}
		}
		return "", Say("hint.mean-usage", named("word", near), named("usage", usage))
	}
	return "", Say("hint.verbs", named("verbs", r.verbList()))
}

// hintFor is what to write for a word that begins no order, also as in "he attacks"; nothing if
// the game has no word on it.
func (r *turnReader) hintFor(word string) tongue.Text {
	if r.lex == nil {
		return none
	}
	if hint, ok := r.lex.Hints[word]; ok {
		return hint
	}
	return r.lex.Hints[strings.TrimSuffix(word, "s")]
}

// none is no hint.
var none tongue.Text

func named(name, words string) tongue.Arg { return tongue.Words(name, tongue.Name(words)) }

// noOrder says that no order begins with a word.
func noOrder(word string) tongue.Text {
	return Say("fault.no-verb", named("word", clip(word, maxWord)))
}

// meant offers what somebody may have meant.
func meant(word string) tongue.Text { return Say("hint.mean", named("word", word)) }

// known is the verb that a word is, or that only it abbreviates; if there is none, longer
// are those that it may abbreviate.
func (r *turnReader) known(word string) (verb string, longer []string) {
	one := strings.TrimSuffix(word, "s") // "he moves"
	for _, v := range r.verbs {
		if v.Word == word || v.Word == one || slices.Contains(v.Also, word) || slices.Contains(v.Also, one) {
			return v.Word, nil
		}
		if len(word) >= minShort && strings.HasPrefix(v.Word, word) {
			longer = append(longer, v.Word)
		}
	}
	if len(longer) == 1 {
		return longer[0], nil
	}
	return "", longer
}

func (r *turnReader) verbList() string { return strings.Join(r.verbWords(), ", ") }

func (r *turnReader) verbWords() []string {
	var all []string
	for _, v := range r.verbs {
		all = append(all, v.Word)
	}
	return all
}

// clip keeps the first n letters of s.
func clip(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return string(runes[:n]) + "…"
	}
	return s
}

// Print writes the file in its canonical form: header, a blank line, one
// order a line without comments, "end". No line is longer than 72 columns;
// longer orders go on after a backslash. ParseTurnFile reads it back.
func (t TurnFile) Print() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "game: %s\nside: %s\nturn: %d\nstep: %d\n\n", t.Game, t.Side, t.Turn, t.Step)
	for _, o := range t.Orders {
		printOrder(&b, o.Words)
	}
	b.WriteString("end\n")
	return []byte(b.String())
}

// printOrder breaks lines between words and after the commas of lists.
func printOrder(b *strings.Builder, words []string) {
	column := 0
	for i, w := range words {
		for j, part := range strings.SplitAfter(w, ",") {
			gap := ""
			if i > 0 && j == 0 {
				gap = " "
			}
			if column > 0 && column+len(gap)+len(part) > printColumn-len(` \`) {
				b.WriteString(" \\\n")
				column, gap = 0, "  "
			}
			b.WriteString(gap + part)
			column += len(gap) + len(part)
		}
	}
	b.WriteByte('\n')
}
