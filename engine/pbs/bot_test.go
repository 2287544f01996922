package pbs

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/pbs/setup"
)

// plannerSays is what the computer player says for the French of a case, of whose first groups some
// are mounted and no others.
func plannerSays(t *testing.T, position string, groups, mounted int) string {
	t.Helper()
	rs, p, err := ReadCase([]byte(position))
	if err != nil {
		t.Fatal(err)
	}
	sc, army := *p.sc, *p.sc.Armies[0]
	army.Groups = slices.Clone(army.Groups[:groups])
	for i := range army.Groups {
		army.Groups[i].Arm = setup.Foot
		if i < mounted {
			army.Groups[i].Arm = setup.Mounted
		}
	}
	sc.Armies = [2]*setup.Roster{&army, sc.Armies[1]}
	p.sc = &sc
	var lines []string
	for _, o := range rs.Planner(p, "French").Lines {
		lines = append(lines, strings.Join(o.Words, " "))
	}
	return strings.Join(lines, "; ")
}

// TestPlanner: what the computer player says in each phase, with an army of which more than a third
// is mounted and with another.
func TestPlanner(t *testing.T) {
	const all, horse = 14, 5
	for _, c := range []struct{ position, foot, mounted string }{
		{"phase R\n", "role defender", "role invader intercept"},
		{"phase C\nhand French red,white,white,green,black\n", "card white",
			"card white; territory plains,standard,desert"},
		{"phase C\n", "card black", "card black; territory plains,standard,desert"},
		{"phase D\nsite standard c4 3 -\noption ask=E05\n", "goal dense,normal; day 4 lowest if goal else best; " +
			"day 5 lowest if goal else best",
			"goal featureless,open,normal; day 4 lowest if goal else best; day 5 lowest if goal else best"},
		{"phase G\nsite standard c4 5 -\n", "compulsory rocky-ground,woods; optional hills; flank left depth 6",
			"compulsory open-area,brush,ploughed-fields; adjust remove; adjust move 0,6 if sector centre; flank left " +
				"depth 6"},
		{"phase U\nsite standard c4 5 -\noption ask=E15\nwaits French\n", "hold", "hold"},
		{"phase D\nsite standard c4 3 -\nwaits Allied\n", "", ""},
	} {
		if got := plannerSays(t, c.position, all, horse-1); got != c.foot {
			t.Errorf("%s: on foot it says %q, want %q", c.position, got, c.foot)
		}
		if got := plannerSays(t, c.position, all, horse); got != c.mounted {
			t.Errorf("%s: mounted it says %q, want %q", c.position, got, c.mounted)
		}
	}
	if got := plannerSays(t, "phase R\n", 3, 1); got != "role defender" {
		t.Errorf("with a third mounted it says %q", got)
	}
	const first = "deploy f01; deploy f02; deploy f03; "
	if got := plannerSays(t, "phase L\nsite standard c4 5 -\n", all, 0); !strings.HasPrefix(got, first) ||
		strings.Count(got, ";") != all-1 {
		t.Errorf("it deploys %q", got)
	}
}
