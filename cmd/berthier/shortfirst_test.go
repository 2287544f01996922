package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/tongue"
	"berthier/templates"
)

// reportOf is the mail of a step to a side, with everything that one of an umpire's games has.
func reportOf(rs engine.Ruleset, f book.Frame, step int, side engine.Side) templates.Mail {
	m := templates.Mail{
		Report: engine.Tell(rs, f.Before, f.After, f.Step.Events, side), Step: step,
		Map: "map@berthier.test", Overview: "overview@berthier.test",
		Game: templates.Game{ID: "austerlitz-1", Address: "umpire@berthier.test", Rules: "jdg 1", Language: "en"},
		Data: rs.Data(f.After), OwnTables: true,
		Checkpoint: "berthier.test/austerlitz-1\n41\nq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=\n\n" +
			"— berthier.test kJx2pQ==\n",
		Inputs: []templates.TurnFile{{Side: side, Auth: tongue.Name("signed with SHA256:abc, received today"),
			Hash: strings.Repeat("ab", 32)}},
		Dice: &templates.Dice{Game: "austerlitz-1", Step: step, Draws: f.Step.Draws},
	}
	m.Answer.Deadline = tongue.Name("Friday 8 May, 20.00 UTC")
	m.Answer.Header = "game: austerlitz-1\nside: " + string(side) + "\nturn: 1\nstep: 2\ncode: QRST-UVWX-YZ23\n"
	return m
}

var shortGames = flag.Int("short.games", 2, "games of each kind but the first whose reports TestShortFirst reads")

// TestShortFirst holds the reports of whole games, each step in another language, to what a person reads to the end:
// at most 120 lines, with an order block that begins in the first 80, a page that no mail program
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
		r := firstScreen{t: t, name: name, rs: rs}
		if err := log.Replay(rs, r.frame); err != nil || r.blocks < r.step || r.tables < 10 {
			t.Errorf("%s: %d steps, %d order blocks, %d tables of fights, %v", name, r.step, r.blocks, r.tables, err)
		}
	}
	for _, g := range games[1:] {
		rs, err := g.Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(*shortGames) {
			name := fmt.Sprint(g.Name, ", seed ", seed)
			s := book.Simulation{Game: g, Rules: rs, Setup: g.Usual, Players: map[engine.Side]engine.Bot{}}
			for i, side := range usualSides(g) {
				s.Players[side] = book.Bots(g)[i&int(seed)&1]
			}
			r := firstScreen{t: t, name: name, rs: rs}
			if _, err := s.Play(seed, r.frame); err != nil || r.blocks < r.step-1 ||
				r.tables < 10 && g.Name != "pbs" { // a march has no fights
				t.Errorf("%s: %d steps, %d order blocks, %d tables of fights, %v", name, r.step, r.blocks,
					r.tables, err)
			}
		}
	}
}

// results begin the row of a fight that says how it came out.
var results = map[tongue.Language]string{"en": "Result", "fr": "Résultat", "pl": "Wynik", "el": "Αποτέλεσμα",
	"cs": "Výsledek"}

// firstScreen looks at the reports of one game.
type firstScreen struct {
	t                    *testing.T
	name                 string
	rs                   engine.Ruleset
	step, blocks, tables int
}

func (r *firstScreen) frame(f book.Frame) error {
	r.step++
	for _, side := range r.rs.Sides(f.After) {
		m, l := reportOf(r.rs, f, r.step, side), tongue.Languages()[r.step%len(tongue.Languages())]
		m.Game.Language = l
		text, page, err := templates.Report(m)
		if err != nil {
			return err
		}
		lines := strings.Count(string(text), "\n")
		if above, _, ok := strings.Cut(string(text), "\n"+m.Answer.Header); ok {
			r.blocks++
			if at := strings.Count(above, "\n") + 2; at > 80 {
				r.t.Errorf("%s, step %d, %s, %s: the order block begins at line %d", r.name, r.step, side, l, at)
			}
		}
		if lines > 120 || len(page) > 100_000 {
			r.t.Errorf("%s, step %d, %s, %s: %d lines, a page of %d bytes\n%s", r.name, r.step, side, l, lines,
				len(page), text)
		}
		r.tables += strings.Count(string(text), "\n"+results[l]+" ")
		if strings.Count(m.Report.Summary.String(), ". ") > 2 {
			r.t.Errorf("%s, step %d, %s: more than three sentences: %s", r.name, r.step, side, m.Report.Summary)
		}
	}
	return nil
}
