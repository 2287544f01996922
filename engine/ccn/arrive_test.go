package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ccn/setup"
)

// TestArrivalsHidden: when and where somebody arrives his own side alone sees; that he is missing
// everybody.
func TestArrivalsHidden(t *testing.T) {
	rs, setup := marching(t)
	p, err := rs.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	for side, want := range map[engine.Side][]string{"Allied": {"4", "own right"}, "French": {"?", "?"},
		"": {"?", "?"}} {
		v := rs.View(p, side)
		if got := strings.Contains(string(v.Encode()), "\narrival "); got != (side == "Allied") {
			t.Errorf("%q sees when they arrive: %t", side, got)
		}
		tables := engine.Tell(rs, p, p, nil, side).Tables
		i := slices.IndexFunc(tables, func(t engine.Table) bool { return t.Title.String() == "Not yet on the board" })
		if i < 0 {
			t.Fatalf("%q is not told who is missing", side)
		}
		var got []string
		for _, row := range tables[i].Rows {
			got = append(got, row[0].String()+" "+row[1].String())
			if row[2].String() != want[0] || row[3].String() != want[1] {
				t.Errorf("%q is told %v", side, row)
			}
		}
		if missing := []string{"Allied Bagration's infantry (u-a09)", "Allied Bagration's jaegers (u-a10)",
			"Allied Russian hussars (u-a11)", "Allied Bagration (g-k3)"}; !slices.Equal(got, missing) {
			t.Errorf("%q misses %q", side, got)
		}
	}
	for side, want := range map[engine.Side]bool{"Allied": true, "French": false} {
		sheet := engine.Tell(rs, p, p, nil, side).Template
		if got := slices.ContainsFunc(sheet, func(l engine.TemplateLine) bool {
			return l.Text == "# standing arrival d"
		}); got != want {
			t.Errorf("%s is offered a row to arrive in: %t", side, got)
		}
	}
	bad := rs.Check(p, engine.Orders{Side: "Allied", Lines: []engine.Order{
		engine.Order{Words: []string{"order", "u-a09"}}.Arrived(1)}})
	if len(bad) == 0 {
		t.Error("one who has not yet arrived can be ordered [X-23]")
	}
}

// TestArrivalsDecode: what cannot be in a position is refused, by its line.
func TestArrivalsDecode(t *testing.T) {
	rs, begin := marching(t)
	p, err := rs.Start(begin)
	if err != nil {
		t.Fatal(err)
	}
	text := string(p.Encode())
	const line = "arrival Allied right 2 u-a09,u-a10,u-a11 leader=g-k3\n"
	for bad, want := range map[string]string{
		"arrival Prussian right 2 u-a09 leader=g-k3\n":   "Prussian",
		"arrival Allied right x u-a09 leader=g-k3\n":     `"x" is not a number`,
		"arrival Allied right 99999 u-a09 leader=g-k3\n": "99999",
		"arrival Allied right 2 g-k3\n":                  `no unit "g-k3"`,
		"arrival Allied right 2 nobody\n":                `no unit "nobody"`,
		"arrival Allied right 2 u-a09 leader=u-a10\n":    `no leader "u-a10"`,
		"arrival Allied right 2 u-a09 leader=x\n":        `no leader "x"`,
		"arrival Allied right 2\n":                       "arrival",
		"arrival Allied above 2 u-a09 leader=g-k3\n":     "canonical",
	} {
		if !strings.Contains(text, line) {
			t.Fatalf("there is no %q in\n%s", line, text)
		}
		if _, err := rs.Decode([]byte(strings.Replace(text, line, bad, 1))); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", bad, err, want)
		}
	}
}

// TestArrivalsStart: a game has the file of the arrivals if its scenario needs one, and no other.
func TestArrivalsStart(t *testing.T) {
	rs, begin := marching(t)
	file := begin.Files[setup.ArrivalsFile]
	for about, c := range map[string]struct {
		scenario string
		files    map[string][]byte
		want     string
	}{
		"none":         {"prebattle", nil, "no file arrivals.txt says when"},
		"another":      {"prebattle", map[string][]byte{"x": file}, "begins with no file but arrivals.txt"},
		"one more":     {"prebattle", map[string][]byte{"x": file, setup.ArrivalsFile: file}, "no file but"},
		"without need": {"crossroads", begin.Files, "begins with no file but"},
		"that cannot be read": {"prebattle", map[string][]byte{setup.ArrivalsFile: []byte("x")},
			"arrivals.txt: line 1"},
		"that forgets a piece": {"prebattle", map[string][]byte{setup.ArrivalsFile: nil}, "u-a09 never arrives"},
	} {
		_, err := rs.Start(engine.Setup{Scenario: c.scenario, Files: c.files})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", about, err, c.want)
		}
	}
}

// TestArrivalsAsked: with ask=D27 the side that arrives is asked for the hex, and the answer
// counts.
func TestArrivalsAsked(t *testing.T) {
	rs, p, err := ReadCase([]byte("option ask=D27\nunit me British line at=E6\nunit df French line at=I7\n" +
		"unit late British line at=off\narrival British left 2 late\nturn-of French 2\n"))
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p, []engine.Orders{{Side: "French", Lines: []engine.Order{
		engine.Order{Words: []string{"play", "probe-center"}}.Arrived(1)}}}, engine.NewForced(0))
	if err != nil {
		t.Fatal(err)
	}
	q := rs.Apply(p, events)
	owed := rs.Owed(q)
	if len(owed) != 1 || owed[0].Kind != "D27" || owed[0].Side != "British" ||
		owed[0].Prompt.String() != "In which hex does late arrive?" {
		t.Fatalf("it owes %v", owed)
	}
	events, err = rs.Resolve(q, []engine.Orders{{Side: "British", Lines: []engine.Order{
		engine.Order{Words: []string{"answer", "G1"}}.Arrived(1)}}}, engine.NewForced())
	if err != nil {
		t.Fatal(err)
	}
	end := rs.Apply(q, events).(*Position)
	if u, _ := end.sc.Piece("late"); end.Units[u].Hex != hexOf("G1") || len(end.Arrivals) != 0 {
		t.Errorf("it is at %v, and %v is to come", end.Units[u].Hex, end.Arrivals)
	}
}

// TestArrivalsApart: of several arrivals, one of them without a leader, each piece is told its own.
func TestArrivalsApart(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit me British line at=E6\nunit df French line at=I7\n" +
		"unit one British line at=off\n" +
		"unit two British line at=off\nleader gen British at=off\narrival British right 5 two leader=gen\n" +
		"arrival British left 3 one\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rs.Report(p, p, nil, "British").Tables[1].Rows {
		got = append(got, row[1].String()+" "+row[2].String()+" "+row[3].String())
	}
	if want := []string{"one 5 own left", "two 9 own right", "gen 9 own right"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNoFireAtLeader: an attack on a leader who is alone is offered as a melee, and never as fire.
func TestNoFireAtLeader(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit me British line at=E6\nleader gen French at=E8\nunit df French line at=I1\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range engine.Tell(rs, p, p, nil, "British").Template {
		if strings.Contains(l.Text, "at gen") {
			t.Errorf("it is offered %s", l.Text)
		}
	}
}

// TestWeatherTold: every report says what the weather does.
func TestWeatherTold(t *testing.T) {
	rs, p, err := ReadCase([]byte("weather wet wind mud\nunit me British line at=E6\nunit df French line at=I7\n"))
	if err != nil {
		t.Fatal(err)
	}
	tables := engine.Tell(rs, p, p, nil, "").Tables
	last := tables[len(tables)-1]
	if last.Title.String() != "Weather" || len(last.Rows) != 3 || !strings.HasPrefix(last.Rows[2][0].String(), "Mud") {
		t.Errorf("the last table is %q %v", last.Title, last.Rows)
	}
}

// TestRaisedOnMap: a wood on a hill lies higher on the map.
func TestRaisedOnMap(t *testing.T) {
	rs, p, err := ReadCase([]byte("hex E7,E8 forest\nhill E7,D4\nunit me British line at=E6\n" +
		"unit df French line at=I7\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs.Map(p, nil, "").Regions {
		if want := boolInt(r.ID == "E7" || r.ID == "D4"); r.Level != want {
			t.Errorf("%s lies at %d, want %d", r.ID, r.Level, want)
		}
	}
}
