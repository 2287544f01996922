package jdg

import (
	"errors"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// TestResolveRefuses: with a fault in the orders nothing is resolved.
func TestResolveRefuses(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit a French inf at=0505\nunit x Allied inf at=0905\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p, []engine.Orders{lines("French", "move a to 0405", "move a to 0905")},
		engine.NewForced())
	var faults engine.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Line != 2 || events != nil {
		t.Errorf("got %d events and %v, want the fault of line 2 only", len(events), err)
	}
}

// asking is a position in which the holder of the initiative is asked who acts
// first.
func asking(t *testing.T) (*Ruleset, *Position) {
	t.Helper()
	rs, p, err := ReadCase([]byte("ask P5\nformation ney French am=4\nunit a French inf form=ney at=0505\n"+
		"unit x Allied inf at=0905\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p, nil, engine.NewForced(9, 0))
	if err != nil {
		t.Fatal(err)
	}
	p = rs.Apply(p, events).(*Position)
	if p.Asked == nil {
		t.Fatalf("nobody is asked:\n%s", engine.PrintEvents(events))
	}
	return rs, p
}

// TestTakenUpAgain: a resolution that does not lead to what was told before the
// question, or that cannot be taken up, is refused.
func TestTakenUpAgain(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(a *ask.PendingRun)
		want   string
	}{
		{"as it was", func(a *ask.PendingRun) {}, ""},
		{"other events were told", func(a *ask.PendingRun) { a.Check = "0" }, "differs from what was told at event 3"},
		{"a die more", func(a *ask.PendingRun) { a.Tape = append(a.Tape, ask.DrawResult{No: 3, N: 10, Value: 5}) },
			"differs from what was told"},
		{"another kind of die", func(a *ask.PendingRun) { a.Tape[0] = ask.DrawResult{No: 1, N: 6, Value: 5} },
			"differs from what was told at event 0"},
		{"no position", func(a *ask.PendingRun) { a.Base = "turn of the tide\n" }, "taking up question q"},
	} {
		rs, p := asking(t)
		asked := *p.Asked
		tt.damage(&asked)
		p.Asked = &asked
		events, err := rs.Resolve(p, []engine.Orders{lines("French", "answer ney/1:4")}, engine.NewForced(0))
		switch {
		case tt.want == "" && (err != nil || len(events) == 0):
			t.Errorf("%s: got %d events and %v", tt.name, len(events), err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || events != nil):
			t.Errorf("%s: got %d events and %v, want an error with %q", tt.name, len(events), err, tt.want)
		}
	}
}

// TestTakenUpAfterStandingOrders: standing orders that came with those of the
// activation belong to the position that it is taken up from.
func TestTakenUpAfterStandingOrders(t *testing.T) {
	rs, p, err := ReadCase([]byte("ask P32\nunit a French inf at=0505 face=E sp=12\n"+
		"unit x Allied inf at=0605 sp=12 face=SSW\nhex 0605 village\n"+
		"unit b French inf at=0606 face=SSE sp=4\nstands French P29 0505,0504\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p,
		[]engine.Orders{lines("French", "standing square no", "shock a at 0605")}, engine.NewForced(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	p = rs.Apply(p, events).(*Position)
	if p.Asked == nil {
		t.Fatalf("nobody is asked:\n%s", engine.PrintEvents(events))
	}
	events, err = rs.Resolve(p, []engine.Orders{lines("Allied", "answer no")}, engine.NewForced())
	if err != nil {
		t.Fatal(err)
	}
	if got := rs.Apply(p, events).(*Position).sheet(0, "P17"); got != "no" {
		t.Errorf("the standing order is %q when the answer has come, want no", got)
	}
}

// brokenDice are dice that cannot be rolled.
type brokenDice struct{ engine.Dice }

func (brokenDice) Draw(string, int) engine.Draw { panic("broken dice") }

// TestPanicPassesOn: Resolve does not take a mistake in the program for a
// question to a player.
func TestPanicPassesOn(t *testing.T) {
	defer func() {
		if x := recover(); x != "broken dice" {
			t.Errorf("got panic %v, want that of the dice", x)
		}
	}()
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0905\n")
	events, err := p.rs.Resolve(p, nil, brokenDice{})
	t.Errorf("got %d events and %v", len(events), err)
}
