package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ask"
)

// TestLoadReplaces wants a file of an owner of the game to take the place of
// the embedded one, or to be added, and a wrong one to be named.
func TestLoadReplaces(t *testing.T) {
	own := []byte("scenario \"Own\"\nunit a French inf at=0101\nunit b Allied inf at=0505\n")
	rs, err := Load(map[string][]byte{"scenarios/own.txt": own, "scenarios/goldbach.txt": own,
		"tables/ratio.csv": []byte("# Ratios [8.6.1]\n# Source: me\ncolumn,drm\n1:1.5,-1\n2:1,3\n")})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rs.Scenarios(), []string{"austerlitz", "goldbach", "own"}; !slices.Equal(got, want) {
		t.Errorf("got scenarios %v, want %v", got, want)
	}
	for name, title := range map[string]string{"own": "Own", "goldbach": "Own"} {
		if s := rs.Scenario(name); s == nil || s.Title != title || s.Name != name {
			t.Errorf("scenario %s: got %+v", name, s)
		}
	}
	if rs.Scenario("none") != nil {
		t.Error("a scenario that does not exist was found")
	}
	for _, c := range []struct{ name, text, want string }{
		{"scenarios/own.txt", "banana", "scenarios/own.txt: line 1"},
		{"scenarios/own.csv", "scenario X", "scenarios/own.csv"},
		{"own.txt", "scenario X", "own.txt"},
		{"tables/fire.csv", "banana", "tables/fire.csv"},
	} {
		if _, err := Load(map[string][]byte{c.name: []byte(c.text)}); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// TestStartRefuses wants a scenario or option that does not exist to be named,
// with what there is.
func TestStartRefuses(t *testing.T) {
	rs := embedded(t)
	for _, c := range []struct {
		setup engine.Setup
		want  string
	}{
		{engine.Setup{Scenario: "waterloo"}, `no scenario "waterloo"; there are austerlitz, goldbach`},
		{engine.Setup{Scenario: "goldbach", Options: map[string]string{"fog": "yes"}},
			`unknown option "fog"; the only option is ask`},
		{engine.Setup{Scenario: "goldbach", Options: map[string]string{"ask": "P17,P99"}},
			`option ask: "P99" is not one of `},
		// nobody asks for moves
		{engine.Setup{Scenario: "goldbach", Options: map[string]string{"ask": "P11"}},
			`option ask: "P11" is not one of `},
	} {
		if _, err := rs.Start(c.setup); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %s", c.setup, err, c.want)
		}
	}
	for option, want := range map[string][]string{"": nil, "none": nil, "p23,P17,p17": {"P17", "P23"},
		"all": strings.Fields("P5 P10 P15 P17 P18 P23 P24 P25 P26 P29 P30 P31 P32 P33 P34 P35 P39 P40")} {
		p, err := rs.Start(engine.Setup{Scenario: "goldbach", Options: map[string]string{"ask": option}})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.(*Position).ask; !slices.Equal(got, want) {
			t.Errorf("ask=%s: got %v, want %v", option, got, want)
		}
	}
}

// TestResolveRefusesFaults wants no events from orders that are wrong.
func TestResolveRefusesFaults(t *testing.T) {
	rs := embedded(t)
	p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	events, err := rs.Resolve(p,
		[]engine.Orders{written("French", "order nobody"), written("Allied", "banana", "order nowhere")},
		engine.NewForced(1, 2))
	faults, ok := err.(engine.Faults)
	if !ok || len(faults) != 3 || events != nil {
		t.Errorf("got %v and %v, want the faults of both sides", events, err)
	}
}

// TestOwed wants both sides to owe secret, open orders in the Orders Phase, and
// after that one side to owe and the other to be free to write.
func TestOwed(t *testing.T) {
	rs := embedded(t)
	p, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	type flags struct {
		side                   engine.Side
		open, secret, optional bool
	}
	owed := func(p engine.Position) (got []flags) {
		for _, d := range rs.Owed(p) {
			got = append(got, flags{d.Side, d.Open, d.Secret, d.Optional})
		}
		return got
	}
	if got, want := owed(p), []flags{{"French", true, true, false},
		{"Allied", true, true, false}}; !slices.Equal(got, want) {
		t.Errorf("phase A: got %v, want %v", got, want)
	}
	p, _ = resolved(t, rs, p, engine.NewForced(9, 0), written("French", "first legrand"), written("Allied"))
	if got, want := owed(p), []flags{{"French", true, false, false},
		{"Allied", true, true, true}}; !slices.Equal(got, want) {
		t.Errorf("phase D: got %v, want %v", got, want)
	}
	q := p.(*Position).clone()
	q.Phase = GameOver
	if got := owed(q); got != nil {
		t.Errorf("over: got %v", got)
	}
}

// TestCloneSharesNothing changes all that can change in a copy.
func TestCloneSharesNothing(t *testing.T) {
	rs := embedded(t)
	_, after, _ := austerlitz(t, rs)
	p := after.(*Position)
	p.setStanding(0, ask.StandingOrder{Kind: "P17", Answer: "no"})
	p.setStanding(1, ask.StandingOrder{Kind: "P17", Answer: "no"})
	was := string(p.Encode())
	q := p.clone()
	for i := range q.sc.Units {
		*q.edit(i) = Unit{Group: -1}
	}
	for i := range q.Leaders {
		q.Leaders[i].Moved = !q.Leaders[i].Moved
	}
	for i := range q.sc.Forms {
		q.editForm(i).Acted = !q.formAt(i).Acted
	}
	for i := range q.Groups {
		q.Faces[i].Revealed = !q.Faces[i].Revealed
	}
	q.dropMarker(q.marker(q.Cup[0]))
	q.addMarker("legrand/2:3")
	for i := range q.Held {
		q.hold(i, q.Held[i]+1)
	}
	for s := range q.Sheets {
		q.setStanding(s, ask.StandingOrder{Kind: "P17", Answer: "yes"})
	}
	for i := range q.slots() {
		*q.tops.edit(i) = 0
	}
	*q.taken.edit(0) = 0
	if got := string(p.Encode()); got != was {
		t.Error("a change of the copy shows in the position")
	}
	if len(p.Held) == 0 || slices.Equal(p.Held, q.Held) {
		t.Error("the copy shares who holds the goals")
	}
}
