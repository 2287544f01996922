package templates

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"berthier/engine/tongue"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	htmlrenderer "github.com/yuin/goldmark/renderer/html"
)

const (
	lineWidth = 78       // of a line of the text part of a mail, in characters
	noWidth   = 1 << 30  // of lines for a terminal, which wraps them itself
	tied      = "\x00"   // a blank at which no line ends; no text has it, as it cannot be seen
	quoted    = "quoted" // the info string of a block that holds what somebody else wrote
)

// pictureMarks begin the line that stands for a picture in the text of a mail, in each language.
var pictureMarks = sync.OnceValue(func() (all []string) {
	for _, l := range tongue.Languages() {
		all = append(all, "["+catalogue.Say("picture", tongue.Words("what", tongue.Text{})).In(l))
	}
	return all
})

// colons stand behind what a table is called, in each language; "" is English.
var colons = sync.OnceValue(func() map[tongue.Language]string {
	all := map[tongue.Language]string{}
	for _, l := range append(tongue.Languages(), "") {
		all[l] = catalogue.Say("heading", tongue.Words("what", tongue.Text{})).In(l)
	}
	return all
})

// IsPicture reports whether a line of the text of a mail stands for a picture.
func IsPicture(line string) bool {
	begins := func(mark string) bool { return strings.HasPrefix(line, mark) }
	return strings.HasPrefix(line, "[") && slices.ContainsFunc(pictureMarks(), begins)
}

// text prints a document as text with lines of at most so many characters.
func (d document) text(width int) []byte {
	lines := texter{d.source, d.in}.blocks(d.root, width)
	size := 0
	for _, l := range lines {
		size += len(l) + 1
	}
	out := make([]byte, 0, size)
	for _, l := range lines {
		out = append(append(out, l...), '\n')
	}
	return out
}

// Prose is a text of paragraphs, filled with words to at most 78 columns. A line that
// begins with four blanks stays as it is.
func Prose(paragraphs ...string) string {
	var lines []string
	for i, p := range paragraphs {
		if i > 0 {
			lines = append(lines, "")
		}
		for l := range strings.SplitSeq(p, "\n") {
			if !strings.HasPrefix(l, "    ") {
				lines = append(lines, Wrap(l, lineWidth)...)
			} else {
				lines = append(lines, l)
			}
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// texter prints what was read from this Markdown, as lines without their ends.
type texter struct {
	source []byte
	in     speaker
}

// blocks prints the blocks in another one.
func (t texter) blocks(in ast.Node, width int) (lines []string) {
	for n := in.FirstChild(); n != nil; n = n.NextSibling() {
		if n.PreviousSibling() != nil && !tight(n) {
			lines = append(lines, "")
		}
		lines = append(lines, t.block(n, width)...)
	}
	return lines
}

// tight reports whether no empty line stands above a block.
func tight(n ast.Node) bool {
	if n.Kind() == ast.KindListItem {
		return n.Parent().(*ast.List).IsTight
	}
	return n.PreviousSibling().Kind() == ast.KindTextBlock
}

// block prints one block.
func (t texter) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return t.underlined(Wrap(t.inline(n), width), n.Level)
	case *ast.FencedCodeBlock:
		lines := t.verbatim(n)
		if string(n.Language(t.source)) == quoted {
			return indented(lines, "> ", "> ")
		}
		return lines
	case *ast.CodeBlock, *ast.HTMLBlock:
		return t.verbatim(n)
	case *ast.Blockquote:
		return indented(t.blocks(n, width-len("> ")), "> ", "> ")
	case *ast.ListItem:
		mark := marker(n)
		return indented(t.blocks(n, width-len(mark)), mark, strings.Repeat(" ", len(mark)))
	case *extast.Table:
		return t.tabular(t.cells(n), width)
	case *grid:
		return t.tabular(n.rows, width)
	case *itemList:
		return n.lines(width)
	case *ast.Paragraph, *ast.TextBlock:
		return Wrap(t.inline(n), width)
	}
	return t.blocks(n, width)
}

// lines prints a list.
func (l *itemList) lines(width int) (lines []string) {
	for i, s := range l.items {
		mark := "- "
		if l.ordered {
			mark = strconv.Itoa(i+1) + ". "
		}
		lines = append(lines, indented(Wrap(s, width-len(mark)), mark, strings.Repeat(" ", len(mark)))...)
	}
	return lines
}

// marker is what stands before an item of a list.
func marker(item *ast.ListItem) string {
	list := item.Parent().(*ast.List)
	if !list.IsOrdered() {
		return "- "
	}
	number := list.Start
	for n := item.PreviousSibling(); n != nil; n = n.PreviousSibling() {
		number++
	}
	return fmt.Sprintf("%d. ", number)
}

// underlined makes a heading of lines, with dashes: equals signs are no text in the
// encoding of many mails. One of the third level stands right above what it
// names and ends in a colon.
func (t texter) underlined(lines []string, level int) []string {
	longest := 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(l))
	}
	if level < 3 {
		return append(lines, strings.Repeat("-", max(longest, 3)))
	}
	if last := &lines[len(lines)-1]; !strings.HasSuffix(*last, ":") {
		*last += colons()[tongue.Language(t.in)]
	}
	return lines
}

// indented puts something before the first line and before the others.
func indented(lines []string, first, others string) []string {
	for i, l := range lines {
		lines[i] = strings.TrimRight(others+l, " ")
		if i == 0 {
			lines[i] = strings.TrimRight(first+l, " ")
		}
	}
	return lines
}

// verbatim gives lines that are to stay as they are.
func (t texter) verbatim(n ast.Node) (lines []string) {
	for _, l := range n.Lines().Sliced(0, n.Lines().Len()) {
		lines = append(lines, strings.TrimSuffix(string(l.Value(t.source)), "\n"))
	}
	return lines
}

// inline prints what stands in a paragraph, a heading or a cell, in one string in which
// only blanks and line ends may end a line.
func (t texter) inline(in ast.Node) string {
	if only, ok := in.FirstChild().(*ast.Text); ok && only.NextSibling() == nil && !only.HardLineBreak() &&
		!only.SoftLineBreak() { // most are
		return unescaped(only.Segment.Value(t.source))
	}
	var b strings.Builder
	for n := in.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.WriteString(unescaped(n.Segment.Value(t.source)))
			if n.HardLineBreak() {
				b.WriteByte('\n')
			} else if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			b.WriteString(strings.ReplaceAll(cited(t.raw(n)), " ", tied))
		case *ast.Image:
			what := tongue.Words("what", tongue.Name(t.inline(n)))
			b.WriteString("[" + catalogue.Say("picture", what).In(t.in.language()) + "]")
		case *ast.Link:
			b.WriteString(t.inline(n) + " <" + string(n.Destination) + ">")
		case *ast.AutoLink:
			b.Write(n.URL(t.source))
		case *ast.RawHTML:
			b.Write(n.Segments.Value(t.source))
		default:
			b.WriteString(t.inline(n))
		}
	}
	return b.String()
}

// raw is what stands in a code span.
func (t texter) raw(span *ast.CodeSpan) string {
	var b strings.Builder
	for n := span.FirstChild(); n != nil; n = n.NextSibling() {
		if s, ok := n.(*ast.Text); ok {
			b.Write(s.Segment.Value(t.source))
		}
	}
	return strings.ReplaceAll(b.String(), "\n", " ")
}

// cited puts words that are written in just this way between quotation marks.
func cited(s string) string {
	if strings.Contains(s, `"`) && !strings.Contains(s, "'") {
		return "'" + s + "'"
	}
	return `"` + s + `"`
}

// unescaped is the text that Markdown stands for. Only goldmark knows its escapes; it
// gives them in HTML.
func unescaped(markdown []byte) string {
	if !bytes.ContainsAny(markdown, `\&`) {
		return string(markdown)
	}
	var b buffer
	htmlrenderer.DefaultWriter.Write(&b, markdown)
	return html.UnescapeString(b.String())
}

// buffer is one to which goldmark can write.
type buffer struct{ bytes.Buffer }

func (b *buffer) Buffered() int { return 0 }
func (b *buffer) Flush() error  { return nil }

// Wrap fills lines of a width, in letters, with words.
func Wrap(s string, width int) (lines []string) {
	if fits(s, width) { // as most do
		return []string{strings.ReplaceAll(s, tied, " ")}
	}
	for part := range strings.SplitSeq(s, "\n") {
		line, used := make([]byte, 0, min(len(part), 2*width)), 0
		for word := range tongue.Fields(part) {
			n := utf8.RuneCountInString(word)
			switch {
			case used == 0:
				line, used = append(line, word...), n
			case used+1+n > width && mayBegin(word):
				lines = append(lines, string(line))
				line, used = append(line[:0], word...), n
			default:
				line, used = append(append(line, ' '), word...), used+1+n
			}
		}
		lines = append(lines, string(line))
	}
	for i, l := range lines {
		lines[i] = strings.ReplaceAll(l, tied, " ")
	}
	return lines
}

// fits reports whether a text is one line already, with single blanks between its words.
func fits(s string, width int) bool {
	used, blank := 0, true
	for _, r := range s {
		if used++; used > width {
			return false
		}
		if r > ' ' && r < utf8.RuneSelf { // as most are
			blank = false
			continue
		}
		if r != ' ' && tongue.IsSpace(r) || r == ' ' && blank {
			return false
		}
		blank = r == ' '
	}
	return !blank || s == ""
}

// mayBegin reports whether a word may stand first in a line that goes on: not if the line
// would then look like an item, a heading's underline, a quotation or a picture.
func mayBegin(word string) bool {
	switch {
	case strings.Trim(word, "-=~") == "", strings.HasPrefix(word, ">"):
		return false
	case word[0] == '[':
		return !slices.ContainsFunc(pictureMarks(), func(mark string) bool { return strings.HasPrefix(mark, word) })
	case strings.HasSuffix(word, "."):
		return strings.Trim(word, "0123456789.") != ""
	}
	return true
}

// cells are those of a table that is written in Markdown.
func (t texter) cells(table *extast.Table) (rows [][]string) {
	for r := table.FirstChild(); r != nil; r = r.NextSibling() {
		var row []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, t.inline(c))
		}
		rows = append(rows, row)
	}
	return rows
}

// tabular prints rows in columns, of which the widest is wrapped if that makes them narrow
// enough; otherwise as a list with an item for each row. The first is the head.
func (t texter) tabular(rows [][]string, width int) []string {
	widths := columnWidths(rows)
	all := 2 * (len(widths) - 1)
	for _, w := range widths {
		all += w
	}
	if all > width {
		widest := slices.Index(widths, slices.Max(widths))
		room := width - (all - widths[widest])
		if room < max(longestWord(rows, widest), leastWrapped) {
			return t.asItems(rows, width)
		}
		widths[widest] = room
	}
	return inColumns(rows, widths)
}

// leastWrapped is how narrow a column may become whose cells are wrapped, in characters.
const leastWrapped = 24

// columnWidths are the characters of the longest cell of each column.
func columnWidths(rows [][]string) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	return widths
}

// longestWord is how many characters that of a column has.
func longestWord(rows [][]string, column int) (longest int) {
	for _, row := range rows {
		if column >= len(row) {
			continue
		}
		for word := range tongue.Fields(row[column]) {
			longest = max(longest, utf8.RuneCountInString(word))
		}
	}
	return longest
}

// inColumns prints rows under the first, which is the head.
func inColumns(rows [][]string, widths []int) (lines []string) {
	cells := make([][]string, len(widths))
	for i, row := range rows {
		high := 1
		for j := range row {
			if cells[j] = row[j : j+1]; !fits(row[j], widths[j]) || strings.Contains(row[j], tied) {
				cells[j] = Wrap(row[j], widths[j])
			}
			high = max(high, len(cells[j]))
		}
		for k := range high {
			lines = append(lines, lineOf(cells[:len(row)], k, widths))
		}
		if i == 0 {
			rules := make([]string, len(widths))
			for j, w := range widths {
				rules[j] = strings.Repeat("-", w)
			}
			lines = append(lines, strings.Join(rules, "  "))
		}
	}
	return lines
}

// lineOf prints the nth line of cells side by side.
func lineOf(cells [][]string, n int, widths []int) string {
	line, end := make([]byte, 0, 2*lineWidth), 0
	for j, c := range cells {
		text := ""
		if n < len(c) {
			text = c[n]
		}
		line = append(line, text...)
		if text != "" {
			end = len(line)
		}
		for range widths[j] - utf8.RuneCountInString(text) + 2 {
			line = append(line, ' ')
		}
	}
	return string(line[:end])
}

// asItems prints what the columns are, then each row as an item.
func (t texter) asItems(rows [][]string, width int) []string {
	lines := append(Wrap(t.inARow(rows[0])+strings.TrimRight(tongue.Colon.In(t.in.language()), " "), width), "")
	for _, row := range rows[1:] {
		lines = append(lines, indented(Wrap(t.inARow(row), width-2), "- ", "  ")...)
	}
	return lines
}

// inARow joins the cells of a row. One that is empty shows as a dash, unless it is the last.
func (t texter) inARow(row []string) string {
	row = slices.Clone(row)
	for len(row) > 1 && row[len(row)-1] == "" {
		row = row[:len(row)-1]
	}
	for i, c := range row {
		if c == "" {
			row[i] = "–"
		}
	}
	return row[0] + tongue.Colon.In(t.in.language()) + strings.Join(row[1:], tongue.Semicolon.In(t.in.language()))
}
