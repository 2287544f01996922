package umpire

import (
	"path/filepath"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
)

// restored puts a game into a fresh store and compares all that the store holds
// of it, but for the mails that were sent.
func (tb *table) restored(s fold.SavedGame) {
	tb.t.Helper()
	a := audit.CheckLog(tb.u.Rulesets, s.Records)
	other, err := store.Open(filepath.Join(tb.t.TempDir(), "other.db"), 0)
	if err != nil {
		tb.t.Fatal(err)
	}
	defer other.Close()
	if err := other.Update(func(tx *store.Tx) error { return stored.Restore(tx, s, a) }); err != nil {
		tb.t.Fatal(err)
	}
	var got, want strings.Builder
	for s, w := range map[*store.Store]*strings.Builder{tb.store: &want, other: &got} {
		if err := s.View(func(tx *store.Tx) error { return dumpGame(w, tx, "duel-1") }); err != nil {
			tb.t.Fatal(err)
		}
	}
	// Which program looked at the game last is not restored.
	if got, want := got.String(), strings.ReplaceAll(want.String(), docket.StateChecked+" = "+tb.u.Build+"\n\n",
		""); got != want {
		tb.t.Errorf("restored:\n%s\nwant\n%s", got, want)
	}
	if problems, err := other.Check(); err != nil || len(problems) > 0 {
		tb.t.Errorf("the other store: %v, %v", problems, err)
	}
}

// linksOnce fails if two records of a log use one link.
func linksOnce(t testing.TB, records []store.Record) {
	t.Helper()
	links := map[engine.Link]bool{}
	for _, r := range records {
		value, err := record.Parse(r.Kind, r.Data, r.Hidden)
		if err != nil {
			t.Fatal(err)
		}
		if _, link, ok := fold.Links(value); ok {
			if links[link] {
				t.Errorf("record %d uses a link again", r.Seq)
			}
			links[link] = true
		}
	}
}
