package tlm

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/tongue"
)

// shown is the report of a position in which nothing has happened.
func shown(rs *Ruleset, p *Position, side engine.Side) engine.Report {
	return engine.Tell(rs, p, p, nil, side)
}

// TestReportAreas: a row for each area in which somebody stands, with what the reader may know of it [5.1].
func TestReportAreas(t *testing.T) {
	const position = "army ge1 lie dug\nunits ge-i ge1 2\nunits ge-a ge1 1\nunits ge-i lie 1 dug\nunits be-i lie 2\n" +
		"army fr1 par\nunits ge-c eft 1\narmy ge2 col\nunits fr-i dij 1\n"
	for _, c := range []struct {
		option string
		side   engine.Side
		want   string
	}{
		{"", "German", "lie,Liège,Contested,1,2,ge1+(2i 1a) 1*ge-i+,2*be-i; par,Paris,Allied,6,6,,fr1; " +
			"dij,Dijon,Allied,1,,,1*fr-i; col,Cologne,German,2,2,ge2(-),"},
		{"", "Allied", "lie,Liège,Contested,1,2,ge1+ 1*ge-i+,2*be-i; par,Paris,Allied,6,6,,fr1(-); " +
			"dij,Dijon,Allied,1,,,1*fr-i; col,Cologne,German,2,2,ge2,"},
		{"option strengths=shown\n", "Allied", "lie,Liège,Contested,1,2,ge1+(3) 1*ge-i+,2*be-i; " +
			"par,Paris,Allied,6,6,,fr1(-); " +
			"dij,Dijon,Allied,1,,,1*fr-i; col,Cologne,German,2,2,ge2(0),"},
		{"option strengths=shown\n", "German", "lie,Liège,Contested,1,2,ge1+(2i 1a) 1*ge-i+,2*be-i; " +
			"par,Paris,Allied,6,6,,fr1(0); " +
			"dij,Dijon,Allied,1,,,1*fr-i; col,Cologne,German,2,2,ge2(-),"},
	} {
		rs, p := caseAt(t, c.option+position)
		var got []string
		for _, row := range shown(rs, p, c.side).Tables[0].Rows {
			got = append(got, strings.Join(english(row), ","))
		}
		if want := listed(c.want); !slices.Equal(got, want) {
			t.Errorf("with %q %s reads\n%s\nwant\n%s", c.option, c.side, strings.Join(got, "; "), c.want)
		}
	}
}

func english(texts []tongue.Text) (all []string) {
	for _, t := range texts {
		all = append(all, t.In(tongue.En))
	}
	return all
}

// TestReportPool: what a side can build, how many, for what, and from when on [7.2-c]. Nobody sees
// that of the other side.
func TestReportPool(t *testing.T) {
	for _, c := range []struct {
		position string
		side     engine.Side
		want     string // id, number, cost, from
	}{
		{"turn 12 P German\nunits ge-i col 5\nunits ge-c col 4\n", "German", "ge-i 30 1 ; ge-s 15 2 13; ge-a 6 1 ; " +
			"ge-g 2 1 ; ge-b 4 1 ; ge-t 1 2 16; ge-p 1 1 16"},
		{"turn 13 P German\n", "German", "ge-i 35 1 ; ge-s 15 2 ; ge-c 4 1 ; ge-a 6 1 ; ge-g 2 1 ; ge-b 4 1 ; " +
			"ge-t 1 2 16; ge-p 1 1 16"},
		{"turn 17 P German\nunits fr-i par 25\nunits be-i ant 3\nunits uk-i cal 14\n", "Allied", "fr-c 3 1 ; " +
			"fr-a 3 1 ; fr-b 3 1 ; fr-t 3 2 ; " +
			"uk-cw 2 2 24; uk-c 3 1 ; uk-a 6 1 ; uk-b 4 1 ; uk-t 4 2 ; us-i 30 1 ; us-c 1 1 ; us-a 3 1 ; us-b 2 1 ; " +
			"us-t 3 2 "},
	} {
		rs, p := caseAt(t, c.position)
		r := shown(rs, p, c.side)
		var got []string
		for _, row := range r.Tables[1].Rows {
			w := english(row)
			got = append(got, strings.Join([]string{w[0], w[2], w[3], w[4]}, " "))
			if one := unitOf(w[0], 1).In(tongue.En); w[1] != one {
				t.Errorf("%s is called %q, want %q", w[0], w[1], one)
			}
		}
		if want := strings.Split(c.want, "; "); !slices.Equal(got, want) {
			t.Errorf("%s reads\n%s\nwant\n%s", c.side, strings.Join(got, "; "), c.want)
		}
		if tables := shown(rs, p, "").Tables; len(tables) != 1 {
			t.Errorf("the public reads %d tables, want that of the areas", len(tables))
		}
	}
}

// TestTemplate: the examples are orders that the reader can give now, with pieces of his.
func TestTemplate(t *testing.T) {
	for _, c := range []struct {
		when, position string
		side           engine.Side
		want           string
	}{
		{"in his Player Turn", "army ge1 tri\narmy ge2 lost\narmy ge3 mul\nunits ge-i ge1 1\narmy fr1 par\n", "German",
			"# move ge1 aac; # move ge3 str; hold; end"},
		{"in his Player Turn, with an Army in England", "turn 1 T Allied\narmy uk1 eng\narmy uk2 cal\n", "Allied",
			"# move uk2 art; hold; end"},
		{"with an Army in Antwerp", "turn 1 T Allied\narmy be1 ant\n", "Allied", "# move be1 lie; hold; end"},
		{"with cards for a battle beside his Army",
			"turn 5 T German\narmy ge1 lux\nunits ge-i ge1 1\nunits fr-i rei 1\n" +
				"hand German offensive,limited,offensive,gas,gas,aaf,surprise\n", "German",
			"# play offensive; # play limited; " +
				"# move ge1 ver; # battle ver; # gas ver; # surprise ver; hold; end"},
		{"with one where an area is Contested", "turn 5 T Allied\nunits ge-i fla 1\nunits be-i fla 1\nhand Allied " +
			"surprise,big-push\n",
			"Allied", "# play big-push; # battle fla; # surprise fla; hold; end"},
		{"with one, and no enemy near", "turn 5 T German\narmy ge1 col\nunits ge-i ge1 1\narmy ge2 lux\n" +
			"hand German gas,offensive\n", "German", "# play offensive; # move ge1 aac; # move ge2 met; hold; end"},
		{"in that of the other", "army ge1 tri\narmy fr1 ant\narmy fr2 par\n", "Allied",
			"# standing stance withdraw if weak 2 else hold; # standing ways fr1:stay for ant; end"},
		{"without an Army", "army ge1 tri\n", "Allied", "# standing stance withdraw if weak 2 else hold; " +
			"# standing ways default; end"},
		{"with one in England", "army uk1 eng\n", "Allied", "# standing stance withdraw if weak 2 else hold; " +
			"# standing ways default; end"},
		{"when an Armistice is offered", "offer Allied\n", "German", "# armistice accept; hold; end"},
		{"when he has offered one", "offer German\n", "German", "hold; end"},
		{"when battles are declared", "turn 12 W German\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"offense offensive spent\nbattles lux\n",
			"Allied", "# weather; hold; end"},
		{"when somebody arrives", "turn 2 R German\narmy ge8 due\narmy uk2 due\narmy fr6 due\ndue ge-i 2\n" +
			"due fr-i 1\ndue uk-cw 1\n", "Allied",
			"# place fr6 cal; # place uk2 eng; # place 1*fr-i cal; hold; end"},
		{"for Germany", "turn 2 R German\narmy ge8 due\narmy uk2 due\ndue ge-i 2\ndue fr-i 1\n", "German",
			"# place ge8 col; # place 2*ge-i col; hold; end"},
		{"in Production", "turn 2 P German\n", "German", "# build ge-i col; # cards 3; hold; end"},
		{"in Production, with an Army that is not Entrenched", "turn 2 P German\narmy ge1 tri dug\nunits ge-i ge1 1\n" +
			"army ge2 aac\narmy ge3 aac\nunits ge-i ge3 1\n", "German",
			"# build ge-i col; # entrench ge3; # cards 3; hold; end"},
		{"in Production, for the Allies", "turn 2 P German\n", "Allied", "# build fr-i cal; # cards 3; hold; end"},
		{"with too many cards", "turn 2 D German\noption ask=D20\n" +
			"hand German gas,gas,gas,gas,gas,gas,weather,weather,reserves\n", "German", "hold; end"},
		{"with cards and no Offensive", "turn 5 T German\narmy ge1 lux\nunits ge-i ge1 1\nunits fr-i rei 1\n" +
			"hand German gas\n", "German", "# move ge1 met; hold; end"},
		{"before the cards are dealt", "turn 1 S German\n", "German",
			"# standing stance withdraw if weak 2 else hold; # standing ways default; hold; end"},
		{"for who looks on", "army ge1 tri\n", "", ""},
		{"when it is over", "turn 1 X German\nover German 3.2-b won\n", "German", ""},
	} {
		t.Run(c.when, func(t *testing.T) {
			rs, p := caseAt(t, c.position)
			var got []string
			for i, l := range shown(rs, p, c.side).Template {
				if i == 0 && l.Note.Empty() {
					t.Errorf("it begins with %q, want a note", l.Text)
				}
				if l.Text != "" {
					got = append(got, l.Text)
				}
			}
			if want := listed(c.want); !slices.Equal(got, want) {
				t.Errorf("it says %q, want %q", got, want)
			}
		})
	}
}

// TestHoldBesideOrders: whoever takes the sign off an example, and leaves the line "hold" below it, is told to take
// that out.
func TestHoldBesideOrders(t *testing.T) {
	rs, p := caseAt(t, "army ge1 tri\n")
	faults := enginetest.Refused(rs, p, "German", "move ge1 aac\nhold")
	if len(faults) != 1 || faults[0].Text != "hold" || faults[0].Hint.String() != "take this line out, or all others" {
		t.Errorf("got %v", faults)
	}
}

// TestReportNeeds: how many VP are missing to the next level for the reader, to both for the public [3.1-k].
func TestReportNeeds(t *testing.T) {
	// German areas are worth 9: an Allied Marginal Victory, from 8 to 11.
	for side, want := range map[engine.Side][2]bool{"German": {true, false}, "Allied": {false, true},
		"": {true, true}} {
		rs, p := caseAt(t, "levels total\n")
		v := shown(rs, p, side).Victory
		needs := v.Needs.In(tongue.En)
		up := said.Say("aim.up", tongue.Number("n", 3), tongue.Words("level", p.levelName(3))).In(tongue.En)
		down := said.Say("aim.down", tongue.Number("n", 2), tongue.Words("level", p.levelName(1))).In(tongue.En)
		if got := [2]bool{strings.Contains(needs, up), strings.Contains(needs, down)}; got != want {
			t.Errorf("%s reads %q, want %q: %v, %q: %v", side, needs, up, want[0], down, want[1])
		}
		if stands := v.Stands.In(tongue.En); !strings.Contains(stands, "9") {
			t.Errorf("%s reads %q, want 9 VP", side, stands)
		}
		if rows := v.Tables[0].Rows; len(rows) != 7 || rows[0][0].In(tongue.En) != "4" ||
			rows[6][0].In(tongue.En) != "…" {
			t.Errorf("%s reads %d levels, from %s to %s: want 7, from 4 on, the last without an end", side, len(rows),
				rows[0][0], rows[6][0])
		}
	}
	// Paris, Verdun and Calais are worth 10: a German Substantial Victory, from 19 to 22.
	rs, p := caseAt(t, "levels total\narea par German fort=none\narea ver German fort=none\narea cal German\n")
	want := said.Say("aim.up", tongue.Number("n", 4), tongue.Words("level", p.levelName(6))).In(tongue.En)
	if needs := shown(rs, p, "German").Victory.Needs.In(tongue.En); !strings.Contains(needs, want) {
		t.Errorf("with 19 VP %q, want %q", needs, want)
	}
	rs, p = caseAt(t, "turn 1 X German\nover German 3.2-b won\n")
	if needs := shown(rs, p, "German").Victory.Needs; !needs.Empty() {
		t.Errorf("when it is over %q is needed", needs)
	}
}

// TestReportOwed: what the reader owes, what he may say besides, and whom he waits for.
func TestReportOwed(t *testing.T) {
	for _, c := range []struct {
		position               string
		side                   engine.Side
		owed, optional, waited int
	}{
		{"hand German gas,gas,weather\n", "German", 1, 0, 0},
		{"hand German gas,gas,weather\n", "Allied", 0, 1, 1},
		{"hand German gas,gas,weather\n", "", 0, 0, 1},
		{"turn 2 P German\n", "German", 1, 0, 1},
		{"turn 5 W Allied\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\noffense offensive spent\nbattles lux\n",
			"German",
			1, 0, 0},
		{"turn 1 X German\nover German 3.2-b won\n", "German", 0, 0, 0},
	} {
		rs, p := caseAt(t, c.position)
		r := shown(rs, p, c.side)
		if p.Phase == RespondPhase && len(r.Owed) == 1 && r.Owed[0].Kind != respondKind {
			t.Errorf("the Defender owes %+v, want %s", r.Owed[0], respondKind)
		}
		if p.Phase == ProductionPhase && (r.Owed[0].Kind != "D19" || r.Owed[0].Rule != "2.V.2-b") {
			t.Errorf("in Production is owed %+v, want D19", r.Owed[0])
		}
		if len(r.Owed) != c.owed || len(r.Optional) != c.optional || len(r.Waiting) != c.waited {
			t.Errorf("in %q %s owes %v, may %v, waits for %v", c.position, c.side, r.Owed, r.Optional, r.Waiting)
		}
		for _, d := range r.Optional {
			if d.Kind != "D00" || !d.Secret || d.Hold != "" {
				t.Errorf("in %q %s may give %+v, want standing orders", c.position, c.side, d)
			}
		}
		for _, d := range r.Owed { // what is secret the other side does not answer, and everybody can hold
			if d.Secret != (p.Phase == ProductionPhase) || d.Hold != string(c.side) {
				t.Errorf("in %q %s owes %+v, want it secret in Production only, and a line to hold",
					c.position, c.side, d)
			}
		}
		cards := map[string]int{}
		for _, card := range r.Cards {
			cards[card.Word] = card.Count
		}
		if c.owed == 1 && strings.HasPrefix(c.position,
			"hand") && (cards["gas"] != 2 || cards["weather"] != 1 || len(cards) != 2) {
			t.Errorf("%s reads the cards %v, want two of gas and one of weather", c.side, cards)
		}
		if c.side != "German" && len(cards) > 0 {
			t.Errorf("%q reads the cards %v of the other side", c.side, cards)
		}
	}
}

// fought is a battle in Luxembourg, in which the Attacker hits once with two dice and the Defender misses.
func fought(t *testing.T, option string) (*Ruleset, *Position, []engine.Event) {
	rs, p := caseAt(t, option+"units ge-i lux 2\narmy fr1 lux\nunits fr-i fr1 2\nunits fr-c lux 1\n"+
		"units ge-i tri 1\nunits ge-a tri 1\nhand German offensive\n")
	events, err := rs.Resolve(p, paperOrders("German: play offensive\nGerman: move ge-i.tri aac\n"+
		"German: move ge-a.tri aac\nGerman: battle lux"),
		&scriptedDice{rolled: map[string]int{}, hits: []string{"1 fire of ge-i in lux at lux"}})
	if err != nil {
		t.Fatal(err)
	}
	return rs, p, events
}

// TestReportFight: a battle is told with who fought as far as the reader saw it, its dice and their Hits.
func TestReportFight(t *testing.T) {
	for _, c := range []struct {
		option string
		side   engine.Side
		german int // units, -1 if they are not known
		allied int
	}{{"", "German", 2, -1}, {"", "Allied", 2, 3}, {"option strengths=shown\n", "German", 2, 3}, {"", "", 2, -1}} {
		rs, p, events := fought(t, c.option)
		r := engine.Tell(rs, p, rs.Apply(p, events), events, c.side)
		var fights []engine.Fight
		for _, e := range r.Episodes {
			fights = append(fights, e.Fights...)
		}
		if len(fights) != 1 || len(fights[0].Forces) != 2 {
			t.Fatalf("%q reads %d battles: %+v", c.side, len(fights), fights)
		}
		f := fights[0]
		for i, n := range []int{c.german, c.allied} {
			want := said.Say("brief.strength", tongue.Number("n", n)).In(tongue.En)
			if n < 0 {
				want = ""
			}
			if got := f.Forces[i]; got.Side != rs.Sides(p)[i] || got.Strength.In(tongue.En) != want {
				t.Errorf("%q reads that %s has %q, want %s with %q", c.side, got.Side, got.Strength,
					rs.Sides(p)[i], want)
			}
		}
		if who := f.Forces[1].Who.In(tongue.En); !strings.Contains(who, armyName("fr1").In(tongue.En)) ||
			!strings.Contains(who, unitsName(1, "fr-c").In(tongue.En)) {
			t.Errorf("%q reads that %q fight, want the Army and the Cavalry", c.side, who)
		}
		if who := f.Forces[1].Who.In(tongue.En); strings.Contains(who, said.Say("unit.fort").In(tongue.En)) {
			t.Errorf("%q reads that %q fight, and there is no Fort", c.side, who)
		}
		want := said.Say("brief.result", name("att", "German"), name("def", "Allied"), tongue.Number("a", 1),
			tongue.Number("d", 0))
		if f.Result.In(tongue.En) != want.In(tongue.En) {
			t.Errorf("%q reads %q, want %q", c.side, f.Result, want)
		}
		if len(f.Rolls) != 3 || f.Weight != 3 { // of the Army, of the Cavalry, and of the Attacker
			t.Errorf("%q reads %d rolls of weight %d, want 3", c.side, len(f.Rolls), f.Weight)
		}
		lost := unitsName(1, "fr-i").In(tongue.En)
		if !slices.ContainsFunc(f.Ends, func(l engine.Line) bool {
			return strings.Contains(l.Text.In(tongue.En), lost)
		}) {
			t.Errorf("%q reads that it ends with %v, want the loss of %s", c.side, f.Ends, lost)
		}
	}
}

// TestReportForces: who has come to the area is among those who fight, and so is its Fort.
func TestReportForces(t *testing.T) {
	rs, p := caseAt(t, "units ge-i met 1\nhand German offensive\n")
	events, err := rs.Resolve(p, paperOrders("German: play offensive\nGerman: move ge-i.met ver"),
		&scriptedDice{rolled: map[string]int{}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range engine.Tell(rs, p, rs.Apply(p, events), events, "German").Episodes {
		for _, f := range e.Fights {
			for _, force := range f.Forces {
				got = append(got, force.Who.In(tongue.En)+", "+force.Strength.In(tongue.En))
			}
		}
	}
	strength := func(n int) string { return ", " + said.Say("brief.strength", tongue.Number("n", n)).In(tongue.En) }
	want := []string{unitsName(1, "ge-i").In(tongue.En) + strength(1), said.Say("unit.fort").In(tongue.En) +
		strength(4)}
	if !slices.Equal(got, want) {
		t.Errorf("%q fight, want %q", got, want)
	}
}

// TestReportStory: moves of a kind are one line, what happens in another way has its own, with its rule.
func TestReportStory(t *testing.T) {
	rs, p, events := fought(t, "")
	r := engine.Tell(rs, p, rs.Apply(p, events), events, "German")
	var lines []string
	for _, c := range r.Story {
		if len(c.Lines) == 0 {
			t.Errorf("chapter %q has no line", c.Heading)
		}
		for _, l := range c.Lines {
			if !l.Note {
				lines = append(lines, l.Rule+" "+l.Text.In(tongue.En))
			}
		}
	}
	text := strings.Join(lines, "\n")
	for _, want := range []string{"9.1.1-a", "4.1-a", unitsName(1, "ge-i").In(tongue.En), "Aachen", "Trier",
		"5.3.1-f"} {
		if !strings.Contains(text, want) {
			t.Errorf("the story has no %q:\n%s", want, text)
		}
	}
	moves := 0
	for _, l := range lines {
		moves += boolInt(strings.HasPrefix(l, "4.1-a"))
	}
	if moves != 1 {
		t.Errorf("the moves from Trier to Aachen are told in %d lines, want one:\n%s", moves, text)
	}
	if got, want := r.Summary.In(tongue.En), said.Say("summary.losses", tongue.Number("n",
		1)).In(tongue.En); got != want {
		t.Errorf("the summary is %q, want %q", got, want)
	}
	if got, want := shown(rs, p, "German").Summary.In(tongue.En), said.Say("summary.quiet").In(tongue.En); got != want {
		t.Errorf("when nothing happens the summary is %q, want %q", got, want)
	}
	if len(r.Episodes) == 0 || r.Episodes[0].Short.Empty() || r.Episodes[0].Text.Empty() {
		t.Errorf("the story in short begins with %+v", r.Episodes)
	}
}

// TestStoryChapters: what happens stands in the chapter of its phase and its side.
func TestStoryChapters(t *testing.T) {
	rs, p := caseAt(t, "turn 1 P German\n")
	events, err := rs.Resolve(p, paperOrders("German: hold\nAllied: hold"), &scriptedDice{rolled: map[string]int{}})
	if err != nil {
		t.Fatal(err)
	}
	after := rs.Apply(p, events).(*Position)
	var got []string
	for _, c := range engine.Tell(rs, p, after, events, "German").Story {
		got = append(got, c.Heading.In(tongue.En))
	}
	first, last := p.heading().In(tongue.En), after.heading().In(tongue.En)
	if len(got) < 2 || got[0] != first || got[len(got)-1] != last {
		t.Errorf("chapters %q, want them from %q to %q", got, first, last)
	}
}

// TestPlaceNames: areas and Armies have their names, and so have the places beside the map.
func TestPlaceNames(t *testing.T) {
	_, p := caseAt(t, "")
	for id, want := range map[string]string{"lie": "Liège", "fr5": armyName("fr5").In(tongue.En),
		"eft":  said.Say("place.east").In(tongue.En),
		"pool": said.Say("place.pool").In(tongue.En), "?": said.Say("place.inside").In(tongue.En)} {
		if got := p.placeName(id).In(tongue.En); got != want || got == id {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
}

// TestChronicle: the VP of both sides, their units in all, who holds what is worth something, and what
// each nation has lost of its counters.
func TestChronicle(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lux 2\nunits fr-i lux 1\nunits ge-c eft 3\nunits uk-i cal 4\n"+
		"area ver German fort=none\nunits ge-i ver 1\n")
	c := rs.Chronicle(p)
	all := 0
	for _, a := range p.sc.Map.Areas {
		all += a.Value
	}
	const vp = 9 + 2 // the German areas and Verdun; Luxembourg is Contested, and three in the east are too few
	want := map[string][]int{"VP": {vp, all - vp}, "Units": {6, 5}}
	for _, m := range c.Measures {
		if !slices.Equal(m.Of, want[m.Name.String()]) {
			t.Errorf("%s are %v, want %v", m.Name, m.Of, want[m.Name.String()])
		}
	}
	holders := map[string]engine.Side{}
	for _, g := range c.Goals {
		holders[g.Name.String()] = g.Holder
	}
	for _, w := range []struct {
		area string
		held engine.Side
	}{{"Luxembourg", ""}, {"Verdun", "German"}, {"Paris", "Allied"}, {"Aachen", "German"}} {
		if got, ok := holders[w.area]; !ok || got != w.held {
			t.Errorf("%s is held by %q, %v; want %q", w.area, got, ok, w.held)
		}
	}
	if _, ok := holders["Ardennes"]; ok {
		t.Error("the Ardennes are no goal: they are worth nothing")
	}
	if f := c.Forces[0]; f.Name.String() != "German" || f.Side != "German" || f.Began != 68 || f.Lost != 68-6 {
		t.Errorf("%+v, want 68 German counters, of which 6 are in the field", f)
	}
	if f := c.Forces[2]; f.Name.String() != "UK" || f.Lost != f.Began-4 {
		t.Errorf("%+v, want all UK counters lost but 4", f)
	}
}

// TestScore: what simulations count.
func TestScore(t *testing.T) {
	_, p := caseAt(t, "units ge-i lux 2\nunits fr-i lux 1\nunits ge-c eft 3\n")
	score := Game.Score(p)
	if score[0].Of[0] != 9 || !slices.Equal(score[1].Of, []int{2, 1}) {
		t.Errorf("%v, want 9 VP and 2 units against 1: those in the east are not in the field", score)
	}
	for _, c := range Game.Counts {
		n := 0
		for _, kind := range []string{"begin", "battle", "move", "season"} {
			n += boolInt(c.Is(engine.Event{Kind: kind}))
		}
		if want := map[string]string{"player turns": "begin",
			"battles": "battle"}[c.Name]; n != 1 || !c.Is(engine.Event{Kind: want}) {
			t.Errorf("%s counts %d kinds of events, want %s alone", c.Name, n, want)
		}
	}
}

// TestParisGunIsCounted: everybody is told the same VP, though the Paris Gun that makes one of them is in an Army that
// he cannot see into.
func TestParisGunIsCounted(t *testing.T) {
	for place, want := range map[string]int{"cht": 7, "cha": 6} {
		rs, p, err := ReadCase([]byte("turn 16 T German\narmy ge1 " + place + "\nunits ge-i ge1 1\nunits ge-p ge1 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []engine.Side{"German", "Allied", ""} {
			if got := rs.View(p, side).(*Position).vp(); got != want {
				t.Errorf("in %s, %q counts %d VP, want %d", place, side, got, want)
			}
		}
	}
}
