package umpire

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"berthier/engine"
	"berthier/store/leaf"
)

// lineWriter prints the texts of this package: lines "key: fields".
type lineWriter struct{ strings.Builder }

// put prints one line. Strings are quoted where they need it.
func (w *lineWriter) put(key string, fields ...any) {
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

// lineReader reads what lineWriter prints. The first fault stays in err and
// everything read after it is empty. It does not look for canonical form: a
// caller prints what he read and compares.
type lineReader struct {
	rest string
	no   int
	err  error
}

func (r *lineReader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("line %d: %w", r.no, fmt.Errorf(format, args...))
	}
}

// title reads the first line.
func (r *lineReader) title(want string) {
	r.no++
	line, rest, _ := strings.Cut(r.rest, "\n")
	if line != want {
		r.fail("want %q", want)
	}
	r.rest = rest
}

// next reports whether the next line has the key.
func (r *lineReader) next(key string) bool {
	return r.err == nil && strings.HasPrefix(r.rest, key+":")
}

// raw reads one line and returns what stands behind the key.
func (r *lineReader) raw(key string) string {
	r.no++
	line, rest, ok := strings.Cut(r.rest, "\n")
	value, fits := strings.CutPrefix(line, key+": ")
	if !ok || !fits {
		r.fail("want a line that begins with %q", key+": ")
	}
	if r.err != nil {
		return ""
	}
	r.rest = rest
	return value
}

// fields reads one line of exactly n fields; the result always has n.
func (r *lineReader) fields(key string, n int) []string {
	value := r.raw(key)
	f, err := engine.Fields(value)
	if r.err == nil && (err != nil || len(f) != n) {
		r.fail("%s: want %d fields", key, n)
	}
	if r.err != nil {
		return make([]string, n)
	}
	return f
}

func (r *lineReader) word(key string) string { return r.fields(key, 1)[0] }

func (r *lineReader) number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		r.fail("%q is not a number", s)
	}
	return int(n)
}

func (r *lineReader) hash(s string) (h [32]byte) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		r.fail("want 64 hex digits")
		return h
	}
	return [32]byte(b)
}

func (r *lineReader) time(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		r.fail("%q is not a time", s)
	}
	return t
}

// head writes the lines with which every record begins.
func (w *lineWriter) head(kind, game string, step int, at time.Time) {
	w.headOf(kind, 1, game, step, at)
}

// headOf is head for a format that is not the first of its kind.
func (w *lineWriter) headOf(kind string, format int, game string, step int, at time.Time) {
	fmt.Fprintf(w, "berthier %s %d\n", kind, format)
	w.put("game", game)
	w.put("step", step)
	w.put("time", at)
}

func (r *lineReader) head(kind string) (game string, step int, at time.Time) {
	return r.headOf(kind, 1)
}

func (r *lineReader) headOf(kind string, format int) (game string, step int, at time.Time) {
	r.title(fmt.Sprintf("berthier %s %d", kind, format))
	if game = r.word("game"); r.err == nil && !leaf.ValidGame(game) {
		r.fail("%q is not a game's name", game)
	}
	return game, r.number(r.word("step")), r.time(r.word("time"))
}

// end checks that all is read and that printing it gives the text again.
func (r *lineReader) end(what, text string, printed []byte) error {
	if r.err == nil && r.rest != "" {
		r.no++
		r.fail("more than the end")
	}
	if r.err == nil && string(printed) != text {
		r.err = errors.New("not in canonical form")
	}
	if r.err != nil {
		return fmt.Errorf("reading %s: %w", what, r.err)
	}
	return nil
}

// ends is end for the two parts of a record.
func (r *lineReader) ends(what string, h *lineReader, data, part []byte, print func() (data, part []byte)) error {
	if r.err != nil || h.err != nil {
		return errors.Join(r.end(what, "", nil), h.end("hidden part of "+what, "", nil))
	}
	printed, printedPart := print()
	return errors.Join(r.end(what, string(data), printed), h.end("hidden part of "+what, string(part), printedPart))
}
