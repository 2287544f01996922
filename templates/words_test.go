package templates

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

func TestWords(t *testing.T) {
	said := saidInTemplates(t)
	tonguetest.Words(t, catalogue, slices.Collect(maps.Keys(said))...)
	for key, all := range said {
		want := catalogue.Arguments(key)
		for _, args := range all {
			if slices.Sort(args); !slices.Equal(args, want) {
				t.Errorf("a template says %q with %q, and it has the arguments %q", key, args, want)
			}
		}
	}
}

// saidInTemplates are the keys that templates say, with the names of the arguments each time.
func saidInTemplates(t *testing.T) map[string][][]string {
	said := map[string][][]string{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				if call, ok := v.Interface().(*parse.CommandNode); ok {
					noteSaid(t, said, call)
				}
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		}
	}
	for _, sub := range readText(tongue.En).Templates() {
		walk(reflect.ValueOf(sub.Root))
	}
	return said
}

// noteSaid notes a call of say, whose key and names of arguments are words that stand there.
func noteSaid(t *testing.T, said map[string][][]string, call *parse.CommandNode) {
	if id, ok := call.Args[0].(*parse.IdentifierNode); !ok || id.Ident != "say" {
		return
	}
	var words []string
	for i, a := range call.Args[1:] {
		if i < 1 || i%2 == 1 {
			s, ok := a.(*parse.StringNode)
			if !ok {
				t.Fatalf("%s: word %d is put together", call, i)
			}
			words = append(words, s.Text)
		}
	}
	said[words[0]] = append(said[words[0]], words[1:])
}

// TestReportInLanguages: the sentences of a report are in the reader's language, and what has no
// words in it is English.
func TestReportInLanguages(t *testing.T) {
	m := sampleMail()
	m.Report.Story = []engine.Chapter{{Heading: tongue.English("A heading"),
		Lines: []engine.Line{{Text: catalogue.Say("note"), Rule: "1"},
			{Text: tongue.English("A sentence."), Rule: "2", Note: true}}}}
	for l, want := range map[tongue.Language][]string{
		"":        {"Note: [1]", "Note: A sentence. [2]"},
		tongue.Pl: {"Uwaga: [1]", "Uwaga: A sentence. [2]"},
		tongue.El: {"Σημείωση: [1]", "Σημείωση: A sentence. [2]"},
	} {
		m.Game.Language = l
		text, html, err := Details(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range append(want, "A heading") {
			if !strings.Contains(string(text), w) {
				t.Errorf("%q: no %q in\n%s", l, w, text)
			}
			if !strings.Contains(string(inASCII(html)), string(inASCII([]byte(w)))) {
				t.Errorf("%q: no %q in the page", l, w)
			}
		}
	}
}

// What Details writes says in which language it is.
func TestLanguageOf(t *testing.T) {
	m := sampleMail()
	for _, l := range tongue.Languages() {
		m.Game.Language = l
		text, _, err := Details(m)
		if got := LanguageOf(string(text)); err != nil || got != l ||
			LanguageOf(strings.ReplaceAll(string(text), "\n", "\r\n")) != l {
			t.Errorf("what is in %s is in %q, %v", l, got, err)
		}
	}
	if got := LanguageOf("berthier position 1\n"); got != "" {
		t.Errorf("what nobody is told is in %q", got)
	}
}

// If the order desk is on the web, the opening mail says what it is for, and others how it is used; if not,
// no mail speaks of it.
func TestTellsOfTheDesk(t *testing.T) {
	const address = "https://club.example/my_games/berthier-desk.html"
	for _, l := range tongue.Languages() {
		for _, at := range []string{"", address} {
			m := sampleMail()
			m.Game.Language, m.Game.Desk = l, at
			report, page, err := Report(m)
			if err != nil {
				t.Fatal(err)
			}
			m.Step = 0
			opening, _, err := Opening(OpeningMail{Mail: m})
			if err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string][]byte{"the report": report, "the opening": opening} {
				if n := bytes.Count(text, []byte(address)); (n == 1) != (at != "") {
					t.Errorf("%s: %s tells of the desk %d times:\n%s", l, name, n, text)
				}
			}
			if at != "" && !bytes.Contains(page, []byte(address)) {
				t.Errorf("%s: the page of the report does not", l)
			}
		}
	}
}

// The first mail of a substitute calls its picture no map at the start: the game goes on.
func TestMapOfSubstitute(t *testing.T) {
	for _, l := range tongue.Languages() {
		for step, key := range map[int]string{0: "map.start", 7: "map.now"} {
			m := sampleMail()
			m.Game.Language, m.Step, m.Map = l, step, "map@berthier"
			text, _, err := Opening(OpeningMail{Mail: m, Leaves: "Ney"})
			if err != nil {
				t.Fatal(err)
			}
			if want := ": " + speaker(l).word(key) + "]\n"; !strings.Contains(string(text), want) {
				t.Errorf("%s, step %d: want %q in\n%s", l, step, want, text)
			}
		}
	}
}
