package tlm

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"berthier/engine"
)

// whole has a line of each kind that a position can have before it is asked for anything.
const whole = `turn 12 W German
option ask=D08
option strengths=shown
option artillery=uk
passes 1
area ver Contested fort=3 began=Allied fresh
army ge1 lux dug+used1
army fr1 ver back
army uk2 due
army be1 lost
units ge-i ge1 2
units ge-i ver 1
units fr-i fr1 2
units fr-i ver 1 oos
units ge-c eft 4
due uk-i 2
failures German 1
failures Allied 2
offense offensive special spent
battles ver
keep ver
crisis ver
surprise ver
extra ver
gas-German ver
aaf-Allied ver
offer German
standing German D13 ver "hold"
hand German gas,gas
hand Allied weather
discards offensive
`

// TestDecode: a position is read back as it was written, with all that it says.
func TestDecode(t *testing.T) {
	rs, p := caseAt(t, whole)
	p.Fronts = []string{p.front(), p.front()}
	text := p.Encode()
	if n := strings.Count(string(text), "\nfront "); n != 2 {
		t.Errorf("it is written with %d front lines, want 2", n)
	}
	for _, line := range []string{"battles ver", "keep ver", "crisis ver", "surprise ver", "extra ver",
		"gas-German ver", "aaf-Allied ver"} {
		if !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("it is written without the line %q", line)
		}
	}
	q, err := rs.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(q.Encode(), text) {
		t.Errorf("read back it is\n%s\nwant\n%s", q.Encode(), text)
	}
	rs2, plain := caseAt(t, "army fr1 par\nunits fr-i fr1 2\noffense - spent\n")
	view := string(rs2.View(plain, "German").Encode())
	for _, has := range []string{"\narmy fr1 par - shown=?\n", "\nunits fr-i ? 2 -\n", "\noffense - spent\n"} {
		if !strings.Contains(view, has) {
			t.Errorf("a view has no %q:\n%s", has, view)
		}
	}
	if strings.Contains(view, "\nfailures") || strings.Contains(view, "\npasses") {
		t.Errorf("a view says what there is not:\n%s", view)
	}
	for _, side := range append(rs.Sides(p), "") {
		view := rs.View(p, side).Encode()
		if _, err := rs.Decode(view); err != nil {
			t.Errorf("the view of %q: %v", side, err)
		}
	}
}

// TestDecodeRefuses: what cannot be a position is refused, and it is said why.
func TestDecodeRefuses(t *testing.T) {
	rs, p := caseAt(t, whole)
	text := string(p.Encode())
	for _, c := range []struct{ old, now, want string }{
		{"tlm 1\n", "tlm 2\n", "the format that this program reads"},
		{"tlm 1\n", "tlm 1 1\n", "the format that this program reads"},
		{"tlm 1\n", "ccn 1\n", "the format that this program reads"},
		{"scenario case ", "scenario cased ", "not known here"},
		{"scenario case ", "scenario case 1 ", "want scenario NAME HASH"},
		{"scenario case ", "scenery case ", "want scenario NAME HASH"},
		{"scenario case ", "scenario case 0", "in another version"},
		{"map ", "map 0", "another map"},
		{"map ", "mop ", "another map"},
		{"map ", "map 1 ", "another map"},
		{"tables ", "tables 0", "another tables"},
		{"ask D08\n", "ask D99\n", "D99"},
		{"ask D08\n", "ask D08 D08\n", "want ask KIND, or option KEY VALUE"},
		{"option strengths shown\n", "option strengths hidden\n", "unknown option"},
		{"option strengths shown\n", "option strengths\n", "want ask KIND, or option KEY VALUE"},
		{"option strengths shown\n", "option shown strengths\n", "unknown option"},
		{"option artillery uk\n", "option artillery fr\n", "unknown option"},
		{"option artillery uk\n", "option guns uk\n", "unknown option"},
		{"option strengths shown\n", "", ""},
		{"turn 12 W German", "turn 12 W German waits=Nobody", "no side"},
		{"turn 12 W German waits=Allied\n", "turn 12 W\n", "want one line turn"},
		{"turn 12 W German", "turn 12 WP German", "want one line turn"},
		{"turn 12 W German", "turn 12 Z German", "want one line turn"},
		{"turn 12 W German", "turn 0 W German", "want 1 to 23"},
		{"turn 12 W German", "turn 24 W German", "want 1 to 23"},
		{"turn 12 W German", "turn x W German", "want 1 to 23"},
		{"turn 12 W German", "turn 12 W Nobody", "no side"},
		{"passes 1\n", "turn 12 W German waits=Allied\n", "want one line turn"},
		{"passes 1\n", "option artillery uk\n", "options come before the turn"},
		{"passes 1\n", "passes 3\n", "from 0 to 2"},
		{"passes 1\n", "passes\n", "too few words"},
		{"passes 1\n", "passes -1\n", "from 0 to 2"},
		{"passes 1\n", "passes 1\nfront G\n", "a letter G, A, C or N for each area"},
		{"area ver Contested fort=3", "area vor Contested fort=3", "want area AREA"},
		{"area ver Contested fort=3", "area ver Disputed fort=3", "want area AREA"},
		{"area ver Contested fort=3", "area ver Contested fort=10", "from 0 to 9"},
		{"area ver Contested fort=3", "area ver Contested fort=x", "from 0 to 9"},
		{"area ver Contested fort=3 began=Allied", "area ver Contested fort=3 began=Nobody", "canonical"},
		{"army ge1 lux dug+used1", "army ge99 lux dug+used1", "no Army"},
		{"army ge1 lux dug+used1", "army ge1 nowhere dug+used1", "an Army cannot be in nowhere"},
		{"army ge1 lux dug+used1", "army ge1 lux asleep", "or be asleep"},
		{"army ge1 lux dug+used1", "army ge1 eft dug+used1", "an Army cannot be in eft"},
		{"army ge1 lux dug+used1", "army ge1 ge2 dug+used1", "an Army cannot be in ge2"},
		{"army ge1 lux dug+used1", "army ge1 pool dug+used1", "an Army cannot be in pool"},
		{"army ge1 lux dug+used1", "army ge1 ? dug+used1", "an Army cannot be in ?"},
		{"army ge1 lux dug+used1", "army ge1 lux dug+used1 shown=100", "from 0 to 99"},
		{"army ge1 lux dug+used1", "army ge1 lux", "too few words"},
		{"army ge1 lux dug+used1\n", "", "units in Army ge1, which is not on the map"},
		{"units ge-i ge1 2 -", "units xx-i ge1 2 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i nowhere 2 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i ge1 0 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i ge1 100 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i ge1 2 asleep", "no units"},
		{"units ge-i ge1 2 -", "units ge-i pool 2 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i lost 2 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i due 2 -", "no units"},
		{"units ge-i ge1 2 -", "units ge-i ge1 2 dug", "with a state of their own"},
		{"units ge-i ge1 2 -", "units ge-i ge1 2 -\nunits ge-i ge1 1 -", "stand twice"},
		{"units ge-c eft 4 -", "units ge-c eft 4 -\nunits ge-c eft 4 -", "stand twice"},
		{"units ge-i ge1 2 -", "units ge-i ge1 35 -", "more units ge-i than there are counters"},
		{"units ge-i ge1 2 -", "units ge-i ge1 34 -", ""},
		{"due uk-i 2\n", "due uk-x 2\n", "no units"},
		{"due uk-i 2\n", "due uk-i 0\n", "no units"},
		{"due uk-i 2\n", "due uk-i 100\n", "no units"},
		{"due uk-i 2\n", "due uk-i 2\ndue uk-i 2\n", "no units"},
		{"failures German 1\n", "failures Nobody 1\n", "no side"},
		{"failures German 1\n", "failures German 100\n", "from 0 to 99"},
		{"failures German 1\n", "failures German\n", "too few words"},
		{"offense offensive", "offense gas", "no Offensive"},
		{"offense offensive", "offense sleep", "no Offensive"},
		{"battles ver\n", "battles vor\n", "no area"},
		{"battles ver\n", "battles\n", "too few words"},
		{"offer German\n", "offer Nobody\n", "no side"},
		{"standing German D13", "standing Nobody D13", "no side"},
		{"standing German D13", "standing German D99", "no decision"},
		{"standing German D13", "sitting German D13", "sitting"},
	} {
		if strings.Count(text, c.old) != 1 {
			t.Fatalf("%q stands %d times in\n%s", c.old, strings.Count(text, c.old), text)
		}
		_, err := rs.Decode([]byte(strings.Replace(text, c.old, c.now, 1)))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q in the place of %q: %v", c.now, c.old, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q in the place of %q: %v, want %q", c.now, c.old, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "it has no turn"},
		{strings.Join(strings.SplitAfter(text, "\n")[:6], ""), "it has no turn"},
		{strings.Replace(text, " waits=Allied", "", 1), "nobody owes an answer"},
		{strings.Replace(text, "turn 12 W", "turn 12 X", 1), "phase X"},
		{text + "over German 3.2-b won\n", "phase X"},
		{strings.Replace(text, "turn 12 W", "turn 12 X", 1) + "over German 3.2-b won\n",
			"exactly until the game is over"},
	} {
		if _, err := rs.Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
}

// TestReadCaseRefuses: what is no position of a case is refused with its line.
func TestReadCaseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"units ge-i col 36":            "more units ge-i than there are counters",
		"\nunits \"ge-i col 1":         "line 2",
		"\nunits ge-i":                 "line 2: units ge-i: too few words",
		"\narmy ge1":                   "line 2: army ge1: too few words",
		"\npasses":                     "line 2: passes: too few words",
		"hand Nobody gas":              "no side \"Nobody\"",
		"\nhand German sleep":          "line 2: no card \"sleep\"",
		"hand German aaf,aaf,aaf":      "not so many cards aaf",
		"\nsleep well":                 "line 2: \"sleep well\" is no line of a case",
		"scenario waterloo":            "no scenario \"waterloo\"",
		"turn 0 T German":              "want turn N PHASE SIDE",
		"turn 24 T German":             "want turn N PHASE SIDE",
		"turn 1 TW German":             "want turn N PHASE SIDE",
		"turn 1 Z German":              "want turn N PHASE SIDE",
		"turn 1 T Nobody":              "no side \"Nobody\"",
		"option strengths=hidden":      "unknown option",
		"\nneutral XX":                 "XX",
		"discards sleep":               "no card \"sleep\"",
		"area nowhere German":          "want area AREA",
		"\narmy ge1 eft":               "line 2: army ge1 eft -: an Army cannot be in eft",
		"hand German gas\nhand German": "line 2: \"hand German\" is no line of a case",
	} {
		if _, _, err := ReadCase([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestResolveChecks: orders that are not legal are not resolved.
func TestResolveChecks(t *testing.T) {
	rs, p := caseAt(t, "units ge-i col 1\n")
	events, err := rs.Resolve(p, paperOrders("German: move ge-i.col par"), nil)
	var faults engine.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Rule != "4.1-a" || events != nil {
		t.Errorf("%v, %v; want a fault of 4.1-a and no events", events, err)
	}
}

// TestHints: who writes a word that there is not reads those that fit there.
func TestHints(t *testing.T) {
	_, p := caseAt(t, "units ge-i col 1\narmy ge1 mai\narmy ge2 lost\narmy fr1 par\n")
	for _, c := range []struct{ line, has, hasNot string }{
		{"play nonsense", "friedensturm", "ersatz2"},
		{"exchange nonsense", "ersatz2", "ge-i"},
		{"build nonsense col", "ge-i", "ge-cw"},
		{"build nonsense col", "ge-p", "fr-i"},
		{"move nonsense col", "ge1, ge-i.col", "fr1"},
		{"entrench nonsense", "ge-i.col", "ge2"},
		{"join ge-i.col nonsense", "ge11", "fr1"},
		{"move ge-i.col nonsense", "eng", "ge1"},
		{"armistice nonsense", "withdraw", "ge1"},
		{"nonsense", "standing", "ge1"},
	} {
		_, bad := p.read(0, engine.Order{Words: strings.Fields(c.line)}.Arrived(1))
		if bad == nil {
			t.Errorf("%q is read", c.line)
			continue
		}
		if hint := " " + bad.Hint.String(); !strings.Contains(hint, c.has) || strings.Contains(hint, c.hasNot) {
			t.Errorf("%q: hint %q, want %s in it and not %s", c.line, hint, c.has, c.hasNot)
		}
	}
}

// TestCheckHints: who may not give an order now reads those that he may give, and who has not the card his hand.
func TestCheckHints(t *testing.T) {
	rs, p := caseAt(t, "hand German gas,weather\n")
	for _, c := range []struct{ line, has, hasNot string }{
		{"build ge-i col", "move", "answer"},
		{"build ge-i col", "armistice", "discard"},
		{"play offensive", "gas, weather", "gas, weather,"},
		{"discard no", "one of gas, weather", "ersatz2"},
		{"discard wether", "weather", "gas"},
		{"play no", "friedensturm", "gas"}, // none of the hand
	} {
		f := rs.Check(p, engine.Orders{Side: "German", Lines: []engine.Order{{Words: strings.Fields(c.line), Line: 1}}})
		if len(f) != 1 || !strings.Contains(f[0].Hint.String(), c.has) ||
			strings.Contains(f[0].Hint.String(), c.hasNot) {
			t.Errorf("%q: %v, want %q in the hint and not %q", c.line, f, c.has, c.hasNot)
		}
	}
	if v := rs.Preview(p, engine.Orders{Side: "German",
		Lines: []engine.Order{{Words: []string{"play", "offensive"}, Line: 1}}}); len(v.Events) > 0 {
		t.Errorf("what is refused is foreseen as %v", v.Events)
	}
	if v := rs.Preview(p, engine.Orders{}); len(v.Events) > 0 || v.After == nil {
		t.Errorf("who plays no side foresees %v and %v", v.Events, v.After)
	}
	rs, p = caseAt(t, "units ge-i mul 1\n")
	f := rs.Check(p, engine.Orders{Side: "German",
		Lines: []engine.Order{{Words: strings.Fields("reserves ge-i.mul tri"),
			Line: 1}}})
	if len(f) != 1 || f[0].Hint.String() != "you hold no card" {
		t.Errorf("without a card: %v", f)
	}
}

// TestVerbForgotten: who names only an Army reads what can be done with it in this phase.
func TestVerbForgotten(t *testing.T) {
	for at, want := range map[string]string{
		"turn 3 T German\n":               "and then ge2: move, rail, strategic, sea, reserves, join, leave",
		"turn 3 P German\n":               "and then ge2: join, leave, rebuild, build, upgrade, entrench",
		"turn 3 T German\narmy ge1 mai\n": "orders begin with",
	} {
		text := at
		if !strings.Contains(at, "army") {
			text += "army ge2 mai\nunits ge-i ge2 1\n"
		}
		rs, p := caseAt(t, text)
		_, faults := engine.ReadTurnFile(rs, p, []byte("game: x\nside: German\nturn: 3\nstep: 1\n\nge2 -> par\nend\n"),
			engine.Limits{})
		if len(faults) != 1 || !strings.Contains(faults[0].Hint.String(), want) {
			t.Errorf("%s: %v, want %q", text, faults, want)
		}
	}
}

// TestSetUp: a game begins as its scenario says, with trenches and what is in the east.
func TestSetUp(t *testing.T) {
	rs := loaded(t)
	start, err := rs.Start(engine.Setup{Scenario: "marne"})
	if err != nil {
		t.Fatal(err)
	}
	text := string(start.Encode())
	for _, line := range []string{"army fr2 nan dug", "army fr1 epi -", "units ge-i eft 3 -", "units fr-i fr2 3 -",
		"units ge-i com 1 -", "area lie German"} {
		if !strings.Contains(text, "\n"+line+"\n") {
			t.Errorf("it has no line %q:\n%s", line, text)
		}
	}
}

// TestOptions: a game has the options of the package doc, and no others.
func TestOptions(t *testing.T) {
	rs := loaded(t)
	for _, c := range []struct {
		key, value string
		ok         bool
	}{
		{"strengths", "shown", true}, {"strengths", "hidden", false}, {"strengths", "uk", false},
		{"artillery", "uk", true},
		{"artillery", "fr", false}, {"artillery", "shown", false}, {"guns", "uk", false}, {"ask", "all", true},
		{"ask", "none", true},
		{"ask", "D08,D13", true}, {"ask", "D05", false},
	} {
		_, err := rs.Start(engine.Setup{Scenario: "marne", Options: map[string]string{c.key: c.value}})
		if (err == nil) != c.ok {
			t.Errorf("option %s=%s: %v, want it taken: %v", c.key, c.value, err, c.ok)
		}
	}
	if _, err := rs.Start(engine.Setup{Scenario: "waterloo"}); err == nil || !strings.Contains(err.Error(), "marne") {
		t.Errorf("an unknown scenario: %v, want those that there are", err)
	}
	if _, err := rs.Start(engine.Setup{Scenario: "marne", Files: map[string][]byte{"x": nil}}); err == nil {
		t.Error("a file that the game does not know is taken")
	}
	for _, name := range rs.Scenarios() {
		if title := rs.ScenarioTitle(name).String(); title == "" || title == name {
			t.Errorf("scenario %s has the title %q", name, title)
		}
	}
}

// TestView: a side sees its own cards, standing orders and what is in its Armies; of the other side how
// many cards and, by option, how many units [5.1].
func TestView(t *testing.T) {
	rs, p := caseAt(t, whole)
	for _, c := range []struct {
		side               engine.Side
		ge1, fr1           int // Shown of the Armies
		inside, gas, sheet int // units in German Armies that it can name, cards of German gas, German standing orders
		keep               int
	}{
		{"German", -1, 2, 2, 2, 1, 1},
		{"Allied", 2, -1, 0, 0, 0, 0},
		{"", 2, 2, 0, 0, 0, 0},
	} {
		v := rs.View(p, c.side).(*Position)
		ge1, _ := v.findArmy("ge1")
		fr1, _ := v.findArmy("fr1")
		if v.Armies[ge1].Shown != c.ge1 || v.Armies[fr1].Shown != c.fr1 || v.strength(ge1) != c.inside ||
			len(v.hand(0)) != c.gas ||
			len(v.Sheets[0]) != c.sheet || len(v.Offense.Keep) != c.keep {
			t.Errorf("%q sees %d and %d units shown, %d inside, cards %v, orders %v, keep %v; want %+v", c.side,
				v.Armies[ge1].Shown,
				v.Armies[fr1].Shown, v.strength(ge1), v.hand(0), v.Sheets[0], v.Offense.Keep, c)
		}
		if n := v.Cards.Count(handPlace(0)); n != 2 {
			t.Errorf("%q sees %d German cards, want 2", c.side, n)
		}
		if late := v.Armies[len(v.Armies)-1]; late.Shown != -1 {
			t.Errorf("%q sees %d units in an Army that has not come", c.side, late.Shown)
		}
	}
}

// TestGroupsMerge: units of a place that do not differ any more are one group, in the east too.
func TestGroupsMerge(t *testing.T) {
	rs, p := caseAt(t, "units ge-i eft 1\nunits ge-i col 1\n")
	events, err := rs.Resolve(p, paperOrders("German: move ge-i.col eft"), nil)
	if err != nil {
		t.Fatal(err)
	}
	after := rs.Apply(p, events).(*Position)
	if len(after.Groups) != 1 || after.Groups[0].N != 2 || after.Groups[0].Place != East {
		t.Errorf("groups %+v, want two units in the east", after.Groups)
	}
	if _, err := rs.Decode(after.Encode()); err != nil {
		t.Error(err)
	}
}

// TestViewGoesOn: what a side does not see stays hidden when the Army moves, to the first area of the map too.
func TestViewGoesOn(t *testing.T) {
	rs, p := caseAt(t, "area bru German\narea ant German fort=none\narmy ge1 bru\nunits ge-i ge1 2\n")
	events, err := rs.Resolve(p, paperOrders("German: move ge1 ant"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := rs.View(rs.Apply(p, events), "Allied").Encode()
	got := rs.Apply(rs.View(p, "Allied"), engine.Visible(events, "Allied")).Encode()
	if !bytes.Equal(got, want) {
		t.Errorf("the view becomes\n%s\nwant\n%s", got, want)
	}
}

// TestInspect: the invariants find what no rule allows.
func TestInspect(t *testing.T) {
	for _, c := range []struct{ position, want string }{
		{"units ge-i lux 3\n", ""},
		{"units ge-i lux 4\n", "4 units in lux"},
		{"units ge-i lux 3\narmy ge1 lux\n", ""},
		{"army ge1 lux\nunits ge-i ge1 6\nunits ge-c ge1 3\n", ""},
		{"army ge1 lux\nunits ge-i ge1 7\n", "of which 7 are Infantry"},
		{"army ge1 lux\nunits ge-i ge1 6\nunits ge-c ge1 4\n", "has 10 units"},
	} {
		rs, p := caseAt(t, c.position)
		switch err := inspect(rs, p, nil); {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.position, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%q: %v, want %q", c.position, err, c.want)
		}
	}
	rs, p := caseAt(t, "units ge-i lux 1\n")
	at, _ := p.findArea("lux")
	p.Areas[at].Control = AlliedArea
	if err := inspect(rs, p, nil); err == nil || !strings.Contains(err.Error(),
		"lux is Allied, and by what is in it German") {
		t.Errorf("an area that is not whose units stand in it: %v", err)
	}
}

// TestPlansAreHidden: which battle the Attacker would keep, and when he plays a Crisis, he alone sees, while the
// Defender is asked for his cards too.
func TestPlansAreHidden(t *testing.T) {
	rs, p := caseAt(t, `turn 6 W German
option ask=D08
units ge-i lux 1
units fr-i lux 1
offense offensive spent
battles lux
keep lux
crisis lux`)
	for side, want := range map[engine.Side]bool{"German": true, "Allied": false} {
		text := string(rs.View(p, side).Encode())
		for _, line := range []string{"\nkeep lux\n", "\ncrisis lux\n"} {
			if strings.Contains(text, line) != want {
				t.Errorf("what %s sees has %q: want %v", side, line, want)
			}
		}
	}
}
