package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var testVerbs = []Verb{
	{Word: "fire", Usage: "fire UNIT[,UNIT…] at HEX"},
	{Word: "move", Usage: "move UNIT HEX… [face FACING]"},
	{Word: "shock", Usage: "shock UNIT[,UNIT…] at HEX"},
	{Word: "charge", Usage: "charge UNIT HEX… at HEX"},
	{Word: "retire"}, {Word: "retreat"}, {Word: "rally"},
}

const header = "game: austerlitz-1\nside: French\nturn: 1\nstep: 7\n"

// words shows the orders of a file, one a line.
func words(t TurnFile) string {
	var lines []string
	for _, o := range t.Orders {
		lines = append(lines, strings.Join(o.Words, " "))
	}
	return strings.Join(lines, "\n")
}

func faultText(fs []Fault) string { return Faults(fs).Error() }

func TestParseTurnFile(t *testing.T) {
	long := "move 1leg 1512 1513 1514 1515 1516 1517 1518 1519 1520 1521 1"
	tests := []struct{ name, text, want string }{
		{"plain", header + "fire 2art at 1512\nend\n", "fire 2art at 1512"},
		{"no orders", header, ""},
		{"header in any order, in capitals, spaced",
			"STEP : 7\nTurn:1\nside:  French\nGame: Austerlitz-1\nFIRE 2Art AT 1512", "fire 2art at 1512"},
		{"comments", header + "# a\n// b\n\nfire 2art at 1512 // why\nmove 1leg 1513 # because\n",
			"fire 2art at 1512\nmove 1leg 1513"},
		{"a link is no comment", header + "fire 2art at http://x//y", "fire 2art at http://x"},
		{"a comment right behind a word", header + "fire 2art at 1512//why", "fire 2art at 1512"},
		{"abbreviations", header + "mov 1leg 1513\nsho 1leg at 1613\nretr 1leg",
			"move 1leg 1513\nshock 1leg at 1613\nretreat 1leg"},
		{"colon after the verb", header + "fire: 2art at 1512", "fire 2art at 1512"},
		{"lists", header + "shock 1leg, 4leg at 1613\nshock 1leg ,4leg at 1613\nshock 1leg,4leg at 1613",
			strings.Repeat("shock 1leg,4leg at 1613\n", 2) + "shock 1leg,4leg at 1613"},
		{"tabs and blanks", header + "\tfire \t 2art   at 1512  ", "fire 2art at 1512"},
		{"nothing below end", header + "fire 2art at 1512\nEND // Jean\nfire 3art at 1512\nregards",
			"fire 2art at 1512"},
		{"CRLF", strings.ReplaceAll(header+"fire 2art at 1512\nend\n", "\n", "\r\n"), "fire 2art at 1512"},
		{"lone CR", strings.ReplaceAll(header+"fire 2art at 1512\nend\n", "\n", "\r"), "fire 2art at 1512"},
		{"line separators", header + "fire 2art at 1512\u2028move 1leg 1513\u0085rally 1leg",
			"fire 2art at 1512\nmove 1leg 1513\nrally 1leg"},
		{"NBSP and other blanks",
			strings.ReplaceAll(header+"fire 2art\u2003at\u202f1512\u3000", ": ", ":\u00a0"), "fire 2art at 1512"},
		{"byte-order mark, zero width, soft hyphen",
			"\ufeff" + header + "fi\u00adre 2\u200bart at 1512\u200e\u2060", "fire 2art at 1512"},
		{"smart quotes", header + "rally ‘1leg’ “2leg”", `rally '1leg' "2leg"`},
		{"dashes and minus", header + "rally 1–leg 2—leg −3 4‑leg", "rally 1-leg 2-leg -3 4-leg"},
		{"end of a word processor", header + "fire 2art at 1512\n\u2022 End.\nregards", "fire 2art at 1512"},
		{"end in Polish", header + "fire 2art at 1512\nKoniec\nregards", "fire 2art at 1512"},
		{"end in Greek", header + "fire 2art at 1512\nΤΕΛΟΣ\nregards", "fire 2art at 1512"},
		{"end in French", header + "fire 2art at 1512\nFin !\nregards", "fire 2art at 1512"},
		{"signature", header + "fire 2art at 1512\n-- \nfire of youth\n", "fire 2art at 1512"},
		{"signature without its blank", header + "fire 2art at 1512\n--\nfire of youth\n", "fire 2art at 1512"},
		{"signature turned into a dash", header + "fire 2art at 1512\n—\nfire of youth\n", "fire 2art at 1512"},
		{"unquoted original", header + "fire 2art at 1512\n-----Original Message-----\nfire 3art at 1512\n",
			"fire 2art at 1512"},
		{"greeting", "Dear umpire,\nhere are my orders:\n\n" + header + "fire 2art at 1512", "fire 2art at 1512"},
		{"greeting and signature above", "Salut\n-- \nJean\n\n" + header + "fire 2art at 1512", "fire 2art at 1512"},

		{"quoted", "> " + strings.ReplaceAll(header+"fire 2art at 1512\nend", "\n", "\n> "), "fire 2art at 1512"},
		{"quoted tightly and deeply",
			">>" + strings.ReplaceAll(header+"fire 2art at 1512\nend", "\n", "\n> >"), "fire 2art at 1512"},
		{"own text above a quote",
			header + "fire 2art at 1512\n\nOn Monday Berthier\n<b@example.org> wrote:\n\n> game: x\n" +
				"> fire 9art at 1512\n",
			"fire 2art at 1512"},
		{"own text below a quote",
			"Berthier wrote:\n> game: x\n> fire 9art at 1512\n\n" + header + "fire 2art at 1512\n",
			"fire 2art at 1512"},
		{"own text around a quote",
			"> game: x\n" + header + "> fire 9art at 1512\nfire 2art at 1512\n> fire 9art at 1512",
			"fire 2art at 1512"},
		{"lines opened inside the quote",
			"> " + strings.ReplaceAll(header, "\n", "\n> ") +
				"fire 1art at 1512\nfire 2art at 1512\n> move 1leg 1513\n> end\nJean",
			"fire 1art at 1512\nfire 2art at 1512\nmove 1leg 1513"},
		{"quote in the quote", "> " + strings.ReplaceAll(header, "\n", "\n> ") +
			"fire 1art at 1512\n> On Sunday Jean wrote:\n>> fire 2art at 1512\n> end\n", "fire 1art at 1512"},

		{"wrapped", header + long + "\n1522 face NE\nrally 2leg", long + " 1522 face ne\nrally 2leg"},
		{"wrapped twice", header + long + "\n1522 1523 1524 1525 1526 1527 1528 1529 1530 1531 1532 1533 15\n1534",
			long + " 1522 1523 1524 1525 1526 1527 1528 1529 1530 1531 1532 1533 15 1534"},
		{"wrapped out of the quote",
			"> " + strings.ReplaceAll(header+long, "\n", "\n> ") + "\n1522 face NE\n> end", long + " 1522 face ne"},
		{"wrapped comment", header +
			"fire 2art at 1512 // because the enemy is massing on the heights\nand must not reach us\nrally 2leg",
			"fire 2art at 1512\nrally 2leg"},
		{"flowed", header + "shock 1leg, \n4leg at 1613 \nNE\nrally 2leg ", "shock 1leg,4leg at 1613 ne\nrally 2leg"},
		{"blank at the end of a whole order", header + "fire 2art at 1512 \nmove 1leg 1513 \n \nend",
			"fire 2art at 1512\nmove 1leg 1513"},
		{"comma at the end", header + "shock 1leg, // first\n   4leg at 1613", "shock 1leg,4leg at 1613"},
		{"backslash", header + "shock 1leg,4leg \\\n at 1613\\\nrally", "shock 1leg,4leg at 1613 rally"},
		{"comments do not go on", header + "# first, \\\nfire 2art at 1512", "fire 2art at 1512"},
		{"same header line twice", header + "side: FRENCH\nfire 2art at 1512", "fire 2art at 1512"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, faults := ParseTurnFile([]byte(tt.text), testVerbs, Limits{})
			if faults != nil {
				t.Fatalf("got faults\n%s", faultText(faults))
			}
			if !strings.EqualFold(string(got.Side), "French") || got.Game != "austerlitz-1" || got.Turn != 1 ||
				got.Step != 7 {
				t.Errorf("header: got %+v", got)
			}
			if words(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", words(got), tt.want)
			}
			mustRoundTrip(t, got)
		})
	}
}

func TestTurnFileFaults(t *testing.T) {
	quoted := "> " + strings.ReplaceAll(header, "\n", "\n> ")
	tests := []struct{ name, text, want string }{
		{"nothing", "", "the header lines game:, side:, turn: and step: are missing (copy the header from " +
			"the report as it stands there, in English, and put it above the orders)"},
		{"header in another language", "gra: x\nstrona: Francuzi\nkrok: 7\nfire a at b",
			"the header lines game:, side:, turn: and step: are missing (copy the header from the report as it " +
				"stands there, in English, and put it above the orders)"},
		{"misspelt key is not missing too", "gmae: x\nside: French\nturn: 1\nstep: 7\nfire a at b",
			`line 1: "gmae: x": "gmae" is not a line of the header (did you mean "game:"?)`},
		{"misspelt key above the right one", "gmae: y\n" + header + "fire a at b",
			`line 1: "gmae: y": "gmae" is not a line of the header (did you mean "game:"?)`},
		{"one key missing", "game: x\nside: French\nstep: 7\nfire a at b",
			`the header line "turn:" is missing (copy the header from the report as it stands there, in English, ` +
				`and put it above the orders)`},
		{"misspelt key", header + "stpe: 8",
			`line 5: "stpe: 8": "stpe" is not a line of the header (did you mean "step:"?)`},
		{"two values", header + "step: 8", `line 5: "step: 8": "step" was given before as "7"`},
		{"two values, one long", "game: x\nside: " + strings.Repeat("é", 3000) + "\nside: a\nturn: 1\nstep: 1",
			"line 2: \"side: " + strings.Repeat("é", 154) +
				"…\": a name is one word of at most 32 letters a to z, digits, dots and hyphens (copy the line from " +
				"the report)\n" + `line 3: "side: a": "side" was given before as "` + strings.Repeat("é", 60) + `…"`},
		{"late header", header + "rally 1leg\nstep: 7", `line 6: "step: 7": header lines come before the first order`},
		{"no number", header[:len(header)-2] + "seven",
			`line 4: "step: seven": this is not a number (copy the line from the report)`},
		{"large number", header[:len(header)-2] + "1000000",
			`line 4: "step: 1000000": this is not a number (copy the line from the report)`},
		{"bad name", "game: two words\nside: Fran\u00e7ais\nturn: 1\nstep: 7",
			"line 1: \"game: two words\": a name is one word of at most 64 letters a to z, digits, dots and hyphens " +
				"(copy the line from the report)\n" +
				"line 2: \"side: Français\": a name is one word of at most 32 letters a to z, digits, dots and " +
				"hyphens (copy the line from the report)"},
		{"misspelt verb", header + "\nchagre 1cav 1513",
			`line 6: "chagre 1cav 1513": no order begins with "chagre" (did you mean "charge"? write: charge UNIT ` +
				`HEX… at HEX)`},
		{"ambiguous verb", header + "ret 1cav",
			`line 5: "ret 1cav": no order begins with "ret" (it could be retire or retreat)`},
		{"short verb", header + "mo 1cav",
			`line 5: "mo 1cav": no order begins with "mo" (orders begin with fire, move, shock, charge, retire, ` +
				`retreat, ` +
				`rally; "end" closes them before a greeting or a name)`},
		{"misspelt end", header + "ende", `line 5: "ende": no order begins with "ende" (did you mean "end"?)`},
		{"letter of another alphabet", header + "fire 2\u0430rt at 1512 // \u0430 is fine here",
			`line 5: "fire 2аrt at 1512 // а is fine here": the character 'а' (U+0430) can only stand in a comment`},
		{"lost letter", header + "fire 2art at \xe91512",
			"line 5: \"fire 2art at \ufffd1512\": a letter was lost on the way: the text is not in the encoding that " +
				"the mail " +
				"names"},
		{"control character", header + "fire\x002art at 1512",
			"line 5: \"fire\\x002art at 1512\": the character '\\x00' (U+0000) can only stand in a comment"},
		{"backslash inside", header + `fire 2\art`,
			`line 5: "fire 2\\art": the character '\\' cannot stand inside an order`},
		{"hash inside", header + `fire 2#art`, `line 5: "fire 2#art": the character '#' cannot stand inside an order`},
		{"comma too many", header + "shock 1leg,,2leg\nshock 1leg,\n\nshock ,1leg",
			"line 5: \"shock 1leg,,2leg\": the list \"1leg,,2leg\" has a comma too many\n" +
				"line 6: \"shock 1leg,\": the list \"1leg,\" has a comma too many\n" +
				"line 8: \"shock ,1leg\": no order begins with \"shock,1leg\" (orders begin with fire, move, shock, " +
				"charge, " +
				"retire, retreat, rally; \"end\" closes them before a greeting or a name)"},
		{"comma before an order", header + "shock 1leg,\nfire 2art at 1512",
			`line 5: "shock 1leg,": the list "1leg," has a comma too many`},
		{"long word", header + "fire " + strings.Repeat("a", 61),
			`line 5: "fire ` + strings.Repeat("a", 61) + `": the word "` + strings.Repeat("a", 60) +
				`…" is longer than 60 letters`},
		{"all at once", "game: x\nside: y\nturn: z\nstep: 1\nfier a\nrally b\nshook c",
			"line 3: \"turn: z\": this is not a number (copy the line from the report)\n" +
				"line 5: \"fier a\": no order begins with \"fier\" (did you mean \"fire\"? write: fire UNIT[,UNIT…] " +
				"at HEX)\n" +
				"line 7: \"shook c\": no order begins with \"shook\" (did you mean \"shock\"? write: shock " +
				"UNIT[,UNIT…] at HEX)"},
		{"misspelt order below a long one", header + "rally " + strings.Repeat("1234 ", 12) + "\nfier 2art at 1512",
			`line 6: "fier 2art at 1512": no order begins with "fier" (did you mean "fire"? write: fire UNIT[,UNIT…] ` +
				`at HEX)`},
		{"order above the header", "fire 1art at 1512\n" + header,
			`line 1: "fire 1art at 1512": an order stands above the header (put the header lines first)`},
		{"order above a quoted header", "fire 1art at 1512\n\n" + quoted,
			`line 1: "fire 1art at 1512": an order stands above the header (put the header lines first)`},
		{"order below a quoted end", quoted + "end\n\nfire 1art at 1512",
			`line 7: "fire 1art at 1512": an order stands below the quoted "end" (copy the header lines, without the ` +
				`quote ` +
				`marks, above your orders)`},
		{"name without end", header + "fire 1art at 1512\n\nJean",
			`line 7: "Jean": no order begins with "jean" (orders begin with fire, move, shock, charge, retire, ` +
				`retreat, ` +
				`rally; "end" closes them before a greeting or a name)`},
		{"order above an attribution", header + "mvoe 1leg 1513\nBerthier wrote:\n> hello",
			`line 5: "mvoe 1leg 1513": no order begins with "mvoe" (did you mean "move"? write: move UNIT HEX… [face ` +
				`FACING])`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := ParseTurnFile([]byte(tt.text), testVerbs, Limits{})
			if got := faultText(faults); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			for _, f := range faults {
				if f.Kind != Invalid || f.Rule != "" {
					t.Errorf("got %v under rule %q, want invalid without a rule", f.Kind, f.Rule)
				}
			}
		})
	}
}

func TestTurnFileLimits(t *testing.T) {
	lim := Limits{Bytes: 200, Lines: 8, Words: 5}
	tests := []struct {
		name, text string
		limits     Limits
		want       string
	}{
		{"bytes", header + strings.Repeat("#", 200), lim,
			"the turn file is longer than 200 bytes (send the orders without the report)"},
		{"lines", header + strings.Repeat("\n", 5), lim,
			"the turn file has more than 8 lines (send the orders without the report)"},
		{"words", header + "rally a,b,c d,e", lim, `line 5: "rally a,b,c d,e": the order has more than 5 words`},
		{"within", header + "rally a,b,c d", lim, ""},
		{"default bytes", header + strings.Repeat("#", 1<<16), Limits{},
			"the turn file is longer than 65536 bytes (send the orders without the report)"},
		{"default lines", header + strings.Repeat("\n", 2000), Limits{},
			"the turn file has more than 2000 lines (send the orders without the report)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := ParseTurnFile([]byte(tt.text), testVerbs, tt.limits)
			if got := faultText(faults); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	_, faults := ParseTurnFile([]byte(header+strings.Repeat("nonsense\n", 60)), testVerbs, Limits{})
	if len(faults) != maxFaults+1 || faults[maxFaults].Line != 0 {
		t.Errorf("got %d faults, want %d and a last one that says so", len(faults), maxFaults)
	}
}

// TestTurnFileLines checks that faults and orders name the physical line and
// repeat the player's own words.
func TestTurnFileLines(t *testing.T) {
	text := "Hello\r\n\r\n> " + strings.ReplaceAll(header, "\n", "\r\n> ") +
		"\r\n> shock  “1leg”,\r\n>   4leg // both\r\n> end"
	got, faults := ParseTurnFile([]byte(text), testVerbs, Limits{})
	want := []Order{{Line: 8, Text: `shock  “1leg”, 4leg // both`, Words: []string{"shock", `"1leg",4leg`}}}
	if faults != nil || !reflect.DeepEqual(got.Orders, want) {
		t.Errorf("got %+v, %v, want %+v", got.Orders, faults, want)
	}
}

func TestHeaderLine(t *testing.T) {
	text := []byte("Hello,\n\n> game: g\n> * Side : Red // us\n> step: 1\n> order a\n> end\nBob\n")
	for key, want := range map[string]string{"game": `3 "game: g"`, "side": `4 "* Side : Red // us"`,
		"step": `5 "step: 1"`, "turn": `0 ""`} {
		line, own := HeaderLine(text, key)
		if got := fmt.Sprintf("%d %q", line, own); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
}

func TestQuoteDepth(t *testing.T) {
	for text, want := range map[string]int{"hello": 0, header: 0, "> game: g\n": 1, "> > game: g\n> side: Red\n": 1,
		"no\n>> game: g\n> > side: Red\n": 2} {
		if got := QuoteDepth([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestPrintTurnFile(t *testing.T) {
	file := TurnFile{Game: "g", Side: "French", Turn: 3, Step: 12, Orders: []Order{
		{Words: []string{"rally", "1leg"}},
		{Words: append([]string{"move"}, strings.Fields(strings.Repeat("1512 ", 30))...)},
		{Words: []string{"shock", strings.Repeat("regiment,", 20) + "end", "at", "1512"}},
		{Words: []string{"fire", strings.Repeat("a", 60) + "," + strings.Repeat("b", 60), ">5", "--", "end"}},
	}}
	want := `game: g
side: French
turn: 3
step: 12

rally 1leg
move 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 \
  1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 1512 \
  1512 1512 1512 1512
shock regiment,regiment,regiment,regiment,regiment,regiment,regiment, \
  regiment,regiment,regiment,regiment,regiment,regiment,regiment, \
  regiment,regiment,regiment,regiment,regiment,regiment,end at 1512
fire aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, \
  bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb >5 -- \
  end
end
`
	if got := string(file.Print()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	mustRoundTrip(t, file)
}

// mustRoundTrip checks that a file prints to lines of at most 72 columns that
// read back as the same file, and print the same again.
func mustRoundTrip(t testing.TB, file TurnFile) {
	t.Helper()
	printed := file.Print()
	for line := range strings.Lines(string(printed)) {
		if len(line)-1 > printColumn {
			t.Errorf("printed line has %d columns: %q", len(line)-1, line)
		}
	}
	again, faults := ParseTurnFile(printed, testVerbs, Limits{Bytes: 1 << 20, Lines: 1 << 17})
	if faults != nil {
		t.Fatalf("printed\n%sdoes not read back:\n%s", printed, faultText(faults))
	}
	if bare(again) != bare(file) {
		t.Errorf("printed\n%sreads back as\n%s\nwant\n%s", printed, bare(again), bare(file))
	}
	if twice := again.Print(); string(twice) != string(printed) {
		t.Errorf("printed twice: got\n%swant\n%s", twice, printed)
	}
}

func bare(t TurnFile) string {
	return fmt.Sprintf("%q %q %d %d\n%s", t.Game, t.Side, t.Turn, t.Step, words(t))
}

// TestTurnFileCorpus reads mails as programs delivered them; each has its
// canonical form beside it.
func TestTurnFileCorpus(t *testing.T) {
	mails, err := filepath.Glob("testdata/turnfile/*.txt")
	if err != nil || len(mails) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range mails {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".txt") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			file, faults := ParseTurnFile(text, testVerbs, Limits{})
			if got := string(file.Print()); got != string(want) || faults != nil {
				t.Errorf("got\n%s%s\nwant\n%s", got, faultText(faults), want)
			}
		})
	}
}

func FuzzTurnFile(f *testing.F) {
	mails, _ := filepath.Glob("testdata/turnfile/*.txt")
	for _, name := range mails {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(text)
		}
	}
	f.Add([]byte(header + "shock 1leg, // a\n 4leg \\\n end >5 --\n> fire\n-- \n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, faults := ParseTurnFile(text, testVerbs, Limits{})
		if len(faults) > maxFaults+1 {
			t.Errorf("%d faults", len(faults))
		}
		for _, flt := range faults {
			if n := len(flt.Text) + len(flt.Msg.String()) + len(flt.Hint.String()); n > 2000 {
				t.Errorf("a fault of %d bytes: %v", n, flt)
			}
		}
		size := 0
		for _, o := range file.Orders {
			size += len(o.Text)
		}
		if size > 4*len(text)+len(file.Orders) {
			t.Errorf("%d bytes of text became %d", len(text), size)
		}
		if faults == nil {
			mustRoundTrip(t, file)
		}
	})
}
