package jdg

import (
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/tongue"
)

const planScenario = `
formation frank "Frank" French am=4
formation gamma "Gamma" Allied am=4
formation delta "Delta" Allied am=4
unit a French inf form=frank at=0203
unit b French inf form=frank at=0205
unit x Allied inf form=gamma at=0803
unit y Allied inf form=delta at=0807
`

// planned sends orders for a side that owes nothing while gamma is drawn, and
// plays the step. roll draws the next marker: 0 delta, 1 frank.
func planned(t *testing.T, roll int, text ...string) (before, after *Position, events []engine.Event) {
	t.Helper()
	before = position(t, planScenario)
	before.Phase, before.Drawn = ActivationPhase, Marker{"gamma", 1, 4}
	before.Cup = before.filled(Marker{"delta", 1, 4}, Marker{"frank", 1, 4})
	in := []engine.Orders{lines("French", text...), lines("Allied")}
	events, err := before.rs.Resolve(before, in, engine.NewForced(roll))
	if err != nil {
		t.Fatal(err)
	}
	return before, before.rs.Apply(before, events).(*Position), events
}

func storyText(r engine.Report) string {
	var b strings.Builder
	for _, c := range r.Story {
		for _, l := range c.Lines {
			b.WriteString(l.Text.String() + "\n")
		}
	}
	return b.String()
}

// inEnglish are the words of rows.
func inEnglish(rows [][]tongue.Text) (words [][]string) {
	for _, r := range rows {
		var row []string
		for _, c := range r {
			row = append(row, c.String())
		}
		words = append(words, row)
	}
	return words
}

func tableOf(r engine.Report, title string) [][]string {
	for _, t := range r.Tables {
		if t.Title.String() == title {
			return inEnglish(t.Rows)
		}
	}
	return nil
}

// Orders when drawn are told to their own side, listed as understood, and
// hidden from everybody else until they are used.
func TestPlansAreShownAndSecret(t *testing.T) {
	before, after, events := planned(t, 0, "when frank if no-enemy-within 3 mov a to 0303", "when frank again hold")
	rs := before.rs
	want := ask.Plans{
		{For: "frank", If: ask.Condition{{Fact: "no-enemy-within", Shape: ask.IsNumber, Number: 3}},
			Order: "move a to 0303"},
		{For: "frank", Again: true}}
	if !after.Plans[0].Equal(want) {
		t.Errorf("plans: got %v, want %v", after.Plans[0], want)
	}
	own := engine.Tell(rs, before, after, events, "French")
	rows := tableOf(own, "Your orders when drawn")
	if len(rows) != 2 || strings.Join(rows[0], "|") != "frank|next|no-enemy-within 3|move a to 0303" ||
		strings.Join(rows[1], "|") != "frank|again|–|hold" {
		t.Errorf("the table shows %q", rows)
	}
	for _, text := range []string{"Your orders for the next activation of Frank are noted",
		"Your orders for the activation of Frank after the next are noted"} {
		if !strings.Contains(storyText(own), text) {
			t.Errorf("the story does not say %q:\n%s", text, storyText(own))
		}
	}
	if !strings.Contains(own.Template.String(), "# when frank if no-enemy-within 3 move a to 0303  # holds now\n") ||
		strings.Contains(own.Template.String(), "# when frank if no-enemy-within 4 hold") {
		t.Errorf("the template is\n%s", own.Template)
	}
	for _, side := range []engine.Side{"Allied", ""} {
		r := engine.Tell(rs, before, after, events, side)
		if text := storyText(r); strings.Contains(text, "Frank") || tableOf(r, "Your orders when drawn") != nil ||
			strings.Contains(r.Template.String(), "0303") {
			t.Errorf("%q learns of it:\n%s\n%s", side, text, r.Template)
		}
		if v := string(rs.View(after, side).Encode()); strings.Contains(v, "\nwhen ") {
			t.Errorf("the view of %q holds\n%s", side, v)
		}
	}
}

// When they are used the report says where the orders came from.
func TestUsedPlanIsTold(t *testing.T) {
	before, after, events := planned(t, 1, "when frank move a to 0303", "when frank shock b at 0803")
	if after.Plans[0] != nil {
		t.Errorf("a used plan stays: %v", after.Plans[0])
	}
	own := storyText(engine.Tell(before.rs, before, after, events, "French"))
	if !strings.Contains(own, "Frank acts as ordered before it was drawn: move a to 0303.\n") ||
		!strings.Contains(own, `The order "shock b at 0803" could not be carried out: `) {
		t.Errorf("the story is\n%s", own)
	}
	if other := storyText(engine.Tell(before.rs, before, after, events, "Allied")); strings.Contains(other,
		"ordered before") || !strings.Contains(other, "0303") {
		t.Errorf("the story of the others is\n%s", other)
	}
}

// A condition is judged at the moment of the draw, on public facts.
func TestPlanConditions(t *testing.T) {
	tests := []struct {
		condition string
		change    func(p *Position)
		want      bool
	}{
		{"", nil, true},
		{"enemy-within 6", nil, true},
		{"enemy-within 5", nil, false},
		{"no-enemy-within 5", nil, true},
		{"no-enemy-within 6", nil, false},
		{"ordered", nil, false},
		{"no-orders", nil, true},
		{"ordered", func(p *Position) { p.Faces[0].Orders = ReceivedOrders }, true},
		{"no-orders", func(p *Position) { p.Faces[0].Orders = ReceivedOrders }, false},
		{"no-enemy-within 98", func(p *Position) { p.lift(2); p.lift(3) }, true},
	}
	for _, tt := range tests {
		p := position(t, planScenario)
		if tt.change != nil {
			tt.change(p)
		}
		c, err := ask.ParseCondition(tt.condition)
		if got := p.meets(Marker{"frank", 1, 4}, c); got != tt.want || err != nil {
			t.Errorf("%q: got %v, %v, want %v", tt.condition, got, err, tt.want)
		}
	}
}

// A side may send as much as it likes while it owes nothing: standing orders
// too, but no orders for the activation of the other.
func TestBeforehand(t *testing.T) {
	p := position(t, planScenario)
	p.Phase, p.Drawn = ActivationPhase, Marker{"gamma", 1, 4}
	owed := p.rs.Owed(p)
	if len(owed) != 2 || owed[0].Side != "French" || !owed[0].Optional || owed[1].Optional ||
		engine.Owes(owed, "French") {
		t.Fatalf("owed is %+v", owed)
	}
	for text, want := range map[string]string{
		"standing square yes": "", "when frank hold": "", "move a to 0303": "the activated formation is not yours",
		"when frank rally a": "", "when frank initiative gamma": "gamma is not yours",
		"when frank initiative frank":   "",
		"when frank order frank":        `"order" is no order of an activation`,
		"when frank when frank hold":    "is no order of an activation",
		"when frank move a toward 0399": "not on the map",
	} {
		faults := p.rs.Check(p, lines("French", text))
		if got := engine.Faults(faults).Error(); (want == "") != (len(faults) == 0) || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// Plans are used in the same way when the position has been written and read.
func TestPlansEncode(t *testing.T) {
	_, after, _ := planned(t, 0, "when frank if ordered move a to 0303", "when frank again face b NNE")
	got, err := after.rs.Decode(after.Encode())
	if err != nil || !got.(*Position).Plans[0].Equal(after.Plans[0]) {
		t.Errorf("got %v, %v, want %v", got, err, after.Plans[0])
	}
	for _, bad := range []string{"when French frank no x\n", "when Green frank no \"\" hold\n",
		"when French frank maybe \"\" hold\n"} {
		text := strings.Replace(string(after.Encode()), "when French frank no", bad+"when French frank no", 1)
		if _, err := after.rs.Decode([]byte(text)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// A marker that would activate nobody leaves the plan of its formation alone.
func TestPlanOfNobody(t *testing.T) {
	p := position(t, planScenario)
	p.Plans[0] = ask.Plans{{For: "frank"}}
	p.lift(0)
	p.lift(1)
	r := newRun(p.rs, p, engine.NewForced())
	r.followPlan(Marker{"frank", 1, 4})
	if r.out != nil || r.have {
		t.Errorf("got\n%s", engine.PrintEvents(r.out))
	}
}

// The lines of the page on turns are understood.
func TestPagePlans(t *testing.T) {
	text, err := os.ReadFile("../../cmd/berthier/help/turns.md")
	if err != nil {
		t.Fatal(err)
	}
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: "austerlitz"})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for l := range strings.Lines(string(text)) {
		if l, _, _ = strings.Cut(l, "//"); strings.HasPrefix(l, "when ") {
			n++
			if faults := rs.Check(start, lines("French", strings.TrimSpace(l))); len(faults) > 0 {
				t.Errorf("%s: %v", l, faults)
			}
		}
	}
	if n < 3 {
		t.Errorf("the page has %d lines of orders when drawn", n)
	}
}
