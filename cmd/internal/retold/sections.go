package retold

import (
	"bytes"
	"iter"
	"regexp"
)

// Sections are the parts of a text with their headings, below which is a line of dashes;
// the heading of the first is "".
func Sections(text []byte) iter.Seq2[string, []byte] {
	return func(yield func(title string, section []byte) bool) {
		title, from, at := "", 0, 0
		for {
			i := bytes.Index(text[at:], []byte("\n---"))
			if i < 0 {
				break
			}
			head := text[at : at+i]
			head = head[bytes.LastIndexByte(head, '\n')+1:]
			line, _, _ := bytes.Cut(text[at+i+1:], []byte("\n"))
			if at += i + 1 + len(line); len(head) == 0 || len(bytes.Trim(line, "-")) > 0 {
				continue
			}
			if !yield(title, text[from:at-len(line)-1-len(head)]) {
				return
			}
			title, from = string(head), at
		}
		yield(title, text[from:])
	}
}

// continued is where an item of a list goes on in another line.
var continued = regexp.MustCompile(`\n +(-?[^- \n])`)

// InOneLine makes one line of each item of a list.
func InOneLine(text string) string { return continued.ReplaceAllString(text, " $1") }
