package tongue

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// index is what English says, by the first word of the key: whole messages to their keys, and the keys of those in
// which arguments stand.
type index struct {
	whole map[string]map[string]string
	parts map[string][]string
}

// index prepares Read.
func (c *Catalogue) index() index {
	h := index{map[string]map[string]string{}, map[string][]string{}}
	for _, key := range c.Keys() {
		before, _, _ := strings.Cut(key, ".")
		kind := before + "."
		if h.whole[kind] == nil {
			h.whole[kind] = map[string]string{}
		}
		p, _ := c.pattern(En, key)
		plain := true
		for _, s := range p {
			plain = plain && (s.kind == words || s.kind == print || s.kind == number)
		}
		switch {
		case len(p) == 1 && plain && p[0].kind == words:
			h.whole[kind][p[0].text] = key
		case len(p) > 1 && plain:
			h.parts[kind] = append(h.parts[kind], key)
		}
	}
	return h
}

// Read finds the message that says this in English, of those whose keys begin with kind, a word
// and a dot. A record has one canonical form, in English: so a reader has its words in his own
// language. What stands in the message are names and numbers; where there are messages of the kind
// that an argument is called by, it is read as they are, and of the same kind it has to be one. Only messages of words,
// names and numbers are found; of several the one with the most words of its own.
func (c *Catalogue) Read(kind, said string) (t Text, ok bool) {
	if key, ok := c.heard().whole[kind][said]; ok {
		return c.Say(key), true
	}
	most := -1
	for _, key := range c.heard().parts[kind] {
		p, _ := c.pattern(En, key)
		args, own, found := p.match(said)
		if found && own > most && c.within(kind, args) {
			t, ok, most = c.Say(key, args...), true, own
		}
	}
	return t, ok
}

// Named is what Read finds, or else the name as it is, as that which somebody gave to a scenario of his own.
func (c *Catalogue) Named(kind, said string) Text {
	if t, ok := c.Read(kind, said); ok {
		return t
	}
	return Name(said)
}

// within reads the arguments that are called by a kind of messages. It is false if one of this kind
// says nothing.
func (c *Catalogue) within(kind string, args []Arg) bool {
	for i := range args {
		a := &args[i]
		of := a.name + "."
		if a.kind != isText || c.heard().whole[of] == nil {
			continue
		}
		if t, ok := c.Read(of, a.text.words); ok {
			a.text = t
		} else if of == kind {
			return false
		}
	}
	return true
}

// match reads what a pattern of words, names and numbers has said: each name is as short as it can
// be, but for the last. own is how many bytes of the text are words of the pattern.
func (p pattern) match(said string) (args []Arg, own int, ok bool) {
	var open segment // the argument whose end is looked for
	take := func(word string) bool {
		if n, err := strconv.Atoi(word); open.kind == number {
			args = append(args, Number(open.text, n))
			return err == nil
		}
		args = append(args, Words(open.text, Name(word)))
		return true
	}
	for _, s := range p {
		if s.kind != words {
			open = s
			continue
		}
		i := strings.Index(said, s.text)
		if i < 0 || (open.text == "") != (i == 0) || i > 0 && !take(said[:i]) {
			return nil, 0, false
		}
		open, said, own = segment{}, said[i+len(s.text):], own+len(s.text)
	}
	if (open.text == "") != (said == "") || said != "" && !take(said) {
		return nil, 0, false
	}
	return args, own, true
}

// Heard are words of a record, which are English: they are read when they are put into words of
// another language, as Read does.
func (c *Catalogue) Heard(kind, said string) Text {
	if said == "" {
		return Text{}
	}
	return Text{m: &message{entry: &entry{c, kind}, args: []Arg{{text: Name(said)}}, heard: true}}
}

// understood appends what was heard.
func (m *message) understood(b []byte, l Language) ([]byte, error) {
	said := m.args[0].text.words
	if l == En || !strings.ContainsFunc(said, unicode.IsLetter) {
		return append(b, said...), nil
	}
	t, ok := m.of.Read(m.key, said)
	if !ok {
		return b, fmt.Errorf("%q %w", said, ErrLacks)
	}
	return t.render(b, l)
}
