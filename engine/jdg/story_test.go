package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/jdg/setup"
)

// toldAs parses events and returns the sentences that a side reads, headings
// in front of their chapters, notes with a *.
func toldAs(t *testing.T, p *Position, side engine.Side, events string) string {
	t.Helper()
	var b strings.Builder
	for _, c := range chaptersAs(t, p, side, events) {
		b.WriteString("= " + c.Heading.String() + "\n")
		for _, l := range c.Lines {
			if l.Note {
				b.WriteString("* ")
			}
			b.WriteString(l.Text.String())
			if l.Roll != nil {
				b.WriteString(" <" + l.Roll.Need + "|" + l.Roll.Result + ">")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// chaptersAs parses events and tells them to a side.
func chaptersAs(t *testing.T, p *Position, side engine.Side, events string) []engine.Chapter {
	t.Helper()
	es, err := engine.ParseEvents(strings.TrimLeft(events, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return chaptersOf(p, engine.Visible(es, side), side)
}

const storyScenario = `
formation alpha "Alpha" French
formation beta "Beta" Allied
unit a1 "3rd Line" French inf form=alpha at=0505
unit a2 "8th Hussars" French cav form=alpha at=0503
unit a3 "Alpha, light battery" French art form=alpha at=0404
unit b1 "Perm Musketeers" Allied inf form=beta at=0705
unit b2 "Kaiser and Reuss" Allied inf form=beta at=0706
commander chief "Marshal A" French at=0505
hex 0606 village "Telnitz"
`

func TestStorySentences(t *testing.T) {
	for name, c := range map[string]struct{ events, want string }{
		"steps of one way are one sentence": {`
[10.3.1] retreat by=French unit=a1 path=0505,0405
[2.5.2-d] commander by=French id=chief to=0405 path=0505,0405 cause=withdrawal
[10.3.1] retreat by=French unit=a1 path=0405,0305
[2.5.2-d] commander by=French id=chief to=0305 path=0405,0305 cause=withdrawal
`, `The 3rd Line (a1) retreats 0505–0405–0305.
Marshal A (chief) goes with the troops 0505–0405–0305.
`},
		"a way that stops and goes on in another state is two": {`
[10.3.1] retire by=Allied unit=b1 path=0705,0805
[10.3.5-b] rout by=Allied unit=b1 cause="enemy front hex"
[10.3.1] retreat by=Allied unit=b1 path=0805,0905
`, `The Perm Musketeers (b1) retire 0705–0805.
The Perm Musketeers are routed in an enemy front hex.
The Perm Musketeers retreat 0805–0905.
`},
		"units that go together": {`
[9.5.2-i] pursue by=French unit=a1 path=0505,0605 facing=E
[9.5.2-i] pursue by=French unit=a2 path=0505,0605 facing=E
[9.5.2-i] pursue by=French unit=a1 path=0605,0704 facing=NNE
[9.5.2-i] pursue by=French unit=a2 path=0605,0704 facing=NNE
[6.1.2-b] face by=French unit=a1 facing=W
[6.1.2-b] face by=French unit=a2 facing=W
`, `The 3rd Line (a1) and the 8th Hussars (a2) pursue 0505–0605–0704, facing NNE.
The 3rd Line and the 8th Hussars turn to face W.
`},
		"a question of commanders does not cut a move": {`
[4.1.1] move by=French unit=a1 path=0505,0605 cost=1
[2.5.2] decision by=Allied kind=P15 whom=b1 answer=stay source=default for=Allied
[5.2.1-h] renfort by=Allied unit=b1 carries=no granted=no why=enemy
[4.1.1] move by=French unit=a1 path=0605,0606 facing=E cost=2
`, `The 3rd Line (a1) moves 0505–0605–0606, facing E (3 MP).
The Perm Musketeers (b1) lose the Renfort marker and have No Orders from now on: an enemy is within 5 hexes.
`},
		"names": {`
[10.1] disorder by=French unit=a3 cause=fire
[10.1] disorder by=French unit=a3 cause=fire
[10.1] disorder by=Allied unit=b2 cause=fire
[10.1] disorder by=Allied unit=b2 cause=terrain
`, `Alpha, light battery (a3) is disordered.
Alpha, light battery (a3) is disordered.
The Kaiser and Reuss (b2) are disordered.
The Kaiser and Reuss are disordered by the terrain.
`},
		"fire and its roll": {`
[7.1-b] fire by=French units=a3 at=0606 mode=normal targets=b1
[7.5-a] roll by=French draw=1 of=10 purpose="fire of a3 at 0606" value=5 total=5 result=disorder
[7.5] disorder by=Allied unit=b1 cause=fire
`, `Alpha, light battery (a3) fires at the Perm Musketeers (b1) in Telnitz (0606). <|disorder>
The Perm Musketeers are disordered.
`},
		"tests": {`
[10.5-b] roll by=French draw=1 of=10 purpose="cohesion test of a1: passed through by a2" value=5 total=5 need="<=6" result=passed
[9.4-b] roll by=French draw=2 of=10 purpose="engagement test of a2: counter-charge" value=5 total=5 need="<=4" result=failed
`, `The 3rd Line (a1) takes a cohesion test: the 8th Hussars (a2) passed through. <<=6|passed>
The 8th Hussars take an engagement test (counter-charge). <<=4|failed>
`},
		"coming and going": {`
[5.2.2] enter by=French unit=a1 path=off,0101,0201 cost=3
[10.4-a] rout-move by=Allied unit=b1 path=0705,off
[10.4-t] eliminate by=Allied unit=b1 cause="left the map"
[8.9-g] eliminate by=French unit=a3 cause="artillery alone"
[10.3.1-d] eliminate by=Allied unit=b2 cause="no way to withdraw"
[2.5.2-h] commander by=French id=chief to=off cause="no way out"
`, `The 3rd Line (a1) enters the map in 0101 and goes 0101–0201 (3 MP).
The Perm Musketeers (b1) rout and leave the map.
The Perm Musketeers are eliminated: the rout has led off the map.
Alpha, light battery (a3) is overrun and eliminated.
The Kaiser and Reuss (b2) have no way to withdraw and are eliminated.
Marshal A (chief) has no way out and is eliminated.
`},
		"answers": {`
[8.8.1-a] decision by=French kind=P23 whom=a2 answer=two source=standing for=French
[10.3.1] decision by=French kind=P29 whom=a1 answer=0505,0405 source=default for=French
[10.3.1] retire by=French unit=a1 path=0505,0405
[11.1] decision by=French kind=P37 whom=a2 answer=yes source=default for=French
[11.1-f] roll by=French draw=1 of=10 purpose="rally of a2" value=5 total=5 need="<=6" result=passed
[11.1] decision by=French kind=P37 whom=a1 answer=no source=standing for=French
[4.4.1-f] skip by=French line="move a1 to 0101" why="it is routed" for=French
`, `* The 8th Hussars (a2), retire before combat: two, by standing order.
The 3rd Line (a1) retires 0505–0405 (way by default).
The 8th Hussars try to rally, by default. <<=6|passed>
* The 3rd Line, try to rally: no, by standing order.
* The order "move a1 to 0101" could not be carried out: it is routed.
`},
		"combat": {`
[8.3.1-d] shock by=French attackers=a1 targets=0606
[8.5] combat by=French kind=breakthrough as=shock attackers=a1,a2 targets=0705,0706
[8.5-a] roll by=French draw=1 of=10 purpose="shock of a1,a2 on 0705,0706" value=5 total=5 result="a-test d-disorder d-retire breakthrough"
[9.4-d] counter-charge by=French units=a2
`, `The 3rd Line (a1) declares a shock on Telnitz (0606).
Breakthrough combat: the 3rd Line and the 8th Hussars (a2) (10 SP) attack the Perm Musketeers (b1) and the Kaiser and Reuss (b2) (12 SP) in 0705 and 0706.
Result of the shock: the attacker takes a cohesion test, the defender loses a cohesion level, the defender retires, breakthrough. <|a-test d-disorder d-retire breakthrough>
The 8th Hussars counter-charge.
`},
		"an unknown kind is told as it stands": {`
[99] novelty by=French what=1
`, `Novelty, what 1.
`},
	} {
		t.Run(name, func(t *testing.T) {
			p := position(t, storyScenario)
			p.Phase = RoutPhase // one heading for all
			got := toldAs(t, p, "French", c.events)
			if want := "= Rout and demoralisation\n" + c.want; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestStoryChapters(t *testing.T) {
	p := position(t, storyScenario)
	got := toldAs(t, p, "French", `
[2.3.2-a] order by=French group=alpha commander=chief for=French
[2.3.2-d] markers by=French count=1
[1] phase phase=B
[3-a] roll by=French draw=1 of=10 purpose="strategic initiative of French" value=5 total=5 result=5
[3-d] tie total=5
[1] phase phase=C
[1.C] cup by=French marker=alpha/1:4
[1.C] cup by=Allied marker=beta/1:4
[1] phase phase=D
[1.D-a] roll draw=2 of=2 purpose="activation marker" value=0 total=0 result=alpha/1:4
[1.D-a] activate by=French marker=alpha/1:4
[2.4-a] reveal by=French group=alpha orders=none
[2.4.3] skip by=French line="initiative alpha" why=late for=French
[7.2-d] face by=French unit=a3 facing=E
[7.1-b] fire by=French units=a3 at=0705 mode=normal targets=b1
[4.1.1] move by=French unit=a1 path=0505,0605
[8.3.1-d] shock by=French attackers=a1 targets=0705
[4.1.1] skip by=French line="move a2 to 0101" why=late for=French
[11.1-g] rally by=French unit=a1 to=ordered facing=E
[2.2-c] aside by=French marker=alpha/1:4 why=done
[1.D-k] aside by=Allied marker=beta/1:4 why=last
[1] phase phase=E
[11.2-b] demoralised by=Allied formation=beta is=yes
[1] phase phase=F
[13.2-b] hold by=French hex=0606 name=Telnitz
[1.F-b] turn n=2
[2.3.1-c] group by=French id=alpha units=a1
`)
	want := `= Orders
Marshal A (chief) sends orders to Alpha.
French lays 1 orders marker, face down.
= Strategic initiative
French rolls for strategic initiative. <|5>
Both sides come to 5: nobody holds strategic initiative.
= The cup
Into the cup go French Alpha (4); Allied Beta (4).
= Activation of Alpha
Of 2 markers in the cup, Alpha (4), French, is drawn. <|alpha/1:4>
Alpha has No Orders.
* The order "initiative alpha" could not be carried out: late.
= Alpha: fire
Alpha, light battery (a3) turns to face E.
Alpha, light battery (a3) fires at the Perm Musketeers (b1) in 0705.
= Alpha: movement
The 3rd Line (a1) moves 0505–0605.
= Alpha: close combat
The 3rd Line declares a shock on 0705.
* The order "move a2 to 0101" could not be carried out: late.
= Alpha: rally
The 3rd Line rallies and is ordered again, facing E.
The marker of Alpha (4) is laid aside.
= The last marker
Beta (4), Allied, is left in the cup and laid aside without an activation.
= Rout and demoralisation
Beta, Allied, is demoralised: none of its infantry and cavalry is ordered.
= End of turn 1
French now holds Telnitz (0606).
= Turn 2
Turn 2 begins.
Tactical groups are formed: 1 French and 0 Allied.
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStoryEveryEffectInWords holds the words for effects to the table.
func TestStoryEveryEffectInWords(t *testing.T) {
	for e := setup.AttackerTest; e <= setup.DefenderPursues; e++ {
		if !catalogue.Has("effect." + e.String()) {
			t.Errorf("the effect %q has no words", e)
		}
	}
	if got := say("result.shock", inWords("d-rout odd")).String(); got != "Result of the shock: d-rout odd." {
		t.Errorf("a cell that is not understood: got %q, want it unchanged", got)
	}
}

func TestPluralNames(t *testing.T) {
	for name, want := range map[string]bool{"3rd Line": false, "8th Hussars": true, "4th Corps foot artillery": false,
		"Life Guards": true, "3e and 6e dragons": true, "Grenadiers à pied": true} {
		if got := plural(name); got != want {
			t.Errorf("plural(%q): got %v, want %v", name, got, want)
		}
	}
}
