package tlm

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/board"
)

// TestFrontLines: a map has the front line where it is, and where it was: at the start, a year ago and
// at the end of the Season Turn before. An older line is left out where the front line runs now.
func TestFrontLines(t *testing.T) {
	rs, p, err := ReadCase([]byte("turn 3 P German\n"))
	if err != nil {
		t.Fatal(err)
	}
	ended := []engine.Event{engine.NewEvent("2.VI-a", "season", "", "turn", "4")}
	end := func(german ...string) { // a Season Turn, after which these areas are German
		for _, id := range german {
			at, _ := p.findArea(id)
			p.Areas[at].Control = GermanArea
		}
		p = rs.Apply(p, ended).(*Position)
	}
	holds := func(when string, events []engine.Event, want map[string]string) {
		t.Helper()
		got := map[string][]string{}
		for _, e := range rs.Map(p, events, "German").Edges {
			got[e.Kind] = append(got[e.Kind], e.A+"-"+e.B)
		}
		for _, kind := range []string{"front", "front-season", "front-year", "front-start"} {
			switch border := want[kind]; {
			case border == "" && len(got[kind]) > 0:
				t.Errorf("%s: %s at %v, want none", when, kind, got[kind])
			case border != "" && !slices.Contains(got[kind], border):
				t.Errorf("%s: %s at %v, want it at %s", when, kind, got[kind], border)
			}
			for _, border := range got[kind] {
				for id := range strings.SplitSeq(border, "-") {
					if at, ok := p.findArea(id); ok && p.front()[at] == 'N' {
						t.Errorf("%s: %s is at %s, and %s is neutral", when, kind, border, id)
					}
				}
				if kind != "front" && slices.Contains(got["front"], border) {
					t.Errorf("%s: %s is drawn at %s, where the front line is", when, kind, border)
				}
			}
		}
	}
	holds("at the start", nil, map[string]string{"front": "lux-met"})
	end("lux")
	holds("after a season", ended, map[string]string{"front": "ard-lux", "front-start": "lux-met"})
	end("ard")
	holds("after two", ended, map[string]string{"front": "nam-ard", "front-season": "ard-lux",
		"front-start": "lux-met"})
	for range 3 {
		end()
	}
	holds("after a year", ended, map[string]string{"front": "nam-ard", "front-year": "ard-lux",
		"front-start": "lux-met"})
	holds("in the season that follows", nil, map[string]string{"front": "nam-ard", "front-start": "lux-met"})
	end()
	if len(p.Fronts) != mostFronts {
		t.Errorf("%d front lines are kept, want %d", len(p.Fronts), mostFronts)
	}
}

// TestMapPieces: an area has its Fort, the Armies and the units in it, with what the reader may know of them [5.1].
func TestMapPieces(t *testing.T) {
	const position = "army ge1 lie dug\nunits ge-i ge1 2\nunits ge-a ge1 1\nunits ge-i lie 2 dug\nunits be-i lie 1\n" +
		"hand German offensive\nunits ge-c eft 3\n"
	for _, c := range []struct {
		option string
		side   engine.Side
		army   string // label and note of the 1st Army
	}{{"", "German", "3 2i 1a"}, {"", "Allied", "? "}, {"option strengths=shown\n", "Allied", "3 "}} {
		rs, p := caseAt(t, c.option+position)
		b := engine.Show(rs, p, nil, c.side)
		var got []string
		for _, pc := range b.Pieces {
			if pc.Region == "lie" {
				got = append(got, strings.Join([]string{pc.ID, pc.Symbol, pc.Label + " " + pc.Note.String(),
					pc.State, pc.Band, strconv.Itoa(pc.Side), strconv.FormatBool(pc.Active)}, ","))
			}
		}
		want := []string{",fort,2 ,,,1,false", "ge1,army," + c.army + ",entrenched,ge,0,true",
			"ge-i+.lie,infantry,2 ,entrenched,ge,0,false",
			"be-i.lie,infantry,1 ,,be,1,false"}
		if !slices.Equal(got, want) {
			t.Errorf("%s%s sees\n%q\nwant\n%q", c.option, c.side, got, want)
		}
		at, places, last := board.Point{}, map[board.Point]bool{}, -1
		for _, pc := range b.Pieces {
			if pc.Region == "lie" {
				if places[pc.At] = true; pc.At.X <= last {
					t.Errorf("%s lies at %v, left of the one before it", pc.ID, pc.At)
				}
				last = pc.At.X
				at.X, at.Y = at.X+pc.At.X, at.Y+pc.At.Y
			}
		}
		center := p.areaMap().Areas[3].At
		if len(places) != 4 || at.X != 4*center.X {
			t.Errorf("four pieces lie at %v, want them beside each other around %v", places, center)
		}
	}
}

// TestMapRows: more than four pieces lie in rows below each other.
func TestMapRows(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lie 1\nunits ge-c lie 1\nunits ge-a lie 1\nunits be-i lie 1\nunits fr-i lie 1\n")
	rows, center := map[int]int{}, p.areaMap().Areas[3].At
	middle := map[int]int{}
	for _, pc := range engine.Show(rs, p, nil, "German").Pieces {
		if pc.Region == "lie" {
			rows[pc.At.Y]++
			middle[pc.At.Y] += pc.At.X - center.X
		}
	}
	for y, n := range rows { // the shorter row lies below
		for z, m := range rows {
			if n > m && y >= z {
				t.Errorf("the row of %d lies at %d, that of %d at %d", n, y, m, z)
			}
		}
	}
	if len(rows) != 2 {
		t.Errorf("six pieces lie in rows %v, want four and two", rows)
	}
	for y, n := range rows {
		if n != 4 && n != 2 || middle[y] != 0 {
			t.Errorf("six pieces lie in rows %v, want four and two", rows)
		}
	}
}

// TestMapBeside: beside the map are the VP track, the EFT box, what is in own Armies and the hands.
func TestMapBeside(t *testing.T) {
	rs, p := caseAt(t, "army ge1 col\nunits ge-i ge1 2\nunits ge-a ge1 1\narmy ge2 mai\narmy ge3 lost\n"+
		"hand German gas,gas,weather\n"+
		"hand Allied reserves\nunits ge-c eft 3\n")
	for side, want := range map[engine.Side][]string{
		"German": {"0 1: ge-c.eft=3", "0 2: ge-i.ge1=2 ge-a.ge1=1", "0 3: =gas =gas =weather", "1 1:"},
		"Allied": {"0 1: ge-c.eft=3", "0 3:", "1 1: =reserves"},
	} {
		b := engine.Show(rs, p, nil, side)
		var got []string
		for _, pile := range b.Piles {
			text := strconv.Itoa(pile.Side) + " " + strconv.Itoa(pile.Count) + ":"
			for _, pc := range pile.Pieces {
				text += " " + pc.ID + "=" + pc.Label
			}
			got = append(got, text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s sees %q, want %q", side, got, want)
		}
		if len(b.Tracks) != 1 || len(b.Tracks[0].Spaces) != 31 || b.Tracks[0].Markers[0].At != 8 {
			t.Errorf("%s sees the tracks %v, want one of 0 to 30 with its marker at 8: an Army is lost", side, b.Tracks)
		}
	}
}

// TestMapMarks: what an area is worth, and to whom, and where supply comes from.
func TestMapMarks(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lux 1\nunits fr-i lux 1\n")
	grounds, outside := []string{}, 0
	borders := map[string]int{}
	b := engine.Show(rs, p, nil, "German")
	for _, r := range b.Regions {
		if r.ID == "" {
			grounds = append(grounds, r.Name.String())
		}
	}
	for _, e := range b.Edges {
		borders[e.Kind]++
	}
	drawn := 0 // areas that touch at a corner only have no border to be drawn
	for _, x := range p.areaMap().Borders {
		drawn += boolInt(len(x.Line) == 2)
	}
	if !slices.Contains(grounds, "Holland") || !slices.Contains(grounds, "The North Sea") {
		t.Errorf("beside the areas there are %q, want Holland and the North Sea among them", grounds)
	}
	for _, a := range p.areaMap().Areas {
		outside += boolInt(a.At.X <= b.Min.X || a.At.X >= b.Max.X || a.At.Y <= b.Min.Y || a.At.Y >= b.Max.Y)
	}
	if outside > 0 {
		t.Errorf("%d areas are outside of what is drawn, from %v to %v", outside, b.Min, b.Max)
	}
	if borders["river"] > 0 || borders["front"] == 0 || borders["border"]+borders["front"] != drawn {
		t.Errorf("of %d borders there are %v drawn, want each once, and no river", drawn, borders)
	}
	want := map[string]string{"col": "star 0 [2] flag 0 []", "par": "star 1 [6]", "lux": "star -1 [1]",
		"ard": "", "orl": "flag 1 []"}
	terrain := map[string]string{"ard": "rough", "par": "clear"}
	for _, r := range engine.Show(rs, p, nil, "German").Regions {
		var got []string
		for _, m := range r.Marks {
			got = append(got, m.Kind, strconv.Itoa(m.Side), fmt.Sprint(m.Worth))
		}
		if w, ok := want[r.ID]; ok && strings.Join(got, " ") != w {
			t.Errorf("%s has %q, want %q", r.ID, got, w)
		}
		if w, ok := terrain[r.ID]; ok && r.Terrain != w {
			t.Errorf("%s is %q, want %q", r.ID, r.Terrain, w)
		}
	}
}

// TestMapMerges: units that differ in what they have travelled only are one piece, as they are one word.
func TestMapMerges(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lux 1\nunits ge-i lux 1 used1\nunits ge-i lux 1 dug\n")
	var got []string
	for _, pc := range engine.Show(rs, p, nil, "German").Pieces {
		if pc.Region == "lux" {
			got = append(got, pc.ID+"="+pc.Label)
		}
	}
	if want := []string{"ge-i.lux=2", "ge-i+.lux=1"}; !slices.Equal(got, want) {
		t.Errorf("in Luxembourg are %q, want %q", got, want)
	}
	events := []engine.Event{engine.NewEvent("A130", "move", "German", "unit", "ge-i", "n", "1", "from", "eft",
		"to", "col")}
	if b := rs.Map(p, events, "German"); len(b.Arrows) > 0 {
		t.Errorf("who comes from the east has the arrows %v, want none on the map", b.Arrows)
	}
}

// TestMapArrows: moves and retreats of the last step have arrows, battles and areas that changed hands signs.
func TestMapArrows(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lux 1\nunits fr-i lux 1\nhand German offensive\nunits ge-i tri 2\n"+
		"army ge1 saa\nunits ge-i ge1 1\n")
	events, err := rs.Resolve(p, paperOrders("German: play offensive\nGerman: move ge-i.tri ard\n"+
		"German: move ge1 mai\nGerman: battle lux\n"+
		"Allied: standing stance withdraw for lux"), &scriptedDice{rolled: map[string]int{}})
	if err != nil {
		t.Fatal(err)
	}
	b := engine.Show(rs, rs.Apply(p, events), events, "German")
	center := func(id string) board.Point {
		at, _ := p.findArea(id)
		return p.areaMap().Areas[at].At
	}
	wantArrows := []board.Arrow{
		{Kind: "move", Side: 0, Line: []board.Point{center("tri"), center("ard")}},
		{Kind: "move", Side: 0, Line: []board.Point{center("saa"), center("mai")}},
		{Kind: "retreat", Side: 1, Line: []board.Point{center("lux"), center("ver")}},
	}
	if !reflect.DeepEqual(b.Arrows, wantArrows) {
		t.Errorf("arrows %v, want %v", b.Arrows, wantArrows)
	}
	wantSigns := []board.Sign{{Kind: "captured", At: center("ard"), Side: 0}, {Kind: "fight", At: center("lux"),
		Side: board.Nobody},
		{Kind: "captured", At: center("lux"), Side: 0}}
	if !reflect.DeepEqual(b.Signs, wantSigns) {
		t.Errorf("signs %v, want %v", b.Signs, wantSigns)
	}
}
