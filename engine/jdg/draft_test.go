package jdg

import (
	"strings"
	"testing"
)

// TestOptionsFollow: what is listed belongs to the phase, and not to a step
// before the last of the draft.
func TestOptionsFollow(t *testing.T) {
	const ground = "formation ney French am=4,3\nformation davout French\nunit g French art form=ney at=0505 range=3/6\nunit a French inf form=ney at=0505\n" +
		"unit b French inf form=davout at=0509\nunit x Allied inf at=0705\ncommander soult French at=0505\n"
	for _, tt := range []struct {
		name, position, draft, has, lacks string
	}{
		{"the Orders Phase", ground, "", "order", "move"},
		{"an activation", ground + "drawn ney\n", "", "fire move", "order answer standing when"},
		{"after a fire", ground + "drawn ney\n", "fire g at 0705", "move", "stack initiative order"},
		{"after a move", ground + "drawn ney\n", "move a to 0605", "shock move", "fire stack"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			d := rs.Draft(p, rs.Owed(p)[0])
			if tt.draft != "" {
				d.Add(lines("French", tt.draft).Lines[0])
			}
			found := map[string]int{}
			for _, o := range d.Options() {
				found[o.Words[0]]++
			}
			wantWords(t, found, tt.has, tt.lacks)
		})
	}
	rs, p, err := ReadCase([]byte(ground+"drawn ney\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range rs.Owed(p) {
		if d.Optional {
			found := map[string]int{}
			for _, o := range rs.Draft(p, d).Options() {
				found[o.Words[0]]++
			}
			wantWords(t, found, "standing when", "move fire order answer")
			return
		}
	}
	t.Error("nothing is optional")
}

// wantWords compares the first words of options with those that have to be
// among them, and those that must not.
func wantWords(t *testing.T, found map[string]int, has, lacks string) {
	t.Helper()
	for _, w := range strings.Fields(has) {
		if found[w] == 0 {
			t.Errorf("no %s among %v", w, found)
		}
	}
	for _, w := range strings.Fields(lacks) {
		if found[w] > 0 {
			t.Errorf("%s is among %v", w, found)
		}
	}
}
