package lines

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
)

// KeyWriter writes a keyed text.
type KeyWriter struct{ strings.Builder }

// Put writes one line. A hash is written in hex, everything else as fmt.Sprint prints
// it, quoted where it needs it.
func (w *KeyWriter) Put(key string, fields ...any) {
	w.WriteString(key)
	w.WriteByte(':')
	for _, f := range fields {
		w.WriteByte(' ')
		switch f := f.(type) {
		case string:
			w.WriteString(engine.Quote(f))
		case [32]byte:
			var room [64]byte
			w.Write(hex.AppendEncode(room[:0], f[:]))
		default:
			w.WriteString(engine.Quote(fmt.Sprint(f)))
		}
	}
	w.WriteByte('\n')
}

// Files writes a line "data" for each data file.
func (w *KeyWriter) Files(files []engine.DataFile) {
	for _, d := range files {
		w.Put("data", d.Hash, d.Name, d.Source)
	}
}

// Bytes is what was written.
func (w *KeyWriter) Bytes() []byte { return []byte(w.String()) }

// KeyReader reads what a KeyWriter writes. The first fault stays, and everything read
// after it is empty. It does not look for canonical form: a caller prints what he
// read and compares (End).
type KeyReader struct {
	rest string
	no   int
	err  error
}

// ReadKeys reads a keyed text.
func ReadKeys(text string) *KeyReader { return &KeyReader{rest: text} }

// Fail notes what is wrong with the line that was read last.
func (r *KeyReader) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %w", r.no, fmt.Errorf(format, args...))
	}
}

// OK reports whether nothing was wrong so far.
func (r *KeyReader) OK() bool { return r.err == nil }

// Err is the first fault.
func (r *KeyReader) Err() error { return r.err }

// Title reads a line that must be exactly this one.
func (r *KeyReader) Title(want string) {
	r.no++
	line, rest, _ := strings.Cut(r.rest, "\n")
	if line != want {
		r.Fail("want %q", want)
	}
	r.rest = rest
}

// Next reports whether the next line has the key.
func (r *KeyReader) Next(key string) bool { return r.OK() && strings.HasPrefix(r.rest, key+":") }

// Raw reads one line and returns what stands behind the key.
func (r *KeyReader) Raw(key string) string {
	r.no++
	line, rest, ok := strings.Cut(r.rest, "\n")
	value, fits := strings.CutPrefix(line, key+": ")
	if !ok || !fits {
		r.Fail("want a line that begins with %q", key+": ")
	}
	if !r.OK() {
		return ""
	}
	r.rest = rest
	return value
}

// Fields reads one line of exactly n fields; the result always has n.
func (r *KeyReader) Fields(key string, n int) []string {
	value := r.Raw(key)
	f, err := engine.Fields(value)
	if r.OK() && (err != nil || len(f) != n) {
		r.Fail("%s: want %d fields", key, n)
	}
	if !r.OK() {
		return make([]string, n)
	}
	return f
}

// Word reads a line of one field.
func (r *KeyReader) Word(key string) string { return r.Fields(key, 1)[0] }

// Rest is everything that was not read yet; then nothing is left.
func (r *KeyReader) Rest() (rest string) {
	if r.OK() {
		rest, r.rest = r.rest, ""
	}
	return rest
}

// Number reads a field that is a number from 0 to 2^31-1.
func (r *KeyReader) Number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		r.Fail("%q is not a number", s)
	}
	return int(n)
}

// Hash reads a field that is a hash or a link.
func (r *KeyReader) Hash(s string) (h [32]byte) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		r.Fail("want 64 hex digits")
		return h
	}
	return [32]byte(b)
}

// Hex reads a field that is bytes in hex, at least one.
func (r *KeyReader) Hex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) == 0 {
		r.Fail("%q: want hex digits", s)
	}
	return b
}

// Files reads lines "data" that name data files.
func (r *KeyReader) Files() (files []engine.DataFile) {
	for r.Next("data") {
		f := r.Fields("data", 3)
		files = append(files, engine.DataFile{Hash: r.Hash(f[0]), Name: f[1], Source: f[2]})
	}
	return files
}

// End checks that all of a text is read and that printing it gives the same again.
func (r *KeyReader) End(what string, text, printed []byte) error {
	if r.OK() && r.rest != "" {
		r.no++
		r.Fail("more than the end")
	}
	if r.OK() && !bytes.Equal(text, printed) {
		r.err = errors.New("not in canonical form")
	}
	if !r.OK() {
		return fmt.Errorf("reading %s: %w", what, r.err)
	}
	return nil
}
