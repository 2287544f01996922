package main

import "testing"

// Without a ruleset there is none: no nil pointer that passes for one.
func TestLoadGameThatCannotBe(t *testing.T) {
	for name, data := range map[string]map[string][]byte{
		"jdg":   {"tables/fire.csv": []byte("x\n")},
		"chess": nil,
	} {
		if rs, err := loadGame(name, data); rs != nil || err == nil {
			t.Errorf("%s: got %v, %v", name, rs, err)
		}
	}
}
