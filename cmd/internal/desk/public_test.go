package desk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// What everybody could see of a game that goes on leads where the public view of the game stands: also of one in
// which cards are dealt face down.
func TestReplaysWhatEverybodySaw(t *testing.T) {
	for game, steps := range map[[2]string]int{{"jdg", "goldbach"}: 8, {"ccn", "crossroads"}: 8, {"tlm", "marne"}: 6,
		{"pbs", "danube"}: 4} {
		whole, o := opened(t, file(t, playedGame(t, game[0], game[1], steps, true)))
		d := &Desk{file: whole.file, game: whole.game, rules: whole.rules}
		d.file.Records = slices.Clone(d.file.Records)
		for i := range d.file.Records {
			d.file.Records[i].Hidden = nil
		}
		if d.followPublic(); len(d.points) < 4 || len(d.points) != len(whole.points) || !d.public {
			t.Fatalf("%s: there are %d points, and %d when it is over", game, len(d.points), len(whole.points))
		}
		for i, p := range d.points {
			if want := whole.rules.View(whole.points[i].at, ""); engine.Hash(p.at) != engine.Hash(want) {
				t.Errorf("%s: point %d is\n%s\nand the public view\n%s", game, i, p.at.Encode(), want.Encode())
			}
			if s, err := d.Show(i, "", tongue.En); err != nil || s.Map == "" || s.Position != "" {
				t.Errorf("%s: point %d: %.60s, %v", game, i, s.Map, err)
			}
		}
		if s, err := d.Show(1, engine.Side(o.Players[0].Side), tongue.En); err == nil {
			t.Errorf("%s: a side is shown %+v while the game goes on", game, s)
		}
	}
}

// Games against chance in which much is shot, moved and played are followed so as well.
func TestPublicEventsSuffice(t *testing.T) {
	for _, game := range [][2]string{{"jdg", "goldbach"}, {"ccn", "crossroads"}, {"ccn", "bussaco"}, {"tlm", "marne"},
		{"tlm", "campaign"}, {"pbs", "danube"}} {
		rs, err := load(game[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := rs.Start(engine.Setup{Scenario: game[1]})
		if err != nil {
			t.Fatal(err)
		}
		o, err := newOnlooker(rs, p)
		if err != nil {
			t.Fatal(err)
		}
		seed, open := 7, 0
		below := func(n int) int { seed = (seed*1103515245 + 12345) & 0x7fffffff; return seed >> 8 % n }
		for step := 1; step <= 60 && !rs.Outcome(p).Over; step++ {
			events, err := rs.Resolve(p, anything(rs, p, below),
				engine.NewStream("g", step, engine.InputHash(nil), engine.Link{1}, engine.Link{2}))
			if err != nil {
				t.Fatal(err)
			}
			if p, err = rs.Apply(p, events), o.sees(engine.Visible(events, "")); err != nil {
				t.Fatalf("%s, step %d: %v", game, step, err)
			}
			if want := rs.View(p, ""); engine.Hash(o.view()) != engine.Hash(want) {
				t.Fatalf("%s: step %d leads to\n%s\nand the public view is\n%s", game, step, o.view().Encode(),
					want.Encode())
			}
			for _, e := range events {
				if e.Kind == "cards" && e.Get("cards") != "" && strings.HasPrefix(e.Get("from"), "hand-") {
					open++
				}
			}
		}
		if game[0] != "jdg" && open < 2 {
			t.Errorf("%s: cards are shown %d times", game, open)
		}
	}
}

// anything is what all who owe something order at random, as far as it is legal.
func anything(rs engine.Ruleset, p engine.Position, below func(int) int) (all []engine.Orders) {
	owed := rs.Owed(p)
	for _, side := range rs.Sides(p) {
		if !engine.Owes(owed, side) {
			continue
		}
		o := engine.Orders{Side: side}
		for _, d := range owed {
			if d.Side != side || d.Optional {
				continue
			}
			draft := rs.Draft(p, d)
			for range 9 {
				if next, ok := draft.Pick(below); ok {
					next.Line = len(o.Lines) + 1
					o.Lines = append(o.Lines, next)
					draft.Add(next)
				}
			}
		}
		if len(o.Lines) == 0 || len(rs.Check(p, o)) > 0 {
			o = engine.Held(rs, p, engine.Orders{Side: side})
		}
		all = append(all, o)
	}
	return all
}

// A log whose cards come from where they cannot be is not replayed, and is no crash.
func TestCardsFromNowhere(t *testing.T) {
	rs, err := load("ccn", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: "crossroads"})
	if err != nil {
		t.Fatal(err)
	}
	for _, where := range []string{"from=discards to=hand-British n=1 cards=scout-left",
		"from=hand-French to=discards n=1 cards=short-supply", "from=deck to=discards n=1 cards=nobody"} {
		o, err := newOnlooker(rs, p)
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.ParseEvent("[6] cards " + where)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.sees([]engine.Event{e}); err == nil {
			t.Errorf("%s leads to\n%s", where, fmt.Sprint(piles(o.at)))
		}
	}
}
