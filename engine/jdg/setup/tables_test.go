package setup

import (
	"crypto/sha256"
	"math"
	"strings"
	"testing"

	"berthier/engine/jdg/data"
)

// loadTables reads the bundled tables.
func loadTables(t testing.TB) *Tables {
	t.Helper()
	tb, err := LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// tableText is a bundled file.
func tableText(t testing.TB, name string) string {
	t.Helper()
	text, err := data.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTableFiles(t *testing.T) {
	tb := loadTables(t)
	if len(tb.Files) != len(tableFiles) {
		t.Fatalf("got %d files, want %d", len(tb.Files), len(tableFiles))
	}
	for i, f := range tb.Files {
		text := tableText(t, f.Name)
		if f.Name != tableFiles[i].Name || f.Hash != sha256.Sum256([]byte(text)) {
			t.Errorf("file %d is %s with hash %x", i, f.Name, f.Hash)
		}
		if !strings.HasPrefix(f.Source, "a value of this project") || !f.Own {
			t.Errorf("%s: source %q, own %v", f.Name, f.Source, f.Own)
		}
		if first, _, _ := strings.Cut(text, "\n"); !strings.HasPrefix(first, "# ") || !strings.Contains(first, "[") {
			t.Errorf("%s does not open with its rule: %q", f.Name, first)
		}
	}
}

func TestTablesReplaced(t *testing.T) {
	text := []byte("# Strength Ratio Table [8.6.1].\r\n# Source: an example\r\ncolumn,drm\r\n1:1.5,-1\r\n2:1,2\r\n")
	tb, err := LoadTables(map[string][]byte{"tables/ratio.csv": text})
	if err != nil {
		t.Fatal(err)
	}
	if f := tb.Files[4]; f.Source != "an example" || f.Own || f.Hash != sha256.Sum256(text) {
		t.Errorf("got source %q, hash %x", f.Source, f.Hash)
	}
	for _, c := range []struct {
		attacker, defender, drm int
		column                  string
	}{
		{8, 3, 2, "2:1"}, {2, 1, 2, "2:1"}, {1, 1, -1, "1:1.5"}, {1, 9, -1, "1:1.5"},
		{5, 0, 2, "2:1"}, {0, 5, -1, "1:1.5"}, {-3, -4, 2, "2:1"}, {math.MaxInt, 1, 2, "2:1"},
		{1, math.MaxInt, -1, "1:1.5"},
	} {
		if drm, column := tb.Ratio(c.attacker, c.defender); drm != c.drm || column != c.column {
			t.Errorf("%d:%d got %d in %s, want %d in %s", c.attacker, c.defender, drm, column, c.drm, c.column)
		}
	}
}

// TestRatioWithoutStrength holds that an attacker without SP gets the worst
// column, unless the defender has none either.
func TestRatioWithoutStrength(t *testing.T) {
	tb := loadTables(t)
	worst, best := tb.ratios[0].name, tb.ratios[len(tb.ratios)-1].name
	for _, c := range []struct {
		attacker, defender int
		column             string
	}{{0, 1, worst}, {-1, 1, worst}, {1, 0, best}, {1, -1, best}, {0, 0, best}} {
		if _, column := tb.Ratio(c.attacker, c.defender); column != c.column {
			t.Errorf("%d:%d got %s, want %s", c.attacker, c.defender, column, c.column)
		}
	}
}

// FuzzTables reads any text as any of the files: it is refused with the name
// of the file, or every lookup works.
func FuzzTables(f *testing.F) {
	for i, file := range tableFiles {
		f.Add(uint8(i), []byte(tableText(f, file.Name)))
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		name := tableFiles[int(which)%len(tableFiles)].Name
		tb, err := LoadTables(map[string][]byte{name: text})
		if err != nil {
			if !strings.HasPrefix(err.Error(), name) {
				t.Errorf("error without the name of the file: %v", err)
			}
			return
		}
		lookUpAll(t, tb)
	})
}

// lookUpAll makes every kind of lookup once, at its limits.
func lookUpAll(t *testing.T, tb *Tables) {
	for _, i := range []int{math.MinInt, -51, 0, 9, 51, math.MaxInt} {
		_ = tb.Fire(i).String()
		effects, text := tb.Shock(i)
		if len(effects) == 0 || text == "" {
			t.Errorf("index %d: no effects", i)
		}
	}
	if tb.Fire(math.MinInt) != tb.Fire(-51) || tb.Fire(math.MaxInt) != tb.Fire(51) {
		t.Error("the ends of the Fire Table are not open")
	}
	for a := range 40 {
		for d := range 40 {
			drm, column := tb.Ratio(a, d)
			if more, _ := tb.Ratio(a+1, d); more < drm {
				t.Errorf("%d:%d has %d in %s, one SP more has %d", a, d, drm, column, more)
			}
		}
	}
	for arm := Infantry; arm <= Artillery; arm++ {
		for k := range NumTerrains {
			dear, ok := tb.HexCost(arm, k, false, false)
			road, onRoad := tb.HexCost(arm, k, true, true)
			if !onRoad || road < 1 || ok && road > dear {
				t.Errorf("%s into %s: %d MP by road, %d without", arm, k, road, dear)
			}
		}
		for k := range NumSideKinds {
			if mp, ok := tb.SideCost(arm, k); ok && mp < 0 {
				t.Errorf("%s across %s: %d MP", arm, k, mp)
			}
		}
	}
}
