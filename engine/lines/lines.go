package lines

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Limits of a line file. They keep a hostile or broken file from costing more
// than a moment.
const (
	MaxFile   = 1 << 20 // bytes
	MaxLine   = 4096    // bytes of one line
	MaxFaults = 50      // that are told; the others are counted
)

// Kind is one kind of line that a file can have.
type Kind struct {
	Word  string // that opens it
	Phase int    // lines of one phase are read together, in their order
	Usage string // `turns COUNT`
	Read  func() // takes words and settings from the reader
}

// Place is where something stands in a file.
type Place struct {
	Line int    // from 1; 0 for the file as a whole
	Text string // of the line, without the blanks around it
}

// line is one line that says something.
type line struct {
	Place
	first string // word
	words []word // after the first; those that were understood are taken away
}

// Reader reads a line file, kind by kind, and collects what is wrong with it.
// Taking a word or a setting of a line takes it away, so what is left over at
// the end was not understood.
type Reader struct {
	note   []string
	lines  []*line
	room   []word // of the line that was cut last, for the next: a list that grows by each word costs twice its room
	at     *line  // being read; nil before and behind the lines
	faults engine.Faults
	more   int // faults beyond the limit
}

// Read cuts a line file into lines and words.
func Read(text []byte) *Reader {
	r := &Reader{}
	if len(text) > MaxFile {
		r.tell(say("hint.bytes", tongue.Number("n", MaxFile)), say("fault.file-long"))
		return r
	}
	if !utf8.Valid(text) {
		r.tell(tongue.Text{}, say("fault.utf8"))
		return r
	}
	no, head := 0, true
	for text := range strings.Lines(string(bytes.TrimPrefix(text, []byte("\ufeff")))) {
		no++
		text = strings.TrimSpace(text)
		if head && strings.HasPrefix(text, "#") {
			r.note = append(r.note, strings.TrimSpace(text[1:]))
			continue
		}
		head = head && text == "" && len(r.note) == 0
		r.cut(Place{no, text})
	}
	r.at = nil
	r.note = trimEmpty(r.note)
	return r
}

// trimEmpty takes empty lines off both ends.
func trimEmpty(lines []string) []string {
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// cut adds a line, if it says anything.
func (r *Reader) cut(p Place) {
	l := &line{Place: p}
	r.at = l
	if len(p.Text) > MaxLine {
		r.tell(say("hint.bytes", tongue.Number("n", MaxLine)), say("fault.line-long"))
		return
	}
	words, err := cut(r.room[:0], p.Text)
	r.room = words
	switch {
	case err != nil:
		r.Fault("", "%v", err)
	case len(words) == 0:
	case words[0].setting:
		r.tell(say("hint.begin"), say("fault.setting-first", named("word", words[0].key)))
	default:
		l.first, l.words = words[0].value, slices.Clone(words[1:])
		r.lines = append(r.lines, l)
	}
}

// Note is the comment at the head of the file, lines parted by LF.
func (r *Reader) Note() string { return strings.Join(r.note, "\n") }

// Source is what the note says of where the content is from, and whether it is made
// up by this project; it is empty if the note has no line for it.
func (r *Reader) Source() (source string, own bool) {
	for _, n := range r.note {
		if s, is := sourceIn(n); is {
			return s, isOwn(s)
		}
	}
	return "", false
}

// Print writes the file as the package doc says. It is for a file of which
// nothing has been taken yet.
func (r *Reader) Print() []byte {
	var b []byte
	for _, n := range r.note {
		b = append(append(b, strings.TrimSpace("# "+n)...), '\n')
	}
	if len(r.note) > 0 {
		b = append(b, '\n')
	}
	for _, l := range r.lines {
		b = word{value: l.first}.print(b)
		for _, w := range l.words {
			b = w.print(append(b, ' '))
		}
		b = append(b, '\n')
	}
	return b
}

// Only tells of every line of another kind, and drops it.
func (r *Reader) Only(kinds []Kind) {
	known := make([]string, len(kinds))
	for i, k := range kinds {
		known[i] = k.Word
	}
	r.lines = slices.DeleteFunc(r.lines, func(l *line) bool {
		if slices.Contains(known, l.first) {
			return false
		}
		hint := say("hint.one-of", named("words", strings.Join(known, ", ")))
		if near := engine.Nearest(l.first, known); near != "" {
			hint = say("hint.near", named("word", near))
		}
		r.at = l
		r.tell(hint, say("fault.unknown", named("word", l.first)))
		return true
	})
	r.at = nil
}

// ReadPhase reads the lines of one phase. Of a line in which nothing else is
// wrong it tells what was left over.
func (r *Reader) ReadPhase(kinds []Kind, phase int) {
	for _, l := range r.lines {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Word == l.first })
		if kinds[i].Phase != phase {
			continue
		}
		r.at = l
		had := len(r.faults)
		kinds[i].Read()
		if len(r.faults) > had || r.more > 0 {
			continue
		}
		for _, w := range l.words {
			hint := say("hint.write", named("usage", kinds[i].Usage))
			if w.setting {
				r.tell(hint, say("fault.setting", named("word", w.key)))
			} else {
				r.tell(hint, say("fault.unexpected", named("word", w.value)))
			}
		}
	}
	r.at = nil
}

// Faultless reports whether nothing has been found wrong.
func (r *Reader) Faultless() bool { return len(r.faults) == 0 }

// Err is nil, or an [engine.Faults] with all that is wrong, in the order of lines.
func (r *Reader) Err() error {
	if r.Faultless() {
		return nil
	}
	engine.SortFaults(r.faults)
	if r.more > 0 {
		return append(r.faults, engine.Fault{Msg: say("fault.more", tongue.Number("n", r.more))})
	}
	return r.faults
}

// Fault tells what is wrong with the line being read, or with the file if there is
// none, and what would be right.
func (r *Reader) Fault(hint, format string, args ...any) { r.FaultAt(r.Here(), hint, format, args...) }

// maxQuoted is how much of a line a fault quotes, in bytes.
const maxQuoted = 80

// FaultAt tells what is wrong with another line.
func (r *Reader) FaultAt(p Place, hint, format string, args ...any) {
	r.tellAt(p, tongue.English(hint), tongue.English(fmt.Sprintf(format, args...)))
}

// quoted is as much of a line as a fault quotes.
func quoted(text string) string {
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted], "") + " …"
	}
	return text
}

// Here is where the line being read stands.
func (r *Reader) Here() Place {
	if r.at == nil {
		return Place{}
	}
	return r.at.Place
}

// Opening is the first word of the line being read.
func (r *Reader) Opening() string { return r.at.first }

// Words are those of the line being read that have not been taken.
func (r *Reader) Words() (words []string) {
	for _, w := range r.at.words {
		if !w.setting {
			words = append(words, w.value)
		}
	}
	return words
}

// take takes away the first word or setting that fits.
func (r *Reader) take(fits func(w word) bool) (value string, ok bool) {
	i := slices.IndexFunc(r.at.words, fits)
	if i < 0 {
		return "", false
	}
	value = r.at.words[i].value
	r.at.words = slices.Delete(r.at.words, i, i+1)
	return value, true
}

// Word takes the next word; what names it in the fault if there is none.
func (r *Reader) Word(what string) (string, bool) {
	value, ok := r.take(func(w word) bool { return !w.setting })
	if !ok {
		r.tell(tongue.Text{}, say("fault.missing", named("what", what)))
	}
	return value, ok
}

// AllWords takes all words that are left; what names them in the fault if there are
// none.
func (r *Reader) AllWords(what string) []string {
	words := r.Words()
	if len(words) == 0 {
		r.tell(tongue.Text{}, say("fault.all-missing", named("what", what)))
	}
	r.at.words = slices.DeleteFunc(r.at.words, func(w word) bool { return !w.setting })
	return words
}

// Flag takes a word that may stand anywhere among those that are left.
func (r *Reader) Flag(flag string) bool {
	_, ok := r.take(func(w word) bool { return !w.setting && w.value == flag })
	return ok
}

// Key takes a setting.
func (r *Reader) Key(key string) (string, bool) {
	return r.take(func(w word) bool { return w.setting && w.key == key })
}

// Number reads a whole number within bounds; what names it in the fault.
func (r *Reader) Number(what, text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		r.tell(say("hint.number", tongue.Number("low", low), tongue.Number("high", high)),
			say("fault.number", named("what", what), named("word", text)))
		return 0, false
	}
	return n, true
}

// NumberKey takes a setting that is a number. Without it, or with a faulty one, it
// gives another.
func (r *Reader) NumberKey(key string, low, high, without int) int {
	text, ok := r.Key(key)
	if !ok {
		return without
	}
	n, ok := r.Number(key, text, low, high)
	if !ok {
		return without
	}
	return n
}
