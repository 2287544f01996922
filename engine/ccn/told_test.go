package ccn

import (
	"errors"
	flags "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/book"
	"berthier/engine/tongue"
)

// golden compares a text with a file of testdata, which -update writes anew. Whoever does that
// reads the difference.
func golden(t *testing.T, file, got string) {
	t.Helper()
	file = "testdata/" + file
	if f := flags.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			t.Fatalf("%s, line %d: got\n%s\nwant\n%s", file, i+1, gotLines[i], wantLines[i])
		}
	}
	if len(gotLines) != len(wantLines) {
		t.Fatalf("%s has %d lines, got %d", file, len(wantLines), len(gotLines))
	}
}

// page is a text that a reader would get, in a language.
type page struct {
	strings.Builder
	lang tongue.Language
}

func (b *page) add(format string, args ...any) {
	for i, a := range args {
		if x, ok := a.(tongue.Text); ok {
			args[i] = x.In(b.lang)
		}
	}
	fmt.Fprintf(b, format+"\n", args...)
}

// report writes what a report tells, short and long, and what can be ordered.
func (b *page) report(r engine.Report) {
	b.add("  report for %q: %s / %s / %s", r.Side, r.Title, r.Summary, r.Next)
	b.add("    %s %s", r.Victory.Stands, r.Victory.Needs)
	for _, e := range r.Episodes {
		b.add("    == %s: %s (%s)", e.Name, e.Text, e.Short)
		for _, f := range e.Fights {
			b.add("    %s [%s] %s: %s, weight %d, %d ends", f.Title, f.Rule, f.Text, f.Result, f.Weight, len(f.Ends))
			for _, force := range f.Forces {
				b.add("      %s %s %s", force.Side, force.Who, force.Strength)
			}
			for _, x := range f.Rolls {
				b.add("      [%s] %s %s: %s", x.Rule, x.Name, x.Who, x.Fell)
			}
		}
	}
	for _, c := range r.Story {
		b.add("    == %s", c.Heading)
		for _, l := range c.Lines {
			b.add("    - %s [%s] %s", l.Text, l.Rule, l.Fell)
		}
	}
	for _, x := range r.Trials {
		b.add("    trial %s %s: %d of %d, %t", x.Side, x.Name, x.Good, x.Of, x.Success)
	}
	for _, l := range r.Template {
		b.add("    > %s %s", l.Text, l.Note)
	}
	b.add("    %s", r.End)
}

// standing writes how things stand after a report: what wins, the tables, and the cards of the reader.
func (b *page) standing(r engine.Report) {
	b.add("how it stands for %q", r.Side)
	for _, w := range r.Victory.Ways {
		b.add("  [%s] %s", w.Rule, w.Text)
	}
	for _, x := range r.AllTables() {
		b.add("  == %s: %s", x.Title, tongue.List(x.Columns, ", "))
		for _, row := range x.Rows {
			b.add("  %s", tongue.List(row, ", "))
		}
	}
	for _, c := range r.Cards {
		b.add("  %d x %s: %s", c.Count, c.Word, c.Text)
	}
}

// drawn writes what is on a map: its edges, and who stands where.
func (b *page) drawn(m board.Board) {
	for _, e := range m.Edges {
		b.add("  edge %s %s %s %.0f", e.Kind, e.A, e.B, e.Line)
	}
	for _, x := range m.Pieces {
		b.add("  %s %s %d %s %s %d-%d %s", x.ID, x.Region, x.Side, x.Symbol, x.Label, x.Count, x.Lost, x.State)
	}
}

// told plays some steps of a battle by the computer and writes what one side is told of it, in a
// language.
func told(t *testing.T, rs *Ruleset, setup engine.Setup, seed uint64, most, reader int, l tongue.Language) string {
	t.Helper()
	start, err := rs.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	b := page{lang: l}
	players := map[engine.Side]engine.Bot{}
	for _, side := range rs.Sides(start) {
		players[side] = rs.Bots()[0]
	}
	side := rs.Sides(start)[reader]
	b.report(engine.Tell(rs, start, start, nil, side))
	enough, step, last, end := errors.New("enough"), 0, engine.Report{}, start
	s := book.Simulation{Game: Game, Rules: rs, Setup: setup, Players: players}
	if _, err := s.Play(seed, func(f book.Frame) error {
		step++
		b.add("step %d, turn %d", step, rs.Turn(f.After))
		for _, o := range f.Step.Inputs {
			for _, l := range o.Lines {
				b.add("  %s: %s", o.Side, strings.Join(l.Words, " "))
			}
		}
		last = engine.Tell(rs, f.Before, f.After, f.Step.Events, side)
		b.report(last)
		end = f.After
		for _, g := range rs.Chronicle(f.After).Goals {
			b.add("  goal %s %q", g.Name, g.Holder)
		}
		if step == most {
			return enough
		}
		return nil
	}); err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
	}
	b.standing(last)
	b.drawn(rs.Map(end, nil, side))
	return b.String()
}

// TestBattlesAsTold: what is told of the beginnings of battles, what can be ordered, and what the
// computer player orders. The files are read when they change.
func TestBattlesAsTold(t *testing.T) {
	rs, march := marching(t)
	golden(t, "told-prebattle.txt", told(t, rs, march, 2, 12, 0, tongue.En))
	golden(t, "told-pratzen.txt", told(t, rs, engine.Setup{Scenario: "pratzen"}, 3, 12, 0, tongue.En))
	golden(t, "told-crossroads.txt", told(t, rs, engine.Setup{Scenario: "crossroads",
		Options: map[string]string{"terrain": "cumulative", "square": "roll", "rally": "flags", "ask": "all"}}, 4, 40,
		0, tongue.En))
}

// TestBattlesAsToldToOthers: the same to the side that moves second, and in another language.
func TestBattlesAsToldToOthers(t *testing.T) {
	rs := loaded(t)
	golden(t, "told-corunna.txt", told(t, rs, engine.Setup{Scenario: "corunna",
		Options: map[string]string{"ask": "D16,D20"}}, 5, 24, 1, tongue.En))
	golden(t, "told-arapiles-pl.txt", told(t, rs, engine.Setup{Scenario: "arapiles"}, 6, 16, 1, tongue.Pl))
}

// TestArrivalsRead: a position can have the first leader and the first unit arrive.
func TestArrivalsRead(t *testing.T) {
	_, p, err := ReadCase([]byte("unit late British line at=off\nleader gen British at=off\n" +
		"unit me British line at=E6\nunit df French line at=I7\narrival British left 2 late leader=gen\n"))
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.rs.decode(p.Encode())
	if err != nil || len(q.Arrivals) != 1 || q.Arrivals[0].Leader != 0 || q.Arrivals[0].Units[0] != 0 {
		t.Errorf("%v, %v", q.Arrivals, err)
	}
}

// TestPlaceWord: a hex is read with one sign in it, as people write it; the name of a piece is none.
func TestPlaceWord(t *testing.T) {
	_, p := mistakesAt(t, "unit f-5 French line at=B1\n")
	for word, want := range map[string]string{"e-6": "e6", "e.6": "e6", "e6": "e6", "e06": "e6", "e.-6": "", "28ft": "",
		"e": "", "f-5": ""} {
		if got, ok := p.placeWord(word); got != want || ok != (want != "") {
			t.Errorf("%s is read as %q, %t", word, got, ok)
		}
	}
}

// TestGoalForOne: a goal that is worth nothing to a side does not count for it, whoever holds it.
func TestGoalForOne(t *testing.T) {
	_, p, err := ReadCase([]byte("goal E6 \"Farm\" French=1\nunit me British line at=E6\nunit df French line at=I7\n"))
	if err != nil {
		t.Fatal(err)
	}
	if row := p.goalTable()[0].Rows[0]; row[2].String() != "" {
		t.Errorf("it counts for %s", row[2])
	}
	if ways := p.tasks(); len(ways) != 1 || !strings.Contains(ways[0].Text.String(), "French") {
		t.Errorf("it is named for %v", ways)
	}
}

// TestWorksCrossed: a line crosses the fortified side through which it goes; one that runs through
// a corner crosses both sides there, and both have to be fortified.
func TestWorksCrossed(t *testing.T) {
	for _, tt := range []struct {
		sides, from string
		want        bool
	}{
		{"E", "E8", true}, {"E", "E9", true}, {"E", "E5", false}, {"W", "E4", true}, {"W", "E8", false},
		{"NE", "G7", true}, {"NE", "G8", true}, {"E", "G8", false}, {"NE,E", "F7", true}, {"NE", "F7", false},
		{"E", "F7", false}, {"E", "F8", true}, {"W", "F3", true}, {"W", "F4", false}, {"W,NW", "F4", true},
		{"SW", "C5", true}, {"SE", "C7", true}, {"SE", "C5", false},
		{"NE,NW", "G6", true}, {"NW", "G6", false}, {"NW", "G5", true}, {"NE,SE", "F7", false},
		{"E", "E6", false}, {"E", "E7", true},
	} {
		_, p, err := ReadCase([]byte("works E6 " + tt.sides +
			"\nunit br British line at=A1\nunit fr French line at=I1\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.worksCrossed(hexOf("E6"), hexOf(tt.from)); got != tt.want {
			t.Errorf("works %s of E6 toward %s: %t", tt.sides, tt.from, got)
		}
	}
}
