package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/jdg/setup"
	"berthier/engine/tongue/tonguetest"
)

// position starts a game of a scenario that is written in the test: see
// ParseScenario for what a line left out means.
func position(t testing.TB, text string) *Position {
	t.Helper()
	sc, err := setup.ParseScenario("test", []byte(text))
	if err != nil {
		t.Fatalf("scenario: %v", err)
	}
	tables, err := setup.LoadTables(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(tables, sc).Start(engine.Setup{Scenario: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

// activation is position with the first marker of a formation drawn: every
// tactical group has the orders given, and the dice fall as told.
func activated(t testing.TB, text, form string, orders OrderStatus, dice ...int) *run {
	t.Helper()
	p := position(t, text)
	f, ok := p.sc.Form(form)
	if !ok {
		t.Fatalf("no formation %s", form)
	}
	p.Phase = ActivationPhase
	p.Drawn = Marker{form, 1, p.sc.Forms[f].AMs[0]}
	for i := range p.Groups {
		p.Faces[i].Orders, p.Faces[i].Revealed = orders, true
	}
	r := newRun(p.rs, p, engine.NewForced(dice...))
	r.newActivation(nil)
	return r
}

// give carries out order lines of the active side one by one, in the order
// given; it returns the first fault.
func give(t testing.TB, r *run, lines ...string) *engine.Fault {
	t.Helper()
	for i, l := range lines {
		o, f := r.p.read(r.act.side, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(l)})
		if f != nil {
			t.Fatalf("reading: %v", f)
		}
		f, err := o.verb.do(r, o)
		if err != nil {
			t.Fatal(err)
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// told returns what the run has told, one event a line, and forgets it.
func told(r *run) string {
	s := engine.PrintEvents(r.out)
	r.out = nil
	return s
}

// wantTold compares what the run has told with the lines wanted.
func wantTold(t testing.TB, r *run, want ...string) {
	t.Helper()
	got := strings.TrimSuffix(told(r), "\n")
	if w := strings.Join(want, "\n"); got != w {
		t.Errorf("events: got\n%s\nwant\n%s", got, w)
	}
}

// wantFault compares a fault with a rule and a part of its message; an empty
// rule means that no fault is wanted.
func wantFault(t testing.TB, f *engine.Fault, rule, part string) {
	t.Helper()
	switch {
	case f == nil && rule == "":
	case f == nil:
		t.Errorf("got no fault, want one of rule %s: %s", rule, part)
	case f.Rule != rule || !strings.Contains(f.Msg.String(), part):
		t.Errorf("got fault %v, want rule %q: %s", f, rule, part)
	}
	if lacks := tonguetest.Whole(t, f); lacks != nil {
		t.Errorf("some language lacks %q", lacks)
	}
}

// unit returns the index of a unit.
func unit(t testing.TB, p *Position, id string) int {
	t.Helper()
	u, ok := p.sc.Unit(id)
	if !ok {
		t.Fatalf("no unit %s", id)
	}
	return u
}

// says is a standing order in its text form.
func says(t testing.TB, kind, whom, text string) ask.StandingOrder {
	t.Helper()
	s, err := ask.ParseStanding(kind, whom, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// filled is a cup with some markers.
func (p *Position) filled(ms ...Marker) (cup []cupMarker) {
	for _, m := range ms {
		short, _ := p.inCup(m)
		cup = append(cup, short)
	}
	return cup
}
