package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/templates"
)

// reportOf is the mail of a step to a side, with everything that one of an umpire's games has.
func reportOf(rs engine.Ruleset, f book.Frame, step int, side engine.Side) templates.Mail {
	m := templates.Mail{
		Report: engine.Tell(rs, f.Before, f.After, f.Step.Events, side), Step: step,
		Map: "map@berthier.test", Overview: "overview@berthier.test",
		Game: templates.Game{ID: "austerlitz-1", Address: "umpire@berthier.test", Rules: "jdg 1"},
		Data: rs.Data(f.After), OwnTables: true,
		Checkpoint: "berthier.test/austerlitz-1\n41\nq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=\n\n" +
			"— berthier.test kJx2pQ==\n",
		Inputs: []templates.TurnFile{{Side: side, Auth: "signed with SHA256:abc, received today",
			Hash: strings.Repeat("ab", 32)}},
		Dice: &templates.Dice{Game: "austerlitz-1", Step: step, Draws: f.Step.Draws},
	}
	m.Answer.Deadline = "Friday 8 May, 20.00 UTC"
	m.Answer.Header = "game: austerlitz-1\nside: " + string(side) + "\nturn: 1\nstep: 2\ncode: QRST-UVWX-YZ23\n"
	return m
}

// TestShortFirst holds the reports of whole games to what a person reads to the end: at most
// 120 lines, with an order block that begins in the first 80, a page that no mail program
// cuts, and every fight in the mail or in its details.
func TestShortFirst(t *testing.T) {
	rs, err := loadGame("jdg", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"austerlitz-02-tactical", "austerlitz-04-mixed", "goldbach-09-asked-tactical"} {
		data, err := os.ReadFile(filepath.Join(root, "engine/jdg/testdata/games", name+".game"))
		if err != nil {
			t.Fatal(err)
		}
		log, err := book.ParseLog(data)
		if err != nil {
			t.Fatal(err)
		}
		step, blocks, tables := 0, 0, 0
		err = log.Replay(rs, func(f book.Frame) error {
			step++
			for _, side := range rs.Sides(f.After) {
				m := reportOf(rs, f, step, side)
				text, page, err := templates.Report(m)
				if err != nil {
					return err
				}
				lines := strings.Count(string(text), "\n")
				if above, _, ok := strings.Cut(string(text), "\n"+m.Answer.Header); ok {
					blocks++
					if at := strings.Count(above, "\n") + 2; at > 80 {
						t.Errorf("%s, step %d, %s: the order block begins at line %d", name, step, side, at)
					}
				}
				if lines > 120 || len(page) > 100_000 {
					t.Errorf("%s, step %d, %s: %d lines, a page of %d bytes\n%s", name, step, side, lines, len(page), text)
				}
				tables += strings.Count(string(text), "\nResult ")
				if strings.Count(m.Report.Summary, ". ") > 2 {
					t.Errorf("%s, step %d, %s: more than three sentences: %s", name, step, side, m.Report.Summary)
				}
			}
			return nil
		})
		if err != nil || blocks < step || tables < 10 {
			t.Errorf("%s: %d steps, %d order blocks, %d tables of fights, %v", name, step, blocks, tables, err)
		}
	}
}
