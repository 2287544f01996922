package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"berthier/cmd/internal/archive"
	"berthier/engine"
	"berthier/engine/jdg"
)

// ruleset is what every game gives: the contract, and its scenarios by name.
type ruleset interface {
	engine.Ruleset
	Scenarios() []string
}

// games are the games of this program: one line adds a new one. The function
// loads its data with some files replaced, named as the game names them.
var games = map[string]func(replace map[string][]byte) (ruleset, error){
	"jdg": func(replace map[string][]byte) (ruleset, error) { return jdg.Load(replace) },
}

// loadGame loads a game with data files that some store or archive has of it.
func loadGame(name string, data map[string][]byte) (engine.Ruleset, error) {
	load := games[name]
	if load == nil {
		return nil, fmt.Errorf("%w: %q", archive.ErrUnknownGame, name)
	}
	rs, err := load(data)
	if err != nil { // rs may be a nil pointer, which is no nil ruleset
		return nil, err
	}
	return rs, nil
}

// loadRulesets loads all games, with the data files that the configuration
// puts in the place of the bundled ones.
func loadRulesets(cfg config) (all []ruleset, err error) {
	for game := range cfg.Data {
		if games[game] == nil {
			return nil, hint(fmt.Errorf("data.%s: no such game", game), "the games are: %s", strings.Join(sortedKeys(games), ", "))
		}
	}
	for _, game := range sortedKeys(games) {
		replace := map[string][]byte{}
		for name, path := range cfg.Data[game] {
			if replace[name], err = os.ReadFile(cfg.path(path)); err != nil {
				return nil, fmt.Errorf("data.%s: %w", game, err)
			}
		}
		rs, err := games[game](replace)
		if err != nil {
			return nil, fmt.Errorf("loading %s: %w", game, err)
		}
		all = append(all, rs)
	}
	return all, nil
}

// findScenario returns the game that has a scenario.
func findScenario(all []ruleset, name string) (ruleset, error) {
	var known []string
	for _, rs := range all {
		if slices.Contains(rs.Scenarios(), name) {
			return rs, nil
		}
		known = append(known, rs.Scenarios()...)
	}
	return nil, hint(fmt.Errorf("no scenario %q", name), "the scenarios are: %s", strings.Join(known, ", "))
}

// findGame returns the ruleset with a short name.
func findGame(all []ruleset, name string) (ruleset, error) {
	for _, rs := range all {
		if rs.Name() == name {
			return rs, nil
		}
	}
	return nil, fmt.Errorf("this program does not know the game %q", name)
}
