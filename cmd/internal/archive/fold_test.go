package archive

import (
	"errors"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/store/leaf"
)

// Every archive can be folded, by any version of its rules and by none, record by record,
// and as it was published; what comes out is what the audit finds.
func TestFold(t *testing.T) {
	coins := frozen(t, "format-2.zip", func() game.SavedGame { return playCoins(t) }).SavedGame
	battle, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		saved game.SavedGame
		rules engine.Ruleset
		// follows says that these rules can follow the game to its end.
		follows bool
	}{
		{"coins of version 1", coins, coin{"1"}, false},
		{"coins of version 2", coins, coin{"2"}, true},
		{"coins of version 3", coins, coin{"3"}, false},
		{"coins without rules", coins, nil, false},
		{"coins with rules of another game", coins, battle, false},
		{"goldbach", finished(t, "goldbach"), battle, true},
		{"goldbach without rules", finished(t, "goldbach"), nil, false},
	} {
		var sizes []uint64
		end, err := game.Fold(c.rules, c.saved.Records, func(s game.State) { sizes = append(sizes, s.Seq()) })
		if err != nil || len(sizes) != len(c.saved.Records) || sizes[len(sizes)-1] != uint64(len(sizes)) {
			t.Errorf("%s: %d of %d records, %v", c.name, len(sizes), len(c.saved.Records), err)
			continue
		}
		var rules []engine.Ruleset
		if c.rules != nil {
			rules = append(rules, c.rules)
		}
		a := audit.CheckLog(rules, c.saved.Records)
		switch {
		case end.Number != a.Stands.Number || end.Over == nil || a.Over == nil || end.Over.Secret != a.Over.Secret:
			t.Errorf("%s: ends with number %d and %+v, the audit with %d", c.name, end.Number, end.Over,
				a.Stands.Number)
		case end.LogKey != a.LogKeys[len(a.LogKeys)-1].Verifier:
			t.Errorf("%s: log key %s", c.name, end.LogKey)
		case c.follows && (end.Lost || end.Adrift || engine.Hash(end.Position) != engine.Hash(a.Stands.Position)):
			t.Errorf("%s: stands at %+v, the audit at %v", c.name, end.Place, a.Stands.Position)
		}
		head, err := record.OpenCheckpoint(string(c.saved.Head), end.LogKey)
		if err != nil || head.Size != end.Seq() || head.Root != end.Tree.Root() {
			t.Errorf("%s: the head is %+v, %v", c.name, head, err)
		}
		published := hiddenLess(c.saved.Records)
		open, err := game.Fold(c.rules, published, nil)
		if err != nil || open.Number != end.Number || open.LogKey != end.LogKey || open.Tree.Root() != end.Tree.Root() {
			t.Errorf("%s, published: %+v, %v", c.name, open, err)
		}
	}
}

// hiddenLess are records as they are published while a game goes on.
func hiddenLess(records []leaf.Record) (open []leaf.Record) {
	for _, r := range records {
		r.Hidden = nil
		open = append(open, r)
	}
	return open
}

// A record that is missing, twice, or in the place of another is found, with its number.
func TestFoldFindsTheRecord(t *testing.T) {
	battle, err := jdg.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	log := finished(t, "goldbach").Records
	for i := range log {
		if i+1 == len(log) || log[i].Kind == record.KindReport { // one report less: only an audit counts those
			continue
		}
		less := append(append([]leaf.Record{}, log[:i]...), log[i+1:]...)
		for k := i; k < len(less); k++ {
			less[k].Seq = uint64(k + 1)
		}
		var bad *game.RecordError
		if _, err := game.Fold(battle, less, nil); !errors.As(err, &bad) || bad.Record < uint64(i+1) {
			t.Errorf("without record %d (%s): %v", i+1, log[i].Kind, err)
		}
	}
}
