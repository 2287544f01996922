package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// botCase is a position, written as that of a case, and the orders that a
// computer player gives in it.
type botCase struct{ name, position, want string }

// try compares the order lines of a player with those wanted.
func (c botCase) try(t *testing.T, side engine.Side,
	play func(rs *Ruleset, p engine.Position, side engine.Side) engine.Orders) {
	t.Helper()
	t.Run(c.name, func(t *testing.T) {
		rs, p, err := ReadCase([]byte(c.position), nil)
		if err != nil {
			t.Fatal(err)
		}
		o := play(rs, p, side)
		var got []string
		for i, l := range o.Lines {
			got = append(got, l.Text)
			if l.Line != i+1 || l.Text != strings.Join(l.Words, " ") {
				t.Errorf("line %d is numbered %d and has the words %v", i+1, l.Line, l.Words)
			}
		}
		if faults := rs.Check(p, o); len(faults) > 0 {
			t.Errorf("illegal: %v", faults)
		}
		if text := strings.Join(got, "\n"); text != c.want || o.Side != side {
			t.Errorf("%s: got\n%s\nwant\n%s", o.Side, text, c.want)
		}
	})
}

// TestTacticalOrders: what the plain computer player does in small positions.
func TestTacticalOrders(t *testing.T) {
	for _, c := range []botCase{
		// Moves.
		{"in the Orders Phase it leaves all to the defaults", "unit a French inf at=0505\nunit x Allied inf at=0905\n",
			""},
		{"an enemy's activation is not its own",
			"unit a French inf at=0505\nunit x Allied inf at=0905\ndrawn allied\n", ""},
		{"infantry goes next to the nearest enemy and faces him",
			"unit a French inf at=0205\nunit x Allied inf at=0605 face=E\nunit y Allied inf at=0809\ndrawn french\n",
			"move a to 0505 face e\nshock a at 0605"},
		{"infantry goes as far as it can",
			"unit a French inf at=0105\nunit x Allied inf at=0905\ndrawn french\n", "move a to 0603 face e"},
		{"infantry that has an enemy before it stays",
			"unit a French inf at=0505 sp=3\nunit x Allied inf at=0605 sp=9\nunit y Allied inf at=0507\ndrawn french\n",
			""},
		{"of two hexes it takes the one with better cover",
			"hex 0506 village\nunit a French inf at=0305\nunit x Allied inf at=0606 face=E\ndrawn french\n",
			"move a to 0506 face e\nshock a at 0606"},
		{"of two hexes it takes the one in fewer zones",
			"unit a French inf at=0305\nunit x Allied inf at=0605 face=E\nunit y Allied inf at=0607 face=W\n" +
				"drawn french\n",
			"move a to 0505 face e\nshock a at 0605"},
		{"a place that the enemy holds is nearer than he is",
			"goal 0407 held=Allied\nunit a French inf at=0205\nunit x Allied inf at=0805\ndrawn french\n",
			"move a to 0406 face sse"},
		{"a place of its own is not gone for",
			"goal 0407 held=French\nunit b French art at=0407\nunit a French inf at=0205\nunit x Allied inf at=0805\n" +
				"drawn french\n", "fire b at 0805\nmove b to 0507 face e\nmove a to 0406 face sse"},
		{"an enemy as near as a place comes first",
			"goal 0309\nunit a French inf at=0305\nunit x Allied inf at=0705 face=E\ndrawn french\n",
			"move a to 0308 face sse"},
		{"guns do not go for places",
			"goal 0209\nunit a French art at=0205 range=3/6\nunit x Allied inf at=1105\ndrawn french\n",
			"move a to 0803 face e"},
		{"guns go to their effective range",
			"unit a French art at=0205 range=3/6\nunit x Allied inf at=0805\ndrawn french\n",
			"fire a at 0805\nmove a to 0504 face e"},
		{"guns of short range keep a hex between them and the enemy",
			"unit a French art at=0205 range=1/2\nunit x Allied inf at=0805\ndrawn french\n", "move a to 0604 face e"},
		{"cavalry keeps room for a charge",
			"unit a French cav at=0105 sp=2\nunit x Allied inf at=0905\ndrawn french\n", "move a to 0603 face e"},
		{"cavalry goes onto a place",
			"goal 0705\nunit a French cav at=0105 sp=2\nunit x Allied inf at=1109\ndrawn french\n",
			"move a to 0604 face e"},
		{"a unit that stands well turns to the enemy",
			"unit a French inf at=0505 face=W sp=2\nunit x Allied inf at=0605 face=E sp=12\ndrawn french\n", ""},
		{"the nearest to the enemy moves first",
			"unit a French inf at=0105\nunit b French inf at=0305\nunit x Allied inf at=0905\ndrawn french\n",
			"move b to 0804 face e\nmove a to 0603 face e"},
		{"disordered and routed units do not advance",
			"unit a French inf at=0205 state=disordered\nunit b French inf at=0207 state=routed\n" +
				"unit x Allied inf at=0905\n" +
				"drawn french\n", ""},
		{"units of another formation do not move",
			"formation ney French\nformation davout French\nunit a French inf form=ney at=0205\n" +
				"unit b French inf form=davout at=0207\nunit x Allied inf at=0905\ndrawn ney\n",
			"move a to 0704 face e"},
		{"guns turn to the enemy where they stand well",
			"unit a French art at=0505 face=W range=3/6\nunit x Allied inf at=0805\ndrawn french\n", "face a nne"},
		{"infantry in a zone of control turns by a corner",
			"unit a French inf at=0505 face=SSE sp=2\nunit x Allied inf at=0604 face=W sp=12\ndrawn french\n",
			"face a e"},
		{"a friend who faces another way is joined as he stands",
			"hex 0505 village\nunit a French inf at=0305 sp=2\nunit b French inf at=0505 face=W sp=2\n" +
				"unit x Allied inf at=0605 sp=9\ndrawn french\n", "move a to 0505"},
		{"infantry that has an enemy before it stays, though there is better ground",
			"hex 0604 village\nunit a French inf at=0505 sp=3\nunit x Allied inf at=0605 sp=9\ndrawn french\n", ""},
		{"guns with an enemy before them go back",
			"unit a French art at=0505 range=3/6\nunit x Allied inf at=0605 sp=9\ndrawn french\n",
			"fire a at 0605\nmove a to 0503 face e"},
		{"of two enemies as near the one that is listed first counts",
			"unit a French art at=0505 face=NNE range=3/6\nunit y Allied inf at=0508\nunit x Allied inf at=0502\n" +
				"drawn french\n",
			"fire a at 0502\nface a sse"},
		{"between a place and the enemy it faces the enemy",
			"hex 0505 village\ngoal 0404\nunit a French inf at=0307 sp=2\nunit x Allied inf at=0605 sp=9\n" +
				"drawn french\n",
			"move a to 0305 face e"},
		{"a place two hexes nearer than the enemy is faced",
			"hex 0504,0604,0605,0506,0405 marsh\ngoal 0404\nunit a French inf at=0505 face=SSE ma=1/1\n" +
				"unit x Allied inf at=0804 sp=9\ndrawn french\n", "face a w"},
		{"one that is a hex nearer is not",
			"hex 0504,0604,0605,0506,0405 marsh\ngoal 0404\nunit a French inf at=0505 face=SSE ma=1/1\n" +
				"unit x Allied inf at=0704 sp=9\ndrawn french\n", "face a e"},
		{"cavalry keeps room before the first unit too",
			"unit x Allied inf at=0905\nunit a French cav at=0105 sp=2\ndrawn french\n", "move a to 0603 face e"},
		{"units without orders do not come near",
			"unit a French inf at=0205\nunit x Allied inf at=0905\ndrawn french\norders none french\n",
			"move a to 0504 face e"},
		// Initiative.
		{"the leader's initiative is tried where it succeeds more often than not",
			"formation ney French am=5\nunit a French inf form=ney at=0205\nunit x Allied inf at=0905\ndrawn ney\n" +
				"orders none ney\n", "initiative ney\nmove a to 0704 face e"},
		{"but not for groups with orders",
			"formation ney French am=5\nunit a French inf form=ney at=0205\nunit x Allied inf at=0905\ndrawn ney\n",
			"move a to 0704 face e"},
		// Fire.
		{"guns fire at the greatest strength",
			"unit g French art at=0505 range=3/6\nunit x Allied inf at=0804 sp=4\nunit y Allied inf at=0805 sp=9\n" +
				"unit z Allied inf at=0806 sp=5\ndrawn french\n", "fire g at 0805"},
		{"guns out of range close up",
			"unit g French art at=0105 range=2/4\nunit x Allied inf at=0905\ndrawn french\n", "move g to 0704 face e"},
		// Shocks.
		{"a strong stack shocks a weak one",
			"unit a French inf at=0505 sp=9\nunit x Allied inf at=0605 sp=3\ndrawn french\n", "shock a at 0605"},
		{"a weak one does not shock a strong one",
			"unit a French inf at=0505 sp=4\nunit x Allied inf at=0605 sp=9\ndrawn french\n", ""},
		{"the disordered of a stack do not count",
			"unit a French inf at=0505 sp=2\nunit b French inf at=0505 sp=4 state=disordered\n" +
				"unit x Allied inf at=0605 sp=3\n" +
				"drawn french\n", ""},
		{"an even fight is not sought",
			"unit a French inf at=0505 sp=6\nunit x Allied inf at=0605 sp=6\ndrawn french\n", ""},
		{"guns without escort are taken",
			"unit a French inf at=0505 sp=2\nunit x Allied art at=0605 face=E\ndrawn french\n", "shock a at 0605"},
		{"the best shock comes first",
			"unit a French inf at=0505 sp=8\nunit b French inf at=0508 sp=12\nunit x Allied inf at=0605 sp=4\n" +
				"unit y Allied inf at=0608 sp=2\ndrawn french\n", "shock b at 0608\nshock a at 0605"},
		{"of two as good the first that is listed",
			"unit a French inf at=0505 sp=9\nunit b French inf at=0508 sp=9\nunit x Allied inf at=0605 sp=3\n" +
				"unit y Allied inf at=0608 sp=3\ndrawn french\n", "shock a at 0605\nshock b at 0608"},
		{"a small advantage is enough",
			"unit a French inf at=0505 sp=9\nunit x Allied inf at=0605 sp=6\ndrawn french\n", "shock a at 0605"},
		{"guns without escort count as a 5:1 from behind",
			"unit a French inf at=0505 sp=12\nunit b French inf at=0508\nunit y Allied inf at=0605 sp=2 face=E\n" +
				"unit g Allied art at=0608\ndrawn french\n", "shock a at 0605\nshock b at 0608"},
		{"a shock after the approach",
			"unit a French inf at=0305 sp=9\nunit x Allied inf at=0605 sp=3 face=E\ndrawn french\n",
			"move a to 0505 face e\nshock a at 0605"},
		{"of a joint shock and one as good alone the one alone",
			"unit a French inf at=0505 sp=1\nunit b French inf at=0604 sp=6 face=SSE\n" +
				"unit x Allied inf at=0605 sp=3\ndrawn french\n", "shock b at 0605"},
		{"of two joint shocks as good the first that is listed",
			"unit a French inf at=0504 sp=6\nunit b French inf at=0603 sp=6 face=SSE\n" +
				"unit x Allied inf at=0604 sp=4\n" +
				"unit c French inf at=0508 sp=6\nunit d French inf at=0607 sp=6 face=SSE\n" +
				"unit y Allied inf at=0608 sp=4\n" +
				"drawn french\n",
			"shock a,b at 0604\nshock c,d at 0608"},
		{"two stacks together", "unit a French inf at=0505 sp=6\nunit b French inf at=0604 sp=6 face=SSE\n" +
			"unit x Allied inf at=0605 sp=4\ndrawn french\n", "shock a,b at 0605"},
		// Charges.
		{"cavalry charges where the odds are good",
			"unit a French cav at=0305 sp=8\nunit x Allied inf at=0605 sp=3\ndrawn french\n",
			"charge a at 0605 via 0404 0504 0604"},
		{"and not where they are bad", "unit a French cav at=0305 sp=3\nunit x Allied inf at=0605 sp=9\ndrawn french\n",
			""},
		{"the best charge comes first",
			"unit a French cav at=0305 sp=8\nunit x Allied inf at=0605 sp=5\nunit y Allied inf at=0607 sp=2\n" +
				"drawn french\n",
			"charge a at 0605 via 0404 0504 0604"},
		// Reinforcements.
		{"reinforcements come on as far as they can",
			"turn-is 2\nunit a French inf at=0109\nunit b French inf\narrival 2 form=french hex=0105\n" +
				"unit x Allied inf at=0905\ndrawn french\n", "enter b to 0506 normal face e\nmove a to 0606 face e"},
	} {
		c.try(t, "French", (*Ruleset).Tactical)
	}
}

// TestTacticalOrdersAllied: the same for the other side.
func TestTacticalOrdersAllied(t *testing.T) {
	for _, c := range []botCase{
		{"infantry goes next to the nearest enemy, where fewest bear on it",
			"unit a Allied inf at=0905 sp=2\nunit x French inf at=0605 face=E\nunit y French inf at=0603 face=SSE\n" +
				"drawn allied\n", "move a to 0706 face w"},
		{"a strong stack shocks a weak one",
			"unit a Allied inf at=0605 sp=9\nunit x French inf at=0505 sp=3\ndrawn allied\n", "shock a at 0505"},
		{"of two hexes it takes the one in fewer zones",
			"unit a Allied inf at=0905\nunit x French inf at=0605 face=W sp=9\n" +
				"unit y French inf at=0606 face=W sp=9\ndrawn allied\n", "move a to 0705 face w\nshock a at 0605"},
		{"a place of the French is gone for",
			"goal 0904 held=French\nunit a Allied inf at=0905 sp=2\nunit x French inf at=0205\ndrawn allied\n",
			"face a nnw"},
	} {
		c.try(t, "Allied", (*Ruleset).Tactical)
	}
}

// TestAheadOrders: what the computer player with orders when drawn does.
func TestAheadOrders(t *testing.T) {
	for _, c := range []botCase{
		{"both markers of a formation, one after the other",
			"formation ney French am=4,3\nunit a French inf form=ney at=0105\nunit x Allied inf at=1205\n",
			"when ney if no-enemy-within 2 move a toward 0403 face e\n" +
				"when ney again if no-enemy-within 2 move a toward 0703 face e"},
		{"two formations, both from where they stand",
			"formation ney French\nformation davout French\nunit a French inf form=ney at=0105\n" +
				"unit b French inf form=davout at=0107\nunit x Allied inf at=1205\n",
			"when ney if no-enemy-within 2 move a toward 0403 face e\n" +
				"when ney again if no-enemy-within 2 move a toward 0703 face e\n" +
				"when davout if no-enemy-within 2 move b toward 0405 face e\n" +
				"when davout again if no-enemy-within 2 move b toward 0704 face e"},
		{"the orders markers that it will get count",
			"formation ney French\nformation davout French\nunit a French inf form=ney at=0405\n" +
				"unit b French inf form=davout at=0110\nunit x Allied inf at=0805\nunit y Allied inf at=0709\n" +
				"commander soult French range=3 at=0405\n",
			"when ney if no-enemy-within 2 move a toward 0705 face e\n" +
				"when davout if no-enemy-within 2 move b toward 0408 face e\n" +
				"when davout again if no-enemy-within 2 move b toward 0608 face e"},
		{"a formation with orders goes farther than one without",
			"formation ney French\nformation davout French\nunit a French inf form=ney at=0105\n" +
				"unit b French inf form=davout at=0110\nunit x Allied inf at=1205\n" +
				"unit y Allied inf at=1210\ncommander soult French rating=1 range=3 at=0105\n",
			"when ney if no-enemy-within 2 move a toward 0602 face e\n" +
				"when ney again if no-enemy-within 2 move a toward 1105 face e\n" +
				"when davout if no-enemy-within 2 move b toward 0408 face e\n" +
				"when davout again if no-enemy-within 2 move b toward 0707 face e"},
		{"each formation from where all stand now",
			"hex 0505 village\nformation ney French\nformation davout French\n" +
				"unit a French inf form=ney at=0305 sp=12\n" +
				"unit b French inf form=davout at=0306 sp=12\nunit x Allied inf at=0605 sp=12\n",
			"when ney if no-enemy-within 2 move a toward 0505 face e\n" +
				"when davout if no-enemy-within 2 move b toward 0505 face e"},
		{"nothing for one that charges", "unit a French cav at=0405 sp=9\nunit x Allied inf at=0605 sp=2\n", ""},
		{"nothing for a formation next to the enemy",
			"formation ney French\nformation davout French\nunit a French inf form=ney at=0405\n" +
				"unit b French inf form=davout at=0110\nunit x Allied inf at=0505\n",
			"when davout if no-enemy-within 2 move b toward 0107 face e\n" +
				"when davout again if no-enemy-within 2 move b toward 0306 face e"},
		{"nothing for one that attacks", "unit a French inf at=0405 sp=9\nunit x Allied inf at=0605 sp=2\n", ""},
		{"two hexes away, if it does not attack",
			"unit a French art at=0405 range=2/4\nunit x Allied inf at=0605 sp=9\n",
			"when french if no-enemy-within 1 fire a at 0605\nwhen french again if no-enemy-within 1 fire a at 0605"},
		{"three hexes away, though it attacks", "unit a French inf at=0405 sp=9\nunit x Allied inf at=0705 sp=2\n",
			"when french if no-enemy-within 2 move a toward 0604 face e\n" +
				"when french if no-enemy-within 2 shock a at 0705"},
		{"a formation that has nothing to do holds",
			"unit a French inf at=0405 state=disordered\nunit x Allied inf at=0905 sp=2\n",
			"when french if no-enemy-within 2 hold\nwhen french again if no-enemy-within 2 hold"},
		{"with the orders of one activation those of the next",
			"formation ney French am=4,3\nunit a French inf form=ney at=0105\nunit x Allied inf at=1205\ndrawn ney\n" +
				"in-cup ney/2:3\n", "move a to 0602 face e\nwhen ney if no-enemy-within 2 move a toward 1105 face e"},
		{"and those of formations without a plan",
			"formation ney French am=4,3\nformation davout French\nunit a French inf form=ney at=0105\n" +
				"unit b French inf form=davout at=0107\nunit x Allied inf at=1205\ndrawn ney\n" +
				"in-cup allied/1:4 davout/1:4\n",
			"move a to 0602 face e\nwhen davout if no-enemy-within 2 move b toward 0604 face e"},
		{"an enemy's activation needs no mail",
			"unit a French inf at=0505\nunit x Allied inf at=0905\ndrawn allied\nin-cup french/1:4\n", ""},
		{"no plans for combined markers",
			"unit a French inf at=0105\nunit x Allied inf at=1205\ncam grand French rating=4 forms=french mandatory\n",
			"when french if no-enemy-within 2 move a toward 0403 face e\n" +
				"when french again if no-enemy-within 2 move a toward 0703 face e"},
	} {
		c.try(t, "French", (*Ruleset).Ahead)
	}
}

// TestAheadKeepsPlans: a formation for which something is ordered gets no
// other orders until it has acted.
func TestAheadKeepsPlans(t *testing.T) {
	const ground = "formation ney French\nformation davout French\nunit a French inf form=ney at=0105\n" +
		"unit b French inf form=davout at=0107\n" +
		"unit x Allied inf at=1205\ndrawn ney\nin-cup davout/1:4 allied/1:4\n"
	rs, p, err := ReadCase([]byte(ground), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Plans[0] = ask.Plans{{For: "davout"}}
	if got := rs.Ahead(p, "French"); len(got.Lines) != 1 || !strings.HasPrefix(got.Lines[0].Text, "move a to ") {
		t.Errorf("got %v, want a move of a only", got.Lines)
	}
}

// TestTacticalAnswers: a question is answered by its default, by whom it asks.
func TestTacticalAnswers(t *testing.T) {
	const ground = "unit a French inf at=0505 sp=9\nunit x Allied inf at=0605 sp=5 face=W\n" +
		"ask P23,P25,P26,P32,P30,P17\n" +
		"drawn french\n"
	rs, p, err := ReadCase([]byte(ground), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q", Kind: "P30", Side: "Allied", Rule: "8.7.1-c",
		Prompt:  "?",
		Default: "Weakest,keep", Options: []string{"strongest", "Weakest,keep"}}}}
	if got := rs.Tactical(p, "Allied").Lines; len(got) != 1 || got[0].Text != "answer weakest,keep" ||
		got[0].Line != 1 {
		t.Errorf("Allied: got %v, want the default", got)
	}
	if got := rs.Tactical(p, "French").Lines; got != nil {
		t.Errorf("French: got %v, want nothing", got)
	}
}
