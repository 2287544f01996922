package tlm

import (
	"errors"
	flags "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
)

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
			b.add("    %s [%s] %s: %s, weight %d", f.Title, f.Rule, f.Text, f.Result, f.Weight)
		}
	}
	for _, c := range r.Story {
		b.add("    == %s", c.Heading)
		for _, l := range c.Lines {
			b.add("    - %s [%s] %s", l.Text, l.Rule, l.Fell)
		}
	}
	for _, l := range r.Template {
		b.add("    > %s %s", l.Text, l.Note)
	}
	b.add("    %s", r.End)
}

// standing writes how things stand: what wins, the tables, the cards and the map.
func (b *page) standing(rs *Ruleset, pos engine.Position, r engine.Report) {
	for _, x := range r.AllTables() {
		b.add("  == %s: %s", x.Title, tongue.List(x.Columns, ", "))
		for _, row := range x.Rows {
			b.add("  %s", tongue.List(row, ", "))
		}
	}
	for _, c := range r.Cards {
		b.add("  %d x %s: %s", c.Count, c.Word, c.Text)
	}
	m := rs.Map(rs.View(pos, r.Side), nil, r.Side)
	for _, x := range m.Pieces {
		b.add("  %s %s %d %s %s %d-%d %s %s", x.ID, x.Region, x.Side, x.Symbol, x.Label, x.Count, x.Lost,
			x.State, x.Note)
	}
	for _, x := range m.Regions {
		b.add("  %s %v", x.ID, x.Marks)
	}
}

// campaign plays some steps of a scenario by the computer and writes what is ordered, what the orders
// promise, and what one side is told of it.
func campaign(t *testing.T, rs *Ruleset, set engine.Setup, seed uint64, most, reader int, l tongue.Language) string {
	t.Helper()
	b := page{lang: l}
	enough, step, last, side := errors.New("enough"), 0, engine.Report{}, rs.Sides(nil)[reader]
	log := book.Log{Setup: set, Seed: seed}
	var end engine.Position
	err := log.Play(rs, rs.General, func(f book.Frame) error {
		step++
		b.add("step %d, turn %d", step, rs.Turn(f.After))
		for _, o := range f.Step.Inputs {
			for _, l := range o.Lines {
				b.add("  %s: %s", o.Side, strings.Join(l.Words, " "))
			}
			for _, odds := range rs.Preview(rs.View(f.Before, o.Side), o).Odds {
				for _, l := range odds.Told() {
					b.add("    %s", l)
				}
			}
		}
		last, end = engine.Tell(rs, f.Before, f.After, f.Step.Events, side), f.After
		b.report(last)
		if step == most {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
	}
	b.standing(rs, end, last)
	return b.String()
}

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
	wantLines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("%s, line %d: got\n%s\nwant\n%s", file, i+1, line, wantLines[min(i, len(wantLines)-1)])
		}
	}
}

// TestCampaignsAsTold: what is ordered and told in the first seasons of scenarios, to either side.
// The files are read when they change.
func TestCampaignsAsTold(t *testing.T) {
	rs := loaded(t)
	golden(t, "told-verdun.txt", campaign(t, rs, engine.Setup{Scenario: "verdun"}, 2, 32, 0, tongue.En))
}

func TestLastOffensiveAsTold(t *testing.T) {
	golden(t, "told-friedensturm.txt", campaign(t, loaded(t), engine.Setup{Scenario: "friedensturm",
		Options: map[string]string{"ask": "all"}}, 3, 40, 1, tongue.En))
}

func TestWarAsTold(t *testing.T) {
	golden(t, "told-campaign.txt", campaign(t, loaded(t), engine.Setup{Scenario: "campaign"}, 5, 36, 0, tongue.En))
}

func TestMarneAsToldInFrench(t *testing.T) {
	golden(t, "told-marne-fr.txt", campaign(t, loaded(t), engine.Setup{Scenario: "marne"}, 4, 16, 1, tongue.Fr))
}
