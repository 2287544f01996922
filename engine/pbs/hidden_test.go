package pbs

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/pbs/setup"
)

// TestNotAllMarch: a list by which all formed troops would march round the flank loses its last
// flank march, and no more than it has to; skirmishers that stay do not count [B97].
func TestNotAllMarch(t *testing.T) {
	for _, c := range []struct {
		about  string
		formed []string // the formed troops of the army; all others are skirmishers
		want   []string // generals who march
	}{
		{"one formed unit group stays", []string{"f04", "f09", "f12"}, []string{"n3", "n4"}},
		{"none would stay", []string{"f09", "f12"}, []string{"n3"}},
		{"none would stay without the first", []string{"f09"}, nil},
		{"the last one has none", []string{"f12", "f04"}, []string{"n3", "n4"}},
	} {
		rs, p, err := ReadCase([]byte("phase L\nsite standard c4 5 -\n" +
			"hand French white,white,white,white,white\nhand Allied white,white,white,white,white\n"))
		if err != nil {
			t.Fatal(err)
		}
		sc, army := *p.sc, *p.sc.Armies[0]
		army.Groups = slices.Clone(army.Groups)
		for i := range army.Groups {
			army.Groups[i].Skirmisher = !slices.Contains(c.formed, army.Groups[i].ID)
		}
		sc.Armies = [2]*setup.Roster{&army, sc.Armies[1]}
		p.sc = &sc
		orders := []engine.Orders{{Side: "French"}, {Side: "Allied"}}
		for i, line := range []string{"flank-march n3 left f09", "flank-march n4 right f12", "camp 20"} {
			orders[0].Lines = append(orders[0].Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
		}
		events, err := rs.Resolve(p, orders, engine.NewForced(0, 0))
		if err != nil && len(events) == 0 {
			t.Fatalf("%s: %v", c.about, err)
		}
		var got []string
		for _, e := range events {
			if e.Kind == "march" {
				got = append(got, e.Get("general"))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v march, want %v", c.about, got, c.want)
		}
	}
}

// TestExpendablesDoNotWait: what has to be deployed before others is, although its player means it to march round a
// flank; of the others those wait that are to march [9-c, B35].
func TestExpendablesDoNotWait(t *testing.T) {
	rs, p, err := ReadCase([]byte("phase L\nsite standard c4 5 -\n" +
		"hand French white,white,white,white,white\nhand Allied green,white,white,white,white\n"))
	if err != nil {
		t.Fatal(err)
	}
	sc, army := *p.sc, *p.sc.Armies[0]
	army.Groups = slices.Clone(army.Groups)
	for i := range army.Groups {
		if army.Groups[i].ID == "f12" {
			army.Groups[i].Traits |= setup.Expendable
		}
		if army.Groups[i].Arm == setup.Artillery {
			army.Groups[i].Arm = setup.Foot
		}
	}
	sc.Armies = [2]*setup.Roster{&army, sc.Armies[1]}
	p.sc = &sc
	orders := []engine.Orders{{Side: "French"}, {Side: "Allied"}}
	for i, line := range []string{"deploy f01", "deploy f02", "flank-march n4 right f12", "flank-march n3 left f01"} {
		orders[0].Lines = append(orders[0].Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
	}
	events, err := rs.Resolve(p, orders, engine.NewForced(0))
	if err != nil && len(events) == 0 {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		if e.Kind == "deploy" && e.By == "French" && e.Get("step") == "1" {
			got = append(got, e.Get("ug"))
		}
	}
	if want := []string{"f12", "f02"}; !slices.Equal(got, want) {
		t.Errorf("the first step deploys %v, want %v", got, want)
	}
}
