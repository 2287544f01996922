package retold

import (
	"regexp"
	"strconv"

	"berthier/engine"
	"berthier/engine/tongue"
)

var (
	endOfDie = regexp.MustCompile(`, | = | → | ?: | \[|$`)
	toldSum  = regexp.MustCompile(`^(?:, .*?)? = (-?\d+)`)
)

// Roll is what a line of a report tells of a roll and can be compared.
type Roll struct{ Dice, Total string }

// RollOf is what has to be told of a roll. A total that says nothing new is not told.
func RollOf(r *engine.Roll, l tongue.Language, rules engine.Ruleset) Roll {
	face := tongue.Name
	if s, ok := rules.(engine.Speller); ok {
		face = s.Face
	}
	told := Roll{Dice: r.ToldDice(face).In(l)}
	if r.AddsUp() {
		told.Total = strconv.Itoa(r.Total)
	}
	return told
}

// ReadRoll finds a roll in a line of the story, in the form that engine.Roll.Told
// gives it in the language of the report.
func (f Forms) ReadRoll(line string) (told Roll, ok bool) {
	found := f.Roll.FindStringSubmatch(line)
	if found == nil {
		return told, false
	}
	rest, dice := found[2], 1
	if found[1] != "" {
		dice, _ = strconv.Atoi(found[1])
	}
	end := 0
	for i := range dice {
		if i > 0 { // however many are told, each takes some of the line
			end += len(", ")
		}
		if end > len(rest) {
			return Roll{Dice: rest}, true
		}
		end += endOfDie.FindStringIndex(rest[end:])[0]
	}
	told.Dice = rest[:end]
	if sum := toldSum.FindStringSubmatch(rest[end:]); sum != nil {
		told.Total = sum[1]
	}
	return told, true
}
