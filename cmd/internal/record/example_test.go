package record_test

import (
	"fmt"

	"berthier/cmd/internal/record"
	"berthier/engine"
)

// step is the open part of a record.
const step = `berthier step 2
game: duel-1
step: 1
time: 2030-12-02T08:20:00Z
ruleset: duel 1
tables: 1e372cf668902b151d23a86141b36476add6daca5bf8f9ba65617dd3bbd5a35a
program: v1.0.0
previous: 232b84ddf06b0eb4413fe167e77091253871b94b967d2eed1303d67bf7077d5e
link: b1b1bdb480c61d075300d9bff7d9cb69cf31695ea048e478facadf426e8d0fb0
input: Red 4 6618a4f6b0aafbf532a1fa017551e22e888ffab15b0c4cbaafc398e396467714
input: Blue - -
inputs: 52a9b344449a3660348620a89a5956ed67c3be50d3945a753627f92b17701267
draw: 1 open 6 4 "die of the round"
draw: 2 sealed 52 - "card of Red"
event: [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
event: [1.4] score by=Red points=1
hidden: 74cf769a58c7cc3b3cef6b3a7e7f6c78254c27e38872931012c0861012bb69ec
`

// Anybody can check the dice of a step record: the link must hash to the one
// before, and every open draw must follow from link and inputs.
func Example() {
	s, err := record.ParseStep([]byte(step), nil)
	if err != nil {
		fmt.Println(err)
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
	// Output:
	// the link follows: true
	// die of the round 4 follows: true
	// [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
	// [1.4] score by=Red points=1
}
