package jdg

import (
	"bytes"
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
		if f.Name != tableFiles[i].name || f.Hash != sha256.Sum256([]byte(text)) {
			t.Errorf("file %d is %s with hash %x", i, f.Name, f.Hash)
		}
		if !strings.HasPrefix(f.Source, "a value of this project") {
			t.Errorf("%s: source %q", f.Name, f.Source)
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
	if f := tb.Files[4]; f.Source != "an example" || f.Hash != sha256.Sum256(text) {
		t.Errorf("got source %q, hash %x", f.Source, f.Hash)
	}
	for _, c := range []struct {
		attacker, defender, drm int
		column                  string
	}{
		{8, 3, 2, "2:1"}, {2, 1, 2, "2:1"}, {1, 1, -1, "1:1.5"}, {1, 9, -1, "1:1.5"},
		{5, 0, 2, "2:1"}, {0, 5, -1, "1:1.5"}, {-3, -4, 2, "2:1"}, {math.MaxInt, 1, 2, "2:1"}, {1, math.MaxInt, -1, "1:1.5"},
	} {
		if drm, column := tb.Ratio(c.attacker, c.defender); drm != c.drm || column != c.column {
			t.Errorf("%d:%d got %d in %s, want %d in %s", c.attacker, c.defender, drm, column, c.drm, c.column)
		}
	}
}

func TestTableFaults(t *testing.T) {
	for _, c := range []struct {
		file     string
		old, new string // one change to the bundled file
		want     string
	}{
		{"fire", "# Source:", "# From:", "tables/fire.csv: no line"},
		{"fire", "index,result", "index,result,more", "tables/fire.csv:11: want 2 columns"},
		{"fire", "index,result", "index,effect", "tables/fire.csv:11: columns index,effect, want index,result"},
		{"fire", "3,none", "4,none", "tables/fire.csv:15: index 4 follows 2"},
		{"fire", "3,none\n", "", "tables/fire.csv:15: index 4 follows 2"},
		{"fire", "3,none", "3,none\n3,none", "tables/fire.csv:16: index 3 follows 3"},
		{"fire", "17,rout", "17,flight", `tables/fire.csv:29: result "flight" is not one of none, test, disorder, rout`},
		{"fire", "13,disorder", "13,none", "tables/fire.csv:25: none is milder"},
		{"fire", "3,none", "3,\"none", "tables/fire.csv:15: extraneous"},
		{"fire", "3,none", "three,none", `tables/fire.csv:15: index "three" is not a whole number`},
		{"fire", "17,rout", "17,r\xffut", "tables/fire.csv: not UTF-8"},
		{"fire-drm", "dense-above,8", "dense-above,0", "tables/fire-drm.csv:28: drm 0 is not from 1 to 99"},
		{"fire-drm", "\nlong,-2", "\nlong,-10", "drm -10 is not from -9 to 9"},
		{"fire-drm", "\nlong,-2", "\nlong,1", "tables/fire-drm.csv: long is better than effective"},
		{"fire-drm", "combined,2", "combined,3", "drm 3 is not from 2 to 2"},
		{"fire-drm", "guns,-1\n", "", "tables/fire-drm.csv: no line for guns"},
		{"fire-drm", "guns,-1\n", "guns,-1\nguns,-1\n", "guns stands there twice"},
		{"fire-drm", "guns,-1\n", "guns,-1\nrockets,1\n", `key "rockets" is not one of`},
		{"shock", "9,d-disorder", "9,d-flees", `"d-flees" is not one of a-test`},
		{"shock", "2,a-test a-retire", "2,a-test  a-retire", `"" is not one of a-test`},
		{"shock", "2,a-test a-retire", "2,", `"" is not one of a-test`},
		{"shock", "d-retire breakthrough", "breakthrough d-retire", "d-retire after breakthrough"},
		{"shock", "d-rout breakthrough", "d-rout breakthrough breakthrough", "breakthrough twice"},
		{"shock", "d-rout breakthrough", "d-rout counter-attack breakthrough", "breakthrough together with"},
		{"shock-drm", "routed,2", "routed,1", "drm 1 is not from 2 to 2"},
		{"shock-drm", "\ncharge,1", "\ncharge,0", "drm 0 is not from 1 to 9"},
		{"shock-drm", "rear,2\n", "", "tables/shock-drm.csv: no line for rear"},
		{"ratio", "1:1,0", "1:1,", `drm "" is not a whole number`},
		{"ratio", "1:1,0", "1:0,0", `column "1:0" is not like`},
		{"ratio", "1:1,0", "2:2,0", `column "2:2" is not like`},
		{"ratio", "1:1,0", "1.25:1,0", `column "1.25:1" is not like`},
		{"ratio", "1:1,0", "1.0:1,0", `column "1.0:1" is not like`},
		{"ratio", "1:1,0", ":,0", `column ":" is not like`},
		{"ratio", "1:1,0", "+1:1,0", `column "+1:1" is not like`},
		{"ratio", "1.5:1,1", "1:1,0", "column 1:1 after 1:1"},
		{"ratio", "1.5:1,1", "1.5:1,-1", "drm -1 after 0"},
		{"ratio", "2:1,3\n", "", "tables/ratio.csv: no line for 2:1"},
		{"terrain", "marsh,3", "bog,3", `terrain "bog" is not one of`},
		{"terrain", "marsh,3", "marsh,0", "inf 0 is not from 1 to 20"},
		{"terrain", "marsh,3", "marsh,z", `inf "z" is not a whole number`},
		{"terrain", "cav,-1,-2", "cav,-2,-2", "defence of the village is -2, rule 9.1 says -1"},
		{"terrain", "inf+cav,0", "inf+inf,0", `advance "inf+inf" is not no`},
		{"terrain", "no,no,yes", "no,no,maybe", `square "maybe" is not one of no, yes`},
		{"hexside", "cliff,", "cliff,cliff,", "want 11 columns"},
		{"hexside", "far,into", "near,into", `los "near" is not one of no, far, yes`},
		{"hexside", "yes,-2,yes", "yes,1,yes", "attack 1 is not from -9 to 0"},
	} {
		t.Run(c.file+" "+c.new, func(t *testing.T) {
			name := "tables/" + c.file + ".csv"
			old := tableText(t, name)
			text := strings.Replace(old, c.old, c.new, 1)
			if text == old {
				t.Fatalf("%q does not occur", c.old)
			}
			_, err := LoadTables(map[string][]byte{name: []byte(text)})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), name) {
				t.Errorf("got error %v, want %s", err, c.want)
			}
		})
	}
}

func TestTableFaultsTogether(t *testing.T) {
	_, err := LoadTables(map[string][]byte{
		"tables/fire.csv":  nil,
		"tables/shock.csv": bytes.Repeat([]byte("#\n"), maxTable),
		"fire.csv":         nil,
		"tables/ratio.csv": []byte("# Source: x\n"),
	})
	if err == nil {
		t.Fatal("no error")
	}
	want := `tables/fire.csv: no line "# Source: …" says where the numbers are from
tables/shock.csv: 131072 bytes, at most 65536 are read
tables/ratio.csv: no header line column,drm
fire.csv: no table has this name`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
}

// FuzzTables reads any text as any of the files: it is refused with the name
// of the file, or every lookup works.
func FuzzTables(f *testing.F) {
	for i, file := range tableFiles {
		f.Add(uint8(i), []byte(tableText(f, file.name)))
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		name := tableFiles[int(which)%len(tableFiles)].name
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
		for k := range numTerrains {
			dear, ok := tb.HexCost(arm, k, false, false)
			road, onRoad := tb.HexCost(arm, k, true, true)
			if !onRoad || road < 1 || ok && road > dear {
				t.Errorf("%s into %s: %d MP by road, %d without", arm, k, road, dear)
			}
		}
		for k := range numSideKinds {
			if mp, ok := tb.SideCost(arm, k); ok && mp < 0 {
				t.Errorf("%s across %s: %d MP", arm, k, mp)
			}
		}
	}
}
