package umpire

import (
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
	"berthier/templates"
)

// squad is a duel in which "pick low" stands for a number that follows from the
// position: that of the round.
type squad struct{ duel }

func (s squad) Expand(pos engine.Position, o engine.Orders) (engine.Orders, []engine.Fault) {
	var left []engine.Fault
	lines := slices.Clone(o.Lines)
	for i, l := range lines {
		if slices.Equal(l.Words, []string{"pick", "low"}) {
			lines[i].Words = []string{"pick", string(rune('0' + pos.(*duelPos).round))}
			left = append(left, engine.Fault{Kind: engine.Illegal, Line: l.Line, Text: l.Text, Rule: "1.2",
				Msg: duelWords.Say("lower")})
		}
	}
	return engine.Orders{Side: o.Side, Lines: lines}, left
}

// Short implements engine.Expander: no piece of a duel belongs to another.
func (squad) Short(engine.Draft, string) []engine.Order { return nil }

func (s squad) Check(pos engine.Position, o engine.Orders) []engine.Fault {
	o, _ = s.Expand(pos, o)
	return s.duel.Check(pos, o)
}

// A line that stands for others is recorded as those, shown as those, and found in an
// audit if the record has others.
func TestOrdersAreRecordedExpanded(t *testing.T) {
	tb := newTable(t)
	rules := []engine.Ruleset{squad{tb.rules}}
	tb.u.Rulesets = rules
	tb.create()
	has(t, tb.tell("Red", "preview\nturn: 1\nstep: 1\n\npick low"), "pick 1", `"pick low"`, "there is no lower number")
	tb.play("Red", 1, 1, "pick low")
	has(t, tb.deliver(), "pick 1", `"pick low"`, "there is no lower number")
	again := signed(t, "Red", file("Red", 1, 1, "pick low"))
	has(t, tb.ask(address["Red"], again), "orders received", "pick 1", `"pick low"`, "there is no lower number")
	has(t, tb.tell("Red", "orders\nturn: 1\nstep: 1\n\npick low"), "pick 1", "there is no lower number")
	has(t, tb.tell("Red", "orders\nturn: 1\nstep: 1\n\npick low"), "in already", "there is no lower number")
	tb.play("Blue", 1, 1, "pick 3")
	tb.deliver()
	records := tb.records()
	a := audit.CheckLog(rules, records)
	if err := a.Err(); err != nil || a.Check("orders").Left != 0 {
		t.Fatalf("%d left, %v", a.Check("orders").Left, err)
	}
	i := slices.IndexFunc(records, func(r store.Record) bool { return r.Kind == record.KindOrders })
	o, err := record.ParseOrders(records[i].Data, records[i].Hidden)
	if err != nil || strings.Join(o.Lines[0].Words, " ") != "pick 1" || o.Lines[0].Text != "pick low" {
		t.Fatalf("recorded: %v, %v", o.Lines, err)
	}
	for _, words := range [][]string{{"pick", "2"}, {"pick", "low"}} {
		o.Lines[0].Words = words
		changed := slices.Clone(records)
		changed[i].Data, changed[i].Hidden = o.Print()
		a := audit.CheckLog(rules, changed)
		if err := a.Check("orders").Err; (err == nil) != (words[1] == "low") {
			t.Errorf("recorded as %v: %v", words, err)
		}
	}
}

// An order that its player wrote as it is understood is shown once, and a line that became several orders once.
func TestOrdersAreShownOnce(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	for _, command := range []string{"preview", "orders"} {
		got := tb.tell("Red", command+"\nturn: 1\nstep: 1\n\npick 4")
		has(t, got, "Line 8: pick 4")
		hasNot(t, got, `"pick 4"`)
	}
	has(t, tb.tell("Red", "preview\nturn: 1\nstep: 1\n\nPICK 4"), `Line 8: pick 4 – "PICK 4"`)
	long := engine.Order{Line: 3, Text: "move ney", Words: []string{"move", "a"}}
	short := long
	short.Words = []string{"move", "b"}
	want := []templates.OrderReading{{Line: 3, Text: "move ney", As: "move a"}, {Line: 3, As: "move b"}}
	if got := templates.Readings([]engine.Order{long, short}); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// What an order leaves out is told in the language of its player, for a preview, for orders and for the same orders
// again.
func TestLeftOutInLanguage(t *testing.T) {
	tb := newTable(t)
	tb.u.Rulesets = []engine.Ruleset{squad{tb.rules}}
	tb.create()
	tb.tell("Red", "language pl")
	for _, command := range []string{"preview", "orders", "orders"} {
		got := tb.tell("Red", command+"\nturn: 1\nstep: 1\n\npick low")
		has(t, got, "Wiersz 8, „pick low”, pomija to: nie ma niższej liczby.")
		hasNot(t, got, "leaves this out")
	}
}
