package retold

import "bytes"

// Checkpoints finds the checkpoints in the text of a mail, unverified: three
// lines, an empty one, and lines that begin with a dash as signatures do.
func Checkpoints[T string | []byte](mail T) (heads []string) {
	text, end := []byte(mail), []byte("\n")
	if crlf := []byte("\r\n"); bytes.Contains(text, crlf) {
		text = bytes.ReplaceAll(text, crlf, end)
	}
	dash := []byte("\n\n— ")
	for {
		i := bytes.Index(text, dash)
		if i < 0 {
			return heads
		}
		begin := i
		for range 3 {
			begin = bytes.LastIndex(text[:max(begin, 0)], end)
		}
		stop := i + len("\n\n")
		for bytes.HasPrefix(text[stop:], dash[2:]) {
			line, _, ok := bytes.Cut(text[stop:], end)
			if !ok {
				break
			}
			stop += len(line) + 1
		}
		if head := text[begin+1 : stop]; bytes.HasSuffix(head, end) && stop > i+2 {
			heads = append(heads, string(head))
		}
		text = text[i+len(dash):]
	}
}
