package tlm

import (
	"testing"

	"berthier/engine/book"
)

// TestCaseBook fails on a clause that no case cites and that testdata/rules/untested.txt does
// not explain, and on one that is both. Rulings and decisions are cited where a case needs them.
func TestCaseBook(t *testing.T) {
	sections, err := book.ParseIndex(Game.Rules)
	if err != nil {
		t.Fatal(err)
	}
	cases, untested, err := book.ReadCases(Game.Cases, Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	cited := map[string]string{}
	for _, c := range cases {
		if len(c.Cites) == 0 {
			t.Errorf("case %s cites no clause", c.Name)
		}
		for _, l := range c.Cites {
			cited[l] = c.Name
		}
	}
	for _, s := range sections {
		for _, c := range s.Clauses {
			if c.Label[0] >= 'A' {
				continue
			}
			switch by, why := cited[c.Label], untested[c.Label]; {
			case by == "" && why == "":
				t.Errorf("no case cites TLM-%s: %s", c.Label, c.Text)
			case by != "" && why != "":
				t.Errorf("TLM-%s is cited by %s and listed as untested", c.Label, by)
			}
		}
	}
}
