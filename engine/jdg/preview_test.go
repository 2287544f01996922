package jdg

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// A rehearsal moves the units, draws the attacks, rolls nothing and leaves the
// position as it was.
func TestPreview(t *testing.T) {
	for _, c := range append(slices.Clone(oddsCases), oddsCase{name: "after a move",
		ground: "unit a French inf at=0504 sp=12 face=E\nunit x Allied inf at=0605 sp=6\n",
		lines:  "move a 0505\nshock a at 0605"}) {
		t.Run(c.name, func(t *testing.T) {
			rs, p, o := c.start(t)
			before := p.Encode()
			x := rs.Preview(p, o)
			after, events := x.After, x.Events
			if !bytes.Equal(p.Encode(), before) {
				t.Error("the position was changed")
			}
			view := rs.Preview(rs.View(p, o.Side), o).After
			if !bytes.Equal(view.Encode(), after.Encode()) {
				t.Error("it uses what the side does not know")
			}
			arrows := map[string]bool{}
			for _, a := range rs.Map(after, events, o.Side).Arrows {
				arrows[a.Kind] = true
			}
			for _, l := range o.Lines {
				if !arrows[l.Words[0]] {
					t.Errorf("no arrow for %q, only %v", l.Text, arrows)
				}
			}
			as := "shock"
			if arrows["charge"] {
				as = "charge"
			}
			for _, e := range events {
				if e.Roll != nil {
					t.Errorf("rolled: %s", e)
				}
				if e.Kind == "combat" && e.Get("as") != as {
					t.Errorf("want a %s: %s", as, e)
				}
			}
		})
	}
}

// Orders with a single fault lead nowhere, and have no odds.
func TestPreviewFaults(t *testing.T) {
	rs, p, o := oddsCase{"a fault", "unit a French inf at=0504 sp=12 face=E\nunit x Allied inf at=0605 sp=6\n",
		"move a 0505\nshock a at 0605"}.start(t)
	o.Lines = append(o.Lines, engine.Order{Line: 3, Text: "face nobody E", Words: []string{"face", "nobody", "e"}})
	if fs := rs.Check(p, o); len(fs) != 1 {
		t.Fatalf("want one fault, got %v", fs)
	}
	if x := rs.Preview(p, o); x.Events != nil || x.Odds != nil ||
		!bytes.Equal(x.After.Encode(), rs.View(p, o.Side).Encode()) {
		t.Errorf("orders with a fault have a preview: %v, odds %v", x.Events, x.Odds)
	}
}

// Only who has an activation to give orders for can rehearse it: no one while a
// question is open, nor the other side, nor anyone in another phase. Guns fire
// without an order, so that even no lines would lead somewhere.
func TestPreviewNothingToOrder(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(p *Position)
		side   engine.Side
		told   bool
	}{
		"an activation": {func(p *Position) {}, "French", true},
		"a question": {func(p *Position) {
			p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q1",
				Side: "French"}}}
		}, "French", false},
		"their question": {func(p *Position) {
			p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q1",
				Side: "Allied"}}}
		}, "French", false},
		"the other side":   {func(p *Position) {}, "Allied", false},
		"Phase A":          {func(p *Position) { p.Phase, p.Drawn = OrdersPhase, Marker{} }, "French", false},
		"nothing is drawn": {func(p *Position) { p.Drawn = Marker{} }, "French", false},
	} {
		rs, p, _ := oddsCase{name: name,
			ground: "unit g French art at=0505 sp=4 range=3/6\nunit x Allied inf at=0605 sp=6\n",
			lines:  "fire g at 0605"}.start(t)
		tt.change(p)
		o := engine.Orders{Side: tt.side}
		if fs := rs.Check(p, o); len(fs) > 0 {
			t.Fatalf("%s: no lines have faults: %v", name, fs)
		}
		x := rs.Preview(p, o)
		after, events := x.After, x.Events
		if told := len(events) > 0; told != tt.told {
			t.Errorf("%s: told %v, want events: %t", name, events, tt.told)
		}
		if changed := !bytes.Equal(after.Encode(), rs.View(p, o.Side).Encode()); changed && !tt.told {
			t.Errorf("%s: the position was changed", name)
		}
	}
}

// A kind of decision that has no word, or that these rules do not know, stands
// for itself.
func TestStandingWithoutWord(t *testing.T) {
	rs, p, o := oddsCases[0].start(t)
	p.Sheets[0] = ask.Sheet{{Kind: "P8", Answer: "no"}, {Kind: "P99", Answer: "yes"},
		{Kind: "P17", For: "g", Answer: "no"}}
	want := []string{"standing P8 no", "standing P99 yes", "standing square no for g"}
	if got := rs.Standing(p, o.Side); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The lines of Standing, given again, are understood and change nothing.
func TestStandingLines(t *testing.T) {
	rs, p, o := oddsCases[0].start(t)
	give := func(p *Position, lines []string) *Position {
		o := engine.Orders{Side: o.Side}
		for i, l := range lines {
			o.Lines = append(o.Lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(l)})
		}
		if fs := rs.Check(p, o); len(fs) > 0 {
			t.Fatal(fs)
		}
		r := newRun(rs, p, nil)
		r.takeStanding(o)
		return r.p
	}
	var all []string
	for i := range decisions {
		standingOptions(nil, i, func(words ...string) { all = append(all, strings.Join(words, " ")) })
	}
	q := give(p, append(all, "standing square no for g", "when "+p.formIDs(0)[0]+" again if enemy-within 3 hold"))
	lines := rs.Standing(q, o.Side)
	if len(lines) < 10 {
		t.Fatalf("only %q", lines)
	}
	for name, before := range map[string]*Position{"again": q, "anew": p} {
		if after := give(before, lines); !bytes.Equal(after.Encode(), q.Encode()) {
			t.Errorf("given %s\n%s\nlead to\n%s\nnot\n%s", name, strings.Join(lines, "\n"), after.Encode(), q.Encode())
		}
	}
	if nobody := rs.Standing(q, "Russian"); nobody != nil {
		t.Errorf("a side that there is not has %q", nobody)
	}
	if other := rs.Standing(rs.View(q, "Allied"), o.Side); len(other) > 0 {
		t.Errorf("the other side sees %q", other)
	}
}
