package ccn

import (
	"errors"
	flags "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
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

// page is a text that a reader would get.
type page struct{ strings.Builder }

func (b *page) add(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }

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

// told plays some steps of a battle by the computer and writes what one side is told of it.
func told(t *testing.T, rs *Ruleset, setup engine.Setup, seed uint64, most int) string {
	t.Helper()
	start, err := rs.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	var b page
	players := map[engine.Side]engine.Bot{}
	for _, side := range rs.Sides(start) {
		players[side] = rs.Bots()[0]
	}
	side := rs.Sides(start)[0]
	b.report(engine.Tell(rs, start, start, nil, side))
	enough, step := errors.New("enough"), 0
	s := book.Simulation{Game: Game, Rules: rs, Setup: setup, Players: players}
	if _, err := s.Play(seed, func(f book.Frame) error {
		step++
		b.add("step %d, turn %d", step, rs.Turn(f.After))
		for _, o := range f.Step.Inputs {
			for _, l := range o.Lines {
				b.add("  %s: %s", o.Side, strings.Join(l.Words, " "))
			}
		}
		b.report(engine.Tell(rs, f.Before, f.After, f.Step.Events, side))
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
	return b.String()
}

// TestBattlesAsTold: what is told of the beginnings of battles, what can be ordered, and what the
// computer player orders. The files are read when they change.
func TestBattlesAsTold(t *testing.T) {
	rs, march := marching(t)
	golden(t, "told-prebattle.txt", told(t, rs, march, 2, 12))
	golden(t, "told-pratzen.txt", told(t, rs, engine.Setup{Scenario: "pratzen"}, 3, 12))
	golden(t, "told-crossroads.txt", told(t, rs, engine.Setup{Scenario: "crossroads",
		Options: map[string]string{"terrain": "cumulative", "square": "roll", "rally": "flags", "ask": "all"}}, 4, 40))
}

// TestArrivalsRead: a position can have the first leader and the first unit arrive.
func TestArrivalsRead(t *testing.T) {
	_, p, err := ReadCase([]byte("unit late British line at=off\nleader gen British at=off\nunit me British line at=E6\n" +
		"unit df French line at=I7\narrival British left 2 late leader=gen\n"))
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.rs.decode(p.Encode())
	if err != nil || len(q.Arrivals) != 1 || q.Arrivals[0].Leader != 0 || q.Arrivals[0].Units[0] != 0 {
		t.Errorf("%v, %v", q.Arrivals, err)
	}
}

// TestPlaceWord: a hex is read with one sign in it, as people write it.
func TestPlaceWord(t *testing.T) {
	for word, want := range map[string]string{"e-6": "e6", "e.6": "e6", "e6": "e6", "e06": "e6", "e.-6": "", "28ft": "", "e": ""} {
		if got, ok := placeWord(word); got != want || ok != (want != "") {
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
