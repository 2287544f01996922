package pbs

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// TestReasons: a player reads why nothing came of what he had said for a place, an ambush or a march, and everybody
// why a piece is lost.
func TestReasons(t *testing.T) {
	const hide = "phase H\nsite standard c2 5 -\nscouting 70 50\nsteps 1\ncamp Allied 82,112,16,8\n"
	const placing = "phase P\nsite standard c2 5 -\n"
	const village = hide + "piece French compulsory village placed 80,44,24,24\n" +
		"piece French compulsory brush placed 110,20,24,24\n"
	const march = hide + "ug f09 100,30,16,4 1\n"
	const woods = placing + "piece French compulsory woods waiting\nplacing compulsory 1 "
	for _, c := range []struct{ name, position, orders, want string }{
		{"out of the piece", village, "ambush f09 1,1", "they do not lie wholly in one piece of terrain there"},
		{"out of the half", village, "ambush f09 21,14.25", "the place is not wholly in your half of the table"},
		{"poor cover", village, "ambush f01 28,6", "that terrain does not hide such troops"},
		{"two places", village, "ambush f09 21,14.25\nambush f09 1,1",
			"the place is not wholly in your half of the table; they do not lie wholly in one piece of terrain there"},
		{"occupied", village + "ug f12 84,48,16,4 1\n", "ambush f09 21,12",
			"troops, the camp or impassable terrain are in the way"},
		{"deployed", village + "ug f09 100,30,16,4 1\n", "ambush f09 21,12",
			"the troops stand on the table or are under a card already"},
		{"three cards", village + "ambush French 84,64,16,4 f05\nambush French 84,60,16,4 f06\n" +
			"ambush French 84,56,16,4 f07\n", "ambush f09 21,11", "no more ambush cards are allowed"},
		{"deployed before a march", march, "flank-march n3 left f09",
			"the troops stand on the table or are under a card already"},
		{"a general with a card", hide, "flank-march n3 left f09\nbluff n3", "the general has his card already"},
		{"two marches", hide, "flank-march n3 left f09\nflank-march n4 left f12",
			"another march goes around that flank already"},
		{"deep water", strings.Replace(hide, "standard c2 5 -", "coastal c8 5 -", 1) +
			"secured left\npiece French flank deep-water placed 0,0,24,120\n", "flank-march n3 left f09",
			"deep water secures that flank"},
		{"another die", woods + "2\n", "place woods on 5 at 7,5", "no line is for this die"},
		{"a size", woods + "2\n", "place woods at 7,5 size 4x4", "no such piece has that size"},
		{"a sector", woods + "2\n", "place woods at 20,5", "it does not lie wholly in the sector of its die"},
		{"an edge", woods + "1\n", "place woods at 7,5", "after an odd die it has to touch an edge of the table"},
		{"a neighbour", placing + "piece Allied compulsory brush placed 20,20,24,24\n" +
			"piece French compulsory woods waiting\nplacing compulsory 2 2\n", "place woods at 7,5",
			"another piece is in the way or too near"},
	} {
		t.Run(c.name, func(t *testing.T) {
			told := storyOf(t, c.position, c.orders, 0, 0, 0, 0)
			if !slices.ContainsFunc(told, func(l string) bool {
				return strings.HasPrefix(l, "Nothing that you said") &&
					strings.HasSuffix(l, " could be done here: "+c.want+"; the default counts.")
			}) {
				t.Errorf("got\n%s\nwant %s", strings.Join(told, "\n"), c.want)
			}
		})
	}
	for kind, want := range map[string]string{
		"impassable-hills": "Impassable hills of French is lost: its die puts it into the centre, where no such " +
			"piece may lie.",
		"boundaried-fields": "Boundaried fields of French is lost: there is no town or village for it.",
	} {
		site := map[string]string{"impassable-hills": "forest d1"}[kind]
		position := "phase P\nsite " + cmp.Or(site, "standard c2") + " 5 -\npiece French compulsory woods waiting\n" +
			"placing compulsory 1 2\n"
		if told := storyOf(t, position, "optional "+kind, 0, 2); !slices.Contains(told, want) {
			t.Errorf("got\n%s\nwant %s", strings.Join(told, "\n"), want)
		}
	}
}

// storyOf is what the French read of a step with their orders.
func storyOf(t *testing.T, position, orders string, dice ...int) (told []string) {
	t.Helper()
	rs, p, err := ReadCase([]byte(position))
	if err != nil {
		t.Fatal(err)
	}
	french := engine.Orders{Side: "French"}
	for i, l := range strings.Split(orders, "\n") {
		french.Lines = append(french.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
	}
	in := []engine.Orders{french}
	if engine.Owes(rs.Owed(p), "Allied") {
		in = append(in, engine.Orders{Side: "Allied"})
	}
	events, err := rs.Resolve(p, in, engine.NewForced(dice...))
	if err != nil && len(events) == 0 {
		t.Fatal(err)
	}
	for _, c := range engine.Tell(rs, p, rs.Apply(p, events), events, "French").Story {
		for _, l := range c.Lines {
			told = append(told, l.Text.String())
		}
	}
	return told
}
