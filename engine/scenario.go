package engine

import (
	"fmt"
	"slices"
	"strings"
)

// FindScenario returns the ruleset that has a scenario, and the scenario's name. The
// name of the game can stand before it with a slash, GAME/NAME, and has to if several
// games have one of the name.
func FindScenario(all []Ruleset, text string) (rs Ruleset, name string, err error) {
	game, name, named := strings.Cut(text, "/")
	if !named {
		game, name = "", text
	}
	var fit []string
	for _, r := range all {
		if slices.Contains(r.Scenarios(), name) && (game == "" || game == r.Name()) {
			rs, fit = r, append(fit, r.Name()+"/"+name)
		}
	}
	switch len(fit) {
	case 0:
		names := ScenarioNames(all)
		near := Nearest(text, names)
		if near != "" {
			near = fmt.Sprintf(" (did you mean %s?)", near)
		}
		return nil, "", fmt.Errorf("no scenario %q%s; there are %s", text, near, strings.Join(names, ", "))
	case 1:
		return rs, name, nil
	}
	return nil, "", fmt.Errorf("several games have a scenario %q: name one of %s", name, strings.Join(fit, ", "))
}

// ScenarioNames lists all scenarios as FindScenario takes them: with the name of the
// game before those whose name several games have.
func ScenarioNames(all []Ruleset) (names []string) {
	games := map[string]int{}
	for _, r := range all {
		for _, s := range r.Scenarios() {
			games[s]++
		}
	}
	for _, r := range all {
		for _, s := range r.Scenarios() {
			if games[s] > 1 {
				s = r.Name() + "/" + s
			}
			names = append(names, s)
		}
	}
	return names
}
