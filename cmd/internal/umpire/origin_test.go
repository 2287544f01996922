package umpire

import (
	"errors"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/origin"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
)

// A game that grows out of another begins with what that had come to, and whoever has both
// can tell.
func TestOrigin(t *testing.T) {
	tb := newTable(t)
	tb.create()
	grown := spec()
	grown.Game, grown.From, grown.Ruleset, grown.Scenario = "duel-2", "duel-1", origin.Any, ""
	if _, err := tb.u.Create(grown); err == nil || !strings.Contains(err.Error(), "duel-1 goes on") {
		t.Errorf("out of a game that goes on: got %v", err)
	}
	tb.playOut(func() {})
	tb.deliver()
	for _, wrong := range []struct{ from, target, want string }{
		{"duel-9", origin.Any, "duel-9"}, {"duel-1", "chess", "can begin duel"},
	} {
		s := grown
		s.From, s.Ruleset = wrong.from, wrong.target
		if _, err := tb.u.Create(s); err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("from %s to %s: got %v", wrong.from, wrong.target, err)
		}
	}
	battle, err := tb.u.Create(grown)
	if err != nil {
		t.Fatal(err)
	}
	if battle.From.Game != "duel-1" || battle.From.Size == 0 || len(battle.Files) != 1 {
		t.Fatalf("the battle begins with %v and %q", battle.From, battle.Files)
	}
	var campaign fold.SavedGame
	if err := tb.store.View(func(tx *store.Tx) (err error) {
		campaign, err = stored.Save(tx, "duel-1")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	load := func(string, map[string][]byte) (engine.Ruleset, error) { return tb.rules, nil }
	if c := origin.Check(load, battle, audit.Result{}, campaign); c.Err != nil || c.Done != 1 {
		t.Errorf("got %+v", c)
	}
	for _, lie := range []struct {
		about string
		tell  func(*record.Game)
	}{
		{"its root", func(g *record.Game) { g.From.Root[0] ^= 1 }},
		{"its size", func(g *record.Game) { g.From.Size-- }},
		{"more records than there are", func(g *record.Game) { g.From.Size = 1 << 40 }},
		{"its name", func(g *record.Game) { g.From.Game = "duel-7" }},
		{"its kind", func(g *record.Game) { g.Ruleset = "chess" }},
		{"an option", func(g *record.Game) { g.Setup.Options = nil }},
		{"its scenario", func(g *record.Game) { g.Setup.Scenario = "three" }},
		{"a file", func(g *record.Game) { g.Setup.Files = map[string][]byte{g.Files[0]: []byte("point Blue\n")} }},
		{"no file", func(g *record.Game) { g.Files = nil }},
	} {
		g := battle
		lie.tell(&g)
		if c := origin.Check(load, g, audit.Result{}, campaign); c.Err == nil {
			t.Errorf("a lie about %s is believed", lie.about)
		}
	}
	unsound := audit.Result{Checks: []audit.Check{{Name: "draws", Err: errors.New("draw 3 is another")}}}
	if c := origin.Check(load, battle, unsound, campaign); c.Err == nil {
		t.Error("a campaign that is not sound proves the battle")
	}
	hidden := battle
	hidden.HiddenPart = record.HiddenPart{}
	if c := origin.Check(load, hidden, audit.Result{}, campaign); c.Err != nil || c.Left != 1 {
		t.Errorf("a file that is still hidden: got %+v", c)
	}
}
