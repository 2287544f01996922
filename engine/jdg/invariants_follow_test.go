package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// TestFollowsKind: an event may change only what its kind changes, of the
// unit, commander or side that it is about.
func TestFollowsKind(t *testing.T) {
	const (
		face  = "[6.1.2-b] face by=French unit=b facing=W"
		move  = "[4] move by=French unit=b path=0507,0607 facing=E"
		shake = "[8] disorder by=French unit=b cause=x"
		turn  = "[1.F-b] turn n=2"
	)
	for _, tt := range []struct {
		name, event string
		before      func(p *Position) // of the event
		after       func(p *Position)
		want        string
	}{
		{"hex", shake, nil, func(p *Position) { p.place(2, hex.H(203)) }, "it changes the hex of b"},
		{"having entered", move, nil, func(p *Position) { p.edit(2).Entered = false },
			"it changes the having entered of b"},
		{"facing", shake, nil, func(p *Position) { p.edit(2).Facing = hex.W }, "it changes the facing of b"},
		{"facing of another", face, nil, func(p *Position) { p.edit(1).Facing = hex.W }, "it changes the facing of a"},
		{"state", move, nil, func(p *Position) { p.edit(2).State = setup.Disordered }, "it changes the state of b"},
		{"square", face, nil, func(p *Position) { p.edit(2).Square = true }, "it changes the square of b"},
		{"Renfort", move, nil, func(p *Position) { p.edit(2).Renfort = true }, "it changes the Renfort of b"},
		{"orders", move, nil, func(p *Position) { p.edit(2).Granted = true },
			"it changes the orders of the turn of b"},
		{"orders at the turn", turn,
			func(p *Position) { p.Phase = EndPhase; p.edit(2).Granted = true }, func(*Position) {}, ""},
		{"halt", face, nil, func(p *Position) { p.edit(2).Halted = true }, "it changes the halt of b"},
		{"group", move, nil, func(p *Position) { p.edit(2).Group = -1 }, "it changes the tactical group of b"},
		{"no groups", "[2.3.1-c] ungroup", nil, func(*Position) {}, ""},

		{"disordered from order", shake, nil, func(*Position) {}, ""},
		{"disordered from rout", shake, func(p *Position) { p.edit(2).State = setup.Routed }, func(*Position) {},
			"b was routed and is disordered"},
		{"routed from order", "[10.2] rout by=French unit=b cause=x", nil, func(*Position) {}, ""},
		{"routed from disorder", "[10.2] rout by=French unit=b cause=x",
			func(p *Position) { p.edit(2).State = setup.Disordered }, func(*Position) {}, ""},
		{"routed twice", "[10.2] rout by=French unit=b cause=x", func(p *Position) { p.edit(2).State = setup.Routed },
			func(*Position) {}, "b was routed and is routed"},
		{"rout does less", "[10.2] rout by=French unit=b cause=x", nil,
			func(p *Position) { p.edit(2).State = setup.Disordered }, "b was ordered and is disordered"},
		{"rallies from rout", "[11.1] rally by=French unit=b facing=E",
			func(p *Position) { p.edit(2).State = setup.Routed }, func(*Position) {}, ""},
		{"rallies from disorder", "[11.1] rally by=French unit=b facing=E",
			func(p *Position) { p.edit(2).State = setup.Disordered }, func(*Position) {}, ""},
		{"rallies by two", "[11.1] rally by=French unit=b facing=E",
			func(p *Position) { p.edit(2).State = setup.Routed },
			func(p *Position) { p.edit(2).State = setup.Ordered }, "b was routed and is ordered"},
		{"rallies from death", "[11.1] rally by=French unit=b facing=E",
			func(p *Position) { p.edit(2).State = setup.Eliminated }, func(*Position) {},
			"b was eliminated and is routed"},
		{"eliminated from rout", "[10.4] eliminate by=French unit=b",
			func(p *Position) { p.edit(2).State = setup.Routed }, func(*Position) {}, ""},
		{"eliminated and alive", "[10.4] eliminate by=French unit=b", nil,
			func(p *Position) { p.edit(2).State = setup.Routed }, "b was ordered and is routed"},
		{"eliminated twice", "[10.4] eliminate by=French unit=b",
			func(p *Position) { p.lift(2); p.edit(2).State = setup.Eliminated }, func(*Position) {},
			"b was eliminated and is eliminated"},
		{"eliminated artillery", "[10.4] eliminate by=French unit=g", nil, func(*Position) {}, ""},

		{"a commander moves", "[2.5.1] commander by=French id=soult to=0508", nil, func(*Position) {}, ""},
		{"another one moves", "[2.5.1] commander by=French id=soult to=0508", nil,
			func(p *Position) { p.Leaders[1].Hex = hex.H(203) }, "it moves commander kutuzov"},
		{"a commander is lost", "[2.5.1] commander by=French id=soult to=off", nil, func(*Position) {}, ""},
		{"a commander comes back", "[2.5.1] commander by=French id=soult to=0508",
			func(p *Position) { p.Leaders[0].Hex = hex.None }, func(*Position) {}, "commander soult has been lost"},
		{"commanders may move again", turn,
			func(p *Position) { p.Phase = EndPhase; p.Leaders[0].Moved = true }, func(*Position) {}, ""},
		{"a commander has moved at once", turn, func(p *Position) { p.Phase = EndPhase },
			func(p *Position) { p.Leaders[0].Moved = true }, "it moves commander soult"},
		{"the turn moves a commander", turn, func(p *Position) { p.Phase = EndPhase },
			func(p *Position) { p.Leaders[0].Hex = hex.H(203) }, "it moves commander soult"},

		{"the next phase", "[1] phase phase=B", nil, func(*Position) {}, ""},
		{"the phase again", "[1] phase phase=A", nil, func(*Position) {}, "after phase A comes phase A"},
		{"a phase left out", "[1] phase phase=C", nil, func(*Position) {}, "after phase A comes phase C"},
		{"a phase for a move", move, nil, func(p *Position) { p.Phase = InitiativePhase },
			"after phase A comes phase B"},
		{"the next turn", turn, func(p *Position) { p.Phase = EndPhase }, func(*Position) {}, ""},
		{"a turn left out", "[1.F-b] turn n=3", func(p *Position) { p.Phase = EndPhase },
			func(*Position) {}, "after turn 1 comes turn 3"},
		{"the turn with the phase", "[1] phase phase=B", nil, func(p *Position) { p.Turn++ },
			"after turn 1 comes turn 2"},
		{"the end", "[13.2-a] over by=French text=won", func(p *Position) { p.Phase = EndPhase }, func(*Position) {},
			""},
		{"the end too early", "[13.2-a] over by=French text=won", nil, func(*Position) {},
			"after phase A comes phase X"},

		{"a place changes hands", "[13.2-b] hold by=Allied hex=0101 name=x", nil, func(*Position) {}, ""},
		{"a place by a move", move, nil, func(p *Position) { p.hold(0, 1) }, "it changes who holds a place"},
		{"a formation by a move", move, nil, func(p *Position) { p.editForm(1).Delayed = true },
			"it changes a formation"},
		{"a formation is demoralised", "[11.2] demoralised by=French formation=davout is=yes", nil, func(*Position) {},
			""},
		{"a formation is delayed", "[5.2.1] delayed by=French formation=davout is=yes", nil, func(*Position) {}, ""},
		{"a standing order", "[1] standing by=French kind=P17 whom=b answer=no for=French", nil, func(*Position) {},
			""},
		{"a standing order of the other side", "[1] standing by=French kind=P17 whom=b answer=no for=French", nil,
			func(p *Position) { p.Sheets[1] = ask.Sheet{{Kind: "P17"}} }, "it changes the standing orders of Allied"},
		{"a standing order by a move", move, nil, func(p *Position) { p.Sheets[0] = ask.Sheet{{Kind: "P17"}} },
			"it changes the standing orders of French"},
		{"an order when drawn", "[2.2-c] plan by=French formation=ney again=no if=\"\" order=hold for=French", nil,
			func(*Position) {}, ""},
		{"it is withdrawn", "[2.2-c] unplan by=French formation=ney again=no why=withdrawn for=French",
			func(p *Position) { p.Plans[0] = ask.Plans{{For: "ney"}} }, func(*Position) {}, ""},
		{"it is due", "[2.2-c] due by=French formation=ney is=used if=\"\" for=French",
			func(p *Position) { p.Plans[0] = ask.Plans{{For: "ney"}} }, func(*Position) {}, ""},
		{"an order when drawn of the other side", "[2.2-c] due by=French formation=ney is=used if=\"\" for=French", nil,
			func(p *Position) { p.Plans[1] = ask.Plans{{For: "x"}} }, "it changes the orders when drawn of Allied"},
		{"an order when drawn by a move", move, nil, func(p *Position) { p.Plans[0] = ask.Plans{{For: "ney"}} },
			"it changes the orders when drawn of French"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			old := position(t, soundGround)
			if tt.before != nil {
				tt.before(old)
			}
			events, err := engine.ParseEvents(tt.event)
			if err != nil {
				t.Fatal(err)
			}
			p := old.clone()
			p.apply(events[0])
			tt.after(p)
			got := ""
			if err := p.follows(old, events[0]); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLossFollows: the strength that a side has lost grows by that of the
// unit that is eliminated, artillery aside.
func TestLossFollows(t *testing.T) {
	dead := func(ids ...string) *Position {
		p := position(t, soundGround)
		for _, id := range ids {
			u, _ := p.sc.Unit(id)
			p.lift(u)
			p.edit(u).State = setup.Eliminated
		}
		return p
	}
	for _, tt := range []struct {
		name, event string
		old, now    *Position
		want        string
	}{
		{"nothing", "[4] move by=French unit=b path=0507,0607", dead("c"), dead("c"), ""},
		{"the unit named", "[10] eliminate by=French unit=b", dead("c"), dead("c", "b"), ""},
		{"one of the Allied", "[10] eliminate by=Allied unit=x", dead("c"), dead("c", "x"), ""},
		{"artillery", "[10] eliminate by=French unit=g", dead("c"), dead("c", "g"), ""},
		{"another one", "[10] eliminate by=French unit=c", dead(), dead("b"), "French has lost 6 SP: want 4"},
		{"one more", "[10] eliminate by=French unit=b", dead(), dead("b", "c"), "French has lost 10 SP: want 6"},
		{"by a move", "[4] move by=French unit=b path=0507,0607", dead(), dead("b"), "French has lost 6 SP: want 0"},
		{"one comes back", "[4] move by=French unit=b path=0507,0607", dead("b"), dead(),
			"French has lost 0 SP: want 6"},
		{"one of the other side", "[10] eliminate by=French unit=b", dead(), dead("b", "x"),
			"Allied has lost 6 SP: want 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			events, err := engine.ParseEvents(tt.event)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := tt.now.lossFollows(tt.old, events[0]); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestRests: what may not be while players are waited for.
func TestRests(t *testing.T) {
	unitAt := func(p *Position, id string, h int) int {
		u, _ := p.sc.Unit(id)
		if h > 0 {
			p.place(u, hex.H(h))
		}
		return u
	}
	for _, tt := range []struct {
		name   string
		change func(in *inspection, p *Position)
		want   string
	}{
		{"nothing", func(*inspection, *Position) {}, ""},
		{"a unit leaves the map", func(in *inspection, p *Position) { in.leaving = 0 },
			"unit g has left the map and is not eliminated"},
		{"infantry and cavalry", func(in *inspection, p *Position) { unitAt(p, "c", 507) },
			"in 0507 infantry and cavalry do not stack [5.1.1-k]"},
		{"a commander among enemies", func(in *inspection, p *Position) { p.Leaders[0].Hex = hex.H(805) },
			"commander soult stands among enemies"},
		{"a commander of the Allied", func(in *inspection, p *Position) { p.Leaders[1].Hex = hex.H(507) },
			"commander kutuzov stands among enemies"},
		{"a commander alone", func(in *inspection, p *Position) { p.Leaders[1].Hex = hex.H(202) }, ""},
		{"a commander lost", func(in *inspection, p *Position) { p.Leaders[1].Hex = hex.None }, ""},
		{"over without a result", func(in *inspection, p *Position) { p.Phase = GameOver },
			"phase X, over false, and these have to be decided: "},
		{"a result and not over", func(in *inspection, p *Position) { p.result = &engine.Outcome{Over: true} },
			"phase A, over true, and these have to be decided: orders-"},
		{"over", func(in *inspection, p *Position) {
			p.Phase, p.result = GameOver, &engine.Outcome{Over: true, Winner: "French", Rule: "13", Text: "won"}
		}, ""},
		{"an encoding that cannot be read", func(in *inspection, p *Position) { p.Turn = 99 },
			"its encoding reads as "},
		{"an encoding that says less", func(in *inspection, p *Position) { p.edit(0).Group = 1 },
			"its encoding reads as "},
		{"halted in a village", func(in *inspection, p *Position) {
			u := unitAt(p, "b", 303)
			p.edit(u).State, p.edit(u).Halted = setup.Routed, true
		}, ""},
		{"halted in the open", func(in *inspection, p *Position) {
			u := unitAt(p, "b", 0)
			p.edit(u).State, p.edit(u).Halted = setup.Routed, true
		}, "in 0507 b has stopped its rout in the open [10.4]"},
		{"infantry above artillery", func(in *inspection, p *Position) { p.restack([]int{1, 0}) },
			"in 0505 a lies above artillery [5.1.2-c]"},
		{"artillery faces as it likes", func(in *inspection, p *Position) { p.edit(0).Facing = hex.W }, ""},
		{"two face differently", func(in *inspection,
			p *Position) {
			u := unitAt(p, "b", 505)
			p.edit(u).Facing = hex.W
		},
			"in 0505 b and a face differently [6.1.1-b]"},
		{"a routed one faces as it likes", func(in *inspection, p *Position) {
			u := unitAt(p, "b", 507)
			unitAt(p, "d", 507)
			d := unitAt(p, "d", 0)
			p.edit(u).State = setup.Routed
			p.edit(d).State = setup.Routed
			p.edit(d).Facing = hex.W
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, soundGround)
			in := &inspection{rs: p.rs, now: p, leaving: -1}
			tt.change(in, p)
			got := ""
			if err := in.rests(); err != nil {
				got = err.Error()
			}
			if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestInspectPassing: units may stand together for a moment while they pass,
// in the cases that the doc of Inspect names, and in no others.
func TestInspectPassing(t *testing.T) {
	const ground = "hex 0303 village\nunit a French inf at=0505 sp=3\nunit d French inf at=0505 sp=3\n" +
		"unit b French inf at=0507\nunit c French cav at=0509\nunit x Allied inf at=0805\n" +
		"commander soult French at=0505\ncommander kutuzov Allied at=0805\n"
	const held = ground + "unit y Allied inf at=0604\ncommander bennig Allied at=0604\n"
	const mixed = "in 0505 infantry and cavalry do not stack [5.1.1-k]"
	for _, tt := range []struct{ name, ground, events, want string }{
		{"held up next to a commander", held,
			"[4] move by=French unit=c path=0509,0505\n[4] move by=French unit=c path=0505,0504", ""},
		{"held up and left there", held, "[4] move by=French unit=c path=0509,0505",
			"at the end of the resolution: " + mixed},
		{"held up by nobody", ground,
			"[4] move by=French unit=c path=0509,0505\n[4] move by=French unit=c path=0505,0504", mixed},
		{"held up by an own commander", ground,
			"[2.5.1] commander by=French id=soult to=0504\n[4] move by=French unit=c path=0509,0505\n" +
				"[4] move by=French unit=c path=0505,0405", mixed},
		{"held up by a commander who is lost", held,
			"[2.5.1] commander by=Allied id=bennig to=off\n[4] move by=French unit=c path=0509,0505\n" +
				"[4] move by=French unit=c path=0505,0504", mixed},
		{"held up by one two hexes away", held,
			"[2.5.1] commander by=Allied id=bennig to=0703\n[4] move by=French unit=c path=0509,0505\n" +
				"[4] move by=French unit=c path=0505,0504", mixed},
		{"no move", held, "[6.1.2-b] face by=French unit=c facing=W\n[9.5] pursue by=French unit=c path=0509,0505\n" +
			"[4] move by=French unit=c path=0505,0504", ""},
		{"it has passed and comes again", ground,
			"[10.3.1] retreat by=French unit=c path=0509,0505\n[10.3.1] retreat by=French unit=c path=0505,0504\n" +
				"[9.5] pursue by=French unit=c path=0504,0505",
			"event 3, [9.5] pursue by=French unit=c path=0504,0505: " + mixed},
		{"a routed unit until it goes", ground,
			"[10.2] rout by=French unit=a cause=x\n[6.1.2-b] face by=French unit=b facing=W\n" +
				"[10.4] rout-move by=French unit=a path=0505,0405", ""},
		{"two in square, one disordered", ground,
			"[4.2] square by=French units=a,d formed=yes\n[8] disorder by=French unit=a cause=x\n" +
				"[4.2-o] square by=French units=d formed=no", ""},
		{"two in square, one disordered, and nothing follows", ground,
			"[4.2] square by=French units=a,d formed=yes\n[8] disorder by=French unit=a cause=x\n" +
				"[6.1.2-b] face by=French unit=b facing=W", "[5.1.1-j]"},
		{"another is disordered", ground,
			"[4.2] square by=French units=a formed=yes\n[8] disorder by=French unit=b cause=x", "[5.1.1-j]"},
		{"commanders are lost with a unit", ground,
			"[10.2] rout by=French unit=b cause=x\n[10.4] rout-move by=French unit=b path=0507,off\n" +
				"[2.5.2-i] commander by=French id=soult to=off\n[10.4-s] eliminate by=French unit=b", ""},
		{"another unit is eliminated instead", ground,
			"[10.2] rout by=French unit=b cause=x\n[10.4] rout-move by=French unit=b path=0507,off\n" +
				"[10.4-s] eliminate by=French unit=c", "unit b has left the map and is not eliminated"},
		{"a unit that nobody knows is eliminated instead", ground,
			"[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a path=0505,off\n" +
				"[10.4-s] eliminate by=French unit=q", "unit a has left the map and is not eliminated"},
		{"it has left the map and nothing follows", ground,
			"[10.2] rout by=French unit=b cause=x\n[10.4] rout-move by=French unit=b path=0507,off",
			"at the end of the resolution: unit b has left the map and is not eliminated"},
		{"the first unit leaves the map", ground,
			"[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a path=0505,off",
			"at the end of the resolution: unit a has left the map and is not eliminated"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.ground)
			events, err := engine.ParseEvents(tt.events)
			if err != nil {
				t.Fatal(err)
			}
			got := "nothing"
			if err := p.rs.Inspect(p, events); err != nil {
				got = err.Error()
			}
			if tt.want == "" && got != "nothing" || !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %q", got, tt.want)
			}
		})
	}
}

// TestInspectMidway: where a player was asked in the middle of a withdrawal,
// its units stand as they may on their way until they are told to stop.
func TestInspectMidway(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit c French cav at=0509\nunit x Allied inf at=0805\n")
	p.place(1, hex.H(505))
	p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q", Kind: "P29", Side: "French", Rule: "10.3",
		Prompt:  "?",
		Options: []string{"n"}, Default: "n"}}}
	for _, tt := range []struct{ name, events, want string }{
		{"it goes on", "[1] resume\n[10.3.1] retreat by=French unit=c path=0505,0504", ""},
		{"it stays", "[1] resume", "at the end of the resolution: in 0505"},
		{"it is still asked", "", ""},
	} {
		events, err := engine.ParseEvents(tt.events)
		if err != nil {
			t.Fatal(err)
		}
		got := "nothing"
		if err := p.rs.Inspect(p, events); err != nil {
			got = err.Error()
		}
		if tt.want == "" && got != "nothing" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %s, want %q", tt.name, got, tt.want)
		}
	}
}
