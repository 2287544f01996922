package lines

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const head = "# Losses [4.2, 4.3].\n# Source: a value of this project; nothing is printed\n"

func TestTable(t *testing.T) {
	const text = head + "\n# arm  each once\narm,sp,hard\ninf,6,no\n# a remark\n\n\"cav\",4,yes\nart,Z,no\n"
	for _, text := range []string{text, "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n")} {
		table, err := ReadTable("tables/losses.csv", "arm,sp,hard", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if table.Rule != "4.2, 4.3" || table.Source != "a value of this project; nothing is printed" || !table.Own {
			t.Errorf("got rule %q, source %q, own %v", table.Rule, table.Source, table.Own)
		}
		var got [3]string
		err = table.EachName([]string{"art", "inf", "cav"}, func(i int, r *Row) {
			n, ok := r.NumberOr(1, 9, "Z")
			got[i] = fmt.Sprint(r.Name(), n, ok, r.Yes())
		})
		if want := [3]string{"art0 false false", "inf6 true false", "cav4 true true"}; err != nil || got != want {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
		want := head + "# arm  each once\narm,sp,hard\ninf,6,no\ncav,4,yes\nart,Z,no\n"
		if printed := string(table.Print()); printed != want {
			t.Errorf("printed:\n%s", printed)
		}
	}
}

// TestOwn tells values of this project from what only speaks of it.
func TestOwn(t *testing.T) {
	for source, want := range map[string]bool{
		"a value of this project":                          true,
		"a value of this project; the chart is not used":   true,
		"A value of this project":                          false,
		"a value of this project and of mine":              false,
		"not a value of this project, printed in the book": false,
		"printed in the book; a value of this project":     false,
		"the published chart":                              false,
	} {
		table, err := ReadTable("t.csv", "a,b", []byte("# T [1]\n# Source: "+source+"\na,b\n"))
		if err != nil || table.Own != want || table.Source != source {
			t.Errorf("%q: got own %v, %v, want %v", source, table.Own, err, want)
		}
	}
}

// TestTableFaults wants file, line, column and text, and what would be right.
func TestTableFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `t.csv: the first line is not "# TITLE [RULE]", with the rule that the table serves`},
		{"# Losses\n# Source: me\narm,sp\n",
			`t.csv: the first line is not "# TITLE [RULE]", with the rule that the table serves`},
		{"# Losses []\n# Source: me\narm,sp\n",
			`t.csv: the first line is not "# TITLE [RULE]", with the rule that the table serves`},
		{"# Losses [4]\narm,sp\n# Source: me\n", `t.csv: no line "# Source: …" says where the numbers are from`},
		{"# Losses [4]\n# Source: \narm,sp\n", `t.csv: no line "# Source: …" says where the numbers are from`},
		{"# Losses [4]\n# Source: me\n# Source: you\narm,sp\n", `t.csv:3: a second source; the first is "me"`},
		{head, "t.csv: no header line arm,sp"},
		{head + "arm,SP\n", "t.csv:3: columns arm,SP, want arm,sp"},
		{head + "arm\n", "t.csv:3: 1 columns, want 2 with commas between: arm,sp"},
		{head + "arm,sp\ninf,6,7\n", "t.csv:4: 3 columns, want 2 with commas between: arm,sp"},
		{head + "arm,sp\ninf,\"6\n", `t.csv:4: extraneous or missing " in quoted-field; no field needs quotes`},
		{head + "arm,sp\ninf,\"6,7\"\n", `t.csv:4: sp "6,7" has a comma, a quote or a line break, want none`},
		{head + "arm,sp\n\"#inf\",6\n", `t.csv:4: arm "#inf" has a # or a blank at an end, want none`},
		{head + "arm,sp\ninf,6 \n", `t.csv:4: sp "6 " has a # or a blank at an end, want none`},
		{head + "arm,sp\n,6\n", `t.csv:4: arm is empty, want what the row is for`},
		{head + "arm,sp\ninf,\xff\n", `t.csv:4: not UTF-8`},
		{head + "arm,sp\ninf,10\n", `t.csv:4: sp "10" is not a whole number from 1 to 9`},
		{head + "arm,sp\ninf,\n", `t.csv:4: sp "" is not a whole number from 1 to 9`},
		{head + "arm,sp\ncav,1\n", `t.csv:4: arm "cav" is not one of inf, art`},
		{head + "arm,sp\ninf,1\n\ninf,2\n", "t.csv:6: inf stands in line 4 already"},
		{head + "arm,sp\ninf,1\n", "t.csv: no line for art"},
		{head + strings.Repeat("#", MaxTable), "t.csv: 65611 bytes, at most 65536 are read"},
		{head + "arm,sp\ninf,1\nart,9\n", "<nil>"},
	} {
		table, err := ReadTable("t.csv", "arm,sp", []byte(c.text))
		if err == nil {
			err = table.EachName([]string{"inf", "art"}, func(_ int, r *Row) { r.Number(1, 9) })
		}
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%.80q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

func FuzzTable(f *testing.F) {
	f.Add([]byte(head + "arm,sp\ninf,6\n\"cav\",\n"))
	f.Add([]byte("\ufeff# T [1]\r\n#  x\r\n\r\n# Source: me\r\narm,sp\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := ReadTable("t.csv", "arm,sp", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "t.csv:") {
				t.Errorf("an error without the file: %v", err)
			}
			return
		}
		printed := table.Print()
		again, err := ReadTable("t.csv", "arm,sp", printed)
		if err != nil {
			t.Fatalf("%q is printed as %q: %v", text, printed, err)
		}
		if twice := again.Print(); !bytes.Equal(twice, printed) || again.Own != table.Own ||
			again.Source != table.Source ||
			again.Rule != table.Rule || len(again.Rows) != len(table.Rows) {
			t.Errorf("%q is printed as %q, and that as %q", text, printed, twice)
		}
	})
}
