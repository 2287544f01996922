package record_test

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// Anybody can check the dice of a step record: the link must hash to the one
// before, and every open draw must follow from link and inputs.
func Example() {
	for _, r := range record.Examples() {
		s, ok := r.(record.Step)
		if !ok {
			continue
		}
		fmt.Println("the link follows:", s.Link.Follows(s.Previous))
		for _, d := range s.Draws {
			if !d.Sealed {
				fmt.Println(d.Purpose, d.Value, "follows:", engine.VerifyDraw(s.Link, s.Game, s.Step, s.Hash, d))
			}
		}
		for _, e := range s.Events {
			fmt.Println(e)
		}
	}
	// Output:
	// the link follows: true
	// die of the round 4 follows: true
	// [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
	// [1.4] score by=Red points=1
	// [1.5] drawn by=Red card=33 for=Red
}
