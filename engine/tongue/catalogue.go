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
	in map[Language]func() (map[string]pattern, error)
	// What English says, to be read back, by the first word of the key: whole messages to
	// their keys, and the keys of those in which arguments stand.
	whole map[string]map[string]string
	parts map[string][]string
	alone map[string]*message // messages in which nothing stands
}

// Load reads words/en.properties and the files of the other languages beside it, of one folder or
// of several, no two of which have the same message. A message that cannot be read, or that only
// another language has, is an error.
func Load(folders ...fs.FS) (*Catalogue, error) {
	c, err := load(folders)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, l := range Languages() {
		_, err := c.in[l]()
		faults = append(faults, err)
	}
	return c, errors.Join(faults...)
}

// MustLoad is Load for files that the program has in itself. It reads English at once and panics if that
// is wrong; where another language is wrong, whoever says something in it does, as tests do in each.
func MustLoad(folders ...fs.FS) *Catalogue {
	c, err := load(folders)
	if err != nil {
		panic(err)
	}
	return c
}

// load reads English alone.
func load(folders []fs.FS) (*Catalogue, error) {
	c := &Catalogue{in: map[Language]func() (map[string]pattern, error){}}
	for _, l := range Languages() {
		c.in[l] = sync.OnceValues(func() (map[string]pattern, error) { return readAll(folders, l) })
	}
	if _, err := c.in[En](); err != nil {
		return nil, err
	}
	c.index()
	return c, nil
}

// readAll reads the files of one language.
func readAll(folders []fs.FS, l Language) (map[string]pattern, error) {
	all := map[string]pattern{}
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
func (c *Catalogue) messages(l Language) map[string]pattern {
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
func readFile(all map[string]pattern, text string) error {
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
		if err := readMessage(all, line); err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", first, err))
		}
	}
	if whole != "" {
		faults = append(faults, fmt.Errorf("line %d: the message does not end", first))
	}
	return errors.Join(faults...)
}

// readMessage reads "key = pattern".
func readMessage(all map[string]pattern, line string) error {
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
	p, err := parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	all[key] = p
	return nil
}
