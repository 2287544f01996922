package lines

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// battle reads files with a title, a number of turns and places.
type battle struct {
	*Reader
	title  string
	turns  int
	places []string
}

func readBattle(text string) (*battle, error) {
	b := &battle{Reader: Read([]byte(text))}
	kinds := []Kind{
		{"place", 1, `place HEX… [worth=N] [held]`, func() {
			worth, held := b.NumberKey("worth", 1, 9, 1), b.Flag("held")
			b.places = append(b.places, fmt.Sprint(b.AllWords("hexes"), worth, held))
		}},
		{"title", 0, `title "TITLE"`, func() { b.title, _ = b.Word("title") }},
		{"turns", 0, `turns COUNT`, func() {
			if text, ok := b.Word("number of turns"); ok {
				b.turns, _ = b.Number("number of turns", text, 1, 99)
			}
		}},
	}
	b.Only(kinds)
	b.ReadPhase(kinds, 0)
	if b.turns == 0 {
		b.Fault("write turns COUNT", "there are no turns")
	}
	b.ReadPhase(kinds, 1)
	return b, b.Err()
}

// TestLines reads what may be written in more than one way.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		text, note, title string
		places            []string
	}{
		{"# One\n#  two\n\nturns 3\n", "One\ntwo", "", nil},
		{"\ufeff# One\r\nturns 3 # how many\r\ntitle \"A # B\"\r\n", "One", "A # B", nil},
		{"turns 3\n# no note\ntitle A#B", "", "A#B", nil},
		{"turns 3\ntitle \"x=y\"\n", "", "x=y", nil},
		{"turns 3\ntitle \"a \\\"b\\\" \\u00e9\"", "", `a "b" é`, nil},
		{"turns 3\ntitle \"\"\n", "", "", nil},
		{"place 0101 0102 worth=3\n \tplace\theld\t0103\nturns 3", "", "",
			[]string{"[0101 0102] 3 false", "[0103] 1 true"}},
		{"place worth=\"3\" 0101\nturns 3", "", "", []string{"[0101] 3 false"}},
	} {
		b, err := readBattle(c.text)
		if err != nil || b.Note() != c.note || b.title != c.title || !slices.Equal(b.places, c.places) {
			t.Errorf("%q: got %v, note %q, title %q, places %q", c.text, err, b.Note(), b.title, b.places)
		}
	}
}

// TestLineFaults wants every fault with its line, its text and what would be right.
func TestLineFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"turn 3", `line 1: "turn 3": unknown word "turn" (did you mean turns?)`},
		{"turns 3\nbanana", `line 2: "banana": unknown word "banana" (want one of place, title, turns)`},
		{"turns 3 4", `line 1: "turns 3 4": unexpected "4" (write turns COUNT)`},
		{"turns 3 worth=1", `line 1: "turns 3 worth=1": unknown or repeated setting "worth" (write turns COUNT)`},
		{"turns 3\nplace 0101 worth=1 worth=2",
			`line 2: "place 0101 worth=1 worth=2": unknown or repeated setting "worth" (write place HEX… [worth=N] ` +
				`[held])`},
		{"turns 3\nplace 0101 held held=no",
			`line 2: "place 0101 held held=no": unknown or repeated setting "held" (write place HEX… [worth=N] ` +
				`[held])`},
		{"turns 3\nplace 0101 worth=10", `line 2: "place 0101 worth=10": worth "10" (want a whole number from 1 to 9)`},
		{"turns 3\nplace held", `line 2: "place held": hexes are missing`},
		{"turns 3\ntitle", `line 2: "title": title is missing`},
		{"turns 3\ntitle \"A", `line 2: "title \"A": quote is not closed`},
		{"turns 3\ntitle \"A\\q\"", `line 2: "title \"A\\q\"": bad quoting in "A\q"`},
		{"turns 3\ntitle A\"B\"", `line 2: "title A\"B\"": a quote inside the word A"B"; quote all of it`},
		{"turns 3\ntitle \"A\"B", `line 2: "title \"A\"B": no blank behind the word "A"`},
		{"turns 3\ntitle A\nplace 0101 worth=", `line 3: "place 0101 worth=": an empty value; write ""`},
		{"turns 3\nplace 0101 =3", `line 2: "place 0101 =3": a setting without a key before its =`},
		{"turns 3\nworth=3 place 0101", `line 2: "worth=3 place 0101": setting "worth" comes first ` +
			`(begin the line with the word that says what it is about)`},
		{"turns 3\ntitle \xff", `the file is not UTF-8 text`},
		{"turns 3\ntitle " + strings.Repeat("x", MaxLine-5),
			"line 2: \"title " + strings.Repeat("x", 74) + " …\": the line is too long (at most 4096 bytes)"},
		{"", "there are no turns (write turns COUNT)"},
		{strings.Repeat("\n", MaxFile+1), `the file is too long (at most 1048576 bytes)`},
	} {
		_, err := readBattle(c.text)
		if got := fmt.Sprint(err); !strings.Contains("\n"+got+"\n", "\n"+c.want+"\n") {
			t.Errorf("%.60q: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// TestManyFaults tells the first of them in the order of lines, and counts the rest.
func TestManyFaults(t *testing.T) {
	for _, n := range []int{MaxFaults - 1, MaxFaults, MaxFaults + 1, 60} {
		_, err := readBattle("turns 3\n" + strings.Repeat("place 0101 worth=0\n", n))
		told := strings.Split(fmt.Sprint(err), "\n")
		if want := min(n, MaxFaults+1); len(told) != want {
			t.Errorf("%d faults: %d lines, want %d", n, len(told), want)
		}
		if last := told[len(told)-1]; n > MaxFaults && last != fmt.Sprintf("and %d more faults", n-MaxFaults) {
			t.Errorf("%d faults: got %q at the end", n, last)
		}
	}
}

// TestPrint writes what was read in the one form of the package doc.
func TestPrint(t *testing.T) {
	text := "\n#  One\n#\n#two\nturns   3 # how many\n\n# more\n\ttitle \"A\" x=\"\" y=\"1 2\" \"#3\" é\n\"#4\" \"a=b\""
	want := "# One\n#\n# two\n\nturns 3\ntitle A x=\"\" y=\"1 2\" \"#3\" é\n\"#4\" \"a=b\"\n"
	if got := string(Read([]byte(text)).Print()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	written := Text(nil).Line("turns", "3").Add("title").Quoted("A", "#3", "a b").Set("x", "").Set("y",
		"1 2").Flag("held",
		true).Flag("not", false).End()
	if want := "turns 3\ntitle A \"#3\" \"a b\" x=\"\" y=\"1 2\" held\n"; string(written) != want ||
		string(Read(written).Print()) != want {
		t.Errorf("got\n%s\nwant\n%s", written, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("# The ford at dawn, an example.\n\nscenario \"The ford at dawn\"  # its title\nturns 6\n" +
		"unit 3lig \"3e léger\" form=vandamme at=0304\n"))
	f.Add([]byte("\ufeff#\r\n#x\r\n\"#a\" b=\"c d\" \"e=f\" g=# \"\" h=\"\"\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r := Read(text)
		if r.Err() != nil {
			return
		}
		printed := r.Print()
		if slices.ContainsFunc(bytes.Split(printed, []byte("\n")), func(l []byte) bool { return len(l) > MaxLine }) ||
			len(printed) > MaxFile {
			return // an escape is longer than what it stands for
		}
		again := Read(printed)
		if err := again.Err(); err != nil {
			t.Fatalf("%q is printed as %q: %v", text, printed, err)
		}
		if twice := again.Print(); !bytes.Equal(twice, printed) {
			t.Errorf("%q is printed as %q, and that as %q", text, printed, twice)
		}
		if !slices.Equal(again.note, r.note) || len(again.lines) != len(r.lines) {
			t.Fatalf("%q is printed as %q", text, printed)
		}
		for i, l := range r.lines {
			if o := again.lines[i]; l.first != o.first ||
				!reflect.DeepEqual(append([]word{}, l.words...), append([]word{}, o.words...)) {
				t.Errorf("%q is printed as %q: %v differs from %v", text, printed, o.words, l.words)
			}
		}
	})
}
