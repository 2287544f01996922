package jdg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// TestDamagedQuestion shows that a resolution is not taken up where what the
// position keeps of it does not lead to its question: where events are
// compared, and where none are, so that the tape itself has to tell.
func TestDamagedQuestion(t *testing.T) {
	rs, p, err := ReadCase([]byte("ask P33\nunit a French cav at=0305 sp=9\nunit b French cav at=0305 sp=9\n"+
		"unit x Allied inf at=0605\n"+
		"stands Allied P17 no\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	// A die, then two questions: the second one stands open.
	for _, step := range []struct {
		line string
		dice []int
	}{{"charge a,b at 0605 via 0405 0505", []int{1}}, {"answer unit", nil}} {
		es, err := rs.Resolve(p, []engine.Orders{lines("French", step.line)}, engine.NewForced(step.dice...))
		if err != nil {
			t.Fatal(err)
		}
		p = rs.Apply(p, es).(*Position)
	}
	if p.Asked == nil || !slices.Equal(p.Asked.Tape,
		[]ask.Entry{ask.DrawResult{No: 1, N: 10, Value: 1}, ask.Answer("unit")}) {
		t.Fatalf("asked: %+v", p.Asked)
	}
	const differs = "the resolution differs from what was told"
	tests := []struct {
		name   string
		damage func(a *ask.PendingRun)
		want   string // in the error; none for a sound question
	}{
		{"sound", func(a *ask.PendingRun) {}, ""},
		{"nothing compared", func(a *ask.PendingRun) { a.Told = 0 }, ""},
		{"other events", func(a *ask.PendingRun) { a.Check = strings.Repeat("0", 64) }, differs},
		{"another die", func(a *ask.PendingRun) {
			a.Told, a.Tape[0] = 0, ask.DrawResult{No: 1, N: 6, Value: 1}
		}, differs},
		{"no die", func(a *ask.PendingRun) { a.Told, a.Tape[0] = 0, ask.Answer("unit") }, differs},
		{"a die for an answer", func(a *ask.PendingRun) {
			a.Told, a.Tape[1] = 0, ask.DrawResult{No: 2, N: 10, Value: 3}
		},
			differs},
		{"no option", func(a *ask.PendingRun) { a.Told, a.Tape[1] = 0, ask.Answer("both") }, differs},
		{"one answer too many", func(a *ask.PendingRun) {
			a.Told, a.Tape = 0, append(a.Tape, ask.Answer("b"))
		}, differs},
		{"no position", func(a *ask.PendingRun) { a.Base = "nonsense\n" }, "taking up question q8: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, a := p.clone(), *p.Asked
			a.Tape = slices.Clone(a.Tape)
			tt.damage(&a)
			q.Asked = &a
			_, err := rs.Resolve(q, []engine.Orders{lines("French", "answer b")}, engine.NewForced(0, 0, 0, 0, 0, 0))
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got error %v, want %q", err, tt.want)
			}
		})
	}
}

// TestNoEnd shows that a procedure that does not come to an end is stopped, and
// which event it came to.
func TestNoEnd(t *testing.T) {
	r := activated(t, "unit a French inf at=0505\nunit x Allied inf at=0905\n", "french", ro)
	tell := func() { r.event("8.5", "combat", 0, "kind", "declared") }
	for range maxEvents {
		tell()
	}
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "does not come to an end") ||
			!strings.Contains(got, "kind=declared") {
			t.Errorf("after %d events: got %s", len(r.out), got)
		}
	}()
	tell()
}
