package jdg

import (
	"math/rand/v2"
	"strings"
	"testing"

	"berthier/engine"
)

// TestAboutRest: what is offered where there is no enemy to turn to, to those who
// come on, and to those in square.
func TestAboutRest(t *testing.T) {
	for _, tt := range []struct{ name, position, id, verbs, want string }{
		{"nobody to turn to", "size 5x4\nunit a French inf at=0203 ma=1\nunit x Allied inf\n" +
			"arrival 2 form=allied hex=0501\ndrawn french\n",
			"a", "move", "move a to 0202 face E: 1 MP (0202 for 1, of 1 MP)"},
		{"coming on", "size 5x4\nunit a French inf ma=2\nunit x Allied inf at=0501\narrival 1 form=french hex=0102\n" +
			"drawn french\n",
			"a", "enter", "enter a to 0102 normal face E: 1 MP (0102 for 1, of 2 MP)"},
		{"in square", "size 5x4\nunit a French inf at=0203\nsquared a\nunit x Allied inf at=0501\ndrawn french\n",
			"a", "unsquare", "unsquare a: 2 MP (for each unit of the hex)"},
	} {
		rs, p, err := ReadCase([]byte(tt.position), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := aboutLines(rs.Draft(p, rs.Owed(p)[0]), tt.id, tt.verbs)
		if !strings.Contains("\n"+got, "\n"+tt.want+"\n") {
			t.Errorf("%s: got\n%swant %s among them", tt.name, got, tt.want)
		}
	}
}

// TestLookingChangesNothing: what is drawn does not depend on what was looked at
// before.
func TestLookingChangesNothing(t *testing.T) {
	const ground = "size 30x20\nunit a French cav at=0505\nunit b French inf at=0510\nunit x Allied inf at=2015\n" +
		"drawn french\n"
	looks := []struct {
		name string
		look func(d engine.Draft)
	}{
		{"nothing", func(engine.Draft) {}},
		{"all options", func(d engine.Draft) { d.Options() }},
		{"those about a unit", func(d engine.Draft) { d.About("a") }},
		{"a draw", func(d engine.Draft) { d.Pick(func(int) int { return 0 }) }},
	}
	var want string
	for i, l := range looks {
		rs, p, err := ReadCase([]byte(ground), nil)
		if err != nil {
			t.Fatal(err)
		}
		d := rs.Draft(p, rs.Owed(p)[0])
		l.look(d)
		rng := rand.New(rand.NewPCG(1, 2))
		var picks []string
		for range 20 {
			o, _ := d.Pick(rng.IntN)
			picks = append(picks, strings.Join(o.Words, " "))
		}
		if got := strings.Join(picks, "\n"); i == 0 {
			want = got
		} else if got != want {
			t.Errorf("after %s was looked at: drew\n%s\nwant\n%s", l.name, got, want)
		}
	}
}

// TestNoFilesToStartWith: this game begins with nothing that another has exported.
func TestNoFilesToStartWith(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = rs.Start(engine.Setup{Scenario: "goldbach", Files: map[string][]byte{"march": nil}})
	if err == nil || !strings.Contains(err.Error(), `file "march"`) {
		t.Errorf("got %v", err)
	}
}

// TestMapOfOneColumn: the second column of a map lies half a hex lower.
func TestMapOfOneColumn(t *testing.T) {
	for size, want := range map[string]int{"1x8": 17, "2x8": 18, "9x8": 18} {
		p := position(t, "size "+size+"\nunit a French inf at=0102\nunit x Allied inf at=0107\n")
		if got := p.rs.Map(p, nil, "French").Max.Y; got != want {
			t.Errorf("%s: got height %d, want %d", size, got, want)
		}
	}
}
