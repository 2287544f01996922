package main

import (
	"errors"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/engine"
)

func TestTellDifferences(t *testing.T) {
	was := []engine.Event{engine.NewEvent("1", "next", ""), engine.NewEvent("1.4", "score", "Red", "points", "1"),
		engine.NewEvent("2", "ask", "Red")}
	is := []engine.Event{engine.NewEvent("1", "next", ""), engine.NewEvent("1.4", "score", "Red", "points", "2"),
		engine.NewEvent("2", "ask", "Red"), engine.NewEvent("3", "end", "")}
	var out strings.Builder
	tellDifferences(&out, docket.Migration{Steps: 9, Differs: []audit.Difference{
		{Step: 4, Err: errors.New("two points"), Was: was, Events: is, PositionWas: []byte("a\nb\nc\n"),
			Position: []byte("a\nc\nd\n")}, {Step: 7},
	}})
	const want = `2 of 9 steps go otherwise: 4, 7

The first is step 4: two points

Its events (- as they were, + by this program):
- [1.4] score by=Red points=1
+ [1.4] score by=Red points=2
+ [3] end

The position after it:
- b
+ d
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
