package templates

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// sampleAftermath has one of all that can stand in it, with names that mean something in
// Markdown and in HTML.
func sampleAftermath() *Aftermath {
	krug := engine.Goal{Name: tongue.Name("Krug | <b>hill</b>"), Holder: "French"}
	corps := engine.Formation{Name: tongue.Name("Oudinot & *Co*"), Side: "Allied", Began: 30, Lost: 12, Broken: true}
	return &Aftermath{
		Sides: []engine.Side{"French", "Allied"},
		Turns: []StoryTurn{
			{Turn: 1, Taken: []engine.Goal{krug, {Name: tongue.Name("Blaschowitz")}}, Broken: []engine.Formation{corps},
				Fight: &engine.Fight{
					Title:  tongue.English("Shock at Krug"),
					Result: tongue.English("the defender retires"),
					Forces: []engine.Force{
						{
							Side:     "French",
							Who:      tongue.English("The Guard"),
							Strength: tongue.English("9 SP"),
						}, {Side: "Allied", Who: tongue.English("the hussars")}},
				},
				Lost: []SideNumber{{"Allied", 12}}, Score: []SideNumber{{"French", 5}, {"Allied", 3}},
				By: tongue.Name("VP")},
			{Turn: 3, Score: []SideNumber{{"French", 5}, {"Allied", 4}}, By: tongue.Name("VP")},
		},
		Quiet: 2,
		Moments: []Moment{{Turn: 1, Step: 2, For: "French", Taken: &krug},
			{Turn: 1, Step: 3, For: "French", Broken: &corps},
			{
				Turn: 2,
				Step: 5,
				For:  "Allied",
				Roll: &Swing{Name: tongue.English("Cohesion test of the Guard"), Side: "French", Dice: 1,
					Expected: .8, By: -7.2},
			},
			{
				Turn: 2,
				Step: 6,
				For:  "French",
				Roll: &Swing{Name: tongue.English("Fire"), Side: "French", Dice: 3, Successes: 3, Expected: 1.5,
					By: 1.5},
			}},
		Held: []Tenure{{tongue.Name("Krug | <b>hill</b>"), []Span{{"Allied", 0, 0}, {"French", 1, 3}}},
			{tongue.Name("Kobelnitz"), []Span{{"", 0, 3}}}},
		Luck: []engine.Luck{{Side: "French", Trials: 12, Successes: 7, Expected: 5.25, Variance: 2.56}},
		Forces: []engine.Formation{corps, {Name: tongue.Name("Soult"), Side: "French", Began: 40, Lost: 3},
			{Name: tongue.Name("The Guard"),
				Side: "French", Began: 20}},
		Curves: []Curve{{Name: "vp", Title: tongue.Name("VP"),
			Lines: []CurveLine{{"French", "blue", []float64{0, 5, 5, 5}},
				{"Allied", "red", []float64{0, 3, 3.5, -4}}}}},
		Verdict: Verdict{Checked: true, Steps: 7, Rolls: 41, Signed: 14},
	}
}

// A curve is a picture of the same size in both forms, whatever its values are, and what players
// wrote in it cannot leave it.
func TestCurves(t *testing.T) {
	for name, c := range map[string]Curve{
		"usual":     sampleAftermath().Curves[0],
		"no values": {Title: tongue.Name("VP"), Lines: []CurveLine{{Name: "French"}}},
		"no line":   {},
		"flat":      {Title: tongue.Name("VP"), Lines: []CurveLine{{"French", "", []float64{0, 0, 0}}}},
		"one turn":  {Title: tongue.Name("VP"), First: 4, Lines: []CurveLine{{"French", "", []float64{7}}}},
		"large":     {Title: tongue.Name("VP"), Lines: []CurveLine{{"French", "", []float64{1e7, -3e7, 12}}}},
		"hostile": {Title: tongue.Name("</svg><script>x</script>"),
			Lines: []CurveLine{{"<b>&", "", []float64{1, 2}}}},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := c.PNG(tongue.Pl)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil || img.Bounds().Dx() != curveWidth || img.Bounds().Dy() != curveHeight {
				t.Errorf("%v, %v", img.Bounds(), err)
			}
			svg := string(c.SVG(tongue.Pl))
			if strings.Contains(svg, "<script") || strings.Contains(svg, "<b>") || strings.Contains(svg, "NaN") ||
				strings.Contains(svg, "Inf") || strings.Count(svg, "</svg>") != 1 {
				t.Errorf("the drawing is\n%s", svg)
			}
			if len(data) > 12_000 {
				t.Errorf("%d bytes are too many for a mail", len(data))
			}
		})
	}
}

// TestNoDraw: a campaign that leads to a battle is no draw, although what the battle begins with could not be told.
func TestNoDraw(t *testing.T) {
	m := OverMail{Game: sampleGame, Outcome: engine.Outcome{Over: true, Rule: "9-h"}}
	for _, m.Leads = range []bool{false, true} {
		text, _, err := Over(m)
		if draw := bytes.Contains(text, []byte("It is a draw.")); err != nil || draw == m.Leads {
			t.Errorf("leads to a battle: %v, %v\n%s", m.Leads, err, text)
		}
	}
}
