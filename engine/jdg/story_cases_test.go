package jdg

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"berthier/engine"
)

// caseStory tells to a side what happens in the first step of a case.
func caseStory(t *testing.T, text string, side engine.Side) string {
	t.Helper()
	p, events := caseEvents(t, text)
	return toldAs(t, p, side, events)
}

// caseChapters is the story of a case as a report has it.
func caseChapters(t *testing.T, text string, side engine.Side) []engine.Chapter {
	t.Helper()
	p, events := caseEvents(t, text)
	return chaptersAs(t, p, side, events)
}

// caseEvents are the position of a case and the events of its first step.
func caseEvents(t *testing.T, text string) (*Position, string) {
	t.Helper()
	files := txtar.Parse([]byte(text)).Files
	_, p, err := ReadCase(files[0].Data, nil)
	if err != nil {
		t.Fatal(err)
	}
	var events strings.Builder
	i := slices.IndexFunc(files, func(f txtar.File) bool { return f.Name == "events" })
	if i >= 0 {
		for l := range strings.Lines(string(files[i].Data)) {
			if l, _, _ = strings.Cut(l, " #"); strings.TrimSpace(l) != "" {
				events.WriteString(strings.TrimSpace(l) + "\n")
			}
		}
	}
	return p, events.String()
}

// TestStoryOfCases: sentences that have to be true of what has happened in the
// cases of the case book.
func TestStoryOfCases(t *testing.T) {
	for _, c := range []struct{ name, side, want string }{
		{"9.4-passed-and-failed.txtar", "Allied", "\nUnit x counter-charges.\n"},
		{"8.8.1-best-enters.txtar", "Allied", "\nUnit x takes a cohesion test (retire before combat). <<=6|passed>\n" +
			"Unit x retires before combat 0605–0606–0607 (way by default).\nUnit x turns to face NNW, by default.\n"},
		{"4.3.1-slopes.txtar", "French", "\nUnit rider moves 0110–0109 (3 MP, 2 of them for a steep slope).\n" +
			"Unit driver moves 0402–0401 (3 MP, 2 of them for a slope).\n" +
			"Unit near moves 0606–0706 (5 MP, 2 of them for a steep slope).\n"},
		{"5.2.2-column.txtar", "Allied",
			"\nUnit five does not come on and waits for the next turn: at 0105 a forced march goes through no hex " +
				"with a " +
				"friendly unit.\n"},
		{"5.2.2-default-entry-hex-beset.txtar", "French",
			"\nUnit three does not come on and waits for the next turn: no order brings it on, and along the road it " +
				"finds no " +
				"hex to stop in " +
				"that is not next to the enemy or within his 5 hexes.\n"},
		{"5.2.2-default-entry.txtar", "French",
			"\nUnit four does not come on and waits for the next turn: its owner lets it wait.\n"},
		{"5.2.2-default-entry.txtar", "Allied", "\nUnit four does not come on and waits for the next turn.\n"},
		{"2.5.2-standing.txtar", "French",
			"\n* The standing order \"displace stay\" cannot be followed: no unit of his own side stands with him.\n" +
				"* Kel, way of the commander: fall-back, by default.\n"},
		{"8.8.1-two-hexes-away.txtar", "Allied",
			"\n* The standing order \"retire two\" cannot be followed: horse finds no way that leads two hexes away " +
				"from the " +
				"attackers.\n"},
		{"2.5.1-standing-not-followed.txtar", "French",
			"\n* The standing order \"lead b for ber\" cannot be followed: ber cannot get to 1602: no way of 7 MP, " +
				"at cavalry " +
				"rates, leads there.\n"},
		{"7.1-standing-not-followed.txtar", "French",
			"\n* The standing order \"fire infantry\" cannot be followed: far finds no target; the nearest: 0804 is " +
				"7 hexes " +
				"away, far reaches 4.\n"},
		{"4.2-standing-not-followed.txtar", "French",
			"\n* The standing order \"form-square 3 for weak\" cannot be followed: weak cannot form square: weak is " +
				"disordered.\n"},
		{"8.7.2-enter-not-at-less.txtar", "Allied",
			"\n* Unit x, counter-attack: no, by standing order, whose condition does not hold: if 2:1.\n"},
		{"8.7.2-standing-ratio.txtar", "French",
			"\n* Unit foot, breakthrough combat: no, by standing order, whose condition does not hold: if 1.5:1.\n"},
		{"10.3.4-bridge.txtar", "French", "\nUnit b is routed by crossing a bridge.\n"},
		{"10.3.4-steep.txtar", "French",
			"\nUnit b is eliminated by crossing a steep slope: that costs a cohesion level, and a routed unit has " +
				"none left.\n"},
		{"8.7.1-terrain.txtar", "French", "\nUnit a is disordered by crossing a steep slope.\n"},
		{"8.7.1-terrain.txtar", "French", "\nUnit horse is disordered by the terrain.\n"},
		{"10.5-over-a-routed-unit.txtar", "Allied", "\nUnit c routs 0605–0705–0805.\n" +
			"Unit b passed through 0605, and a routed unit that is passed through makes a rout move.\nUnit a advances"},
		{"10.2-routed-has-to-test.txtar", "Allied", "\nA routed unit makes a rout move in place of a cohesion test.\n"},
		{"10.2-no-room-to-retreat.txtar", "Allied",
			"\nUnit b has no way to withdraw and is eliminated: the ground bars the way into 0504, 0605 and 0506; " +
				"an enemy unit is in 0405; the enemy is no farther from 0404.\n"},
		{"10.4-cannot-move.txtar", "Allied",
			"\nUnit a has no hex open toward the rout edge and is eliminated: the ground bars the way into 0605, " +
				"0604 and " +
				"0506.\n"},
	} {
		t.Run(c.name+" "+c.side, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata/rules", c.name))
			if err != nil {
				t.Fatal(err)
			}
			if got := caseStory(t, string(text), engine.Side(c.side)); !strings.Contains(got, c.want) {
				t.Errorf("want %q in\n%s", c.want, got)
			}
		})
	}
}

// TestStoryIsGrammatical reads every case of the case book as both sides do.
func TestStoryIsGrammatical(t *testing.T) {
	wrong := regexp.MustCompile(
		`\pL[.,;:]s\b|\.\.| [.,;:]|  |\(\)|\b1 (hexes|markers|levels)\b|\bUnit \w+ ` +
			`(are|have|retire|rout|move|charge|rally)\b`,
	)
	told := 0
	for _, c := range fullCases(t) {
		for _, side := range []engine.Side{"French", "Allied"} {
			for l := range strings.Lines(caseStory(t, c.text, side)) {
				told++
				if wrong.MatchString(l) {
					t.Errorf("%s, to %s: %s", c.name, side, l)
				}
			}
		}
	}
	if told < 3000 {
		t.Errorf("only %d sentences were told", told)
	}
}
