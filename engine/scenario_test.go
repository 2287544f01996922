package engine

import (
	"strings"
	"testing"
)

// namedRules is a ruleset of which only name and scenarios are asked for.
type namedRules struct {
	Ruleset
	name      string
	scenarios []string
}

func (p namedRules) Name() string        { return p.name }
func (p namedRules) Scenarios() []string { return p.scenarios }

// TestFindScenario: a scenario is found by its name, and by that of its game before it
// where several games have one of the name.
func TestFindScenario(t *testing.T) {
	all := []Ruleset{namedRules{name: "a", scenarios: []string{"one", "short"}},
		namedRules{name: "b", scenarios: []string{"one", "short"}},
		namedRules{name: "c", scenarios: []string{"long", "short"}}}
	if got, want := strings.Join(ScenarioNames(all), " "), "a/one a/short b/one b/short long c/short"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, tt := range []struct{ text, game, name, err string }{
		{"long", "c", "long", ""},
		{"c/long", "c", "long", ""},
		{"b/one", "b", "one", ""},
		{"one", "", "", `several games have a scenario "one": name one of a/one, b/one`},
		{"c/one", "", "", `no scenario "c/one" (did you mean a/one?); there are a/one, `},
		{"d/short", "", "", `no scenario "d/short"`},
		{"", "", "", `no scenario ""`},
	} {
		rs, name, err := FindScenario(all, tt.text)
		switch {
		case tt.err != "":
			if err == nil || !strings.Contains(err.Error(), tt.err) || rs != nil {
				t.Errorf("%q: got %v, %v, want %s", tt.text, rs, err, tt.err)
			}
		case err != nil || rs.Name() != tt.game || name != tt.name:
			t.Errorf("%q: got %v, %s, %v, want %s of %s", tt.text, rs, name, err, tt.name, tt.game)
		}
	}
}
