package lines

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"berthier/engine"
)

// TableFile is a table that a game has: its name, "tables/fire.csv", its columns as
// ReadTable wants them, and what reads it into T.
type TableFile[T any] struct {
	Name, Columns string
	Read          func(*T, *Table) error
}

// Charts are the table files in force, in the order in which the game lists its
// tables.
type Charts struct {
	Files []engine.DataFile
	texts map[string][]byte
}

// Text gives the bytes of a table file in force, nil for any other name. The caller
// must not change them.
func (c *Charts) Text(name string) []byte { return c.texts[name] }

// Hash is one hash over all table files in force.
func (c *Charts) Hash() [sha256.Size]byte {
	h := sha256.New()
	for _, d := range c.Files {
		fmt.Fprintf(h, "%s %x\n", d.Name, d.Hash)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// LoadTables reads the tables of a game into t. A file in replace takes the place of
// the bundled one of its name. The error names file and line of the first fault of
// every faulty file, and every name in replace that no table has.
func LoadTables[T any](t *T, tables []TableFile[T], bundled fs.FS, replace map[string][]byte) (Charts, error) {
	charts := Charts{texts: map[string][]byte{}}
	var faults []error
	var names []string
	for _, f := range tables {
		names = append(names, f.Name)
		text, ok := replace[f.Name]
		if !ok {
			var err error
			if text, err = fs.ReadFile(bundled, f.Name); err != nil {
				return Charts{}, fmt.Errorf("reading bundled table: %w", err)
			}
		}
		s, err := ReadTable(f.Name, f.Columns, text)
		if err == nil {
			err = f.Read(t, s)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		charts.Files = append(charts.Files, engine.DataFile{Name: f.Name, Hash: sha256.Sum256(text), Source: s.Source,
			Own: s.Own})
		charts.texts[f.Name] = text
	}
	for _, name := range slices.Sorted(maps.Keys(replace)) {
		if !slices.Contains(names, name) {
			faults = append(faults, fmt.Errorf("%s: no table has this name; want one of %s", name,
				strings.Join(names, ", ")))
		}
	}
	return charts, errors.Join(faults...)
}

// Folders of the files that a game has besides its tables.
const (
	ScenarioDir = "scenarios/"
	fileEnd     = ".txt"
)

// Path is the name under which a file of a folder stands among the data files.
func Path(folder, name string) string { return folder + name + fileEnd }

// FileText is the text of one file, and whether the program brings it along.
type FileText struct {
	Name    string // without folder and ending: "austerlitz"
	Path    string
	Text    []byte
	Bundled bool
}

// SplitFiles parts what an owner gives in replace from the bundled files: those of a folder that are in force, his
// and the others, in the order of their names, and what else there is in replace.
func SplitFiles(
	folder string,
	bundled fs.FS,
	replace map[string][]byte,
) (files []FileText, others map[string][]byte, err error) {
	texts, others := map[string][]byte{}, map[string][]byte{}
	names, err := fs.Glob(bundled, folder+"*"+fileEnd)
	if err != nil {
		return nil, nil, err
	}
	for _, n := range names {
		if texts[n], err = fs.ReadFile(bundled, n); err != nil {
			return nil, nil, err
		}
	}
	for n, text := range replace {
		if strings.HasPrefix(n, folder) && strings.HasSuffix(n, fileEnd) {
			texts[n] = text
		} else {
			others[n] = text
		}
	}
	for _, n := range slices.Sorted(maps.Keys(texts)) {
		_, replaced := replace[n]
		name := strings.TrimSuffix(strings.TrimPrefix(n, folder), fileEnd)
		files = append(files, FileText{Name: name, Path: n, Text: texts[n], Bundled: !replaced})
	}
	return files, others, nil
}

// File is what scenarios, maps and rosters keep of their files.
type File struct {
	Source string // where it is from, for players
	Own    bool   // it is made up by this project
	Hash   [sha256.Size]byte
	Text   []byte // nobody changes it
}

// File is the file with the text that is read.
func (r *Reader) File(text []byte) File {
	f := File{Hash: sha256.Sum256(text), Text: text}
	if f.Source, f.Own = r.Source(); f.Source == "" {
		f.Source = "supplied by the umpire"
	}
	return f
}

// Data is the file among those of a game, under its path.
func (f *File) Data(path string) engine.DataFile {
	return engine.DataFile{Name: path, Hash: f.Hash, Source: f.Source, Own: f.Own}
}

// bring says that the program brings the file along.
func (f *File) bring() { f.Source, f.Own = OwnSource, true }

// LoadScenarios reads scenarios, which have a File each. The error names the file of the first that is faulty.
func LoadScenarios[S interface{ bring() }](
	files []FileText,
	read func(name string, text []byte) (S, error),
) (all []S, err error) {
	for _, f := range files {
		s, err := read(f.Name, f.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Path, err)
		}
		if f.Bundled {
			s.bring()
		}
		all = append(all, s)
	}
	return all, nil
}
