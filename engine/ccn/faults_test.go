package ccn

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue/tonguetest"
)

// TestBadInput shows what is answered to orders that cannot be: the line, the player's own text,
// the clause that forbids it, and what would be legal. at is a position of TestMistakes, or lines
// of a case.
func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ name, at, text, want string }{
		{"a card that is not held", "turn", "play assault-center",
			`line 6: "play assault-center": you do not hold assault-center [5.1-a] (your hand has attack-center, ` +
				`cavalry-charge, ` +
				`force-march, probe-left, scout-right, short-supply)`},
		{"a second card", "turn", "play probe-left\nplay scout-right",
			`line 7: "play scout-right": one card is played in a turn [5.1-a] (leave all but one out)`},
		{"orders beyond the card", "turn", "play attack-center\norder 28ft,43lt\norder royal,6pt",
			`line 8: "order royal,6pt": attack-center orders 3 center [8.1-h] (take some out)`},
		{"orders beyond the section", "turn", "play attack-center\norder 28ft, 3rd Light Dragoons",
			`line 7: "order 28ft, 3rd Light Dragoons": 3ld is in the left section [8.1-h] ` +
				`(attack-center orders 3 center: 28ft, 43lt, 6pt, royal, hill)`},
		{"an arm that the card does not name", "turn", "play cavalry-charge\norder 28ft,3ld",
			`line 7: "order 28ft,3ld": cavalry-charge orders no line [8.2-c] (cavalry-charge orders 4 of them: 3ld)`},
		{"a unit ordered twice", "turn", "play attack-center\norder 28ft\norder royal, 28th Foot",
			`line 8: "order royal, 28th Foot": 28ft is ordered twice [5.2-c] (one order for each unit and leader: ` +
				`name it once)`},
		{"a unit ordered twice in one line", "turn", "play attack-center\norder 28ft,28ft",
			`line 7: "order 28ft,28ft": 28ft is ordered twice [5.2-c] (one order for each unit and leader: name it ` +
				`once)`},
		{"a leader ordered twice", "turn", "play attack-center\ndetach wel\ndetach wel",
			`line 8: "detach wel": wel is ordered twice [5.2-c] (one order for each unit and leader: name it once)`},
		{"a half hex", "ordered", "move 28ft to B13",
			`line 8: "move 28ft to B13": there is no hex B13 [Q105] (row B has B1 to B12: a half hex at the edge is ` +
				`no hex)`},
		{"a half hex before the first", "ordered", "move 28ft D0",
			`line 8: "move 28ft D0": there is no hex D0 [Q105] (row D has D1 to D12: a half hex at the edge is no ` +
				`hex)`},
		{"a column too many", "ordered", "move 28ft to A14",
			`line 8: "move 28ft to A14": there is no hex A14 [2.2-a] (row A has A1 to A13)`},
		{"a row too many", "ordered", "move 28ft to J5",
			`line 8: "move 28ft to J5": there is no hex J5 [2.2-a] (rows are A to I from the lower edge, and hexes ` +
				`are named ` +
				`like E6)`},
		{"a reaction when nothing is asked", "theirs", "answer yes",
			`line 6: "answer yes": you are asked nothing now [5] (an answer that comes too late counts for nothing, ` +
				`a default ` +
				`has answered; "standing" answers the next time)`},
		{"First Strike when nobody attacks", "theirs", "play first strike",
			`line 6: "play first strike": it is not your turn, and First Strike answers an attack [8.2-g] (say ` +
				`beforehand: ` +
				`standing first-strike always)`},
		{"fire under Bayonet Charge", "hand British bayonet-charge\n",
			"play bayonet-charge\norder 28ft\nfire 28ft at 45lig",
			`line 8: "fire 28ft at 45lig": Bayonet Charge has no ranged combat [8.2-a] (attack an enemy next to it: ` +
				`melee 28ft ` +
				`at ENEMY)`},
		{"fire under Cold Steel", "hand British cold-steel\n", "play cold-steel\nfire 28ft at 45lig",
			`line 7: "fire 28ft at 45lig": Give Them the Cold Steel has no ranged combat [8.2-i] (attack an enemy ` +
				`next to it: ` +
				`melee 28ft at ENEMY)`},
		{"fire under a Bayonet Charge that is copied", "hand British counter-attack\nlast French bayonet-charge\n",
			"play counter-attack\norder 28ft\nfire 28ft at 45lig",
			`line 8: "fire 28ft at 45lig": Bayonet Charge has no ranged combat [8.2-a] (attack an enemy next to it: ` +
				`melee 28ft ` +
				`at ENEMY)`},
		{"a unit that battles twice", "ordered", "fire royal at 45lig\nfire royal at 45lig",
			`line 9: "fire royal at 45lig": royal has battled in this turn [5.4-b] (a unit battles once in a turn, ` +
				`and ` +
				`artillery that joins a melee battles in it: leave one of its lines out)`},
		{"melee under Fire and Hold", "hand British fire-and-hold\n",
			"play fire-and-hold\norder 43lt\nmelee 43lt at 9leg",
			`line 8: "melee 43lt at 9leg": Fire and Hold orders no melee [8.2-f] (fire 43lt at ENEMY)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at, known := mistakePositions[tt.at]
			if !known {
				at[0] = tt.at
			}
			rs, p := mistakesAt(t, at[0])
			text := "game: evening\nside: British\nturn: 1\nstep: 7\n\n" + at[1] + tt.text + "\nend\n"
			file, faults := engine.ReadTurnFile(rs, p, []byte(text), engine.Limits{})
			if faults == nil {
				faults = engine.CheckFile(rs, p, engine.Orders{Side: "British", Lines: file.Orders})
			}
			if got := engine.Faults(faults).Error(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestFaultsHelp writes turns of what chance makes of the words of orders, line by line: a line
// with a fault is left out again. Every fault says its line, the words there and what would be
// legal, and if a rule forbids it, which, in every language.
func TestFaultsHelp(t *testing.T) {
	chance := rand.New(rand.NewPCG(18, 9))
	seen := map[string]bool{}
	var english []string
	for _, at := range append([]string{"rolled elan 4 1 1 1 1\n", "rolled rally 4 1 1 1 1\nblocks 28ft 2\n",
		"hand British attack-center\ngone 45lig\n", "turn-of French\n", "opening\n"}, hands()...) {
		rs, p := mistakesAt(t, at)
		for range 4 {
			o := engine.Orders{Side: "British"}
			for range 120 {
				l := engine.Order{Words: strings.Fields(p.chanceLine(chance))}.Arrived(len(o.Lines) + 1)
				tried := engine.Orders{Side: "British", Lines: append(slices.Clone(o.Lines), l)}
				bad := rs.Check(p, tried)
				for _, f := range bad {
					if f.Line == 0 || f.Text != tried.Lines[f.Line-1].Text || f.Hint.Empty() || f.Msg.Empty() ||
						(f.Rule == "") != (f.Kind == engine.Invalid) {
						t.Fatalf("%s%v: a fault without help: %+v", at, tried.Lines, f)
					}
					seen[f.Rule] = true
					english = append(english, tonguetest.Whole(t, f)...)
				}
				if bad == nil {
					o = tried
				}
			}
		}
	}
	for _, text := range slices.Compact(slices.Sorted(slices.Values(english))) {
		t.Errorf("said in English to all: %s", text)
	}
	const rules = 40
	if len(seen) < rules {
		t.Errorf("chance broke %d rules, want %d at least: %v", len(seen), rules, slices.Sorted(maps.Keys(seen)))
	}
}

// hands are positions in which the British have one card.
func hands() (all []string) {
	for c := range setup.NumCards {
		all = append(all, fmt.Sprintf("hand British %s\nlast French cavalry-charge\nsquared 6pt bombard\n", c.Name()))
	}
	return all
}

// chanceLine is an order that fits nothing, except by chance.
func (p *Position) chanceLine(chance *rand.Rand) string {
	pick := func(words ...string) string { return words[chance.IntN(len(words))] }
	own := func() string {
		return pick("28ft", "43lt", "6pt", "royal", "3ld", "wel", "hill", "28ft,royal", "e6", "45lig")
	}
	foe := func() string {
		return pick("45lig", "9leg", "2hus", "frart", "vic", "45lig,9leg", "f6", "28ft", "nobody")
	}
	place := func() string {
		return pick("d6", "d5", "e5", "c6", "c7", "f7", "i13", "b13", "j1", "off", "d6,d7", "d6,d7,d8,c8",
			"d6,off", "north")
	}
	if hand := p.Cards.Cards(p.hand(0)); len(hand) > 0 && chance.IntN(4) == 0 {
		return "play " + string(hand[0]) + pick("", "", " left", " center", " one", " "+own(), " "+foe())
	}
	return pick("order "+own(), "order "+own(), "order "+own(), "detach "+pick("wel", "hill", "28ft"),
		"dissolve "+own(), "move "+own()+" to "+place(), "move "+own()+" "+place(), "fire "+own()+" at "+foe(),
		"melee "+own()+" at "+foe()+pick("", " advance yes", " with "+own(), " advance "+place()+" bonus "+foe(),
			" bonus "+foe()+" aid "+own(), " advance yes bonus "+foe()+" aid "+own()), "answer yes",
		"play bombard", "play nothing", "standing flags "+pick("max", "2"), "standing square always for "+own())
}

// TestStrikeNotHeld: who has no First Strike is asked for it all the same, is offered only "no",
// and told so if he says yes.
func TestStrikeNotHeld(t *testing.T) {
	for hand, want := range map[string]string{
		"rally": `line 1: "answer yes": you do not hold first-strike [8.2-g] (answer no; your hand has rally)` +
			" | answer no",
		"first-strike": " | answer yes, answer no",
	} {
		rs, p := mistakesAt(t, "option ask=D16\nturn-of French\nhand French attack-center\nhand British "+hand+"\n")
		in := []engine.Orders{{Side: "French"}}
		for i, l := range []string{"play attack-center", "order 9leg", "melee 9leg at 28ft"} {
			in[0].Lines = append(in[0].Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
		}
		events, err := rs.Resolve(p, in, engine.NewForced())
		if err != nil {
			t.Fatal(err)
		}
		after := rs.Apply(p, events)
		said := engine.Faults(rs.Check(after, engine.Orders{Side: "British", Lines: []engine.Order{
			engine.Order{Words: []string{"answer", "yes"}}.Arrived(1)}})).Error()
		var offers []string
		for _, o := range rs.Draft(after, rs.Owed(after)[0]).Options() {
			offers = append(offers, strings.Join(o.Words, " "))
		}
		if got := said + " | " + strings.Join(offers, ", "); got != want {
			t.Errorf("with %s: %s\nwant %s", hand, got, want)
		}
	}
}
