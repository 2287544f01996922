package engine

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quote prints a value of a line: bare if it is a plain word, in Go's double
// quotes otherwise.
func quote(v string) string {
	if shapeOf(v) == asIs {
		return v
	}
	return string(appendQuoted(nil, v))
}

// appendQuoted appends what quote prints.
func appendQuoted(b []byte, v string) []byte {
	switch shapeOf(v) {
	case asIs:
		return append(b, v...)
	case inQuotes:
		return append(append(append(b, '"'), v...), '"')
	}
	return strconv.AppendQuote(b, v)
}

// shape is how a value has to be written.
type shape uint8

const (
	asIs     shape = iota // as it is
	inQuotes              // between double quotes, otherwise as it is
	escaped               // in Go's double quotes, with escapes
)

func shapeOf(v string) shape {
	if v == "" {
		return inQuotes
	}
	s := asIs
	for i := range len(v) {
		switch c := v[i]; {
		case c == ' ' || c == '=':
			s = inQuotes
		case c < ' ' || c == '"' || c == '\\' || c == 0x7f:
			return escaped
		case c >= utf8.RuneSelf:
			return shapeOfRunes(v)
		}
	}
	return s
}

// shapeOfRunes is shapeOf for what is not ASCII.
func shapeOfRunes(v string) shape {
	if !utf8.ValidString(v) {
		return escaped
	}
	for _, r := range v {
		if r <= ' ' || r == '"' || r == '=' || r == '\\' || r == 0x7f || r == '\u00a0' || !strconv.IsPrint(r) {
			return escaped
		}
	}
	return asIs
}

func unquote(raw string) (string, error) {
	if strings.HasPrefix(raw, `"`) {
		return strconv.Unquote(raw)
	}
	if raw == "" {
		return "", errors.New("empty; write \"\"")
	}
	return raw, nil
}

// splitFields cuts a line at single blanks outside of double quotes and
// appends the pieces to fields.
func splitFields(fields []string, line string) ([]string, error) {
	start, quoted := 0, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == ' ' && !quoted:
			fields = append(fields, line[start:i])
			start = i + 1
		}
	}
	if quoted {
		return nil, errors.New("quote is not closed")
	}
	return append(fields, line[start:]), nil
}

// Fields cuts a line of a data file, position or case at blanks outside of
// double quotes and takes the quotes off; key=value stays one field. A quote without its end is an error.
func Fields(line string) ([]string, error) {
	fields, err := AppendFields(make([]string, 0, 8), line)
	if err != nil || len(fields) == 0 {
		return nil, err
	}
	return fields, nil
}

// AppendFields appends the fields of a line to others.
func AppendFields(fields []string, line string) ([]string, error) {
	before := len(fields)
	fields, err := splitFields(fields, strings.ReplaceAll(strings.TrimSpace(line), "\t", " "))
	if err != nil {
		return nil, err
	}
	fields = append(fields[:before], slices.DeleteFunc(fields[before:], func(f string) bool { return f == "" })...)
	raw := fields[before:]
	for i, f := range raw {
		key, value, ok := strings.Cut(f, "=")
		switch {
		case strings.HasPrefix(f, `"`):
			raw[i], err = strconv.Unquote(f)
		case ok && strings.HasPrefix(value, `"`):
			value, err = strconv.Unquote(value)
			raw[i] = key + "=" + value
		}
		if err != nil {
			return nil, errors.New("bad quoting in " + f)
		}
	}
	return fields, nil
}

// AppendQuoted appends what Quote prints.
func AppendQuoted(b []byte, v string) []byte { return appendQuoted(b, v) }

// Quote prints a value so that Fields and ParseEvent read it back.
func Quote(v string) string { return quote(v) }
