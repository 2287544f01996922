package jdg

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue"
)

// printReport is a report as plain text, for the golden files.
func printReport(r engine.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n%s\nfor %s\n", r.Title, r.Summary, r.Next, r.Side)
	fmt.Fprintf(&b, "\n%s\n%s\n", r.Victory.Stands, r.Victory.Needs)
	for _, w := range r.Victory.Ways {
		fmt.Fprintf(&b, "- %s [%s]\n", w.Text, w.Rule)
	}
	for _, c := range r.Story {
		fmt.Fprintf(&b, "\n== %s\n", c.Heading)
		for _, l := range c.Lines {
			note := ""
			if l.Note {
				note = "Note: "
			}
			fmt.Fprintf(&b, "%s%s [%s]\n", note, l.Text, l.Rule)
			if l.Roll != nil {
				fmt.Fprintf(&b, "    %s\n", printRoll(*l.Roll))
			}
		}
	}
	b.WriteString("\n== In short\n")
	for _, e := range r.Episodes {
		fmt.Fprintf(&b, "%s: %s | %s\n", e.Name, e.Text, e.Short)
		for _, f := range e.Fights {
			fmt.Fprintf(&b, "    %s [%s] %d: %s %q\n", f.Title, f.Rule, f.Weight, f.Text, f.Result)
			for _, x := range f.Forces {
				fmt.Fprintf(&b, "        %s: %s, %s\n", x.Side, x.Who, x.Strength)
			}
			for _, x := range f.Rolls {
				fmt.Fprintf(&b, "        %s %s: %s [%s]\n", x.Name, x.Who, x.Roll.Tell(), x.Rule)
			}
			for _, l := range f.Ends {
				fmt.Fprintf(&b, "        %s [%s]\n", l.Text, l.Rule)
			}
		}
	}
	for _, l := range engine.LuckOf(r.Trials) {
		fmt.Fprintf(&b, "luck of %s: %d of %d, expected %.2f, variance %.2f\n", l.Side, l.Successes,
			l.Trials, l.Expected, l.Variance)
	}
	for _, t := range r.AllTables() {
		fmt.Fprintf(&b, "\n== %s\n%s\n", t.Title, tongue.List(t.Columns, " | "))
		for _, row := range t.Rows {
			fmt.Fprintf(&b, "%s\n", strings.TrimSpace(tongue.List(row, " | ").String()))
		}
	}
	for _, d := range r.Owed {
		fmt.Fprintf(&b, "\nowed: %s [%s]; default: %s\n", d.Prompt, d.Rule, d.Default)
	}
	fmt.Fprintf(&b, "\nwaiting: %v\n\n%s", r.Waiting, r.Template)
	return b.String()
}

func printRoll(r engine.Roll) string {
	text := "rolled " + r.Shown()
	for _, m := range r.Mods {
		text += fmt.Sprintf(", %+d %s", m.Value, m.Name)
	}
	return fmt.Sprintf("%s = %d, needed %q: %q", text, r.Total, r.Need, r.Result)
}

// golden compares got with a file of testdata/report.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "report", name+".txt")
	if updating() {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s; run with -update and read the difference. Got\n%s", name, file, got)
	}
}

// TestReportGolden plays the beginning of the training scenario as two people
// would, and shows what each of them is told.
func TestReportGolden(t *testing.T) {
	rs := embedded(t)
	p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	steps := []struct {
		name string
		in   []engine.Orders
		dice []int
	}{
		{"1-orders", []engine.Orders{
			written("French", "order legrand", "order margaron", "first margaron",
				"standing counter-battery no for art4"),
			written("Allied", "order kienmay", "first kienmay"),
		}, []int{3, 8}},
		{"2-kienmayer", []engine.Orders{written("Allied", "move hessen to 0607 face W", "move lothring to 0707",
			"move szekler,broder to 0706 face W",
			"shock hessen at 0507")}, []int{2, 7, 1}},
		{"3-legrand", []engine.Orders{written("French", "move 18lig to 0605 face SSE", "shock 18lig at 0706",
			"move 26leg to 0504 face E", "lead soult with 26leg")},
			[]int{9, 4}},
	}
	for _, s := range steps {
		p = tellGolden(t, rs, p, s.name, s.in, s.dice...)
	}
}

// tellGolden plays a step and compares what both sides and the public are
// told.
func tellGolden(t *testing.T, rs *Ruleset, p engine.Position, name string, in []engine.Orders,
	values ...int) engine.Position {
	t.Helper()
	dice := engine.NewForced(values...)
	after, events := resolved(t, rs, p, dice, in...)
	if err := dice.Err(); err != nil {
		t.Fatalf("%s: %v, events\n%s", name, err, engine.PrintEvents(events))
	}
	for _, side := range []engine.Side{"French", "Allied", ""} {
		reader := strings.ToLower(string(side))
		if side == "" {
			reader = "public"
		}
		golden(t, name+"-"+reader, printReport(engine.Tell(rs, p, after, events, side)))
	}
	return after
}

// A player reads what came of the initiative of his leader, also where his report has little room.
func TestReportTellsInitiative(t *testing.T) {
	rs := embedded(t)
	start, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := resolved(t, rs, start, engine.NewForced(8, 3), written("French", "order legrand", "first margaron"),
		written("Allied"))
	for die, want := range map[int]string{
		1: "Margaron acts as if with Received Orders.", 8: "Margaron can only rally.",
	} {
		after, events := resolved(t, rs, p, engine.NewForced(die, 4), written("French", "initiative margaron"))
		for _, side := range []engine.Side{"French", "Allied", ""} {
			e := engine.Tell(rs, p, after, events, side).Episodes[0]
			if e.Text.String() != want || e.Short.String() != want {
				t.Errorf("%d, for %q: got %q and %q, want %q", die, side, e.Text, e.Short, want)
			}
		}
	}
}

// TestReportGoldenFight shows fire with a reply, charges with a square and a
// recall, orders that come to nothing, and the end of a turn.
func TestReportGoldenFight(t *testing.T) {
	rs := embedded(t)
	pos, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	p := pos.(*Position).clone()
	p.Turn, p.Phase, p.Drawn, p.Holder = 2, ActivationPhase, Marker{"margaron", 1, 4}, 0
	p.Cup = p.filled(Marker{"dokhtur", 2, 3})
	for i := range p.Groups {
		p.Faces[i].Orders = OrderStatus(i % 2)
		p.Faces[i].Revealed = i < 2
	}
	put := func(id, at string, f hex.Facing) int {
		h, err := hex.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		u := unit(t, p, id)
		p.place(u, h)
		p.edit(u).Facing = f
		return u
	}
	put("arthor", "0606", hex.E)
	put("arthus", "0806", hex.W)
	put("26cha", "0610", hex.NNE)
	put("8hus", "0607", hex.SSE)
	put("szekler", "0808", hex.W)
	put("hessen", "1005", hex.W)
	put("szeklhus", "1007", hex.W)
	put("lothring", "1208", hex.W)
	p.edit(put("broder", "1010", hex.W)).State = setup.Disordered
	p.edit(put("vladimir", "1106", hex.W)).State = setup.Routed
	p.Sheets[1] = ask.Sheet{{Kind: "P10", Answer: "yes"}}
	tellGolden(t, rs, p, "4-margaron", []engine.Orders{written("French",
		"standing recall no for 8hus", "fire arthor at 0806", "charge 26cha at 0808 via 0609 0709",
		"charge 8hus at 0808 via 0708", "rally none")},
		5, 8, 9, 4, 5, 4, 6)
}

// checkReport holds a report to what every report has to be.
func checkReport(t *testing.T, at string, r engine.Report) {
	t.Helper()
	sentence := func(s string) {
		first, _ := utf8.DecodeRuneInString(s)
		end := strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, ":")
		odd := slices.ContainsFunc([]string{"  ", " ,", " .", "..", "()", ": .", ", .", " the the ", "%!"},
			func(x string) bool { return strings.Contains(s, x) })
		if s == "" || unicode.IsLower(first) || !end || odd || strings.HasPrefix(s, ",") {
			t.Errorf("%s: %q is no good sentence", at, s)
		}
	}
	last := ""
	for _, c := range r.Story {
		if c.Heading.Empty() || c.Heading.String() == last || len(c.Lines) == 0 {
			t.Errorf("%s: chapter %q with %d lines after %q", at, c.Heading, len(c.Lines), last)
		}
		last = c.Heading.String()
		for _, l := range c.Lines {
			sentence(l.Text.String())
			if l.Rule == "" {
				t.Errorf("%s: %q has no rule", at, l.Text)
			}
		}
	}
	if !r.Summary.Empty() {
		sentence(r.Summary.String())
	}
	sentence(r.Victory.Stands.String())
	if !r.Victory.Needs.Empty() {
		sentence(r.Victory.Needs.String())
	}
	for _, w := range r.Victory.Ways {
		sentence(w.Text.String())
	}
	if strings.HasSuffix(r.Title.String(), ": ") || r.Title.Empty() {
		t.Errorf("%s: title %q", at, r.Title)
	}
	for _, table := range r.AllTables() {
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: table %s: row %q has %d cells of %d", at, table.Title, row, len(row), len(table.Columns))
			}
		}
	}
}

// rollsIn counts the rolls of a story.
func rollsIn(r engine.Report) int {
	n := 0
	for _, c := range r.Story {
		for _, l := range c.Lines {
			if l.Roll != nil {
				n++
			}
		}
	}
	return n
}

func TestReportOfRandomGames(t *testing.T) {
	rs := embedded(t)
	for _, g := range []struct {
		scenario, ask string
		seed          uint64
		steps         int
	}{{"goldbach", "none", 1, 60}, {"goldbach", "all", 2, 60}, {"austerlitz", "all", 3, 12}} {
		playRandomly(t, rs, g.scenario, g.ask, g.seed, g.steps, func(s playedStep) {
			for _, side := range []engine.Side{"French", "Allied", ""} {
				at := fmt.Sprintf("%s, %q", s.at, side)
				r := engine.Tell(rs, s.before, s.after, s.events, side)
				checkReport(t, at, r)
				want := 0
				for _, e := range engine.Visible(s.events, side) {
					if e.Roll != nil {
						want++
					}
				}
				if got := rollsIn(r); got != want {
					t.Errorf("%s: the story shows %d rolls, there were %d", at, got, want)
				}
				owes, may := engine.Owes(rs.Owed(s.after), side), engine.MayAnswer(rs.Owed(s.after), side)
				if owes != (len(r.Owed) > 0) || may && !owes != (len(r.Optional) > 0) || may != !r.Template.Empty() {
					t.Errorf("%s: owes %v, may answer %v, owed %v, optional %v, template %q", at, owes, may,
						r.Owed, r.Optional, r.Template)
				}
			}
		})
	}
}

// TestReportHidesTheOtherSide changes everything that a side may not know and
// wants the same report.
func TestReportHidesTheOtherSide(t *testing.T) {
	rs := embedded(t)
	changed := 0
	playRandomly(t, rs, "goldbach", "all", 5, 30, func(s playedStep) {
		for own, side := range []engine.Side{"French", "Allied"} {
			before, after := disguised(s.before, own, &changed), disguised(s.after, own, &changed)
			events := slices.DeleteFunc(slices.Clone(s.events), func(e engine.Event) bool { return !e.VisibleTo(side) })
			events = append(events, engine.Event{Rule: "2.3.2-a", Kind: "order", By: rs.Sides(s.after)[1-own],
				For:  engine.Only(rs.Sides(s.after)[1-own]),
				Args: []engine.Arg{{Key: "group", Value: "secret"}}})
			got, want := engine.Tell(rs, before, after, events, side),
				engine.Tell(rs, s.before, s.after, s.events, side)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the report for %s depends on what it may not know: got\n%s\nwant\n%s", s.at, side,
					printReport(got), printReport(want))
			}
			if a, b := rs.Map(rs.View(after, side), events, side),
				rs.Map(rs.View(s.after, side), s.events, side); !reflect.DeepEqual(a, b) {
				t.Errorf("%s: the map for %s depends on what it may not know", s.at, side)
			}
		}
	})
	if changed < 20 {
		t.Errorf("only %d facts were disguised", changed)
	}
}

// disguised returns the position with other facts where side own sees none:
// face-down orders, standing orders and questions of the other side.
func disguised(pos engine.Position, own int, changed *int) engine.Position {
	p := pos.(*Position).clone()
	for i := range p.Groups {
		g := &p.Faces[i]
		if p.sc.Forms[p.Groups[i].Form].Side != own && !g.Revealed {
			g.Orders = ReceivedOrders - g.Orders
			*changed++
		}
	}
	p.Sheets[1-own] = append(p.Sheets[1-own], ask.StandingOrder{Kind: "P17", Answer: "no"})
	if p.Asked != nil && p.Asked.Questions[0].Side != p.sideName(own) {
		a, q := *p.Asked, p.Asked.Questions[0]
		q.Prompt, q.Options, q.Default = "something else?", []string{"a", "b"}, "b"
		a.Questions = []ask.Question{q}
		p.Asked = &a
		*changed++
	}
	return p
}
