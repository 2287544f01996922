package templates

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

func TestWords(t *testing.T) { tonguetest.Words(t, catalogue) }

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
			if !strings.Contains(string(html), string(inASCII([]byte(w)))) {
				t.Errorf("%q: no %q in the page", l, w)
			}
		}
	}
}
