package tlm

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// previewed is what a side foresees of lines.
func previewed(t *testing.T, position, lines string, side engine.Side) engine.Preview {
	t.Helper()
	rs, p := caseAt(t, position)
	o := engine.Orders{Side: side}
	for i, l := range listed(lines) {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
	}
	if f := rs.Check(p, o); len(f) > 0 {
		t.Fatal(f)
	}
	return rs.Preview(p, o)
}

// TestPreviewOdds: the chances of Hits of all fire steps of the Attacker, with the Firepower that each unit
// has there [5.2.2, 8].
func TestPreviewOdds(t *testing.T) {
	for _, c := range []struct {
		what, position, lines string
		want                  string // chances of 0, 1, 2 … Hits; then of as many as there are units
	}{
		{"Infantry hits with a 1", "units ge-i lux 1\nunits fr-i lux 1\nhand German offensive\n", "play offensive; " +
			"battle lux", "5/6 1/6 | 1/6"},
		{"two of them", "units ge-i lux 2\nunits fr-i lux 1\nhand German offensive\n", "play offensive; battle lux",
			"25/36 5/18 1/36 | 11/36"},
		{"two against two", "units ge-i lux 2\nunits fr-i lux 2\nhand German offensive\n", "play offensive; " +
			"battle lux", "25/36 5/18 1/36 | 1/36"},
		{"one against two never is enough", "units ge-i lux 1\nunits fr-i lux 2\nhand German offensive\n",
			"play offensive; battle lux", "5/6 1/6 |"},
		{"a Stormtrooper with a 2", "turn 13 T German\nunits ge-s lux 1\nunits fr-i lux 1\nhand German offensive\n",
			"play offensive; battle lux",
			"2/3 1/3 | 1/3"},
		{"Artillery fires twice", "units ge-i lux 1\nunits ge-a lux 1\nunits fr-i lux 3\nhand German offensive\n",
			"play offensive; battle lux",
			"125/216 25/72 5/72 1/216 | 1/216"},
		{"once in a Surprise Attack", "units ge-i lux 1\nunits ge-a lux 1\nunits fr-i lux 2\n" +
			"hand German offensive,surprise\n",
			"play offensive; battle lux; surprise lux", "25/36 5/18 1/36 | 1/36"},
		{"with gas with a 2", "turn 4 T German\nunits ge-i lux 1\nunits ge-a lux 1\nunits fr-i lux 3\n" +
			"hand German offensive,gas\n",
			"play offensive; battle lux; gas lux", "10/27 4/9 1/6 1/54 | 1/54"},
		{"a Biplane may have to fight others first", "turn 8 T German\nunits ge-i lux 1\nunits ge-b lux 1\n" +
			"units fr-i lux 1\nhand German offensive\n",
			"play offensive; battle lux", "5/6 1/6 | 1/6"},
		{"Cavalry hits where no Infantry is", "units ge-i lux 1\nunits ge-c lux 1\nunits fr-c lux 1\n" +
			"hand German offensive\n", "play offensive; battle lux",
			"25/36 5/18 1/36 | 11/36"},
		{"and not where nobody knows", "units ge-i lux 1\nunits ge-c lux 1\narmy fr1 lux\nunits fr-c fr1 1\n" +
			"hand German offensive\n",
			"play offensive; battle lux", "5/6 1/6 | ?"},
		{"a Fort counts with its strength", "units ge-i ver 1\nunits ge-g ver 1\nhand German offensive\n",
			"play offensive; battle ver",
			"5/24 11/24 7/24 1/24 |"},
		{"an Empty Army needs none", "option strengths=shown\nunits ge-i lux 1\narmy fr1 lux\nunits fr-i lux 1\n" +
			"hand German offensive\n",
			"play offensive; battle lux", "5/6 1/6 | 1/6"},
		{"it needs as many Hits as are shown", "option strengths=shown\nunits ge-i lux 2\narmy fr1 lux\n" +
			"units fr-i fr1 1\nunits fr-i lux 1\n" +
			"hand German offensive\n", "play offensive; battle lux", "25/36 5/18 1/36 | 1/36"},
	} {
		v := previewed(t, c.position, c.lines, "German")
		if len(v.Odds) != 1 {
			t.Fatalf("%s: odds of %d battles", c.what, len(v.Odds))
		}
		var got []string
		for _, o := range v.Odds[0].Outcomes {
			got = append(got, o.P.RatString())
		}
		got = append(got, "|")
		for _, o := range v.Odds[0].Also {
			got = append(got, o.P.RatString())
		}
		if len(v.Odds[0].Also) == 0 && len(v.Odds[0].Notes) == 1 {
			got = append(got, "?")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: chances %s, want %s", c.what, text, c.want)
		}
	}
}

// TestPreviewAllied: the Allies foresee their dice as Germany does.
func TestPreviewAllied(t *testing.T) {
	for position, want := range map[string]string{
		"turn 1 T Allied\nunits fr-i lux 1\nunits ge-i lux 1\nhand Allied offensive\n":                   "1/6",
		"turn 1 T Allied\nunits fr-i lux 1\nunits fr-c lux 1\nunits ge-c lux 1\nhand Allied offensive\n": "11/36",
	} {
		v := previewed(t, position, "play offensive; battle lux", "Allied")
		if len(v.Odds) != 1 || len(v.Odds[0].Also) != 1 || v.Odds[0].Also[0].P.RatString() != want {
			t.Errorf("in %q odds %+v, want a chance of %s of enough Hits", position, v.Odds, want)
		}
	}
}

// TestPreviewLines: odds stand beside the lines that lead to the battle, and moves are done on the map.
func TestPreviewLines(t *testing.T) {
	v := previewed(t, "units ge-i tri 2\nunits fr-i lux 1\nhand German offensive\n", "play offensive; "+
		"move ge-i.tri lux; move ge-i.tri aac; battle lux", "German")
	if len(v.Odds) != 1 || !slices.Equal(v.Odds[0].Lines, []int{2, 4}) {
		t.Errorf("odds %+v, want those of Luxembourg beside the lines 2 and 4", v.Odds)
	}
	if what := v.Odds[0].What.In(tongue.En); !strings.Contains(what, "Luxembourg") {
		t.Errorf("odds of %q, want Luxembourg", what)
	}
	moves := 0
	for _, e := range v.Events {
		moves += boolInt(e.Kind == "move")
	}
	p := v.After.(*Position)
	lux, _ := p.findArea("lux")
	if moves != 2 || !p.contested(lux) || p.stack(0, lux) != 1 {
		t.Errorf("%d moves, and in Luxembourg %d units: want two moves and one unit", moves, p.stack(0, lux))
	}
	if v := previewed(t, "units ge-i tri 2\n", "move ge-i.tri aac", "German"); len(v.Odds) > 0 || len(v.Events) == 0 {
		t.Errorf("a Pass has odds %v and events %v; want its move and no odds", v.Odds, v.Events)
	}
	if v := previewed(t, "turn 5 P German\nunits ge-i tri 2\n", "build ge-i col", "German"); len(v.Events) == 0 {
		t.Error("what is built is not seen before")
	}
	if v := previewed(t, "units ge-i tri 2\n", "standing stance hold", "Allied"); len(v.Events) > 0 || len(v.Odds) > 0 {
		t.Errorf("who owes nothing foresees %v", v.Events)
	}
}

// TestPreviewOfCompany: nobody foresees that enemies are eliminated who may have Infantry with them in an Army, but
// that those are who have none [8.3.2-d, 8.3.5-d, A79].
func TestPreviewOfCompany(t *testing.T) {
	for army, want := range map[string]int{"army fr1 cha\nunits fr-i fr1 1\n": 0,
		"army fr1 cha\nunits fr-c fr1 1\n": 0, "units fr-c cha 1\n": 2} {
		x := previewed(t, "turn 18 T German\nhand German offensive\n"+
			"units ge-i cha 1\nunits fr-a cha 1\nunits fr-t cha 1\n"+army, "play offensive; battle cha", "German")
		n := 0
		for _, e := range x.Events {
			n += boolInt(e.Kind == "remove")
		}
		if n != want {
			t.Errorf("with %q, %d units are eliminated before the battle, want %d: %v", army, n, want, x.Events)
		}
	}
}

// TestPreviewOfCrisis: nobody foresees which Infantry the other side gives for a Crisis, nor that it fails to, as long
// as it has enough, seen or unseen [9.8-b, 9.8-c, A79].
func TestPreviewOfCrisis(t *testing.T) {
	for units, want := range map[string][2]int{"units fr-i fr1 3\n": {}, "units fr-i fr1 3\nunits fr-i bar 1\n": {},
		"units fr-i fr1 1\nunits fr-i bar 1\n": {1, 1}, "units fr-i bar 3\n": {3, 0}} {
		x := previewed(t, "turn 13 T German\nhand German crisis-allied\narmy fr1 cha\n"+units, "crisis", "German")
		var got [2]int
		for _, e := range x.Events {
			got[0] += boolInt(e.Kind == "remove")
			got[1] += boolInt(e.Kind == "failure")
		}
		if got != want {
			t.Errorf("with %q, %d are removed and %d fails, want %v", units, got[0], got[1], want)
		}
	}
}
