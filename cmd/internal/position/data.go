package position

import (
	"crypto/sha256"
	"maps"
	"strings"
	"sync"

	"berthier/cmd/internal/audit"
	"berthier/engine"
	"berthier/engine/lines"
)

// MaxTexts is the most that the data files of an attachment have together, in bytes. The largest scenario that
// the program brings along has half of it.
const MaxTexts = 64 << 10

// Bundle tells which data files every program brings along, by the names of the games.
type Bundle map[string]func() map[file]bool

// file is a data file by what it is and what it contains.
type file struct {
	name string
	hash [sha256.Size]byte
}

// NewBundle is that of a program whose games load makes; nil makes none, and then no data file travels.
// What a game has is read when somebody first asks, who may ask beside others.
func NewBundle(load audit.Loader, games []engine.Ruleset) Bundle {
	b := Bundle{}
	if load == nil {
		return b
	}
	for _, rs := range games {
		b[rs.Name()] = sync.OnceValue(func() map[file]bool { return bundled(load, rs.Name()) })
	}
	return b
}

// bundled are the data files of all scenarios of a game; nil if they cannot be known.
func bundled(load audit.Loader, game string) map[file]bool {
	rs, err := load(game, nil)
	if err != nil {
		return nil
	}
	all := map[file]bool{}
	for _, scenario := range rs.Scenarios() {
		start, err := rs.Start(engine.Setup{Scenario: scenario})
		if err != nil {
			return nil
		}
		for _, d := range rs.Data(start) {
			all[file{d.Name, d.Hash}] = true
		}
	}
	return all
}

// Texts are the data files in force that nobody has at home, by their names: those that an umpire replaced, and
// those that another game exported. None is a secret, whoever reads it: the data files of a game stand in each of
// its archives, while it goes on too, and what a side may not know is never one of them (engine.Ruleset.Data). If
// they have more than MaxTexts none travels.
func (b Bundle) Texts(rs engine.Ruleset, p engine.Position) map[string][]byte {
	known := b[rs.Name()]
	if known == nil || known() == nil {
		return nil
	}
	texts, total := map[string][]byte{}, 0
	for _, d := range rs.Data(p) {
		if !known()[file{d.Name, d.Hash}] {
			texts[d.Name] = rs.DataText(p, d.Name)
			total += len(texts[d.Name])
		}
	}
	if len(texts) == 0 || total > MaxTexts {
		return nil
	}
	return texts
}

// Rules are those that the position was made by: with its own data files, and with those that somebody has at home
// in the place of bundled ones.
func (a Attachment) Rules(load audit.Loader, home map[string][]byte) (engine.Ruleset, error) {
	data := maps.Clone(home)
	if data == nil {
		data = map[string][]byte{}
	}
	maps.Copy(data, a.Texts)
	return load(a.Ruleset, data)
}

// putTexts writes the data files that travel, line by line: a quoted line keeps the carriage return that it ends with.
func (a Attachment) putTexts(w *lines.KeyWriter) {
	for _, d := range a.Data {
		text, travels := a.Texts[d.Name]
		if !travels {
			continue
		}
		w.Put("text", d.Name)
		for line := range strings.SplitSeq(string(text), "\n") {
			w.Put("line", line)
		}
	}
}

// readTexts reads them. Each is one of those in force, with the hash that it has there.
func (a *Attachment) readTexts(r *lines.KeyReader) {
	hashes := map[string][sha256.Size]byte{}
	for _, d := range a.Data {
		hashes[d.Name] = d.Hash
	}
	for total := 0; r.Next("text"); {
		name := r.Word("text")
		var all []string
		for r.Next("line") {
			line := r.Word("line")
			all = append(all, line)
			if total += len(line) + 1; total > MaxTexts+len(a.Data) {
				r.Fail("the data files have more than %d bytes", MaxTexts)
			}
		}
		text := []byte(strings.Join(all, "\n"))
		if hash, named := hashes[name]; !named || sha256.Sum256(text) != hash {
			r.Fail("%s is not the data file that the position names", name)
		}
		if a.Texts == nil {
			a.Texts = map[string][]byte{}
		}
		a.Texts[name] = text
	}
}
