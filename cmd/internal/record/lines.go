package record

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"berthier/engine"
	"berthier/store/leaf"
)

// Writer prints lines "key: fields", in which records are written.
type Writer struct{ strings.Builder }

// Put prints one line. Strings are quoted where they need it.
func (w *Writer) Put(key string, fields ...any) {
	w.WriteString(key)
	w.WriteByte(':')
	for _, f := range fields {
		w.WriteByte(' ')
		switch f := f.(type) {
		case string:
			w.WriteString(engine.Quote(f))
		case [32]byte:
			w.WriteString(hex.EncodeToString(f[:]))
		case time.Time:
			w.WriteString(f.UTC().Format(time.RFC3339))
		default:
			w.WriteString(engine.Quote(fmt.Sprint(f)))
		}
	}
	w.WriteByte('\n')
}

// Files writes a line for each data file.
func (w *Writer) Files(files []engine.DataFile) {
	for _, d := range files {
		w.Put("data", d.Hash, d.Name, d.Source)
	}
}

// Reader reads what a Writer prints. The first fault stays and everything read after
// it is empty. It does not look for canonical form: a caller prints what he read and
// compares (End).
type Reader struct {
	rest string
	no   int
	err  error
}

// NewReader reads a text.
func NewReader(text string) *Reader { return &Reader{rest: text} }

// Fail notes what is wrong with the line that was read last.
func (r *Reader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %w", r.no, fmt.Errorf(format, args...))
	}
}

// ok reports whether nothing was wrong so far.
func (r *Reader) ok() bool { return r.err == nil }

// Title reads a line that must be exactly this one.
func (r *Reader) Title(want string) {
	r.no++
	line, rest, _ := strings.Cut(r.rest, "\n")
	if line != want {
		r.Fail("want %q", want)
	}
	r.rest = rest
}

// Next reports whether the next line has the key.
func (r *Reader) Next(key string) bool { return r.ok() && strings.HasPrefix(r.rest, key+":") }

// Raw reads one line and returns what stands behind the key.
func (r *Reader) Raw(key string) string {
	r.no++
	line, rest, ok := strings.Cut(r.rest, "\n")
	value, fits := strings.CutPrefix(line, key+": ")
	if !ok || !fits {
		r.Fail("want a line that begins with %q", key+": ")
	}
	if !r.ok() {
		return ""
	}
	r.rest = rest
	return value
}

// Fields reads one line of exactly n fields; the result always has n.
func (r *Reader) Fields(key string, n int) []string {
	value := r.Raw(key)
	f, err := engine.Fields(value)
	if r.ok() && (err != nil || len(f) != n) {
		r.Fail("%s: want %d fields", key, n)
	}
	if !r.ok() {
		return make([]string, n)
	}
	return f
}

// Word reads a line of one field.
func (r *Reader) Word(key string) string { return r.Fields(key, 1)[0] }

// Rest is everything that was not read yet; then nothing is left.
func (r *Reader) Rest() (rest []byte) {
	if r.ok() {
		rest, r.rest = []byte(r.rest), ""
	}
	return rest
}

// Number reads a field that is a number from 0 to 2^31-1.
func (r *Reader) Number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		r.Fail("%q is not a number", s)
	}
	return int(n)
}

// Hash reads a field that is a hash or a link.
func (r *Reader) Hash(s string) (h [32]byte) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		r.Fail("want 64 hex digits")
		return h
	}
	return [32]byte(b)
}

// Files reads lines that name data files.
func (r *Reader) Files() (files []engine.DataFile) {
	for r.Next("data") {
		f := r.Fields("data", 3)
		files = append(files, engine.DataFile{Hash: r.Hash(f[0]), Name: f[1], Source: f[2]})
	}
	return files
}

// End checks that all of a text is read and that printing it gives the same again.
func (r *Reader) End(what, text string, printed []byte) error {
	return r.end(what, string(printed) == text)
}

// end is End for a caller who has compared.
func (r *Reader) end(what string, same bool) error {
	if r.ok() && r.rest != "" {
		r.no++
		r.Fail("more than the end")
	}
	if r.ok() && !same {
		r.err = errors.New("not in canonical form")
	}
	if !r.ok() {
		return fmt.Errorf("reading %s: %w", what, r.err)
	}
	return nil
}

// ended is End for a record without a hidden part.
func (r *Reader) ended(text []byte, as Record) error {
	printed, _ := as.Print()
	return r.end(as.Kind()+" record", bytes.Equal(text, printed))
}

// ends is End for the two parts of a record.
func (r *Reader) ends(kind string, h *Reader, data, part []byte, print func() (data, part []byte)) error {
	what, inside := kind+" record", "hidden part of "+kind+" record"
	if !r.ok() || !h.ok() {
		return errors.Join(r.end(what, true), h.end(inside, true))
	}
	printed, printedPart := print()
	return errors.Join(r.end(what, bytes.Equal(data, printed)), h.end(inside, bytes.Equal(part, printedPart)))
}

func (r *Reader) time(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		r.Fail("%q is not a time", s)
	}
	return t
}

func (r *Reader) bytes(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) == 0 {
		r.Fail("%q: want hex digits", s)
	}
	return b
}

// format is the version of a kind's text.
func format(kind string) int {
	if kind == KindStep {
		return 2
	}
	return 1
}

// head writes the lines with which every record begins.
func (w *Writer) head(kind string, h Head) {
	fmt.Fprintf(w, "berthier %s %d\n", kind, format(kind))
	w.Put("game", h.Game)
	w.Put("step", h.Step)
	w.Put("time", h.Time)
}

// head reads what the head of a Writer writes.
func (r *Reader) head(kind string) (h Head) {
	r.Title(fmt.Sprintf("berthier %s %d", kind, format(kind)))
	if h.Game = r.Word("game"); r.ok() && !leaf.ValidGame(h.Game) {
		r.Fail("%q is not a game's name", h.Game)
	}
	h.Step = r.Number(r.Word("step"))
	h.Time = r.time(r.Word("time"))
	return h
}
