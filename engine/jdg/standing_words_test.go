package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// TestAskKinds: decisions in the middle of a resolution can be asked by mail,
// those that are made with the orders of a phase cannot.
func TestAskKinds(t *testing.T) {
	const all = "P5 P10 P15 P17 P18 P23 P24 P25 P26 P29 P30 P31 P32 P33 P34 P35 P39 P40"
	for _, tt := range []struct{ option, want, err string }{
		{"all", all, ""},
		{"none", "", ""},
		{"", "", ""},
		{"p30,P17,P30", "P17 P30", ""},
		{"P17,P22", "", `option ask: "P22" is not one of P5`},
		{"yes", "", `option ask: "YES" is not one of P5`},
	} {
		got, err := askKinds(tt.option)
		if text := strings.Join(got, " "); text != tt.want || (err == nil) != (tt.err == "") ||
			err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: got %s, %v; want %s, %q", tt.option, text, err, tt.want, tt.err)
		}
	}
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0805\n")
	if _, err := p.rs.Start(engine.Setup{Scenario: "test", Options: map[string]string{"asks": "all"}}); err == nil {
		t.Error("an option that does not exist: got no error")
	}
}

// TestStandingOptions: every answer that a kind can have is offered, and one
// with each condition where conditions are possible.
func TestStandingOptions(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0805\n")
	d := p.rs.Owed(p)[0]
	d.Optional = true
	offered := map[string]bool{}
	for _, o := range p.rs.Draft(p, d).Options() {
		offered[strings.Join(o.Words, " ")] = true
	}
	for _, want := range []string{"square yes", "square no", "square yes if 6", "retire one",
		"retire one if infantry", "breakthrough yes if 1.5:1",
		"counter-attack hold if 2:1", "pursuit go-on if 1:1", "initiative 40%", "fire guns", "rout round,right"} {
		if !offered["standing "+want] {
			t.Errorf("standing %s is not offered", want)
		}
	}
	for o := range offered {
		if strings.HasPrefix(o, "standing ") {
			if fs := p.rs.Check(p, lines(d.Side, o)); len(fs) > 0 {
				t.Errorf("%s: %v", o, fs)
			}
		}
	}
}

// TestChance: thresholds are tens of per cent.
func TestChance(t *testing.T) {
	for answer, want := range map[string]int{"10%": 1, "40%": 4, "90%": 9, "100%": 10, "yes": -1, "45%": -1, "4": -1,
		"4%": -1, "x0%": -1, "": -1} {
		got, ok := chance(answer)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q: got %d, want %d", answer, got, want)
		}
	}
}

// TestMeans: what a standing order comes to when a decision is open [part E
// of the rules file].
func TestMeans(t *testing.T) {
	const ground = "unit a French inf at=0505 sp=6 coh=5/4\nunit b French inf at=0505 sp=3 coh=7/6\n" +
		"unit c French cav at=0507 sp=3\n" +
		"unit g Allied art at=0605 sp=3\nunit x Allied inf at=0605 sp=4\nunit y Allied inf at=0605 sp=4\n" +
		"unit z Allied cav at=0607 sp=9\n"
	p := position(t, ground)
	r := newRun(p.rs, p, engine.NewForced())
	r.newActivation(nil)
	us := func(ids string) []int { return p.unitsOf(ids) }
	shock := &combat{attackers: us("a,b"), targets: p.hexesOf(us("x"))} // 9 SP at 8
	horse := &combat{attackers: us("c"), targets: p.hexesOf(us("z"))}   // 3 SP at 9
	targets := []string{"g", "x", "y", "z", "no"}
	routed := position(t, ground)
	for u := range routed.sc.Units {
		routed.edit(u).State = setup.Routed
	}
	for _, tt := range []struct {
		name   string
		c      choice
		answer string
		want   string
	}{
		{"no condition", choice{kind: "P17", unit: 0}, "yes", "yes"},
		{"the worst cohesion is enough", choice{kind: "P17", unit: 1}, "yes if 5", "yes"},
		{"it is not", choice{kind: "P17", unit: 1}, "yes if 6", "no"},
		{"a ratio that is reached", choice{kind: "P31", combat: shock}, "yes if 1:1", "yes"},
		{"one that is just reached", choice{kind: "P31", combat: shock}, "yes if 0.9:0.8", "yes"},
		{"one that is not", choice{kind: "P31", combat: shock}, "yes if 1.2:1", "no"},
		{"no combat would follow", choice{kind: "P31"}, "yes if 0.1:1", "no"},
		{"infantry attacks", choice{kind: "P23", combat: shock}, "two if infantry", "two"},
		{"cavalry alone attacks", choice{kind: "P23", combat: horse}, "two if infantry", "stay"},
		{"the other combat for the other answer", choice{kind: "P32", combat: shock, entry: horse}, "enter if 1:1",
			"no"},
		{"the combat from the hex", choice{kind: "P32", combat: shock, entry: horse}, "hold if 1:1", "hold"},
		{"counter-battery as by default", choice{kind: "P10", def: "no"}, "reach", "no"},
		{"he stays with ordered troops", choice{kind: "P15", unit: 0, side: 0}, "stay", "stay"},
		{"he stays by himself", choice{kind: "P15", unit: -1, side: 0}, "stay", "stay"},
		{"the first arm of the list", choice{kind: "P26", options: targets}, "infantry,any", "x"},
		{"any arm", choice{kind: "P26", options: targets}, "any", "z"},
		{"guns first", choice{kind: "P26", options: targets}, "guns,cavalry", "g"},
		{"an arm that is not there", choice{kind: "P26", options: []string{"g", "no"}}, "cavalry", "no"},
		{"the next arm of the list", choice{kind: "P26", options: []string{"g", "x", "no"}}, "cavalry,guns", "g"},
		{"the stack is meant", choice{kind: "P34", options: []string{"no", "stack", "unit"}}, "yes", "stack"},
		{"there is one unit only", choice{kind: "P34", options: []string{"no", "yes"}}, "stack", "yes"},
		{"there is one unit only, and it is meant", choice{kind: "P34", options: []string{"no", "yes"}}, "unit", "yes"},
		{"the unit is meant", choice{kind: "P34", options: []string{"no", "stack", "unit"}}, "unit", "unit"},
		{"nobody is meant", choice{kind: "P34", options: []string{"no", "yes"}}, "no", "no"},
		{"stack of another kind", choice{kind: "P33", options: []string{"yes", "stack", "unit"}}, "stack", "stack"},
	} {
		if got := r.means(tt.c, says(t, tt.c.kind, "", tt.answer)); got != tt.want {
			t.Errorf("%s: %q means %s, want %s", tt.name, tt.answer, got, tt.want)
		}
	}
	r = newRun(p.rs, routed, engine.NewForced())
	if got := r.means(choice{kind: "P15", unit: 0, side: 0}, says(t, "P15", "", "stay")); got != "fall-back" {
		t.Errorf("with routed troops a commander has to stay: got %s, want fall-back", got)
	}
	if got := r.means(choice{kind: "P23", unit: 0, side: 0}, says(t, "P23", "", "stay")); got != "stay" {
		t.Errorf("stay of another kind: got %s", got)
	}
}

// TestConditionsInHelp: the usage of a standing order names the conditions that
// it can have.
func TestConditionsInHelp(t *testing.T) {
	usage := map[string]string{}
	for _, w := range standingHelp() {
		usage[w.Word] = w.Usage
	}
	for word, want := range map[string]string{
		"square": "square yes|no [if 6]",
		"retire": "retire stay|one|two [if infantry|2:1]",
		"recall": "recall yes|no",
	} {
		if usage[word] != want {
			t.Errorf("%s: got usage %q, want %q", word, usage[word], want)
		}
	}
}
