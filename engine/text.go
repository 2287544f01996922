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
	if v == "" {
		return `""`
	}
	if bareASCII(v) {
		return v
	}
	if !utf8.ValidString(v) {
		return strconv.Quote(v)
	}
	for _, r := range v {
		if r <= ' ' || r == '"' || r == '=' || r == '\\' || r == 0x7f || r == '\u00a0' || !strconv.IsPrint(r) {
			return strconv.Quote(v)
		}
	}
	return v
}

// bareASCII reports whether v is made of the commonest characters that need no
// quotes.
func bareASCII(v string) bool {
	for i := range len(v) {
		switch c := v[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= ':', c == ',', c == '-', c == '.', c == '/':
		default:
			return false
		}
	}
	return true
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
// double quotes and takes the quotes off; key=value stays one field.
func Fields(line string) ([]string, error) {
	raw, err := splitFields(make([]string, 0, 8), strings.ReplaceAll(strings.TrimSpace(line), "\t", " "))
	if err != nil {
		return nil, err
	}
	raw = slices.DeleteFunc(raw, func(f string) bool { return f == "" })
	if len(raw) == 0 {
		return nil, nil
	}
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
	return raw, nil
}

// Quote prints a value so that Fields and ParseEvent read it back.
func Quote(v string) string { return quote(v) }
