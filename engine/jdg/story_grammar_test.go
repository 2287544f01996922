package jdg

import (
	"regexp"
	"strings"
	"testing"
)

// TestStoryVerbs: every verb that is told of units in English has the singular that belongs to it.
func TestStoryVerbs(t *testing.T) {
	text, err := wordFiles.ReadFile("words/en.properties")
	if err != nil {
		t.Fatal(err)
	}
	verbs := regexp.MustCompile(`\{who, select, many \{([^}]*)\} other \{([^}]*)\}\}`).FindAllStringSubmatch(
		regexp.MustCompile(`\\\n *`).ReplaceAllString(string(text), ""), -1)
	if len(verbs) < 40 {
		t.Fatalf("only %d verbs found: the scan has lost its way", len(verbs))
	}
	for _, v := range verbs {
		want := strings.Replace(singular(v[1]), " and are", " and is", 1)
		if v[2] != want {
			t.Errorf("%q becomes %q, want %q", v[1], v[2], want)
		}
	}
}

// singular puts the first word of a phrase, a verb in the plural, into the singular.
func singular(phrase string) string {
	n := strings.IndexAny(phrase, " .,:;")
	if n < 0 {
		n = len(phrase)
	}
	verb, rest := phrase[:n], phrase[n:]
	switch {
	case verb == "are":
		verb = "is"
	case verb == "have":
		verb = "has"
	case strings.HasSuffix(verb, "y") && !strings.HasSuffix(verb, "ay"):
		verb = strings.TrimSuffix(verb, "y") + "ies"
	case strings.HasSuffix(verb, "s"), strings.HasSuffix(verb, "ch"), strings.HasSuffix(verb, "o"):
		verb += "es"
	default:
		verb += "s"
	}
	return verb + rest
}

// TestStoryOfUnits: one unit and several, with names and without, of one man and many.
func TestStoryOfUnits(t *testing.T) {
	const units = "unit v French cav form=alpha at=0502\nunit w French cav form=alpha at=0502\n" +
		"unit hussars French cav form=alpha at=0504\n"
	for _, c := range []struct{ name, events, want string }{
		{"one without a name", "[9.4-d] counter-charge by=French units=v", "Unit v counter-charges."},
		{"an id like a plural", "[9.4-d] counter-charge by=French units=hussars", "Unit hussars counter-charges."},
		{"two without a name", "[9.4-d] counter-charge by=French units=v,w", "Unit v and unit w counter-charge."},
		{"one of many men", "[9.4-d] counter-charge by=French units=a2", "The 8th Hussars (a2) counter-charge."},
		{"two with a name", "[9.4-d] counter-charge by=French units=a2,v",
			"The 8th Hussars (a2) and unit v counter-charge."},
		{"one way at different costs",
			"[4.1.1] move by=French unit=v path=0503,0602 cost=1\n[4.1.1] move by=French unit=w path=0503,0602 cost=3",
			"Unit v moves 0503–0602 (1 MP).\nUnit w moves 0503–0602 (3 MP)."},
		{"one way at one cost", "[4.1.1] move by=French unit=v path=0503,0602 cost=3\n" +
			"[4.1.1] move by=French unit=w path=0503,0602 cost=3",
			"Unit v and unit w move 0503–0602 (3 MP)."},
		{"one way in parts", "[4.1.1] move by=French unit=v path=0503,0602 cost=1\n" +
			"[4.1.1] move by=French unit=w path=0503,0602 cost=1\n" +
			"[2.5.2-b] commander by=French id=chief to=0405 path=0505,0405 cause=displaced\n" +
			"[4.1.1] move by=French unit=v path=0602,0702 cost=2\n[4.1.1] move by=French unit=w path=0602,0702 cost=2",
			"Unit v and unit w move 0503–0602–0702 (3 MP).\nMarshal A (chief) falls back 0505–0405."},
		{"one way by two choices",
			"[10.3.1] decision by=French kind=P29 whom=v answer=0503,0403 source=default for=French\n" +
				"[10.3.1] retire by=French unit=v path=0503,0403\n[10.3.1] retire by=French unit=w path=0503,0403",
			"Unit v retires 0503–0403 (way by default).\nUnit w retires 0503–0403."},
		{"where a standing order wants",
			"[10.3.1] decision by=French kind=P29 whom=v answer=0502,0503 source=standing for=French\n" +
				"[10.3.1] retire by=French unit=v path=0502,0503",
			"Unit v retires 0502–0503 (way by standing order)."},
		{"a standing order that cannot be followed",
			"[2.5.1-f] skip by=French line=\"standing lead v for chief\" why=\"chief has moved this turn\" for=French",
			"* The standing order \"lead v for chief\" cannot be followed: chief has moved this turn."},
		{"a condition that does not hold",
			"[9.3.1-a] decision by=French kind=P17 whom=v answer=no source=standing unmet=6 for=French",
			"* Unit v, form square: no, by standing order, whose condition does not hold: if 6."},
		{"a stack advances by one choice",
			"[8.7.1] decision by=French kind=P30 whom=v answer=\"v 0603 E\" source=standing for=French\n" +
				"[8.7.1] advance by=French unit=v path=0503,0603 facing=E\n" +
				"[8.7.1] advance by=French unit=w path=0503,0603 facing=E",
			"Unit v and unit w advance from 0503 to 0603, facing E (choice by standing order)."},
		{"whom it pursues", "[9.5.2-i] decision by=French kind=P35 whom=v answer=b1 source=default for=French\n" +
			"[9.5.2-g] decision by=French kind=P35 whom=v answer=E source=asked for=French\n" +
			"[9.5.2] pursue by=French unit=v path=0503,0603 facing=E",
			"* Unit v, whom to pursue: the Perm Musketeers (b1), by default.\n" +
				"Unit v pursues 0503–0603, facing E (facing as you answered)."},
		{"a roll between a choice and what shows it",
			"[10.3.1] decision by=French kind=P29 whom=v answer=0503,0403 source=default for=French\n" +
				"[10.5-b] roll by=French draw=1 of=10 purpose=\"cohesion test of w: fire\" value=5 total=5 " +
				"need=\"<=6\" " +
				"result=passed\n[10.3.1] retire by=French unit=v path=0503,0403",
			"Unit w takes a cohesion test (fire). <<=6|passed>\nUnit v retires 0503–0403 (way by default)."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, storyScenario+units)
			p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
			_, got, _ := strings.Cut(strings.TrimSpace(toldAs(t, p, "French", c.events)), "\n")
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
