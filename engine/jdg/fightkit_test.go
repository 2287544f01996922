package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// fightCase is one close-combat step of the formation "french": order lines,
// answers of the standing orders, and dice that fall as told.
// want lists every event in the short form of brief.
type fightCase struct {
	name   string
	ground string // scenario
	orders OrderStatus
	lines  []string
	setup  func(r *run)
	sheets []string // "SIDE KIND ANSWER" or "SIDE KIND ANSWER for UNIT"
	dice   []int
	want   string
}

// check carries out the lines and all combats that follow from them.
func (c fightCase) check(t *testing.T) {
	t.Helper()
	dice := engine.NewForced(c.dice...)
	r := activated(t, c.ground, "french", c.orders)
	r.dice = dice
	r.setMark()
	for _, s := range c.sheets {
		side, rest, _ := strings.Cut(s, " ")
		kind, answer, _ := strings.Cut(rest, " ")
		answer, unit, _ := strings.Cut(answer, " for ")
		i := r.p.sideOf(engine.Side(side))
		r.p.Sheets[i] = append(r.p.Sheets[i], says(t, kind, unit, answer))
	}
	if c.setup != nil {
		c.setup(r)
	}
	if f := give(t, r, c.lines...); f != nil {
		t.Fatalf("orders: %v", f)
	}
	r.combats()
	wantBrief(t, r, c.want)
	if err := dice.Err(); err != nil {
		t.Errorf("dice: %v", err)
	}
}

func checkFights(t *testing.T, cases []fightCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, c.check)
	}
}

// wantBrief compares what the run has told with lines in the short form; ways
// and facings that are chosen by default are left out.
func wantBrief(t testing.TB, r *run, want string) {
	t.Helper()
	var got []string
	for _, e := range r.out {
		if e.Get("source") == "default" && slices.Contains([]string{"8.8.1-m", "9.5.2-g", "10.4-o"}, e.Rule) {
			continue
		}
		got = append(got, brief(e))
	}
	r.out = nil
	g, w := strings.Join(got, "\n"), strings.TrimSpace(want)
	if g != w {
		t.Errorf("events of %s: got\n%s\nwant\n%s", t.Name(), g, w)
	}
}

// brief prints an event with its rule, its kind and all values. A roll is its
// purpose, the die with its modifiers, and the result.
func brief(e engine.Event) string {
	words := []string{e.Rule, e.Kind}
	for _, a := range e.Args {
		words = append(words, a.Value)
	}
	if e.Roll == nil {
		return strings.Join(words, " ")
	}
	mods := ""
	for _, m := range e.Roll.Mods {
		mods += fmt.Sprintf(", %s %+d", m.Name, m.Value)
	}
	return fmt.Sprintf("%s %s: %d%s: %s", e.Rule, e.Roll.Purpose(), e.Roll.Draws[0].Value, mods, e.Roll.Result)
}

// inSquare puts units into square.
func inSquare(us ...int) func(r *run) {
	return func(r *run) {
		for _, u := range us {
			r.p.Units[u].Square = true
		}
	}
}
