package templates

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"berthier/engine"

	"pgregory.net/rapid"
)

// textOf is the text part that Markdown becomes.
func textOf(source string) string {
	return string(read("", "", []byte(source)).text(lineWidth))
}

// flat is a text in one line, with single blanks.
func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestText(t *testing.T) {
	long := strings.Repeat("word ", 15)
	for name, tt := range map[string]struct{ in, want string }{
		"headings": {"# A\n\n## The map\n\n### Turn\n\nx\n", "A\n---\n\nThe map\n-------\n\nTurn:\n\nx\n"},
		"an escape": {`Fire at 1512 \[8.5\], \*, a\_b \\ 1 \& 2 &amp; \&amp;`,
			`Fire at 1512 [8.5], *, a_b \ 1 & 2 & &amp;` + "\n"},
		"emphasis":           {"**You owe** *one*.", "You owe one.\n"},
		"a code span":        {"Send `move 1leg` now.", "Send \"move 1leg\" now.\n"},
		"a cited span":       {"Send `press \"x\"`.", "Send 'press \"x\"'.\n"},
		"a link":             {"See [the rules](http://x.example).", "See the rules <http://x.example>.\n"},
		"a picture":          {"![The map](cid:map)", "[Picture: The map]\n"},
		"filled":             {long + "they end", long + "\nthey end\n"},
		"a span stays whole": {long + "`a b c d`", strings.TrimSpace(long) + "\n\"a b c d\"\n"},
		"no false item":      {long + "- b", long + "- b\n"},
		"no false number":    {long + "12. b", long + "12.\nb\n"},
		"no false heading":   {long + "aa ----- b", long + "aa -----\nb\n"},
		"a list":             {"- a\n- b\\\n  If not:\n  c\n  - d", "- a\n- b\n  If not: c\n  - d\n"},
		"numbers":            {"9. a\n10. " + long + "b", "9. a\n10. " + strings.TrimSpace(long) + "\n    b\n"},
		"loose items":        {"- a\n\n  b\n\n- c", "- a\n\n  b\n\n- c\n"},
		"a block":            {"a\n\n```\n  x  |*\n\n# y\n```\n\nb", "a\n\n  x  |*\n\n# y\n\nb\n"},
		"what others wrote":  {said("a\n\n`b`"), "> a\n>\n> `b`\n"},
		"a table": {table([]string{"Id", "Name"}, [][]string{{"1leg", "1er [x] | y"}, {"2"}}),
			"Id    Name\n----  -----------\n1leg  1er [x] | y\n2\n"},
		"a wrapped column": {table([]string{"Id", "From"}, [][]string{{"a", long + "end"}}),
			"Id  From\n--  " + strings.Repeat("-", 74) + "\na   " + strings.TrimSpace(long)[:74] + "\n    end\n"},
		"a wide table": {
			table([]string{"Id", "A", "B", "C"}, [][]string{{"a", long, "", "c"}, {"b", "x", long[:60], ""}}),
			"Id: A; B; C:\n\n- a: " + strings.TrimSpace(long)[:69] + "\n  word; –; c\n- b: x; " +
				flat(long[:60]) + "\n",
		},
	} {
		want := regexp.MustCompile(` +\n`).ReplaceAllString(tt.want, "\n")
		if got := textOf(tt.in); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	got := Prose(strings.Repeat("word ", 16), "one\ntwo", "    berthier do "+strings.Repeat("x ", 50))
	want := strings.Repeat("word ", 14) + "word\nword\n\none\ntwo\n\n    berthier do " + strings.Repeat("x ", 50) + "\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Any string that is put into a template shows as itself in the text, but for the ends
// of lines.
func TestTextPartShowsStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := nasty.Draw(t, "text")
		if plain(in) == "" {
			return
		}
		for name, source := range map[string]string{
			"paragraph": md(in) + "\n", "in a sentence": "x " + md(in) + " [8.5]", "list item": "- " + md(in) + "\n",
			"numbered item": "1. " + md(in) + "\n", "heading": "# " + md(in) + "\n\nx",
			"after a list": "- a\n  If not: " + md(in), "code": "x " + code(in) + " y",
			"cell": table([]string{"a", "b"}, [][]string{{"x", in}}),
		} {
			if got := flat(textOf(source)); !strings.Contains(got, plain(in)) {
				t.Fatalf("%s: %q became %q", name, in, got)
			}
		}
		if got, want := textOf("a\n\n"+fence(in)+"\n\nz"), "a\n\n"+bare(in)+"\n\nz\n"; got != want {
			t.Fatalf("a block of %q is %q, want %q", in, got, want)
		}
	})
}

var word = regexp.MustCompile(`[\pL\pN]+`)

// words counts those of a text.
func words(s string) map[string]int {
	count := map[string]int{}
	for _, w := range word.FindAllString(s, -1) {
		count[w]++
	}
	return count
}

// Each word that the page of a mail shows stands in its text as often.
func TestTextLosesNoWord(t *testing.T) {
	for name, mail := range samples() {
		text, page, err := mail()
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(string(page), "<body>")
		got := words(string(text))
		for w, n := range words(html.UnescapeString(tag.ReplaceAllString(body, " "))) {
			if got[w] < n {
				t.Errorf("%s: %q stands %d times in the page and %d times in the text", name, w, n, got[w])
			}
		}
	}
}

// No line is longer than 78 columns, but for blocks to copy and words that cannot be parted;
// no mark of Markdown is left.
func TestTextIsNoMarkdown(t *testing.T) {
	for name, mail := range samples() {
		text, page, err := mail()
		if err != nil {
			t.Fatal(err)
		}
		blocks := map[string]bool{}
		for _, b := range regexp.MustCompile(`(?s)<pre><code[^>]*>(.*?)</code></pre>`).FindAllStringSubmatch(
			string(page), -1) {
			for l := range strings.SplitSeq(html.UnescapeString(b[1]), "\n") {
				blocks[l], blocks["> "+l] = true, true
			}
		}
		for l := range strings.SplitSeq(string(text), "\n") {
			if blocks[l] {
				continue
			}
			if utf8.RuneCountInString(l) > lineWidth && strings.Contains(strings.TrimLeft(l, " -"), " ") {
				t.Errorf("%s: over %d columns: %q", name, lineWidth, l)
			}
			if regexp.MustCompile("\\\\|\\*\\*|^#|```|^\\|").MatchString(l) {
				t.Errorf("%s: Markdown: %q", name, l)
			}
		}
	}
}

// The block of orders can be copied out of the text, and out of a quotation of all of it.
func TestOrdersCanBeCopied(t *testing.T) {
	m := sampleMail()
	text, _, err := Report(m)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n\n"+m.Block()+"\n") {
		t.Errorf("the block is not as it was:\n%s", text)
	}
	verbs := []engine.Verb{{Word: "advance"}, {Word: "marker"}}
	read := func(text string) string {
		f, faults := engine.ParseTurnFile([]byte(text), verbs, engine.Limits{})
		if len(faults) > 0 || len(f.Orders) != 2 {
			t.Errorf("%d orders, %v:\n%s", len(f.Orders), faults, text)
		}
		for i := range f.Orders {
			f.Orders[i].Line = 0
		}
		return fmt.Sprintf("%+v", f.Orders)
	}
	want := read(m.Block())
	for _, mark := range []string{"", "> ", ">", "> > "} {
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		for i := range lines {
			lines[i] = mark + lines[i]
		}
		if got := read(strings.Join(slices.Clip(lines), "\n")); got != want {
			t.Errorf("behind %q: got %s, want %s", mark, got, want)
		}
	}
}

// TestSources: the first mail tells where a table is from in the language of the reader, if it is one of what most are.
// It is not told again in the report of each step.
func TestSources(t *testing.T) {
	for said, want := range map[string]string{"a value of this project": "wartość tego projektu",
		"supplied by the umpire": "od sędziego", "a chart of my own": "a chart of my own"} {
		m := sampleMail()
		m.Data = []engine.DataFile{{Name: "tables/fire.csv", Source: said}}
		m.Game.Language = "pl"
		for step, want := range []string{"tables/fire.csv: " + want + ", SHA-256", "- tables/fire.csv, SHA-256"} {
			m.Step = step
			text, _, err := Details(m)
			if err != nil || !strings.Contains(flat(string(text)), want) {
				t.Errorf("step %d: no %q in\n%s%v", step, want, text, err)
			}
		}
	}
}
