package engine_test

import (
	"testing"

	"berthier/engine"
)

func TestNames(t *testing.T) {
	o := engine.Order{Words: []string{"move", "1leg,14li", "to", "A2", "face", "NE"}}
	for id, want := range map[string]bool{
		"1leg": true, "14li": true, "1LEG": true, "a2": true, "ne": true, "face": true,
		"move": false, "": false, "leg": false, "1leg,14li": false, "li": false,
	} {
		if got := o.Names(id); got != want {
			t.Errorf("%q: got %v", id, got)
		}
	}
	if (engine.Order{}).Names("a") {
		t.Error("an order without words names something")
	}
}
