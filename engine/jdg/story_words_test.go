package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/help"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

// TestWords holds the messages of this game to their rules, in all languages.
func TestWords(t *testing.T) { tonguetest.Words(t, catalogue, heardKinds...) }

// TestStoryInEveryLanguage tells all cases in all languages. Nothing may be left over of a
// message, and what is English is English as a whole.
func TestStoryInEveryLanguage(t *testing.T) {
	told := 0
	for _, c := range fullCases(t) {
		for _, chapter := range caseChapters(t, c.text, "French") {
			for _, line := range append(chapter.Lines, engine.Line{Text: chapter.Heading}) {
				english := line.Text.String()
				for _, l := range tongue.Languages() {
					told++
					text, err := line.Text.Render(l)
					if err != nil && !strings.Contains(err.Error(), tongue.ErrLacks.Error()) {
						t.Errorf("%s, %q: %v", c.name, english, err)
					}
					if err != nil {
						text = line.Text.In(l)
					}
					if (err != nil) != (text == english) && l != tongue.En && strings.Contains(english, " ") {
						t.Errorf("%s: %q in %s is %q, %v", c.name, english, l, text, err)
					}
				}
			}
		}
	}
	if told < 5000 {
		t.Errorf("only %d sentences were told", told)
	}
}

// TestHelpWords: what each order does is said in every language, and nothing else.
func TestHelpWords(t *testing.T) {
	keys := []string{"if.square", "if.retire", "if.ratio"}
	for _, v := range allVerbs() {
		keys = append(keys, "verb."+v.Word)
	}
	for word := range manyForms {
		keys = append(keys, "many."+word)
	}
	for _, word := range standingWords() {
		keys = append(keys, "standing."+word)
	}
	tonguetest.Keys(t, help.Words, keys...)
}
