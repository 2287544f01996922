package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// wantBrief compares what the run has told with lines in the short form; ways
// and facings that are chosen by default are left out.
func wantBrief(t testing.TB, r *run, want string) {
	t.Helper()
	var got []string
	for _, e := range r.out {
		if e.Get("source") == "default" && slices.Contains([]string{"8.8.1-m", "9.5.2-g", "10.4-o"}, e.Rule) {
			continue
		}
		got = append(got, brief(e))
	}
	r.out = nil
	g, w := strings.Join(got, "\n"), strings.TrimSpace(want)
	if g != w {
		t.Errorf("events of %s: got\n%s\nwant\n%s", t.Name(), g, w)
	}
}

// brief prints an event with its rule, its kind and all values. A roll is its
// purpose, the die with its modifiers, and the result.
func brief(e engine.Event) string {
	words := []string{e.Rule, e.Kind}
	for _, a := range e.Args {
		words = append(words, a.Value)
	}
	if e.Roll == nil {
		return strings.Join(words, " ")
	}
	mods := ""
	for _, m := range e.Roll.Mods {
		mods += fmt.Sprintf(", %s %+d", m.Name, m.Value)
	}
	return fmt.Sprintf("%s %s: %d%s: %s", e.Rule, e.Roll.Purpose(), e.Roll.Draws[0].Value, mods, e.Roll.Result)
}

// inSquare puts units into square.
func inSquare(us ...int) func(r *run) {
	return func(r *run) {
		for _, u := range us {
			r.p.Units[u].Square = true
		}
	}
}
