package ccn

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// TestFaultyCases: a case that cannot be says which of its lines is wrong, and why.
func TestFaultyCases(t *testing.T) {
	for line, want := range map[string]string{
		"hand British":                                    "want hand SIDE CARD",
		"hand Prussian forward":                           "Prussian",
		"hand British nonsense":                           "nonsense",
		"hand British elan,elan,elan,elan":                `no card "elan" left`,
		"blocks 28ft":                                     "want blocks UNIT N",
		"blocks nobody 2":                                 `no unit "nobody"`,
		"blocks hill 1":                                   `no unit "hill"`,
		"blocks 28ft 9":                                   "blocks 28ft 9",
		"squared 28ft":                                    "want squared UNIT CARD",
		"squared nobody forward":                          `no unit "nobody"`,
		"squared 3ld bombard":                             "it cannot be in square",
		"gone":                                            "want gone PIECE",
		"gone nobody":                                     `no unit or leader "nobody"`,
		"killed British":                                  "want killed SIDE N",
		"killed British many":                             "many",
		"rolled elan 4 1":                                 "want rolled CARD",
		"rolled nonsense 4 1 1 1 1":                       "nonsense",
		"stands British square":                           "want stands SIDE WORD ANSWER",
		`stands British square always 28ft twice`:         "want stands SIDE WORD ANSWER",
		"stands Prussian square always":                   "Prussian",
		"stands British square perhaps":                   "perhaps",
		"stands British scout nonsense":                   `there is no card "nonsense"`,
		"stands British scout forward+nonsense":           `there is no card "nonsense"`,
		`stands British square "always so"`:               `"so" is one word too many`,
		"turn-of":                                         "want",
		"blocks wel 2":                                    "wel",
		"turn-of Prussian":                                "Prussian",
		"turn-of British 3 4":                             "want turn-of SIDE [N]",
		"last British nonsense":                           "nonsense",
		"last British":                                    "want last SIDE CARD",
		"last British counter-attack forward":             "want last SIDE CARD",
		"option square=perhaps":                           "unknown option square=perhaps; there are ask=",
		"option ask=D16,D99":                              `"D99" is not one of`,
		"option ask=D19":                                  `"D19" is not one of`,
		"option nothing":                                  "unknown option nothing=",
		"discards bombard,bombard,bombard,bombard,elan,x": "bombard",
	} {
		_, _, err := ReadCase([]byte(mistakesField + line + "\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
		if rs, p, err := caseOf([]byte(mistakesField + line + "\n")); rs != nil || p != nil || err == nil {
			t.Errorf("%s: there is a case, and %v", line, err)
		}
	}
	if _, p, err := caseOf([]byte(mistakesField + "stands British scout forward+bombard\n")); err != nil ||
		!strings.Contains(string(p.Encode()), "forward+bombard") {
		t.Errorf("a list of cards: %v", err)
	}
}

// TestLoadFaults: tables that cannot be are no ruleset.
func TestLoadFaults(t *testing.T) {
	for name, text := range map[string]string{"tables/units.csv": "nonsense", "scenarios/x.txt": "nonsense",
		"tables/other.csv": "a,b"} {
		replace := map[string][]byte{name: []byte(text)}
		if rs, err := Load(replace); rs != nil || err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, %v", name, rs, err)
		}
		if rs, err := Game.Load(replace); rs != nil || err == nil {
			t.Errorf("%s: the game has %v, %v", name, rs, err)
		}
	}
	if _, err := loaded(t).Start(engine.Setup{Scenario: "nowhere"}); err == nil ||
		!strings.Contains(err.Error(), "crossroads") {
		t.Error(err)
	}
	if _, err := loaded(t).Start(engine.Setup{Scenario: "crossroads", Files: map[string][]byte{"x": nil}}); err == nil {
		t.Error("a game begins with a file")
	}
}

// TestOptionsStay: what a game was made with stands in every position of it.
func TestOptionsStay(t *testing.T) {
	_, p := mistakesAt(t, "option terrain=cumulative\noption square=roll\noption rally=flags\noption ask=D16,D20\n")
	for _, want := range []string{"\noption cumulative\n", "\noption square-roll\n", "\noption rally-flags\n",
		"\nask D16\n", "\nask D20\n"} {
		if !strings.Contains(string(p.Encode()), want) {
			t.Errorf("the position lacks %q", want)
		}
	}
	if q, err := p.rs.Decode(p.Encode()); err != nil || q.(*Position).options != p.options ||
		len(q.(*Position).ask) != 2 {
		t.Error(err)
	}
}

// TestChronicle: banners, blocks on the board, who has what a goal asks for, what units have lost.
func TestChronicle(t *testing.T) {
	rs, p := mistakesAt(t, "goal E6 \"Farm\" British=1\ngoal E8 \"Wood\" British=1\ngoal I1 \"Mill\" French=1 once\n"+
		"blocks 28ft 3\nblocks 45lig 1\ngone 9leg\nkilled British 1\n")
	p.Won[1][2] = true
	p.Units[2] = Unit{Hex: hex.None, Exited: true} // 6pt
	c := rs.Chronicle(p)
	if got := c.Measures[0].Of; got[0] != 2 || got[1] != 1 {
		t.Errorf("banners %v", got)
	}
	var blocks [2]int
	for u := range p.Units {
		blocks[p.unitSide(u)] += p.Units[u].Blocks
	}
	if got := c.Measures[1].Of; got[0] != blocks[0] || got[1] != blocks[1] || got[0] == got[1] || got[0] < 10 {
		t.Errorf("blocks %v, want %v", got, blocks)
	}
	for i, want := range []engine.Side{"British", "", "French"} {
		if c.Goals[i].Holder != want {
			t.Errorf("%s is held by %q, want %q", c.Goals[i].Name, c.Goals[i].Holder, want)
		}
	}
	for _, f := range c.Forces {
		lost, broken := 0, false
		switch f.Name.String() {
		case "28th Foot":
			lost = 1
		case "45e de Ligne":
			lost = 3
		case "9e Léger":
			lost, broken = f.Began, true
		}
		if f.Lost != lost || f.Broken != broken || f.Began < 3 {
			t.Errorf("%s has lost %d of %d, broken %t", f.Name, f.Lost, f.Began, f.Broken)
		}
	}
	for _, purpose := range []string{"fire of 28ft at nobody", "fire of nobody at 28ft", "square of 28ft",
		"fire of wel at 9leg"} {
		if p.hitting("", purpose) != nil {
			t.Errorf("%s hits somebody", purpose)
		}
	}
}

// TestBetterCard: a scouted card that orders more is kept, and of equals the first.
func TestBetterCard(t *testing.T) {
	rs := loaded(t)
	for _, tt := range [][3]string{{"attack-left", "attack-right", "attack-left"},
		{"attack-right", "attack-left", "attack-right"},
		{"scout-left", "attack-left", "attack-left"}, {"attack-left", "scout-left", "attack-left"},
		{"probe-center", "assault-center", "assault-center"}, {"scout-left", "force-march", "force-march"},
		{"attack-left", "elan", "elan"}, {"scout-left", "first-strike", "scout-left"}} {
		if got := rs.better(deck.Card(tt[0]), deck.Card(tt[1])); got != tt[2] {
			t.Errorf("of %s and %s: %s", tt[0], tt[1], got)
		}
	}
}

// TestUnreadable: what a line has too much or too little is named, and how it is written.
func TestUnreadable(t *testing.T) {
	_, p := mistakesAt(t, mistakePositions["turn"][0])
	for line, want := range map[string]string{
		"order 28ft again":             `"again" is one word too many (order PIECE`,
		"order":                        "the unit or leader is missing",
		"order 28foot":                 "did you mean 28ft?",
		"play":                         "the card is missing",
		"play atack-center":            "did you mean attack-center?",
		"play nonsense":                "scout-left",
		"play attack-center nobody":    `"nobody" is no section and no unit`,
		"play short-supply 45lig 9leg": `"9leg" is no section and no unit`,
		"play short-supply vic":        `vic is a leader, and no unit [8.3-ai]`,
		"detach 28ft":                  "28ft is a unit, and no leader (leaders of yours: wel, hill)",
		"dissolve hill": "hill is a leader, and no unit [6.2-an] (units of yours: 28ft, 43lt, 6pt, " +
			"royal, 3ld)",
		"move 28ft":                "the hex is missing",
		"move 28ft to d6,d7":       `one hex stands behind "to"`,
		"move 28ft to off":         `one hex stands behind "to"`,
		"move 28ft north":          `"north" is no hex`,
		"fire royal":               "whom it attacks is missing",
		"fire royal,28ft at 45lig": "one unit battles at a time [5-e]",
		"fire royal,28ft":          "one unit battles at a time [5-e]",
		"fire royal at vic": "vic is a leader, and no unit [5.5-h] (a leader who is alone is attacked by " +
			"melee",
		"fire royal at 45lig,45lig":            "45lig stands there twice (name it once)",
		"melee 28ft at 9leg around":            `"around" is none of with, advance, bonus, aid and halt`,
		"melee 28ft at 9leg advance":           "the hex is missing",
		"melee 28ft at 9leg with":              "the artillery is missing",
		"melee 28ft at 28ft":                   "28ft is yours (the enemy's: 45lig, 9leg, 2hus, frart, vic)",
		"attack 28ft":                          `"attack" is no order (orders are play, order`,
		"standing flags max forever":           `"forever" is one word too many`,
		"standing scout forward+nonsense":      `there is no card "nonsense" (name cards joined by +`,
		"standing square always for nobody":    `"nobody" is no unit or leader of yours`,
		"standing first-strike always for vic": `"vic" is no unit or leader of yours`,
		"standing scout forward for 28ft":      `"scout" is never decided for 28ft (leave out "for 28ft")`,
		"standing first-strike always for wel": `"first-strike" is never decided for wel (units of yours: 28ft, `,
		"standing reform always for 28ft":      `"reform" is never decided for 28ft (cavalry of yours: 3ld)`,
		"standing square always for royal": `"square" is never decided for royal (infantry of yours: 28ft, 43lt, ` +
			`6pt)`,
		"standing battle-back never for hill": `"battle-back" is never decided for hill (units of yours: `,
		"standing flags none for wel":         `"flags" is never decided for wel (units of yours: `,
		"standing retreat left for hill":      `"retreat" is never decided for hill (units of yours: `,
		"standing leader-retreat exit for 28ft": `"leader-retreat" is never decided for 28ft (leaders of ` +
			`yours: wel, hill)`,
		"standing supply column for wel": `"supply" is never decided for wel (units of yours: `,
		"standing arrival c":             "no unit of yours arrives in this battle (leave it out)",
		"standing arrival c for 28ft": `"arrival" is never decided for 28ft (units of yours that ` +
			`arrive: none)`,
		"standing reform always if by cavalry,artillery": `"reform" is never decided against cavalry,artillery (only ` +
			`against infantry: if by infantry)`,
		"standing square always if dice 3 and by infantry": `"square" is never decided against infantry (only ` +
			`against cavalry: if by cavalry)`,
	} {
		_, bad := p.read(0, engine.Order{Words: strings.Fields(line)}.Arrived(1))
		if bad == nil || !strings.Contains(bad.Error(), want) {
			t.Errorf("%s: %v, want %q", line, bad, want)
		}
	}
}

// TestLeaderByHex: who stands alone in a hex is named by it.
func TestLeaderByHex(t *testing.T) {
	_, p := mistakesAt(t, mistakePositions["turn"][0])
	for line, want := range map[string]string{"melee 28ft at g6": "vic", "order c7": "hill",
		"melee 28ft at f6": "9leg"} {
		o, bad := p.read(0, engine.Order{Words: strings.Fields(line)}.Arrived(1))
		if bad != nil {
			t.Errorf("%s: %v", line, bad)
			continue
		}
		piece := o.pieces[0]
		if o.Words[0] == "melee" {
			piece = o.targets[0]
		}
		if got := p.pieceID(piece); got != want {
			t.Errorf("%s is about %s, want %s", line, got, want)
		}
	}
}

// TestNamelessThings: a unit without a name of its own is called what it is.
func TestNamelessThings(t *testing.T) {
	_, p, err := ReadCase([]byte("unit br British light-cavalry at=E6\nunit gds \"The Guards\" British line at=E7\n" +
		"unit fr French line at=I1\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"British light-cavalry", "The Guards,British line infantry"} {
		if got := strings.Join(p.things()[i].Names, ","); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestOwedOrders: whoever orders after dice is told which card rolled them.
func TestOwedOrders(t *testing.T) {
	for lines, want := range map[string]string{"rolled elan 4 1 1 1 1\n": "Élan", "rolled rally 4 1 1 1 1\n": "Rally"} {
		rs, p := mistakesAt(t, lines)
		if got := rs.Owed(p)[0].Prompt.String(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	rs, p := mistakesAt(t, mistakePositions["turn"][0])
	if got := rs.Owed(p)[0].Prompt.String(); strings.Contains(got, "Élan") {
		t.Error(got)
	}
}
