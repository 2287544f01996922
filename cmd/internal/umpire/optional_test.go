package umpire

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// scored plays the first round: one of the sides scores and is asked; the
// other owes nothing.
func (tb *table) scored() (leader, other engine.Side) {
	tb.t.Helper()
	tb.create()
	tb.play("Red", 1, 1, "pick 1")
	tb.play("Blue", 1, 1, "pick 6")
	s := tb.status()
	tb.deliver()
	if len(s.Waiting) != 1 || s.Step != 1 {
		tb.t.Fatalf("after the first round: %+v", s)
	}
	if s.Waiting[0] == "Red" {
		return "Red", "Blue"
	}
	return "Blue", "Red"
}

// texts joins the mails that were delivered.
func (tb *table) texts() string {
	var b strings.Builder
	for _, m := range tb.deliver() {
		b.WriteString("To: " + m.To[0].Address + "\n" + m.Text + "\n")
	}
	return b.String()
}

// A side that owes nothing sends an optional answer: it is shown back, waits,
// is replaced, stays secret, and is resolved with the step.
func TestOptionalAnswer(t *testing.T) {
	tb := newTable(t)
	leader, other := tb.scored()
	for i, line := range []string{"pick 2", "pick 5"} {
		tb.play(other, 1, 2, line)
		got := flat(tb.texts())
		if !strings.Contains(got, "Line 6: "+line) ||
			!strings.Contains(got, "You owe nothing. We now wait for "+string(leader)) ||
			strings.Contains(got, "replace the ones") != (i == 1) {
			t.Errorf("the receipt for %q is\n%s", line, got)
		}
		s := tb.status()
		if s.Step != 1 || len(s.Answered) != 0 || len(s.Waiting) != 1 || s.Waiting[0] != leader {
			t.Errorf("after an optional answer: %+v", s)
		}
	}
	tb.play(leader, 1, 2, "double no")
	for _, m := range tb.deliver() {
		if !strings.Contains(flat(whole(m)), "This step resolved") {
			continue
		}
		own := strings.Contains(m.ID, "."+string(other)+"@")
		if told := strings.Contains(flat(m.Text), "early "+string(other)); told != own {
			t.Errorf("the report tells of the optional answer: %v, want %v\n%s", told, own, m.Text)
		}
		if !strings.Contains(flat(whole(m)), "- "+string(other)+": signed with") {
			t.Errorf("the record of the step lacks the file of %s:\n%s", other, m.Text)
		}
	}
	tb.play(leader, 2, 3, "pick 3")
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	records := tb.records()
	if text := string(records[len(records)-3].Data); !strings.Contains(text, "pick by="+string(other)+" number=5") {
		t.Errorf("the optional answer was not used:\n%s", text)
	}
	if a, err := tb.u.Verify("duel-1"); err != nil || a.Check("signatures").Done != 6 || a.Check("steps").Done != 3 {
		t.Errorf("got %+v, %v", a, err)
	}
}

// A fault in an optional answer is told with what could be sent, and an empty
// file withdraws what was sent before.
func TestOptionalFaultsAndWithdrawal(t *testing.T) {
	tb := newTable(t)
	leader, other := tb.scored()
	tb.play(other, 1, 2, "double yes")
	if got := tb.texts(); !strings.Contains(got, "not in this phase") || !strings.Contains(got, "step: 2") {
		t.Errorf("got\n%s", got)
	}
	tb.play(other, 1, 2, "pick 5")
	tb.play(other, 1, 2)
	if got := tb.texts(); !strings.Contains(got, "The file holds no order. Nothing changes.") {
		t.Errorf("got\n%s", got)
	}
	tb.play(leader, 1, 2, "double no")
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	records := tb.records()
	if text := string(records[len(records)-3].Data); !strings.Contains(text, "pick by="+string(other)+" number=1") {
		t.Errorf("an optional answer that was withdrawn counts:\n%s", text)
	}
}

// The audit finds an optional answer that was left out.
func TestAuditOfOptionalAnswer(t *testing.T) {
	tb := newTable(t)
	leader, other := tb.scored()
	tb.play(other, 1, 2, "pick 5")
	tb.play(leader, 1, 2, "double no")
	records := tb.records()
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindStep && r.Step == 2 })
	s, err := record.ParseStep(records[i].Data, records[i].Hidden)
	if err != nil || len(s.Inputs) != 2 {
		t.Fatalf("step 2 has inputs %+v, %v", s.Inputs, err)
	}
	s.Inputs = slices.DeleteFunc(s.Inputs, func(in record.Input) bool { return in.Side == other })
	records[i].Data, records[i].Hidden = s.Print()
	if _, err := tb.check(records); err == nil || !strings.Contains(err.Error(), "leaves out record") {
		t.Errorf("got %v", err)
	}
}
