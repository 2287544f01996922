package pbs

import (
	"maps"
	"regexp"
	"testing"

	"berthier/engine/book"
)

// heldBy are the tests of the clauses of the export that no row of its tables holds.
var heldBy = map[string]string{"X-1": "TestExportOfTheRecord", "X-2": "TestExportRefused", "X-22": "TestColorsArrival",
	"X-40": "TestExportRefused"}

// rowClause is a clause in the name of a row.
var rowClause = regexp.MustCompile(`\bX-[0-9]+`)

// TestCaseBook fails on a clause that no case cites and that testdata/rules/untested.txt does
// not explain, and on one that is both. Rulings and decisions are cited where a case needs them;
// clauses of the export, which tells no events, are held by the rows of its tables.
func TestCaseBook(t *testing.T) {
	sections, err := book.ParseIndex(Game.Rules)
	if err != nil {
		t.Fatal(err)
	}
	cases, untested, err := book.ReadCases(Game.Cases, Game.Name)
	if err != nil {
		t.Fatal(err)
	}
	cited := maps.Clone(heldBy)
	for _, rows := range []map[string]exportRow{gloireRows, colorsRows} {
		for name := range rows {
			for _, label := range rowClause.FindAllString(name, -1) {
				cited[label] = "a row of the export"
			}
		}
	}
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
			if c.Label[0] >= 'A' && !rowClause.MatchString(c.Label) {
				continue
			}
			switch by, why := cited[c.Label], untested[c.Label]; {
			case by == "" && why == "":
				t.Errorf("no case cites PBS-%s: %s", c.Label, c.Text)
			case by != "" && why != "":
				t.Errorf("PBS-%s is cited by %s and listed as untested", c.Label, by)
			}
		}
	}
}
