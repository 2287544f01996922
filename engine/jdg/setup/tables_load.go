package setup

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/jdg/data"
)

// maxTable is the largest table file that is read, in bytes.
const maxTable = 64 << 10

// tableFiles are the files of the tables in the order of Tables.Files.
var tableFiles = []struct {
	name    string
	columns string
	read    func(*Tables, *tableSheet) error
}{
	{"tables/fire.csv", "index,result", (*Tables).readFire},
	{"tables/fire-drm.csv", "key,drm", (*Tables).readFireMods},
	{"tables/shock.csv", "index,effects", (*Tables).readShock},
	{"tables/shock-drm.csv", "key,drm", (*Tables).readShockMods},
	{"tables/ratio.csv", "column,drm", (*Tables).readRatios},
	{"tables/terrain.csv", "terrain,inf,cav,art,road,trail,los,charge,advance,defence,fire,fronts,halt,square", (*Tables).readHexes},
	{"tables/hexside.csv", "side,inf,cav,art,los,zoc,charge,advance,withdraw,attack,crossing", (*Tables).readSides},
}

// LoadTables reads the bundled tables. A file in replace, under a name such
// as "tables/fire.csv", takes the place of the bundled one. The error names
// file and line of the first fault of every faulty file, and every name in
// replace that no table has.
func LoadTables(replace map[string][]byte) (*Tables, error) {
	t := &Tables{texts: map[string][]byte{}}
	var faults []error
	known := map[string]bool{}
	for _, f := range tableFiles {
		known[f.name] = true
		text, ok := replace[f.name]
		if !ok {
			var err error
			if text, err = data.Files.ReadFile(f.name); err != nil {
				return nil, fmt.Errorf("reading bundled table: %w", err)
			}
		}
		s, err := readSheet(f.name, f.columns, text)
		if err == nil {
			err = f.read(t, s)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		t.Files = append(t.Files, engine.DataFile{Name: f.name, Hash: sha256.Sum256(text), Source: s.source})
		t.texts[f.name] = text
	}
	for _, name := range slices.Sorted(maps.Keys(replace)) {
		if !known[name] {
			faults = append(faults, fmt.Errorf("%s: no table has this name; want one of %s", name, strings.Join(tableNames(), ", ")))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return t, nil
}

func tableNames() []string {
	names := make([]string, len(tableFiles))
	for i, f := range tableFiles {
		names[i] = f.name
	}
	return names
}

// tableSheet is one table file cut into rows.
type tableSheet struct {
	name    string
	source  string
	columns []string
	rows    []tableRow
}

// tableRow is one line of a table. Its methods take the fields from left to right
// and remember the first fault.
type tableRow struct {
	sheet  *tableSheet
	line   int
	fields []string
	next   int
	err    error
}

func readSheet(name, columns string, text []byte) (*tableSheet, error) {
	s := &tableSheet{name: name, columns: strings.Split(columns, ",")}
	if len(text) > maxTable {
		return nil, fmt.Errorf("%s: %d bytes, at most %d are read", name, len(text), maxTable)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // spreadsheets put it there
	n := 0
	for line := range strings.Lines(string(text)) {
		if n++; !utf8.ValidString(line) {
			return nil, fmt.Errorf("%s:%d: not UTF-8", name, n)
		}
		if rest, ok := strings.CutPrefix(line, "# Source: "); ok && s.source == "" {
			s.source = strings.TrimSpace(rest)
		}
	}
	if s.source == "" {
		return nil, fmt.Errorf("%s: no line \"# Source: …\" says where the numbers are from", name)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	r.FieldsPerRecord = len(s.columns)
	for head := true; ; head = false {
		fields, err := r.Read()
		switch {
		case errors.Is(err, io.EOF) && head:
			return nil, fmt.Errorf("%s: no header line %s", name, columns)
		case errors.Is(err, io.EOF):
			return s, nil
		case err != nil:
			return nil, sheetFault(name, err, len(fields), columns)
		}
		line, _ := r.FieldPos(0)
		if !head {
			s.rows = append(s.rows, tableRow{sheet: s, line: line, fields: fields})
		} else if got := strings.Join(fields, ","); got != columns {
			return nil, fmt.Errorf("%s:%d: columns %s, want %s", name, line, got, columns)
		}
	}
}

// sheetFault puts a fault that the CSV reader found into our own form.
func sheetFault(name string, err error, fields int, columns string) error {
	var p *csv.ParseError
	errors.As(err, &p) // what is read from memory has no other faults
	if errors.Is(p.Err, csv.ErrFieldCount) {
		return fmt.Errorf("%s:%d: %d columns, want %d with commas between: %s", name, p.StartLine, fields, strings.Count(columns, ",")+1, columns)
	}
	return fmt.Errorf("%s:%d: %w; no field needs quotes", name, p.StartLine, p.Err)
}

// fault is an error of the whole file.
func (s *tableSheet) fault(format string, args ...any) error {
	return fmt.Errorf("%s: %s", s.name, fmt.Sprintf(format, args...))
}

// fault notes an error in this line unless there is one already.
func (r *tableRow) fault(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%s:%d: %s", r.sheet.name, r.line, fmt.Sprintf(format, args...))
	}
}

// text takes the next field and the name of its column.
func (r *tableRow) text() (value, column string) {
	value, column = r.fields[r.next], r.sheet.columns[r.next]
	r.next++
	return value, column
}

// number takes a whole number from lo to hi.
func (r *tableRow) number(lo, hi int) int {
	want := fmt.Sprintf("a whole number from %d to %d", lo, hi)
	if lo == hi {
		want = fmt.Sprintf("%d, as the rules have it", lo)
	}
	return r.numberOr(lo, hi, want)
}

// numberOr is number with words for what would be right.
func (r *tableRow) numberOr(lo, hi int, want string) int {
	value, column := r.text()
	n, err := strconv.Atoi(value)
	if err != nil || n < lo || n > hi {
		r.fault("%s %q is not %s", column, value, want)
	}
	return n
}

// word takes one of the words and returns its place among them, below 0 with
// a fault.
func (r *tableRow) word(words ...string) int {
	value, column := r.text()
	i := slices.Index(words, value)
	if i < 0 {
		r.fault("%s %q is not one of %s", column, value, strings.Join(words, ", "))
	}
	return i
}

// yes takes yes or no.
func (r *tableRow) yes() bool { return r.word("no", "yes") == 1 }

// cost takes MP from lo to 20, or Z.
func (r *tableRow) cost(lo int) Cost {
	if r.fields[r.next] == "Z" {
		r.next++
		return NoEntry
	}
	return Cost(r.numberOr(lo, 20, fmt.Sprintf("a whole number from %d to 20, nor Z", lo)))
}

// arms takes no, or arms joined by +, each once.
func (r *tableRow) arms() (set [3]bool) {
	value, column := r.text()
	if value == "no" {
		return set
	}
	for name := range strings.SplitSeq(value, "+") {
		i := slices.Index(armNames[:], name)
		if i < 0 || set[i] {
			r.fault("%s %q is not no, nor of %s joined by +, each once", column, value, strings.Join(armNames[:], ", "))
			return set
		}
		set[i] = true
	}
	return set
}

// eachName calls read for the rows of a sheet whose first column holds each
// of names once, with the place of the row's name among them.
func (s *tableSheet) eachName(names []string, read func(i int, r *tableRow)) error {
	seen := make([]int, len(names)) // lines
	for k := range s.rows {
		r := &s.rows[k]
		i := r.word(names...)
		if r.err == nil && seen[i] != 0 {
			r.fault("%s stands in line %d already", names[i], seen[i])
		}
		if r.err == nil {
			seen[i] = r.line
			read(i, r)
		}
		if r.err != nil {
			return r.err
		}
	}
	if i := slices.Index(seen, 0); i >= 0 {
		return s.fault("no line for %s", names[i])
	}
	return nil
}

// readLadder reads a result table: consecutive indices with one cell each.
func readLadder[T any](s *tableSheet, cell func(*tableRow) T) (openLadder[T], error) {
	var l openLadder[T]
	for k := range s.rows {
		r := &s.rows[k]
		i := r.number(-50, 50)
		if k == 0 {
			l.first = i
		}
		if l.first > 0 {
			r.fault("index %d comes first, want 0 or less", i)
		}
		if i != l.first+k {
			r.fault("index %d after %d, want %d", i, l.first+k-1, l.first+k)
		}
		c := cell(r)
		if r.err != nil {
			return l, r.err
		}
		l.rows = append(l.rows, c)
	}
	if l.first+len(l.rows) < 10 {
		return l, s.fault("%d rows from index %d on, want them to 9 or more", len(l.rows), l.first)
	}
	return l, nil
}
