package jdg

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed testdata/rules
var caseBook embed.FS

// Case is one case of the case book.
type Case struct {
	Name  string   // file name without ending: "8.7.2-counter-attack"
	Cites []string // labels that it proves: "8.7.2-g", "Q87"
}

var cited = regexp.MustCompile(`JDG-([QPT]\d+|\d+(?:\.[0-9A-F]+)*(?:-[a-z]+)?)`)

// CaseBook lists the cases of the case book, ordered by name, and the clauses
// that no case can test, each with the reason.
func CaseBook() (cases []Case, untested map[string]string, err error) {
	const dir = "testdata/rules"
	files, err := caseBook.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	untested = map[string]string{}
	for _, f := range files {
		text, err := caseBook.ReadFile(dir + "/" + f.Name())
		if err != nil {
			return nil, nil, err
		}
		name, isCase := strings.CutSuffix(f.Name(), ".txtar")
		if !isCase {
			for l := range strings.Lines(string(text)) {
				label, why, _ := strings.Cut(strings.TrimSpace(l), " ")
				untested[label] = why
			}
			continue
		}
		head, _, _ := strings.Cut(string(text), "\n-- ")
		c := Case{Name: name}
		for _, m := range cited.FindAllStringSubmatch(head, -1) {
			if !slices.Contains(c.Cites, m[1]) {
				c.Cites = append(c.Cites, m[1])
			}
		}
		cases = append(cases, c)
	}
	return cases, untested, nil
}
