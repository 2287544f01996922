package pbs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// fullPosition has a line of each kind that a position can have.
const fullPosition = `option weather=yes
option night=yes
option format=magna
option grid=r3
option pass=free
option open-areas=keep
option target=ccn
option ask=E05,E14
phase N
first Allied
defender French intercept
site standard c4 5 French
weather winter snow variable
secured left
piece French flank woods placed 0,12,24,24
piece Allied flank woods removed
piece Allied compulsory terrained-woods placed 60,72,24,24
piece French optional hills lost
scouting 70 50
steps 4
camp French 82,0,16,8
camp Allied 82,112,16,8
ug f01 84,24,16,4 1
ug a01 84,92,16,4 2
ug a02 off 3
ambush French 60,28,16,4 f07
ambush Allied 60,88,16,4 a07
march n3 left f09,f10 4
march k3 right bluff 2
general n1 84 24
general k1 0 70
command f01 n1
command f09 n3
command a01 k1
hand French white
discards red
`

// TestPositionsThatCannotBe: what is said of a position in which one word is another, is missing
// or is one too many. The file is read when it changes.
func TestPositionsThatCannotBe(t *testing.T) {
	rs, p, err := ReadCase([]byte(fullPosition))
	if err != nil {
		t.Fatal(err)
	}
	placing, q, err := ReadCase([]byte("phase A\ndefender French\nsite standard c4 5 -\n" +
		"piece French compulsory woods placed 60,44,24,24\n" +
		"placing compulsory 1 4\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b page
	for _, at := range []struct {
		rs *Ruleset
		p  *Position
	}{{rs, p}, {placing, q}} {
		lines := strings.Split(strings.TrimSuffix(string(at.p.Encode()), "\n"), "\n")
		seen := map[string]bool{}
		for i, line := range lines {
			w := strings.Split(line, " ")
			if kind := w[0] + fmt.Sprint(len(w)); seen[kind] && w[0] != "option" || w[0] == "cards" {
				continue
			} else {
				seen[kind] = true
			}
			try := func(words ...string) {
				changed := slices.Clone(lines)
				changed[i] = strings.Join(words, " ")
				_, err := at.rs.Decode([]byte(strings.Join(changed, "\n") + "\n"))
				text := "can be"
				if err != nil {
					text = err.Error()
				}
				if strings.Contains(changed[i], "pbs") || len(w[len(w)-1]) == 64 {
					changed[i] = w[0] + " …"
				}
				b.add("%s: %s", changed[i], text)
			}
			try(append(slices.Clone(w), "zzz")...)
			try(w[0])
			for n := range w {
				try(slices.Delete(slices.Clone(w), n, n+1)...)
				for _, other := range []string{"zzz", "99999", "-1", "0"} {
					c := slices.Clone(w)
					c[n] = other
					try(c...)
				}
			}
		}
	}
	golden(t, "positions.txt", hideHashes(b.String(), p))
}

// hideHashes leaves the hashes of tables and scenario out, which change with any of them.
func hideHashes(text string, p *Position) string {
	for _, line := range strings.Split(string(p.Encode()), "\n")[:3] {
		for _, w := range strings.Fields(line) {
			if len(w) == 64 {
				text = strings.ReplaceAll(text, w, "HASH")
			}
		}
	}
	return text
}

// laidOfTwo is a position in which one of two players is asked.
const laidOfTwo = "option ask=E10\nphase P\nsite standard c4 5 -\nsteps 1\npiece French compulsory woods waiting\n" +
	"placing compulsory 1 4\n"

// TestWrittenAndRead: a position that is written and read again is the same.
func TestWrittenAndRead(t *testing.T) {
	for _, text := range []string{fullPosition, laidOfTwo} {
		rs, p, err := ReadCase([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if q, err := rs.Decode(p.Encode()); err != nil || !reflect.DeepEqual(q, p) {
			t.Errorf("%s\nis read as\n%+v (%v), want\n%+v", p.Encode(), q, err, p)
		}
	}
}

// TestNoCase: what is said of lines that make no case.
func TestNoCase(t *testing.T) {
	for text, want := range map[string]string{
		"phase Z\n": `no phase "Z"`, "phase RC\n": `no phase "RC"`, "phase R D\n": "is no line of a case",
		"camp French\n": "too few words", "camp Prussian 1,1,16,8\n": `no side "Prussian"`,
		"hand Prussian red\n": `hand: no side "Prussian"`, "hand French pink\n": `no card "pink"`,
		"discards " + strings.Repeat("red,", 49) + "red\n": "not so many cards red",
		"waits Prussian\n": `no side "Prussian"`,
		"army moon\n":      "moon", "option ask=E99\n": "E99", "phase D\n": "the territory is not known",
		"phase \"R\n": "line 1",
	} {
		rs, p, err := ReadCase([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || rs != nil || p != nil {
			t.Errorf("%s: got %v, %v, %v, want %q", text, rs, p, err, want)
		}
	}
}

// TestNobodyPlacesTheFlank: pieces of the secure flank lie at once, and none of them is at hand.
func TestNobodyPlacesTheFlank(t *testing.T) {
	_, _, err := ReadCase([]byte("phase P\nsite standard c4 5 -\npiece French flank woods waiting\n" +
		"placing flank 1 4\n"))
	if err == nil || !strings.Contains(err.Error(), "want placing CLASS") {
		t.Errorf("got %v", err)
	}
}

// TestWhoIsAskedInACase: who would be asked, unless the case says who is.
func TestWhoIsAskedInACase(t *testing.T) {
	for position, want := range map[string][2]bool{laidOfTwo: {true, false}, laidOfTwo +
		"waits Allied\n": {false, true},
		laidOfTwo + "waits Allied French\n": {true, true}, "phase H\nsite standard c4 5 -\n": {true, true}} {
		if _, p, err := ReadCase([]byte(position)); err != nil || p.Waits != want {
			t.Errorf("%s: %v are asked (%v), want %v", position, p.Waits, err, want)
		}
	}
}

// TestFirstGroupMarches: a position can have the first unit group of a roster in a flank march.
func TestFirstGroupMarches(t *testing.T) {
	_, p, err := ReadCase([]byte("phase N\nsite standard c4 5 -\nmarch n2 left f01 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if m := p.Armies[0].Marches; len(m) != 1 || !slices.Equal(m[0].Groups, []int{0}) {
		t.Errorf("got %+v", m)
	}
}

// TestViewsOfAll: each side and the public see of such a position what they may.
func TestViewsOfAll(t *testing.T) {
	rs, p, err := ReadCase([]byte(fullPosition))
	if err != nil {
		t.Fatal(err)
	}
	var b page
	for _, side := range []engine.Side{"French", "Allied", ""} {
		b.add("== %q\n%s", side, rs.View(p, side).Encode())
		b.report(engine.Tell(rs, p, p, nil, side))
		b.board(engine.Show(rs, p, nil, side))
	}
	rs, q, err := ReadCase([]byte(laidOfTwo))
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []engine.Side{"French", "Allied", ""} {
		b.report(engine.Tell(rs, q, q, nil, side))
	}
	golden(t, "views.txt", hideHashes(b.String(), p))
}

// badLines are order lines with something wrong, or nearly.
var badLines = []string{
	"role", "role king", "role invader intercept", "role defender intercept", "role invader twice", "card", "card pink",
	"card best",
	"territory", "territory moon", "territory plains,plains", "start", "start z9", "start f3",
	"start c3,c9", "start a1", "season", "season autumn",
	"season winter", "day", "day 0 best", "day 6 best", "day 1", "day 1 pink", "day 1 best if",
	"day 1 best if hand 0 else lowest",
	"day 1 best if hand 1 else lowest", "day 1 best if theirs 11 else lowest", "day 1 best if theirs 10 else lowest",
	"day 1 best if at z9 else pass", "day 1 best if density dense else pass", "day 5 pass", "day 1 best if sunny",
	"goal", "goal fun",
	"goal dense,water", "march", "march z9", "march c3", "save", "save pink", "save red", "flank", "flank up",
	"flank left woods",
	"flank left moon", "flank left depth 0.75", "flank left depth 1", "flank left depth 6", "flank left depth 6.25",
	"flank left depth x", "flank left at 0,5", "flank left at 5", "flank left at 5,", "flank left at x,5",
	"flank left at -1,5",
	"flank left at 44.75,0", "flank left at 45,0", "flank left at 0,30", "flank left at 0,29.75", "flank left size 6x6",
	"flank left size 3x6", "flank left size 6x0", "flank left size 0x6", "flank left size 6", "flank left size 6x6.25",
	"flank left size 99x99", "compulsory", "compulsory hills", "compulsory moon", "compulsory woods,open-area",
	"optional none",
	"optional none more", "optional woods,moon", "optional impassable-hills", "place", "place moon at 1,1",
	"place woods",
	"place woods on 0 at 1,1", "place woods on 7 at 1,1", "place woods on 1,6 at 1,1", "place woods on x at 1,1",
	"place woods on 1 at 99,99", "place woods at 1,1 size 4x4", "place woods at 44,29 size 6x6",
	"place woods at 1,1 size 2x2",
	"place woods at 1", "adjust", "adjust burn", "adjust move", "adjust move 3,0", "adjust move 9,9", "adjust move x",
	"adjust remove if", "adjust remove if kind woods", "adjust remove if roll 7", "adjust remove if roll 6",
	"adjust remove if sector up",
	"adjust remove if sector left else none", "camp", "camp x", "camp -1", "camp 41", "camp 41.25", "camp 20", "deploy",
	"deploy zz",
	"deploy f01", "deploy f01 5", "deploy f01 5,11", "deploy f01 5,11 or", "deploy f01 5,11 or 6,11", "deploy f01 5,29",
	"deploy f01 1,1", "deploy f01 44,1", "deploy f07 1,1", "deploy a01 5,11", "ambush", "ambush f07", "ambush f08 5,5",
	"ambush f07 5,5",
	"flank-march", "flank-march n3", "flank-march n3 up f09", "flank-march n3 left", "flank-march n1 left f01",
	"flank-march n3 left f08",
	"flank-march n3 left f04,f05,f06,f07,f09", "flank-march n3 left f09,f10", "flank-march zz left f09", "bluff",
	"bluff n1", "bluff n4",
	"bluff n4 up", "bluff n4 right", "general", "general zz", "general n1", "general n1 at 5", "general n1 at 5,29",
	"general n1 at 5,5",
	"general n1 commands", "general n1 commands zz", "general n1 commands f01,f04", "drop", "drop hold", "drop drop",
	"drop zz", "drop day",
	"hold", "hold on", "day 1 best\nday 1 best", "place woods at 1,1\nplace woods at 2,2", "hold\nhold", "nonsense",
	"deploy legrand 5,11", "deploy guard 5,11", "deploy dragoni 5,11", "bluff soult",
}

// TestWhatIsWrongWithLines: what is said of each line in each phase, as the French hear it, if it
// was not said in a phase before. The file is read when it changes.
func TestWhatIsWrongWithLines(t *testing.T) {
	var b page
	said := map[string]bool{}
	for _, phase := range []string{"R", "C", "D", "G", "A", "L", "U", "H", "N"} {
		position := "phase " + phase + "\n"
		if phase != "R" {
			position += "defender French\n"
		}
		if phase == "D" {
			position += "site standard c4 2 -\n"
		}
		if strings.Contains("GALUHN", phase) {
			position += "site standard c4 5 -\npiece Allied compulsory woods placed 60,72,24,24\n" +
				"piece French compulsory woods waiting\n"
		}
		if phase == "A" {
			position += "placing compulsory 1 4\n"
		}
		rs, p, err := ReadCase([]byte(position))
		if err != nil {
			t.Fatalf("%s: %v", phase, err)
		}
		b.add("== phase %s", phase)
		for _, text := range badLines {
			o := engine.Orders{Side: "French"}
			for i, l := range strings.Split(text, "\n") {
				o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l), Text: l}.Arrived(i+1))
			}
			all := ""
			for _, f := range rs.Check(p, o) {
				all += fmt.Sprintf(" %d %s %s: %s (%s)", f.Line, f.Kind, f.Rule, f.Msg, f.Hint)
			}
			if line := strings.ReplaceAll(text, "\n", "; ") + ":" + all; all != "" && !said[line] {
				said[line] = true
				b.add("%s", line)
			}
		}
	}
	golden(t, "faults.txt", b.String())
}
