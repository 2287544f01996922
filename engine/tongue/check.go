package tongue

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// use is what a message does with one of its arguments.
type use struct {
	counts, printed bool
	words           []string // that choose
}

// uses tells what a pattern does with its arguments.
func (p pattern) uses(all map[string]use) map[string]use {
	for _, s := range p {
		if s.kind == words || s.kind == hash {
			continue
		}
		u := all[s.text]
		u.counts = u.counts || s.kind == number || s.kind == plural
		u.printed = u.printed || s.kind == number || s.kind == print
		for _, c := range s.cases {
			if s.kind == choice {
				u.words = append(u.words, c.word)
			}
			u.printed = u.printed || slices.ContainsFunc(c.body, func(s segment) bool { return s.kind == hash })
		}
		all[s.text] = u
		for _, c := range s.cases {
			c.body.uses(all)
		}
	}
	return all
}

// Arguments lists the names of what stands in a message.
func (c *Catalogue) Arguments(key string) []string {
	p, _ := c.pattern(En, key)
	return slices.Sorted(maps.Keys(p.uses(map[string]use{})))
}

// Faults are what is wrong with the messages of other languages beside the English ones, for
// tests: each a sentence.
func (c *Catalogue) Faults() (faults []string) {
	for _, l := range Languages() {
		for _, key := range slices.Sorted(maps.Keys(c.messages(l))) {
			fault := func(format string, args ...any) {
				faults = append(faults, string(l)+" "+key+": "+fmt.Sprintf(format, args...))
			}
			p, _ := c.pattern(l, key)
			reference, ok := c.pattern(En, key)
			if !ok {
				fault("English has no such message")
				continue
			}
			compare(reference.uses(map[string]use{}), p.uses(map[string]use{}), fault)
			if end, want := p.end(), l.mark(reference.end()); end != want {
				fault("it ends in %q; want %q, as English ends in %q", end, want, reference.end())
			}
			p.plurals(l, fault)
		}
	}
	return faults
}

// ofAll are words that choose and that every argument knows.
var ofAll = []string{"none", "one", "several", "other"}

// compare holds what a message does with its arguments to the English one.
func compare(english, others map[string]use, fault func(format string, args ...any)) {
	for _, name := range slices.Sorted(maps.Keys(english)) {
		if _, ok := others[name]; !ok && english[name].printed {
			fault("it lacks {%s}", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		u, ok := english[name]
		switch {
		case !ok:
			fault("{%s} is no argument of the English message", name)
		case u.counts != others[name].counts:
			fault("{%s} is a number in one and not in the other", name)
		}
		for _, w := range others[name].words {
			if !slices.Contains(u.words, w) && !slices.Contains(ofAll, w) {
				fault("{%s} is never %q", name, w)
			}
		}
	}
}

// plurals looks for forms that a language has and a message lacks.
func (p pattern) plurals(l Language, fault func(format string, args ...any)) {
	for _, s := range p {
		for _, form := range l.categories() {
			has := func(b branch) bool { return b.word == form || b.word == "=1" && form == "one" }
			if s.kind == plural && !slices.ContainsFunc(s.cases, has) {
				fault("{%s} has no form %q", s.text, form)
			}
		}
		for _, c := range s.cases {
			c.body.plurals(l, fault)
		}
	}
}

// mark is how a language writes a stop: Greek asks with a semicolon.
func (l Language) mark(stop string) string {
	if l == El && stop == "?" {
		return ";"
	}
	return stop
}

// end is the stop with which a message ends, "" if it ends in no stop.
func (p pattern) end() string {
	if len(p) == 0 {
		return ""
	}
	last := p[len(p)-1].text
	if p[len(p)-1].kind != words || strings.TrimRight(last, ".:;?") == last {
		return ""
	}
	return last[len(last)-1:]
}

// Samples are a message with things in it that are hard to put into words, for tests: numbers from
// none to many, names of one and of several, and every word that chooses.
func (c *Catalogue) Samples(key string) (all []Text) {
	p, _ := c.pattern(En, key)
	reference := p.uses(map[string]use{})
	for i := range 12 {
		var args []Arg
		for _, name := range slices.Sorted(maps.Keys(reference)) {
			u := reference[name]
			switch words := append(slices.Clone(u.words), "other"); {
			case u.counts:
				args = append(args, Number(name, []int{0, 1, 2, 5, 22}[i%5]))
			case u.printed:
				a := Words(name, List(sampleNames[i%len(sampleNames)], And))
				a.many = words[i%len(words)] == "many"
				args = append(args, a)
			default:
				args = append(args, Choice(name, words[i%len(words)]))
			}
		}
		all = append(all, c.Say(key, args...))
	}
	return all
}

// sampleNames are a unit whose noun is feminine, one in the plural, and several.
var sampleNames = [][]Text{
	{Name("10e légère (10leg)")}, {Name("Hussards de Hesse-Hombourg (hesse)")},
	{Name("3e de ligne"), Name("4e cuirassiers"), Name("Žuran")},
}
