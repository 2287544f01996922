// Package bundle writes and reads what a member of an archive holds that has several records: these one behind the
// other, and of texts that repeat what the one before them said only what is new. Package archive has the format.
package bundle

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Frame is one record in a member that holds several.
type Frame struct {
	Seq  uint64
	Data []byte
}

// Print writes frames one behind the other.
func Print(frames []Frame) []byte {
	size := 0
	for _, f := range frames {
		size += len("=== record 123456, 1234567 bytes ===\n\n") + len(f.Data)
	}
	b := make([]byte, 0, size)
	for _, f := range frames {
		b = fmt.Appendf(b, "=== record %d, %d bytes ===\n", f.Seq, len(f.Data))
		b = append(append(b, f.Data...), '\n')
	}
	return b
}

// Parse reads exactly what Print writes. The frames share the
// memory of text.
func Parse(text []byte) (frames []Frame, err error) {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		seq, size, err := parseHeading(string(line))
		if err != nil {
			return nil, err
		}
		if size >= len(rest) || rest[size] != '\n' {
			return nil, fmt.Errorf("record %d does not have the %d bytes that it says", seq, size)
		}
		frames = append(frames, Frame{seq, rest[:size:size]})
		text = rest[size+1:]
	}
	return frames, nil
}

func parseHeading(line string) (seq uint64, size int, err error) {
	f := strings.Fields(line)
	if len(f) == 6 {
		seq, _ = strconv.ParseUint(strings.TrimSuffix(f[2], ","), 10, 63)
		size, _ = strconv.Atoi(f[3])
	}
	if size < 0 || line != fmt.Sprintf("=== record %d, %d bytes ===", seq, size) {
		return 0, 0, fmt.Errorf("want the heading of a record, got %.40q", line)
	}
	return seq, size, nil
}
