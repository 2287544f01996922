package book

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest/duel"
)

func TestPlayerIsRepeatable(t *testing.T) {
	rs := duel.Ruleset{}
	p, err := rs.Start(engine.Setup{Scenario: "three"})
	if err != nil {
		t.Fatal(err)
	}
	answers := make(map[string]bool)
	for seed := range uint64(20) {
		a, b := NewPlayer(seed).Answer(rs, p, "Red"), NewPlayer(seed).Answer(rs, p, "Red")
		if !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d: got %v, then %v", seed, a, b)
		}
		for i, l := range a.Lines {
			if l.Line != i+1 || l.Text != strings.Join(l.Words, " ") || l.Text != strings.ToLower(l.Text) {
				t.Errorf("seed %d: line %+v", seed, l)
			}
		}
		answers[fmt.Sprint(a)] = true
	}
	if len(answers) < 5 {
		t.Errorf("20 seeds give only %d answers", len(answers))
	}
}
