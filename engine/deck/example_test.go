package deck_test

import (
	"fmt"

	"berthier/engine"
	"berthier/engine/deck"
)

// Red draws two cards to keep one. The pile has one card only, so the discards go
// into it first. What Red rejects stays face down.
func Example() {
	red := []engine.Side{"Red"}
	box, err := deck.NewBox(
		[]deck.Kind{{Card: "probe", Count: 2}, {Card: "assault", Count: 1}, {Card: "bomb", Count: 1}},
		[]deck.Place{{Name: "pile"}, {Name: "hand-Red", Seen: red}, {Name: "scouted", Seen: red},
			{Name: "rejected", Seen: red}, {Name: "discard", Open: true}})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := box.Fill("pile")
	apply := func(events []engine.Event) {
		fmt.Print(engine.PrintEvents(events))
		for _, e := range events {
			d = d.Apply(e)
		}
	}
	apply(d.Move(deck.Way{Rule: "1", From: "pile", To: "discard"}, "probe", "bomb"))
	apply(d.Move(deck.Way{Rule: "1", From: "pile", To: "hand-Red"}, "assault"))
	dice := engine.NewForced(0, 1) // of one card, then of two
	apply(d.Draw(dice, deck.Way{Rule: "8.3", By: "Red", From: "pile", To: "scouted"}, 2, "discard"))
	apply(d.Move(deck.Way{Rule: "8.3", By: "Red", From: "scouted", To: "hand-Red"}, "probe"))
	apply(d.Empty(deck.Way{Rule: "8.3", By: "Red", From: "scouted", To: "rejected"}))
	fmt.Printf("Red sees:\n%sBlue sees:\n%s", d.View("Red").Append(nil), d.View("Blue").Append(nil))
	// Output:
	// [1] cards from=pile to=discard n=2 cards=bomb,probe
	// [1] cards from=pile to=hand-Red n=1
	// [1] faces from=pile to=hand-Red cards=assault for=Red
	// [8.3] cards by=Red from=pile to=scouted n=1 draws=1
	// [8.3] faces by=Red from=pile to=scouted cards=probe for=Red
	// [8.3] cards by=Red from=discard to=pile n=2 cards=bomb,probe
	// [8.3] cards by=Red from=pile to=scouted n=1 draws=2
	// [8.3] faces by=Red from=pile to=scouted cards=probe for=Red
	// [8.3] cards by=Red from=scouted to=hand-Red n=1
	// [8.3] faces by=Red from=scouted to=hand-Red cards=probe for=Red
	// [8.3] cards by=Red from=scouted to=rejected n=1
	// [8.3] faces by=Red from=scouted to=rejected cards=probe for=Red
	// Red sees:
	// cards pile ?
	// cards hand-Red assault,probe
	// cards rejected probe
	// Blue sees:
	// cards pile ?
	// cards hand-Red ?*2
	// cards rejected ?
}
