package templates

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A table that a template prints goes through Markdown as a block of this kind, with a row in
// each line and its cells as they are: tables are the larger part of a report, and to escape
// each cell only to read it again would be the larger part of writing one. So does a long list, with an
// item in each line.
const (
	gridded  = "grid"     // the info string of the block
	listed   = "items"    // that of a list
	numbered = "numbered" // that of a list whose items have numbers, from 1 on
	between  = "\x1f"     // two cells; no text has it, as it cannot be seen
)

// table prints a table. Rows that are too short are filled up.
func table(columns []string, rows [][]string) string {
	if len(columns) == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow((len(rows) + 1) * len(columns) * 16) // most cells have less
	for i := -1; i < len(rows); i++ {
		row := columns
		if i >= 0 {
			row = rows[i]
		}
		for j := range columns {
			if j > 0 {
				b.WriteString(between)
			}
			if j < len(row) {
				b.WriteString(plain(row[j]))
			}
		}
		b.WriteByte('\n')
	}
	return inFence(gridded, b.String())
}

// items prints a list, with what each item is and not how Markdown writes it.
func items(of []string) string {
	if len(of) == 0 {
		return ""
	}
	return list(listed, of)
}

// list prints one of a kind.
func list(kind string, of []string) string {
	var b strings.Builder
	for _, s := range of {
		b.WriteString(plain(s))
		b.WriteByte('\n')
	}
	return inFence(kind, b.String())
}

func inFence(kind, lines string) string {
	marks := strings.Repeat("`", max(3, longestRun(lines, '`')+1))
	return marks + kind + "\n" + lines + marks
}

// grid is such a table. The first row is its head.
type grid struct {
	ast.BaseBlock
	rows [][]string
}

var kindGrid = ast.NewNodeKind("Grid")

// itemList is such a list.
type itemList struct {
	ast.BaseBlock
	items   []string
	ordered bool // they have numbers
}

var kindItemized = ast.NewNodeKind("Itemized")

// Kind is kindItemized.
func (*itemList) Kind() ast.NodeKind { return kindItemized }

// Dump prints the node for those who look for a fault.
func (l *itemList) Dump(source []byte, level int) { ast.DumpHelper(l, source, level, nil, nil) }

// Kind is kindGrid.
func (*grid) Kind() ast.NodeKind { return kindGrid }

// Dump prints the node for those who look for a fault.
func (g *grid) Dump(source []byte, level int) { ast.DumpHelper(g, source, level, nil, nil) }

// grids makes both of their blocks, and prints them in HTML.
type grids struct{}

// Transform puts grids and lists in the place of their blocks. A template prints none inside of another
// block. A picture fits the window in programs as well that leave the style of a page out.
func (grids) Transform(doc *ast.Document, r text.Reader, _ parser.Context) {
	for n := doc.FirstChild(); n != nil; {
		next := n.NextSibling()
		if b, ok := n.(*ast.FencedCodeBlock); ok {
			if own := ownBlock(b, r.Source()); own != nil {
				doc.ReplaceChild(doc, b, own)
			}
		} else if picture, ok := n.FirstChild().(*ast.Image); ok {
			picture.SetAttributeString("style", []byte("max-width:100%;height:auto"))
		}
		n = next
	}
}

// ownBlock is the grid or list that a block stands for; nil for none.
func ownBlock(b *ast.FencedCodeBlock, source []byte) ast.Node {
	switch string(b.Language(source)) {
	case gridded:
		return newGrid(b, source)
	case listed:
		return &itemList{items: linesOf(b, source)}
	case numbered:
		return &itemList{items: linesOf(b, source), ordered: true}
	}
	return nil
}

func newGrid(b *ast.FencedCodeBlock, source []byte) *grid {
	g := new(grid)
	lines := linesOf(b, source)
	g.rows = make([][]string, len(lines))
	for i, row := range lines {
		g.rows[i] = strings.Split(row, between)
	}
	return g
}

// linesOf are the lines of a block.
func linesOf(b *ast.FencedCodeBlock, source []byte) []string {
	lines := b.Lines()
	if lines.Len() == 0 {
		return nil
	}
	all := string(source[lines.At(0).Start:lines.At(lines.Len()-1).Stop])
	return strings.Split(strings.TrimSuffix(all, "\n"), "\n")
}

// RegisterFuncs says how grids and lists are printed.
func (grids) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindItemized, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			n.(*itemList).print(w)
		}
		return ast.WalkSkipChildren, nil
	})
	r.Register(kindGrid, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			n.(*grid).print(w)
		}
		return ast.WalkSkipChildren, nil
	})
}

// print prints it. HTML may leave out the end tags of items, rows and cells, and so mails are smaller.
func (l *itemList) print(w util.BufWriter) {
	open, end := "<ul>\n", "</ul>\n"
	if l.ordered {
		open, end = "<ol>\n", "</ol>\n"
	}
	w.WriteString(open)
	for _, s := range l.items {
		w.WriteString("<li>")
		writeEscaped(w, s)
		w.WriteByte('\n')
	}
	w.WriteString(end)
}

// writeEscaped writes a text so that HTML shows it. Most of what is printed needs nothing for that.
func writeEscaped(w util.BufWriter, s string) {
	if strings.ContainsAny(s, `<>&"`) {
		w.Write(util.EscapeHTML([]byte(s)))
	} else {
		w.WriteString(s)
	}
}

// print prints it, with the first row as the head.
func (g *grid) print(w util.BufWriter) {
	w.WriteString("<table>\n")
	for i, row := range g.rows {
		cell := "<td"
		if i == 0 {
			cell = "<th"
		}
		w.WriteString("<tr>")
		for _, c := range row {
			w.WriteString(cell)
			if isCode(c) {
				w.WriteString(" nowrap")
			}
			w.WriteByte('>')
			writeEscaped(w, c)
		}
		w.WriteByte('\n')
	}
	w.WriteString("</table>\n")
}

// isCode reports whether a cell has one word with hyphens, as 6-7-7-5, which on a telephone would be as many lines.
func isCode(cell string) bool {
	return strings.Contains(cell, "-") && !strings.ContainsAny(cell, " \u00a0")
}
