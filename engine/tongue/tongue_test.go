package tongue

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	xplural "golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// TestCategories holds the plural forms to those of the CLDR.
func TestCategories(t *testing.T) {
	forms := map[xplural.Form]string{xplural.Other: "other", xplural.One: "one", xplural.Few: "few",
		xplural.Many: "many"}
	for _, l := range Languages() {
		tag := language.MustParse(string(l))
		for n := range 2000 {
			// The rule for millions is French alone, and younger than these tables.
			if want := forms[xplural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]; l.category(n) != want {
				t.Errorf("%s, %d: got %q, want %q", l, n, l.category(n), want)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for word, want := range map[string]Language{"pl": Pl, "PL": Pl, "Polski": Pl, "polish": Pl, "Ελληνικά": El,
		"greek":    El,
		"français": Fr, "English": En, "čeština": Cs, "tlh": "", "": ""} {
		if got, ok := Find(word); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v; want %q", word, got, ok, want)
		}
	}
}

// catalogue loads a catalogue of English and Polish messages.
func catalogue(english, polish string) (*Catalogue, error) {
	return Load(fstest.MapFS{"words/en.properties": {Data: []byte(english)},
		"words/pl.properties": {Data: []byte(polish)}})
}

func TestText(t *testing.T) {
	c, err := catalogue(`
# A comment.
shot = {who} {who, select, many {fire} other {fires}} {n, plural, =0 {nothing} one {# shot} other {# shots}}{why}.
why = \ because it''s '{late}'
long = one \
       two
`, `
shot = {who, select, one {Oddział {who} strzela} other {Oddziały {who} strzelają}}{why}: \
       {n, plural, one {# strzał} few {# strzały} other {# strzałów}}.
`)
	if err != nil {
		t.Fatal(err)
	}
	units := func(names ...string) Arg {
		var all []Text
		for _, n := range names {
			all = append(all, Name(n))
		}
		return Words("who", List(all, And))
	}
	for _, tt := range []struct {
		text Text
		in   Language
		want string
	}{
		{c.Say("shot", units("a"), Number("n", 1), Words("why", Text{})), En, "a fires 1 shot."},
		{c.Say("shot", units("a").Many(), Number("n", 0), Words("why", Text{})), En, "a fire nothing."},
		{c.Say("shot", units("a", "b", "c").Many(), Number("n", 22), Words("why", c.Say("why"))), En,
			"a, b and c fire 22 shots because it's {late}."},
		{c.Say("shot", units("a", "b", "c"), Number("n", 22), Words("why", Text{})), Pl,
			"Oddziały a, b i c strzelają: 22 strzały."},
		{c.Say("shot", units("a"), Number("n", 5), Words("why", Name(" (x)"))), Pl,
			"Oddział a strzela (x): 5 strzałów."},
		// The whole sentence is English if a part of it is.
		{c.Say("shot", units("a"), Number("n", 5), Words("why", c.Say("why"))), Pl,
			"a fires 5 shots because it's {late}."},
		{c.Say("shot", units("a"), Number("n", 5), Words("why", English(" so"))), Pl, "a fires 5 shots so."},
		{c.Say("shot", units("a"), Number("n", 5), Words("why", Text{})), El, "a fires 5 shots."},
		{c.Say("shot", units("žuran"), Number("n", 1), Words("why", Text{})).Sentence(), En, "Žuran fires 1 shot."},
		{c.Say("long"), En, "one two"},
		{c.Say("long"), "", "one two"},
		{c.Say("shot", units("a"), Number("n", 1), Words("why", Text{})).Clause(), En, "a fires 1 shot"},
		{c.Say("shot", units("é"), Number("n", 1), Words("why", Text{})).Clause().Sentence().Clause(), En,
			"É fires 1 shot"},
		{English("So."), En, "So."}, {English("So.").Clause(), En, "So"},
		{Name("x"), Cs, "x"}, {Text{}, Fr, ""},
		{c.Say("none"), Fr, "none"}, // nothing is hidden
	} {
		if got := tt.text.In(tt.in); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// TestRead: what the record says in English is said to others in their languages.
func TestRead(t *testing.T) {
	c, err := catalogue(`
ask.go = Does {unit} go?
ask.to = Does {unit} go to {hex}?
ask.n = Are there {n, number}?
ask.both = First: {ask}
ask.by = Is it {mod}?
mod.hill = hill
mod.by = by {name}
`, `
ask.go = Czy {unit} idzie?
ask.to = Czy {unit} idzie na {hex}?
ask.n = Czy jest ich {n, number}?
ask.both = Najpierw: {ask}
ask.by = Czy to {mod}?
mod.hill = wzgórze
mod.by = przez {name}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ kind, said, want string }{
		{"mod.", "hill", "wzgórze"}, {"ask.", "hill", ""}, {"mod.", "hills", ""}, {"mod.", "", ""},
		{"mod.", "by Ney", "przez Ney"}, {"mod.", "by ", ""}, {"mod.", "by", ""},
		{"ask.", "Does 1leg go?", "Czy 1leg idzie?"}, {"ask.", "Does 1leg go to 0505?", "Czy 1leg idzie na 0505?"},
		{"ask.", "Does 1leg go now?", ""}, {"ask.", "So does 1leg go?", ""},
		{"ask.", "Are there 5?", "Czy jest ich 5?"},
		{"ask.", "Are there many?", ""}, {"ask.", "First: Does 1leg go?", "Najpierw: Czy 1leg idzie?"},
		{"ask.", "First: go", ""}, {"ask.", "Is it by Ney?", "Czy to przez Ney?"}, {"ask.", "Is it he?", "Czy to he?"},
	} {
		got, ok := c.Read(tt.kind, tt.said)
		if later := c.Heard(tt.kind, tt.said); later.String() != tt.said || ok && later.In(Pl) != tt.want {
			t.Errorf("%s%q: heard %q, in Polish %q", tt.kind, tt.said, later, later.In(Pl))
		}
		if ok != (tt.want != "") || got.In(Pl) != tt.want || ok && got.String() != tt.said {
			t.Errorf("%s%q: got %q, %q, %v, want %q", tt.kind, tt.said, got.In(Pl), got, ok, tt.want)
		}
	}
}

func TestEqual(t *testing.T) {
	c, err := catalogue("a = {x}\nb = {n, number}", "")
	if err != nil {
		t.Fatal(err)
	}
	all := []func() Text{
		func() Text { return Text{} }, func() Text { return Name("x") }, func() Text { return English("x") },
		func() Text {
			return c.Say("a", Words("x", Name("x")))
		}, func() Text { return c.Say("a", Words("x", Name("y"))) },
		func() Text { return c.Say("a", Words("x", Name("x"))).Sentence() },
		func() Text { return c.Say("a", Words("x", Name("x")).Many()) },
		func() Text { return c.Say("b", Number("n", 1)) }, func() Text { return c.Say("b", Number("n", 2)) },
		func() Text { return List([]Text{Name("x"), Name("y")}, And) },
		func() Text { return List([]Text{Name("x"), Name("y")}, Or) },
		func() Text { return List([]Text{Name("x"), Name("z")}, And) },
	}
	for i, a := range all {
		for j, b := range all {
			if got := a().Equal(b()); got != (i == j) {
				t.Errorf("%q and %q: got %v", a(), b(), got)
			}
		}
	}
}

func TestTextErrors(t *testing.T) {
	c, err := catalogue("a = {x} {n, number}", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text Text
		want string
	}{
		{c.Say("b"), "not translated"},
		{c.Say("a", Number("n", 1)), `no argument "x"`},
		{c.Say("a", Words("x", Name("x")), Words("n", Name("1"))), `"n" is a number`},
		{c.Say("a", Number("x", 1), Number("n", 1)), `"x" is a number`},
	} {
		if got, err := tt.text.Render(En); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %q, %v; want %q", got, err, tt.want)
		}
	}
}

// TestLoadErrors: what a translator can get wrong is found when the file is read.
func TestLoadErrors(t *testing.T) {
	for file, want := range map[string]string{
		"a":                              "key = message",
		"a b = c":                        "key = message",
		"a = b\na = c":                   "line 2: a stands there before",
		"a = {":                          "no name",
		"a = {b":                         "does not close",
		"a = b}":                         "not opened",
		"a = {b, date}":                  "number, plural or select",
		"a = {b, number":                 "does not close",
		"a = {b, plural}":                "nothing to choose from",
		"a = {b, plural, one {x}}":       "does not end in other",
		"a = {b, select, x {y} x {z}}":   "x twice",
		"a = {b, select, x y}":           "want a word and braces",
		"a = {b, select, other {x}":      "want a word and braces",
		"a = {b, select, other {x{c}":    "do not close",
		"a = l'{b}":                      "write two",
		`a = b\c`:                        "backslash",
		"a = b \\":                       "does not end",
		"# x\n\na = b \\\nc\nb = {c, x}": "line 5",
	} {
		if _, err := catalogue(file, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", file, err, want)
		}
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("a folder without English is accepted")
	}
}

// A catalogue of two folders has the messages of both, and none twice.
func TestTwoFolders(t *testing.T) {
	folder := func(english string) fstest.MapFS {
		return fstest.MapFS{"words/en.properties": {Data: []byte(english)}}
	}
	c, err := Load(folder("a = one"), folder("b = two"))
	if err != nil || c.Say("a").String()+c.Say("b").String() != "onetwo" {
		t.Errorf("got %v, %v", c, err)
	}
	if _, err := Load(folder("a = one"), folder("a = two")); err == nil || !strings.Contains(err.Error(), "before") {
		t.Errorf("twice the same: got %v", err)
	}
}

// What nobody reads costs a program nothing when it starts: another language is read when something is
// said in it, and only then is it found to be wrong.
func TestOthersAreReadWhenTheySpeak(t *testing.T) {
	c := MustLoad(fstest.MapFS{"words/en.properties": {Data: []byte("a = one")},
		"words/pl.properties": {Data: []byte("a = {")}})
	if got := c.Say("a").In(Fr) + c.Say("a").In(En); got != "oneone" {
		t.Errorf("got %q", got)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "pl.properties") {
			t.Errorf("got %v", r)
		}
	}()
	t.Errorf("in Polish it says %q", c.Say("a").In(Pl))
}

// TestFaults: what other languages can get wrong.
func TestFaults(t *testing.T) {
	const english = "a = {who} {who, select, many {go} other {goes}} {n, number} {way, select, far {far} other {near}}."
	for _, tt := range []struct{ polish, want string }{
		{"a = {who} {n, plural, one {raz} few {# razy} other {# razy}}.", ""},
		{"a = {who, select, one {A} other {B}} {who} {n, number} {way, select, far {x} other {y}}.", ""},
		{"b = x", "pl b: English has no such message"},
		{"a = {n, number}.", "pl a: it lacks {who}"},
		{"a = {who} {n, number} {x}.", "pl a: {x} is no argument of the English message"},
		{"a = {who} {n}.", "pl a: {n} is a number in one and not in the other"},
		{"a = {who} {n, number} {way, select, fra {x} other {y}}.", `pl a: {way} is never "fra"`},
		{"a = {who} {n, plural, one {#} other {#}}.", `pl a: {n} has no form "few"`},
		{"a = {who} {n, number}", `pl a: it ends in ""; want ".", as English ends in "."`},
	} {
		c, err := catalogue(english, tt.polish)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(c.Faults(), "\n"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.polish, got, tt.want)
		}
	}
}

// TestGreekQuestion: what a Greek question ends in is said as it is.
func TestGreekQuestion(t *testing.T) {
	c, err := Load(fstest.MapFS{"words/en.properties": {Data: []byte("a = go?\nb = stay?")},
		"words/el.properties": {Data: []byte("a = πάμε?\nb = μένουμε;")}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(c.Faults(), "\n"),
		`el a: it ends in "?"; want ";", as English ends in "?"`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOwnWords(t *testing.T) {
	if got := append(own.Faults(), own.Lacks()...); got != nil {
		t.Error(got)
	}
}

func TestSamples(t *testing.T) {
	c, err := catalogue("a = {who} {n, number} {way, select, far {far} other {near}}", "")
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, s := range c.Samples("a") {
		text, err := s.Render(En)
		if err != nil {
			t.Error(err)
		}
		all.WriteString(text + "\n")
	}
	for _, want := range []string{" 0 ", " 1 ", " 22 ", " far", " near", "légère", " and "} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no sample has %q:\n%s", want, all.String())
		}
	}
}

func BenchmarkText(b *testing.B) {
	c, err := catalogue("shot = {who} {who, select, many {fire} other {fires}} at {hex}{why}.", "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		c.Say("shot", Words("who", Name("the 10e légère")), Words("hex", Name("1512")), Words("why", Text{})).In(En)
	}
}

func TestNamed(t *testing.T) {
	c, err := catalogue("a = {who} {n, plural, one {# hex} other {# hexes}} {far, select, yes {far} other {near}} "+
		"{way, select, up {up} other {down}} {all} {why}", "")
	if err != nil {
		t.Fatal(err)
	}
	type side string
	text := c.Say(
		"a",
		Named("who", side("Red"), "n", 2, "far", true, "way", Fact("up"), "all",
			[]Text{Name("a"), Name("b"), Name("c")}, "why", Name("x"))...)
	if got, err := text.Render(En); got != "Red 2 hexes far up a, b and c x" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	text = c.Say("a", Named("who", 7.5, "n", 1, "far", false, "way", Fact(""), "all", []Text{Name("a")},
		"why", Text{})...)
	if got, err := text.Render(En); got != "7.5 1 hex near down a " || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

// A program that puts messages into words itself gets all that stands in them.
func TestParts(t *testing.T) {
	c, err := catalogue("a = {who} has {n, plural, =0 {none} other {# of {all, number}}}",
		"a = {n, plural, few {#} other {}}")
	if err != nil {
		t.Fatal(err)
	}
	want := []Part{{Name: "who"}, {Words: " has "}, {Name: "n", Counts: true, Cases: map[string][]Part{
		"=0": {{Words: "none"}}, "other": {{Name: "#"}, {Words: " of "}, {Name: "all"}}}}}
	if got := c.Parts(En, "a"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
	if got := c.Parts(Pl, "a"); len(got) != 1 || got[0].Cases["few"][0].Name != "#" || got[0].Cases["other"] != nil {
		t.Errorf("got %+v", got)
	}
	if got := c.Parts(Fr, "a"); got != nil {
		t.Errorf("what French lacks is %+v", got)
	}
}
