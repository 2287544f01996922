package aftermath

import (
	"fmt"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
	"berthier/engine/tongue"
	"berthier/templates"
)

// stood is a point of a game of Red and Blue with one hill and one corps of each.
func stood(number, turn, vp int, hill engine.Side, redLost, blueLost int, trials ...engine.Trial) point {
	force := func(side engine.Side, lost int) engine.Formation {
		return engine.Formation{Name: tongue.English("corps of " + string(side)), Side: side, Began: 10, Lost: lost,
			Broken: lost > 5}
	}
	return point{number: number, turn: turn, trials: trials, Chronicle: engine.Chronicle{
		Measures: []engine.Measure{{Name: tongue.English("VP (all)"), Of: []int{vp, 0}}},
		Goals:    []engine.Goal{{Name: tongue.English("hill"), Holder: hill}},
		Forces:   []engine.Formation{force("Red", redLost), force("Blue", blueLost)}}}
}

func smallGame() *teller {
	fire, volley := &engine.Roll{Total: 1}, &engine.Roll{Total: 2}
	return &teller{rules: duel.Ruleset{}, sides: []engine.Side{"Red", "Blue"}, points: []point{
		stood(0, 0, 0, "Blue", 0, 0),
		stood(
			1,
			1,
			2,
			"Blue",
			0,
			1,
			engine.Trial{Side: "Red", Name: tongue.English("fire"), Roll: fire, Good: 1, Of: 10,
				Success: true, Stake: 5},
		),
		stood(
			2,
			1,
			4,
			"Red",
			0,
			2,
			engine.Trial{Side: "Blue", Name: tongue.English("volley"), Roll: volley, Good: 1, Of: 2, Stake: 1},
			engine.Trial{Side: "Blue", Name: tongue.English("volley"), Roll: volley, Good: 1, Of: 2,
				Success: true, Stake: 1},
			engine.Trial{Side: "Blue", Name: tongue.English("volley"), Roll: volley, Good: 1, Of: 2, Stake: 1},
			engine.Trial{Side: "Red", Name: tongue.English("rally"), Good: 1, Of: 2, Success: true},
		),
		stood(3, 2, 4, "Red", 0, 2),
		stood(4, 3, 9, "", 0, 8),
	}}
}

func TestMoments(t *testing.T) {
	var got []string
	for _, m := range smallGame().moments() {
		text := fmt.Sprintf("turn %d, step %d, for %s: ", m.Turn, m.Step, m.For)
		switch {
		case m.Taken != nil:
			text += fmt.Sprintf("%s to %q", m.Taken.Name, m.Taken.Holder)
		case m.Broken != nil:
			text += m.Broken.Name.String()
		default:
			text += fmt.Sprintf("%s %d of %d, expected %.1f, worth %.1f", m.Roll.Name, m.Roll.Successes, m.Roll.Dice,
				m.Roll.Expected, m.Roll.Weight())
		}
		got = append(got, text)
	}
	if want := []string{
		"turn 1, step 1, for Red: fire 1 of 1, expected 0.1, worth 4.5",
		"turn 1, step 2, for Red: hill to \"Red\"",
		"turn 1, step 2, for Red: volley 1 of 3, expected 1.5, worth 0.5",
		"turn 3, step 4, for : hill to \"\"",
		"turn 3, step 4, for Red: corps of Blue",
	}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestStory(t *testing.T) {
	told, quiet := smallGame().story()
	if quiet != 0 || len(told) != 2 || told[0].Turn != 1 || told[1].Turn != 3 {
		t.Fatalf("%d left out, %+v", quiet, told)
	}
	if one := told[0]; len(one.Taken) != 1 || one.Taken[0].Holder != "Red" || len(one.Broken) != 0 ||
		!slices.Equal(one.Lost, []templates.SideNumber{{Side: "Blue", Number: 2}}) || one.Score[0].Number != 4 {
		t.Errorf("turn 1: %+v", one)
	}
	if three := told[1]; len(three.Taken) != 1 || len(three.Broken) != 1 ||
		!slices.Equal(three.Lost, []templates.SideNumber{{Side: "Blue", Number: 6}}) {
		t.Errorf("turn 3: %+v", three)
	}
}

// Of a long game the turns are told in which most happened.
func TestLongStory(t *testing.T) {
	g := smallGame()
	for n := range 30 {
		g.points = append(g.points, stood(5+n, 4+n, 9, []engine.Side{"Red", "Blue"}[n%2], 0, 8))
	}
	told, quiet := g.story()
	if len(told) != MostTurns || quiet != 32-MostTurns {
		t.Errorf("%d turns are told, %d left out", len(told), quiet)
	}
	if told[0].Turn != 1 || told[1].Turn != 3 {
		t.Errorf("the turns with a change are not told: %d, %d", told[0].Turn, told[1].Turn)
	}
	if !slices.IsSortedFunc(told, func(a, b templates.StoryTurn) int { return a.Turn - b.Turn }) {
		t.Error("the turns are not in order")
	}
}

func TestHeld(t *testing.T) {
	want := []templates.Span{{Side: "Blue"}, {Side: "Red", From: 1, To: 2}, {From: 3, To: 3}}
	if got := smallGame().held(); len(got) != 1 || got[0].Goal.String() != "hill" || !slices.Equal(got[0].Spans, want) {
		t.Errorf("got %+v", got)
	}
}

func TestCurves(t *testing.T) {
	start, err := duel.Ruleset{}.Start(engine.Setup{Scenario: duel.Ruleset{}.Scenarios()[0]})
	if err != nil {
		t.Fatal(err)
	}
	all := smallGame().curves(start)
	if len(all) != 2 || all[0].Name != "vp" || all[1].Name != "luck" {
		t.Fatalf("got %+v", all)
	}
	if got := all[0].Lines[0].Values; !slices.Equal(got, []float64{0, 4, 4, 9}) {
		t.Errorf("VP of Red: %v", got)
	}
	if got := all[1].Lines[1].Values; !slices.Equal(got, []float64{0, -.5, -.5, -.5}) {
		t.Errorf("luck of Blue: %v", got)
	}
}
