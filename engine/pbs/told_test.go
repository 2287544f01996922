package pbs

import (
	"crypto/sha256"
	"flag"
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
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
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

func (b *page) row(indent string, cells []tongue.Text) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = c.String()
	}
	b.add("%s%s", indent, strings.Join(texts, " | "))
}

// report writes a report in full.
func (b *page) report(r engine.Report) {
	b.add("  report for %q: %s", r.Side, r.Title)
	b.add("    %s", r.Summary)
	b.add("    %s %s", r.Victory.Stands, r.Victory.Needs)
	for _, w := range r.Victory.Ways {
		b.add("    - %s [%s]", w.Text, w.Rule)
	}
	for _, c := range r.Story {
		b.add("    == %s", c.Heading)
		for _, l := range c.Lines {
			b.add("    - %s [%s]", l.Text, l.Rule)
		}
	}
	for _, e := range r.Episodes {
		b.add("    short %s: %s", e.Name, e.Text)
	}
	for _, table := range r.Tables {
		b.row("    == "+table.Title.String()+": ", table.Columns)
		for _, row := range table.Rows {
			b.row("    ", row)
		}
	}
	for _, d := range append(r.Owed, r.Optional...) {
		b.add("    owed %s %s: %s / %s, open %v, secret %v, optional %v, hold %q", d.ID, d.Rule, d.Prompt, d.Default,
			d.Open, d.Secret,
			d.Optional, d.Hold)
	}
	b.add("    waiting %v; %s", r.Waiting, r.End)
	for _, l := range r.Template {
		b.add("    > %s %s", l.Text, l.Note)
	}
}

// board writes a map.
func (b *page) board(m board.Board) {
	b.add("  map %s, %v to %v, cells of %d, ruler %v", m.Title, m.Min, m.Max, m.Cell, m.Ruler)
	for _, s := range m.Sides {
		b.add("    side %+v", s)
	}
	for _, r := range m.Regions {
		b.add("    region %q %s %q %v %v %v", r.ID, r.Terrain, r.Name, r.Center, r.Outline, r.Marks)
	}
	for _, e := range m.Edges {
		b.add("    edge %+v", e)
	}
	for _, pc := range m.Pieces {
		b.add("    piece %s %q %v %v %s %s %s note %q count %d-%d facing %d", pc.ID, pc.Name, pc.At, pc.Side, pc.Symbol,
			pc.Label,
			pc.State, pc.Note, pc.Count, pc.Lost, pc.Facing)
	}
	for _, a := range m.Arrows {
		b.add("    arrow %+v", a)
	}
	for _, p := range m.Paths {
		b.add("    path %+v", p)
	}
	for _, p := range m.Piles {
		b.add("    pile %s of %d: %d %v", p.Name, p.Side, p.Count, p.Pieces)
	}
}

// told plays a game and writes all that is told of it, or only what can be said and how the pawn
// goes.
func told(t *testing.T, setup engine.Setup, seed uint64, bot engine.Bot, all bool) string {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	players := map[engine.Side]engine.Bot{}
	for _, side := range rs.Sides(start) {
		players[side] = bot
	}
	var b page
	if !all {
		b.report(engine.Tell(rs, start, start, nil, rs.Sides(start)[0]))
	}
	step := 0
	s := book.Simulation{Game: Game, Rules: rs, Setup: setup, Players: players}
	if _, err := s.Play(seed, func(f book.Frame) error {
		step++
		b.add("step %d, turn %d", step, rs.Turn(f.After))
		for _, o := range f.Step.Inputs {
			for _, l := range o.Lines {
				b.add("  %s: %s", o.Side, strings.Join(l.Words, " "))
			}
		}
		first := rs.Sides(f.After)[0]
		m := engine.Show(rs, f.After, f.Step.Events, first)
		if all {
			for _, side := range append(rs.Sides(f.After), "") {
				b.report(engine.Tell(rs, f.Before, f.After, f.Step.Events, side))
			}
			b.board(m)
		} else {
			b.board(board.Board{Title: m.Title, Arrows: m.Arrows})
			for _, l := range engine.Tell(rs, f.Before, f.After, f.Step.Events, first).Template {
				b.add("    > %s %s", l.Text, l.Note)
			}
			b.add("  stands %q", rs.Standing(f.After, first))
		}
		for _, d := range rs.Owed(f.After) {
			for _, o := range rs.Draft(f.After, d).Options() {
				b.add("  option of %s: %s", d.Side, strings.Join(o.Words, " "))
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDataOnce: an army that both sides have is one file.
func TestDataOnce(t *testing.T) {
	for armies, want := range map[string]int{"army french-1805\narmy french-1805\n": 1,
		"army french-1805\narmy allied-1805\n": 2} {
		rs, p, err := ReadCase([]byte(armies + "phase R\n"))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, d := range rs.Data(p) {
			if strings.HasPrefix(d.Name, "rosters/") {
				n++
			}
			if sha256.Sum256(rs.DataText(p, d.Name)) != d.Hash {
				t.Errorf("%s has another text", d.Name)
			}
		}
		if n != want {
			t.Errorf("%s: %d rosters, want %d", armies, n, want)
		}
		if all := rs.Data(p); all[len(all)-1].Name != "scenarios/case.txt" {
			t.Errorf("%s: the scenario is missing in %v", armies, all)
		}
	}
}

// TestCampaignAsTold: all that both sides and the public are told of two whole campaigns, what
// they can say, and what the computer player says. The files are read when they change.
func TestCampaignAsTold(t *testing.T) {
	golden(t, "told-danube.txt", told(t, engine.Setup{Scenario: "danube", Options: map[string]string{"weather": "yes"}},
		3, bots[0], true))
	golden(t, "told-trebbia.txt", told(t, engine.Setup{Scenario: "trebbia",
		Options: map[string]string{"format": "magna"}}, 5,
		book.Random, true))
	golden(t, "told-asked.txt", told(t, engine.Setup{Scenario: "danube", Options: map[string]string{"ask": "all"}}, 7,
		book.Random, false))
}
