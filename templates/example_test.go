package templates_test

import (
	"bytes"
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/board"
	"berthier/engine/tongue"
	"berthier/templates"
)

func Example() {
	report := engine.Report{
		Side:    "French",
		Title:   tongue.English("Austerlitz, turn 3 (9.00 a.m.)"),
		Summary: tongue.English("Saint-Hilaire takes Pratzen."),
		Story: []engine.Chapter{{Heading: tongue.English("Shock at Pratzen"), Lines: []engine.Line{
			{
				Text: tongue.English("The 1er léger attacks the 2/grenadiers in 1611."), Rule: "8.5",
				Roll: &engine.Roll{
					Draws: []engine.Draw{{No: 1, Purpose: "shock", N: 10, Value: 7}},
					Mods:  []engine.Mod{{Name: "ratio 2:1", Value: 2}, {Name: "village", Value: -1}}, Total: 8,
					Result: "defender CT",
				},
			},
			{Text: tongue.English("The 2/grenadiers retreat to 1809."), Rule: "8.7.2"},
		}}},
		Owed: []engine.Decision{{
			Side: "French", Rule: "8.7.1", Prompt: tongue.English("Does the 1er léger advance into 1611?"),
			Default: tongue.English("it stays where it is."),
		}},
		Template: engine.LinesOf("advance 1leg no\n"),
	}
	text, html, err := templates.Report(templates.Mail{
		Game:   templates.Game{ID: "austerlitz-1", Address: "berthier@example.org"},
		Step:   7,
		Report: report,
		Answer: templates.Answer{Deadline: tongue.Name("Friday 8 May, 20.00 UTC"),
			Header: "game: austerlitz-1\nside: French\nturn: 3\nstep: 8\n"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	fmt.Println("HTML page:", strings.Contains(string(html), "<h1>Austerlitz, turn 3 (9.00 a.m.)</h1>"))
	// Output:
	// Austerlitz, turn 3 (9.00 a.m.)
	// ------------------------------
	//
	// Saint-Hilaire takes Pratzen.
	//
	// You owe one answer by Friday 8 May, 20.00 UTC: see "Your orders" below.
	//
	// Game austerlitz-1, step 7, report for French.
	//
	// Shock at Pratzen
	// ----------------
	//
	// - The 1er léger attacks the 2/grenadiers in 1611: rolled 7, +2 ratio 2:1, -1
	//   village = 8: defender CT [8.5]
	// - The 2/grenadiers retreat to 1809. [8.7.2]
	//
	// Your orders
	// -----------
	//
	// - Does the 1er léger advance into 1611? [8.7.1]
	//   If you say nothing: it stays where it is.
	//
	// Copy the block below into a new mail, change what you like, sign it and send
	// it to berthier@example.org. Lines that are only comments may stay. The step is
	// resolved as soon as all orders are in. Until then you may send as often as you
	// like: the last complete file counts.
	//
	// game: austerlitz-1
	// side: French
	// turn: 3
	// step: 8
	//
	// advance 1leg no
	//
	// Keep this mail
	// --------------
	//
	// The attached "position.html", for a browser, and "position.txt" have the story
	// with every roll, how everything stands, and the record.
	// HTML page: true
}

func ExamplePNG() {
	hexagon := func(x, y int) []board.Point {
		return []board.Point{{X: x + 1, Y: y - 1}, {X: x + 2, Y: y}, {X: x + 1, Y: y + 1}, {X: x - 1, Y: y + 1},
			{X: x - 2, Y: y}, {X: x - 1, Y: y - 1}}
	}
	picture, err := templates.PNG(board.Board{
		Min: board.Point{X: 1, Y: 1}, Max: board.Point{X: 8, Y: 4}, Cell: 2, Stretch: board.FlatTops,
		Sides: []board.Side{{Name: "French"}},
		Regions: []board.Region{
			{ID: "0101", Outline: hexagon(3, 2), Center: board.Point{X: 3, Y: 2}, Terrain: "woods"},
			{ID: "0201", Outline: hexagon(6, 3), Center: board.Point{X: 6, Y: 3}, Terrain: "village",
				Name: tongue.Name("Pratzen")},
		},
		Pieces: []board.Piece{{ID: "1leg", At: board.Point{X: 3, Y: 2}, Region: "0101", Symbol: "infantry", Label: "6",
			Band: "IV", Facing: 90, Faces: true}},
	}, templates.MapOptions{})
	fmt.Println(bytes.HasPrefix(picture, []byte("\x89PNG")), err)
	// Output: true <nil>
}
