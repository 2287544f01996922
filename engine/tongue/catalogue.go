package tongue

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed words/*.properties
var ownFiles embed.FS

// own are the words of this package, which stand between the members of lists.
var own = MustLoad(ownFiles)

// Catalogue has the messages of one package in each language. It is never changed.
type Catalogue struct {
	// in reads a language when something is said in it for the first time: most programs that start
	// say little, and that in English.
	in    map[Language]func() (map[string]*source, error)
	heard func() index // what English says, to be read back
	alone kept
}

// kept are the messages in which nothing stands, by key. No file is read for them, as the tables of all games
// have some, and most programs that start show none.
type kept struct {
	byKey sync.Map
	mu    sync.Mutex
	keys  int
}

// mostKept is more than any package has. Who says what a hostile file names keeps no more of it.
const mostKept = 4096

func (k *kept) of(c *Catalogue, key string) *message {
	if m, ok := k.byKey.Load(key); ok {
		return m.(*message)
	}
	m := &message{entry: &entry{c, key}}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.keys < mostKept {
		k.keys++
		k.byKey.Store(key, m)
	}
	return m
}

// source is a message as its file has it. Most are never said by a program that starts: a message is read when
// it is said for the first time.
type source struct {
	line int
	text string
	once sync.Once
	p    pattern
	err  error
}

// read reads the message of a key in a language.
func (w *source) read(l Language, key string) (pattern, error) {
	w.once.Do(func() {
		if w.p, w.err = parse(w.text); w.err != nil {
			w.err = fmt.Errorf("words/%s.properties: line %d: %s: %w", l, w.line, key, w.err)
		}
	})
	return w.p, w.err
}

// Load reads words/en.properties and the files of the other languages beside it, of one folder or
// of several, no two of which have the same message. A message that cannot be read, or that only
// another language has, is an error.
func Load(folders ...fs.FS) (*Catalogue, error) {
	c := MustLoad(folders...)
	var faults []error
	for _, l := range Languages() {
		all, err := c.in[l]()
		faults = append(faults, err)
		for _, key := range slices.Sorted(maps.Keys(all)) {
			_, err := all[key].read(l, key)
			faults = append(faults, err)
		}
	}
	return c, errors.Join(faults...)
}

// MustLoad is Load for files that the program has in itself. It reads none of them yet: most programs that start
// say nothing of most games. Where a message is wrong, or there is none, whoever says it panics, as tests do with each.
func MustLoad(folders ...fs.FS) *Catalogue {
	c := &Catalogue{in: map[Language]func() (map[string]*source, error){}}
	for _, l := range Languages() {
		c.in[l] = sync.OnceValues(func() (map[string]*source, error) { return readAll(folders, l) })
	}
	c.heard = sync.OnceValue(c.index)
	return c
}

// readAll reads the files of one language.
func readAll(folders []fs.FS, l Language) (map[string]*source, error) {
	all := map[string]*source{}
	var faults []error
	for _, files := range folders {
		name := "words/" + string(l) + ".properties"
		text, err := fs.ReadFile(files, name)
		if errors.Is(err, fs.ErrNotExist) && l != En {
			continue
		} else if err != nil {
			return nil, fmt.Errorf("reading the words of %s: %w", l.Name(), err)
		}
		if err := readFile(all, string(text)); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, err))
		}
	}
	return all, errors.Join(faults...)
}

// messages are those in a language, none if nobody speaks it.
func (c *Catalogue) messages(l Language) map[string]*source {
	read, ok := c.in[l]
	if !ok {
		return nil
	}
	all, err := read()
	if err != nil {
		panic(err)
	}
	return all
}

// pattern is that of a message, if the language has it.
func (c *Catalogue) pattern(l Language, key string) (p pattern, ok bool) {
	w, ok := c.messages(l)[key]
	if !ok {
		return nil, false
	}
	p, err := w.read(l, key)
	if err != nil {
		panic(err)
	}
	return p, true
}

// Has reports whether there is a message of this key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.messages(En)[key]
	return ok
}

// Keys lists the keys of all messages.
func (c *Catalogue) Keys() []string { return slices.Sorted(maps.Keys(c.messages(En))) }

// Lacks lists what is said in English for want of words: "pl story.turn".
func (c *Catalogue) Lacks() (all []string) {
	for _, l := range Languages() {
		for _, key := range c.Keys() {
			if _, ok := c.messages(l)[key]; !ok {
				all = append(all, string(l)+" "+key)
			}
		}
	}
	return all
}

// readFile reads a file of messages.
func readFile(all map[string]*source, text string) error {
	var faults []error
	whole, first := "", 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if whole == "" {
			first = i + 1
			if line == "" || line[0] == '#' {
				continue
			}
		}
		if more, ok := strings.CutSuffix(line, `\`); ok {
			whole += more
			continue
		}
		line, whole = whole+line, ""
		if err := readMessage(all, first, line); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", first, err))
		}
	}
	if whole != "" {
		faults = append(faults, fmt.Errorf("line %d: the message does not end", first))
	}
	return errors.Join(faults...)
}

// readMessage reads "key = pattern", which begins in a line.
func readMessage(all map[string]*source, at int, line string) error {
	key, text, ok := strings.Cut(line, "=")
	key, text = strings.TrimSpace(key), strings.TrimSpace(text)
	if !ok || key == "" || strings.ContainsAny(key, " {}\\") {
		return fmt.Errorf("%q is no \"key = message\"", line)
	}
	if _, twice := all[key]; twice {
		return fmt.Errorf("%s stands there before", key)
	}
	if rest, blank := strings.CutPrefix(text, `\ `); blank {
		text = " " + rest
	}
	all[key] = &source{line: at, text: text}
	return nil
}
