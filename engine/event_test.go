package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine/tongue"
)

var eventTests = []struct {
	name  string
	event Event
	line  string
}{
	{"bare", Event{Rule: "8.7.2", Kind: "halt"}, `[8.7.2] halt`},
	{"arguments in order", NewEvent("4", "move", "French", "unit", "1leg", "to", "1513", "from", "1512"),
		`[4] move by=French unit=1leg to=1513 from=1512`},
	{"quoting", NewEvent("JDG-P29", "note", "", "a", "", "b", "two  words", "c", `say "x=\"`,
		"d", "é", "e", "\u00a0\n\xff"),
		`[JDG-P29] note a="" b="two  words" c="say \"x=\\\"" d=é e="\u00a0\n\xff"`},
	{"for two", Event{Rule: "2", Kind: "deal", For: Only("French", "Allied")}, `[2] deal for=French,Allied`},
	{"for nobody", Event{Rule: "2", Kind: "deal", For: Only()}, `[2] deal for=""`},
	{"roll", Event{Rule: "8.5", Kind: "roll", By: "French", Roll: &Roll{
		Draws: []Draw{{No: 3, N: 10, Purpose: "shock at 1613", Value: 7}},
		Mods:  []Mod{{"terrain", -2}, {"cohesion difference", 1}}, Total: 6, Need: "<=6", Result: "passed"}},
		`[8.5] roll by=French draw=3 of=10 purpose="shock at 1613" value=7 mods="terrain -2, cohesion difference +1" ` +
			`total=6 need="<=6" result=passed`},
	{"sealed roll with an argument",
		Event{Rule: "5", Kind: "roll", Args: []Arg{{"deck", "main"}}, For: Only("Red"), Roll: &Roll{
			Draws: []Draw{{No: 1, N: 52, Purpose: "card", Sealed: true}}, Result: "ace of spades"}},
		`[5] roll deck=main sealed=yes draw=1 of=52 purpose=card value=0 total=0 result="ace of spades" for=Red`},
	{"roll without a draw", Event{Rule: "5", Kind: "roll"}, `[5] roll`},
}

func TestEventString(t *testing.T) {
	for _, tt := range eventTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.event.String(); got != tt.line {
				t.Errorf("printed: got %s, want %s", got, tt.line)
			}
			got, err := ParseEvent(tt.line)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.event) {
				t.Errorf("parsed: got %+v, want %+v", got, tt.event)
			}
		})
	}
}

func TestParseEventRefuses(t *testing.T) {
	for _, line := range []string{
		"", "[4]", "move [4]", "[] move", "[4 5] move", `[4] "move"`, "[4] by=French", "[4]  move", "[4] move ",
		" [4] move",
		"[4] move unit", "[4] move =1", "[4] move unit=", `[4] move unit="1leg"`,
		`[4] move unit="1 leg`, `[4] move unit="\q r"`,
		"[4] move unit=1leg by=French", "[4] move for=French unit=1leg", `[4] move "a b"=c`, "[4] move by=A by=B",
		"[4] roll draw=1", "[4] roll draw=x of=6 purpose=p value=1 total=1 result=r",
		"[4] roll draw=+1 of=6 purpose=p value=1 total=1 result=r",
		"[4] roll sealed=no draw=1 of=6 purpose=p value=1 total=1 result=r",
		"[4] roll draw=1 of=6 purpose=p value=1 mods=terrain total=1 result=r",
		`[4] roll draw=1 of=6 purpose=p value=1 mods="terrain x" total=1 result=r`,
		`[4] roll draw=1 of=6 purpose=p value=1 mods="terrain 2" total=1 result=r`,
		"[4] move unit=1\u00a0leg", "[4] move unit=\xff",
	} {
		if e, err := ParseEvent(line); err == nil {
			t.Errorf("%q: got %+v, want an error", line, e)
		}
	}
}

func TestEvents(t *testing.T) {
	var all []Event
	for _, tt := range eventTests {
		all = append(all, tt.event)
	}
	got, err := ParseEvents(PrintEvents(all))
	if err != nil || !reflect.DeepEqual(got, all) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := ParseEvents("[4] a\n[4] b\nc\n"); err == nil || !strings.HasPrefix(err.Error(), "line 3: ") {
		t.Errorf("got %v, want an error in line 3", err)
	}
	if got, err := ParseEvents(""); err != nil || got != nil {
		t.Errorf("empty: got %v, %v", got, err)
	}
}

func TestEventArguments(t *testing.T) {
	e := NewEvent("4", "move", "", "unit", "1leg", "cost", "-3", "unit", "2leg", "odd")
	if got := []any{e.Get("unit"), e.Get("none"), e.Int("cost"), e.Int("unit"), len(e.Args)}; !slices.Equal(got,
		[]any{"1leg", "", -3, 0, 3}) {
		t.Errorf("got %v", got)
	}
}

func TestVisible(t *testing.T) {
	all, red, none := Event{Kind: "a"}, Event{Kind: "b", For: Only("Red")}, Event{Kind: "c", For: Only()}
	for side, want := range map[Side]string{"Red": "ab", "Blue": "a", "": "a"} {
		got := ""
		for _, e := range Visible([]Event{all, red, none}, side) {
			got += e.Kind
		}
		if got != want {
			t.Errorf("%q sees %q, want %q", side, got, want)
		}
	}
}

func FuzzParseEvent(f *testing.F) {
	for _, tt := range eventTests {
		f.Add(tt.line)
	}
	for _, tt := range rollTests {
		f.Add("[5.2] roll " + tt.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		e, err := ParseEvent(line)
		if err != nil {
			return
		}
		if got := e.String(); got != line {
			t.Errorf("got %q, want %q", got, line)
		}
		if again, err := ParseEvent(e.String()); err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("parsed again: got %+v, %v, want %+v", again, err, e)
		}
	})
}

func TestFields(t *testing.T) {
	tests := []struct {
		line string
		want []string
	}{
		{"", nil},
		{" \t ", nil},
		{"unit\t1leg  hex=1512\r", []string{"unit", "1leg", "hex=1512"}},
		{`name="1er  léger" "" "a=b" c=`, []string{"name=1er  léger", "", "a=b", "c="}},
	}
	for _, tt := range tests {
		if got, err := Fields(tt.line); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, %v, want %q", tt.line, got, err, tt.want)
		}
	}
	for _, line := range []string{`"open`, `"a"b`, `k="a"b`, `"\q"`} {
		if got, err := Fields(line); err == nil {
			t.Errorf("%q: got %q, want an error", line, got)
		}
	}
	for _, v := range []string{"", "a", "a  b", `"`, `\`, "a=b", "\n", "\u00a0", "\xff", "é", `a "b c" d`} {
		if got, err := Fields("x " + Quote(v) + " k=" + Quote(v)); err != nil ||
			!slices.Equal(got, []string{"x", v, "k=" + v}) {
			t.Errorf("quoted %q: got %q, %v", v, got, err)
		}
	}
}

func TestNearest(t *testing.T) {
	verbs := []string{"fire", "move", "shock", "charge", "retire", "retreat"}
	for word, want := range map[string]string{
		"fire": "fire", "FIRE": "fire", "fier": "fire", "fir": "fire", "fires": "fire",
		"chrage": "charge", "chagres": "charge",
		"shcok": "shock", "retreet": "retreat", "rettire": "retire",
		"": "", "f": "", "fi": "", "fort": "", "xyzzy": "", "1512": "", "and": "", strings.Repeat("fire", 10000): "",
	} {
		if got := Nearest(word, verbs); got != want {
			t.Errorf("%.20q: got %q, want %q", word, got, want)
		}
	}
	if got := Nearest("bat", []string{"cat", "hat"}); got != "cat" {
		t.Errorf("among equals: got %q, want the first", got)
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("no candidates: got %q", got)
	}
}

func TestFaultError(t *testing.T) {
	fs := Faults{
		{
			Kind: Illegal,
			Line: 3,
			Text: "shock 1leg at 1613",
			Rule: "8.2",
			Msg:  tongue.English("1leg is disordered"),
			Hint: tongue.English("rally it"),
		},
		{Msg: tongue.English("no header")},
	}
	want := "line 3: \"shock 1leg at 1613\": 1leg is disordered [8.2] (rally it)\nno header"
	if got := fs.Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if Invalid.String() != "invalid" || Illegal.String() != "illegal" {
		t.Errorf("got %s, %s", Invalid, Illegal)
	}
}

// TestUnderstood: of orders with faults those were read that no fault calls unreadable.
func TestUnderstood(t *testing.T) {
	orders := []Order{{Line: 6}, {Line: 7}, {Line: 8}}
	got := Understood(orders, []Fault{{Line: 0}, {Line: 6}, {Line: 7, Kind: Illegal}})
	if len(got) != 2 || got[0].Line != 7 || got[1].Line != 8 {
		t.Errorf("got %v", got)
	}
}
