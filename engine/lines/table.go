package lines

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxTable is the largest table that is read, in bytes.
const MaxTable = 64 << 10

// OwnSource is how the source of a file begins whose content is made up by this
// project and not printed in the source of the game.
const OwnSource = "a value of this project"

// Table is one table cut into rows.
type Table struct {
	File    string   // name, for faults: "tables/fire.csv"
	Head    []string // comment lines above the columns, without # and blanks around
	Rule    string   // that the table serves: "8.6, 9.2"
	Source  string   // where the numbers are from, for players
	Own     bool     // they are values of this project
	Columns []string
	Rows    []*Row
}

// Row is one row of a table. Its methods take the fields from left to right and
// keep the first fault.
type Row struct {
	table  *Table
	line   int
	fields []string
	next   int
	err    error
}

// ReadTable reads a table that has the columns, parted by commas. The error names
// the file, and the line if it is about one.
func ReadTable(file, columns string, text []byte) (*Table, error) {
	t := &Table{File: file, Columns: strings.Split(columns, ",")}
	if len(text) > MaxTable {
		return nil, t.Fault("%d bytes, at most %d are read", len(text), MaxTable)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // spreadsheets put it there
	if err := t.readHead(text); err != nil {
		return nil, err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	r.FieldsPerRecord = len(t.Columns)
	for head := true; ; head = false {
		fields, err := r.Read()
		switch {
		case errors.Is(err, io.EOF) && head:
			return nil, t.Fault("no header line %s", columns)
		case errors.Is(err, io.EOF):
			return t, nil
		case err != nil:
			return nil, t.csvFault(err, len(fields))
		}
		no, _ := r.FieldPos(0)
		if !head {
			err = t.addRow(no, fields)
		} else if got := strings.Join(fields, ","); got != columns {
			err = t.faultIn(no, "columns %s, want %s", got, columns)
		}
		if err != nil {
			return nil, err
		}
	}
}

// inBrackets finds the rules in a title.
var inBrackets = regexp.MustCompile(`\[([0-9A-Za-z][^\[\]]*)\]`)

// readHead reads the comment lines above the columns.
func (t *Table) readHead(text []byte) error {
	no, head := 0, true
	for l := range strings.Lines(string(text)) {
		if no++; !utf8.ValidString(l) {
			return t.faultIn(no, "not UTF-8")
		}
		comment, is := strings.CutPrefix(l, "#")
		if head = head && (is || strings.TrimSpace(l) == ""); !head || !is {
			continue
		}
		comment = strings.TrimSpace(comment)
		t.Head = append(t.Head, comment)
		source, is := sourceIn(comment)
		if is && t.Source != "" {
			return t.faultIn(no, "a second source; the first is %q", t.Source)
		}
		if is {
			t.Source = source
		}
	}
	if len(t.Head) > 0 {
		if rule := inBrackets.FindStringSubmatch(t.Head[0]); rule != nil {
			t.Rule = rule[1]
		}
	}
	if t.Rule == "" {
		return t.Fault("the first line is not \"# TITLE [RULE]\", with the rule that the table serves")
	}
	if t.Source == "" {
		return t.Fault("no line \"# Source: …\" says where the numbers are from")
	}
	t.Own = isOwn(t.Source)
	return nil
}

// sourceIn reads the line of a head that says where the content is from.
func sourceIn(comment string) (source string, is bool) {
	source, is = strings.CutPrefix(comment, "Source: ")
	return strings.TrimSpace(source), is
}

// isOwn reports whether a source says that the content is made up by this project.
func isOwn(source string) bool {
	kind, _, _ := strings.Cut(source, ";")
	return kind == OwnSource
}

// addRow adds a row whose fields are plain text.
func (t *Table) addRow(no int, fields []string) error {
	for i, f := range fields {
		switch {
		case strings.ContainsAny(f, ",\"\r\n"):
			return t.faultIn(no, "%s %q has a comma, a quote or a line break, want none", t.Columns[i], f)
		case strings.HasPrefix(f, "#") || strings.TrimSpace(f) != f:
			return t.faultIn(no, "%s %q has a # or a blank at an end, want none", t.Columns[i], f)
		case i == 0 && f == "":
			return t.faultIn(no, "%s is empty, want what the row is for", t.Columns[i])
		}
	}
	t.Rows = append(t.Rows, &Row{table: t, line: no, fields: fields})
	return nil
}

// csvFault puts a fault that the CSV reader found into our own form.
func (t *Table) csvFault(err error, fields int) error {
	var p *csv.ParseError
	errors.As(err, &p) // what is read from memory has no other faults
	if errors.Is(p.Err, csv.ErrFieldCount) {
		return t.faultIn(p.StartLine, "%d columns, want %d with commas between: %s", fields,
			len(t.Columns), strings.Join(t.Columns, ","))
	}
	return t.faultIn(p.StartLine, "%v; no field needs quotes", p.Err)
}

// Print writes the table as the package doc says.
func (t *Table) Print() []byte {
	var b bytes.Buffer
	for _, l := range t.Head {
		fmt.Fprintln(&b, strings.TrimSpace("# "+l))
	}
	fmt.Fprintln(&b, strings.Join(t.Columns, ","))
	for _, r := range t.Rows {
		fmt.Fprintln(&b, strings.Join(r.fields, ","))
	}
	return b.Bytes()
}

// Fault is an error of the whole table.
func (t *Table) Fault(format string, args ...any) error {
	return fmt.Errorf("%s: %s", t.File, fmt.Sprintf(format, args...))
}

func (t *Table) faultIn(line int, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", t.File, line, fmt.Sprintf(format, args...))
}

// EachName calls read for the rows of a table whose first column holds each of
// names once, with the place of the row's name among them.
func (t *Table) EachName(names []string, read func(i int, r *Row)) error {
	seen := make([]int, len(names)) // lines
	for _, r := range t.Rows {
		i := r.Word(names...)
		if r.err == nil && seen[i] != 0 {
			r.Fault("%s stands in line %d already", names[i], seen[i])
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
		return t.Fault("no line for %s", names[i])
	}
	return nil
}

// Err is the first fault of the row, nil if there is none.
func (r *Row) Err() error { return r.err }

// Fault notes an error in this row unless there is one already.
func (r *Row) Fault(format string, args ...any) {
	if r.err == nil {
		r.err = r.table.faultIn(r.line, format, args...)
	}
}

// Name is the first field, taken or not.
func (r *Row) Name() string { return r.fields[0] }

// Text takes the next field and the name of its column.
func (r *Row) Text() (value, column string) {
	value, column = r.fields[r.next], r.table.Columns[r.next]
	r.next++
	return value, column
}

// Number takes a whole number from low to high.
func (r *Row) Number(low, high int) int {
	want := fmt.Sprintf("a whole number from %d to %d", low, high)
	if low == high {
		want = fmt.Sprintf("%d, as the rules have it", low)
	}
	return r.numberOr(low, high, want)
}

// NumberOr takes a whole number from low to high, or a word that stands for none.
func (r *Row) NumberOr(low, high int, none string) (n int, ok bool) {
	if r.fields[r.next] == none {
		r.next++
		return 0, false
	}
	return r.numberOr(low, high, fmt.Sprintf("a whole number from %d to %d, nor %s", low, high, none)), true
}

func (r *Row) numberOr(low, high int, want string) int {
	value, column := r.Text()
	n, err := strconv.Atoi(value)
	if err != nil || n < low || n > high {
		r.Fault("%s %q is not %s", column, value, want)
	}
	return n
}

// Word takes one of the words and returns its place among them, below 0 with a
// fault.
func (r *Row) Word(words ...string) int {
	value, column := r.Text()
	i := slices.Index(words, value)
	if i < 0 {
		r.Fault("%s %q is not one of %s", column, value, strings.Join(words, ", "))
	}
	return i
}

// Yes takes yes or no.
func (r *Row) Yes() bool { return r.Word("no", "yes") == 1 }
