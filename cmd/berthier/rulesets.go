package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/engine"
)

// gameNamed finds a game in the table.
func gameNamed(name string) (engine.Game, error) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Name == name })
	if i < 0 {
		return engine.Game{}, hint(fmt.Errorf("this program does not know the game %q", name), "the games are: %s",
			strings.Join(gameNames(), ", "))
	}
	return games[i], nil
}

// gameNames are the short names of the table.
func gameNames() (names []string) {
	for _, g := range games {
		names = append(names, g.Name)
	}
	return names
}

// loadGame loads a game with data files that some store or archive has of it.
func loadGame(name string, data map[string][]byte) (engine.Ruleset, error) {
	g, err := gameNamed(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %q", audit.ErrUnknownGame, name)
	}
	return g.Load(data)
}

// loadRulesets loads all games in the order of the table, with the data files that
// the configuration puts in the place of the bundled ones.
func loadRulesets(cfg config) (all []engine.Ruleset, err error) {
	for name := range cfg.Data {
		if !slices.Contains(gameNames(), name) {
			return nil, hint(fmt.Errorf("data.%s: no such game", name), "the games are: %s",
				strings.Join(gameNames(), ", "))
		}
	}
	for _, g := range games {
		replace, err := ownData(cfg, g.Name)
		if err != nil {
			return nil, err
		}
		rs, err := g.Load(replace)
		if err != nil {
			return nil, fmt.Errorf("loading %s: %w", g.Name, err)
		}
		all = append(all, rs)
	}
	return all, nil
}

// ownData are the data files of a game that the configuration names.
func ownData(cfg config, game string) (map[string][]byte, error) {
	own := map[string][]byte{}
	for name, path := range cfg.Data[game] {
		text, err := os.ReadFile(cfg.path(path))
		if err != nil {
			return nil, fmt.Errorf("data.%s: %w", game, err)
		}
		own[name] = text
	}
	return own, nil
}

// rulesetOf returns the ruleset with a short name.
func rulesetOf(all []engine.Ruleset, name string) (engine.Ruleset, error) {
	for _, rs := range all {
		if rs.Name() == name {
			return rs, nil
		}
	}
	return nil, fmt.Errorf("this program does not know the game %q", name)
}
