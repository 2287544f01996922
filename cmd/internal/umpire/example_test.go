package umpire_test

import (
	"fmt"
	"log"

	"berthier/cmd/internal/umpire"
	"berthier/engine"
)

// Anybody can check the dice of a step record: the link must hash to the one
// before, and every open draw must follow from link and inputs.
func Example() {
	const text = `berthier step 2
game: duel-1
step: 1
time: 2030-12-02T08:20:00Z
ruleset: duel 1
tables: 34470bd1639efd6106ac9217a0443a01b493e934df432acea2388b08e5b8179b
program: v1.0.0
previous: 036f886a9d2e016da6198530faf7c268e57700706151948cb37b45fcfb5a89d1
link: 82e143fca3c3caf8a8776baf5be0e3a611f6c72e888705ed0af4d4386c3dc3f9
input: Red 4 97c1ba1cd3a023108a65089f069a8c33109e42bd5eba59570fe5bb0d55834b1f
input: Blue - -
inputs: f7f437a69f1d6f46ab249bcb69bfef6951a61eb358e2ba599be9a6d52b763d80
draw: 1 open 6 4 "die of the round"
event: [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
event: [1.4] score by=Red points=1
hidden: 026d2d48c98d5ea45768e260486bb273996905e2d0f56ec1e9ce8d988f308130
`
	const hidden = `salt: 4d2f3b0f7f6b5e0c8a4b1d7e9c2f60518273a4b5c6d7e8f90a1b2c3d4e5f6071
position: 604a4e0610d76a15134b92e211711bf45509c958390e2f81e64e2ff6634d0e01
`
	s, err := umpire.ParseStepRecord([]byte(text), []byte(hidden))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the link follows:", s.Link.Follows(s.Previous))
	for _, d := range s.Draws {
		fmt.Println(d.Purpose, d.Value, "follows:", engine.VerifyDraw(s.Link, s.Game, s.Step, s.Hash, d))
	}
	for _, e := range s.Events {
		fmt.Println(e)
	}
	data, part := s.Print()
	fmt.Println("printed again it is the same:", string(data) == text && string(part) == hidden)
	// Output:
	// the link follows: true
	// die of the round 4 follows: true
	// [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
	// [1.4] score by=Red points=1
	// printed again it is the same: true
}
