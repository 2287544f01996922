package pbs

import (
	"strings"
	"testing"

	"berthier/engine"
)

// previewed is what the French are shown of some lines.
func previewed(t *testing.T, position string, lines ...string) (before *Position, x engine.Preview) {
	t.Helper()
	rs, p, err := ReadCase([]byte(position))
	if err != nil {
		t.Fatal(err)
	}
	o := engine.Orders{Side: "French"}
	for i, l := range lines {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
	}
	return rs.View(p, "French").(*Position), rs.Preview(p, o)
}

// TestPreview: lines of the deployment show the whole army as it comes to stand; others nothing.
func TestPreview(t *testing.T) {
	const lists = "phase L\nsite standard c4 5 -\npiece French compulsory village placed 80,44,24,24\n" +
		"hand French white,white,white,white,white\n"
	_, x := previewed(t, lists, "deploy f05 5,8", "ambush f07 21,13", "flank-march n3 left f09", "camp 20")
	p := x.After.(*Position)
	a := &p.Armies[0]
	at := func(id string) Rect { return a.Groups[p.group(0, id)].At }
	switch {
	case at("f05") != Rect{20, 32, 16, 4}:
		t.Errorf("f05 stands at %v", at("f05"))
	case a.Camp != Rect{80, 0, 16, 8}:
		t.Errorf("the camp is at %v", a.Camp)
	case len(a.Ambushes) != 1 || len(a.Marches) != 1 || at("f07").W > 0 || at("f09").W > 0:
		t.Errorf("%v lie in ambush, %v march", a.Ambushes, a.Marches)
	case len(a.pool()) != 0:
		t.Errorf("%v are not deployed", a.pool())
	case len(x.Odds) != 0 || len(p.Armies[1].pool()) != 16 || p.Armies[1].Camp.W > 0:
		t.Error("something of the enemy is shown, or odds are")
	}
	for _, e := range x.Events {
		if e.Roll != nil || e.By == "Allied" {
			t.Errorf("it shows %s", e)
		}
	}
	_, x = previewed(t, "option ask=E15\nphase U\nsite standard c4 5 -\nscouting 70 50\nsteps 1\n"+
		"camp French 82,0,16,8\n"+
		"ug f01 84,24,16,4 1\nplan French hidden \"ambush f07 21,13\"\n", "deploy f05 5,8")
	if a := x.After.(*Position).Armies[0]; len(a.pool()) != 0 || len(a.Ambushes) != 0 ||
		a.Camp != (Rect{82, 0, 16, 8}) {
		t.Errorf("in a later step: %d wait, %v hide, the camp is at %v", len(a.pool()), a.Ambushes, a.Camp)
	}
	_, x = previewed(t, "option ask=E14\nphase H\nsite standard c4 5 -\nscouting 70 50\nsteps 1\n"+
		"piece French compulsory village placed 80,44,24,24\n", "ambush f07 21,13")
	if a := x.After.(*Position).Armies[0]; len(a.Ambushes) != 1 || len(a.pool()) != 0 {
		t.Errorf("when troops hide: %v hide, %d wait", a.Ambushes, len(a.pool()))
	}
	for _, c := range []struct{ position, line string }{
		{lists, "hold"}, {lists, "general n1 at 5,5"}, {lists, "deploy zz"},
		{"phase G\nsite standard c4 5 -\n", "deploy f05 5,8"},
		{"phase N\nsite standard c4 5 -\n", "general n1 at 5,5"},
	} {
		before, x := previewed(t, c.position, c.line)
		if string(x.After.Encode()) != string(before.Encode()) || len(x.Events)+len(x.Odds) > 0 {
			t.Errorf("%s shows %v", c.line, x.Events)
		}
	}
}
