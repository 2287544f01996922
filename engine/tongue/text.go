package tongue

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is something that a person reads, before it is put into words. The zero Text is
// empty in every language.
type Text struct {
	_     [0]func() // texts are compared by Equal
	words string    // a name, what is English, or of a message capitalised and clause
	m     *message  // nil for a name
}

// message is what a Text is that is no name: a message of a catalogue, a list, or words that
// only English has.
type message struct {
	*entry
	args    []Arg
	members *[]Text
	heard   bool // the key is a kind, and the argument what was said of it: see Heard
}

// entry is what messages of one key share.
type entry struct {
	of  *Catalogue // nil for a list
	key string     // or what stands between the members
}

// Marks of a message: it begins with a capital letter, and does not end in a full stop.
const (
	capitalised = "A"
	clause      = "."
)

// english marks words that no other language has.
var english = &message{entry: &entry{}}

// Name is a name, a number or another word that is the same in all languages.
func Name(words string) Text { return Text{words: words} }

// Names are several of them.
func Names(words ...string) []Text {
	all := make([]Text, len(words))
	for i, w := range words {
		all[i] = Name(w)
	}
	return all
}

// English are words that no catalogue has yet. A sentence in which they stand is English as a
// whole.
func English(words string) Text {
	if words == "" {
		return Text{}
	}
	return Text{words: words, m: english}
}

// Say is a message of a catalogue with what stands in it. Put into each place that says something, it would take more
// room in the program than all messages do.
//
//go:noinline
func (c *Catalogue) Say(key string, args ...Arg) Text {
	m := c.alone.of(c, key)
	if len(args) > 0 {
		m = &message{entry: m.entry, args: args}
	}
	return Text{m: m}
}

// Sentence is the text with a capital letter at its beginning.
func (t Text) Sentence() Text {
	if t.m == nil || t.m == english {
		t.words = string(capital([]byte(t.words), 0))
		return t
	}
	return t.marked(capitalised)
}

// Clause is the text without the full stop at its end, for a sentence that goes on.
func (t Text) Clause() Text {
	if t.m == nil || t.m == english {
		t.words = strings.TrimSuffix(t.words, ".")
		return t
	}
	return t.marked(clause)
}

func (t Text) marked(mark string) Text {
	if !strings.Contains(t.words, mark) {
		t.words += mark
	}
	return t
}

// List are several texts, between which stands And, Or or any other sign.
func List(members []Text, joint Joint) Text {
	if len(members) == 1 {
		return members[0]
	} else if len(members) == 0 {
		return Text{}
	}
	e, ok := joints[joint]
	if !ok {
		e = &entry{key: string(joint)}
	}
	return Text{m: &message{entry: e, members: &members}}
}

// joints are those of most lists.
var joints = map[Joint]*entry{And: {key: string(And)}, Or: {key: string(Or)}, " ": {key: " "}, ", ": {key: ", "},
	"; ": {key: "; "}}

// Empty reports whether the text is the zero Text.
func (t Text) Empty() bool { return t.words == "" && t.m == nil }

// Equal reports whether two texts say the same in every language.
func (t Text) Equal(o Text) bool {
	if t.words != o.words || t.m == o.m {
		return t.words == o.words
	}
	return t.m != nil && o.m != nil && t.m.of == o.m.of && t.m.key == o.m.key && t.m.heard == o.m.heard &&
		slices.EqualFunc(t.m.list(), o.m.list(), Text.Equal) && slices.EqualFunc(t.m.args, o.m.args, Arg.equal)
}

func (a Arg) equal(o Arg) bool {
	return a.name == o.name && a.many == o.many && a.number == o.number && a.kind == o.kind && a.text.Equal(o.text)
}

// Arg is one argument of a message.
type Arg struct {
	name   string
	text   Text // of a choice, the word that is true of it
	number int32
	kind   argKind
	many   bool
}

type argKind uint8

const (
	isText argKind = iota
	isNumber
	isChoice
)

// Joint is what stands between the members of a list.
type Joint string

// Joints that are words, "a, b and c", and signs before which not every language has a blank.
const (
	And       Joint = "and"
	Or        Joint = "or"
	Colon     Joint = ": "
	Semicolon Joint = "; "
	Point     Joint = "." // of a decimal number
)

// In is a joint that is a sign, as a language sets it.
func (j Joint) In(l Language) string {
	switch {
	case l == Fr && (j == Colon || j == Semicolon):
		return " " + string(j)
	case l != En && j == Point:
		return ","
	}
	return string(j)
}

// Decimal is a number that is written as "1.25" in English.
func Decimal(number string) Text { return List(Names(strings.Split(number, ".")...), Point) }

// Number is an argument that counts something.
func Number(name string, n int) Arg { return Arg{name: name, number: int32(n), kind: isNumber} }

// Words is an argument that is a name, a list or a message of its own.
func Words(name string, t Text) Arg { return Arg{name: name, text: t} }

// Choice is an argument that only chooses: by the word that is true of it, "" for none.
func Choice(name, fact string) Arg { return Arg{name: name, text: Name(fact), kind: isChoice} }

// Many is an argument that takes the plural in English, even if it is one name: of it "many" is
// true, beside "one" or "several".
func (a Arg) Many() Arg {
	a.many = true
	return a
}

// is reports whether a word is true of the argument.
func (a *Arg) is(word string) bool {
	several := a.text.m != nil && a.text.m.members != nil
	switch word {
	case "other":
		return true
	case "none":
		return a.kind != isNumber && a.text.Empty()
	case "one":
		return a.kind == isText && !several
	case "several":
		return several
	}
	return a.many && word == "many" || a.kind == isChoice && a.text.words == word
}

// String is the text in English.
func (t Text) String() string { return t.In(En) }

// MarshalText is the text in English, which is what programs read.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.In(En)), nil }

// In puts the text into words of a language, "" for English. If that lacks anything for it, the
// whole text is English.
func (t Text) In(l Language) string {
	l = cmp.Or(l, En)
	if t.m == nil || t.m == english {
		return t.words
	}
	var room [64]byte
	b, err := t.render(room[:0], l)
	if err != nil && l != En {
		b, err = t.render(room[:0], En)
	}
	if err != nil {
		return t.m.key
	}
	return string(b)
}

// Render is In for tests: it says why a text cannot be put into words of a language.
func (t Text) Render(l Language) (string, error) {
	b, err := t.render(nil, l)
	return string(b), err
}

// ErrLacks means that a language has no words for a text.
var ErrLacks = errors.New("is not translated")

// render appends the text in a language.
func (t Text) render(b []byte, l Language) ([]byte, error) {
	switch {
	case t.m == english && l != En:
		return b, fmt.Errorf("%q %w", t.words, ErrLacks)
	case t.m == nil || t.m == english:
		return append(b, t.words...), nil
	}
	from := len(b)
	var err error
	if t.m.heard {
		b, err = t.m.understood(b, l)
	} else if t.m.members != nil {
		b, err = t.m.listed(b, l)
	} else if p, ok := t.m.of.pattern(l, t.m.key); ok {
		b, err = (&rendition{m: t.m, l: l}).fill(b, p)
	} else {
		err = fmt.Errorf("%q %w into %s", t.m.key, ErrLacks, l.Name())
	}
	if t.words == "" || err != nil {
		return b, err
	}
	if strings.Contains(t.words, clause) {
		b = bytes.TrimSuffix(b, []byte("."))
	}
	if strings.Contains(t.words, capitalised) {
		b = capital(b, from)
	}
	return b, nil
}

// capital makes what begins somewhere begin with a capital letter.
func capital(b []byte, from int) []byte {
	r, n := utf8.DecodeRune(b[from:])
	up := unicode.ToUpper(r)
	if up == r || n == 0 {
		return b
	}
	rest := string(b[from+n:])
	return append(utf8.AppendRune(b[:from], up), rest...)
}

// rendition is a message as it is put into the words of a language.
type rendition struct {
	m *message
	l Language
	n int // the number that a # stands for
}

func (f *rendition) fill(b []byte, p pattern) ([]byte, error) {
	var err error
	for i := range p {
		switch s := &p[i]; {
		case s.kind == words:
			b = append(b, s.text...)
		case s.kind == hash:
			b = strconv.AppendInt(b, int64(f.n), 10)
		default:
			if b, err = f.slot(b, s); err != nil {
				return b, err
			}
		}
	}
	return b, nil
}

// slot puts an argument in, or what it chooses.
func (f *rendition) slot(b []byte, s *segment) ([]byte, error) {
	i := slices.IndexFunc(f.m.args, func(a Arg) bool { return a.name == s.text })
	if i < 0 {
		return b, fmt.Errorf("%s has no argument %q", f.m.key, s.text)
	}
	a := &f.m.args[i]
	if numeric := s.kind == number || s.kind == plural; numeric != (a.kind == isNumber) {
		return b, fmt.Errorf("%s: argument %q is a number, or should be one", f.m.key, s.text)
	}
	switch s.kind {
	case number:
		return strconv.AppendInt(b, int64(a.number), 10), nil
	case plural:
		return f.counted(b, s, int(a.number))
	case choice:
		for _, c := range s.cases {
			if a.is(c.word) {
				return f.fill(b, c.body)
			}
		}
		return b, fmt.Errorf("%s: nothing for %q", f.m.key, s.text)
	}
	return a.text.render(b, f.l)
}

// counted puts in what a number chooses.
func (f *rendition) counted(b []byte, s *segment, n int) ([]byte, error) {
	exact, category, best := "="+strconv.Itoa(n), f.l.category(n), len(s.cases)-1 // other
	for i, c := range s.cases {
		if c.word == exact {
			return f.of(n).fill(b, c.body)
		} else if c.word == category {
			best = i
		}
	}
	return f.of(n).fill(b, s.cases[best].body)
}

// of is the message with the number that a # stands for.
func (f *rendition) of(n int) *rendition { return &rendition{f.m, f.l, n} }

// list are the members of a list.
func (m *message) list() []Text {
	if m.members == nil {
		return nil
	}
	return *m.members
}

// listed appends the members of a list as a sentence joins them.
func (m *message) listed(b []byte, l Language) (_ []byte, err error) {
	joint := Joint(m.key).In(l)
	last := joint
	if Joint(joint) == And || Joint(joint) == Or {
		p, _ := own.pattern(l, joint)
		joint, last = ", ", " "+p[0].text+" "
	}
	for i, t := range *m.members {
		switch {
		case i == 0:
		case i < len(*m.members)-1:
			b = append(b, joint...)
		default:
			b = append(b, last...)
		}
		if b, err = t.render(b, l); err != nil {
			return b, err
		}
	}
	return b, nil
}
