package archive

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// frame is one record in a member that holds several.
type frame struct {
	seq  uint64
	data []byte
}

// printFrames writes frames one behind the other.
func printFrames(frames []frame) []byte {
	size := 0
	for _, f := range frames {
		size += len("=== record 123456, 1234567 bytes ===\n\n") + len(f.data)
	}
	b := make([]byte, 0, size)
	for _, f := range frames {
		b = fmt.Appendf(b, "=== record %d, %d bytes ===\n", f.seq, len(f.data))
		b = append(append(b, f.data...), '\n')
	}
	return b
}

// parseFrames reads exactly what printFrames writes. The frames share the
// memory of text.
func parseFrames(text []byte) (frames []frame, err error) {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		seq, size, err := parseHeading(string(line))
		if err != nil {
			return nil, err
		}
		if size >= len(rest) || rest[size] != '\n' {
			return nil, fmt.Errorf("record %d does not have the %d bytes that it says", seq, size)
		}
		frames = append(frames, frame{seq, rest[:size:size]})
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
