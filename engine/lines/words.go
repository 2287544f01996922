package lines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
)

// word is one word of a line, or one setting.
type word struct {
	key     string // of a setting
	value   string
	setting bool
}

// print writes the word as it is read.
func (w word) print(b []byte) []byte {
	if w.setting {
		b = append(append(b, w.key...), '=')
	} else if strings.HasPrefix(w.value, "#") {
		return strconv.AppendQuote(b, w.value)
	}
	return engine.AppendQuoted(b, w.value)
}

// cut takes a line apart into words, up to its comment, and adds them to others.
func cut(words []word, line string) (all []word, err error) {
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '#' {
			return words, nil
		}
		var w word
		if n := strings.IndexAny(line, " \t\"="); n >= 0 && line[n] == '=' {
			if n == 0 {
				return nil, errors.New("a setting without a key before its =")
			}
			w.key, w.setting, line = line[:n], true, line[n+1:]
		}
		if w.value, line, err = cutValue(line); err != nil {
			return nil, err
		}
		words = append(words, w)
	}
}

// cutValue takes one value off the begin of a line.
func cutValue(line string) (value, rest string, err error) {
	if !strings.HasPrefix(line, `"`) {
		n := strings.IndexAny(line, " \t")
		if n < 0 {
			n = len(line)
		}
		value, rest = line[:n], line[n:]
		switch {
		case value == "":
			err = errors.New(`an empty value; write ""`)
		case strings.Contains(value, `"`):
			err = fmt.Errorf("a quote inside the word %s; quote all of it", value)
		}
		return value, rest, err
	}
	quoted, err := strconv.QuotedPrefix(line)
	if err != nil {
		if n := strings.LastIndex(line, `"`); n == 0 {
			return "", "", errors.New("quote is not closed")
		}
		return "", "", errors.New("bad quoting in " + line)
	}
	rest = line[len(quoted):]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return "", "", fmt.Errorf("no blank behind the word %s", quoted)
	}
	value, err = strconv.Unquote(quoted)
	return value, rest, err
}
