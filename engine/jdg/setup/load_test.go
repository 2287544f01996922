package setup

import (
	"strings"
	"testing"
)

// TestLoadSources: a bundled scenario is a value of this project; another one is what
// its note says.
func TestLoadSources(t *testing.T) {
	goldbach := "turns 3\n"
	for _, c := range []struct {
		note, source string
		own          bool
	}{
		{"", "supplied by the umpire", false},
		{"# Values of this project, changed.\n", "supplied by the umpire", false},
		{"# Mine.\n# Source: the published scenario\n", "the published scenario", false},
		{"# Source: a value of this project; dealt out by a campaign\n",
			"a value of this project; dealt out by a campaign", true},
	} {
		_, scenarios, err := Load(map[string][]byte{"scenarios/goldbach.txt": []byte(c.note + goldbach)})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scenarios {
			source, own := "a value of this project", true
			if s.Name == "goldbach" {
				source, own = c.source, c.own
			}
			if s.Source != source || s.Own != own {
				t.Errorf("%s with %q: got source %q, own %v", s.Name, c.note, s.Source, s.Own)
			}
		}
	}
	tables, scenarios, err := Load(map[string][]byte{
		"tables/ratio.csv": []byte("# Ratios [8.6.1].\n# Source: mine\ncolumn,drm\n1:1.5,-1\n2:1,2\n"),
		"scenarios/a.txt":  []byte("turns 7"),
	})
	if err != nil || tables.Files[4].Source != "mine" || scenarios[0].Name != "a" || len(scenarios[0].Turns) != 7 {
		t.Errorf("got %v, tables %v", err, tables)
	}
	if _, _, err := Load(map[string][]byte{"scenarios/x.txt": []byte("banana")}); err == nil ||
		!strings.HasPrefix(err.Error(), "scenarios/x.txt: line 1") {
		t.Errorf("got %v", err)
	}
}
