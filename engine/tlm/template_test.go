package tlm

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// TestTemplateIsLegal: in games of all scenarios a Player Turn is legal as the template has it, with one of its cards
// and without the signs; in a Pass, with any one of its moves.
func TestTemplateIsLegal(t *testing.T) {
	rs := loaded(t)
	seen := map[bool]int{}
	first := enginetest.Seed(t)
	for i, scenario := range rs.Scenarios() {
		players := map[engine.Side]engine.Bot{}
		for _, side := range rs.Sides(nil) {
			players[side] = book.Bots(Game)[len(book.Bots(Game))-1]
		}
		s := book.Simulation{Game: Game, Rules: rs, Setup: engine.Setup{Scenario: scenario}, Players: players}
		if _, err := s.Play(first+uint64(i), func(f book.Frame) error {
			p := f.After.(*Position)
			if owed := rs.Owed(p); p.Phase == TurnPhase && len(owed) > 0 {
				for _, file := range turnsOf(shown(rs, p, owed[0].Side).Template) {
					seen[strings.HasPrefix(file, "play ")]++
					if faults := enginetest.Refused(rs, p, owed[0].Side, file); len(faults) > 0 {
						t.Errorf("%s, turn %d: %v\n%s", scenario, p.Turn, faults, file)
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("%d turns with a card and %d moves of a Pass were seen", seen[true], seen[false])
	}
}

// TestTemplateOfCards: of two cards that do not go together on a battle one is proposed.
func TestTemplateOfCards(t *testing.T) {
	rs, p := caseAt(t, "turn 18 T German\nhand German offensive,gas,aaf,surprise\nunits ge-i cha 1\nunits fr-i cha 1\n")
	for _, file := range turnsOf(shown(rs, p, "German").Template) {
		if faults := enginetest.Refused(rs, p, "German", file); len(faults) > 0 || !strings.Contains(file, "aaf cha") {
			t.Errorf("%v\n%s", faults, file)
		}
	}
}

// TestTemplateOfBattle: none is proposed where the only enemy is a Tank that is gone before battles are declared
// [8.3.5-d].
func TestTemplateOfBattle(t *testing.T) {
	rs, p := caseAt(t, "turn 18 T German\nhand German offensive\narmy ge1 rei\nunits ge-i ge1 1\nunits ge-i cha 1\n"+
		"units fr-t cha 1\narea rei German fort=none\n")
	for _, file := range turnsOf(shown(rs, p, "German").Template) {
		if faults := enginetest.Refused(rs, p, "German", file); len(faults) > 0 {
			t.Errorf("%v\n%s", faults, file)
		}
	}
}

// turnsOf are the files that a template of a Player Turn proposes: one for each card, with all that is below them, or
// one for each move.
func turnsOf(t engine.Template) (files []string) {
	var cards, rest []string
	for _, order := range enginetest.Proposed(t) {
		if strings.HasPrefix(order, "play ") {
			cards = append(cards, order)
		} else {
			rest = append(rest, order)
		}
	}
	if len(cards) == 0 {
		return rest
	}
	for _, c := range cards {
		files = append(files, c+"\n"+strings.Join(rest, "\n"))
	}
	return files
}
