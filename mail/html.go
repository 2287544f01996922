package mail

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxHTMLText bounds the text that is made of HTML, in bytes.
const maxHTMLText = 1 << 20

// HTMLText is what a person would read in HTML, as plain text: a line for each
// line, "> " in front of what is quoted, and nothing of scripts, styles, comments
// and what stands in attributes. Links and pictures are not followed. No-break
// spaces stay. It reads hostile input in time that grows with its length.
func HTMLText(source string) string {
	z := html.NewTokenizer(strings.NewReader(source))
	w := &htmlWriter{}
	for w.out.Len() < maxHTMLText {
		switch z.Next() {
		case html.ErrorToken:
			return w.text()
		case html.TextToken:
			if w.hidden == 0 {
				w.write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			w.start(atom.Lookup(name))
		case html.EndTagToken:
			name, _ := z.TagName()
			w.end(atom.Lookup(name))
		}
	}
	return w.text()
}

// htmlWriter puts text into lines.
type htmlWriter struct {
	out    strings.Builder
	line   strings.Builder
	blank  bool // a blank is due before the next word of the line
	pre    int  // open <pre>
	hidden int  // open tags whose text nobody sees
	quote  int  // open <blockquote>
}

// maxQuote bounds the quote marks of one line.
const maxQuote = 20

func (w *htmlWriter) start(tag atom.Atom) {
	switch tag {
	case atom.Br:
		w.newline()
	case atom.Td, atom.Th:
		w.blank = w.line.Len() > 0
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript:
		w.hidden++
	case atom.Pre, atom.Textarea:
		w.endLine()
		w.pre++
	case atom.Blockquote:
		w.endLine()
		w.quote++
	default:
		if isBlock(tag) {
			w.endLine()
		}
	}
}

func (w *htmlWriter) end(tag atom.Atom) {
	less := func(n *int) { *n = max(*n-1, 0) }
	switch tag {
	case atom.Head, atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript:
		less(&w.hidden)
	case atom.Body, atom.Html:
		w.endLine()
	case atom.Pre, atom.Textarea:
		w.endLine()
		less(&w.pre)
	case atom.Blockquote:
		w.endLine()
		less(&w.quote)
	default:
		if isBlock(tag) {
			w.endLine()
		}
	}
}

func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Body, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figure,
		atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hr, atom.Li,
		atom.Main, atom.Nav,
		atom.Ol, atom.P, atom.Section, atom.Table, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// write adds text: as it is inside of <pre>, with single blanks elsewhere.
func (w *htmlWriter) write(text string) {
	for _, r := range strings.ReplaceAll(text, "\r\n", "\n") {
		switch {
		case w.pre > 0 && r == '\n':
			w.newline()
		case w.pre == 0 && strings.ContainsRune(" \t\n\r\f", r):
			w.blank = w.line.Len() > 0
		case r != '\t' && r != '\u00a0' && unicode.Is(unicode.Cc, r), r == '\ufeff', r == '\u200b':
			// invisible
		default:
			if w.blank {
				w.line.WriteByte(' ')
				w.blank = false
			}
			w.line.WriteRune(r)
		}
	}
}

// endLine begins a new line unless the line is empty.
func (w *htmlWriter) endLine() {
	if w.line.Len() > 0 {
		w.newline()
	}
	w.blank = false
}

func (w *htmlWriter) newline() {
	w.out.WriteString(strings.Repeat("> ", min(w.quote, maxQuote)))
	w.out.WriteString(w.line.String())
	w.out.WriteByte('\n')
	w.line.Reset()
	w.blank = false
}

func (w *htmlWriter) text() string {
	w.endLine()
	return w.out.String()
}
