package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
)

// TestNoOrderVanishes plays games at random: what becomes of every order of an
// activation that was accepted is told. It leaves an event of its own, or its
// side, and nobody else, is told that it lapsed and by which rule.
func TestNoOrderVanishes(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	lapsed, told := map[string]int{}, map[string]int{}
	for seed := range uint64(60) {
		random := book.NewPlayer(seed)
		p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
		if err != nil {
			t.Fatal(err)
		}
		for k := 1; k <= engine.ChainLength && !rs.Outcome(p).Over; k++ {
			var in []engine.Orders
			for i, side := range rs.Sides(p) {
				switch {
				case !engine.Owes(rs.Owed(p), side):
				case seed%2 == 0 && i == int(seed/2)%2:
					in = append(in, random.Answer(rs, p, side))
				case seed%2 == 0:
					in = append(in, rs.Ahead(p, side))
				default:
					in = append(in, rs.Tactical(p, side))
				}
			}
			dice := engine.NewStream("vanish", k, [32]byte{byte(seed)}, engine.Link{byte(k), byte(k >> 8)},
				engine.Link{})
			step, next, err := engine.Play(rs, p, k, in, dice)
			if err != nil {
				t.Fatalf("game %d, step %d: %v", seed, k, err)
			}
			for _, lines := range orderedIn(p.(*Position), in, step.Events) {
				for _, line := range lines.texts {
					o, f := p.(*Position).read(lines.side,
						engine.Order{Line: 1, Text: line, Words: strings.Fields(line)})
					if f != nil {
						t.Fatalf("%s: %v", line, f)
					}
					switch word := o.verb.Word; whatBecame(p.(*Position), o, lines.events) {
					case "lapsed":
						lapsed[word]++
					case "told":
						told[word]++
					default:
						t.Errorf("game %d, step %d: %q is neither carried out nor told to have lapsed:\n%s", seed, k,
							line, eventText(lines.events))
					}
				}
			}
			p = next
		}
	}
	t.Logf("carried out %v, lapsed %v", told, lapsed)
	for _, word := range []string{"move", "fire", "shock", "charge"} {
		if lapsed[word] == 0 || told[word] == 0 {
			t.Errorf("of %s orders %d were carried out and %d lapsed: the games show too little", word, told[word],
				lapsed[word])
		}
	}
}

// activationTold is one activation: its orders and its events.
type activationTold struct {
	side   int
	texts  []string
	events []engine.Event
}

// orderedIn cuts the events of a step into activations, each with its orders:
// those that came in, or those that were given before the marker was drawn.
func orderedIn(p *Position, in []engine.Orders, events []engine.Event) []activationTold {
	var all []activationTold
	if p.Asked == nil && p.Phase == ActivationPhase {
		now := activationTold{side: p.sideOf(p.activeSide())}
		for _, o := range in {
			for _, l := range o.Lines {
				if v := p.rs.verbOf(l); o.Side == p.activeSide() && v.step != always {
					now.texts = append(now.texts, strings.Join(l.Words, " "))
				}
			}
		}
		all = append(all, now)
	}
	for _, e := range events {
		if e.Kind == "activate" || all == nil {
			all = append(all, activationTold{side: p.sideOf(e.By)})
		}
		now := &all[len(all)-1]
		now.events = append(now.events, e)
		if e.Get("source") == "when-drawn" && e.Get("answer") != "hold" {
			now.texts = strings.Split(e.Get("answer"), "; ")
		}
	}
	return all
}

func eventText(events []engine.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// whatBecame says how an order is told: carried out, lapsed, or not at all.
func whatBecame(p *Position, o *order, events []engine.Event) string {
	text := strings.Join(o.Words, " ")
	for _, e := range events {
		if e.Kind == "skip" && e.Get("line") == text && e.Rule != "" && e.Get("why") != "" &&
			e.For != nil && len(*e.For) == 1 && p.sideOf((*e.For)[0]) == o.side {
			return "lapsed"
		}
	}
	switch {
	case o.word == "none": // forbids what would be done by default
		return "told"
	case o.verb.Word == "stack", o.verb.Word == "resolve": // it may be so already
		return "told"
	case o.verb.Word == "lead":
		return leads(o, events)
	}
	for _, u := range o.units {
		if !slices.ContainsFunc(deedsOf(o, events),
			func(us string) bool { return slices.Contains(strings.Split(us, ","), p.spec(u).ID) }) {
			return "vanished"
		}
	}
	if o.verb.Word == "initiative" &&
		!slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind == "leader" }) {
		return "vanished"
	}
	return "told"
}

func leads(o *order, events []engine.Event) string {
	if slices.ContainsFunc(events, func(e engine.Event) bool {
		return e.Kind == "commander" &&
			e.Get("id") == o.word
	}) {
		return "told"
	}
	return "vanished"
}

// deedsOf lists the units that do what an order says, as they are told.
func deedsOf(o *order, events []engine.Event) []string {
	var us []string
	attackers := ""
	for _, e := range events {
		by, roll := e.Get("unit")+e.Get("units"), ""
		if e.Roll != nil {
			roll = e.Roll.Purpose()
		}
		switch word := o.verb.Word; {
		case e.Kind == "combat" && e.Get("kind") == "declared":
			attackers = e.Get("attackers")
		case e.Kind == "combat":
			attackers = ""
		case (word == "shock" || word == "charge") && e.Rule == "8.9-g": // guns alone are overrun
			us = append(us, attackers)
		case (word == "shock" || word == "charge") &&
			(strings.HasPrefix(roll, "shock of ") || strings.HasPrefix(roll, "charge of ")):
			us = append(us, strings.Fields(roll)[2])
		case word == "charge" && e.Kind == "recall":
			us = append(us, by)
		case word == "rally" && strings.HasPrefix(roll, "rally of "):
			us = append(us, strings.Fields(roll)[2])
		case word == "unsquare" && e.Kind == "square", word == e.Kind && word != "charge":
			us = append(us, by)
		}
	}
	return us
}

// TestLapseIsSaid: the report says whether an order was not carried out or in
// part only.
func TestLapseIsSaid(t *testing.T) {
	p := faultPosition(t, "one")
	for part, want := range map[string]string{
		"":    `The order "shock a at 0605" could not be carried out: a is routed.`,
		"yes": `The order "shock a at 0605" was carried out in part only: a is routed.`,
	} {
		e := engine.NewEvent("8.2-b", "skip", "French", "line", "shock a at 0605", "why", "a is routed", "part", part)
		var got string
		for _, c := range chaptersOf(p, []engine.Event{e}, "French") {
			for _, l := range c.Lines {
				got += l.Text.String()
			}
		}
		if got != want {
			t.Errorf("part %q: got %q, want %q", part, got, want)
		}
	}
}
