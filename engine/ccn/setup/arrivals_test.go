package setup

import (
	"slices"
	"strings"
	"testing"
)

const arrivalScenario = `scenario "Arrivals"
side French bottom
side Allied top nations=Austrian,Russian
first French
unit f1a French line at=E6
unit f2a French line at=off
unit f3a French line at=off
leader fx French at=off
leader fy French at=E6
unit a1a Russian line at=H6
`

// TestArrivals reads a file of arrivals, and says what is wrong with others.
func TestArrivals(t *testing.T) {
	sc, err := ParseScenario("x", []byte(arrivalScenario), load(t))
	if err != nil {
		t.Fatal(err)
	}
	if !sc.Later() {
		t.Error("nobody comes later")
	}
	got, err := sc.ParseArrivals([]byte("# origin\n\narrival French left 3 f3a,f2a leader=fx\n"))
	if err != nil {
		t.Fatal(err)
	}
	if a := got[0]; len(got) != 1 || a.Side != 0 || !a.Left || a.Turn != 3 || !slices.Equal(a.Units, []int{2, 1}) ||
		a.Leader != 0 {
		t.Errorf("got %+v", got)
	}
	got, err = sc.ParseArrivals([]byte("arrival French right 2 f3a\narrival French left 30 f2a leader=fx\n"))
	if err != nil || len(got) != 2 || got[0].Left || got[0].Leader != -1 {
		t.Errorf("got %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":                                     "f2a never arrives",
		"arrival French left 3 f2a,f3a":        "fx never arrives",
		"arrival Prussian left 3 f2a":          `unknown side "Prussian" (want French or Allied)`,
		"arrival French above 3 f2a":           `from "above"`,
		"arrival French left 1 f2a":            "1",
		"arrival French left 31 f2a":           "31",
		"arrival French left 3 f9a":            `"f9a" is no unit`,
		"arrival French left 3 fx":             `"fx" is no unit`,
		"arrival French left 3 f2a leader=f3a": `"f3a" is no leader`,
		"arrival French left 3 f2a leader=fy":  "fy is on the board",
		"arrival French left 3 f1a":            "f1a is on the board",
		"arrival Allied left 3 f2a":            "f2a fights for French",
		"arrival French left 3 f2a,f2a":        "f2a arrives twice",
		"arrival French left 3":                "units",
		"arrival French left 3 f2a f3a":        "f3a",
		"later French left 3 f2a":              "later",
		"arrival French left 3 f2a,f3a leader=fx\narrival French left 3 f2a": "f2a arrives twice",
	} {
		if _, err := sc.ParseArrivals([]byte(text + "\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestLeadersArrive: each of several leaders comes with those whom his line names.
func TestLeadersArrive(t *testing.T) {
	text := strings.Replace(arrivalScenario, "leader fy French at=E6", "leader fy French at=off", 1)
	sc, err := ParseScenario("x", []byte(text), load(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := sc.ParseArrivals([]byte("arrival French left 3 f2a leader=fx\narrival French right 4 f3a leader=fy\n"))
	if err != nil || got[0].Leader != 0 || got[1].Leader != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestScenarioOfACampaign: faults of what only battles have that grow out of a campaign.
func TestScenarioOfACampaign(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"first French", "first French\nweather", "the weather hinders nothing"},
		{"first French", "first French\nweather wet hail", `weather "hail" (want wet, wind or mud, each once)`},
		{"first French", "first French\nweather wet wet", `weather "wet"`},
		{"first French", "first French\nhill J7", `there is no hex "J7"`},
		{"unit f1a French line at=E6", "", "French has no unit"},
		{"unit a1a Russian line at=H6", "unit a1a Russian line at=off", "Allied has no unit"},
		{"nations=Austrian,Russian", "nations=Russian,French", `nation "French" fights for both sides (side=SIDE)`},
		{"unit a1a Russian line", "unit a1a Russian line side=French", `nation "Russian" does not fight for French`},
		{"unit a1a Russian line", "unit a1a Russian line side=Prussian", `unknown side "Prussian"`},
	} {
		bad := strings.Replace(arrivalScenario, c.old, c.new, 1)
		if _, err := ParseScenario("x", []byte(bad), load(t)); bad == arrivalScenario || err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
	good := strings.NewReplacer("nations=Austrian,Russian", "nations=French", "French line", "French line side=French",
		"Russian line", "French line side=Allied").Replace(arrivalScenario)
	sc, err := ParseScenario("x", []byte(good), load(t))
	if err != nil || sc.Units[0].Side != 0 || sc.Units[3].Side != 1 {
		t.Errorf("the French on both sides: %v", err)
	}
}

// FuzzArrivals: any text is refused, or brings each piece once that is off the board.
func FuzzArrivals(f *testing.F) {
	tables, err := LoadTables(nil)
	if err != nil {
		f.Fatal(err)
	}
	sc, err := ParseScenario("x", []byte(arrivalScenario), tables)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("arrival French left 3 f3a,f2a leader=fx\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := sc.ParseArrivals(text)
		if err != nil {
			return
		}
		units, leaders := 0, 0
		for _, a := range all {
			units += len(a.Units)
			if a.Leader >= 0 {
				leaders++
			}
		}
		if units != 2 || leaders != 1 {
			t.Errorf("%d units and %d leaders arrive by\n%s", units, leaders, text)
		}
	})
}
