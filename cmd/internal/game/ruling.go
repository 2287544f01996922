package game

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/record"
)

// Rewritten gives the position that the umpire's text means. A line that comes
// in takes the place of the one before it in the text that goes out, or else
// stands at the end. What everybody may see of the old position helps with
// mistakes.
func Rewritten(old, text, public []byte) ([]byte, error) {
	var out, in []string
	lines, at := splitLines(old), -1
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	for l := range strings.Lines(string(text)) {
		l = strings.TrimRight(l, " \t\n")
		mark, line := "", ""
		if l != "" {
			mark, line = l[:1], strings.TrimSpace(l[1:])
		}
		switch mark {
		case "":
		case "-":
			out = append(out, line)
			if at = slices.Index(lines, line); at < 0 {
				return nil, fmt.Errorf("the position has no line %q%s", line, didYouMean(line, splitLines(public)))
			}
			lines = slices.Delete(lines, at, at+1)
		case "+":
			in = append(in, line)
			if at < 0 {
				at = len(lines)
			}
			lines = slices.Insert(lines, at, line)
			at++
		default:
			if len(out)+len(in) > 0 {
				return nil, fmt.Errorf("%q begins with neither + nor -", l)
			}
			return append(bytes.TrimRight(text, " \t\n"), '\n'), nil // the whole position
		}
	}
	if len(out)+len(in) == 0 {
		return nil, errors.New("it has no lines; those that begin with - go out of the position, those with + come in")
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// didYouMean finds the line that begins with the same two words.
func didYouMean(line string, lines []string) string {
	if w := strings.Fields(line); len(w) > 1 {
		for _, l := range lines {
			if strings.HasPrefix(l, w[0]+" "+w[1]+" ") {
				return fmt.Sprintf("; it has %q", l)
			}
		}
	}
	return ""
}

// Differing gives the edits that make one encoding of another, as few as can
// be.
func Differing(old, text []byte) (edits []record.Edit) {
	a, b := splitLines(old), splitLines(text)
	// common[i][k] is how many lines the rests of both have in common, in order.
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if common[i][k] = max(common[i+1][k], common[i][k+1]); a[i] == b[k] {
				common[i][k] = common[i+1][k+1] + 1
			}
		}
	}
	var puts []record.Edit
	for i, k := 0, 0; i < len(a) || k < len(b); {
		switch {
		case i < len(a) && k < len(b) && a[i] == b[k]:
			i, k = i+1, k+1
		case k == len(b) || i < len(a) && common[i+1][k] >= common[i][k+1]:
			edits = append(edits, record.Edit{Line: i + 1, Text: a[i]})
			i++
		default:
			puts = append(puts, record.Edit{Put: true, Line: k + 1, Text: b[k]})
			k++
		}
	}
	return append(edits, puts...)
}

func splitLines(text []byte) []string {
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}
