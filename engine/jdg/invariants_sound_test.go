package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// soundGround has each arm, commanders of both sides, a unit to come, two
// formations, places and a village.
const soundGround = `turns 3
hex 0303 village
goal 0101 French=2
formation ney French am=4,3
formation davout French
unit g French art form=ney at=0505
unit a French inf form=ney at=0505 sp=6
unit b French inf form=ney at=0507
unit c French cav form=davout at=0509
unit d French inf form=davout at=0510
unit r French inf form=davout
arrival 2 form=davout hex=0105 units=r
unit x Allied inf at=0805
unit y Allied art at=0807
commander soult French at=0505
commander kutuzov Allied at=0805
`

// TestSound: what can never be is found in a position.
func TestSound(t *testing.T) {
	at := func(p *Position, id string) *Unit {
		u, _ := p.sc.Unit(id)
		return p.edit(u)
	}
	for _, tt := range []struct {
		name   string
		change func(p *Position)
		want   string
	}{
		{"nothing", func(*Position) {}, ""},
		{"a unit under itself", func(p *Position) { at(p, "b").under = 3 }, "unit b is in two stacks, or twice in one"},
		{"a unit in two stacks", func(p *Position) { *p.tops.edit(p.slot(hex.H(102))) = 3 },
			"unit b is in 0507, and in the stack of another hex"},
		{"a unit off the map in a stack", func(p *Position) { at(p, "b").Hex = hex.None },
			"unit b is in off, and in the stack of another hex"},
		{"a unit of the map in no stack", func(p *Position) { *p.tops.edit(p.slot(hex.H(507))) = 0 },
			"unit b is in 0507 and in no stack"},
		{"a hex that is said to be empty", func(p *Position) { *p.taken.edit(0) = 0 },
			"has units and is not noted as taken"},
		{"a hex that is said to have units", func(p *Position) { *p.taken.edit(0) |= 4 },
			"hexes are noted as taken, and"},
		{"units of both sides in a hex", func(p *Position) { u, _ := p.sc.Unit("x"); p.place(u, hex.H(507)) },
			"units of both sides are in 0507"},
		{"no such state", func(p *Position) { at(p, "b").State = setup.Eliminated + 1 }, "unit b: state 4, facing"},
		{"a facing too low", func(p *Position) { at(p, "b").Facing = hex.NNE - 1 }, "unit b: state 0, facing -1"},
		{"a facing too high", func(p *Position) { at(p, "b").Facing = hex.NNW + 1 }, "unit b: state 0, facing 6"},
		{"the first and the last facing", func(p *Position) {
			at(p, "b").Facing, at(p, "c").Facing = hex.NNE,
				hex.NNW
		}, ""},
		{"on the map and not entered", func(p *Position) { at(p, "b").Entered = false },
			"unit b: it is on the map, and ordered or not entered"},
		{"on the map and eliminated", func(p *Position) { at(p, "b").State = setup.Eliminated },
			"unit b: it is on the map, and eliminated or not entered"},
		{"off the map and not to come", func(p *Position) { u, _ := p.sc.Unit("b"); p.lift(u) },
			"unit b: it is off the map, neither eliminated nor still to come"},
		{"off the map, not entered and not to come",
			func(p *Position) { u, _ := p.sc.Unit("b"); p.lift(u); p.edit(u).Entered = false },
			"unit b: it is off the map, neither eliminated nor still to come"},
		{"it had entered and is off the map", func(p *Position) { at(p, "r").Entered = true },
			"unit r: it is off the map, neither eliminated nor still to come"},
		{"eliminated", func(p *Position) { u, _ := p.sc.Unit("b"); p.lift(u); at(p, "b").State = setup.Eliminated },
			""},
		{"eliminated before it came", func(p *Position) { at(p, "r").State = setup.Eliminated }, ""},
		{"in square off the map", func(p *Position) { at(p, "r").Square = true },
			"unit r: it is off the map with a marker"},
		{"with Renfort marker off the map", func(p *Position) { at(p, "r").Renfort = true },
			"unit r: it is off the map with a marker"},
		{"with orders off the map", func(p *Position) { at(p, "r").Granted = true },
			"unit r: it is off the map with a marker"},
		{"halted off the map", func(p *Position) { at(p, "r").Halted = true },
			"unit r: it is off the map with a marker"},
		{"infantry in square", func(p *Position) { at(p, "b").Square = true }, ""},
		{"artillery in square", func(p *Position) { at(p, "g").Square = true }, ""},
		{"cavalry in square", func(p *Position) { at(p, "c").Square = true },
			"unit c: cavalry, ordered and in square [4.2]"},
		{"disordered in square", func(p *Position) { at(p, "b").Square, at(p, "b").State = true, setup.Disordered },
			"unit b: infantry, disordered and in square [4.2]"},
		{"halted and routed", func(p *Position) { at(p, "b").Halted, at(p, "b").State = true, setup.Routed }, ""},
		{"halted and disordered", func(p *Position) { at(p, "b").Halted, at(p, "b").State = true, setup.Disordered },
			"unit b: halted in its rout and disordered [10.4]"},
		{"a commander off the map", func(p *Position) { p.Leaders[1].Hex = hex.H(9999) },
			"commander kutuzov stands off the map"},
		{"a commander lost", func(p *Position) { p.Leaders[1].Hex = hex.None }, ""},
		{"in a group of another formation", func(p *Position) {
			p.Groups = slices.Clone(p.Groups)
			p.Groups[0], p.Groups[1] = p.Groups[1], p.Groups[0]
			g := *p.Groups[0]
			g.Form = 0
			p.Groups = slices.Concat([]*Group{&g}, p.Groups[1:])
		}, "is in two tactical groups, or in one of another formation"},
		{"in two groups", func(p *Position) {
			p.Groups, p.Faces = append(p.Groups, p.Groups[0]), append(p.Faces, Face{})
		},
			"unit g is in two tactical groups, or in one of another formation"},
		{"a group with orders that nobody knows",
			func(p *Position) { p.Faces[1].Revealed, p.Faces[1].Orders = true, Unknown },
			"group davout is revealed and its orders are not known"},
		{"revealed", func(p *Position) { p.Faces[1].Revealed, p.Faces[1].Orders = true, ReceivedOrders }, ""},
		{"hidden", func(p *Position) { p.Faces[1].Orders = Unknown }, ""},
		{"a unit that knows another group", func(p *Position) { at(p, "b").Group = 1 },
			"unit b does not know its tactical group"},
		{"a unit that knows no group", func(p *Position) { at(p, "b").Group = -1 },
			"unit b does not know its tactical group"},
		{"markers in the cup, first and drawn", func(p *Position) {
			p.Cup, p.First, p.Drawn = p.filled(Marker{"ney", 1, 4}), Marker{"ney", 2, 3}, Marker{"davout", 1, 4}
		}, ""},
		{"a marker in the cup and first", func(p *Position) {
			p.Cup, p.First = p.filled(Marker{"ney", 1, 4}),
				Marker{"ney", 1, 4}
		},
			"activation marker ney/1:4 is in two places"},
		{"a marker in the cup and drawn", func(p *Position) {
			p.Cup, p.Drawn = p.filled(Marker{"ney", 1, 4}),
				Marker{"ney", 1, 4}
		},
			"activation marker ney/1:4 is in two places"},
		{"a marker first and drawn", func(p *Position) { p.First, p.Drawn = Marker{"ney", 1, 4}, Marker{"ney", 1, 4} },
			"activation marker ney/1:4 is in two places"},
		{"no such marker first", func(p *Position) { p.First = Marker{"soult", 1, 4} },
			"there is no activation marker soult/1:4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, soundGround)
			tt.change(p)
			got := ""
			if err := p.sound(-1); err != nil {
				got = err.Error()
			}
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestDiffers: a position that differs in one thing is told from the other,
// by whoever sees that thing.
func TestDiffers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(p *Position)
		want   [3]string // to everybody, the French, the public
	}{
		{"nothing", func(*Position) {}, [3]string{}},
		{"turn", func(p *Position) { p.Turn++ },
			[3]string{"turn, phase, initiative or result", "turn, phase, initiative or result",
				"turn, phase, initiative or result"}},
		{"phase", func(p *Position) { p.Phase = ActivationPhase },
			[3]string{"turn, phase, initiative or result", "turn, phase, initiative or result",
				"turn, phase, initiative or result"}},
		{"holder", func(p *Position) { p.Holder = 1 },
			[3]string{"turn, phase, initiative or result", "turn, phase, initiative or result",
				"turn, phase, initiative or result"}},
		{"result", func(p *Position) { p.result = &engine.Outcome{Over: true} },
			[3]string{"turn, phase, initiative or result", "turn, phase, initiative or result",
				"turn, phase, initiative or result"}},
		{"unit", func(p *Position) { p.edit(1).State = setup.Disordered }, [3]string{"units", "units", "units"}},
		{"stack", func(p *Position) { *p.tops.edit(p.slot(hex.H(101))) = 1 }, [3]string{"units", "units", "units"}},
		{"commander", func(p *Position) { p.Leaders[1].Moved = true },
			[3]string{"commanders", "commanders", "commanders"}},
		{"formation", func(p *Position) { p.editForm(1).Acted = true },
			[3]string{"formations", "formations", "formations"}},
		{"own orders", func(p *Position) { p.Faces[0].Orders = ReceivedOrders },
			[3]string{"tactical groups", "tactical groups", ""}},
		{"the enemy's orders", func(p *Position) { p.Faces[2].Orders = ReceivedOrders },
			[3]string{"tactical groups", "", ""}},
		{"orders turned up", func(p *Position) { p.Faces[2].Revealed = true },
			[3]string{"tactical groups", "tactical groups", "tactical groups"}},
		{"a group less", func(p *Position) { p.Groups, p.Faces = p.Groups[:2], p.Faces[:2] },
			[3]string{"tactical groups", "tactical groups", "tactical groups"}},
		{"another group", func(p *Position) {
			g := *p.Groups[0]
			g.ID = "group"
			p.Groups = slices.Concat([]*Group{&g}, p.Groups[1:])
		},
			[3]string{"tactical groups", "tactical groups", "tactical groups"}},
		{"cup", func(p *Position) { p.Cup = p.filled(Marker{"ney", 1, 4}) },
			[3]string{"activation markers", "activation markers", "activation markers"}},
		{"first", func(p *Position) { p.First = Marker{"ney", 1, 4} },
			[3]string{"activation markers", "activation markers", "activation markers"}},
		{"drawn", func(p *Position) { p.Drawn = Marker{"ney", 1, 4} },
			[3]string{"activation markers", "activation markers", "activation markers"}},
		{"places", func(p *Position) { p.hold(0, 1) }, [3]string{"places", "places", "places"}},
		{"own standing orders", func(p *Position) { p.Sheets[0] = ask.Sheet{{Kind: "P17"}} },
			[3]string{"standing orders", "standing orders", ""}},
		{"own orders when drawn", func(p *Position) { p.Plans[0] = ask.Plans{{For: "ney"}} },
			[3]string{"orders when drawn", "orders when drawn", ""}},
		{"the enemy's standing orders", func(p *Position) { p.Sheets[1] = ask.Sheet{{Kind: "P17"}} },
			[3]string{"standing orders", "", ""}},
		{"the enemy's orders when drawn", func(p *Position) { p.Plans[1] = ask.Plans{{For: "x"}} },
			[3]string{"orders when drawn", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, soundGround)
			q := p.clone()
			tt.change(q)
			for i, own := range []int{everybody, 0, public} {
				seen := p
				if own != everybody {
					seen = p.rs.View(p, [...]engine.Side{"French", "Allied", ""}[own]).(*Position)
				}
				if got := q.differs(own, seen); got != tt.want[i] {
					t.Errorf("reader %d: got %q, want %q", own, got, tt.want[i])
				}
			}
			// What is not the reader's own must not be in his view at all.
			const hidden = "standing orders or orders when drawn of the other side"
			if got := q.differs(0, q); (got == hidden) != strings.HasPrefix(tt.name, "the enemy's standing") &&
				(got == hidden) != strings.HasPrefix(tt.name, "the enemy's orders when") {
				t.Errorf("the French see all of it: got %q", got)
			}
		})
	}
}
