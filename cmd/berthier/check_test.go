package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/engine/book"
)

// writeFight plays Goldbach at random until an activation has both a fire and
// a shock among its options.
func writeFight(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fight POSITION TURN")
	}
	rs, err := loadGame("jdg", nil)
	ts.Check(err)
	for seed := uint64(1); seed < 50; seed++ {
		p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
		ts.Check(err)
		for step := 1; step < 200 && !rs.Outcome(p).Over; step++ {
			owed := rs.Owed(p)
			if lines := fightIn(rs, p, owed[0]); lines != nil {
				a := position.Attachment{Game: "fight-1", Side: owed[0].Side, Turn: rs.Turn(p), Step: step,
					Ruleset: rs.Name(),
					Version: rs.Version(), Data: rs.Data(p), View: rs.View(p, owed[0].Side).Encode()}
				turn := fmt.Sprintf("game: fight-1\nside: %s\nturn: %d\nstep: %d\n%s\nend\n", a.Side, a.Turn, a.Step,
					strings.Join(lines, "\n"))
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), a.Print(), 0o600))
				ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(turn), 0o600))
				return
			}
			var in []engine.Orders
			for _, side := range rs.Sides(p) {
				if engine.Owes(owed, side) {
					in = append(in, book.NewPlayer(seed+uint64(step)).Answer(rs, p, side))
				}
			}
			_, p, err = engine.Play(rs, p, step, in,
				engine.NewStream("fight", step, [32]byte{}, engine.Link{byte(seed)}, engine.Link{}))
			ts.Check(err)
		}
	}
	ts.Fatalf("no activation with a fire and a shock")
}

// fightIn returns a fire and a shock that may be ordered together, nil if
// there are none.
func fightIn(rs engine.Ruleset, p engine.Position, d engine.Decision) []string {
	var lines []string
	var orders []engine.Order
	draft := rs.Draft(p, d)
	for _, verb := range []string{"fire", "shock"} {
		for _, o := range draft.Options() {
			if o.Words[0] == verb {
				lines, orders = append(lines, strings.Join(o.Words, " ")), append(orders, o)
				draft.Add(o)
				break
			}
		}
	}
	if len(lines) < 2 || len(rs.Check(p, engine.Orders{Side: d.Side, Lines: orders})) > 0 {
		return nil
	}
	return lines
}
