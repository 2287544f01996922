package jdg

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// randomSheet answers most kinds of decision beforehand, some for the army and
// some for single units, with conditions, lists and "ask" among the answers.
func randomSheet(t *testing.T, rng *rand.Rand, p *Position, s int) ask.Sheet {
	var units []string
	for u := range p.sc.Units {
		if p.side(u) == s {
			units = append(units, p.spec(u).ID)
		}
	}
	var sheet ask.Sheet
	for i := range decisions {
		d := &decisions[i]
		for n := range 3 {
			answers := append([]string{"ask"}, d.Answers...)
			if d.Answers == nil || d.Word == "" || rng.IntN(4) == 0 {
				continue
			}
			if aims(d) {
				answers = append(answers, "guns,any", "cavalry,infantry")
			}
			answer, whom := answers[rng.IntN(len(answers))], ""
			if c, ok := conditions[d.Kind]; ok && rng.IntN(2) == 0 {
				answer = c.Answers[0] + " if " + c.Facts[rng.IntN(len(c.Facts))].String()
			}
			if n > 0 {
				whom = units[rng.IntN(len(units))]
			}
			sheet = append(sheet, says(t, d.Kind, whom, answer))
		}
	}
	return sheet
}

// TestRandomStandingOrders plays games between players who have answered
// nearly everything beforehand: every standing order resolves, its answer is
// told as such, and what the steps lead to can be read back.
func TestRandomStandingOrders(t *testing.T) {
	seed := enginetest.Seed(t)
	rng := rand.New(rand.NewPCG(seed, 1))
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for game := range 12 {
		options := map[string]string{}
		if game%2 == 0 {
			options["ask"] = "all"
		}
		start, err := rs.Start(engine.Setup{Scenario: "goldbach", Options: options})
		if err != nil {
			t.Fatal(err)
		}
		p := start.(*Position)
		p.Sheets = [2]ask.Sheet{randomSheet(t, rng, p, 0), randomSheet(t, rng, p, 1)}
		playOn(t, rs, p, book.NewPlayer(rng.Uint64()), told, fmt.Sprintf("seed %d, game %d", seed, game))
	}
	t.Log(told)
	for _, kind := range []string{"P6", "P23", "P29", "P30", "P37"} {
		if told[kind] == 0 {
			t.Errorf("no standing order answered %s in these games", kind)
		}
	}
}

// playOn plays at most 40 steps and counts the answers by standing order.
func playOn(t *testing.T, rs *Ruleset, p engine.Position, pl *book.Player, told map[string]int, name string) {
	t.Helper()
	for k := 1; k <= 40 && !rs.Outcome(p).Over; k++ {
		var in []engine.Orders
		for _, s := range rs.Sides(p) {
			if engine.Owes(rs.Owed(p), s) {
				in = append(in, pl.Answer(rs, p, s))
			}
		}
		step, next, err := engine.Play(rs, p, k, in, stream(k))
		if err != nil {
			t.Fatalf("%s, step %d: %v", name, k, err)
		}
		for _, e := range step.Events {
			if e.Kind == "decision" && e.Get("source") == "standing" {
				told[e.Get("kind")]++
			}
			if e.Kind == "decision" && strings.Contains(e.Get("answer"), " if ") {
				t.Fatalf("%s, step %d: an answer with its condition is told: %s", name, k, e)
			}
		}
		if p, err = rs.Decode(next.Encode()); err != nil {
			t.Fatalf("%s, step %d: %v", name, k, err)
		}
	}
}
