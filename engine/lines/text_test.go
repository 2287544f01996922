package lines

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestEach hands on what is neither blank nor a comment, up to an error.
func TestEach(t *testing.T) {
	const text = "\n# one\n a b \n\t# two\nc # d\r\n\ne"
	for _, c := range []struct{ stop, want string }{
		{"", "3 a b|5 c # d|7 e"}, {"c # d", "3 a b|5 c # d"},
	} {
		var got []string
		err := Each([]byte(text), func(no int, line string) error {
			got = append(got, fmt.Sprint(no, " ", line))
			if line == c.stop {
				return errors.New("stop")
			}
			return nil
		})
		if strings.Join(got, "|") != c.want || (err != nil) != (c.stop != "") {
			t.Errorf("got %q, %v, want %s", got, err, c.want)
		}
	}
}

// TestFacts reads each line of a text without comments, and names the one that is wrong.
func TestFacts(t *testing.T) {
	for _, c := range []struct{ text, want, err string }{
		{"", "", ""},
		{"a \"b c\" d=e\nf\n", "1 [a b c d=e]|2 [f]", ""},
		{"a\n\nb\n", "1 [a]", "line 2: empty line"},
		{"a\n\"b\n", "1 [a]", "line 2: quote is not closed"},
		{"a\nstop\nb\n", "1 [a]|2 [stop]", "line 2: stopped"},
	} {
		var got []string
		err := Facts([]byte(c.text), func(no int, words []string) error {
			got = append(got, fmt.Sprint(no, " ", words))
			if words[0] == "stop" {
				return errors.New("stopped")
			}
			return nil
		})
		if strings.Join(got, "|") != c.want || c.err == "" != (err == nil) || err != nil && err.Error() != c.err {
			t.Errorf("%q: got %q, %v, want %s, %s", c.text, got, err, c.want, c.err)
		}
	}
}

// TestNumbersOfATable reads numbers of a range, of one value, and a word for none.
func TestNumbersOfATable(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"inf,3,5", "<nil>"}, {"inf,9,5", "<nil>"}, {"inf,Z,5", "<nil>"},
		{"inf,2,5", `t.csv:4: sp "2" is not a whole number from 3 to 9, nor Z`},
		{"inf,10,5", `t.csv:4: sp "10" is not a whole number from 3 to 9, nor Z`},
		{"inf,x,5", `t.csv:4: sp "x" is not a whole number from 3 to 9, nor Z`},
		{"inf,3,6", `t.csv:4: ma "6" is not 5, as the rules have it`},
		{"cav,3,5", "t.csv: no line for inf"},
	} {
		table, err := ReadTable("t.csv", "arm,sp,ma", []byte(head+"arm,sp,ma\n"+c.row+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		names := []string{"inf"}
		if strings.HasPrefix(c.row, "cav") {
			names = []string{"inf", "cav"}
		}
		err = table.EachName(names, func(_ int, r *Row) {
			if n, ok := r.NumberOr(3, 9, "Z"); ok != (n > 0) && r.Err() == nil {
				t.Errorf("%s: got %d, %v", c.row, n, ok)
			}
			r.Number(5, 5)
		})
		if got := fmt.Sprint(err); got != c.want {
			t.Errorf("%s: got %s, want %s", c.row, got, c.want)
		}
	}
}

// TestSource reads where a line file is from, and quotes a long line whole letters long.
func TestSource(t *testing.T) {
	for _, c := range []struct {
		text, source string
		own          bool
	}{
		{"turns 3\n", "", false}, {"# One\nturns 3\n# Source: no\n", "", false},
		{"# One\n# Source: the book\n# Source: me\n", "the book", false},
		{"# Source: a value of this project; for the lesson\n", "a value of this project; for the lesson", true},
	} {
		if source, own := Read([]byte(c.text)).Source(); source != c.source || own != c.own {
			t.Errorf("%q: got %q, %v", c.text, source, own)
		}
	}
	for _, c := range []struct{ line, want string }{
		{strings.Repeat("y", 80), strings.Repeat("y", 80)},
		{strings.Repeat("y", 79) + "ä", strings.Repeat("y", 79) + " …"},
	} {
		r := Read([]byte(c.line))
		r.Only(nil)
		if got := fmt.Sprint(r.Err()); !strings.HasPrefix(got, fmt.Sprintf("line 1: %q: unknown word", c.want)) {
			t.Errorf("got %s", got)
		}
	}
}

// TestLimits takes what is just small enough.
func TestLimits(t *testing.T) {
	for _, text := range []string{
		"turns 3" + strings.Repeat("\n", MaxFile-7), "turns 3\ntitle " + strings.Repeat("x", MaxLine-6),
		"#\n# One\n#\nturns 99\nplace 0101 worth=9\nplace 0102 worth=1",
	} {
		b, err := readBattle(text)
		if err != nil || strings.HasPrefix(text, "#") && b.Note() != "One" {
			t.Errorf("%.20q: got %v, note %q", text, err, b.Note())
		}
	}
	full := head + "arm,sp\n"
	if _, err := ReadTable("t.csv", "arm,sp", []byte(full+"#"+strings.Repeat(" ", MaxTable-len(full)-1))); err != nil {
		t.Error(err)
	}
}

// TestFaultsInOrder tells one fault of each faulty line in the order of the lines,
// whatever order they are read in, and nothing else of a text that is no line file.
func TestFaultsInOrder(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"turns 3\nplace 0101 worth= 3\nplace 0102 worth=x y=z\nbanana\nturns 100 x\ntitle \"A",
			"there are no turns (write turns COUNT)|" + `line 2: "place 0101 worth= 3": an empty value; write ""|` +
				`line 3: "place 0102 worth=x y=z": worth "x" (want a whole number from 1 to 9)|line 4: "banana": ` +
				`unknown word ` +
				`"banana" (want one of place, title, turns)|` +
				`line 5: "turns 100 x": number of turns "100" (want a whole number from 1 to 99)|line 6: "title ` +
				`\"A": quote is ` +
				`not closed`},
		{"a\xff", "the file is not UTF-8 text|there are no turns (write turns COUNT)"},
	} {
		_, err := readBattle(c.text)
		if got := strings.ReplaceAll(fmt.Sprint(err), "\n", "|"); got != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, "[] <nil>"},
		{[]string{"0", "9"}, "[0 9] <nil>"},
		{[]string{"1", "10"}, `[] "10" is not a number from 0 to 9`},
		{[]string{"-1"}, `[] "-1" is not a number from 0 to 9`},
		{[]string{""}, `[] "" is not a number from 0 to 9`},
	} {
		ns, err := Numbers(9, c.words...)
		if got := fmt.Sprint(ns, err); got != c.want {
			t.Errorf("%q: got %s, want %s", c.words, got, c.want)
		}
	}
}
