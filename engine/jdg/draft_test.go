package jdg

import (
	"math/rand/v2"
	"strings"
	"testing"

	"berthier/engine"
)

// TestOptionsFollow: what is listed belongs to the phase, and not to a step
// before the last of the draft.
func TestOptionsFollow(t *testing.T) {
	const ground = "formation ney French am=4,3\nformation davout French\n" +
		"unit g French art form=ney at=0505 range=3/6\n" +
		"unit a French inf form=ney at=0505\n" +
		"unit b French inf form=davout at=0509\nunit x Allied inf at=0705\ncommander soult French at=0505\n"
	for _, tt := range []struct {
		name, position, draft, has, lacks string
	}{
		{"the Orders Phase", ground, "", "order", "move"},
		{"an activation", ground + "drawn ney\n", "", "fire move", "order answer standing when"},
		{"after a fire", ground + "drawn ney\n", "fire g at 0705", "move", "stack initiative order"},
		{"after a move", ground + "drawn ney\n", "move a to 0605", "shock move", "fire stack"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rs, p, err := ReadCase([]byte(tt.position), nil)
			if err != nil {
				t.Fatal(err)
			}
			d := rs.Draft(p, rs.Owed(p)[0])
			if tt.draft != "" {
				d.Add(lines("French", tt.draft).Lines[0])
			}
			found := map[string]int{}
			for _, o := range d.Options() {
				found[o.Words[0]]++
			}
			wantWords(t, found, tt.has, tt.lacks)
		})
	}
	rs, p, err := ReadCase([]byte(ground+"drawn ney\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range rs.Owed(p) {
		if d.Optional {
			found := map[string]int{}
			for _, o := range rs.Draft(p, d).Options() {
				found[o.Words[0]]++
			}
			wantWords(t, found, "standing when", "move fire order answer")
			return
		}
	}
	t.Error("nothing is optional")
}

// wantWords compares the first words of options with those that have to be
// among them, and those that must not.
func wantWords(t *testing.T, found map[string]int, has, lacks string) {
	t.Helper()
	for _, w := range strings.Fields(has) {
		if found[w] == 0 {
			t.Errorf("no %s among %v", w, found)
		}
	}
	for _, w := range strings.Fields(lacks) {
		if found[w] > 0 {
			t.Errorf("%s is among %v", w, found)
		}
	}
}

// TestWhenOptions: what is offered to be ordered beforehand names a unit of
// the formation that is on the map, and the hex of the enemy nearest to it.
func TestWhenOptions(t *testing.T) {
	const ground = "turns 2\nformation ney French\nformation davout French\nformation murat French\n" +
		"unit b French inf form=davout at=0509\nunit r French inf form=ney\narrival 2 form=ney hex=0105 units=r\n" +
		"unit a French inf form=ney at=0505\nunit c French inf form=murat\narrival 2 form=murat hex=0106 units=c\n" +
		"unit y Allied inf at=0909\nunit x Allied inf at=0705\nunit z Allied inf at=1005\n"
	p := position(t, ground)
	var got []string
	for _, d := range p.rs.Owed(p) {
		if d.Side != "French" {
			continue
		}
		d.Optional = true
		for _, o := range p.rs.Draft(p, d).Options() {
			if o.Words[0] == "when" {
				got = append(got, strings.Join(o.Words, " "))
			}
		}
		break
	}
	want := []string{}
	for _, f := range []string{"ney a 0705", "davout b 0909"} {
		w := strings.Fields(f)
		for _, o := range []string{"hold", "again if no-enemy-within 3 hold", "if ordered move UNIT toward HEX",
			"again move UNIT toward HEX", "if enemy-within 2 shock UNIT at HEX", "none"} {
			want = append(want, "when "+w[0]+" "+strings.NewReplacer("UNIT", w[1], "HEX", w[2]).Replace(o))
		}
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// TestPickIsAnOption: what is drawn is one of the options, and sooner or later
// each verb with each unit.
func TestPickIsAnOption(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit g French art at=0505 range=3/6\nunit a French inf at=0505\n"+
		"unit c French cav at=0509\nunit x Allied inf at=0705\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	left, all := map[string]bool{}, map[string]bool{}
	for _, o := range d.Options() {
		left[o.Words[0]+" "+o.Words[1]], all[strings.Join(o.Words, " ")] = true, true
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < 20000 && len(left) > 0; n++ {
		o, ok := d.Pick(rng.IntN)
		words := strings.Join(o.Words, " ")
		if !ok || !all[words] {
			t.Fatalf("drew %q, %v: no option", words, ok)
		}
		delete(left, o.Words[0]+" "+o.Words[1])
	}
	if len(left) > 0 {
		t.Errorf("of %d options these were never drawn: %v", len(all), left)
	}
	if n := len(d.Options()); n != len(all) {
		t.Errorf("after drawing %d options are listed, before it %d", n, len(all))
	}
}

// TestPickFindsTheOnlyOption: as long as there is an option one is drawn,
// however many verbs and units have none.
func TestPickFindsTheOnlyOption(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit r French inf at=0505 state=routed\nunit q French inf at=1206 state=routed\n"+
		"unit s French art at=1204 state=routed\n"+
		"unit x Allied inf at=1205\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	if all := d.Options(); len(all) != 1 {
		t.Fatalf("got options %v, want the rally of r only", all)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		if o, ok := d.Pick(rng.IntN); !ok || strings.Join(o.Words, " ") != "rally r" {
			t.Fatalf("drew %v, %v, want rally r", o.Words, ok)
		}
	}
}

// TestPickOfNothing: where there is no option none is drawn.
func TestPickOfNothing(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit q French inf at=1206 state=routed\nunit x Allied inf at=1205\ndrawn french\n"),
		nil)
	if err != nil {
		t.Fatal(err)
	}
	if o, ok := rs.Draft(p, rs.Owed(p)[0]).Pick(rand.New(rand.NewPCG(1, 2)).IntN); ok {
		t.Errorf("drew %v", o.Words)
	}
}

// TestAddOfNoOption: an order that is no option changes nothing in a draft.
func TestAddOfNoOption(t *testing.T) {
	rs, p, err := ReadCase([]byte("unit a French inf at=0505\nunit x Allied inf at=0705\ndrawn french\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	want := len(d.Options())
	for _, l := range []string{"rally a", "rally nobody", "jump a"} {
		d.Add(lines("French", l).Lines[0])
		if got := len(d.Options()); got != want {
			t.Errorf("after %q: got %d options, want %d", l, got, want)
		}
	}
}

// TestOptionsAfterStandingDrop: groups that get orders are those that there
// will be when standing orders have given up Renfort markers.
func TestOptionsAfterStandingDrop(t *testing.T) {
	rs, p, err := ReadCase([]byte("formation ney French\nunit a French inf form=ney at=0105\n"+
		"unit b French inf form=ney at=0305\nunit c French inf form=ney at=0505\n"+
		"unit x Allied inf at=1205\ncommander nap French at=0105\nrenfort b\nstands French P2 yes b\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := ordersOffered(rs.Draft(p, rs.Owed(p)[0])); got != "ney" {
		t.Errorf("got orders for %s, want one for ney", got)
	}
}

// TestOrdersStillToGive: orders are offered to own groups that have none yet.
func TestOrdersStillToGive(t *testing.T) {
	rs, p, err := ReadCase([]byte("formation ney French\nformation van French\nunit a French inf form=ney at=0105\n"+
		"unit b French inf form=van at=0305\n"+
		"unit x Allied inf at=1205\ncommander nap French at=0105\ncommander kut Allied at=1205\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := rs.Draft(p, rs.Owed(p)[0])
	if got := ordersOffered(d); got != "ney van" {
		t.Errorf("got orders for %s, want ney and van", got)
	}
	d.Add(lines("French", "order ney").Lines[0])
	if got := ordersOffered(d); got != "van" {
		t.Errorf("when ney has orders: got orders for %s, want van", got)
	}
}

// ordersOffered lists the groups to which a draft would give orders.
func ordersOffered(d engine.Draft) string {
	var got []string
	for _, o := range d.Options() {
		if o.Words[0] == "order" {
			got = append(got, o.Words[1])
		}
	}
	return strings.Join(got, " ")
}
