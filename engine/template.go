package engine

import (
	"slices"
	"strings"
	"unicode/utf8"

	"berthier/engine/tongue"
)

// Template is an order template: body lines of a turn file without its header. It is laid out in
// lines of at most 72 characters when it is put into the words of its reader.
type Template []TemplateLine

// TemplateLine is a line with an order, which a remark may explain, or, without a text, an
// explanation.
type TemplateLine struct {
	// Text is the same in all languages: an order, behind "# " if it is an example, or "end".
	Text string
	// Note stands behind "##" by itself, and behind the text where there is room for it.
	Note tongue.Text
}

// Layout of a template: no line is longer, and remarks stand in a column of their own where they can.
const (
	templateColumn = 72
	remarkColumn   = 30
	remarkSign     = "  # "
)

// LinesOf are the lines of a text that is the same in all languages.
func LinesOf(text string) (t Template) {
	for line := range strings.Lines(text) {
		t = append(t, TemplateLine{Text: strings.TrimSuffix(line, "\n")})
	}
	return t
}

// Empty reports whether there is nothing to fill in.
func (t Template) Empty() bool { return len(t) == 0 }

// String is the template in English.
func (t Template) String() string { return t.In(tongue.En) }

// In lays the template out in a language.
func (t Template) In(l tongue.Language) string {
	var b strings.Builder
	b.Grow(40 * len(t))
	for _, line := range t {
		if line.Text == "" {
			explain(&b, line.Note.In(l))
			continue
		}
		b.WriteString(line.Text)
		if !line.Note.Empty() {
			remark(&b, utf8.RuneCountInString(line.Text), line.Note.In(l))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Within is the template with so many lines at the most in a language, if that can be: the longest rows of examples
// of one order lose their last, and a remark says how all of them come.
func (t Template) Within(lines int, l tongue.Language) Template {
	short := t
	for lost := 1; strings.Count(short.In(l), "\n") > lines; lost++ {
		rest := t.without(lost)
		if rest == nil {
			return short
		}
		short = rest
	}
	return short
}

// without is the template without so many examples, nil if it does not have as many to lose.
func (t Template) without(examples int) Template {
	rest := slices.Clone(t)
	for range examples {
		begin, n := rest.longestRow()
		if n < 2 {
			return nil
		}
		rest = slices.Delete(rest, begin+n-1, begin+n)
	}
	note := TemplateLine{Note: Say("template.more", tongue.Number("n", examples))}
	return slices.Insert(rest, len(rest)-1, note)
}

// longestRow finds the most examples of the same order below each other, the last of several that are as many.
func (t Template) longestRow() (begin, length int) {
	from := 0
	for i, line := range t {
		if verb := line.example(); verb == "" || verb != t[from].example() {
			from = i
		}
		if n := i - from + 1; line.example() != "" && n >= length {
			begin, length = from, n
		}
	}
	return begin, length
}

// example is the verb of an order that only becomes one without the sign before it; "" for any other line.
func (line TemplateLine) example() string {
	order, ok := strings.CutPrefix(line.Text, "# ")
	if !ok {
		return ""
	}
	verb, _, _ := strings.Cut(order, " ")
	return verb
}

// explain writes text as comment lines, broken between words.
func explain(b *strings.Builder, text string) {
	b.WriteString("##")
	column := len("##")
	for w := range tongue.Fields(text) {
		n := utf8.RuneCountInString(w)
		if column+1+n > templateColumn {
			b.WriteString("\n##  ")
			column = len("##  ")
		}
		b.WriteByte(' ')
		b.WriteString(w)
		column += 1 + n
	}
	b.WriteByte('\n')
}

// remark goes on with a line of some characters, if it has room.
func remark(b *strings.Builder, column int, text string) {
	n := len(remarkSign) + utf8.RuneCountInString(text)
	if column+n > templateColumn {
		return
	}
	for ; column < remarkColumn && remarkColumn+n <= templateColumn; column++ {
		b.WriteByte(' ')
	}
	b.WriteString(remarkSign)
	b.WriteString(text)
}
