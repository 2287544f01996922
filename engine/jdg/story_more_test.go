package jdg

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
)

// TestStorySaysMore: sentences that hang on what an event says, and on what
// was told before.
func TestStorySaysMore(t *testing.T) {
	const marked = storyScenario +
		"cam grand French rating=5 forms=alpha\ncam jaune \"Yellow\" French rating=4 forms=alpha\n" +
		"commander second \"General B\" French at=0505\n"
	cups := func(n int) string {
		text := ""
		for i := 1; i <= n; i++ {
			text += fmt.Sprintf("[1.C] cup by=French marker=alpha/%d:%d\n", i, i)
		}
		return text + "[1.C] cup by=Allied marker=beta/1:4\n"
	}
	plan := func(again string) string {
		return "[2.2-c] plan by=French formation=alpha again=" + again + " if=\"\" order=hold for=French\n"
	}
	unplan := func(again string) string {
		return "[2.2-c] unplan by=French formation=alpha again=" + again + " why=replaced for=French\n"
	}
	for _, c := range []struct{ name, events, want string }{
		{"one marker", "[1.C] cup by=French marker=alpha/1:4",
			"= Activation of Alpha\nInto the cup goes French Alpha (4)."},
		{"two markers of one side", "[1.C] cup by=French marker=alpha/1:4\n[1.C] cup by=French marker=alpha/2:3",
			"= Activation of Alpha\nInto the cup go French Alpha (4, 3)."},
		{"markers with a sentence between",
			"[1.C] cup by=French marker=alpha/1:4\n[6.1.2-b] face by=French unit=a1 facing=W\n" +
				"[1.C] cup by=French marker=grand/0:5\n[1.C] cup by=French marker=jaune/0:4",
			"= Activation of Alpha\nInto the cup goes French Alpha (4).\n= Alpha: movement\n" +
				"The 3rd Line (a1) turns to face W.\nInto the cup go French grand (5) and Yellow (4)."},
		{"a new order of a stack", "[5.1.2-d] stack by=French units=a1",
			"= Activation of Alpha\nIn 0505 the order is now, from the top, the 3rd Line (a1)."},
		{"delayed", "[5.2.1-c] delayed by=French formation=alpha is=yes",
			"= Activation of Alpha\nAlpha is delayed: its marker was the last, and both markers go into the cup next " +
				"turn."},
		{"delayed no longer", "[5.2.1-c] delayed by=French formation=alpha is=no",
			"= Activation of Alpha\nAlpha has come up and is delayed no longer."},
		{"a charge is recalled", "[9.3.3] charge by=French unit=a2 target=0705 path=0503,0603,0703\n" +
			"[9.3.3] recall by=French unit=a2 path=0703,0603",
			"= Alpha: movement\nThe 8th Hussars (a2) charge at 0705 along 0503–0603–0703.\n" +
				"The 8th Hussars break off the charge and go back from 0703 to 0603."},
		{"a charge is recalled where it stands", "[9.3.3] recall by=French unit=a2 path=0503",
			"= Activation of Alpha\nThe 8th Hussars (a2) break off the charge and stay in 0503."},
		{"two commanders", "[2.5.1-f] commander by=French id=chief to=0506 path=0505,0506 moved=yes\n" +
			"[2.5.1-f] commander by=French id=chief to=0507 path=0506,0507 moved=yes",
			"= Alpha: movement\nMarshal A (chief) goes 0505–0506–0507."},
		{"a commander and a unit",
			"[2.5.1-f] commander by=French id=chief to=0506 path=0505,0506 moved=yes\n" +
				"[4.1.1] move by=French unit=a1 path=0505,0506 cost=1\n" +
				"[4.1.1] move by=French unit=a2 path=0505,0506 cost=1",
			"= Alpha: movement\nMarshal A (chief) goes 0505–0506.\n" +
				"The 3rd Line (a1) and the 8th Hussars (a2) move 0505–0506 (1 MP)."},
		{"a commander is lost with a unit", "[2.5.2-i] commander by=French id=chief to=off cause=\"lost with a1\"",
			"= Activation of Alpha\nMarshal A (chief) is eliminated with the 3rd Line (a1)."},
		{"a commander falls back", "[2.5.2-b] commander by=French id=chief to=0405 path=0505,0405 cause=displaced",
			"= Activation of Alpha\nMarshal A (chief) falls back 0505–0405."},
		{"conditions of orders when drawn", "[2.2-c] due by=French formation=alpha is=unmet if=\"\" for=French",
			"= Activation of Alpha\n* Alpha is drawn, and no condition of what you ordered beforehand holds: you are " +
				"asked."},
		{"orders when drawn that are impossible",
			"[2.2-c] due by=French formation=alpha is=impossible if=\"\" for=French",
			"= Activation of Alpha\n" +
				"* Alpha is drawn, and nothing of what you ordered beforehand is possible any more: you are asked."},
		{"orders when drawn that are used",
			"[2.2-c] due by=French formation=alpha is=used if=\"\" for=French\n" +
				"[2.2-c] decision by=French kind=P8 whom=alpha answer=hold source=when-drawn for=French",
			"= Activation of Alpha\n* Alpha acts as ordered before it was drawn: hold."},
		{"a withdrawal without a way", "[10.3.1-d] eliminate by=French unit=a1 cause=\"no way to withdraw\"",
			"= Activation of Alpha\nThe 3rd Line (a1) has no way to withdraw and is eliminated."},
		{"eliminated in an enemy front hex", "[10.3.5] eliminate by=French unit=a2 cause=\"enemy front hex\"",
			"= Activation of Alpha\nThe 8th Hussars (a2) are eliminated in an enemy front hex."},
		{"fire of another mode", "[7.1-b] fire by=French units=a3 at=0705 mode=salute targets=b1",
			"= Activation of Alpha\nAlpha, light battery (a3) fires (salute) at the Perm Musketeers (b1) in 0705."},
		{"counter-battery", "[7.1-d] fire by=Allied units=b1 at=0404 mode=counter-battery targets=a3",
			"= Activation of Alpha\nThe Perm Musketeers (b1) fire back at Alpha, light battery (a3) in 0404."},
		{"a combat in an empty hex", "[8.5] combat by=French kind=declared as=shock attackers=a1 targets=0101",
			"= Alpha: close combat\nThe 3rd Line (a1) (6 SP) attacks in 0101."},
		{"a charge", "[9.2] combat by=French kind=declared as=charge attackers=a2 targets=0705",
			"= Alpha: close combat\nThe 8th Hussars (a2) (4 SP) charge the Perm Musketeers (b1) (6 SP) in 0705."},
		{"standing order for the army", "[1] standing by=French kind=P17 whom=\"\" answer=yes for=French",
			"= Activation of Alpha\n* Standing order from now on: square yes."},
		{"standing order for a formation", "[1] standing by=French kind=P17 whom=alpha answer=yes for=French",
			"= Activation of Alpha\n* Standing order from now on for Alpha: square yes."},
		{"standing order for a unit", "[1] standing by=French kind=P17 whom=a1 answer=yes for=French",
			"= Activation of Alpha\n* Standing order from now on for the 3rd Line (a1): square yes."},
		{"standing order for a commander", "[1] standing by=French kind=P15 whom=chief answer=fall-back for=French",
			"= Activation of Alpha\n* Standing order from now on for Marshal A (chief): displace fall-back."},
		{"standing order of a kind without a name", "[1] standing by=French kind=P99 whom=\"\" answer=yes for=French",
			"= Activation of Alpha\n* Standing order from now on: P99 yes."},
		{"standing order withdrawn", "[1] standing by=French kind=P17 whom=\"\" answer=default for=French",
			"= Activation of Alpha\n* The standing order \"square\" is withdrawn."},
		{"a decision of a kind without a name",
			"[1] decision by=French kind=P99 whom=a1 answer=yes source=asked for=French",
			"= Activation of Alpha\n* The 3rd Line (a1), P99: yes, as you answered."},
		{"the first formation", "[3-e] decision by=French kind=P5 whom=army answer=alpha/1:4 source=default for=French",
			"= Activation of Alpha\n* First formation: Alpha (4), by default."},
		{"a commander stays with a unit",
			"[2.5.1-f] decision by=French kind=P14 whom=chief answer=a1 source=standing for=French",
			"= Activation of Alpha\n* Marshal A (chief), stays with: the 3rd Line (a1), by standing order."},
		{"the formation may act",
			"[2.4-a] reveal by=French group=alpha orders=received\n[2.4.3-f] leader by=French group=alpha acts=fully",
			"= Activation of Alpha\nAlpha has Received Orders.\n" +
				"Alpha acts in this activation as if it had Received Orders."},
		{"the formation may only rally",
			"[2.4-a] reveal by=French group=alpha orders=none\n[2.4.3-h] leader by=French group=alpha acts=rally-only",
			"= Activation of Alpha\nAlpha has No Orders.\nAlpha can do nothing but rally in this activation."},
		{"the formation is activated without a draw", "[1.D-b] activate by=French marker=alpha/1:4",
			"= Activation of Alpha\nFrench activates Alpha (4)."},
		{"two draws", "[1.D-a] roll draw=2 of=2 purpose=\"activation marker\" value=0 total=0 result=alpha/1:4\n" +
			"[1.D-a] activate by=French marker=alpha/1:4\n[2.2-c] aside by=French marker=alpha/1:4 why=done\n" +
			"[1.D-b] activate by=French marker=alpha/2:3",
			"= Activation of Alpha\nOf 2 markers in the cup, Alpha (4), French, is drawn. <|alpha/1:4>\n" +
				"The marker of Alpha (4) is laid aside.\nFrench activates Alpha (3)."},
		{"an engagement test of a charge, and one of a shock",
			"[9.1-d] roll by=French draw=1 of=10 purpose=\"engagement test of a2: charge\" value=5 total=5 " +
				"need=\"<=4\" " +
				"result=failed\n[8.3.2-a] roll by=French draw=2 of=10 purpose=\"engagement test of a1: shock\" " +
				"value=5 total=5 " +
				"need=\"<=4\" result=failed",
			"= Alpha: movement\nThe 8th Hussars (a2) take an engagement test (charge). <<=4|failed>\n" +
				"The 3rd Line (a1) takes an engagement test (shock). <<=4|failed>"},
		{"an engagement test of a shock alone",
			"[8.3.2-a] roll by=French draw=2 of=10 purpose=\"engagement test of a1: shock\" value=5 total=5 " +
				"need=\"<=4\" " +
				"result=failed", "= Activation of Alpha\nThe 3rd Line (a1) takes an engagement test (shock). " +
				"<<=4|failed>"},
		{"a reinforcement gives up its marker",
			"[5.2.1-i] renfort by=French unit=a1 carries=no granted=no why=wish\n" +
				"[5.2.1] renfort by=French unit=a2 carries=yes granted=no\n" +
				"[5.2.1-q] renfort by=French unit=a3 carries=no granted=yes",
			"= Activation of Alpha\n" +
				"The 3rd Line (a1) gives up the Renfort marker and has No Orders unless a commander sends some.\n" +
				"The 8th Hussars (a2) carry the Renfort marker.\n" +
				"Alpha, light battery (a3) has Received Orders for this turn only: an enemy is near."},
		{"an order that was skipped belongs to its step",
			"[4.1.1] move by=French unit=a1 path=0505,0605 cost=1\n" +
				"[2.2-c] skip by=French line=\"rally a1\" why=late for=French\n" +
				"[2.2-c] skip by=French line=\"order alpha\" why=late for=French\n" +
				"[2.2-c] skip by=French line=\"answer yes\" why=late for=French",
			"= Alpha: movement\nThe 3rd Line (a1) moves 0505–0605 (1 MP).\n= Alpha: rally\n" +
				"* The order \"rally a1\" could not be carried out: late.\n" +
				"* The order \"order alpha\" could not be carried out: late.\n" +
				"* The order \"answer yes\" could not be carried out: late."},
		{"eight markers are named", cups(8),
			"= Activation of Alpha\nInto the cup go French Alpha (1, 2, 3, 4, 5, 6, 7, 8); Allied Beta (4)."},
		{"nine are counted", cups(9), "= Activation of Alpha\nInto the cup go 9 French markers; Allied Beta (4)."},
		{"groups are told once", "[2.3.1-c] group by=French id=alpha units=a1\n" +
			"[2.3.1-c] group by=Allied id=beta units=b1\n" +
			"[8.3.1-d] shock by=French attackers=a1 targets=0606\n[13.2-b] hold by=French hex=0606 name=Telnitz",
			"= Activation of Alpha\nTactical groups are formed: 1 French and 1 Allied.\n= Alpha: close combat\n" +
				"The 3rd Line (a1) declares a shock on Telnitz (0606).\nFrench now holds Telnitz (0606)."},
		{"a rally by one level", "[11.1-g] rally by=French unit=a1 to=disordered facing=E",
			"= Alpha: rally\nThe 3rd Line (a1) rallies and is now disordered, facing E."},
		{"a roll of a fire that was not told",
			"[7.5-a] roll by=French draw=1 of=10 purpose=\"fire of a3 at 0606\" value=5 total=5 result=disorder",
			"= Activation of Alpha\nFire of a3 at 0606. <|disorder>"},
		{"a roll without dice", "[7.5-a] roll by=French", ""},
		{"a loss of the marker before a retreat",
			"[5.2.1-h] renfort by=Allied unit=b1 carries=no granted=no why=enemy\n" +
				"[10.3.1] retreat by=Allied unit=b1 path=0705,0805",
			"= Activation of Alpha\n" +
				"The Perm Musketeers (b1) lose the Renfort marker and have No Orders from now on: an enemy is within " +
				"5 hexes.\n" +
				"The Perm Musketeers retreat 0705–0805."},
		{"a loss of the marker within a retreat is told once",
			"[10.3.1] retreat by=Allied unit=b1 path=0705,0805\n" +
				"[5.2.1-h] renfort by=Allied unit=b1 carries=no granted=no why=enemy\n" +
				"[10.1] disorder by=French unit=a1 cause=fire\n[10.1] disorder by=French unit=a2 cause=fire",
			"= Activation of Alpha\nThe Perm Musketeers (b1) retreat 0705–0805.\n" +
				"The Perm Musketeers lose the Renfort marker and have No Orders from now on: an enemy is within 5 " +
				"hexes.\n" +
				"The 3rd Line (a1) is disordered.\nThe 8th Hussars (a2) are disordered."},
		{"a way that a turn cuts in two",
			"[10.3.1] retreat by=French unit=a1 path=0505,0405\n[10.3.2] face by=French unit=a1 facing=W\n" +
				"[10.3.2] face by=French unit=a1 facing=E\n[10.3.1] retreat by=French unit=a1 path=0405,0305",
			"= Activation of Alpha\nThe 3rd Line (a1) retreats 0505–0405.\nThe 3rd Line turns to face W.\n" +
				"The 3rd Line turns to face E.\nThe 3rd Line retreats 0405–0305."},
		{"two commanders who go the same way",
			"[2.5.2-b] commander by=French id=chief to=0405 path=0505,0405 cause=displaced\n" +
				"[2.5.2-b] commander by=French id=second to=0405 path=0505,0405 cause=displaced",
			"= Activation of Alpha\nMarshal A (chief) falls back 0505–0405.\nGeneral B (second) falls back 0505–0405."},
		{"entering the map and stopping at once", "[5.2.2] enter by=French unit=a1 path=off,0101 cost=3",
			"= Alpha: movement\nThe 3rd Line (a1) enters the map in 0101 (3 MP)."},
		{"orders when drawn are told once for an activation",
			plan("no") + plan("no") + plan("yes") + unplan("yes") + plan("yes"),
			"= Activation of Alpha\n" +
				"* Your orders for the next activation of Alpha are noted; the table of your orders when drawn shows " +
				"them.\n" +
				"* Your orders for the activation of Alpha after the next are noted.\n" +
				"* The orders for the activation of Alpha after the next are replaced.\n" +
				"* Your orders for the activation of Alpha after the next are noted."},
		{"before a marker is drawn",
			"[2.2-c] aside by=French marker=alpha/1:4 why=done\n[1] phase phase=C\n[1] phase phase=D\n" + unplan("no"),
			"= Activation of Alpha\nThe marker of Alpha (4) is laid aside.\n= Activation\n" +
				"* The orders for the next activation of Alpha are replaced."},
		{"one group of several", "[2.4-a] reveal by=French group=alpha.2 orders=received",
			"= Activation of Alpha\nAlpha (alpha.2) has Received Orders."},
		{"standing order for somebody unknown", "[1] standing by=French kind=P17 whom=nobody answer=yes for=French",
			"= Activation of Alpha\n* Standing order from now on for nobody: square yes."},
		{"a way of retiring that was chosen",
			"[8.8.1-m] decision by=French kind=P23 whom=a2 answer=0503,0402 source=standing for=French\n" +
				"[8.8.1-m] evade by=French unit=a2 path=0503,0402",
			"= Activation of Alpha\nThe 8th Hussars (a2) retire before combat 0503–0402 (way by standing order)."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, marked)
			p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
			if got := strings.TrimSpace(toldAs(t, p, "French", c.events)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestStoryJoinsUnits: units that go the same way are told in one sentence,
// whatever kind of movement it is.
func TestStoryJoinsUnits(t *testing.T) {
	for kind, verb := range map[string]string{"move": "move", "march": "make a forced march", "enter": "enter the map",
		"charge": "charge", "recall": "break off the charge", "evade": "retire before combat", "retire": "retire",
		"retreat": "retreat", "rout-move": "rout", "advance": "advance", "pursue": "pursue", "face": "turn",
		"commander": ""} {
		if !isTrail(kind) {
			t.Errorf("%s is no movement", kind)
		}
		if kind == "face" || kind == "commander" {
			continue // no way, no unit
		}
		p := position(t, storyScenario)
		p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
		const way = " target=0905 path=0505,0605\n"
		got := toldAs(t, p, "French", "[4] "+kind+" by=French unit=a1"+way+"[4] "+kind+" by=French unit=a2"+way)
		if want := "\nThe 3rd Line (a1) and the 8th Hussars (a2) " + verb; strings.Count(got, "\n") != 2 ||
			!strings.Contains(got, want) {
			t.Errorf("%s: got\n%s\nwant one sentence with %q", kind, got, want)
		}
	}
}

// TestManySkippedOrdersAreCounted: in short two are told with their reasons, and how many more there are.
func TestManySkippedOrdersAreCounted(t *testing.T) {
	p := position(t, storyScenario)
	p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
	var text string
	for i := range 5 {
		text += fmt.Sprintf("[2.2-c] skip by=French line=\"rally a%d\" why=late for=French\n", i)
	}
	events, err := engine.ParseEvents(text)
	if err != nil {
		t.Fatal(err)
	}
	all := engine.Tell(p.rs, p, p, events, "French").Episodes
	if len(all) != 1 {
		t.Fatalf("got %d episodes", len(all))
	}
	got := all[0].Text.String()
	for want, is := range map[string]bool{"rally a0": true, "rally a1": true, "rally a2": false,
		"3 more orders were": true} {
		if strings.Contains(got, want) != is {
			t.Errorf("%q in the short story: want %v; it is %s", want, is, got)
		}
	}
}

// TestNoFightAfterLeadersInitiative: what a commander does after it is told among the moves, not as a fight.
func TestNoFightAfterLeadersInitiative(t *testing.T) {
	p := position(t, storyScenario)
	p.Phase, p.Drawn = ActivationPhase, Marker{"alpha", 1, 4}
	events, err := engine.ParseEvents("[2.4.3-f] leader by=French group=alpha acts=fully\n" +
		"[2.5.1-f] commander by=French id=chief to=0506 path=0505,0506 moved=yes\n")
	if err != nil {
		t.Fatal(err)
	}
	all := engine.Tell(p.rs, p, p, events, "French").Episodes
	if len(all) != 1 || len(all[0].Fights) > 0 || !strings.Contains(all[0].Text.String(), "Marshal A (chief) goes") {
		t.Errorf("got %+v", all)
	}
}
