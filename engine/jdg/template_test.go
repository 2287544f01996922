package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

func (rs *Ruleset) orderTemplate(p *Position, side int) engine.Template {
	return rs.template(p, side, rs.Owed(p), new(Position))
}

// readTemplate reads the body of a turn file as it comes by mail.
func readTemplate(rs *Ruleset, side engine.Side, body string) (engine.TurnFile, []engine.Fault) {
	text := fmt.Sprintf("game: test\nside: %s\nturn: 1\nstep: 1\n\n%s", side, body)
	return engine.ParseTurnFile([]byte(text), rs.Verbs(), engine.Limits{})
}

// examples returns the template once for each example line, with that line
// made an order.
func examples(template string) (bodies []string) {
	all := strings.Split(template, "\n")
	for i, l := range all {
		if order, ok := strings.CutPrefix(l, "# "); ok {
			one := slices.Clone(all)
			one[i] = order
			bodies = append(bodies, strings.Join(one, "\n"))
		}
	}
	return bodies
}

// checkTemplate holds a template to its promise: empty as it stands, and
// legal with any one of its examples. It returns the verbs of the examples.
func checkTemplate(t *testing.T, at string, rs *Ruleset, p engine.Position, side engine.Side,
	template string) (verbs []string) {
	t.Helper()
	for _, l := range strings.Split(template, "\n") {
		if len([]rune(l)) > 72 {
			t.Errorf("%s: line of %d columns: %s", at, len([]rune(l)), l)
		}
	}
	file, faults := readTemplate(rs, side, template)
	if len(faults) > 0 || len(file.Orders) > 0 {
		t.Errorf("%s: the empty template has orders %v, faults %v", at, file.Orders, faults)
	}
	view := rs.View(p, side)
	for _, body := range examples(template) {
		file, faults := readTemplate(rs, side, body)
		if len(faults) > 0 || len(file.Orders) != 1 {
			t.Fatalf("%s: %d orders, faults %v in\n%s", at, len(file.Orders), faults, body)
		}
		if faults := rs.Check(view, engine.Orders{Side: side, Lines: file.Orders}); len(faults) > 0 {
			t.Errorf("%s: example refused: %v", at, faults)
		}
		verbs = append(verbs, file.Orders[0].Words[0])
	}
	return verbs
}

func TestTemplateExamplesAreLegal(t *testing.T) {
	rs := embedded(t)
	seen := map[string]int{}
	for _, g := range []struct {
		scenario, ask string
		seed          uint64
		steps         int
	}{{"goldbach", "none", 11, 60}, {"goldbach", "none", 12, 60}, {"goldbach", "all", 13, 60},
		{"austerlitz", "none", 14, 25}} {
		playRandomly(t, rs, g.scenario, g.ask, g.seed, g.steps, func(s playedStep) {
			for _, side := range rs.Sides(s.after) {
				r := engine.Tell(rs, s.before, s.after, s.events, side)
				if r.Template.Empty() {
					continue
				}
				for _, v := range checkTemplate(t, s.at, rs, s.after, side, r.Template.String()) {
					seen[v]++
				}
			}
		})
	}
	for _, v := range []string{"order", "first", "standing", "fire", "move", "lead", "shock", "rally", "enter",
		"answer",
		"charge", "square", "initiative", "stack", "march"} {
		if seen[v] == 0 {
			t.Errorf("no template of these games shows the order %q; seen: %v", v, seen)
		}
	}
}

func TestTemplateOfPhaseA(t *testing.T) {
	p := position(t, `
formation near "Near" French
formation far "Far" French
unit n1 "First" French inf form=near at=0505
unit f1 "Second" French inf form=far at=1201
unit e1 "Enemy" Allied inf at=0805
commander chief "Marshal A" French rating=1 range=3 at=0405
cam both "Both" French rating=5 forms=near,far
`)
	got := p.rs.orderTemplate(p, 0).String()
	for _, want := range []string{
		"# order near                    # Near, 1 hex from chief\n",
		"Out of command range, with hexes to a commander: far (8).", "# cam both\n",
		"# first near,far", "## Marshal A (chief) gives 1 order to groups with a unit within 3 hexes", "\nend\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "# order far") {
		t.Errorf("far is out of range:\n%s", got)
	}
	if !p.rs.orderTemplate(p, -1).Empty() {
		t.Error("the public gets a template")
	}
	if p.Phase = GameOver; !p.rs.orderTemplate(p, 0).Empty() {
		t.Error("a template after the end of the game")
	}
}

func TestTemplateOfAnActivation(t *testing.T) {
	r := activated(t, `
formation alpha "Alpha" French
unit a1 "Guns" French art form=alpha at=0505 face=E sp=3 range=3/6
unit a2 "Horse" French cav form=alpha at=0503 face=E ma=9
unit a3 "Foot" French inf form=alpha at=0605 face=E
unit a4 "Shaken" French inf form=alpha at=0102 state=disordered
unit e1 "Enemy" Allied inf at=0705 face=W
unit e2 "Target" Allied inf at=0704 face=W
`, "alpha", NoOrders)
	p := r.p
	got := p.rs.orderTemplate(p, 0).String()
	checkTemplate(t, "activation", p.rs, p, "French", got)
	at := -1
	for _, want := range []string{"## Activation of Alpha", "# initiative alpha", "## Fire", "# fire a1 at ",
		"## Movement", "## a1, Guns: 0505 facing E, 3 MP",
		"## a2, Horse: 0503", "# charge a2 at 0704", "## a3, Foot: 0605", "# square a3", "## Close combat",
		"# shock a3 at 0705", "6 SP against 6", "## Rally", "# rally a4", "end\n"} {
		i := strings.Index(got, want)
		if i < at {
			t.Errorf("want %q, in this order, in\n%s", want, got)
		}
		at = max(at, i)
	}
	head := 0
	for l := range strings.Lines(got) {
		if !strings.HasPrefix(l, "## ") || strings.HasPrefix(l, "## Leader") {
			break
		}
		head++
	}
	if head > 6 {
		t.Errorf("%d lines explain before the first part, want at most 6:\n%s", head, got)
	}
}

func TestTemplateOfAQuestion(t *testing.T) {
	p := position(t, storyScenario)
	p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q1", Kind: "P17", Side: "Allied", Rule: "9.3.1-a",
		Prompt: "Does b1 form square?", Options: []string{"yes", "no"}, Default: "yes"}}}
	want := "## Does b1 form square? [9.3.1-a]\n## Take the # off one line. Without an answer: yes.\n# answer yes\n" +
		"# answer no\nend\n"
	if got := p.rs.orderTemplate(p, 1).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := p.rs.orderTemplate(p, 0).String(); strings.Contains(got, "answer") ||
		!strings.Contains(got, "\n# when alpha ") ||
		!strings.Contains(got, "\n# standing ") {
		t.Errorf("the other side gets\n%s", got)
	}
}
