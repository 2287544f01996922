package jdg

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/data"
	"berthier/engine/jdg/setup"
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
		{"another scenario text", "scenario goldbach ", "scenario goldbach 00",
			`scenario "goldbach" is here in another version`},
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

// fullPosition has every kind of line.
func fullPosition(t *testing.T) *Position {
	t.Helper()
	_, p, err := ReadCase([]byte("ask P17,P30\n"+soundGround+"cam grand French rating=5 forms=ney,davout\ndrawn ney\n"+
		"in-cup ney/2:3 davout/1:4\nholds French\n"+
		"stands French P17 no b\nlost c\nbroken davout\ndelayed ney\nrenfort d\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.First = Marker{"davout", 2, 3}
	p.Plans[0] = ask.Plans{{For: "ney", Again: true,
		If: ask.Condition{{Fact: "enemy-within", Shape: ask.IsNumber, Number: 2}}}}
	p.Leaders[0].Moved = true
	p.editForm(1).Acted = true
	p.hold(0, 1)
	p.Asked = &ask.PendingRun{Base: "turn 1 D\ncup ney/2:3\n",
		Orders: []engine.Orders{{Lines: []engine.Order{{Line: 2, Text: "Move b 0607",
			Words: []string{"move", "b", "0607"}}}}},
		Tape: []ask.Entry{ask.DrawResult{No: 1, N: 10, Value: 3}}, Told: 4, Check: "abcd",
		Questions: []ask.Question{{ID: "P30-1", Kind: "P30", Side: "French", Rule: "8.7.1-c", Prompt: "Who?",
			Options: []string{"a 0605 E", "b 0605 E"}, Default: "a 0605 E"}}}
	return p
}

// TestDecodeFull: each kind of line is read back, and what is wrong in it is
// told with its number.
func TestDecodeFull(t *testing.T) {
	p := fullPosition(t)
	good := string(p.Encode())
	if q, err := p.rs.decode([]byte(good)); err != nil || p.differs(everybody, q) != "" ||
		!reflect.DeepEqual(q.Asked, p.Asked) {
		t.Fatalf("it does not read back: %v\n%s", err, good)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"jdg 1\n", "jdg 1 1\n", `line 1: want "jdg 1"`},
		{"jdg 1\n", "jgd 1\n", `line 1: want "jdg 1"`},
		{"\nscenario ", "\nscenery ", "line 2: want scenario NAME HASH"},
		{"\nscenario case ", "\nscenario ", "line 2: want scenario NAME HASH"},
		{"\nturn 1 D", "\nturn 0 D", "turn or phase out of range"},
		{"\nturn 1 D", "\nturn 5 D", "turn or phase out of range"},
		{"\nturn 1 D", "\nturn 1 G", "turn or phase out of range"},
		{"\nturn 1 D", "\nturn 1 AB", "turn or phase out of range"},
		{"\nturn 1 D", "\nturn x D", "invalid syntax"},
		{"\nturn 1 D", "\nturn 1", "turn: want at least 2 words after it"},
		{"\nask P17", "\nask", "ask: want at least 1 words after it"},
		{"\ninitiative French", "\ninitiative Prussian", `no side "Prussian"`},
		{"\ncup ney/2:3", "\ncup ney/2", `"ney/2" is not a marker such as soult/1:4`},
		{"\ncup ney/2:3", "\ncup ney", `"ney" is not a marker such as soult/1:4`},
		{"\ncup ney/2:3", "\ncup ney/x:3", `"ney/x:3" is not a marker such as soult/1:4`},
		{"\ncup ney/2:3", "\ncup ney/2:x", `"ney/2:x" is not a marker such as soult/1:4`},
		{"\ncup ney/2:3", "\ncup soult/2:3", `no formation or CAM "soult"`},
		{"\ncup ney/2:3", "\ncup ney/0:3", `no formation or CAM "ney"`},
		{"\nfirst davout/2:3", "\nfirst soult/2:3", `no formation or CAM "soult"`},
		{"\nfirst davout/2:3", "\nfirst davout", `"davout" is not a marker such as soult/1:4`},
		{"\ndrawn ney/1:4", "\ndrawn ney", `"ney" is not a marker such as soult/1:4`},
		{"\ndrawn ney/1:4", "\ndrawn soult/1:4", `no formation or CAM "soult"`},
		{"\nformation ney", "\nformation soult", `no formation "soult"`},
		{"\nformation ney delayed", "\nformation", "formation: want at least 1 words after it"},
		{"\ngroup ney ney", "\ngroup ney soult", `no formation "soult"`},
		{" received revealed", " perhaps revealed", `orders "perhaps": want none, received or unknown`},
		{"\ngroup ney ney g,a,b", "\ngroup ney ney g,q,b", `no unit "q"`},
		{"\ncommander soult 0505 moved", "\ncommander massena 0505 moved", `no commander "massena"`},
		{"\ncommander soult 0505 moved", "\ncommander soult 9999 moved", "hex 9999 is not on the map"},
		{"\ncommander soult 0505 moved", "\ncommander soult", "commander: want at least 2 words after it"},
		{"\nunit b 0507 E ordered", "\nunit b 0507 NE ordered", `facing "NE"`},
		{"\nunit b 0507 E ordered", "\nunit b 0507 E happy", `unit b: bad state "happy", or named twice`},
		{"\nunit b 0507 E ordered entered", "\nunit b 0507 E", "unit: want at least 4 words after it"},
		{"\nstanding French P17", "\nstanding Prussian P17", `no side "Prussian"`},
		{"\nwhen French", "\nwhen Prussian", `no side "Prussian"`},
		{"\nquestion P30-1 P30 French", "\nquestion P30-1 P30 Prussian", `no side "Prussian"`},
		{"\ntold 4 abcd", "\ntold x abcd", "invalid syntax"},
		{"\nquestion ", "\ntold 4 abcd\nquestion ", "comes before the question that it belongs to"},
		{"\ntape \"draw 1 10 3\"", "\ntape \"draw 1 10 10\"", "no such draw"},
		{"\ntape \"draw 1 10 3\"", "\ntape \"open 3\"", "want draw, seal, answer or sent"},
		{"\nstanding French P17 b no", "\nstanding French P17 b \"no if\"", "want an answer, perhaps with a condition"},
		{"\nstanding French P17 b no", "\nstanding French P17 b \"no if 06\"", "reading condition"},
		{" \"enemy-within 2\" hold", " \"enemy-within 02\" hold", "reading condition"},
		{"\nline 2 ", "\nline x ", "want the number of the line"},
		{"\nheld 0101 ", "\nheld 0102 ", "0102 is no goal of the scenario"},
		{"\nturn 1 D", "\n\nturn 1 D", "empty line"},
		{"\nturn 1 D", "\n\"turn 1 D", "reading position, line "},
		{" received revealed", " received hidden", "it is not in canonical form"},
	} {
		bad := strings.Replace(good, tt.old, tt.new, 1)
		if bad == good {
			t.Errorf("%q does not stand in\n%s", tt.old, good)
			continue
		}
		if _, err := p.rs.Decode([]byte(bad)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: got error %v, want one with %q", tt.new, tt.old, err, tt.want)
		}
	}
	p.Turn, p.Phase = 4, GameOver // after the last of three
	if _, err := p.rs.Decode(p.Encode()); err != nil {
		t.Errorf("after the last turn: %v", err)
	}
	if _, err := p.rs.Decode([]byte("jdg 1\n")); err == nil || err.Error() != "reading position: it names no scenario" {
		t.Errorf("one line: got error %v", err)
	}
}

// TestDecodeLaterFormation: what is noted of a formation is read back also if
// there is nothing to note of those before it.
func TestDecodeLaterFormation(t *testing.T) {
	p := position(t, soundGround)
	p.editForm(1).Delayed = true
	if q, err := p.rs.decode(p.Encode()); err != nil || q.formAt(0) != (Form{}) || q.formAt(1) != p.formAt(1) {
		t.Errorf("got %v, error %v, want %v", q.formAt(1), err, p.formAt(1))
	}
}

// TestDecodeOtherTables: a position is not read under other tables than those
// that it was written under.
func TestDecodeOtherTables(t *testing.T) {
	p := position(t, soundGround)
	text, err := data.Files.ReadFile("tables/fire-drm.csv")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/fire-drm.csv": []byte(strings.Replace(string(text),
		"effective,0", "effective,1", 1))})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(tables, p.sc).Decode(p.Encode()); err == nil ||
		!strings.Contains(err.Error(), "line 3: the tables in force here have hash ") {
		t.Errorf("got error %v", err)
	}
}

// TestMarkerNumbers: the numbers of a marker are decimal.
func TestMarkerNumbers(t *testing.T) {
	m := Marker{"ney", 10, 12}
	if got := m.String(); got != "ney/10:12" {
		t.Errorf("got %s, want ney/10:12", got)
	}
	if got, err := parseMarker("ney/10:12"); err != nil || got != m {
		t.Errorf("got %v, error %v", got, err)
	}
}
