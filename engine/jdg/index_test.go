package jdg

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"berthier/engine/book"
)

// known returns every label of the index: sections, clauses, facts, rulings
// and decisions.
func known(t *testing.T) map[string]bool {
	t.Helper()
	sections, err := book.ParseIndex(Game.Rules)
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]bool{}
	clauses := 0
	for _, s := range sections {
		labels[s.Number] = true
		for _, c := range s.Clauses {
			if labels[c.Label] {
				t.Errorf("label %s stands twice", c.Label)
			}
			labels[c.Label] = true
			if c.Label[0] >= '0' && c.Label[0] <= '9' {
				clauses++
			}
		}
	}
	if clauses != 633 {
		t.Errorf("got %d clauses, want 633", clauses)
	}
	return labels
}

// ruleLabel finds [8.7.2], [8.7.2-c] and lists of them in comments, and
// JDG-Q83 anywhere.
var (
	ruleList = regexp.MustCompile(
		`\[((?:JDG-[QPT]\d+|\d+(?:\.[0-9A-F]+)*(?:-[a-z]+)?)(?:, ` +
			`(?:JDG-[QPT]\d+|\d+(?:\.[0-9A-F]+)*(?:-[a-z]+)?|-[a-z]+))*)\]`,
	)
	jdgLabel  = regexp.MustCompile(`JDG-([QPT]\d+|\d+(?:\.[0-9A-F]+)*(?:-[a-z]+)?)`)
	ruleInGo  = regexp.MustCompile(`"(\d+(?:\.[0-9A-F]+)+(?:-[a-z]+)?)"`)
	codeFiles = []string{"*.go", "data/*/*.csv", "data/*/*.txt", "testdata/rules/*.txtar",
		"testdata/rules/*.cases", "testdata/rules/*.txt"}
)

// TestLabels fails on a label in code, data or cases that the index lacks.
func TestLabels(t *testing.T) {
	labels := known(t)
	for _, pattern := range codeFiles {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f == "index_test.go" || strings.HasSuffix(f, "index.txt") {
				continue
			}
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range labelsIn(string(text)) {
				if !labels[l] {
					t.Errorf("%s: the index of rules has no %s", f, l)
				}
			}
		}
	}
}

func labelsIn(text string) []string {
	var ls []string
	for _, m := range ruleList.FindAllStringSubmatch(text, -1) {
		for l := range strings.SplitSeq(m[1], ", ") {
			if l[0] != '-' && strings.ContainsAny(l, ".Q") {
				ls = append(ls, strings.TrimPrefix(l, "JDG-"))
			}
		}
	}
	for _, re := range []*regexp.Regexp{jdgLabel, ruleInGo} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			ls = append(ls, m[1])
		}
	}
	return ls
}

// TestCaseBook fails on a clause, ruling or decision that no case cites and
// that testdata/rules/untested.txt does not explain, and on one that is both.
// The facts about charts are held by TestFacts.
func TestCaseBook(t *testing.T) {
	sections, err := book.ParseIndex(Game.Rules)
	if err != nil {
		t.Fatal(err)
	}
	cases, untested, err := book.ReadCases(Game.Cases, Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	cites := map[string]string{}
	for _, c := range cases {
		if len(c.Cites) == 0 {
			t.Errorf("case %s cites no clause", c.Name)
		}
		for _, l := range c.Cites {
			cites[l] = c.Name
		}
	}
	labels := known(t)
	for l := range untested {
		if !labels[l] {
			t.Errorf("untested.txt: the index of rules has no %s", l)
		}
	}
	for _, s := range sections {
		if s.Number == "C" {
			continue
		}
		for _, c := range s.Clauses {
			switch by, why := cites[c.Label], untested[c.Label]; {
			case by == "" && why == "":
				t.Errorf("no case cites JDG-%s: %s", c.Label, c.Text)
			case by != "" && why != "":
				t.Errorf("JDG-%s is cited by %s and listed as untested", c.Label, by)
			}
		}
	}
	t.Logf("%d cases", len(cases))
}
