package jdg

import (
	"testing"

	"berthier/engine"
)

// TestTactical plays whole games between two tactical players: every order is
// accepted, and the game is fought out.
func TestTactical(t *testing.T) {
	for _, scenario := range []string{"goldbach", "austerlitz"} {
		t.Run(scenario, func(t *testing.T) {
			g, p := playBots(t, scenario, 1)
			kinds := map[string]int{}
			for _, s := range g.steps {
				for _, e := range s.Events {
					kinds[e.Kind]++
					if e.Kind == "skip" {
						kinds["skip: "+e.Get("why")]++
					}
				}
			}
			for _, k := range []string{"fire", "move", "charge", "combat", "advance", "disorder", "rally",
				"eliminate"} {
				if kinds[k] == 0 {
					t.Errorf("no %s in the whole game", k)
				}
			}
			if !g.rs.Outcome(p).Over {
				t.Errorf("the game is not over after %d steps", len(g.steps))
			}
			t.Logf("%d steps, %v, %v", len(g.steps), g.rs.Outcome(p), kinds)
		})
	}
}

// playBots plays a game to its end between tactical players.
func playBots(t testing.TB, scenario string, seed byte) (recordedGame, engine.Position) {
	t.Helper()
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	g := recordedGame{rs: rs, start: start}
	p := start
	for k := 1; k <= engine.ChainLength && !rs.Outcome(p).Over; k++ {
		var in []engine.Orders
		owed := rs.Owed(p)
		for _, s := range rs.Sides(p) {
			if engine.Owes(owed, s) {
				in = append(in, rs.Tactical(p, s))
			}
		}
		dice := engine.NewStream("bots", k, [32]byte{seed}, engine.Link{byte(k), byte(k >> 8)}, engine.Link{})
		step, next, err := engine.Play(rs, p, k, in, dice)
		if err != nil {
			t.Fatalf("step %d: %v", k, err)
		}
		g.steps = append(g.steps, step)
		p = next
	}
	return g, p
}

// TestTacticalBesideAFriend has a charge that looks good end in the hex of a
// friend, who would have to attack the village beside the target too [8.2-f].
func TestTacticalBesideAFriend(t *testing.T) {
	rs, p, err := ReadCase([]byte("hex 0507 village\n"+
		"formation f French am=4\nformation k Allied am=3\n"+
		"unit target French cav form=f at=0506 face=SSE sp=4/3 state=disordered\n"+
		"unit firm French inf form=f at=0507 face=E sp=9\n"+
		"unit mate Allied cav form=k at=0606 face=W sp=2/1 ma=2\n"+
		"unit rider Allied cav form=k at=0605 face=W sp=4/3\n"+
		"drawn k\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	o := rs.Tactical(p, "Allied")
	if fs := rs.Check(p, o); len(fs) > 0 {
		t.Errorf("got orders %v with fault %v", o.Lines, fs[0])
	}
}
