package jdg

import (
	"bytes"
	"strings"
	"testing"

	"berthier/engine"
)

func TestDecodeErrors(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	good := string(start.Encode())
	first := strings.Index(good, "\nunit ") + 1
	unit, _, _ := strings.Cut(good[first:], "\n") // of a unit that arrives later
	placed, _, _ := strings.Cut(good[strings.Index(good, "\nunit 3lig ")+1:], "\n")
	tests := []struct{ name, old, new, want string }{
		{"another format", "jdg 1", "jdg 99", "line 1:"},
		{"unknown scenario", "scenario goldbach", "scenario nowhere", `line 2: scenario "nowhere" is not known`},
		{"another scenario text", "scenario goldbach ", "scenario goldbach 00", "in another version"},
		{"other tables", "\ntables ", "\ntables 00", "line 3: the tables in force"},
		{"unknown word", "\nturn 1", "\nturm 1", `unknown word "turm"`},
		{"turn out of range", "\nturn 1 A", "\nturn 99 A", "turn or phase out of range"},
		{"unit twice", placed, placed + "\n" + placed, "named twice"},
		{"unknown unit", unit, "unit nobody 0101 E ordered", `no unit "nobody"`},
		{"unit off the map", unit, strings.Replace(unit, " off ", " 9999 ", 1), "hex 9999 is not on the map"},
		{"two blanks", "turn 1 A", "turn  1 A", "not in canonical form"},
		{"cut short", "\nturn 1 A\n", "\nturn 1 A", "not in canonical form"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := strings.Replace(good, tt.old, tt.new, 1)
			if tt.name == "cut short" {
				bad = strings.TrimSuffix(good, "\n")
			}
			if bad == good {
				t.Fatalf("%q does not stand in the position", tt.old)
			}
			_, err := rs.Decode([]byte(bad))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// FuzzDecode holds that whatever decodes encodes to the same bytes, and can be
// viewed, listed and reported without a panic.
func FuzzDecode(f *testing.F) {
	rs, err := Load(nil)
	if err != nil {
		f.Fatal(err)
	}
	g := playRandom(f, "goldbach", 1, 12)
	p := g.start
	f.Add(p.Encode())
	for _, s := range g.steps {
		p = g.rs.Apply(p, s.Events)
		f.Add(p.Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := rs.Decode(data)
		if err != nil {
			return
		}
		if got := p.Encode(); !bytes.Equal(got, data) {
			t.Errorf("decoded and encoded again it is\n%s\nnot\n%s", got, data)
		}
		for _, d := range rs.Owed(p) {
			rs.Draft(p, d).Options()
			v := rs.View(p, d.Side)
			engine.Tell(rs, v, v, nil, d.Side)
		}
	})
}
