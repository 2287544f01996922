package umpire

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// renamedDuel is a duel in which nobody picks any more, but chooses.
type renamedDuel struct{ duel }

func (renamedDuel) Verbs() []engine.Verb { return []engine.Verb{{Word: "choose"}, {Word: "pickle"}} }

// What was accepted is resolved as it was understood then, whatever limits and verbs the
// program has when the step is resolved.
func TestOrdersAreReadOnce(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.play("Red", 1, 1, "Pick 4 // the middle")
	tb.deliver()
	tb.restart()
	tb.u.Limits.Turn = engine.Limits{Bytes: 20, Lines: 2, Words: 1}
	tb.u.Rulesets = []engine.Ruleset{renamedDuel{tb.rules}}
	tb.u.Forget()
	if got := text(tb.tell("Red", "preview")); !strings.Contains(got, "pick 4") || strings.Contains(got, "refused") {
		t.Errorf("previewed:\n%s", got)
	}
	same := signed(t, "Red", file("Red", 1, 1, "Pick 4 // the middle"))
	got := tb.ask(address["Red"], same)
	if titles(got) != "ney@example.net: [duel-1] orders received" || !strings.Contains(text(got), "pick 4") {
		t.Errorf("the same once more:\n%s", text(got))
	}
	if err := tb.u.Process("duel-1"); err != nil {
		t.Fatal(err)
	}
	a, _ := tb.check(tb.records())
	if err := a.Err(); err != nil || len(a.Steps) != 1 {
		t.Fatalf("%d steps, %v", len(a.Steps), err)
	}
	if text := eventsOf(a.Steps[0]); !strings.Contains(text, "by=Red number=4") ||
		!strings.Contains(text, "by=Blue number=1") {
		t.Errorf("want Red to pick 4 and Blue 1 by default:\n%s", text)
	}
}

func eventsOf(s record.Step) string {
	var lines []string
	for _, e := range s.Events {
		lines = append(lines, e.String())
	}
	return strings.Join(lines, "\n")
}

// An audit finds a record of orders that are not those that were signed, and says so of
// a version of the rules that it does not have.
func TestOrdersAreThoseThatWereSigned(t *testing.T) {
	tb, records := played(t)
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })
	for _, tt := range []struct {
		name, want string
		change     func(*record.Orders)
	}{
		{"nothing", "", func(*record.Orders) {}},
		{"a number", `it has line 6, "pick 2", as "pick 3", the text line 6, "pick 2", as "pick 2"`,
			func(o *record.Orders) { o.Lines[0].Words = []string{"pick", "3"} }},
		{"a line", "it has line 7, ", func(o *record.Orders) { o.Lines[0].Line = 7 }},
		{"his words", `it has line 6, "pick 5", as`, func(o *record.Orders) { o.Lines[0].Text = "pick 5" }},
		{"an order less", "it has nothing, the text line 6", func(o *record.Orders) { o.Lines = nil }},
		{"an order more", "the text nothing", func(o *record.Orders) { o.Lines = append(o.Lines, o.Lines[0]) }},
		{"by other rules", "not in force", func(o *record.Orders) { o.Lines, o.Version = nil, "2" }},
		{"by another game", "not in force", func(o *record.Orders) { o.Lines, o.Ruleset = nil, "joust" }},
	} {
		o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
		if err != nil {
			t.Fatal(err)
		}
		tt.change(&o)
		changed := slices.Clone(records)
		changed[i].Data, changed[i].Hidden = o.Print()
		a, _ := tb.check(changed)
		err = a.Check("orders").Err
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// An umpire cannot have orders read by the rules of before, which could mean something else.
func TestOrdersByRulesOfBefore(t *testing.T) {
	tb := underNewRules(t)
	records := tb.records()
	var last *store.Record
	for i, r := range records {
		if r.Kind == record.KindOrders {
			last = &records[i]
		}
	}
	o, err := record.ParseOrders(last.Data, last.Hidden)
	if err != nil || o.Version != "2" {
		t.Fatal(o.Version, err)
	}
	o.Version, o.Lines = "1", nil
	last.Data, last.Hidden = o.Print()
	a, _ := tb.check(records)
	if err := a.Check("orders").Err; err == nil || !strings.Contains(err.Error(), "not in force") {
		t.Errorf("got %v", err)
	}
}
