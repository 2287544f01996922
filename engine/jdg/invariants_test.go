package jdg

import (
	"flag"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/book"
	"berthier/engine/enginetest"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

var randomGames = flag.Int("jdg.games", 30,
	"random games of Goldbach that TestRandomGames plays; of Austerlitz one for each 30")

// TestRandomGames plays whole games between random players, half of them with
// all questions asked, and inspects the position after every event. With
// BERTHIER_SEED=new they differ each time; a failure names the seed. For many games
//
//	berthier simulate -scenario austerlitz -games 2000 -french random -allied random
//
// does the same, without questions.
func TestRandomGames(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	first := enginetest.Seed(t)
	inParallel(*randomGames, func(i int) {
		setup := engine.Setup{Scenario: "goldbach"}
		if i%2 == 1 {
			setup.Options = map[string]string{"ask": "all"}
		}
		inspectGame(t, rs, setup, first+uint64(i))
		if i%30 == 0 {
			inspectGame(t, rs, engine.Setup{Scenario: "austerlitz"}, first+uint64(i))
		}
	})
}

func inspectGame(t *testing.T, rs *Ruleset, setup engine.Setup, seed uint64) {
	t.Helper()
	g := book.Log{Setup: setup, Seed: seed}
	pl := book.NewPlayer(seed)
	err := g.Play(rs, func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) },
		func(f book.Frame) error { return rs.Inspect(f.Before, f.Step.Events) })
	if err != nil {
		t.Errorf("%v, seed %d: %v", setup, seed, err)
	}
}

// TestInspect: each broken invariant is found.
func TestInspect(t *testing.T) {
	const ground = "unit a French inf at=0505 sp=6\nunit b French inf at=0507\nunit c French cav at=0509\n" +
		"unit x Allied inf at=0805\nunit g French art at=0503\n" +
		"commander soult French at=0505\ncommander kutuzov Allied at=0805\n"
	tests := []struct{ name, events, want string }{
		{"nothing", "", ""},
		{"a unit moves", "[4] move by=French unit=a path=0505,0605 cost=1", ""},
		{"both sides in a hex", "[4] move by=French unit=a path=0505,0805 cost=1", "units of both sides are in 0805"},
		{"stacking", "[4] move by=French unit=c path=0509,0505 cost=1", "infantry and cavalry do not stack [5.1.1-k]"},
		{"stacking in the last hex", "[4] move by=French unit=b path=0507,0509 cost=1",
			"event 1, [4] move by=French unit=b path=0507,0509 cost=1: in 0509 infantry and cavalry do not stack " +
				"[5.1.1-k]"},
		{"stacking where a retreat has come to an end",
			"[10.3.1] retreat by=French unit=a path=0505,0506\n[4] move by=French unit=c path=0509,0506 cost=1",
			"event 2, [4] move by=French unit=c path=0509,0506 cost=1: in 0506 infantry and cavalry do not stack " +
				"[5.1.1-k]"},
		{"interrupted next to an enemy commander",
			"[4] move by=French unit=a path=0505,0705 cost=2\n[4] move by=French unit=c path=0509,0705 cost=1",
			"at the end of the resolution: in 0705 infantry and cavalry do not stack [5.1.1-k]"},
		{"not interrupted two hexes from an enemy commander",
			"[4] move by=French unit=a path=0505,0605 cost=1\n[4] move by=French unit=c path=0509,0605 cost=1",
			"event 2, [4] move by=French unit=c path=0509,0605 cost=1: in 0605 infantry and cavalry do not stack " +
				"[5.1.1-k]"},
		{"into a square", "[4.2] square by=French units=b formed=yes\n[4] move by=French unit=a path=0505,0507 cost=1",
			"event 2, [4] move by=French unit=a path=0505,0507 cost=1: in 0507 a unit in square stacks with no unit " +
				"that is " +
				"not [5.1.1-j]"},
		{"guns beside a square", "[4] move by=French unit=g path=0503,0507 cost=1\n" +
			"[4.2] square by=French units=b,g formed=yes\n[8] disorder by=French unit=g cause=x", ""},
		{"retreats through", "[10.3.1] retreat by=French unit=c path=0509,0505\n" +
			"[10.3.1] retreat by=French unit=c path=0505,0504", ""},
		{"stops where it retreats through",
			"[10.3.1] retreat by=French unit=c path=0509,0505\n[4] move by=French unit=b path=0507,0506",
			"at the end of the resolution: in 0505"},
		{"leaves the map", "[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a path=0505,off\n" +
			"[10.4-s] eliminate by=French unit=a", ""},
		{"leaves the map alive", "[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a " +
			"path=0505,off\n" +
			"[1] phase phase=B", "unit a has left the map and is not eliminated"},
		{"leaves the map and is disordered",
			"[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a path=0505,off\n" +
				"[8] disorder by=French unit=a cause=x", "unit a has left the map and is not eliminated"},
		{"another is eliminated",
			"[10.2] rout by=French unit=a cause=x\n[10.4] rout-move by=French unit=a path=0505,off\n" +
				"[10.4-s] eliminate by=French unit=b", "unit a has left the map and is not eliminated"},
		{"moves off the map", "[4] move by=French unit=a path=0505,off",
			"unit a: it is off the map, neither eliminated nor still to come"},
		{"disordered twice", "[8] disorder by=French unit=a cause=x\n[8] disorder by=French unit=a cause=x",
			"a was disordered and is disordered"},
		{"rallies while ordered", "[11] rally by=French unit=a", "unit a: state 255"},
		{"comes back", "[10] eliminate by=French unit=a\n[4] enter by=French unit=a path=off,0505",
			"it is on the map, and eliminated"},
		{"lost twice", "[10] eliminate by=French unit=a\n[10] eliminate by=French unit=a",
			"a was eliminated and is eliminated"},
		{"cavalry in square", "[4.2] square by=French units=c formed=yes", "cavalry, ordered and in square [4.2]"},
		{"halted in order", "[10.4] halt by=French unit=a stays=yes", "halted in its rout and ordered"},
		{"commander comes back", "[2.5.2] commander by=French id=soult to=off\n" +
			"[2.5.1] commander by=French id=soult to=0505",
			"commander soult has been lost"},
		{"commander among enemies", "[2.5.1] commander by=French id=soult to=0805",
			"commander soult stands among enemies"},
		{"a marker twice", "[1.C] cup marker=french/1:4\n[1.C] cup marker=french/1:4",
			"activation marker french/1:4 is in two places"},
		{"no such marker", "[1.C] cup marker=ney/1:4", "there is no activation marker ney/1:4"},
		{"phases", "[1] phase phase=D", "after phase A comes phase D"},
		{"turns", "[1.F-b] turn n=3", "after turn 1 comes turn 3"},
		{"orders told to the enemy", "[2.3.2] order by=French group=french",
			`the view of "Allied" does not follow from the events that it may see: tactical groups`},
		{"orders kept from the enemy", "[2.3.2] order by=French group=french for=French", ""},
		{"standing orders told to the enemy", "[2] standing by=French kind=P17 whom=a answer=no", "standing orders"},
		{"a move kept from the enemy", "[4] move by=French unit=a path=0505,0605 for=French",
			`the view of "Allied" does not follow from the events that it may see: units`},
		{"units that face differently", "[4] move by=French unit=b path=0507,0505 facing=W",
			"face differently [6.1.1-b]"},
		{"over and not over", "[1] phase phase=B\n[1] phase phase=C\n[1] phase phase=D\n[1] phase phase=E\n" +
			"[1] phase phase=F\n[13] phase phase=X", "comes phase X"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, ground)
			events, err := engine.ParseEvents(tt.events)
			if err != nil {
				t.Fatal(err)
			}
			got := "nothing"
			if err := p.rs.Inspect(p, events); err != nil {
				got = err.Error()
			}
			if want := tt.want; want == "" && got != "nothing" || !strings.Contains(got, want) {
				t.Errorf("got %s, want %q", got, want)
			}
		})
	}
}

// TestFollows: what an event changes beyond its kind is found.
func TestFollows(t *testing.T) {
	tests := []struct {
		name   string
		change func(p *Position)
		want   string
	}{
		{"nothing", func(*Position) {}, ""},
		{"another unit", func(p *Position) { p.place(1, hex.H(203)) }, "it changes the hex of b"},
		{"its state", func(p *Position) { p.edit(0).State = setup.Disordered }, "it changes the state of a"},
		{"its group", func(p *Position) { p.edit(0).Group = -1 }, "it changes the tactical group of a"},
		{"a commander", func(p *Position) { p.Leaders[0].Hex = hex.H(203) }, "it moves commander soult"},
		{"the turn", func(p *Position) { p.Turn++ }, "after turn 1 comes turn 2"},
		{"a formation", func(p *Position) { p.editForm(0).Demoralised = true }, "it changes a formation"},
		{"standing orders", func(p *Position) { p.Sheets[1] = ask.Sheet{{Kind: "P17"}} },
			"it changes the standing orders of Allied"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old := position(t, "unit a French inf at=0505\nunit b French inf at=0507\nunit x Allied inf at=0805\n"+
				"commander soult French at=0505\n")
			e := engine.NewEvent("4", "move", "French", "unit", "a", "path", "0505,0605")
			p := old.clone()
			p.apply(e)
			tt.change(p)
			got := ""
			if err := p.follows(old, e); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
