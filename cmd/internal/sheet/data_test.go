package sheet

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"slices"
	"testing"

	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/ccn/data"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../engine/ccn/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestTexts: what nobody has at home travels, and nothing that a side may not know.
func TestTexts(t *testing.T) {
	table, err := data.Files.ReadFile("tables/artillery.csv")
	scenario, err2 := data.Files.ReadFile("scenarios/corunna.txt")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	arrivals := read(t, "arrivals.txt")
	battle := map[string][]byte{"scenarios/prebattle.txt": read(t, "prebattle.txt")}
	large := func(n int) map[string][]byte {
		return map[string][]byte{"scenarios/corunna.txt": append(slices.Clone(scenario),
			bytes.Repeat([]byte("\n"), n-len(scenario))...)}
	}
	for _, tt := range []struct {
		name  string
		data  map[string][]byte
		setup engine.Setup
		want  []string
	}{
		{"all is bundled", nil, engine.Setup{Scenario: "corunna"}, nil},
		{"a bundled table in its own place", map[string][]byte{"tables/artillery.csv": table},
			engine.Setup{Scenario: "corunna"}, nil},
		{"a scenario that this game does not play", battle, engine.Setup{Scenario: "corunna"}, nil},
		{"a battle", battle, engine.Setup{Scenario: "prebattle", Files: map[string][]byte{"arrivals.txt": arrivals}},
			[]string{"scenarios/prebattle.txt"}},
		{"a table", map[string][]byte{"tables/artillery.csv": append(slices.Clone(table), "# mine\r\n"...)},
			engine.Setup{Scenario: "corunna"}, []string{"tables/artillery.csv"}},
		{"a scenario as large as may be", large(position.MaxTexts), engine.Setup{Scenario: "corunna"},
			[]string{"scenarios/corunna.txt"}},
		{"a larger one", large(position.MaxTexts + 1), engine.Setup{Scenario: "corunna"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, err1 := load("ccn", tt.data)
			p, err2 := rs.Start(tt.setup)
			if err := errors.Join(err1, err2); err != nil {
				t.Fatal(err)
			}
			view := rs.View(p, "French")
			texts := position.NewBundle(load, []engine.Ruleset{rs}).Texts(rs, view)
			if got := slices.Sorted(maps.Keys(texts)); !slices.Equal(got, tt.want) {
				t.Fatalf("%q travel, not %q", got, tt.want)
			}
			a := position.Attachment{Game: "game-1", Side: "French", Turn: 1, Step: 1, Ruleset: "ccn",
				Version: rs.Version(), Data: rs.Data(view), Texts: texts, View: view.Encode()}
			if bytes.Contains(a.Print(), arrivals[bytes.LastIndexByte(bytes.TrimSpace(arrivals), '\n')+1:]) {
				t.Error("what is hidden travels")
			}
			got, err := position.Parse(bytes.ReplaceAll(a.Print(), []byte("\n"), []byte("\r\n")))
			if err != nil || !maps.EqualFunc(got.Texts, texts, bytes.Equal) {
				t.Fatalf("%d files are read again, %v", len(got.Texts), err)
			}
			home, err := got.Rules(load, nil)
			if err != nil {
				t.Fatal(err)
			}
			if decoded, err := home.Decode(got.View); tt.want != nil && (err != nil ||
				!slices.Equal(home.Data(decoded), rs.Data(view))) {
				t.Errorf("at home it is another game: %v", err)
			}
		})
	}
	if texts := position.NewBundle(nil, []engine.Ruleset{&ccn.Ruleset{}}).Texts(&ccn.Ruleset{}, nil); texts != nil {
		t.Errorf("without a loader %d files travel", len(texts))
	}
}
