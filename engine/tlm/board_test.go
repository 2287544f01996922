package tlm

import (
	"slices"
	"testing"

	"berthier/engine"
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
	holds("after two", ended, map[string]string{"front": "nam-ard", "front-season": "ard-lux", "front-start": "lux-met"})
	for range 3 {
		end()
	}
	holds("after a year", ended, map[string]string{"front": "nam-ard", "front-year": "ard-lux", "front-start": "lux-met"})
	holds("in the season that follows", nil, map[string]string{"front": "nam-ard", "front-start": "lux-met"})
	end()
	if len(p.Fronts) != mostFronts {
		t.Errorf("%d front lines are kept, want %d", len(p.Fronts), mostFronts)
	}
}
