package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

func TestLeadOptionsAreLegal(t *testing.T) {
	r := activated(t, "unit a French inf at=0105\nunit x Allied inf at=0505\ncommander nap French at=0105", "french",
		NoOrders)
	n, near := 0, false
	commanderVerbs[0].eachOption(r, func(words ...string) {
		n++
		near = near || strings.Join(words, " ") == "lead nap to 0104"
		q := activated(t, "unit a French inf at=0105\nunit x Allied inf at=0505\ncommander nap French at=0105",
			"french",
			NoOrders)
		wantFault(t, give(t, q, strings.Join(words, " ")), "", "")
	})
	if n < 30 || !near {
		t.Errorf("got %d options, the next hex among them: %v; want the hexes within 7 MP", n, near)
	}
}

func TestDisplace(t *testing.T) {
	tests := []struct {
		name     string
		text     string
		enters   int // where the enemy appears
		standing string
		want     string // where the commander ends
		rule     string
	}{
		{"2.5.2-b alone he must go, away from the enemy", "commander nap French at=0505", 605, "", "0304", "2.5.2-b"},
		{"P15 alone he prefers a friend",
			"commander nap French at=0505\nunit a French inf at=0406", 605, "", "0406", "2.5.2-b"},
		{"P15 of two friends as near the hex of the lower number",
			"commander nap French at=0505\nunit a French inf at=0504\nunit b French inf at=0405", 605, "", "0405",
			"2.5.2-b"},
		{"Q18 a friend next to the enemy will do",
			"commander nap French at=0505\nunit a French inf at=0506", 605, "", "0506", "2.5.2-b"},
		{"P15 with ordered troops he stays", "commander nap French at=0505\nunit a French inf at=0505", 605, "",
			"0505", ""},
		{"P15 with disordered troops he goes",
			"commander nap French at=0505\nunit a French inf at=0505 state=disordered", 605, "", "0304", "2.5.2-a"},
		{"P15 told to stay", "commander nap French at=0505\nunit a French inf at=0505 state=disordered", 605, "stay",
			"0505",
			""},
		{"P15 told to fall back", "commander nap French at=0505\nunit a French inf at=0505", 605,
			"fall-back", "0304", "2.5.2-a"},
		{"P15 alone he cannot be told to stay", "commander nap French at=0505", 605, "stay", "0304", "2.5.2-b"},
		{"2.5.2-h no way out", "size 3x3\ncommander nap French at=0101\nhex 0102,0201 pond", 101, "", "off", "2.5.2-h"},
		{"Q18 next to the enemy if there is no other", "size 2x2\ncommander nap French at=0101", 201, "", "0102",
			"2.5.2-b"},
		{"two hexes away it is no trigger", "commander nap French at=0505", 705, "", "0505", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, entry := tt.text+"\nunit x Allied inf", "1210"
			if size, rest, ok := strings.Cut(text, "x"); ok && strings.HasPrefix(size, "size ") {
				entry = "0" + rest[:1] + "0" + rest[:1]
			} else {
				text += "\nunit far French inf at=0101"
			}
			p := position(t, text+"\narrival 2 form=allied hex="+entry)
			x := unit(t, p, "x")
			p.place(x, hex.H(tt.enters))
			r := newRun(p.rs, p, nil)
			if tt.standing != "" {
				r.setStanding(0, "P15", "", tt.standing)
			}
			told(r)
			r.enemyEntered(1, hex.None, hex.H(tt.enters))
			if got := r.p.Leaders[0].Hex.String(); got != tt.want {
				t.Errorf("commander: got %s, want %s", got, tt.want)
			}
			rule := ""
			for _, e := range r.out {
				if e.Kind == "commander" {
					rule = e.Rule
				}
			}
			if rule != tt.rule {
				t.Errorf("rule: got %q, want %q", rule, tt.rule)
			}
			if r.p.Leaders[0].Moved {
				t.Error("JDG-Q18: a displacement is not his move of the turn")
			}
		})
	}
}

func TestAccompany(t *testing.T) {
	const text = "unit a French inf at=0505\nunit b French inf at=0405\nunit x Allied inf at=0605\n" +
		"commander nap French at=0505\ncommander ber French at=0405\ncommander kut Allied at=0605"
	at := func(r *run) string {
		return r.p.Leaders[0].Hex.String() + " " + r.p.Leaders[1].Hex.String() + " " + r.p.Leaders[2].Hex.String()
	}
	p := position(t, text)
	r := newRun(p.rs, p, nil)
	r.accompany(0, hex.H(505), hex.H(405))
	if got := at(r); got != "0405 0405 0605" {
		t.Errorf("2.5.2-d: got commanders at %s, want 0405 0405 0605", got)
	}
	r.accompany(0, hex.H(405), hex.H(305))
	if got := at(r); got != "0305 0405 0605" {
		t.Errorf("only those go on who came along: got %s, want 0305 0405 0605", got)
	}
	told(r)
	r.accompany(0, hex.H(305), hex.None)
	wantTold(t, r, `[2.5.2-h] commander by=French id=nap to=off cause="lost with a"`)
	if r.p.commanderAlive(0) || !r.p.commanderAlive(1) {
		t.Error("nap is lost with his unit, ber is not")
	}
	r.p.Phase = RoutPhase
	r.accompany(1, hex.H(405), hex.H(305))
	r.accompany(1, hex.H(305), hex.None)
	told := engine.PrintEvents(r.out)
	for _, want := range []string{"[2.5.2-g] commander by=French id=ber to=off",
		"[2.5.2-i] reveal by=French group=french orders=none"} {
		if !strings.Contains(told, want) {
			t.Errorf("a rout off the map: got\n%s, want %s", told, want)
		}
	}
}

func TestLeftAlone(t *testing.T) {
	p := position(t, "unit a French inf at=0505\nunit x Allied inf at=0605\ncommander nap French at=0505")
	r := newRun(p.rs, p, nil)
	r.eliminate(0, "8.5-g", "test")
	if got := r.p.Leaders[0].Hex.String(); got != "0304" {
		t.Errorf("JDG-Q17: got the commander at %s, want him displaced to 0304", got)
	}
}

func TestLeadByStandingOrder(t *testing.T) {
	const text = "unit a French inf at=0505\nunit x Allied inf at=1210\ncommander nap French at=0505\n" +
		"commander ber French at=0110"
	tests := []struct {
		name, line string
		setup      func(r *run)
		want       string // nap, ber
	}{
		{"P14 default", "", nil, "0505 0110"},
		{"P14 follows his unit", "standing lead a for nap", nil, "0703 0110"},
		{"P14 not a unit that stayed", "standing lead a for nap", func(r *run) {
			r.act.parts.edit(0).deeds = 0
		}, "0505 0110"},
		{"2.5.1-f not twice in a turn", "standing lead a for nap", func(r *run) { r.p.Leaders[0].Moved = true },
			"0505 0110"},
		{"2.5.1-f not beyond 7 MP", "standing lead a for ber", nil, "0505 0110"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := activated(t, text, "french", NoOrders)
			if tt.line != "" {
				wantFault(t, give(t, r, tt.line), "", "")
			}
			r.p.place(0, hex.H(703))
			r.note(0, moved)
			if tt.setup != nil {
				tt.setup(r)
			}
			r.leadRest()
			if got := r.p.Leaders[0].Hex.String() + " " + r.p.Leaders[1].Hex.String(); got != tt.want {
				t.Errorf("commanders: got %s, want %s", got, tt.want)
			}
		})
	}
	p := position(t, text)
	for _, l := range []string{"standing lead x", "standing lead a for a", "standing lead a for french"} {
		if f := p.rs.Check(p, lines("French", l)); len(f) != 1 || f[0].Kind != engine.Invalid {
			t.Errorf("%q: got %v, want that it cannot be read", l, f)
		}
	}
}

func TestLeadFaults(t *testing.T) {
	const text = "unit a French inf at=0505\nunit b French inf\narrival 2 form=french hex=0101\n" +
		"unit x Allied inf at=1210\ncommander nap French at=0505\ncommander kut Allied at=1210"
	r := activated(t, text, "french", NoOrders)
	wantFault(t, give(t, r, "lead nap with b"), "2.5.1-f", "not on the map")
	r.p.Leaders[0] = Leader{}
	wantFault(t, give(t, r, "lead nap to 0404"), "2.5.2", "eliminated")
	p := position(t, text)
	for _, w := range []string{"kut", "a", "nobody"} {
		f := p.rs.Check(p, lines("French", "lead "+w+" to 0505"))
		if want := `"` + w + `" is no commander of yours`; len(f) == 0 || f[0].Kind != engine.Invalid ||
			f[0].Msg.String() != want {
			t.Errorf("%s: got %v, want %s", w, f, want)
		}
	}
	for _, l := range []string{"lead", "lead nap", "lead nap with", "lead nap with a,b",
		"lead nap to", "lead nap to 9999"} {
		if f := p.rs.Check(p, lines("French", l)); len(f) == 0 || f[0].Kind != engine.Invalid {
			t.Errorf("%q: got %v, want that it cannot be read", l, f)
		}
	}
}

// TestMetWhereItRouts: a unit retires to where a commander stands, and routs there before
// any die is rolled: he goes with it [2.5.2-d]. In the bundled table disorder comes first, so it
// takes another one.
func TestMetWhereItRouts(t *testing.T) {
	table := "# A test [8.5]\n# Source: a test\nindex,effects\n"
	for n := range 10 {
		table += itoa(n) + ",d-retire d-disorder\n"
	}
	tables, err := setup.LoadTables(map[string][]byte{"tables/shock.csv": []byte(table)})
	if err != nil {
		t.Fatal(err)
	}
	r := activated(t, "unit a French inf at=0505\nunit x Allied inf at=0605 state=disordered\n"+
		"commander kut Allied at=0705\n", "french", ReceivedOrders, 0)
	r.rs.tables = tables
	r.setMark()
	wantFault(t, give(t, r, "shock a at 0605"), "", "")
	if err := r.combats(); err != nil {
		t.Fatal(err)
	}
	if want := "commander by=Allied id=kut to=0804 path=0705,0804 cause=withdrawal"; !strings.Contains(told(r), want) {
		t.Errorf("the commander stays behind; want %s", want)
	}
}
