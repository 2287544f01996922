package docket

import (
	"fmt"
	"log/slog"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
)

// rulebook finds the rules that a game is played by: a ruleset of this program, with the data files that
// the game began with if those of the program are others. It remembers what it found.
type rulebook struct {
	loaded map[[32]byte]engine.Ruleset  // by record.TablesHash
	dataOf map[string][]engine.DataFile // of rulesets, for a setup
}

func newRulebook() *rulebook {
	return &rulebook{map[[32]byte]engine.Ruleset{}, map[string][]engine.DataFile{}}
}

// of gives the rules of a game out of those of a program, nil if there are none of its name. load is nil if games
// have no data files of their own; text gives one of these. If they cannot be loaded, which log is told, the
// rules are those with the files of the program, and the game is held.
func (b *rulebook) of(all []engine.Ruleset, load audit.Loader, first record.Game, in game.Rules,
	text func(name string) ([]byte, error), log *slog.Logger) (engine.Ruleset, error) {
	rs := audit.FindRuleset(all, first.Ruleset, in.Version)
	if rs == nil || load == nil || len(b.otherData(rs, first, in)) == 0 {
		return rs, nil
	}
	texts := map[string][]byte{}
	for _, d := range in.Data {
		t, err := text(d.Name)
		if err != nil {
			return nil, fmt.Errorf("game %s: its file %s: %w", first.Game, d.Name, err)
		}
		texts[d.Name] = t
	}
	key := record.TablesHash(in.Data)
	if b.loaded[key] == nil {
		own, err := load(first.Ruleset, texts)
		if err != nil {
			log.Warn("the tables of the game cannot be loaded", "game", first.Game, "error", err)
			return rs, nil
		}
		b.loaded[key] = own
	}
	return b.loaded[key], nil
}

// otherData says in what the data files of a ruleset differ from those of the game.
func (b *rulebook) otherData(rs engine.Ruleset, first record.Game, in game.Rules) []string {
	key := fmt.Sprintf("%s %s %p %q %q %x", rs.Name(), rs.Version(), rs, first.Setup.Scenario, first.Setup.Options,
		first.Hash)
	data, known := b.dataOf[key]
	if !known {
		if start, err := rs.Start(first.Setup); err == nil {
			data = rs.Data(start)
		}
		b.dataOf[key] = data
	}
	return audit.OtherData(in.Data, data)
}
