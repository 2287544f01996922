package jdg

import (
	"errors"
	"slices"
	"testing"

	"berthier/engine/ask"
	"berthier/engine/hex"
)

// away makes unit 0 withdraw from some hexes.
func away(from ...int) func(r *run) {
	return func(r *run) {
		var hs []hex.Hex
		for _, n := range from {
			hs = append(hs, hex.H(n))
		}
		r.withdraw(0, hs)
	}
}

// TestWithdraw shows retires and retreats [10.3, 10.5].
func TestWithdraw(t *testing.T) {
	const one = "unit a Allied inf at=0505\nunit x French inf at=0405\n"
	const routed = "unit a Allied inf at=0505 state=routed\nunit x French inf at=0405\n"
	// lane leaves 0605 and then 0704, 0705 as the way out of 0505.
	const lane = "hex 0504,0604,0506 pond\n"
	checkEffects(t, []effectCase{
		{name: "10-b one hex, 10.3.2-a facing kept", ground: one, do: away(405), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604`},
		{name: "10-c two hexes", ground: routed, do: away(405), want: `
10.3.1 decision P29 a 0505,0604,0704 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704`},
		{name: "10.3.1-b from every attacker", ground: one + "unit y French inf at=0504\n", do: away(405, 504), want: `
10.3.1 retire a 0505,0605`},
		{name: "10.3.1-d pincers", ground: one + "unit y French inf at=0604\nunit z French inf at=0506\n", do: away(405, 604, 506), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "10.3.1-d no room for the whole retreat", ground: routed + "hex 0605,0504 pond\nhex 0704,0705,0703,0603 pond\n", do: away(405), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "10.3.1-c away from where it was", ground: routed + lane + "hex 0705 pond\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0706 default
10.3.1 retreat a 0505,0605
10.3.1 retreat a 0605,0706`},
		{name: "10.3.1-e a hex next to an attacker without his ZOC", ground: "unit a Allied inf at=0505\nunit x French inf at=0405 state=routed\nhex 0504,0604,0605 pond\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0506 default
10.3.1 retire a 0505,0506`},
		{name: "10.3.1-e not with his ZOC", ground: one + "hex 0504,0604,0605 pond\n", do: away(405), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "10.3.4-a no river", ground: one + "river 0505/0504 0505/0604 0505/0605\n", do: away(405), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "10.3.4-b a bridge costs a level, Q114 the rout goes on from the first hex", ground: "unit a Allied inf at=0505 state=disordered\nunit x French inf at=0405\nriver 0505/0504 0505/0604 0505/0605\nbridge 0505/0605\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0705 default
10.3.1 retire a 0505,0605
10.3.4-b rout a crossing
10.3.1 retreat a 0605,0705`},
		{name: "10.3.4-b a steep slope costs a level", ground: one + "steep 0505/0504 0505/0604 0505/0605\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604
10.3.4-b disorder a crossing`},
		{name: "10.3.4-b the last level", ground: routed + "steep 0505/0504 0505/0604 0505/0605\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retreat a 0505,0604
10.3.4-b eliminate a crossing`},
		{name: "10.3.4-c a castle that it can enter", ground: "unit a Allied inf at=0505 ma=2\nunit x French inf at=0405\nhex 0504,0604 pond\nhex 0605 castle\n", do: away(405), want: `
10.3.1 retire a 0505,0605`},
		{name: "10.3.4-c a castle that it cannot enter", ground: "unit a Allied inf at=0505 ma=1\nunit x French inf at=0405\nhex 0504,0604 pond\nhex 0605 castle\n", do: away(405), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "10.3.5-b an enemy front hex", ground: one + lane + "unit y French inf at=0705 face=W\n", do: away(405), want: `
10.3.1 retire a 0505,0605
10.3.5-b disorder a enemy front hex`},
		{name: "10.3.5-a an enemy rear hex is nothing", ground: one + lane + "unit y French inf at=0705 face=E\n", do: away(405), want: `
10.3.1 retire a 0505,0605`},
		{name: "10.3.5-b once for each hex, Q50 by any number of units", ground: one + lane + "unit y French inf at=0705 face=W\nunit z French inf at=0705 face=W\n", do: away(405), want: `
10.3.1 retire a 0505,0605
10.3.5-b disorder a enemy front hex`},
		{name: "10.3.5-b not of guns", ground: one + lane + "unit y French art at=0705 face=W\n", do: away(405), want: `
10.3.1 retire a 0505,0605`},
		{name: "10.3.5-c a routed unit is eliminated", ground: routed + lane + "unit y French inf at=0705 face=W\n", do: away(405), want: `
10.3.1 retreat a 0505,0605
10.3.5-c eliminate a enemy front hex`},
		{name: "10.5-a over a friend that it cannot join, 10.5-b its test", ground: one + lane + "unit b Allied cav at=0605\n", dice: []int{7}, do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0705 default
10.3.1 retire a 0505,0605
10.3.1 retire a 0605,0705
10.5-b cohesion test of b: passed through by a: 7: failed
10.5-b disorder b passed through by a`},
		{name: "10.5 stops with a friend that it can join, 10.3.2-b his facing", ground: one + lane + "unit b Allied inf at=0605 face=NNW\n", do: away(405), want: `
10.3.1 retire a 0505,0605
10.3.2-b face a NNW`},
		{name: "10.5-c on to the next free hex", ground: one + lane + "unit b Allied cav at=0605\nunit c Allied cav at=0704\nunit d Allied cav at=0705\nhex 0706,0606 pond\n", dice: []int{0, 0}, do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0705,0804 default
10.3.1 retire a 0505,0605
10.3.1 retire a 0605,0705
10.3.1 retire a 0705,0804
10.5-b cohesion test of b: passed through by a: 0: passed
10.5-b cohesion test of d: passed through by a: 0: passed`},
		{name: "P29 round a friend by default", ground: one + "unit b Allied cav at=0605\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604`},
		{name: "10.5-d a routed friend makes a rout move, 10.5-e after it", ground: one + lane + "unit b Allied inf at=0605 state=routed ma=3/1\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0705 default
10.3.1 retire a 0505,0605
10.3.1 retire a 0605,0705
10.5-d rout-move b 0605,0705
10.5-d rout-move b 0705,0805`},
		{name: "10.5-f and spares the one who caused it", ground: one + lane + "unit b Allied inf at=0605 state=routed ma=3/2\nhex 0705 clear\nhex 0704,0706,0606 pond\n", do: away(405), want: `
10.3.1 retire a 0505,0605
10.3.1 retire a 0605,0705
10.5-d rout-move b 0605,0705
10.5-d rout-move b 0705,0805`},
		{name: "5.1.2-i a routed unit alone if it can", ground: routed + lane + "unit b Allied inf at=0705 state=routed\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0706 default
10.3.1 retreat a 0505,0605
10.3.1 retreat a 0605,0706`},
		{name: "Q111 without an attacker away from adjacent enemies", ground: one, do: away(), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604`},
		{name: "Q111 or toward its rout edge", ground: "unit a Allied inf at=0505 state=routed\n", do: away(), want: `
10.3.1 decision P29 a 0505,0604,0704 default
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704`},
		{name: "4.2-n a square is left", ground: one, setup: inSquare(0), do: away(405), want: `
4.2-n square a no
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604`},
		{name: "2.5.2-d its commander goes with it", ground: one + "commander k Allied at=0505\n", do: away(405), want: `
10.3.1 decision P29 a 0505,0604 default
10.3.1 retire a 0505,0604
2.5.2-d commander k 0604 0505,0604 withdrawal`},
		{name: "2.5.2-h and is lost with it", ground: one + "hex 0504,0604,0605 pond\ncommander k Allied at=0505\n", do: away(405), want: `
2.5.2-h commander k off lost with a
2.5.2-i reveal allied none
10.3.1-d eliminate a no way to withdraw`},
	})
}

// stands gives the side of unit 0 a standing order.
func stands(kind, answer string) func(r *run) {
	return func(r *run) { r.p.Sheets[r.p.side(0)] = ask.Sheet{{Kind: kind, Answer: answer}} }
}

// TestWithdrawWay shows which of the legal ways is taken [JDG-P29, JDG-P41].
func TestWithdrawWay(t *testing.T) {
	const one = "unit a Allied inf at=0505\nunit x French inf at=0405\n"
	const routed = "unit a Allied inf at=0505 state=routed\nunit x French inf at=0405\n"
	const lane = "hex 0504,0604,0506 pond\n"
	checkEffects(t, []effectCase{
		{name: "P29 of hexes as near to the rout edge the one nearest to an own commander", ground: "unit a Allied inf at=0505\nunit x French inf at=0404\ncommander k Allied at=0707\ncommander n French at=0704\n", do: away(404), want: `
10.3.1 decision P29 a 0505,0605 default
10.3.1 retire a 0505,0605`},
		{name: "P41 of ways that avoid friends alike the nearest to the rout edge", ground: one, setup: stands("P41", "avoid"), do: away(405), want: `
10.3.1 decision P29 a 0505,0604 standing
10.3.1 retire a 0505,0604`},
		{name: "P29 of two hexes beside the direction wanted the one nearer to the rout edge", ground: "unit a Allied inf at=0505\nunit x French inf at=0506\nhex 0504 pond\n", setup: stands("P29", "n"), do: away(506), want: `
10.3.1 skip standing withdraw n a has no way toward N that costs as few levels and tests
10.3.1 decision P29 a 0505,0604 standing
10.3.1 retire a 0505,0604`},
		{name: "10.3.2-b one turn to the facing of several", ground: "unit a Allied inf at=0505 sp=2\nunit x French inf at=0405\n" + lane + "unit b Allied inf at=0605 sp=2 face=NNW\nunit c Allied inf at=0605 sp=2 face=NNW\n", do: away(405), want: `
10.3.1 retire a 0505,0605
10.3.2-b face a NNW`},
		{name: "5.1.2-i not with the first unit of all", ground: "unit b Allied inf at=0705 state=routed\nunit a Allied inf at=0505 state=routed\nunit x French inf at=0405\n" + lane, do: func(r *run) { r.withdraw(1, []hex.Hex{hex.H(405)}) }, want: `
10.3.1 decision P29 a 0505,0605,0706 default
10.3.1 retreat a 0505,0605
10.3.1 retreat a 0605,0706`},
		{name: "5.1.2-i rather with a routed friend, and over another, than dead", ground: routed + "hex 0504,0603,0705 pond\nunit m Allied cav at=0604\nunit b Allied inf at=0704 state=routed\nunit foe French inf at=0706 face=W\n", setup: stands("P41", "avoid"), dice: []int{0}, do: away(405), want: `
10.3.3-b skip standing pass avoid a has no way round its friends
10.3.1 retreat a 0505,0604
10.3.1 retreat a 0604,0704
10.5-b cohesion test of m: passed through by a: 0: passed`},
		{name: "10.5-b nobody is passed through in the hex where it is lost", ground: routed + lane + "unit b Allied cav at=0605\nunit foe French inf at=0705 face=W\n", do: away(405), want: `
10.3.1 retreat a 0505,0605
10.3.5-c eliminate a enemy front hex`},
		{name: "5.1.1-i routed on the way it joins nobody who is not", ground: "unit a Allied inf at=0505 state=disordered\nunit x French inf at=0405\n" + lane + "stream 0505/0605\nford 0505/0605\nunit b Allied inf at=0705\nhex 0704,0706,0606 pond\n", dice: []int{0}, do: away(405), want: `
10.3.1 decision P29 a 0505,0605,0705,0804 default
10.3.1 retire a 0505,0605
10.3.4-b rout a crossing
10.3.1 retreat a 0605,0705
10.3.1 retreat a 0705,0804
10.5-b cohesion test of b: passed through by a: 0: passed`},
		{name: "Q111 where no hex is nearer to the rout edge, to one as near", ground: "unit a Allied inf at=0505 state=routed\nhex 0604,0605 pond\n", do: away(), want: `
10.3.1 decision P29 a 0505,0504,0603 default
10.3.1 retreat a 0505,0504
10.3.1 retreat a 0504,0603`},
		{name: "Q111 but to none that is farther", ground: "unit a Allied inf at=0505 state=routed\nhex 0604,0605,0504,0506 pond\n", do: away(), want: `
10.3.1-d eliminate a no way to withdraw`},
		{name: "2.5.2-b, Q16 an enemy commander gets out of its way", ground: one + lane + "commander n French at=0705\n", do: away(405), want: `
10.3.1 retire a 0505,0605
2.5.2-b decision P15 n fall-back default
2.5.2-b commander n 0703 0705,0704,0703 displaced`},
		{name: "5.2.1-h, Q40 an enemy reinforcement loses its marker", ground: one + lane + "unit far French inf at=1107\n", setup: func(r *run) { r.p.Units[2].Renfort = true }, do: away(405), want: `
10.3.1 retire a 0505,0605
5.2.1-h renfort far no no enemy`},
	})
}

// TestWithdrawQuestion shows that a question lists the best ways only, as many as
// a player can oversee [JDG-P29].
func TestWithdrawQuestion(t *testing.T) {
	r := activated(t, "unit a Allied cav at=0505 state=routed\nunit x French inf at=0405\n", "french", ro)
	r.p.ask = []string{"P29"}
	r.setMark()
	var want []string
	for _, w := range r.p.withdrawals(0, []hex.Hex{hex.H(405)}) {
		want = append(want, pathString(w.path))
	}
	if len(want) <= 12 {
		t.Fatalf("only %d ways", len(want))
	}
	var stop *ask.Stop
	if err := r.withdraw(0, []hex.Hex{hex.H(405)}); !errors.As(err, &stop) {
		t.Fatalf("got %v: nobody is asked", err)
	}
	if got := stop.Choices[0].Options; !slices.Equal(got, want[:12]) {
		t.Errorf("options: got %v, want %v", got, want[:12])
	}
}
