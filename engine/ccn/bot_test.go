package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// play plays one game with a player for each side, of whom each sees his view, and returns
// who wins.
func play(t *testing.T, rs *Ruleset, s engine.Setup, seed uint64, watch func(book.Frame),
	players ...func(engine.Position, engine.Side) engine.Orders) engine.Side {
	t.Helper()
	log := book.Log{Setup: s, Seed: seed}
	err := log.Play(rs, func(p engine.Position, side engine.Side) engine.Orders {
		return players[p.(*Position).sc.SideNo(side)](rs.View(p, side), side)
	}, func(f book.Frame) error { watch(f); return rs.Inspect(f.Before, f.Step.Events) })
	if err != nil {
		t.Errorf("%v, seed %d: %v", s, seed, err)
	}
	return log.Outcome.Winner
}

// TestTactical plays games between two tactical players to their end, every second one with
// each reaction asked for.
func TestTactical(t *testing.T) {
	rs := loaded(t)
	asked := 0
	wins := map[engine.Side]int{}
	for i := range uint64(12) {
		s := engine.Setup{Scenario: "crossroads"}
		if i%2 == 0 {
			s.Options = map[string]string{"ask": "all"}
		}
		winner := play(t, rs, s, i, func(f book.Frame) {
			if f.After.(*Position).Asked != nil {
				asked++
			}
		}, rs.Tactical, rs.Tactical)
		wins[winner]++
	}
	if asked == 0 || wins["British"] == 0 || wins["French"] == 0 {
		t.Errorf("%d questions, %v, want some of each", asked, wins)
	}
}

// TestTacticalBeatsRandom: the tactical player wins 9 of 10 games against one who gives any
// legal orders, on either side.
func TestTacticalBeatsRandom(t *testing.T) {
	rs := loaded(t)
	const games = 20
	lost := 0
	for i := range uint64(games) {
		own := int(i % 2)
		players := []func(engine.Position, engine.Side) engine.Orders{random(rs, i), random(rs, i)}
		players[own] = rs.Tactical
		winner := play(t, rs, engine.Setup{Scenario: "crossroads"}, i, func(book.Frame) {}, players...)
		if winner != rs.scenarios["crossroads"].Sides[own].Name {
			lost++
		}
	}
	if lost > games/10 {
		t.Errorf("%d of %d games are lost", lost, games)
	}
}

// TestTacticalPlans: what the tactical player sends in a position.
func TestTacticalPlans(t *testing.T) {
	for _, c := range []struct{ name, position, want string }{
		{"the best target", "hand British probe-center\nunit a British line at=D6\n" +
			"unit x French line at=F6\nunit y French line at=F7\nblocks y 1\nunit z French line at=I12\n",
			"play probe-center\norder a\nfire a at y,x"},
		{"the better card", "hand British probe-left,probe-center\nunit a British line at=D6\n" +
			"unit b British line at=A1\nunit x French line at=F6\nblocks x 1\nunit z French line at=I12\n",
			"play probe-center\norder a\n"},
		{"First Strike is kept", "hand British first-strike,scout-center\nunit a British line at=D6\n" +
			"unit x French line at=F6\nunit z French line at=I12\n",
			"play scout-center\norder a\nfire a at x"},
		{"a gun joins", "hand British attack-center\nunit a British line at=D6\nunit g British foot-artillery at=C6\n" +
			"unit x French light-cavalry at=E6\nunit z French line at=I12\nhex F5,F6,F7 river\n",
			"melee a at x with g"},
		{"a weak unit goes", "hand British probe-center\nunit a British line at=D6\nblocks a 1\n" +
			"unit x French line at=E6\nunit y French line at=E7\nkilled French 4\n",
			"play probe-center\norder a\nmove a to c"},
		{"the leader leaves a weak unit", "hand British probe-center\nunit a British line at=D6\nblocks a 1\n" +
			"leader w British at=D6\nunit b British line at=C5\nunit x French line at=E6\nunit y French line at=E7\n",
			"detach w"},
		{"a lone leader joins", "hand British scout-center\nleader w British at=B6\nunit b British line at=C5\n" +
			"unit x French line at=I6\n",
			"play scout-center\norder w\nmove w to c5"},
		{"cavalry goes on", "hand British attack-center\nunit a British heavy-cavalry at=D6\n" +
			"unit x French foot-artillery at=E6\nblocks x 1\nunit y French foot-artillery at=F6\nblocks y 1\n" +
			"unit z French line at=I12\n", "advance yes bonus y"},
		{"a square dissolves", "hand British attack-center\nunit a British line at=D6\nsquared a forward\n" +
			"unit x French line at=F6\nunit z French line at=I12\n", "dissolve a"},
		{"nothing is wasted on a short supply of one", "hand British short-supply\nunit a British line at=D6\n" +
			"unit x French line at=F6\nunit y French line at=I6\n", "play short-supply x"},
		{"a section is chosen", "hand British force-march\nunit a British line at=D11\nunit x French line at=F11\n",
			"play force-march right\nfire a at x"},
		{"the goal is taken", "hand British probe-center\ngoal D7 British=1\nunit a British line at=D6\n" +
			"unit x French line at=H6\n", "move a to d7"},
		{"Elan's dice lie", "hand British scout-center\nrolled elan 3 1 0 0 0\nunit a British line at=D6\n" +
			"unit b British light-cavalry at=D8\nunit x French line at=F6\nunit z French line at=I12\n",
			"order a\nmove a to e7\nmelee a at x advance yes"},
		{"Rally's dice lie", "hand British scout-center\nrolled rally 3 1 0 0 0\nunit a British line at=D6\n" +
			"unit b British line at=A8\nblocks b 3\nblocks a 2\nunit x French line at=F6\nunit z French line at=I12\n",
			"order a\nfire a at x"},
		{"the opening", "opening\nunit a British line at=D6\nunit x French line at=F6\n",
			"standing first-strike always if own-dice 3"},
		{"nothing to say", "turn-of French\nunit a British line at=D6\nunit x French line at=F6\n", ""},
	} {
		rs, p, err := ReadCase([]byte(c.position))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		orders := rs.Tactical(rs.View(p, "British"), "British")
		if bad := rs.Check(p, orders); len(bad) > 0 {
			t.Errorf("%s: %v", c.name, engine.Faults(bad))
		}
		var lines []string
		for _, o := range orders.Lines {
			lines = append(lines, strings.Join(o.Words, " "))
		}
		if got := strings.Join(lines, "\n"); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestForecast: the odds are exact.
func TestForecast(t *testing.T) {
	rs, p, err := ReadCase([]byte("banners 9\nunit a British line at=D6\nunit x French line at=E6\n" +
		"unit z French line at=I12\nunit y French line at=I6\nblocks x 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	b := &planner{war: newWar(rs, p, 0), r: newRun(rs, p.clone(), nil)}
	b.r.t = b.r.newTurn()
	unit := func(id string) int { u, _ := p.sc.Piece(id); return u }
	for _, c := range []struct {
		name               string
		a                  blowOf
		worth, stays, lost int
	}{
		// One die: 3 of 6 faces eliminate, 1 is a flag.
		{"one block", blowOf{by: unit("a"), target: unit("x"), dice: 1, melee: true},
			(3*(block+banner+push) + push) / 6, 20, 30},
		{"a shot", blowOf{by: unit("a"), target: unit("x"), dice: 1}, (2*(block+banner+push) + push) / 6, 30, 20},
		{"a reform", blowOf{by: unit("a"), target: unit("x"), dice: 1, melee: true, reform: true},
			(block + banner + push) / 6, 50, 10},
		// From the baseline there is no way back: a flag costs a block.
		{"nowhere to go", blowOf{by: unit("a"), target: unit("y"), dice: 1}, 3 * block / 6, 60, 30},
		{"no die", blowOf{by: unit("a"), target: unit("x")}, 0, 60, 0},
	} {
		if got := b.forecast(c.a); got != (outcome{c.worth, c.stays, c.lost}) {
			t.Errorf("%s: %+v, want %d, %d, %d", c.name, got, c.worth, c.stays, c.lost)
		}
	}
	if got := caught(1); got != banner/6 {
		t.Errorf("one die against a leader: %d", got)
	}
}

// TestBotsAreNamed: the players are those of the game, each with a version.
func TestBotsAreNamed(t *testing.T) {
	rs := loaded(t)
	for _, b := range rs.Bots() {
		p, err := rs.Start(Game.First)
		if err != nil {
			t.Fatal(err)
		}
		same := func(c engine.Bot) bool { return c.Name == b.Name && c.Version == b.Version }
		if b.Version == "" || !slices.ContainsFunc(Game.Bots, same) {
			t.Errorf("bot %q, version %q", b.Name, b.Version)
		}
		if o := b.New(rs, 1)(p, "British"); o.Side != "British" || len(o.Lines) != 1 {
			t.Errorf("%s sends %v", b.Name, o)
		}
	}
}
