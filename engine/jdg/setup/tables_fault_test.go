package setup

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine/lines"
)

// withTable reads the tables with one file in the place of the bundled one.
func withTable(file, text string) (*Tables, error) {
	return LoadTables(map[string][]byte{"tables/" + file + ".csv": []byte(text)})
}

// tableFault fails unless err is exactly want, which comes after "tables/", or
// nil for "".
func tableFault(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || err.Error() != "tables/"+want) {
		t.Errorf("got error  %v\nwant tables/%s", err, want)
	}
}

// TestTableFaults changes one thing in a bundled file. Every error says which
// line is wrong, and what would be right.
func TestTableFaults(t *testing.T) {
	fronts := "breakthrough, counter-attack and d-pursues come last"
	effects := "is not one of " + strings.Join(shockEffectNames[:], ", ") + ", one blank between"
	ratio := "is not like 2:1 or 1:1.5: one side 1, the other 1 to 20 with at most one decimal"
	order := "want them from the worst for the attacker to the best, each once"
	for _, c := range []struct {
		file     string
		old, new string // one change to the bundled file
		want     string
	}{
		{"fire", "# Fire Table [7.5]", "# Fire Table",
			`fire.csv: the first line is not "# TITLE [RULE]", with the rule that the table serves`},
		{"fire", "# Source:", "# Source: me\n# Source:", `fire.csv:3: a second source; the first is "me"`},
		{"fire", "3,none", "3, none", `fire.csv:15: result " none" has a # or a blank at an end, want none`},
		{"fire", "3,none", ",none", `fire.csv:15: index is empty, want what the row is for`},
		{"fire", "# Source:", "# From:", `fire.csv: no line "# Source: …" says where the numbers are from`},
		{"fire", "index,result", "index,result,more",
			"fire.csv:11: 3 columns, want 2 with commas between: index,result"},
		{"fire", "index,result", "index,effect", "fire.csv:11: columns index,effect, want index,result"},
		{"fire", "3,none", "3;none", "fire.csv:15: 1 columns, want 2 with commas between: index,result"},
		{"fire", "3,none", "4,none", "fire.csv:15: index 4 after 2, want 3"},
		{"fire", "3,none\n", "", "fire.csv:15: index 4 after 2, want 3"},
		{"fire", "3,none", "3,none\n3,none", "fire.csv:16: index 3 after 3, want 4"},
		{"fire", "\n0,none", "", "fire.csv:12: index 1 comes first, want 0 or less"},
		{"fire", "17,rout", "17,flight", `fire.csv:29: result "flight" is not one of none, test, disorder, rout`},
		{"fire", "13,disorder", "13,none", "fire.csv:25: none after test, want nothing milder than the line before"},
		{"fire", "3,none", "3,\"none", `fire.csv:15: extraneous or missing " in quoted-field; no field needs quotes`},
		{"fire", "3,none", "3,no\"ne", `fire.csv:15: bare " in non-quoted-field; no field needs quotes`},
		{"fire", "3,none", "\"3\n\",none", `fire.csv:15: index "3\n" has a comma, a quote or a line break, want none`},
		{"fire", "3,none", "three,none", `fire.csv:15: index "three" is not a whole number from -50 to 50`},
		{"fire", "17,rout", "17,r\xffut", "fire.csv:29: not UTF-8"},
		{"fire-drm", "\nlong,-2", "\nlong,1",
			"fire-drm.csv:22: long 1 is better than effective 0, want at most as good"},
		{"fire-drm", "\nlong,-2", "\nlong,0", ""},
		{"fire-drm", "combined,2", "combined,3", `fire-drm.csv:24: drm "3" is not 2, as the rules have it`},
		{"fire-drm", "\neffective,0", "", "fire-drm.csv: no line for effective"},
		{"fire-drm", "guns,-1\n", "", "fire-drm.csv: no line for guns"},
		{"fire-drm", "guns,-1\n", "guns,-1\nguns,-1\n", "fire-drm.csv:31: guns stands in line 30 already"},
		{"fire-drm", "guns,-1\n", "rockets,1\n",
			`fire-drm.csv:30: key "rockets" is not one of ` + strings.Join(tableKeys(fireMods[:]), ", ")},
		{"shock", "9,d-disorder d-test d-retire", "9,d-flees", `shock.csv:37: effects "d-flees": "d-flees" ` + effects},
		{"shock", "2,a-test a-retire", "2,a-test  a-retire", `shock.csv:30: effects "a-test  a-retire": "" ` + effects},
		{"shock", "2,a-test a-retire", "2,", `shock.csv:30: effects "": "" ` + effects},
		{"shock", "12,d-rout breakthrough", "12,breakthrough d-rout", "shock.csv:40: d-rout after breakthrough: " +
			fronts},
		{"shock", "d-disorder d-retire breakthrough", "d-disorder breakthrough d-retire",
			"shock.csv:38: d-retire after breakthrough: " + fronts},
		{"shock", "counter-attack d-pursues", "d-pursues counter-attack a-test",
			"shock.csv:21: a-test after counter-attack: " + fronts},
		{"shock", "d-rout breakthrough", "d-rout breakthrough breakthrough",
			"shock.csv:40: breakthrough twice, want it once"},
		{"shock", "d-rout breakthrough", "d-rout counter-attack breakthrough",
			"shock.csv:40: breakthrough never stands with counter-attack or d-pursues"},
		{"shock", "d-rout breakthrough", "d-rout breakthrough d-pursues",
			"shock.csv:40: breakthrough never stands with counter-attack or d-pursues"},
		{"shock-drm", "routed,2", "routed,1", `shock-drm.csv:35: drm "1" is not 2, as the rules have it`},
		{"shock-drm", "\ncharge,1", "", "shock-drm.csv: no line for charge"},
		{"ratio", "1:1,0", "1:1,", `ratio.csv:15: drm "" is not a whole number from -9 to 9`},
		{"ratio", "1:1,0", "1:0,0", `ratio.csv:15: column "1:0" ` + ratio},
		{"ratio", "1:1,0", "2:2,0", `ratio.csv:15: column "2:2" ` + ratio},
		{"ratio", "1:1,0", "1.25:1,0", `ratio.csv:15: column "1.25:1" ` + ratio},
		{"ratio", "1:1,0", "1.0:1,0", `ratio.csv:15: column "1.0:1" ` + ratio},
		{"ratio", "1:1,0", ":,0", `ratio.csv:15: column ":" ` + ratio},
		{"ratio", "1:1,0", "+1:1,0", `ratio.csv:15: column "+1:1" ` + ratio},
		{"ratio", "5:1,7", "20.1:1,7", `ratio.csv:20: column "20.1:1" ` + ratio},
		{"ratio", "5:1,7", "21:1,7", `ratio.csv:20: column "21:1" ` + ratio},
		{"ratio", "5:1,7", "20:1,7", ""},
		{"ratio", "1:4,-5", "1:20,-5", ""},
		{"ratio", "1:4,-5", "1:20.1,-5", `ratio.csv:11: column "1:20.1" ` + ratio},
		{"ratio", "1:3,-4", "1:5,-4", "ratio.csv:12: column 1:5 after 1:4: " + order},
		{"ratio", "1.5:1,1", "1:1,0", "ratio.csv:16: column 1:1 after 1:1: " + order},
		{"ratio", "1:3,-4", "1:3,-6", "ratio.csv:12: drm -6 after -5, want no less"},
		{"ratio", "1:3,-4", "1:3,-5", ""},
		{"ratio", "1.5:1,1", "1.5:1,-1", "ratio.csv:16: drm -1 after 0, want no less"},
		{"ratio", "2:1,3\n", "", "ratio.csv: no line for 2:1"},
		{"ratio", "1:1.5,-1\n", "", "ratio.csv: no line for 1:1.5"},
		{"terrain", "\nmarsh,3", "\nbog,3",
			`terrain.csv:23: terrain "bog" is not one of ` + strings.Join(terrainNames[:], ", ")},
		{"terrain", "\nclear,1,1,1,1,1,no,no,no,0,0,no,no,yes", "", "terrain.csv: no line for clear"},
		{"terrain", "marsh,3", "marsh,z", `terrain.csv:23: inf "z" is not a whole number from 1 to 20, nor Z`},
		{"terrain", "cav,-1,-2", "cav,-2,-2", "terrain.csv:20: defence of the village is -2, rule 9.1 says -1"},
		{"terrain", "inf+cav,0", "inf+inf,0",
			`terrain.csv:23: advance "inf+inf" is not no, nor of inf, cav, art joined by +, each once`},
		{"terrain", "inf+cav,0", "inf+horse,0",
			`terrain.csv:23: advance "inf+horse" is not no, nor of inf, cav, art joined by +, each once`},
		{"terrain", "no,no,yes", "no,no,maybe", `terrain.csv:16: square "maybe" is not one of no, yes`},
		{"hexside", "cliff,", "cliff,cliff,",
			"hexside.csv:28: 12 columns, want 11 with commas between: " +
				"side,inf,cav,art,los,zoc,charge,advance,withdraw,attack,crossing"},
		{"hexside", "far,into", "near,into", `hexside.csv:26: los "near" is not one of no, far, yes`},
		{"hexside", "\nslope,1,1,Z,no,no,yes,no,no,-1,no", "", "hexside.csv: no line for slope"},
	} {
		t.Run(c.file+" "+c.new, func(t *testing.T) {
			old := tableText(t, "tables/"+c.file+".csv")
			text := strings.Replace(old, c.old, c.new, 1)
			if text == old {
				t.Fatalf("%q does not occur", c.old)
			}
			_, err := withTable(c.file, text)
			tableFault(t, err, c.want)
		})
	}
}

func TestTableFaultsTogether(t *testing.T) {
	_, err := LoadTables(map[string][]byte{
		"tables/fire.csv":  nil,
		"tables/shock.csv": bytes.Repeat([]byte("#\n"), lines.MaxTable),
		"fire.csv":         nil,
		"tables/ratio.csv": []byte("# Ratios [8.6.1]\n# Source: x\n"),
	})
	if err == nil {
		t.Fatal("no error")
	}
	want := `tables/fire.csv: the first line is not "# TITLE [RULE]", with the rule that the table serves
tables/shock.csv: 131072 bytes, at most 65536 are read
tables/ratio.csv: no header line column,drm
fire.csv: no table has this name; want one of tables/fire.csv, tables/fire-drm.csv, tables/shock.csv, tables/shock-drm.csv, tables/ratio.csv, tables/terrain.csv, tables/hexside.csv`
	if err.Error() != want {
		t.Errorf("got\n%s\nwant\n%s", err, want)
	}
}

// TestTableSize reads a file of the greatest size and refuses the next.
func TestTableSize(t *testing.T) {
	text := tableText(t, "tables/fire.csv")
	text += "#" + strings.Repeat(" ", lines.MaxTable-len(text)-2) + "\n"
	_, err := withTable("fire", text)
	tableFault(t, err, "")
	_, err = withTable("fire", text+"\n")
	tableFault(t, err, "fire.csv: 65537 bytes, at most 65536 are read")
}

// TestTableOutOfASpreadsheet reads a file as spreadsheets write it: with a byte
// order mark, CR LF, and quotes.
func TestTableOutOfASpreadsheet(t *testing.T) {
	text := strings.ReplaceAll(tableText(t, "tables/fire.csv"), "\n", "\r\n")
	text = "\ufeff" + strings.ReplaceAll(text, ",none", ",\"none\"")
	tb, err := withTable("fire", text)
	if err != nil {
		t.Fatal(err)
	}
	if got := tb.Fire(9); got != FireTest || tb.Fire(8) != FireNothing {
		t.Errorf("at 9 got %s, at 8 %s", got, tb.Fire(8))
	}
}

// tableWith is a bundled file with one field changed, and the line of the field.
func tableWith(t *testing.T, text, row, column, value string) (changed string, line int) {
	t.Helper()
	lines := strings.Split(text, "\n")
	head := slices.IndexFunc(lines, func(l string) bool { return l != "" && l[0] != '#' })
	at := slices.Index(strings.Split(lines[head], ","), column)
	for i := head + 1; i < len(lines); i++ {
		if fields := strings.Split(lines[i], ","); fields[0] == row && at > 0 {
			fields[at] = value
			lines[i] = strings.Join(fields, ",")
			return strings.Join(lines, "\n"), i + 1
		}
	}
	t.Fatalf("no field %s of %s", column, row)
	return "", 0
}

// TestTableRanges holds the ranges that the comments in the files promise: the
// first and the last value are read, the next ones refused.
func TestTableRanges(t *testing.T) {
	type field struct {
		file, row, column string
		low, high         int
	}
	fields := []field{
		{"fire-drm", "effective", "drm", -9, 9}, {"fire-drm", "long", "drm", -9, 9},
		{"fire-drm", "adjacent", "drm", -9, 9}, {"fire-drm", "combined", "drm", 2, 2},
		{"fire-drm", "reaction", "drm", -1, -1}, {"fire-drm", "reaction-square", "drm", -1, -1},
		{"fire-drm", "dense", "drm", 0, 9}, {"fire-drm", "dense-above", "drm", 1, 99},
		{"fire-drm", "square", "drm", -9, 9}, {"fire-drm", "guns", "drm", -9, 9},
		{"shock-drm", "charge", "drm", 1, 9}, {"shock-drm", "heavy-charge", "drm", 0, 9},
		{"shock-drm", "cavalry-shock", "drm", -2, -2}, {"shock-drm", "charge-square", "drm", -2, -2},
		{"shock-drm", "square-cavalry", "drm", -9, 0}, {"shock-drm", "square-infantry", "drm", 0, 9},
		{"shock-drm", "square-guns", "drm", -9, 0}, {"shock-drm", "rear", "drm", 1, 9},
		{"shock-drm", "routed", "drm", 2, 2}, {"shock-drm", "six-fronts", "drm", -1, -1},
		{"shock-drm", "pursuit", "drm", -1, -1},
	}
	for _, kind := range terrainNames {
		for _, arm := range armNames {
			fields = append(fields, field{"terrain", kind, arm, 1, 20})
		}
		fields = append(fields, field{"terrain", kind, "road", 1, 20}, field{"terrain", kind, "trail", 1, 20},
			field{"terrain", kind, "fire", -9, 9})
		if kind != "village" {
			fields = append(fields, field{"terrain", kind, "defence", -9, 9})
		}
	}
	for _, kind := range sideKindNames {
		for _, arm := range armNames {
			fields = append(fields, field{"hexside", kind, arm, 0, 20})
		}
		fields = append(fields, field{"hexside", kind, "attack", -9, 0})
	}
	for _, f := range fields {
		text := tableText(t, "tables/"+f.file+".csv")
		if f.file == "fire-drm" { // long may not be above effective
			text, _ = tableWith(t, text, "long", "drm", "-9")
			if f.row == "long" {
				text, _ = tableWith(t, text, "effective", "drm", "9")
			}
		}
		want := fmt.Sprintf("a whole number from %d to %d", f.low, f.high)
		if f.low == f.high {
			want = fmt.Sprintf("%d, as the rules have it", f.low)
		}
		if slices.Contains(armNames[:], f.column) {
			want += ", nor Z"
			with, _ := tableWith(t, text, f.row, f.column, "Z")
			_, err := withTable(f.file, with)
			tableFault(t, err, "")
		}
		for _, n := range []int{f.low - 1, f.low, f.high, f.high + 1} {
			with, line := tableWith(t, text, f.row, f.column, strconv.Itoa(n))
			_, err := withTable(f.file, with)
			if n < f.low || n > f.high {
				tableFault(t, err, fmt.Sprintf("%s.csv:%d: %s \"%d\" is not %s", f.file, line, f.column, n, want))
			} else if err != nil {
				t.Errorf("%s of %s is %d: %v", f.column, f.row, n, err)
			}
		}
	}
}

// TestTableIndices reads result tables of all indices that there may be, and
// refuses those with fewer and more.
func TestTableIndices(t *testing.T) {
	for _, file := range []struct{ name, head, cell string }{{"fire", "index,result", "none"},
		{"shock", "index,effects", "a-test"}} {
		for _, c := range []struct {
			first, last int
			want        string
		}{
			{0, 9, ""}, {-50, 50, ""}, {-3, 9, ""},
			{-51, 9, `.csv:4: index "-51" is not a whole number from -50 to 50`},
			{0, 51, `.csv:55: index "51" is not a whole number from -50 to 50`},
			{1, 9, ".csv:4: index 1 comes first, want 0 or less"},
			{0, 8, ".csv: 9 rows from index 0 on, want them to 9 or more"},
			{-9, 0, ".csv: 10 rows from index -9 on, want them to 9 or more"},
			{1, 0, ".csv: 0 rows from index 0 on, want them to 9 or more"},
		} {
			var text strings.Builder
			text.WriteString("# A test [1]\n# Source: a test\n" + file.head + "\n")
			for i := c.first; i <= c.last; i++ {
				fmt.Fprintf(&text, "%d,%s\n", i, file.cell)
			}
			if c.want != "" {
				c.want = file.name + c.want
			}
			_, err := withTable(file.name, text.String())
			tableFault(t, err, c.want)
		}
	}
}

// TestTableRatioRange holds the range of the DRMs in ratio.csv, which never
// fall from line to line.
func TestTableRatioRange(t *testing.T) {
	for _, c := range []struct{ row, drm, want string }{
		{"1:4", "-9", ""}, {"5:1", "9", ""},
		{"1:4", "-10", `ratio.csv:11: drm "-10" is not a whole number from -9 to 9`},
		{"5:1", "10", `ratio.csv:20: drm "10" is not a whole number from -9 to 9`},
	} {
		text, _ := tableWith(t, tableText(t, "tables/ratio.csv"), c.row, "drm", c.drm)
		_, err := withTable("ratio", text)
		tableFault(t, err, c.want)
	}
}

// TestTableFaultOfEveryFile shows that no faulty file hides another's fault.
func TestTableFaultOfEveryFile(t *testing.T) {
	replace := map[string][]byte{}
	for _, f := range tableFiles {
		replace[f.Name] = []byte("# A test [1]\n# Source: a test\n" + f.Columns + "\n?" +
			strings.Repeat(",?", strings.Count(f.Columns, ",")) + "\n")
	}
	_, err := LoadTables(replace)
	var all interface{ Unwrap() []error }
	if !errors.As(err, &all) || len(all.Unwrap()) != len(tableFiles) {
		t.Fatalf("got %v", err)
	}
	for i, err := range all.Unwrap() {
		if !strings.HasPrefix(err.Error(), tableFiles[i].Name+":4: ") {
			t.Errorf("got %v, want a fault of line 4 of %s", err, tableFiles[i].Name)
		}
	}
}
