package setup

import (
	"slices"
	"strings"
	"testing"
)

// TestLoad: all bundled files can be read.
func TestLoad(t *testing.T) {
	tables, scenarios, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(scenarios) != 2 || len(tables.Files) != len(tableFiles) {
		t.Errorf("%d scenarios, %d tables", len(scenarios), len(tables.Files))
	}
}

// TestShift: weather goes up and down the ladder of its territory by steps that are different
// weather, and not past its ends [13-f, 13-g, B41, B102].
func TestShift(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from  string
		in    string
		steps int
		to    string
	}{
		{"heatwave", "plains", 1, "heatwave"}, {"fair", "plains", -2, "light-rain"}, {"fair", "standard", 1, "hot"},
		{"snow", "standard", 1, "heavy-rain"}, {"snow", "coastal", 1, "light-rain"},
		{"snow", "mountains", 1, "light-rain"},
		{"strong-winds", "forest", 1, "hot"}, {"heavy-rain", "jungle", -1, "heavy-rain"},
		{"light-rain", "jungle", 1, "fair"}, {"dust-storm", "desert", 1, "strong-winds"},
		{"dust-storm", "desert", -3, "dust-storm"}, {"hot", "desert", 4, "heatwave"}, {"fair", "jungle", 0, "fair"},
	} {
		w, ok := ParseWeather(c.from)
		in, known := ParseTerritory(c.in)
		if !ok || !known {
			t.Fatalf("no weather %s, or no territory %s", c.from, c.in)
		}
		if got := tables.Shift(w, in, c.steps).String(); got != c.to {
			t.Errorf("%s in %s, %d steps: %s, want %s", c.from, c.in, c.steps, got, c.to)
		}
	}
}

// TestWeatherOfNoArmy: the table for the territories in which no bundled army is met [13-c].
func TestWeatherOfNoArmy(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[Territory][]string{
		Jungle: {"heavy-rain", "heavy-rain", "light-rain", "light-rain", "fair", "fair", "hot", "hot", "heatwave",
			"heatwave", "heatwave", "heatwave", "heatwave", "heatwave", "heatwave"},
		Desert: {"dust-storm", "dust-storm", "strong-winds", "strong-winds", "fair", "fair", "fair", "fair", "fair",
			"hot", "hot", "heatwave", "heatwave", "heatwave", "heatwave"},
	} {
		for score, w := range want {
			if got := tables.Weather(score, in).String(); got != w {
				t.Errorf("score %d in %s: %s, want %s", score, in, got, w)
			}
		}
	}
}

// TestDice: the faces of the die of each quality of commander [1-a].
func TestDice(t *testing.T) {
	tables, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	for quality, want := range map[string]string{
		"legendary": "skull skull wound wound special blank", "talented": "skull wound wound wound special blank",
		"competent": "skull wound wound special blank blank", "mediocre": "wound wound special blank blank blank",
	} {
		q := slices.Index(qualityNames[:], quality)
		if q < 0 {
			t.Fatalf("no quality %s", quality)
		}
		if got := strings.Join(tables.Dice[q], " "); got != want {
			t.Errorf("the die of a %s commander shows %s, want %s", quality, got, want)
		}
	}
}
