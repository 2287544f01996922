package ask

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

var defence = Grammar{
	Kinds: []Kind{
		{Kind: "D1", Word: "retreat", Answers: []string{"yes", "no"}, Asks: true,
			Help: tongue.English("leave; default: no")},
		{Kind: "D2"},
		{Kind: "D3", Word: "losses", Help: tongue.English("who is lost first")},
		{Kind: "D4", Word: "card", Answers: []string{"play"}, Asks: true, Help: tongue.English("play it")},
	},
	Conditions: map[string]Conditional{"D1": {Answers: []string{"yes"}, Help: tongue.English("what you see"),
		Facts: []Fact{
			{Shape: IsNumber, Min: 2, Max: 6, Example: "3"}, {Shape: IsRatio, Example: "2:1"}, {Word: "at-night"},
			{Word: "blocks-at-most", Shape: IsNumber, Max: 4, What: tongue.English("number of blocks"), Example: "2"},
			{Word: "area", Shape: IsList, List: []string{"ver", "par", "bar"}, What: tongue.English("list of areas"),
				Example: "ver,par"}}}},
	Asks:   []string{"D1", "D2"},
	Joined: true,
	Owners: "the unit",
	Answer: func(k *Kind, answer string) *Problem {
		if k.Answers == nil && strings.HasPrefix(answer, "u") {
			return nil
		}
		return k.NoAnswer(answer)
	},
	Owner: func(k *Kind, whom string) *Problem {
		if whom != "u1" {
			return &Problem{Msg: tongue.English("no unit of yours")}
		}
		return nil
	},
}

// TestReadStanding: what players write, what it is in its text form, and what
// they are told of mistakes.
func TestReadStanding(t *testing.T) {
	apart := defence
	apart.Joined = false
	for _, tt := range []struct {
		g    *Grammar
		line string
		want string // KIND WHOM TEXT, then what is left in brackets; or the problem
	}{
		{&defence, "retreat yes", "D1 - yes []"},
		{&defence, "retreat yes for u1 now", "D1 u1 yes [now]"},
		{&defence, "retreat default", "D1 - default []"},
		{&defence, "retreat ask", "D1 - ask []"},
		{&defence, "retreat yes if 03", "D1 - yes if 3 []"},
		{&defence, "retreat yes if 01.5:2.0 and at-night", "D1 - yes if 1.5:2 and at-night []"},
		{&defence, "retreat yes if area ver,bar and blocks-at-most 2 else yes if at-night else no for u1",
			"D1 u1 yes if area ver,bar and blocks-at-most 2 else yes if at-night else no []"},
		{&apart, "retreat yes if at-night and 3", "D1 - yes if at-night [and 3]"},
		{&apart, "retreat yes else no", "D1 - yes [else no]"},
		{&defence, "losses u1,u2", "D3 - u1,u2 []"},
		{&defence, "", "the kind of decision is missing / "},
		{&defence, "retret yes", `there are no standing orders for "retret" / did you mean retreat?`},
		{&defence, "zzzzzzzz yes", `there are no standing orders for "zzzzzzzz" / one of retreat, losses, card`},
		{&defence, "retreat", "the answer is missing / "},
		{&defence, "retreat maybe", `"maybe" is not an answer to retreat / one of yes, no, default; leave; ` +
			`default: no`},
		{&defence, "retreat yes else maybe",
			`"maybe" is not an answer to retreat / one of yes, no, default; leave; default: no`},
		{&defence, "retreat yes else", "the answer is missing / "},
		{&defence, "card ask", "card is not asked by mail in this game / this game asks retreat, D2"},
		{&defence, "retreat no if 3", "retreat no has no condition / leave out: if 3"},
		{&defence, "card play if 3", "card play has no condition / leave out: if 3"},
		{&defence, "retreat yes if", "the condition is missing / "},
		{&defence, "retreat yes if 7", `"7" is no condition of retreat / after "if" comes what you see`},
		{&defence, "retreat yes if at-night and dawn",
			`"dawn" is no condition of retreat / after "if" comes what you see`},
		{&defence, "retreat yes if blocks-at-most", "the value of \"blocks-at-most\" is missing / "},
		{&defence, "retreat yes if blocks-at-most 5",
			"after blocks-at-most comes a number of blocks / for example: if blocks-at-most 2"},
		{&defence, "retreat yes if area ver,ost", "after area comes a list of areas / for example: if area ver,par"},
		{&defence, "retreat yes for", "the unit is missing / "},
		{&defence, "retreat yes for u9", "no unit of yours / "},
	} {
		line, rest, bad := tt.g.ReadStanding(strings.Fields(tt.line))
		got := ""
		if bad != nil {
			got = bad.Msg.String() + " / " + bad.Hint.String()
		} else {
			whom := line[0].For
			if whom == "" {
				whom = "-"
			}
			got = line[0].Kind + " " + whom + " " + Answers(line) + " [" + strings.Join(rest, " ") + "]"
			again, err := ParseAnswers(line[0].Kind, line[0].For, Answers(line))
			if err != nil || !Sheet(again).Equal(line) {
				t.Errorf("%s: read back %v, %v", tt.line, again, err)
			}
		}
		if got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
	none := Grammar{Kinds: defence.Kinds}
	if _, _, bad := none.ReadStanding([]string{"card", "ask"}); bad == nil ||
		bad.Hint.String() != "this game asks nothing by mail" {
		t.Errorf("got %v", bad)
	}
}

// TestSheet: a line replaces those before it for its kind and owner, and the
// sheet before it stays what it was.
// TestReadStandingOfFew: a grammar that knows no answers besides those of its kinds, and no owners,
// refuses the one and leaves the other to whoever reads on.
func TestReadStandingOfFew(t *testing.T) {
	g := Grammar{Kinds: []Kind{{Kind: "D1", Word: "retreat", Answers: []string{"yes"}}}, Joined: true}
	if _, _, bad := g.ReadStanding([]string{"retreat", "yes", "else", "perhaps"}); bad == nil {
		t.Error("it answers perhaps")
	}
	line, rest, bad := g.ReadStanding([]string{"retreat", "yes", "for", "u1"})
	if bad != nil || len(line) != 1 || line[0].For != "" || strings.Join(rest, " ") != "for u1" {
		t.Errorf("%v, %v, %v", line, rest, bad)
	}
}

func TestSheet(t *testing.T) {
	set := func(s Sheet, kind, whom, text string) Sheet {
		line, err := ParseAnswers(kind, whom, text)
		if err != nil {
			t.Fatal(err)
		}
		with := s.With(line...)
		if put := slices.Clone(s).Put(line...); !put.Equal(with) {
			t.Errorf("put in place of others it is %v, want %v", put, with)
		}
		return with
	}
	first := set(nil, "D1", "", "yes if 3 else no")
	second := set(set(first, "D1", "u1", "ask"), "D3", "", "u2")
	third := set(second, "D1", "", "default")
	if len(first) != 2 || len(second) != 4 || len(third) != 2 ||
		!third.Equal(Sheet{{Kind: "D1", For: "u1", Answer: "ask"}, {Kind: "D3", Answer: "u2"}}) {
		t.Errorf("got %v, %v, %v", first, second, third)
	}
	for _, tt := range []struct {
		sheet   Sheet
		owners  []string
		want    string
		answers bool
	}{{second, []string{"u1"}, "ask", false}, {second, nil, "yes if 3", true},
		{second, []string{"u2", "u1"}, "ask", false}, {third, nil, "", false}} {
		s, ok := tt.sheet.Find("D1", tt.owners...)
		if s.Text() != tt.want || ok != (tt.want != "") || tt.sheet.Answers("D1", tt.owners...) != tt.answers {
			t.Errorf("for %v: got %s, %v", tt.owners, s.Text(), ok)
		}
	}
}

// TestDecide: the standing order for the first owner counts that has an option
// whose condition holds, then a question, then the default.
func TestDecide(t *testing.T) {
	sheet := func(lines ...string) (s Sheet) {
		for _, l := range lines {
			whom, text, _ := strings.Cut(l, ": ")
			line, err := ParseAnswers("D1", whom, text)
			if err != nil {
				t.Fatal(err)
			}
			s = s.With(line...)
		}
		return s
	}
	means := func(s StandingOrder) string {
		if s.If.Holds(func(t Term) bool { return t.Number >= 3 }) {
			return s.Answer
		}
		return ""
	}
	base := Choice{Question: Question{Kind: "D1", Side: "Red", Options: []string{"yes", "no"}, Default: "no"},
		Owners: []string{"u1", "f1"}, Means: means}
	change := func(f func(c *Choice)) Choice { c := base; f(&c); return c }
	asks := []string{"D1"}
	for _, tt := range []struct {
		name  string
		c     Choice
		sheet Sheet
		asks  []string
		want  string
	}{
		{"nothing", base, nil, nil, "no default"},
		{"asked", base, nil, asks, "q1"},
		{"for the side", base, sheet(": yes"), asks, "yes standing"},
		{"the unit before its formation", base, sheet(": no", "f1: no", "u1: yes"), asks, "yes standing"},
		{"its formation", base, sheet(": no", "f1: yes"), asks, "yes standing"},
		{"not for another one", base, sheet("u2: yes"), nil, "no default"},
		{"what is no option is passed over", base, sheet("u1: later", ": yes"), asks, "yes standing"},
		{"the condition holds", base, sheet(": yes if 3 else no"), asks, "yes standing"},
		{"the next alternative", base, sheet(": no if 2 else yes"), asks, "yes standing"},
		{"none holds", base, sheet("u1: yes if 2", ": yes if 1"), asks, "q1"},
		{"ask", base, sheet("u1: ask", ": yes"), asks, "q1"},
		{"ask if", base, sheet("u1: ask if 2 else yes"), asks, "yes standing"},
		{"ask where nothing is asked", base, sheet("u1: ask", ": yes"), nil, "no default"},
		{"without means", change(func(c *Choice) { c.Means = nil }), sheet(": yes if 1"), nil, "yes standing"},
		{"preferred", change(func(c *Choice) { c.Preferred = "yes" }), nil, asks, "yes standing"},
		{"preferred is last", change(func(c *Choice) { c.Preferred = "yes" }), sheet(": no"), asks, "no standing"},
		{"one option is no choice", change(func(c *Choice) { c.Options = []string{"no"} }), sheet(": yes"), asks,
			"no "},
		{"a detail of what is decided", change(func(c *Choice) { c.Detail = true }), sheet(": later"), asks,
			"no default"},
		{"a detail of what is not", change(func(c *Choice) { c.Detail = true }), sheet("u2: later"), asks, "q1"},
		{"a detail of what he is asked for", change(func(c *Choice) { c.Detail = true }), sheet(": ask"), asks, "q1"},
	} {
		d, err := NewTape(engine.NewForced(), true).Decide(tt.c, tt.sheet, tt.asks)
		got := d.Option + " " + string(d.Source)
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "the procedure waits for the answer to ")
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	var over []string
	passing := change(func(c *Choice) {
		c.PassedOver = func(s StandingOrder, means string) { over = append(over, s.For+":"+s.Text()+":"+means) }
	})
	d, err := NewTape(engine.NewForced(), true).Decide(passing,
		sheet("u1: later", "f1: no if 2 else yes if 3", ": no"), asks)
	if err != nil || !d.By.Equal(StandingOrder{Kind: "D1", For: "f1", Answer: "yes",
		If: Condition{{Shape: IsNumber, Number: 3}}}) || strings.Join(over, " ") != "u1:later:later f1:no if 2:" {
		t.Errorf("got %+v, %v, passed over %q", d, err, over)
	}
	p := &PendingRun{}
	d, err = p.Resume(engine.NewForced(), []string{"yes"},
		[]engine.Event{engine.NewEvent("1", "plan", "Red")}).Decide(base, nil, asks)
	if err != nil || d.Option != "yes" || d.Source != ByAnswer || len(d.Sent) != 1 {
		t.Errorf("answered: got %v, %v", d, err)
	}
}

// TestDecideAll: of choices made at the same time those are asked that no
// standing order answers, all in one round.
func TestDecideAll(t *testing.T) {
	var choices []Choice
	for _, side := range []engine.Side{"Red", "Blue", "Green"} {
		choices = append(choices,
			Choice{Question: Question{Kind: "D1", Side: side, Options: []string{"yes", "no"}, Default: "no"}})
	}
	sheets, asks := []Sheet{nil, {{Kind: "D1", Answer: "yes"}}, nil}, []string{"D1"}
	var stop *Stop
	_, err := NewTape(engine.NewForced(), true).DecideAll(choices, sheets, asks)
	if !errors.As(err, &stop) || len(stop.Choices) != 2 || stop.Choices[0].Side != "Red" ||
		stop.Choices[1].Side != "Green" {
		t.Fatalf("got %v, want Red and Green to be asked", err)
	}
	tape := stop.Pending(nil, "").Resume(engine.NewForced(), []string{"no", "yes"},
		[]engine.Event{engine.NewEvent("1", "plan", "Red")})
	ds, err := tape.DecideAll(choices, sheets, asks)
	got := ""
	for _, d := range ds {
		got += d.Option + " " + string(d.Source) + " " + strconv.Itoa(len(d.Sent)) + ", "
	}
	if want := "no asked 1, yes standing 0, yes asked 0, "; got != want || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	ds, err = NewTape(engine.NewForced(), true).DecideAll(choices, sheets, nil)
	if err != nil || ds[0].Source != ByDefault || ds[1].Source != ByStanding {
		t.Errorf("where nothing is asked: got %v, %v", ds, err)
	}
}

// TestConditions: there is one text for each condition, and others are
// refused.
func TestConditions(t *testing.T) {
	for _, text := range []string{"", "6", "0", "1.5:1", "0.1:99.9", "infantry", "enemy-within 4", "area ver,par",
		"area ver", "odds 2:1 and infantry and 3", "pawn_at-most Open"} {
		if c, err := ParseCondition(text); err != nil || c.String() != text {
			t.Errorf("%q: got %v, %v", text, c, err)
		}
	}
	for _, text := range []string{" ", "06", "-1", "1.0:1", "15:100", "0:1", "1.55:1", "enemy-within  4",
		"enemy-within 4 ", "enemy-within 4 5", "ver,par", "and", "if 3",
		"3 and", "and 3", "3 and and 4", "area ver,", "area 0605", "else", "1 infantry",
		"a and  b", "x if", "area ver,else"} {
		if c, err := ParseCondition(text); err == nil {
			t.Errorf("%q: got %#v, want an error", text, c)
		}
	}
	if s, err := ParseStanding("D1", "", "hold 0605 E if 3"); err != nil || s.Answer != "hold 0605 E" ||
		len(s.If) != 1 {
		t.Errorf("an option of several words: got %+v, %v", s, err)
	}
	for _, text := range []string{"", " ", "yes if", "yes if ", "if 3", "yes  no", "yes ", "yes\n",
		"yes if 3 else no", "yes else no", "yes if 06"} {
		if s, err := ParseStanding("D1", "", text); err == nil {
			t.Errorf("standing %q: got %v, want an error", text, s)
		}
	}
}

// TestTenths: strengths in ratios are numbers from 0.1 to 99.9 with one
// decimal at most.
func TestTenths(t *testing.T) {
	const numbers = "1=10 1.5=15 0.1=1 99.9=999 99=990 12.0=120 2.9=29 0= 0.0= 100= 100.0= 256= 1.10= 1.15= 1.05= " +
		"1.00= " +
		"007=70 +1= 1.+1= 1.16= 1.= .5= = a= 1.a= -1= 1.-1= 0x1="
	for _, number := range strings.Split(numbers, " ") {
		text, want, _ := strings.Cut(number, "=")
		got := ""
		if n, ok := tenths(text); ok {
			got = strconv.Itoa(n)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]Ratio{"1.5:1": {15, 10}, "1:2": {10, 20}, "1": {}, "1:": {},
		":1": {}, "a:1": {}, "1:a": {}} {
		got, ok := ParseRatio(text)
		if !ok {
			got = Ratio{}
		}
		if got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func FuzzParseAnswers(f *testing.F) {
	f.Add("yes if area ver,par and 1.5:1 else no if 3 else ask")
	f.Add("guns,any")
	f.Fuzz(func(t *testing.T, text string) {
		if line, err := ParseAnswers("D1", "", text); err == nil && Answers(line) != text {
			t.Errorf("%q is read as %q", text, Answers(line))
		}
	})
}
