package ccn

import (
	"errors"
	arguments "flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

var writePlans = arguments.Bool("ccn.plans", false, "write testdata/plans-*.txt anew")

// TestPlansStay holds the computer to what it plans, and to what it expects of each plan, in
// every turn of a game with all questions. An audit works out again what computers answered:
// whoever changes them on purpose writes the files anew with
//
//	go test ./engine/ccn -run 'Stay$' -ccn.plans
func TestPlansStay(t *testing.T) {
	plansStay(t, engine.Setup{Scenario: "crossroads", Options: map[string]string{"ask": "all"}}, 24)
}

// TestGreatPlansStay does the same for the beginnings of greater battles, where cards that roll
// for their orders, combined attacks and leaders have more to choose from.
func TestGreatPlansStay(t *testing.T) { plansStay(t, engine.Setup{Scenario: "pratzen"}, 24) }

func TestPlansOfADefenceStay(t *testing.T) { plansStay(t, engine.Setup{Scenario: "bussaco"}, 16) }

func TestPlansOfARetreatStay(t *testing.T) { plansStay(t, engine.Setup{Scenario: "corunna"}, 16) }

// plansStay compares the plans of the first turns of a battle with a file.
func plansStay(t *testing.T, set engine.Setup, turns int) {
	t.Helper()
	file := "testdata/plans-" + set.Scenario + ".txt"
	var b strings.Builder
	rs, enough := loaded(t), errors.New("enough")
	log := book.Log{Setup: set, Seed: 3}
	err := log.Play(rs, func(pos engine.Position, side engine.Side) engine.Orders {
		orders, p := rs.Tactical(pos, side), pos.(*Position)
		p.printPlans(&b, rs, p.sc.SideNo(side))
		for _, o := range orders.Lines {
			fmt.Fprintf(&b, "%s %s\n", side, strings.Join(o.Words, " "))
		}
		return orders
	}, func(f book.Frame) error {
		if rs.Turn(f.After) > turns {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		t.Fatal(err)
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
			t.Fatalf("%s, line %d: got\n%s\nwant\n%s", file, i+1, got, want[min(i, len(want)-1)])
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
