// Package origin lets a game begin with what another has come to, as a battle grows out of a
// campaign, and checks that one did.
//
// The first record of such a game names the campaign (record.Origin): its name, how many
// records its log had then, and their root. What the battle begins with follows from the
// position behind them and from nothing else (engine.Exporter), so that whoever has both
// archives can make it again and compare.
package origin

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store/leaf"
)

// Any stands for the name of a game where the campaign can begin only one.
const Any = "battle"

// Battle makes what a game of the target begins with out of a campaign as it stands. rs are
// its rules; target may be Any. Where the campaign leaves the scenario to whoever creates the
// game, it stands behind the target: "toy/long". It is "" if that does not say it either.
func Battle(s game.State, rs engine.Ruleset, target string) (engine.Battle, record.Origin, string, error) {
	from := record.Origin{Game: s.First.Game, Size: s.Tree.Size(), Root: s.Tree.Root()}
	if s.Over == nil {
		return engine.Battle{}, from, "", fmt.Errorf("game %s goes on; a battle begins when it is over", from.Game)
	}
	ex, ok := rs.(engine.Exporter)
	if !ok {
		return engine.Battle{}, from, "", fmt.Errorf("no battle grows out of games of %s", s.First.Ruleset)
	}
	targets := ex.Targets(s.Position)
	target, scenario, chosen := strings.Cut(target, "/")
	switch {
	case len(targets) == 0:
		return engine.Battle{}, from, "",
			fmt.Errorf("game %s ended without anything that a battle begins with", from.Game)
	case target == Any && len(targets) > 1:
		return engine.Battle{}, from, "", fmt.Errorf("name the game of the battle: %s", strings.Join(targets, " or "))
	case target == Any:
		target = targets[0]
	case !slices.Contains(targets, target):
		return engine.Battle{}, from, "", fmt.Errorf("game %s can begin %s, not %q", from.Game,
			strings.Join(targets, " or "), target)
	}
	b, err := ex.Export(s.Position, target, from.String())
	switch {
	case err != nil || !chosen:
	case b.Setup.Scenario != "" && b.Setup.Scenario != scenario:
		err = fmt.Errorf("game %s begins the scenario %q, not %q", from.Game, b.Setup.Scenario, scenario)
	default:
		b.Setup.Scenario = scenario
	}
	return b, from, target, err
}

// Rules are those of a battle: with the files of the campaign, and with those that the umpire
// has put in the place of bundled ones in rs, his rules of the same game.
func Rules(load audit.Loader, rs engine.Ruleset, data map[string][]byte) (engine.Ruleset, error) {
	bundled, err := load(rs.Name(), nil)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(data)
	for _, scenario := range bundled.Scenarios()[:min(1, len(bundled.Scenarios()))] { // all have the same tables
		own, err1 := rs.Start(engine.Setup{Scenario: scenario})
		other, err2 := bundled.Start(engine.Setup{Scenario: scenario})
		if err := errors.Join(err1, err2); err != nil {
			return nil, err
		}
		for _, d := range rs.Data(own) {
			if _, given := data[d.Name]; !given && !slices.Contains(bundled.Data(other), d) {
				all[d.Name] = rs.DataText(own, d.Name)
			}
		}
	}
	return load(rs.Name(), all)
}

// Check says whether a battle began with what a campaign had come to, which was audited.
func Check(load audit.Loader, battle record.Game, grew audit.Result, campaign game.SavedGame) audit.Check {
	c := audit.Check{Name: "origin", What: "files"}
	if err := grew.Err(); err != nil {
		c.Err = fmt.Errorf("the campaign is not sound: %w", err)
		return c
	}
	b, err := again(load, battle, campaign)
	if err != nil {
		c.Err = err
		return c
	}
	if b.Setup.Scenario != "" && b.Setup.Scenario != battle.Setup.Scenario {
		c.Err = fmt.Errorf("the scenario is %q, the campaign gave %q", battle.Setup.Scenario, b.Setup.Scenario)
		return c
	}
	for _, key := range slices.Sorted(maps.Keys(b.Setup.Options)) {
		if got, want := battle.Setup.Options[key], b.Setup.Options[key]; got != want {
			c.Err = fmt.Errorf("option %s is %q, the campaign gave %q", key, got, want)
			return c
		}
	}
	c.Done, c.Err = sameData(b.Data, battle.Data)
	if c.Err == nil {
		c.Err = sameFiles(&c, b.Setup.Files, battle)
	}
	return c
}

// again makes the battle again out of the records that its origin names.
func again(load audit.Loader, battle record.Game, campaign game.SavedGame) (b engine.Battle, err error) {
	from := battle.From
	if uint64(len(campaign.Records)) < from.Size {
		return b, fmt.Errorf("the campaign has %d records, the battle grew out of %d", len(campaign.Records), from.Size)
	}
	records := campaign.Records[:from.Size]
	var tree leaf.Tree
	for _, r := range records {
		tree = tree.Append(r.Data)
	}
	if tree.Root() != from.Root {
		return b, fmt.Errorf("the first %d records of the campaign have another root than the battle names", from.Size)
	}
	first, err := record.ParseGame(records[0].Data, records[0].Hidden)
	if err != nil {
		return b, err
	}
	if first.Game != from.Game {
		return b, fmt.Errorf("this is game %s, the battle grew out of %s", first.Game, from.Game)
	}
	rs, err := load(first.Ruleset, campaign.Data)
	if err != nil {
		return b, err
	}
	r := audit.CheckLog([]engine.Ruleset{rs}, records) // as it stood then: more may have been logged since
	if r.Foreign || !r.Followed() {
		return b, errors.New("this program cannot follow the campaign to its end")
	}
	b, _, _, err = Battle(r.Stands, rs, battle.Ruleset)
	return b, err
}

// sameData counts the files that the game names with the hash that they have.
func sameData(want map[string][]byte, named []engine.DataFile) (n int, err error) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		i := slices.IndexFunc(named, func(d engine.DataFile) bool { return d.Name == name })
		if i < 0 || named[i].Hash != sha256.Sum256(want[name]) {
			return n, fmt.Errorf("%s is not what the campaign gave", name)
		}
		n++
	}
	return n, nil
}

// sameFiles compares hidden files, or leaves them while they are hidden.
func sameFiles(c *audit.Check, want map[string][]byte, battle record.Game) error {
	if names := slices.Sorted(maps.Keys(want)); !slices.Equal(names, battle.Files) {
		return fmt.Errorf("it began with the files %q, the campaign gave %q", battle.Files, names)
	}
	if len(want) > 0 && !battle.Known {
		c.Left, c.Why = len(want), "they are hidden until the game is over"
		return nil
	}
	for _, name := range battle.Files {
		if !bytes.Equal(want[name], battle.Setup.Files[name]) {
			return fmt.Errorf("the file %s is not what the campaign gave", name)
		}
		c.Done++
	}
	return nil
}
