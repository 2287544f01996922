package ccn

import (
	arguments "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

var writePlans = arguments.Bool("ccn.plans", false, "write testdata/plans.txt anew")

// TestPlansStay holds the computer to what it plans, and to what it expects of each plan, in
// every turn of two games. An audit works out again what computers answered: whoever changes
// them on purpose writes the file anew with
//
//	go test ./engine/ccn -run TestPlansStay -ccn.plans
func TestPlansStay(t *testing.T) {
	const file = "testdata/plans.txt"
	var b strings.Builder
	rs := loaded(t)
	for _, set := range []engine.Setup{{Scenario: "crossroads", Options: map[string]string{"ask": "all"}}, {Scenario: "pratzen"}} {
		fmt.Fprintf(&b, "== %s\n", set.Scenario)
		log := book.Log{Setup: set, Seed: 3}
		err := log.Play(rs, func(pos engine.Position, side engine.Side) engine.Orders {
			orders := rs.Tactical(pos, side)
			if p := pos.(*Position); p.Turn <= 24 {
				p.printPlans(&b, rs, p.sc.SideNo(side))
				for _, o := range orders.Lines {
					fmt.Fprintf(&b, "%s %s\n", side, strings.Join(o.Words, " "))
				}
			}
			return orders
		}, func(book.Frame) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	if *writePlans {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(text), "\n")
	for i, got := range strings.Split(b.String(), "\n") {
		if i >= len(want) || got != want[i] {
			t.Fatalf("line %d of the plans: got\n%s\nwant\n%s", i+1, got, want[min(i, len(want)-1)])
		}
	}
}

// printPlans writes the plan for each card of a hand, and what it promises.
func (p *Position) printPlans(b *strings.Builder, rs *Ruleset, side int) {
	if p.Asked != nil || p.Active != side || p.Phase != TurnPhase && p.Phase != OrdersPhase {
		return
	}
	w := newWar(rs, p, side)
	for _, play := range w.plays() {
		pl, _ := w.planWith(play)
		fmt.Fprintf(b, "%d %c %d", p.Turn, p.Phase, pl.score)
		for _, l := range pl.lines {
			b.WriteString("; " + strings.Join(l, " "))
		}
		b.WriteString("\n")
	}
}
