package ccn

import (
	"testing"

	"berthier/engine"
)

// TestTactical plays games between two computer players to their end, some of them with
// each reaction asked for.
func TestTactical(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	const games, most = 20, 400
	asked := 0
	wins := map[engine.Side]int{}
	for g := range games {
		setup := engine.Setup{Scenario: "crossroads"}
		if g%4 == 0 {
			setup.Options = map[string]string{"ask": "all"}
		}
		pos, err := rs.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		for step := 1; !rs.Outcome(pos).Over; step++ {
			if step > most {
				t.Fatalf("game %d is not over after %d steps", g, most)
			}
			var in []engine.Orders
			for _, d := range rs.Owed(pos) {
				o := rs.Tactical(rs.View(pos, d.Side), d.Side)
				if bad := rs.Check(pos, o); len(bad) > 0 {
					t.Fatalf("game %d, step %d: %v\n%v", g, step, engine.Faults(bad), o.Lines)
				}
				in = append(in, o)
			}
			_, next, err := engine.Play(
				rs,
				pos,
				step,
				in,
				engine.NewStream(
					"bot",
					step,
					engine.InputHash(nil),
					engine.Link{byte(g), byte(step), byte(step >> 8)},
					engine.Link{byte(g)},
				),
			)
			if err != nil {
				t.Fatal(err)
			}
			if pos = next; pos.(*Position).Asked != nil {
				asked++
			}
		}
		wins[rs.Outcome(pos).Winner]++
	}
	if asked == 0 || wins["British"] == 0 || wins["French"] == 0 {
		t.Errorf("%d questions, %v, want some of each", asked, wins)
	}
}
