package sheet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/engine/ccn"
	"berthier/engine/enginetest"
	"berthier/engine/jdg"
	"berthier/engine/pbs"
	"berthier/engine/tlm"
	"berthier/engine/tongue"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

func load(name string, data map[string][]byte) (engine.Ruleset, error) {
	for _, g := range []engine.Game{jdg.Game, ccn.Game, pbs.Game, tlm.Game} {
		if g.Name == name {
			return g.Load(data)
		}
	}
	return nil, fmt.Errorf("no game %q", name)
}

// opened is the sheet of the first side that owes something after some steps of defaults.
func opened(t testing.TB, rules, scenario string, steps int) *Sheet {
	t.Helper()
	rs, err := load(rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	for step := range steps {
		var in []engine.Orders
		for _, side := range rs.Sides(p) {
			if engine.Owes(rs.Owed(p), side) {
				in = append(in, engine.Held(rs, p, engine.Orders{Side: side}))
			}
		}
		events, err := rs.Resolve(p, in, engine.NewStream("game-1", step+1, engine.InputHash(nil), engine.Link{1},
			engine.Link{2}))
		if err != nil {
			t.Fatal(err)
		}
		p = rs.Apply(p, events)
	}
	owed := rs.Owed(p)
	side := owed[slices.IndexFunc(owed, func(d engine.Decision) bool { return !d.Optional })].Side
	view := rs.View(p, side)
	s, err := Open(load, position.Attachment{Game: "game-1", Side: side, Turn: rs.Turn(p), Step: steps + 1,
		Ruleset: rs.Name(), Version: rs.Version(), Data: rs.Data(view), View: view.Encode()}.Print())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// with is the text of a sheet with some orders in it.
func with(s *Sheet, orders ...string) []byte {
	return []byte(strings.TrimSuffix(s.Tell(tongue.En).Text, "end\n") + strings.Join(orders, "\n") + "\nend\n")
}

// put is a text with a choice in it, as the page writes it.
func put(s *Sheet, c Choice) []byte {
	lines := strings.Split(s.Tell(tongue.En).Text, "\n")
	switch {
	case c.Instead > 0:
		lines[c.Instead-1] = c.Line
	default:
		at := c.Before - 1
		if at < 0 {
			at = slices.Index(append(lines, "end"), "end")
		}
		lines = slices.Insert(lines, at, c.Line)
	}
	return []byte(strings.Join(lines, "\n"))
}

// In each game all that is offered can be written: a piece's choices and the lines of the forms.
func TestOffersWhatIsLegal(t *testing.T) {
	for _, g := range []struct {
		rules, scenario string
		steps           int
	}{{"jdg", "goldbach", 0}, {"jdg", "goldbach", 1}, {"jdg", "goldbach", 3}, {"ccn", "crossroads", 0},
		{"ccn", "crossroads", 1}, {"pbs", "danube", 0}, {"pbs", "danube", 1}, {"pbs", "danube", 2}, {"tlm", "marne", 0},
		{"tlm", "marne", 1}} {
		t.Run(fmt.Sprint(g.rules, g.steps), func(t *testing.T) {
			s := opened(t, g.rules, g.scenario, g.steps)
			if told := s.Tell(tongue.En); len(told.Owed) == 0 || told.Owed[0].Prompt == "" {
				t.Errorf("he owes %+v", told.Owed)
			}
			offered := 0
			try := func(c Choice) {
				if offered++; offered%7 != 1 && offered > 60 { // each of the first, and a sample of the rest
					return
				}
				if r := s.Read(put(s, c), "", tongue.En); len(r.Faults) > 0 && r.Faults[0].Line > 0 {
					t.Errorf("%+v is offered, and is wrong: %+v", c, r.Faults)
				}
			}
			for _, f := range s.Forms(with(s), tongue.En) {
				for _, line := range f.Lines {
					try(Choice{Line: line, Instead: f.Instead})
				}
			}
			if m := s.Read(with(s), "", tongue.En).Map; m != nil {
				for _, p := range m.Pieces {
					for _, c := range s.About(with(s), []string{p.ID, p.Band}) {
						if o := (engine.Order{Words: strings.Fields(c.Line)}); !o.Names(p.ID) && !o.Names(p.Band) {
							t.Errorf("%q is no order for %s", c.Line, p.ID)
						}
						try(c)
					}
				}
			}
			if offered == 0 {
				t.Error("nothing is offered")
			}
		})
	}
}

// A whole formation moves toward a hex by one line, and by no other until that is out.
func TestOffersBodies(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	var bands []string
	for _, p := range s.Read(with(s), "", tongue.En).Map.Pieces {
		if p.Body != (p.Own && p.Active) {
			t.Errorf("%s acts with its formation: %v", p.ID, p.Body)
		}
		if p.Body && !slices.Contains(bands, p.Band) {
			bands = append(bands, p.Band)
		}
	}
	if len(bands) != 1 {
		t.Fatalf("formations that act: %q", bands)
	}
	all := s.About(with(s), bands)
	i := slices.IndexFunc(all, func(c Choice) bool {
		return c.Line == "move "+strings.ToLower(bands[0])+" toward 0605"
	})
	if i < 0 {
		t.Fatalf("%s can only %+v", bands[0], all)
	}
	text := with(s, all[i].Line)
	if r := s.Read(text, "", tongue.En); len(r.Faults) > 0 || len(r.Lines) != 1 {
		t.Errorf("%q: %+v", all[i].Line, r)
	}
	for _, c := range s.About(text, bands) {
		if strings.HasPrefix(c.Line, "move ") && c.Instead == 0 {
			t.Errorf("it moves twice: %+v", c)
		}
	}
}

// What a line for a formation leaves out is told in the language of the reader.
func TestNotesInLanguage(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	notes := s.Read(with(s, "move kienmay toward 0709"), "", tongue.Fr).Notes
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "La ligne ") || strings.Contains(notes[0], "leaves") {
		t.Errorf("in French: %q", notes)
	}
}

// Who points at the place of a region points at no other, however bent its border is.
func TestPlaceOfRegion(t *testing.T) {
	if got := within([][2]float32{{0, 0}, {10, 0}, {10, 1}, {2, 1}, {2, 9}, {10, 9}, {10, 10},
		{0, 10}}); got != [2]float32{1, 5} {
		t.Errorf("the place of a bow is %v", got)
	}
	m := opened(t, "tlm", "marne", 1).Read(nil, "", tongue.En).Map
	for _, r := range m.Regions {
		last := slices.IndexFunc(m.Regions, func(o Spot) bool { return o.ID == r.ID })
		for i, o := range m.Regions {
			if inside(r.At, o.Outline) {
				last = i
			}
		}
		if m.Regions[last].ID != r.ID || !inside(r.At, r.Outline) {
			t.Errorf("the place of %s is in %s", r.ID, m.Regions[last].ID)
		}
	}
}

func inside(at [2]float32, outline [][2]float32) (is bool) {
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		if (p[1] > at[1]) != (q[1] > at[1]) && at[0] < p[0]+(q[0]-p[0])*(at[1]-p[1])/(q[1]-p[1]) {
			is = !is
		}
	}
	return is
}

// A line with a fault is told, and what the others do is shown all the same.
func TestShowsWhatHolds(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	stands := s.Read(with(s), "", tongue.En)
	good := s.Read(with(s, "move arthus to 0706"), "", tongue.En)
	mixed := s.Read(with(s, "move arthus to 0706", "move hessen to 9999", "dance"), "", tongue.En)
	switch {
	case good.Leads == stands.Leads || len(good.Faults) != 0:
		t.Errorf("a move leads nowhere: %+v", good.Faults)
	case mixed.Leads != good.Leads || len(mixed.Faults) != 2 || len(mixed.Lines) != 1:
		t.Errorf("with two faults it comes to %v, %+v", mixed.Lines, mixed.Faults)
	case mixed.Faults[0].Hint == "" && mixed.Faults[1].Hint == "":
		t.Errorf("no fault says what would be right: %+v", mixed.Faults)
	}
	if r := s.Read(with(s, "move arthus to 0706"), good.Leads, tongue.En); r.Map != nil || good.Map == nil {
		t.Error("the map comes although nothing has changed")
	}
	if r := s.Read(with(s, "move arthus to 0706"), good.Leads, tongue.Fr); r.Map == nil {
		t.Error("the map does not come in another language")
	}
	at := func(r Verdict) string {
		return r.Map.Pieces[slices.IndexFunc(r.Map.Pieces, func(p Spot) bool { return p.ID == "arthus" })].Region
	}
	if at(stands) != "0807" || at(good) != "0706" {
		t.Errorf("the piece goes from %s to %s", at(stands), at(good))
	}
}

// An order of a step that comes before those of the file is offered all the same, for the line
// where it still can stand.
func TestOffersFurtherUp(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	text := with(s, "move arthus to 0706", "rally none")
	all := s.About(text, []string{"hessen"})
	if len(all) == 0 || all[0].Before == 0 {
		t.Fatalf("behind the last step hessen can %+v", all)
	}
	if line := strings.Split(string(text), "\n")[all[0].Before-1]; line != "rally none" {
		t.Errorf("it is to stand before %q", line)
	}
}

// A piece that has its order can be given another in its place.
func TestOffersInstead(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	text := with(s, "move arthus to 0706")
	all := s.About(text, []string{"arthus"})
	i := slices.IndexFunc(all, func(c Choice) bool { return strings.HasPrefix(c.Line, "move ") })
	if i < 0 || all[i].Instead == 0 {
		t.Fatalf("behind its move arthus can %+v", all)
	}
	if line := strings.Split(string(text), "\n")[all[i].Instead-1]; line != "move arthus to 0706" {
		t.Errorf("it is to stand in the place of %q", line)
	}
}

// A file that says to do nothing is one to begin with: what can be done takes the place of that.
func TestOffersInsteadOfNothing(t *testing.T) {
	s := opened(t, "tlm", "marne", 1)
	text := s.Tell(tongue.En).Text
	above, _, ok := strings.Cut(text, "\nhold ")
	if !ok {
		t.Fatalf("it begins with\n%s", text)
	}
	hold := 2 + strings.Count(above, "\n")
	all := s.About([]byte(text), []string{"offensive"})
	if len(all) == 0 || all[0].Line != "play offensive" || all[0].Instead != hold || all[0].Before != 0 {
		t.Errorf("the card can %+v, with hold in line %d", all, hold)
	}
	for _, f := range s.Forms([]byte(text), tongue.En) {
		if want := map[bool]int{false: hold, true: 0}[f.Ahead]; f.Instead != want {
			t.Errorf("%s takes the place of line %d", f.Word, f.Instead)
		}
		if f.Word == "play" && len(f.Lines) == 0 {
			t.Error("no card can be played")
		}
	}
	before := opened(t, "tlm", "marne", 0)
	for _, c := range before.About([]byte(before.Tell(tongue.En).Text), []string{"stance"}) {
		if c.Instead != 0 {
			t.Errorf("%q takes the place of line %d", c.Line, c.Instead)
		}
	}
}

// Several pieces get one order, if there is one for all of them.
func TestTogether(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	all := s.Together(with(s), []string{"szekler", "broder"})
	if len(all) == 0 {
		t.Fatal("a stack can do nothing together")
	}
	for _, c := range all {
		if r := s.Read(with(s, c.Line), "", tongue.En); !namesAll(c.Line, []string{"szekler", "broder"}) ||
			len(r.Faults) > 0 {
			t.Errorf("%q: %+v", c.Line, r.Faults)
		}
	}
	if all := s.Together(with(s), []string{"szekler", "soult"}); len(all) > 0 {
		t.Errorf("with an enemy it can %+v", all)
	}
	if all := s.Together(with(s), nil); all != nil {
		t.Errorf("nobody can %+v", all)
	}
}

// The odds of an attack are those of the file that has it.
func TestOdds(t *testing.T) {
	for steps := range 12 {
		s := opened(t, "jdg", "goldbach", steps)
		for _, f := range s.Forms(with(s), tongue.En) {
			if f.Word != "fire" && f.Word != "shock" || len(f.Lines) == 0 {
				continue
			}
			line := f.Lines[0]
			told, r := s.Odds(with(s), line, tongue.En), s.Read(with(s, line), "", tongue.En)
			if len(told) == 0 || len(r.Odds) != 1 || !slices.Equal(told, r.Odds[0].Told) {
				t.Fatalf("%q has the odds %q, its file %+v", line, told, r.Odds)
			}
			if told := s.Odds(with(s), f.Word+" nobody at nothing", tongue.En); told != nil {
				t.Errorf("what is no order has the odds %q", told)
			}
			return
		}
	}
	t.Fatal("nobody can attack in 12 steps")
}

// A piece is turned where it stands, or at the end of its move.
func TestFacings(t *testing.T) {
	s := opened(t, "jdg", "goldbach", 1)
	for _, order := range []string{"move arthus to 0706", "move arthus to 0706 face SSE"} {
		all := s.Facings(with(s, order), "arthus")
		if len(all) < 3 {
			t.Fatalf("behind %q it can face %+v", order, all)
		}
		facing := map[int]bool{}
		for _, c := range all {
			r := s.Read(put(s, Choice{Line: c.Line}), "", tongue.En)
			if c.Instead == 0 || !strings.HasPrefix(c.Line, "move arthus to 0706 face ") || len(r.Faults) > 0 {
				t.Fatalf("%+v: %+v", c, r.Faults)
			}
			at := r.Map.Pieces[slices.IndexFunc(r.Map.Pieces, func(p Spot) bool { return p.ID == "arthus" })]
			if off := (at.Facing - c.Angle + 540) % 360; !at.Faces || off < 180-30 || off > 180+30 {
				t.Errorf("%q is for %d degrees, and turns it to %d", c.Line, c.Angle, at.Facing)
			}
			facing[at.Facing] = true
		}
		if len(facing) != len(all) {
			t.Errorf("%d orders give %d facings", len(all), len(facing))
		}
	}
	still := s.Facings(with(s), "arthus")
	for _, c := range still {
		if r := s.Read(put(s, c.Choice), "", tongue.En); len(r.Faults) > 0 || !strings.HasPrefix(c.Line, "face ") {
			t.Errorf("%+v: %+v", c, r.Faults)
		}
	}
	if len(still) == 0 {
		t.Error("where it stands it cannot be turned")
	}
	if all := opened(t, "tlm", "marne", 1).Facings([]byte("play offensive\nend\n"), "ge1"); len(all) > 0 {
		t.Errorf("an army faces %+v", all)
	}
}
