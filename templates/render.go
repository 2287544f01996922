package templates

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"sync"
	texttemplate "text/template"
	"text/template/parse"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/tongue"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

//go:embed md/*.md page.html style.css
var files embed.FS

// speaker is what templates call to say something in a language.
type speaker tongue.Language

// printers are the functions whose result is Markdown already.
func (l speaker) printers() texttemplate.FuncMap {
	return texttemplate.FuncMap{
		"md": l.md, "code": code, "fence": fence, "said": said, "table": l.table, "lines": l.lines, "data": l.data,
		"hint":   l.hint,
		"deeper": deeper, "brief": digest.markdown, "luck": l.luck, "cards": l.cards,
		"draws": l.draws,
	}
}

// tellers put into words what is still to be escaped: a Text that says nothing is "".
func (l speaker) tellers() texttemplate.FuncMap {
	return texttemplate.FuncMap{
		"tell":   func(t tongue.Text) string { return t.In(tongue.Language(l)) },
		"moment": func(m Moment) string { return m.In(tongue.Language(l)) },
		"tenth":  l.decimal, "standardError": l.standardError,
	}
}

// helpers give values that are still to be escaped.
var helpers = texttemplate.FuncMap{
	"say": say, "languages": languages, "trimStop": trimStop, "reader": reader, "wordLimit": WordLimit,
	"checkLink": CheckLink, "checkDraw": CheckDraw, "numbers": numbers,
}

var (
	// texts are the templates of each language, read when the first page in it is written.
	texts = loadTexts()
	page  = sync.OnceValue(func() *template.Template {
		return template.Must(template.ParseFS(files, "page.html", "style.css"))
	})
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(grids{}, 100))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(grids{}, 100))))
)

// loadTexts are the templates for each language.
func loadTexts() map[tongue.Language]func() *texttemplate.Template {
	all := map[tongue.Language]func() *texttemplate.Template{}
	for _, l := range tongue.Languages() {
		all[l] = sync.OnceValue(func() *texttemplate.Template { return loadText(l) })
	}
	return all
}

// loadText are the templates as they are filled in a language.
func loadText(l tongue.Language) *texttemplate.Template {
	t := readText(l)
	for _, sub := range t.Templates() {
		speaker(l).prepare(sub.Root, speaker(l).printers())
	}
	return t
}

// readText reads the templates, with the functions that speak a language.
func readText(l tongue.Language) *texttemplate.Template {
	return texttemplate.Must(texttemplate.New("").Funcs(speaker(l).printers()).Funcs(speaker(l).tellers()).
		Funcs(helpers).ParseFS(files, "md/*.md"))
}

// prepare makes every action of a template print through md unless it ends in a printer, so that no value
// can be put in unescaped by mistake. What it says in just the same words each time is put in at once.
func (l speaker) prepare(n parse.Node, printers texttemplate.FuncMap) {
	for _, list := range listsIn(n) {
		for i, sub := range list.Nodes {
			action, ok := sub.(*parse.ActionNode)
			if !ok {
				l.prepare(sub, printers)
			} else if key, ok := constant(action); ok {
				list.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: sub.Position(),
					Text: []byte(md(l.word(key)))}
			} else {
				escapeAction(action, printers)
			}
		}
	}
}

// listsIn are the lists of nodes in one.
func listsIn(n parse.Node) (lists []*parse.ListNode) {
	switch n := n.(type) {
	case *parse.ListNode:
		lists = []*parse.ListNode{n}
	case *parse.IfNode:
		lists = []*parse.ListNode{n.List, n.ElseList}
	case *parse.RangeNode:
		lists = []*parse.ListNode{n.List, n.ElseList}
	case *parse.WithNode:
		lists = []*parse.ListNode{n.List, n.ElseList}
	}
	return slices.DeleteFunc(lists, func(l *parse.ListNode) bool { return l == nil })
}

// constant is the key of an action that says a message without arguments.
func constant(n *parse.ActionNode) (key string, ok bool) {
	if len(n.Pipe.Decl) > 0 || len(n.Pipe.Cmds) != 1 || len(n.Pipe.Cmds[0].Args) != 2 {
		return "", false
	}
	fn, called := n.Pipe.Cmds[0].Args[0].(*parse.IdentifierNode)
	what, given := n.Pipe.Cmds[0].Args[1].(*parse.StringNode)
	if !called || !given || fn.Ident != "say" || !catalogue.Has(what.Text) {
		return "", false
	}
	return what.Text, true
}

func escapeAction(n *parse.ActionNode, printers texttemplate.FuncMap) {
	if len(n.Pipe.Decl) > 0 {
		return
	}
	last := n.Pipe.Cmds[len(n.Pipe.Cmds)-1]
	if id, ok := last.Args[0].(*parse.IdentifierNode); ok && printers[id.Ident] != nil {
		return
	}
	call := last.Copy().(*parse.CommandNode)
	call.Args = []parse.Node{parse.NewIdentifier("md").SetPos(n.Pos)}
	n.Pipe.Cmds = append(slices.Clone(n.Pipe.Cmds), call)
}

// render fills the template and makes both forms of the mail.
func render(l tongue.Language, name, title string, data any) (text, html []byte, err error) {
	return renderIn(l, lineWidth, name, title, data)
}

// renderIn is render with lines of another width.
func renderIn(l tongue.Language, width int, name, title string, data any) (text, html []byte, err error) {
	d, err := fill(l, name, title, data)
	if err != nil {
		return nil, nil, err
	}
	html, err = d.html()
	return d.text(width), html, err
}

// document is a mail or a page in Markdown, as it was read.
type document struct {
	in     speaker
	title  string
	source []byte
	root   ast.Node
}

func read(in speaker, title string, source []byte) document {
	return document{in, title, source, markdown.Parser().Parse(text.NewReader(source))}
}

// fill fills a template.
func fill(l tongue.Language, name, title string, data any) (document, error) {
	source, err := fillSource(l, name, data)
	if err != nil {
		return document{}, err
	}
	return read(speaker(l), title, source), nil
}

// fillSource is fill without reading what comes out.
func fillSource(l tongue.Language, name string, data any) ([]byte, error) {
	source := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(source)
	source.Reset()
	if err := texts[cmp.Or(l, tongue.En)]().ExecuteTemplate(source, name, data); err != nil {
		return nil, fmt.Errorf("filling in %s: %w", name, err)
	}
	return bytes.Clone(source.Bytes()), nil
}

// scratch are buffers in which mails are written, so that the room of a long one
// need not be found again for the next.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// html makes the page, so that its mail is small: see light.
func (d document) html() ([]byte, error) {
	return d.htmlWith(func(*bytes.Buffer) error { return nil })
}

// htmlWith is html with something more at the foot of the page.
func (d document) htmlWith(more func(out *bytes.Buffer) error) ([]byte, error) {
	out := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(out)
	out.Reset()
	err := page().ExecuteTemplate(out, "head", struct {
		Lang  tongue.Language
		Title string
	}{d.in.language(), plain(d.title)})
	if err != nil {
		return nil, fmt.Errorf("filling in the page of %q: %w", d.title, err)
	}
	if err := markdown.Renderer().Render(out, d.source, d.root); err != nil {
		return nil, fmt.Errorf("converting %q: %w", d.title, err)
	}
	if err := cmp.Or(more(out), page().ExecuteTemplate(out, "foot", nil)); err != nil {
		return nil, fmt.Errorf("filling in the page of %q: %w", d.title, err)
	}
	return light(out.Bytes()), nil
}

// light copies an HTML page in ASCII, so that every mail server takes it as it is; or, where that is
// larger by more than a few hundredths, in the letters that it has.
func light(page []byte) []byte {
	others := len(page) - utf8.RuneCount(page) // letters of two bytes, which as a number take six
	if 100*others > len(page) {
		return bytes.Clone(page)
	}
	return inASCII(page)
}

// inASCII copies an HTML page, with every other character as its number.
func inASCII(page []byte) []byte {
	out := make([]byte, 0, len(page)+len(page)/32)
	for {
		i := slices.IndexFunc(page, func(b byte) bool { return b >= utf8.RuneSelf })
		if i < 0 {
			return append(out, page...)
		}
		r, n := utf8.DecodeRune(page[i:])
		out = append(strconv.AppendInt(append(append(out, page[:i]...), "&#"...), int64(r), 10), ';')
		page = page[i+n:]
	}
}

// md is md for what is said in a language.
func (l speaker) md(v any) string {
	if t, ok := v.(tongue.Text); ok {
		v = t.In(l.language())
	}
	return md(v)
}

// table prints one of the position.
func (l speaker) table(columns []tongue.Text, rows [][]tongue.Text) string {
	words := make([][]string, len(rows))
	for i, r := range rows {
		words[i] = l.words(r)
	}
	return table(l.words(columns), words)
}

func (l speaker) words(of []tongue.Text) []string {
	all := make([]string, len(of))
	for i, t := range of {
		all[i] = t.In(tongue.Language(l))
	}
	return all
}

// lines prints sentences of the story.
func (l speaker) lines(told []engine.Line) string {
	all := make([]string, len(told))
	for i, t := range told {
		s := ""
		if t.Note {
			s = l.word("note") + " "
		}
		all[i] = ruled(s+plain(Sentence(t, l.language())), plain(t.Rule))
	}
	return items(all)
}

// Sentence is a line of the story, with how its dice fell.
func Sentence(t engine.Line, in tongue.Language) string {
	if t.Roll == nil {
		return t.Text.In(in)
	}
	return trimStop(t.Text.In(in)) + tongue.Colon.In(in) + fell(t.Roll, t.Fell, in)
}

// data prints what files a game is played by, and where each is from if that is wanted: it never changes.
func (l speaker) data(files []engine.DataFile, sources bool) string {
	all := make([]string, len(files))
	for i, f := range files {
		all[i] = f.Name
		if from := catalogue.Heard("source.", f.Source).In(l.language()); sources && from != "" {
			all[i] += tongue.Colon.In(l.language()) + from
		}
		all[i] += fmt.Sprintf(", SHA-256 %.16x…", f.Hash)
	}
	return items(all)
}

// fell is how dice fell: in the words of the game, or in those of the record.
func fell(r *engine.Roll, t tongue.Text, in tongue.Language) string {
	if t.Empty() {
		t = r.Told(tongue.Name)
	}
	return t.In(in)
}

// trimStop takes the full stop off a sentence that goes on.
func trimStop(s string) string { return strings.TrimSuffix(strings.TrimSpace(s), ".") }
