package umpire

import (
	"crypto/sha256"
	"strings"
	"testing"

	"berthier/engine"
)

// sourcedDuel is a duel whose table says where it is from.
type sourcedDuel struct {
	duel
	source string
	own    bool
}

func (d sourcedDuel) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: "tables/duel.csv", Hash: sha256.Sum256([]byte("duel")), Source: d.source,
		Own: d.own}}
}

// The first mail of a game says whether its tables are values of this project:
// by what the data files are, and not by the words of their source.
func TestOwnTables(t *testing.T) {
	const own, given = "are values of this project, not the charts",
		"Not all tables of this game are values of this project"
	for _, tt := range []struct {
		source string
		own    bool
		want   string
	}{
		{"a value of this project", true, own},
		{"printed in the rulebook, and no value of this project", false, given},
		{"made up for the lesson", true, own},
	} {
		tb := newTable(t)
		tb.u.Rulesets = []engine.Ruleset{sourcedDuel{tb.rules, tt.source, tt.own}}
		tb.create()
		for _, m := range tb.deliver() {
			text := flat(whole(m))
			if m.To[0].Address == own || !strings.Contains(text, "tables/duel.csv") {
				continue
			}
			if !strings.Contains(text, tt.want) || !strings.Contains(text, tt.source) {
				t.Errorf("source %q, own %v: want %q in\n%s", tt.source, tt.own, tt.want, m.Text)
			}
			tt.want = "" // seen
		}
		if tt.want != "" {
			t.Errorf("source %q: no mail lists the data files", tt.source)
		}
	}
}
