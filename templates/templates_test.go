package templates

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"

	"berthier/templates/mailtest"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func hexSum(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from the golden file; got:\n%s", name, got)
	}
}

func TestGolden(t *testing.T) {
	for name, mail := range samples() {
		text, page, err := mail()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden(t, name+".txt", text)
		if name == "report" || name == "faults" {
			golden(t, name+".html", page)
		}
		if strings.Contains(string(text), "\n\n\n") || strings.Contains(string(text), "<no value>") {
			t.Errorf("%s.txt has an empty hole:\n%s", name, text)
		}
	}
}

// Gmail, Outlook and Apple Mail can show every mail.
func TestMailPrograms(t *testing.T) {
	for name, mail := range samples() {
		if name == "club" || strings.HasPrefix(name, "game-page") { // pages for browsers
			continue
		}
		_, page, err := mail()
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range mailtest.Faults(page) {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// A mail names as many faults as Gmail shows, and says how many more there are.
func TestFaultsHaveRoom(t *testing.T) {
	var all engine.Faults
	for i := range 2000 {
		all = append(
			all,
			engine.Fault{Line: i + 1, Text: strings.Repeat("ž", i%300), Msg: tongue.English("this is <no> order")},
		)
	}
	for _, n := range []int{1, 20, 2000} {
		text, page, err := Faults(FaultsMail{Faults: all[:n]})
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range mailtest.Faults(page) {
			t.Errorf("%d faults: %s", n, fault)
		}
		named := strings.Count(string(text), "Line ")
		more := fmt.Sprintf("And %d more faults, for which a mail has no room.", n-named)
		if named < min(n, 50) || strings.Contains(flatten(text), more) != (named < n) ||
			!strings.Contains(flatten(text), fmt.Sprintf("%d", n)) && n > 1 {
			t.Errorf("of %d faults %d are named:\n%.400s", n, named, text)
		}
	}
}

func flatten(text []byte) string { return strings.Join(strings.Fields(string(text)), " ") }

// Every template file is in the samples.
func TestSamplesComplete(t *testing.T) {
	names, err := files.ReadDir("md")
	if err != nil {
		t.Fatal(err)
	}
	all := samples()
	all["unsigned"], all["parts"], all["aftermath"] = all["unsigned-wrong"], all["report"], all["over-after"]
	all["proof"] = all["details"]
	for _, n := range names {
		if all[strings.TrimSuffix(n.Name(), ".md")] == nil {
			t.Errorf("no sample shows %s", n.Name())
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

// shown is the text that a browser would show for Markdown, and the tags.
func shown(t *rapid.T, markdownText string) (text, tags string) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(markdownText), &b); err != nil {
		t.Fatal(err)
	}
	return html.UnescapeString(tag.ReplaceAllString(b.String(), "")),
		strings.Join(tag.FindAllString(b.String(), -1), "")
}

// nasty draws strings rich in what Markdown and HTML care about.
var nasty = rapid.OneOf(
	rapid.String(),
	rapid.StringOfN(rapid.RuneFrom([]rune("\\`*_{}[]()#+-.!|<>&~=:;\"'/ab1 9\n\t\r\x00\u00a0\u202e\ufffdé|||```")), 0,
		30, -1),
	rapid.SampledFrom([]string{
		"<script>alert(1)</script>", "</style>", "&lt;", "&#x3c;b&#x3e;", "[x](javascript:alert(1))",
		"![x](http://x/y.png)", "<http://x>",
		"```\n# x", "~~~", "---", "***", "===", "1. x", "1) x", "> x", "- x", "+ x", "# x", "x #", "| a |", "|-|-|",
		":-", "[a]: http://x",
		"  two  blanks  ", "line\nline", "    indented", "\\", "\\*", "a\\|b", "_a_", "a_b_c", "__", "&amp", "&copy;",
		"http://x.example", "{#id}", "* * *", "\xff\xfe",
	}),
)

// Any string that is put into a template shows as itself and as nothing else.
func TestTextShowsAsItself(t *testing.T) {
	places := []struct{ name, before, after, tags string }{
		{"paragraph", "", "\n", "<p></p>"},
		{"in a sentence", "x ", " y", "<p></p>"},
		{"before a rule", "x ", " [8.5]", "<p></p>"},
		{"in brackets", "x (", ")", "<p></p>"},
		{"list item", "- ", "\n", "<ul><li></li></ul>"},
		{"numbered item", "1. ", "\n", "<ol><li></li></ol>"},
		{"heading", "## ", "\n", "<h2></h2>"},
		{"after a list", "- a\n  If not: ", "\n", "<ul><li></li></ul>"},
	}
	rapid.Check(t, func(t *rapid.T) {
		in := nasty.Draw(t, "text")
		if plain(in) == "" {
			return
		}
		for _, p := range places {
			text, tags := shown(t, p.before+md(in)+p.after)
			want, _ := shown(t, p.before+"WORD"+p.after)
			want = strings.ReplaceAll(want, "WORD", plain(in))
			if text != want || tags != p.tags {
				t.Fatalf("%s: %q became %q with %s, want %q with %s; Markdown is %q", p.name, in, text, tags, want,
					p.tags, p.before+md(in)+p.after)
			}
		}
	})
}

func TestTableShowsItsCells(t *testing.T) {
	cells := regexp.MustCompile(`<t[dh](?: nowrap)?>([^<\n]*)`)
	rapid.Check(t, func(t *rapid.T) {
		cols := rapid.IntRange(1, 4).Draw(t, "columns")
		row := rapid.SliceOfN(nasty, cols, cols)
		head, rows := row.Draw(t, "head"), rapid.SliceOfN(row, 0, 3).Draw(t, "rows")
		var b bytes.Buffer
		if err := markdown.Convert([]byte(table(head, rows)), &b); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range cells.FindAllStringSubmatch(b.String(), -1) {
			got = append(got, html.UnescapeString(m[1]))
		}
		var want []string
		for _, r := range append([][]string{head}, rows...) {
			for _, c := range r {
				want = append(want, plain(c))
			}
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("cells %q, want %q; Markdown:\n%s", got, want, table(head, rows))
		}
	})
}

func TestCodeShowsAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := nasty.Draw(t, "text")
		if plain(in) != "" {
			if text, tags := shown(t, "x "+code(in)+" y"); text != "x "+plain(in)+" y\n" ||
				tags != "<p><code></code></p>" {
				t.Fatalf("code span of %q shows %q with %s", in, text, tags)
			}
		}
		block := fence(in)
		lines := strings.Split(block, "\n")
		want := strings.Join(lines[1:len(lines)-1], "\n") + "\n"
		text, tags := shown(t, "a\n\n"+block+"\n\nz")
		if want == "\n" {
			want = ""
		}
		got := strings.TrimSuffix(strings.TrimPrefix(text, "a\n"), "\nz\n")
		if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") ||
			tags != "<p></p><pre><code></code></pre><p></p>" {
			t.Fatalf("code block of %q shows %q with %s, want %q", in, got, tags, want)
		}
	})
}

// A whole report made of nasty strings holds no tag that a harmless one does
// not hold.
func TestReportCannotBeInjected(t *testing.T) {
	build := func(s func() string) Mail {
		return Mail{
			Game: Game{ID: s(), Address: s(), Rules: s()}, Step: 3, Map: "map",
			Report: engine.Report{
				Side: engine.Side(s()), Title: tongue.English(s()), Summary: tongue.English(s()),
				Victory: engine.Victory{
					Stands: tongue.English(s()),
					Needs:  tongue.English(s()),
					Ways:   []engine.Line{{Text: tongue.English(s()), Rule: s()}},
					Tables: []engine.Table{
						{Title: tongue.English(s()), Columns: tongue.Names(s()),
							Rows: [][]tongue.Text{tongue.Names(s())}},
					},
				},
				Story: []engine.Chapter{{Heading: tongue.English(s()),
					Lines: []engine.Line{{Text: tongue.English(s()), Rule: s()},
						{Text: tongue.English(s()), Roll: &engine.Roll{Die: engine.Die{Faces: []string{s()}},
							Draws: []engine.Draw{{N: 1}, {N: 1}}, Pool: []engine.Mod{{Name: s(), Value: 2}},
							Mods: []engine.Mod{{Name: s(), Value: 1}}, Need: s(), Result: s()}}}}},
				Tables: []engine.Table{
					{Title: tongue.English(s()), Columns: tongue.Names(s()), Rows: [][]tongue.Text{tongue.Names(s())}},
				},
				Owed: []engine.Decision{{Prompt: tongue.English(s()), Rule: s(), Default: tongue.English(s())}},
				Optional: []engine.Decision{{Prompt: tongue.English(s()), Rule: s(), Default: tongue.English(s()),
					Optional: true}},
				Waiting: []engine.Side{engine.Side(s())}, Template: engine.LinesOf(s()),
				Outcome: engine.Outcome{Over: true, Rule: s()}, End: tongue.English(s()),
			},
			Answer: Answer{
				Deadline: tongue.Name(s()),
				Header:   s(),
			}, Inputs: []TurnFile{{Side: "F", Auth: tongue.Name(s()), Hash: s()}},
			Keys: []KeyChange{{Side: "F", By: "umpire", Old: s(), New: s(), At: tongue.Name(s())}},
			Dice: &Dice{Game: s(), Draws: []engine.Draw{{No: 1, Purpose: s(), N: 10}}},
			Data: []engine.DataFile{{Name: s(), Source: s()}}, Checkpoint: s(),
		}
	}
	tagsOf := func(m Mail) string {
		_, page, err := Report(m)
		if err != nil {
			t.Fatal(err)
		}
		_, more, err := Details(m)
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(tag.FindAllString(string(page)+string(more), -1), "")
		return strings.ReplaceAll(all, " nowrap>", ">") // which a cell has that is a code
	}
	harmless := tagsOf(build(func() string { return "word" }))
	rapid.Check(t, func(t *rapid.T) {
		m := build(func() string { return "a" + nasty.Draw(t, "text") + "z" })
		if got := tagsOf(m); got != harmless {
			t.Fatalf("tags of the page:\n%s\nwant\n%s", got, harmless)
		}
		nastyStart := build(func() string {
			return rapid.SampledFrom([]string{"<b>x", "# x", "- x", "1. x", "> x", "|a|", "```", "***",
				"[x](y)"}).Draw(t, "text")
		})
		if got := tagsOf(nastyStart); got != harmless {
			t.Fatalf("tags of the page:\n%s\nwant\n%s", got, harmless)
		}
	})
}

// The commands of "Check the dice" mean what the engine computes.
func TestDiceCommands(t *testing.T) {
	d := sampleDice()
	var link []byte
	for _, o := range regexp.MustCompile(`\\([0-7]{3})`).FindAllStringSubmatch(CheckLink(d.Link), -1) {
		var c int
		fmt.Sscanf(o[1], "%o", &c)
		link = append(link, byte(c))
	}
	if sum := sha256.Sum256(link); engine.Link(sum) != d.Previous {
		t.Errorf("the printf command hashes to %x, want %v", sum, d.Previous)
	}
	for _, draw := range d.Open() {
		words := regexp.MustCompile(`(?s)'((?:[^']|'\\'')*)'`).FindAllStringSubmatch(strings.Split(CheckDraw(*d, draw),
			"|\n")[0], -1)
		mac := hmac.New(sha256.New, d.Link[:])
		for _, w := range words[1:] { // the first is printf's format
			fmt.Fprintf(mac, "%s\n", strings.ReplaceAll(w[1], `'\''`, "'"))
		}
		var word uint64
		fmt.Sscanf(hex.EncodeToString(mac.Sum(nil))[:8], "%x", &word)
		if word < WordLimit(draw.N) && int(word%uint64(draw.N)) != draw.Value {
			t.Errorf("draw %d by the printed command is %d, want %d", draw.No, word%uint64(draw.N), draw.Value)
		}
	}
}

// A sealed draw stays sealed in the list of draws.
func TestSealedValueNotShown(t *testing.T) {
	m := sampleMail()
	m.Dice.Draws = []engine.Draw{{No: 1, Sealed: true, Purpose: "card", N: 99999, Value: 31415}}
	md, page, err := Details(m)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(md, []byte("31415")) || bytes.Contains(page, []byte("31415")) ||
		!bytes.Contains(md, []byte("1. card: sealed")) {
		t.Errorf("report shows a sealed value:\n%s", md)
	}
}

// What all readers of a step are told alike is written once for each language, and nobody can tell.
func TestDetailsAlike(t *testing.T) {
	alike := new(SharedDetails)
	for _, l := range tongue.Languages() {
		for _, side := range []engine.Side{"French", "Allied"} {
			m := sampleMail()
			m.Report.Side, m.Game.Language = side, l
			want, wantPage, err := Details(m)
			if err != nil {
				t.Fatal(err)
			}
			m.Alike = alike
			got, page, err := Details(m)
			if err != nil || !bytes.Equal(got, want) || !bytes.Equal(page, wantPage) {
				t.Errorf("%s, %s: %v\n%s\nwant\n%s", l, side, err, got, want)
			}
		}
	}
	if got, want := len(alike.in), len(tongue.Languages()); got != want {
		t.Errorf("%d languages were written, want %d", got, want)
	}
	bare := Mail{Report: engine.Report{Title: tongue.Name("Goldbach"), Side: "French"}}
	if text, _, err := Details(bare); err != nil || bytes.HasSuffix(text, []byte("\n\n")) {
		t.Errorf("details without dice and record: %q, %v", text, err)
	}
}

// busyMail is a report of a busy turn: 40 sentences and a table of 60 units.
func busyMail() Mail {
	m := sampleMail()
	for range 4 {
		m.Report.Story = append(m.Report.Story, m.Report.Story...)
		m.Report.Tables[0].Rows = append(m.Report.Tables[0].Rows, m.Report.Tables[0].Rows...)
	}
	return m
}

func BenchmarkReport(b *testing.B) { benchmarkReport(b, busyMail()) }

// What is said in another language takes at most a fifth longer than in English.
func BenchmarkReportInLanguages(b *testing.B) {
	m := busyMail()
	for _, l := range tongue.Languages() {
		m.Game.Language = l
		b.Run(string(l), func(b *testing.B) { benchmarkReport(b, m) })
	}
}

func benchmarkReport(b *testing.B, m Mail) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Report(m); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLongHintOnce: a list of all orders is not repeated for each line of a greeting; a short hint stands at its line.
func TestLongHintOnce(t *testing.T) {
	long := tongue.English("orders begin with " + strings.Repeat("verb, ", 30) + "hold")
	short := tongue.English("write: pick 4")
	text, _, err := Faults(FaultsMail{Faults: engine.Faults{
		{Line: 7, Text: "Best regards", Msg: tongue.English("no order begins with best"), Hint: long},
		{Line: 8, Text: "Jean", Msg: tongue.English("no order begins with jean"), Hint: long},
		{Line: 9, Msg: tongue.English("no number"), Hint: short},
		{Line: 10, Msg: tongue.English("no number"), Hint: short},
	}})
	if err != nil {
		t.Fatal(err)
	}
	n, m := strings.Count(string(text), "orders begin with"), strings.Count(string(text), "pick 4")
	if n != 1 || m != 2 {
		t.Errorf("a long hint stands there %d times, a short one %d times:\n%s", n, m, text)
	}
}
