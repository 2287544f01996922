package audit

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// What a report tells of dice is held to the roll, in each form that a roll has.
func TestTellsRolls(t *testing.T) {
	throw := func(values ...int) (draws []engine.Draw) {
		for i, v := range values {
			draws = append(draws, engine.Draw{No: i + 1, N: 6, Purpose: "p", Value: v})
		}
		return draws
	}
	names := engine.Die{Faces: []string{"infantry", "infantry", "horse_guns", "artillery", "flag", "sabre"}}
	numbers := engine.Die{First: 1}
	for _, r := range []engine.Roll{
		{Die: numbers, Draws: throw(3), Total: 4, Result: "x"},
		{Die: numbers, Draws: throw(3), Mods: []engine.Mod{{Name: "ratio 2:1", Value: 2}}, Total: 6, Need: "<=6",
			Result: "passed (just)"},
		{Die: names, Draws: throw(5), Result: "lost"},
		{Die: names, Draws: throw(0, 2, 4, 5), Total: 2, Hits: true, Result: "2 hits, 1 flag"},
		{Die: names, Draws: throw(0, 2), Pool: []engine.Mod{{Name: "blocks", Value: 3}, {Name: "moved", Value: -1}},
			Hits: true, Result: "none"},
		{Die: numbers, Draws: throw(0, 2, 4), Total: 1, Hits: true, Mods: []engine.Mod{{Name: "gas", Value: -1}},
			Need: "<=1", Result: "1 hit"},
		{Die: numbers, Draws: throw(0, 2, 4), Rerolls: []engine.Reroll{{Old: 1, New: 3}}, Total: 8, Result: "8"},
		{Die: numbers, Draws: throw(2, 3), Mods: []engine.Mod{{Name: "winter", Value: -2}}, Total: 5, Result: "fair"},
	} {
		md, _, err := templates.Report(templates.Mail{Game: templates.Game{ID: "g"}, Step: 1, Report: engine.Report{
			Side: "Red", Title: "t", Story: []engine.Chapter{{Heading: tongue.English("Fire"),
				Lines: []engine.Line{{Text: tongue.English("The 1er fires."), Rule: "5", Roll: &r}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		table, _, err := templates.Report(templates.Mail{Game: templates.Game{ID: "g"}, Step: 1, Report: engine.Report{
			Side: "Red", Title: "t", Episodes: []engine.Episode{{Name: "1er", Fights: []engine.Fight{{Title: "Fire",
				Rolls: []engine.FightRoll{{Name: "Fire", Rule: "5", Roll: &r}}}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{string(md), string(table)} {
			holdsRoll(t, text, r)
		}
	}
}

// holdsRoll wants one roll in a report to be found, and none to be changed.
func holdsRoll(t *testing.T, text string, r engine.Roll) {
	t.Helper()
	event := engine.Event{Rule: "5", Kind: "roll", Roll: &r}
	if err := tellsRolls([]byte(text), []engine.Event{event}); err != nil {
		t.Errorf("%s: %v", r.Tell(), err)
	}
	if err := tellsRolls([]byte(text), nil); err == nil {
		t.Errorf("%s: a roll that was not made is told", r.Tell())
	}
	for old, new := range map[string]string{
		"rolled 4": "rolled 5", "= 6": "= 7", "rolled sabre": "rolled flag", "4 dice": "3 dice",
		"4 dice: infantry": "5 dice: infantry, infantry",
		"flag, sabre":      "flag, flag", "sabre →": "flag →", "1, 3, 5": "1, 3, 4", " again 5": "",
		", 3 =": ", 3 again 3 =", "= 5 ": "= 6 ", ": infantry, horse": ": horse",
	} {
		forged := strings.Replace(text, old, new, 1)
		if err := tellsRolls([]byte(forged), []engine.Event{event}); forged != text && err == nil {
			t.Errorf("%s: %q in the place of %q is not found", r.Tell(), new, old)
		}
	}
}
