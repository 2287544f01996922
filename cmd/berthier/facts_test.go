package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
	"berthier/templates/mailtest"

	"golang.org/x/net/html"
)

// TestReportsSayTheSame plays the beginning of each game and reads the reports of its steps
// in each language: text and page have the same words and numbers and the same orders to copy,
// what JSON has stands in both, and mail programs can show them.
func TestReportsSayTheSame(t *testing.T) {
	enough := errors.New("enough")
	for _, game := range games {
		rs, err := loadGame(game.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := rs.Start(game.First)
		if err != nil {
			t.Fatal(err)
		}
		s := book.Simulation{Game: game, Rules: rs, Setup: game.First, Players: map[engine.Side]engine.Bot{}}
		for _, side := range rs.Sides(p) {
			s.Players[side] = book.Random
		}
		n := 0
		_, err = s.Play(1, func(f book.Frame) error {
			if n++; n > 15 {
				return enough
			}
			side := append(rs.Sides(f.After), "")[n%3]
			l := tongue.Languages()[n%len(tongue.Languages())]
			m := templates.Mail{Game: templates.Game{ID: "test-1", Language: l}, Step: n, Map: "map@test",
				Report: engine.Tell(rs, f.Before, f.After, f.Step.Events, side)}
			m.Answer.Template = m.Report.Template.In(l)
			name := fmt.Sprintf("%s, step %d, %q in %s", game.Name, n, side, l)
			text, page := compareForms(t, name, m, templates.Report)
			if m.Answer.Template != "" && len(m.Report.Owed) > 0 && !strings.Contains(text, m.Answer.Template) {
				t.Errorf("%s: the text has no orders to copy", name)
			}
			more, morePage := compareForms(t, name+", details", m, templates.Details)
			compareJSON(t, name, m.Report, l, text+more, page+morePage)
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			t.Errorf("%s: %v", game.Name, err)
		}
	}
}

// compareForms compares both forms of a mail, and returns their words.
func compareForms(t *testing.T, name string, m templates.Mail,
	write func(templates.Mail) ([]byte, []byte, error)) (asText, asPage string) {
	t.Helper()
	text, page, err := write(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range mailtest.Faults(page) {
		t.Errorf("%s: %s", name, fault)
	}
	shown, blocks := readPage(t, page)
	inText, inPage := facts(picture.ReplaceAllString(string(text), "")), facts(shown)
	for f, times := range inPage {
		if inText[f] < times {
			t.Errorf("%s: %q stands %d times on the page, and %d times in the text", name, f, times, inText[f])
		}
	}
	for f := range inText {
		if inPage[f] == 0 {
			t.Errorf("%s: %q stands in the text alone", name, f)
		}
	}
	for _, b := range blocks {
		if !strings.Contains(string(text), b) {
			t.Errorf("%s: the text has no block %q", name, b)
		}
	}
	return string(text), shown
}

// compareJSON looks for what programs are told of the tables in both forms.
func compareJSON(t *testing.T, name string, r engine.Report, l tongue.Language, text, page string) {
	t.Helper()
	if l != tongue.En { // programs are told in English
		return
	}
	data, err := json.Marshal(r.AllTables())
	if err != nil {
		t.Fatal(err)
	}
	var tables []struct {
		Title   string
		Columns []string
		Rows    [][]string
	}
	if err := json.Unmarshal(data, &tables); err != nil {
		t.Fatal(err)
	}
	inText, inPage := facts(text), facts(page)
	for _, table := range tables {
		for _, cell := range slices.Concat([]string{table.Title}, table.Columns, slices.Concat(table.Rows...)) {
			for f := range maps.Keys(facts(cell)) {
				if inText[f] == 0 || inPage[f] == 0 {
					t.Errorf("%s: %q of JSON stands %d times in the text, %d times on the page", name, f, inText[f],
						inPage[f])
				}
			}
		}
	}
}

var (
	word    = regexp.MustCompile(`[\pL\pN]+`)
	picture = regexp.MustCompile(`(?m)^\[\pL+\s*: `) // in the text, before what stands in its place
)

// facts counts the words and numbers of a text.
func facts(text string) map[string]int {
	all := map[string]int{}
	for _, w := range word.FindAllString(text, -1) {
		all[w]++
	}
	return all
}

// readPage reads what a page shows: its words, those in place of pictures among them, and its
// blocks of code.
func readPage(t *testing.T, page []byte) (shown string, blocks []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	var walk func(n *html.Node, code *strings.Builder)
	walk = func(n *html.Node, code *strings.Builder) {
		switch {
		case n.Type == html.TextNode:
			all.WriteString(n.Data)
			if code != nil {
				code.WriteString(n.Data)
			}
		case n.Data == "head":
			return
		case n.Data == "img":
			for _, a := range n.Attr {
				if a.Key == "alt" {
					all.WriteString(" " + a.Val + " ")
				}
			}
		case n.Data == "pre":
			code = new(strings.Builder)
			defer func() { blocks = append(blocks, code.String()) }()
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, code)
		}
		all.WriteString(" ")
	}
	walk(root, nil)
	return all.String(), blocks
}
