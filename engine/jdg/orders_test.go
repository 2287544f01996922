package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// lines makes one side's order lines.
func lines(side engine.Side, text ...string) engine.Orders {
	o := engine.Orders{Side: side}
	for i, l := range text {
		o.Lines = append(o.Lines, engine.Order{Line: i + 1, Text: l, Words: strings.Fields(l)})
	}
	return o
}

// ordersFor carries out Phase A.
func ordersFor(p *Position, in ...engine.Orders) *run {
	r := newRun(p.rs, p, engine.NewForced())
	for _, o := range in {
		r.takeStanding(o)
	}
	r.begins(in)
	r.ordersPhase()
	return r
}

// ordered lists the groups with Received Orders.
func ordered(p *Position) string {
	var ids []string
	for i, g := range p.Groups {
		if p.Faces[i].Orders == ReceivedOrders {
			ids = append(ids, g.ID)
		}
	}
	return strings.Join(ids, " ")
}

func TestTacticalGroups(t *testing.T) {
	tests := []struct {
		name  string
		units string
		want  string
	}{
		{"2.3.1-d one empty hex between", "unit a French inf at=0105\nunit b French inf at=0305", "french=a,b"},
		{"2.3.1-d two empty hexes between", "unit a French inf at=0105\nunit b French inf at=0405",
			"french.1=a french.2=b"},
		{"2.3.1-e a chain has no limit",
			"unit a French inf at=0105\nunit b French inf at=0505\nunit c French inf at=0305\n" +
				"unit d French inf at=0705",
			"french=a,b,c,d"},
		{"2.3.1-f numbered by first unit",
			"unit a French inf at=0701\nunit b French inf at=0105\nunit c French inf at=0801",
			"french.1=a,c french.2=b"},
		{"Q8 routed units count",
			"unit a French inf at=0105\nunit b French inf at=0305 state=routed\nunit c French inf at=0505",
			"french=a,b,c"},
		{"Q8 units off the map do not",
			"unit a French inf at=0105\nunit b French inf\narrival 2 form=french hex=0101", "french=a"},
		{"Q9 the enemy does not break a chain",
			"unit a French inf at=0105\nunit b French inf at=0305\nunit x Allied inf at=0205", "french=a,b allied=x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.units)
			var got []string
			for _, g := range p.Groups {
				got = append(got, g.ID+"="+p.unitIDs(g.Units))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("groups: got %s, want %s", s, tt.want)
			}
		})
	}
}

func TestTacticalGroupsWithoutRenfort(t *testing.T) {
	p := position(t, "unit a French inf at=0105\nunit b French inf at=0305\nunit c French inf at=0505")
	p.edit(1).Renfort = true
	var got []string
	for _, us := range p.tacticalGroups(new(chains)) {
		got = append(got, p.unitIDs(us))
	}
	if s := strings.Join(got, " "); s != "a c" {
		t.Errorf("JDG-Q8: a unit with a Renfort marker links nothing: got %s, want a c", s)
	}
}

const threeGroups = `
formation ney French
formation soult French
formation lannes French
unit n1 French inf form=ney at=0102
unit s1 French inf form=soult at=0106
unit s2 French inf form=soult at=0110
unit l1 French inf form=lannes at=0506
unit x Allied inf at=1206
`

func TestOrderLimits(t *testing.T) {
	const oneChief = threeGroups + "commander nap French rating=2 range=4 at=0105\n"
	const twoChiefs = threeGroups +
		"commander nap French rating=1 range=4 at=0105\ncommander ber French rating=1 range=1 at=0107\n"
	tests := []struct {
		name     string
		scenario string
		lines    []string
		rule     string
		part     string
	}{
		{"in range and rating", oneChief, []string{"order ney,soult.1"}, "", ""},
		{"a unit names its group", oneChief, []string{"order n1", "order s1"}, "", ""},
		{"2.3.2-b rating", oneChief, []string{"order ney,soult.1,lannes"}, "2.3.2-b", "lannes"},
		{"2.3.2-b over several lines", oneChief, []string{"order ney", "order soult.1", "order lannes"}, "2.3.2-b",
			"lannes"},
		{"2.3.2-e range", oneChief, []string{"order soult.2"}, "2.3.2-e", "soult.2"},
		{"2.3.2-e a formation is all its groups", oneChief, []string{"order soult"}, "2.3.2-e", "soult.2"},
		{"2.3.2 twice", oneChief, []string{"order ney", "order n1"}, "2.3.2", "ney has an order"},
		{"2.3.1-c no such group", oneChief, []string{"order ney.2"}, "2.3.1-c", "ney.2"},
		{"Q10 the near one is left for those that need him", twoChiefs, []string{"order soult.1", "order ney"}, "", ""},
		{"Q10 in the other order", twoChiefs, []string{"order ney", "order soult.1"}, "", ""},
		{"Q10 each to his own rating", twoChiefs, []string{"order ney", "order lannes"}, "2.3.2-b", "lannes"},
		{"by a commander in range", twoChiefs, []string{"order soult.1 by ber", "order ney by nap"}, "", ""},
		{"by a commander out of range", twoChiefs, []string{"order ney by ber"}, "2.3.2-e", "ney"},
		{"by the first commander, and only the other is in range",
			threeGroups + "commander nap French range=1 at=0105\ncommander ber French range=4 at=0107\n",
			[]string{"order soult.2 by nap"}, "2.3.2-e", "soult.2"},
		{"by a commander beyond his rating", twoChiefs, []string{"order soult.1 by nap", "order ney"}, "2.3.2-b",
			"ney"},
		{"no commander at all", threeGroups, []string{"order ney"}, "2.5.2-i", "commander"},
		{"order none", oneChief, []string{"order none"}, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, tt.scenario)
			faults := p.rs.Check(p, lines("French", tt.lines...))
			var f *engine.Fault
			if len(faults) > 0 {
				f = &faults[0]
			}
			wantFault(t, f, tt.rule, tt.part)
		})
	}
}

func TestOrderUnreadable(t *testing.T) {
	p := position(t, threeGroups+"commander nap French at=0105\ncommander kut Allied at=1205")
	for _, l := range []string{"order", "order x", "order allied", "order nobody", "order ney by kut",
		"order ney by", "order ney soult",
		"cam none none", "cam nothing", "first nobody", "first ney,allied", "standing square perhaps",
		"standing nothing yes",
		"standing square yes for x", "standing order-first ney for ney", "standing square yes for", "standing"} {
		faults := p.rs.Check(p, lines("French", l))
		if len(faults) != 1 || faults[0].Kind != engine.Invalid {
			t.Errorf("%q: got faults %v, want one that it cannot be read", l, faults)
		}
	}
}

func TestOrdersPhase(t *testing.T) {
	p := position(t, threeGroups+"commander nap French rating=2 range=4 at=0105")
	r := ordersFor(p, lines("French", "order soult.1"), lines("Allied"))
	wantTold(t, r,
		"[2.3.2-a] order by=French group=soult.1 commander=nap for=French",
		"[2.3.2-d] markers by=French count=4",
		"[2.3.2-d] markers by=Allied count=1",
		"[1] phase phase=B")
	if got := ordered(r.p); got != "soult.1" {
		t.Errorf("groups with orders: got %s, want soult.1", got)
	}
}

func TestOrdersByDefault(t *testing.T) {
	tests := []struct {
		name     string
		scenario string
		lines    []string
		want     string
	}{
		{"P3 nearest enemies first, by range and rating", "", nil, "ney lannes"},
		{"P3 priority list", "", []string{"standing order-first ney,soult"}, "ney soult.1"},
		{"P3 priority list that is too short", "", []string{"standing order-first soult"}, "soult.1 lannes"},
		{"P3 standing none", "", []string{"standing order-first none"}, ""},
		{"order none", "", []string{"order none"}, ""},
	}
	const scenario = threeGroups + "commander nap French rating=2 range=4 at=0105\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(scenario, "at=0102", "at=0104", 1) // ney 11 hexes from the enemy, like soult.1
			r := ordersFor(position(t, text), lines("French", tt.lines...), lines("Allied"))
			if got := ordered(r.p); got != tt.want {
				t.Errorf("groups with orders: got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOrdersWithoutCommander(t *testing.T) {
	const two = threeGroups +
		"commander nap French rating=1 range=20 at=0105\ncommander ber French rating=1 range=20 at=0107\n"
	p := position(t, two)
	p.Leaders[0].Hex.Col = 0
	p.Leaders[0].Hex.Row = 0
	if got := ordered(ordersFor(p).p); got != "lannes" {
		t.Errorf("2.5.2-j: with one commander left got orders for %q, want lannes", got)
	}
	p.Leaders[1] = Leader{}
	if got := ordered(ordersFor(p).p); got != "" {
		t.Errorf("2.5.2-i: with no commander left got orders for %q, want none", got)
	}
}

func TestRegroupAfterDrop(t *testing.T) {
	p := position(t, "unit a French inf at=0105\nunit b French inf at=0305\nunit c French inf at=0505\n"+
		"commander nap French at=0105\nunit x Allied inf at=1205")
	p.edit(1).Renfort = true
	p = p.rs.Apply(p, nil).(*Position)
	p.clearGroups()
	r := newRun(p.rs, p, engine.NewForced())
	r.formGroups()
	told(r)
	r.begins([]engine.Orders{lines("French", "order b", "drop b"), lines("Allied")})
	r.ordersPhase()
	if got := ordered(r.p); got != "french" || len(r.p.Groups) != 2 {
		t.Errorf("after b dropped its marker: got orders for %q in %d groups, want french in 2", got, len(r.p.Groups))
	}
	if faults := p.rs.Check(p, lines("French", "order b", "drop b")); len(faults) != 0 {
		t.Errorf("the drop counts before the order: got faults %v", faults)
	}
}

func TestCAM(t *testing.T) {
	const text = threeGroups + `
cam must French rating=4 forms=ney mandatory
cam late French rating=3 forms=ney,soult from=2
cam free French rating=2 forms=soult,lannes
`
	cup := func(p *Position) string {
		var ms []string
		for _, m := range p.cup() {
			ms = append(ms, m.String())
		}
		return strings.Join(ms, " ")
	}
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"P1 mandatory ones only", nil, "must/0:4"},
		{"chosen", []string{"cam free"}, "must/0:4 free/0:2"},
		{"chosen beforehand", []string{"standing cam free"}, "must/0:4 free/0:2"},
		{"a line goes before a standing order", []string{"standing cam free", "cam none"}, "must/0:4"},
		{"a mandatory one is not put twice", []string{"cam must"}, "must/0:4"},
		{"not before its turn", []string{"standing cam late"}, "must/0:4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := ordersFor(position(t, text), lines("French", tt.lines...), lines("Allied"))
			if got := cup(r.p); got != tt.want {
				t.Errorf("cup: got %s, want %s", got, tt.want)
			}
		})
	}
	p := position(t, text)
	faults := p.rs.Check(p, lines("French", "cam late"))
	if len(faults) != 1 || faults[0].Rule != "2.1.2-c" {
		t.Errorf("cam late in turn 1: got %v, want a fault of 2.1.2-c", faults)
	}
}

func TestFirst(t *testing.T) {
	p := position(t, threeGroups)
	r := ordersFor(p, lines("French", "first lannes,ney"), lines("Allied"))
	if got := r.p.sheet(0, "P5"); got != "lannes,ney" {
		t.Errorf("standing order P5: got %q", got)
	}
	ms := []Marker{{"ney", 1, 3}, {"ney", 2, 5}, {"soult", 1, 9}, {"soult", 2, 9}}
	tests := []struct{ list, want string }{
		{"ney,soult", "ney/2:5"}, {"lannes,ney", "ney/2:5"}, {"lannes", "none"}, {"none", "none"}, {"", "none"},
		{"soult", "soult/1:9"}, {"ney:3", "ney/1:3"}, {"ney:5,soult", "ney/2:5"},
		{"ney:4,soult", "soult/1:9"}, {"ney:", "none"},
	}
	for _, tt := range tests {
		if got := r.bestMarker(tt.list, ms); got != tt.want {
			t.Errorf("best marker of %q: got %s, want %s", tt.list, got, tt.want)
		}
	}
}

func TestLeadersInitiative(t *testing.T) {
	const text = "formation ney French am=4,3\nunit a French inf form=ney at=0105\n" +
		"unit b French inf form=ney at=0505\nunit x Allied inf at=1205\n" +
		"commander nap French drm=1 range=2 at=0105\ncommander ber French drm=2 range=1 at=0106\n"
	t.Run("2.4.3-f passed with the best DRM in range", func(t *testing.T) {
		r := activated(t, text, "ney", NoOrders, 6)
		wantFault(t, give(t, r, "initiative a"), "", "")
		wantTold(t, r,
			"[2.4.3-d] roll by=French draw=1 of=10 purpose=\"leader's initiative of ney.1\" value=6 mods=\"commander "+
				"ber -2\" "+
				"total=4 need=\"<=4\" result=passed",
			"[2.4.3-f] leader by=French group=ney.1 acts=fully")
		if r.rights(0) != full || r.rights(1) != limited {
			t.Errorf("rights: got %v and %v, want full and limited", r.rights(0), r.rights(1))
		}
	})
	t.Run("2.4.3-h failed, no commander in range", func(t *testing.T) {
		r := activated(t, text, "ney", NoOrders, 5)
		wantFault(t, give(t, r, "initiative ney.2"), "", "")
		if r.rights(1) != nothing {
			t.Errorf("rights: got %v, want nothing", r.rights(1))
		}
		wantFault(t, give(t, r, "initiative ney.2"), "2.4.3-d", "has tried")
	})
	t.Run("Q11 the drawn marker counts", func(t *testing.T) {
		r := activated(t, text, "ney", NoOrders, 4)
		r.act.marker = Marker{"ney", 2, 3}
		give(t, r, "initiative ney.2")
		if r.rights(1) != nothing {
			t.Errorf("a 4 against a rating of 3: got rights %v, want nothing", r.rights(1))
		}
	})
	t.Run("2.4.2-a not with Received Orders", func(t *testing.T) {
		r := activated(t, text, "ney", ReceivedOrders)
		wantFault(t, give(t, r, "initiative ney.1"), "2.4.2-a", "Received Orders")
	})
	t.Run("Q13 without any commander", func(t *testing.T) {
		r := activated(t, text, "ney", NoOrders, 4)
		r.p.Leaders[0], r.p.Leaders[1] = Leader{}, Leader{}
		give(t, r, "initiative ney.1")
		if r.rights(0) != full {
			t.Errorf("a 4 against a rating of 4: got rights %v, want full", r.rights(0))
		}
	})
	standing := []struct {
		name, answer string
		want         [2]right
		dice         []int
	}{
		{"P6 default", "", [2]right{limited, limited}, nil},
		{"P6 always", "yes", [2]right{full, nothing}, []int{0, 9}},
		{"P6 70% is what ber makes of 50%", "70%", [2]right{full, limited}, []int{0}},
		{"P6 80%", "80%", [2]right{limited, limited}, nil},
	}
	for _, tt := range standing {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, text, "ney", NoOrders, tt.dice...)
			if tt.answer != "" {
				r.setStanding(0, "P6", "", tt.answer)
			}
			r.initiativeRest()
			if got := [2]right{r.rights(0), r.rights(1)}; got != tt.want {
				t.Errorf("rights: got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestStanding(t *testing.T) {
	p := position(t, "formation ney French\nunit a French inf form=ney at=0105\nunit x Allied inf at=1205")
	r := newRun(p.rs, p, engine.NewForced())
	r.takeStanding(lines("French", "standing square no", "standing square yes for ney", "standing square no for a",
		"standing recall no", "standing recall default"))
	wantTold(t, r,
		`[1] standing by=French kind=P17 whom="" answer=no for=French`,
		`[1] standing by=French kind=P17 whom=ney answer=yes for=French`,
		`[1] standing by=French kind=P17 whom=a answer=no for=French`,
		`[1] standing by=French kind=P18 whom="" answer=no for=French`,
		`[1] standing by=French kind=P18 whom="" answer=default for=French`)
	for _, tt := range []struct {
		owners []string
		want   string
	}{{[]string{"a", "ney"}, "no"}, {[]string{"b", "ney"}, "yes"}, {[]string{"b", "soult"}, "no"}} {
		if got := r.p.sheet(0, "P17", tt.owners...); got != tt.want {
			t.Errorf("square for %v: got %s, want %s", tt.owners, got, tt.want)
		}
	}
	if got := r.p.sheet(0, "P18"); got != "" {
		t.Errorf("recall after default: got %q, want nothing", got)
	}
	if back, err := p.rs.Decode(r.p.Encode()); err != nil || string(back.Encode()) != string(r.p.Encode()) {
		t.Errorf("standing orders do not survive encoding: %v", err)
	}
}

func TestDecisionTable(t *testing.T) {
	for i, d := range decisions {
		if want := "P" + itoa(i+1); d.Kind != want {
			t.Fatalf("decision %d is %s, want %s", i, d.Kind, want)
		}
		if d.Rule == "" || d.Help.Empty() != (d.Word == "") {
			t.Errorf("%s lacks a rule or a help text", d.Kind)
		}
		if decisionOf(d.Kind) != &decisions[i] {
			t.Errorf("%s is not found", d.Kind)
		}
	}
	if len(decisions) != 42 {
		t.Errorf("got %d kinds, the rules have 42", len(decisions))
	}
}

func TestAnswer(t *testing.T) {
	p := position(t, "unit a French inf at=0105\nunit x Allied inf at=1205")
	p.Asked = &ask.PendingRun{Questions: []ask.Question{{ID: "q1", Kind: "P29", Side: "French", Rule: "10.3",
		Options: []string{"stay", "face NNE"}, Default: "stay"}}}
	if f := p.rs.Check(p, lines("French", "answer face nne")); len(f) != 0 {
		t.Errorf("answer without regard to case: got %v", f)
	}
	if got := p.Asked.Answers([]engine.Orders{lines("French", "answer face nne")}); got[0] != "face NNE" {
		t.Errorf("answer: got %q, want the option as it was asked", got)
	}
	if f := p.rs.Check(p, lines("French", "answer go")); len(f) != 1 || f[0].Rule != "10.3" {
		t.Errorf("answer go: got %v, want a fault of 10.3", f)
	}
	if f := p.rs.Check(p, lines("Allied", "answer stay")); len(f) != 1 {
		t.Errorf("answer of the other side: got %v, want a fault", f)
	}
}

func TestFirstMarkerByStandingOrder(t *testing.T) {
	tests := []struct {
		name, list, want, source string
	}{
		{"3-h default none", "", "none", "default"},
		{"3-e the list", "lannes,ney", "lannes/1:4", "standing"},
		{"3-h none by choice", "none", "none", "standing"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := position(t, threeGroups)
			r := newRun(p.rs, p, engine.NewForced(9, 0))
			if tt.list != "" {
				r.setStanding(0, "P5", "", tt.list)
			}
			told(r)
			r.initiativePhase()
			for _, e := range r.out {
				if e.Kind == "decision" && (e.Get("answer") != tt.want || e.Get("source") != tt.source) {
					t.Errorf("got %v, want %s from %s", e, tt.want, tt.source)
				}
			}
			got := "none"
			if r.p.First != (Marker{}) {
				got = r.p.First.String()
			}
			if got != tt.want {
				t.Errorf("first marker: got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestInitiativeFaults(t *testing.T) {
	const text = "formation ney French\nformation soult French\nunit a French inf form=ney at=0105\n" +
		"unit b French inf form=soult at=0108\nunit x Allied inf at=1205"
	r := activated(t, text, "ney", NoOrders)
	wantFault(t, give(t, r, "initiative soult"), "2.4.3-c", "soult")
	wantFault(t, give(t, r, "initiative ney.2"), "2.3.1-c", "ney.2")
	r.setStanding(0, "P6", "", "yes")
	wantFault(t, give(t, r, "initiative none"), "", "")
	r.initiativeRest()
	if r.rights(0) != limited {
		t.Errorf("after \"initiative none\" got rights %v, want limited", r.rights(0))
	}
}

func TestOrderOptionsAreLegal(t *testing.T) {
	p := position(t, threeGroups+"commander nap French rating=2 range=4 at=0105\n"+
		"cam late French rating=3 forms=ney,soult from=2\ncam free French rating=2 forms=soult")
	ask := p.rs.Owed(p)[0]
	var got []string
	for _, o := range p.rs.Draft(p, ask).Options() {
		got = append(got, strings.Join(o.Words, " "))
		if f := p.rs.Check(p, lines("French", got[len(got)-1])); len(f) != 0 {
			t.Errorf("option %q: %v", got[len(got)-1], f)
		}
	}
	if s := strings.Join(got,
		"; "); s != "order ney; order soult.1; order lannes; cam free; first none; first ney; first ney:3; first "+
		"soult; "+
		"first soult:3; first lannes; first lannes:3" {
		t.Errorf("options: got %s", s)
	}
	standingVerbs[0].eachOption(new(run), func(words ...string) {
		l := strings.Join(words, " ")
		if f := p.rs.Check(p, lines("French", l)); len(f) != 0 {
			t.Errorf("option %q: %v", l, f)
		}
	})
}

// TestStandingWords gives every standing order that part E of the rules knows,
// and some that it does not.
func TestStandingWords(t *testing.T) {
	p := position(t, "unit a French inf at=0105\ncommander nap French at=0105\n"+
		"cam grand French rating=3 forms=french\n")
	p.ask = []string{"P17", "P39"}
	good := []string{"standing cam grand", "standing first french",
		"standing order-first french", "standing lead a for nap",
		"standing square yes if 6 for a", "standing retire two if infantry", "standing retire one if 1.5:1 for french",
		"standing breakthrough yes if 2:1", "standing counter-attack hold if 2:1", "standing pursuit go-on if 1:1",
		"standing fire guns,cavalry,any", "standing reaction-fire cavalry,infantry for a", "standing withdraw default",
		"standing square ask for a", "standing rout ask"}
	for _, d := range decisions {
		for _, a := range d.Answers {
			good = append(good, "standing "+d.Word+" "+a)
		}
	}
	for _, l := range good {
		if f := p.rs.Check(p, lines("French", l)); f != nil {
			t.Errorf("%s: %v", l, f)
		}
	}
	for _, c := range []struct{ line, part string }{
		{"standing withdraw e", "one of n, ne, se, s, sw, nw, default"},
		{"standing fire guns,guns", "\"guns,guns\" is not an answer to fire"},
		{"standing withdraw ne,se", "is not an answer"},
		{"standing retire ask", "this game asks square, rout"},
		{"standing rout left if 2:1", "leave out: if 2:1"},
		{"standing pass yes", "one of avoid, through, default"},
	} {
		if got := engine.Faults(p.rs.Check(p, lines("French", c.line))).Error(); !strings.Contains(got, c.part) {
			t.Errorf("%s: got %s, want %s", c.line, got, c.part)
		}
	}
}

// TestStandingHelp holds the help on standing orders to every kind that has a
// word.
func TestStandingHelp(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]string{}
	for _, v := range rs.Verbs() {
		for _, w := range v.Words {
			if v.Word != "standing" && w.Word == v.Word && strings.Contains(w.Usage, "FORMATION") {
				continue // the form for formations
			}
			if v.Word != "standing" || !strings.HasPrefix(w.Usage, w.Word+" ") || len(w.Usage) <= len(w.Word)+1 ||
				w.Rule == "" {
				t.Errorf("%s %s: usage %q, rule %q", v.Word, w.Word, w.Usage, w.Rule)
			}
			told[w.Word] = w.Help.String()
		}
	}
	for _, d := range decisions {
		if d.Word != "" && (d.Help.Empty() || told[d.Word] != d.Help.String()) {
			t.Errorf("%s: help %q, want %q", d.Word, told[d.Word], d.Help)
		}
	}
}
