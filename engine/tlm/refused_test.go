package tlm

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// chanceLine is an order that fits nothing, except by chance.
func chanceLine(chance *rand.Rand, production bool) string {
	pick := func(words ...string) string { return words[chance.IntN(len(words))] }
	piece := func() string {
		return pick("ge1", "ge2", "ge3", "ge4", "ge5", "ge6", "ge7", "ge1", "ge-i.eft", "ge-i.ge1",
			"ge-a.ge2", "ge-c.ge7", "ge-g.ge2", "fr1", "uk1", "ge9")
	}
	area := func() string {
		return pick("lie", "ard", "lux", "bru", "aac", "tri", "col", "met", "saa", "mul", "bel", "nan", "ver",
			"ant", "eft", "eng", "cal", "par")
	}
	if production {
		return pick("build "+pick("ge-i", "3*ge-i", "ge-s", "ge-a", "ge-g", "ge-b", "ge-p", "fr-i")+" "+
			pick(area(), piece()),
			"build ge-i "+piece(), "entrench "+piece(), "rebuild "+piece()+" "+area(), "cards "+pick("1", "3", "20"),
			"upgrade "+piece(), "discard "+pick("gas", "limited"), "place ge-i "+pick(area(), piece()))
	}
	return pick("move "+piece()+" "+area(), "move "+piece()+" "+area(), "move "+piece()+" "+area(),
		"move "+piece()+" "+area()+","+area(), "rail "+piece()+" "+area(), "strategic "+piece()+" "+area(),
		"sea "+piece()+" "+area(), "reserves "+piece()+" "+area(), "join "+piece()+" "+piece(), "leave "+piece(),
		"battle "+area(), "battle "+area()+","+area(), "gas "+area(), "extra "+area(), "surprise "+area(),
		"aaf "+area(), "keep "+area(), "exchange "+pick("gas", "limited", "offensive", "nothing"), "crisis",
		"play "+pick("offensive", "limited", "gericht"))
}

// TestRefusedAsTold: what is answered to orders that chance writes, line after line, in turns and
// productions of several years. Those that are legal stay, and the next ones follow them. The
// file is read when it changes.
func TestRefusedAsTold(t *testing.T) {
	var b page
	chance := rand.New(rand.NewPCG(3, 4))
	for _, at := range []string{"", "play offensive", "play limited", "turn 5 P German", "turn 13 T German",
		"turn 17 P German",
		"turn 9 T German; play gericht"} {
		start, given, _ := strings.Cut(at, ";")
		if strings.HasPrefix(start, "play") {
			start, given = "", start
		}
		rs, p := caseAt(t, "scenario campaign\n"+start+"\nhand German offensive,limited,gas,gericht,surprise\n")
		b.add("== %s", at)
		o := engine.Orders{Side: "German"}
		try := func(line string) {
			l := engine.Order{Words: strings.Fields(line)}.Arrived(len(o.Lines) + 1)
			tried := engine.Orders{Side: "German", Lines: append(slices.Clone(o.Lines), l)}
			bad := rs.Check(p, tried)
			if bad == nil {
				o = tried
				b.add("%s", line)
			}
			for _, f := range bad {
				b.add("%s: %d [%s] %s (%s)", line, f.Line, f.Rule, f.Msg, f.Hint)
			}
		}
		for _, line := range listed(given) {
			try(line)
		}
		for range 70 {
			try(chanceLine(chance, strings.Contains(at, " P ")))
		}
	}
	golden(t, "refused.txt", b.String())
}

// TestAnyWordsAreAnswered: each kind of order with pieces and places of each kind, of either side and of none, in its
// phase or out of it, is done or refused with a reason.
func TestAnyWordsAreAnswered(t *testing.T) {
	pieces := []string{"ge1", "ge9", "ge-i.ge1", "2*ge-i.aac", "ge-i.eft", "ge-c.ge9", "ge-i.pool", "fr1", "uk-i.eng",
		"ge-s", "lie"}
	places := []string{"lie", "col", "eng", "eft", "lost", "?", "ge1", "ge9", "uk1"}
	for _, at := range []string{"", "turn 5 P German", "turn 5 R German"} {
		rs, p := caseAt(t, "scenario campaign\n"+at+"\nhand German offensive,reserves\nhand Allied reserves\n")
		for _, v := range verbs {
			for _, piece := range pieces {
				for _, place := range places {
					lines := []string{v.Word + " " + piece + " " + place}
					if at == "" {
						lines = []string{"play offensive", lines[0]}
					}
					for _, side := range rs.Sides(p) {
						for _, f := range rs.Check(p, ordersOf(side, lines...)) {
							if f.Msg.Empty() {
								t.Errorf("%s: %q is refused without a reason", side, lines)
							}
						}
					}
				}
			}
		}
	}
}

// ordersOf are the order lines of a side.
func ordersOf(side engine.Side, lines ...string) engine.Orders {
	o := engine.Orders{Side: side}
	for i, line := range lines {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
	}
	return o
}
