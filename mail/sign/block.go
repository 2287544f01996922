package sign

import (
	"bytes"
	"slices"
	"strings"
)

// block is a signature block and what stands before it.
type block struct {
	armour []byte
	clear  bool // clear-signed: texts are what stands between the markers
	quoted bool
	texts  [][]byte
}

// form is that of the block if it stands in a text of the given form.
func (b block) form(outer Form) Form {
	if b.clear {
		return FormClear
	}
	return outer
}

// findBlocks finds the signature blocks of a text, with quote marks removed.
func findBlocks(text []byte) []block {
	text = text[:min(len(text), maxSearched)]
	plain := text
	if bytes.Contains(text, []byte("\u00a0")) {
		plain = []byte(plainBlanks(string(text)))
	}
	if !slices.ContainsFunc(kinds, func(k kind) bool { return bytes.Contains(plain, []byte(k.begin)) }) {
		return nil
	}
	var out []block
	lines := bytes.SplitAfter(text, []byte("\n"))
	from := 0
	for i := 0; i < len(lines) && len(out) < maxSignatures; i++ {
		b, end, ok := blockAt(lines, from, i)
		if !ok {
			continue
		}
		out = append(out, b)
		i = end
		from = i + 1
	}
	return out
}

// blockAt reads the block whose signature begins in line i; end is its last
// line. The text may begin in line from.
func blockAt(lines [][]byte, from, i int) (b block, end int, ok bool) {
	for _, kind := range kinds {
		if b, end, ok = kind.block(lines, from, i); ok {
			return b, end, true
		}
	}
	return b, i, false
}

func isQuote(prefix string) bool { return strings.ContainsAny(prefix, ">|") }

// endOf finds the line that ends an armour. If there is none whatever follows
// is damaged armour, and the answer is the first line.
func endOf(lines [][]byte, begin int, mark string) int {
	for end := begin + 1; end < len(lines) && end < begin+maxArmourLines; end++ {
		if _, ok := marker(lines[end], mark); ok {
			return end
		}
	}
	return begin
}

// marker reports whether a line is the given marker line, and the quote marks
// and blanks in front of it.
func marker(line []byte, mark string) (prefix string, ok bool) {
	before, after, ok := strings.Cut(string(line), mark)
	if !ok && bytes.Contains(line, []byte("\u00a0")) {
		before, after, ok = strings.Cut(plainBlanks(string(line)), mark)
	}
	before = strings.ReplaceAll(before, byteOrderMark, "")
	if !ok || strings.Trim(after, " \t\r\n\u00a0") != "" || strings.Trim(before, "> |\t\u00a0") != "" {
		return "", false
	}
	return before, true
}

// textsBefore gives what may have been signed by the block that follows the
// lines: the text behind the last begin marker, else all of it and the part
// from where a turn seems to start.
func textsBefore(lines [][]byte, sigPrefix string) [][]byte {
	for b := len(lines) - 1; b >= 0; b-- {
		if prefix, ok := marker(lines[b], BeginTurn); ok {
			return [][]byte{unquote(lines[b+1:], prefix)}
		}
	}
	all := unquote(lines, sigPrefix)
	texts := [][]byte{all}
	for _, c := range fromTurnStart(all, FormInline) {
		texts = append(texts, c.text)
	}
	return texts
}

// fromTurnStart gives the text from its first line that looks like the start
// of a turn file, if that is not its first line anyway.
func fromTurnStart(text []byte, form Form) []candidate {
	at := 0
	for line := range bytes.Lines(text) {
		if isTurnStart(line) && at > 0 {
			return []candidate{{text[at:], form}}
		}
		at += len(line)
	}
	return nil
}

func isTurnStart(line []byte) bool {
	word, _, ok := bytes.Cut(bytes.TrimLeft(line, " \t"), []byte(":"))
	return ok && strings.EqualFold(string(bytes.TrimSpace(word)), "game")
}

// unquote removes a line prefix. Programs trim it on empty lines.
func unquote(lines [][]byte, prefix string) []byte {
	if prefix == "" {
		return bytes.Join(lines, nil)
	}
	short := strings.TrimRight(prefix, " \t\u00a0")
	var out []byte
	for _, l := range lines {
		rest, ok := bytes.CutPrefix(l, []byte(prefix))
		if !ok {
			rest, _ = bytes.CutPrefix(l, []byte(short))
		}
		out = append(out, rest...)
	}
	return out
}

func noBlanks(text []byte) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\u00a0", r) {
			return -1
		}
		return r
	}, string(text))
}

// wrapped cuts into lines of 64 characters.
func wrapped(digits string) string {
	var out strings.Builder
	for len(digits) > 64 {
		out.WriteString(digits[:64] + "\n")
		digits = digits[64:]
	}
	return out.String() + digits + "\n"
}

// beginsWith gives a file that begins with the words, free of what stands before them
// that nobody sees; else nil.
func beginsWith(raw []byte, words string) []byte {
	b := bytes.TrimLeft(raw, " \t\r\n\uFEFF")
	if !bytes.HasPrefix(b, []byte(words)) {
		return nil
	}
	return b
}
