package enginetest

import (
	"bytes"
	"strings"
)

// archive is a case file: txtar, free text and then sections, each under a
// line "-- NAME --".
type archive struct {
	comment  []byte
	sections []section
}

type section struct {
	name string
	data []byte
}

// parseArchive reads any text; a line that is no marker belongs to what is
// above it. A carriage return at the end of a line is dropped.
func parseArchive(text []byte) archive {
	var a archive
	for line := range bytes.Lines(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))) {
		if name, ok := marker(line); ok {
			a.sections = append(a.sections, section{name: name})
			continue
		}
		into := &a.comment
		if n := len(a.sections); n > 0 {
			into = &a.sections[n-1].data
		}
		*into = append(*into, line...)
	}
	return a
}

func marker(line []byte) (name string, ok bool) {
	s, ok := strings.CutPrefix(strings.TrimRight(string(line), " \n"), "-- ")
	if !ok {
		return "", false
	}
	s, ok = strings.CutSuffix(s, " --")
	s = strings.TrimSpace(s)
	return s, ok && s != ""
}

func (a archive) format() []byte {
	var b bytes.Buffer
	put := func(data []byte) {
		b.Write(data)
		if len(data) > 0 && data[len(data)-1] != '\n' {
			b.WriteByte('\n')
		}
	}
	put(a.comment)
	for _, s := range a.sections {
		b.WriteString("-- " + s.name + " --\n")
		put(s.data)
	}
	return b.Bytes()
}
