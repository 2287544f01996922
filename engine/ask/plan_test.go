package ask

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

var days = PlanGrammar{
	Facts: []Fact{{Word: "rain"}, {Word: "pawn-at-most", Shape: IsList, List: []string{"open", "dense"},
		What: tongue.English("word of a column"), Example: "open"}},
	Joined: true,
	What:   "the day",
	For: func(what string) *Problem {
		if !strings.HasPrefix(what, "day-") {
			return &Problem{Msg: tongue.English(what + " is no day")}
		}
		return nil
	},
}

// TestReadPlan: what players write, and what they are told of mistakes.
func TestReadPlan(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"day-1 hold", "when day-1 hold []"},
		{"day-1 play low", "when day-1 hold [play low]"},
		{"day-2 again if rain play low", "when day-2 again if rain hold [play low]"},
		{"day-2 if rain and pawn-at-most open play", "when day-2 if rain and pawn-at-most open hold [play]"},
		{"day-2", "when day-2 hold []"},
		{"", "the day is missing / "},
		{"monday hold", "monday is no day / "},
		{"day-1 if snow hold", `"snow" is no condition / rain, pawn-at-most open`},
		{"day-1 if pawn-at-most wet hold",
			"after pawn-at-most comes a word of a column / for example: if pawn-at-most open"},
		{"day-1 if", "the condition is missing / "},
	} {
		p, order, bad := days.ReadPlan(strings.Fields(tt.line))
		if bad != nil {
			if got := bad.Msg.String() + " / " + bad.Hint.String(); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.line, got, tt.want)
			}
			continue
		}
		if got := p.String() + " [" +
			strings.Join(slices.DeleteFunc(order, func(w string) bool { return w == "hold" }), " ") +
			"]"; got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.line, got, tt.want)
		}
	}
}

func plans(t *testing.T, lines ...string) (ps Plans) {
	t.Helper()
	for _, l := range lines {
		p, order, bad := days.ReadPlan(strings.Fields(l))
		if bad != nil {
			t.Fatal(bad)
		}
		p.Order = ParseOrder(strings.Join(order, " "))
		ps = ps.With(p)
	}
	return ps
}

func planText(ps Plans) string {
	var lines []string
	for _, p := range ps {
		lines = append(lines, strings.TrimPrefix(p.String(), "when "))
	}
	return strings.Join(lines, "; ")
}

// TestPlans: plans wait for their slot, and move up when it has come.
func TestPlans(t *testing.T) {
	ps := plans(t, "day-1 if rain play low", "day-1 again hold", "day-2 play high", "day-1 pass")
	before := planText(ps)
	for _, tt := range []struct {
		name string
		got  Plans
		want string
	}{
		{"begun", ps.Begun("day-1"), "day-1 hold; day-2 play high"},
		{"begun twice", ps.Begun("day-1").Begun("day-1"), "day-2 play high"},
		{"begun, another one", ps.Begun("day-3"), before},
		{"without", ps.Without(Slot{"day-1", false}), "day-1 again hold; day-2 play high"},
		{"without again", ps.Without(Slot{"day-1", true}), "day-1 if rain play low; day-2 play high; day-1 pass"},
	} {
		if got := planText(tt.got); got != tt.want || planText(ps) != before {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	if !ps.Has(Slot{"day-1", true}) || ps.Has(Slot{"day-2", true}) ||
		!ps.Equal(plans(t, strings.Split(before, "; ")...)) || ps.Equal(ps[:2]) {
		t.Errorf("has or equal: %s", before)
	}
}

// TestChosen: the first plan whose condition holds says which lines count.
func TestChosen(t *testing.T) {
	ps := plans(t, "day-2 play none", "day-1 if rain play low", "day-1 play high", "day-1 if rain pass",
		"day-1 if pawn-at-most open hold", "day-1 draw", "day-3 again pass", "day-4 hold")
	for _, tt := range []struct{ what, holds, want string }{
		{"day-1", "rain", "used if rain: play low, pass"},
		{"day-1", "pawn-at-most open", "used if : play high, draw"},
		{"day-3", "rain", "later if : "},
		{"day-4", "", "used if : "},
	} {
		lines, c, use := ps.Chosen(tt.what, func(c Condition) bool {
			return c.Holds(func(t Term) bool { return t.String() == tt.holds })
		})
		var texts []string
		for i, l := range lines {
			if l.Line != i+1 || strings.Join(l.Words, " ") != l.Text {
				t.Errorf("%s: line %+v", tt.what, l)
			}
			texts = append(texts, l.Text)
		}
		if got := string(use) + " if " + c.String() + ": " + strings.Join(texts, ", "); got != tt.want {
			t.Errorf("%s with %q: got %s, want %s", tt.what, tt.holds, got, tt.want)
		}
	}
	if _, _, use := plans(t, "day-1 if rain pass").Chosen("day-1",
		func(Condition) bool { return false }); use != Unmet {
		t.Errorf("got %s, want unmet", use)
	}
}

// TestFeasible: lines go one by one until the rest is legal together.
func TestFeasible(t *testing.T) {
	lines := []engine.Order{{Line: 1, Text: "a"}, {Line: 2, Text: "b"}, {Line: 3, Text: "c"}}
	check := func(forbidden string) func([]engine.Order) []engine.Fault {
		return func(ls []engine.Order) (faults []engine.Fault) {
			for _, l := range ls {
				if strings.Contains(forbidden, l.Text) {
					faults = append(faults, engine.Fault{Line: l.Line, Text: l.Text})
				}
			}
			return faults
		}
	}
	for forbidden, want := range map[string]string{"": "abc-", "b": "ac-b", "ac": "b-ac", "abc": "-abc"} {
		possible, skipped := Feasible(lines, check(forbidden))
		got := ""
		for _, l := range possible {
			got += l.Text
		}
		got += "-"
		for _, f := range skipped {
			got += f.Text
		}
		if got != want {
			t.Errorf("without %q: got %s, want %s", forbidden, got, want)
		}
	}
	if len(lines) != 3 || lines[1].Text != "b" {
		t.Error("the lines have been changed")
	}
}
