package jdg

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
)

// someOptions lists what an order template chooses from.
func someOptions(dr engine.Draft) (out []engine.Order) {
	d := dr.(*draft)
	for _, v := range d.r.rs.verbs {
		if d.takes(v.step) {
			v.eachOption(d.r, func(words ...string) { out = append(out, engine.Order{Words: slices.Clone(words)}) })
		}
	}
	return out
}

const aboutGround = `
size 9x6
hex 0303 woods
unit a French inf at=0203 ma=2
unit b French inf at=0203 ma=1
unit c French cav at=0104 ma=3
unit g French art at=0405 range=2/4
unit e Allied inf at=0503
unit f Allied inf at=0505
commander soult French at=0203
drawn french
`

// aboutLines is what a draft offers about an id, one option a line.
func aboutLines(d engine.Draft, id, verbs string) string {
	var b strings.Builder
	for _, o := range d.About(id) {
		if slices.Contains(strings.Fields(verbs), o.Order.Words[0]) {
			fmt.Fprintf(&b, "%s: %s (%s)\n", strings.Join(o.Order.Words, " "), o.Cost, o.Why)
		}
	}
	return b.String()
}

func TestAbout(t *testing.T) {
	rs, p, err := ReadCase([]byte(aboutGround), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ id, verbs, after, want string }{
		{"b", "move", "", `
move a,b to 0202 face E: 1 MP (0202 for 1, of 1 MP)
move a,b 0202 face SSE: 1 MP (0202 for 1, of 1 MP)
move a,b to 0304 face NNE: 1 MP (0304 for 1, of 1 MP)
move a,b to 0204 face NNE: 1 MP (0204 for 1, of 1 MP)
move a,b to 0103 face E: 1 MP (0103 for 1, of 1 MP)
move b to 0202 face E: 1 MP (0202 for 1, of 1 MP)
move b 0202 face SSE: 1 MP (0202 for 1, of 1 MP)
move b to 0304 face NNE: 1 MP (0304 for 1, of 1 MP)
move b to 0204 face NNE: 1 MP (0204 for 1, of 1 MP)
move b to 0103 face E: 1 MP (0103 for 1, of 1 MP)
`},
		{"0205", "move", "", `
move a to 0205 face E: 2 MP (0204 for 1, 0205 for 1, of 2 MP)
move c to 0205 face E: 2 MP (0204 for 1, 0205 for 1, of 3 MP)
move c 0204 0205 face SSE: 2 MP (0204 for 1, 0205 for 1, of 3 MP)
move g to 0205 face E: 3 MP (0306 for 2, 0205 for 1, of 6 MP)
move g 0306 0205 face SSE: 3 MP (0306 for 2, 0205 for 1, of 6 MP)
`},
		{"0205", "move", "move a to 0205", `
move g to 0205: 3 MP (0306 for 2, 0205 for 1, of 6 MP)
move g 0306 0205: 3 MP (0306 for 2, 0205 for 1, of 6 MP)
`},
		{"A", "square", "", "\nsquare a: all MP (a square does not move)\n"},
		{"0505", "fire", "", "\nfire g at 0505:  ()\n"},
		{"soult", "lead", "", ""},
		{"e", "move fire charge", "", ""}, // what is done to enemies names their hex
		{"nobody", "move", "", ""},
	} {
		d := rs.Draft(p, rs.Owed(p)[0])
		if tt.after != "" {
			d.Add(lines("French", tt.after).Lines[0])
		}
		got := aboutLines(d, tt.id, tt.verbs)
		if tt.id == "soult" {
			if !strings.Contains(got, "lead soult to 0103: 1 MP (at cavalry rates, of 7 MP)\n") {
				t.Errorf("about soult: got\n%s", got)
			}
			continue
		}
		if got != strings.TrimPrefix(tt.want, "\n") {
			t.Errorf("about %s after %q: got\n%swant%s", tt.id, tt.after, got, tt.want)
		}
	}
}

// TestAboutLeavesNoHexOut: a unit is offered every hex to which a move would be
// accepted, and no other.
func TestAboutLeavesNoHexOut(t *testing.T) {
	rs, p, err := ReadCase([]byte("size 20x16\nunit c French cav at=0808 ma=5\nunit e Allied inf at=1208\n"+
		"hex 0707 woods\nhex 0909,0910 marsh\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	offered := map[string]bool{}
	for _, o := range d.About("c") {
		if o.Order.Words[0] == "move" && o.Order.Words[2] == "to" {
			offered[o.Order.Words[3]] = true
		}
	}
	n := 0
	for _, h := range p.sc.Map.Hexes() {
		move := lines("French", "move c to "+h.String())
		legal := len(rs.Check(p, move)) == 0
		if offered[h.String()] != legal {
			t.Errorf("%s: offered %v, legal %v", h, offered[h.String()], legal)
		}
		if legal {
			n++
		}
	}
	if n < 50 {
		t.Errorf("only %d hexes can be reached", n)
	}
}

// TestAboutLooksAtLittle: what is offered about one unit does not search the
// ways of others.
func TestAboutLooksAtLittle(t *testing.T) {
	var text strings.Builder
	text.WriteString("size 40x30\nunit e Allied inf at=4030\nunit one French cav at=0101\ndrawn french\n")
	for i := range 30 {
		fmt.Fprintf(&text, "unit u%d French cav at=%s\n", i, hex.Hex{Col: int8(10 + i), Row: 20})
	}
	rs, p, err := ReadCase([]byte(text.String()), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	if len(d.About("one")) < 10 {
		t.Fatalf("about one: %d options", len(d.About("one")))
	}
	about := testing.AllocsPerRun(3, func() { d.About("one") })
	all := testing.AllocsPerRun(3, func() { d.Options() })
	t.Logf("about one unit %.0f allocations, all options %.0f", about, all)
	if about > all/3 { // each of them with its cost, which the list of all goes without
		t.Errorf("about one unit of 31: %.0f allocations, all options: %.0f", about, all)
	}
}

// TestAboutLeavesOthersOut: no verb whose orders are for units of one hex is
// tried with units that are far away from the one in question.
func TestAboutLeavesOthersOut(t *testing.T) {
	text := "size 40x30\nunit one French cav at=0101\ndrawn french\n"
	for i := range 5 {
		text += fmt.Sprintf("unit u%d French inf at=20%02d\nunit e%d Allied inf at=21%02d\n", i, 4+4*i, i, 4+4*i)
	}
	rs, p, err := ReadCase([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{}
	for i, v := range rs.verbs {
		counted := *v
		counted.options = func(r *run, subject int, yield func(words ...string)) {
			tried[v.Word]++
			v.options(r, subject, yield)
		}
		rs.verbs[i] = &counted
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	d.Options()
	all := maps.Clone(tried)
	clear(tried)
	d.About("one")
	var few []string
	for _, v := range rs.verbs {
		if all[v.Word] >= 5 && tried[v.Word] <= 1 {
			few = append(few, v.Word)
		}
	}
	const want = "move march square unsquare face stack fire shock charge rally"
	if got := strings.Join(few, " "); got != want {
		t.Errorf("tried with few of the units: got %s, want %s", got, want)
	}
}
