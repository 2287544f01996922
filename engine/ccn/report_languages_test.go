package ccn

import (
	"strings"
	"testing"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/engine/tongue/tonguetest"
)

// TestReportsInLanguages: every report and every preview of whole games has words in each
// language: titles, stories, how dice fell, cards, tables, questions, order blocks, odds.
func TestReportsInLanguages(t *testing.T) {
	told := map[string]int{}
	for _, ask := range []string{"none", "all"} {
		simulate(t, 4, map[string]string{"ask": ask}, func(rs *Ruleset, f book.Frame) error {
			for _, side := range append(rs.Sides(f.After), "") {
				r := engine.Tell(rs, f.Before, f.After, f.Step.Events, side)
				for _, lacks := range tonguetest.Whole(t, r) {
					t.Errorf("turn %d, for %q: %q is not translated", f.After.(*Position).Turn, side, lacks)
				}
				for _, l := range tongue.Languages() {
					sheetIn(t, r.Template, l)
				}
				told["report"]++
			}
			for _, o := range f.Step.Inputs {
				for _, odds := range rs.Preview(f.Before, o).Odds {
					for _, lacks := range tonguetest.Whole(t, odds) {
						t.Errorf("odds of %v: %q is not translated", o.Lines, lacks)
					}
					told["odds"]++
				}
			}
			return nil
		})
	}
	if told["report"] < 200 || told["odds"] < 50 {
		t.Errorf("only %v", told)
	}
}

// sheetIn holds an order block in a language to lines that no mail program breaks, and to the
// orders that it has in English.
func sheetIn(t *testing.T, sheet engine.Template, l tongue.Language) {
	t.Helper()
	orders := func(l tongue.Language) (all []string) {
		for line := range strings.Lines(sheet.In(l)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 72 {
				t.Errorf("%s: %d letters: %s", l, n, line)
			}
			if strings.HasPrefix(line, "##") {
				continue
			}
			order, _, _ := strings.Cut(strings.TrimSpace(line[1:]), "  #")
			all = append(all, strings.TrimSpace(order))
		}
		return all
	}
	if got, want := strings.Join(orders(l), "\n"), strings.Join(orders(tongue.En), "\n"); got != want {
		t.Errorf("%s: the orders are\n%s\nnot\n%s", l, got, want)
	}
	if l != tongue.En && !sheet.Empty() && strings.Contains(sheet.String(), "##") && sheet.In(l) == sheet.String() {
		t.Errorf("%s: the order block is English\n%s", l, sheet.In(l))
	}
}
