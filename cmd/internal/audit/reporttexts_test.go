package audit

import (
	"strings"
	"testing"

	"berthier/cmd/internal/retold"
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
		for _, l := range tongue.Languages() {
			line := engine.Line{Text: tongue.Name("1er: 0505."), Rule: "5", Roll: &r, Fell: r.Told(called)}
			fight := engine.Fight{Title: tongue.Name("0505"),
				Rolls: []engine.FightRoll{{Name: tongue.Name("Test"), Rule: "5", Roll: &r, Fell: line.Fell}}}
			for _, report := range []engine.Report{
				{Story: []engine.Chapter{{Heading: tongue.Name("0505"), Lines: []engine.Line{line}}}},
				{Episodes: []engine.Episode{{Name: tongue.Name("1er"), Fights: []engine.Fight{fight}}}},
			} {
				report.Side, report.Title = "Red", tongue.Name("t")
				text, _, err := templates.Report(
					templates.Mail{Game: templates.Game{ID: "g", Language: l}, Step: 1, Report: report},
				)
				if err != nil {
					t.Fatal(err)
				}
				holdsRoll(t, string(text), r, l)
			}
		}
	}
}

// speller calls a face something else than the record does.
type speller struct{ engine.Ruleset }

func (speller) Face(face string) tongue.Text { return called(face) }

func called(word string) tongue.Text {
	if word == "infantry" {
		return tongue.Name("the foot")
	}
	return tongue.Name(word)
}

// holdsRoll wants one roll in a report to be found, and none to be changed.
func holdsRoll(t *testing.T, text string, r engine.Roll, l tongue.Language) {
	t.Helper()
	event := engine.Event{Rule: "5", Kind: "roll", Roll: &r}
	if err := tellsRolls([]byte(text), retold.Of(text), []engine.Event{event}, speller{}); err != nil {
		t.Errorf("%s, %s: %v", l, r.Tell(), err)
	}
	if err := tellsRolls([]byte(text), retold.Of(text), nil, speller{}); err == nil {
		t.Errorf("%s, %s: a roll that was not made is told", l, r.Tell())
	}
	dice := func(n int) string { return engine.Say("roll.several", tongue.Number("dice", n)).In(l) }
	rolled, again := engine.Say("roll.one").In(l)+" ", " "+engine.Say("roll.again").In(l)+" "
	for old, new := range map[string]string{
		rolled + "4": rolled + "5", "= 6": "= 7", rolled + "sabre": rolled + "flag", dice(4): dice(3),
		dice(4) + ": the foot": dice(5) + ": the foot, the foot",
		"flag, sabre":          "flag, flag", "sabre →": "flag →", "1, 3, 5": "1, 3, 4", again + "5": "",
		", 3 =": ", 3" + again + "3 =", "= 5 ": "= 6 ", ": the foot, horse": ": horse",
	} {
		forged := strings.Replace(text, old, new, 1)
		if err := tellsRolls([]byte(forged), retold.Of(forged), []engine.Event{event}, speller{}); forged != text &&
			err == nil {
			t.Errorf("%s, %s: %q in the place of %q is not found", l, r.Tell(), new, old)
		}
	}
}
