package tlm

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// caseAt is the position of a case.
func caseAt(t testing.TB, text string) (*Ruleset, *Position) {
	t.Helper()
	rs, p, err := ReadCase([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return rs, p
}

// listed are texts with semicolons between them.
func listed(text string) (all []string) {
	for s := range strings.SplitSeq(text, ";") {
		if s = strings.TrimSpace(s); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// draftOf is the draft of what a side may say, after lines.
func draftOf(t *testing.T, rs *Ruleset, p *Position, side engine.Side, given string) engine.Draft {
	t.Helper()
	owed := rs.Owed(p)
	i := slices.IndexFunc(owed, func(d engine.Decision) bool { return d.Side == side })
	if i < 0 {
		t.Fatalf("%s has no say: %v", side, owed)
	}
	draft := rs.Draft(p, owed[i])
	for _, line := range listed(given) {
		draft.Add(engine.Order{Words: strings.Fields(line)})
	}
	return draft
}

// TestDraft: of the orders that begin with some words a side is offered those that the rules allow it
// now, and no others.
func TestDraft(t *testing.T) {
	for _, c := range []struct {
		rule     string // with what it says
		position string // a case
		side     engine.Side
		given    string
		verbs    string
		want     string
	}{
		{"2.II.1-a: cards of the Offensive class, each kind once", "hand German offensive,offensive,limited,gas",
			"German", "", "play", "play offensive; play limited"},
		{"2.II.1-a: one card in a Player Turn", "hand German offensive,limited", "German", "play offensive",
			"play", ""},
		{"9.9-a: a Crisis in its year", "turn 1 T Allied\nhand Allied crisis-german", "Allied", "", "crisis", "crisis"},
		{"9.9-e: and in no other", "turn 4 T Allied\nhand Allied crisis-german", "Allied", "", "crisis", ""},
		{"2.II.1-c: nothing can be held beside other orders", "hand German offensive", "German", "play offensive",
			"hold", ""},
		{"2.II.1-c: with hold all is said", "hand German offensive", "German", "hold", "", ""},
		{"5: a standing order goes with all others", "hand German offensive", "German", "standing stance hold",
			"hold play standing", "play offensive; hold"},
		{"4.1-a: to adjacent areas", "units ge-i tri 1\nhand German offensive", "German", "play offensive", "move",
			"move ge-i.tri aac; move ge-i.tri ard; move ge-i.tri col; move ge-i.tri lux; move ge-i.tri saa"},
		{"2.II.1-e: in a Pass to no Enemy area", "units ge-i tri 1", "German", "", "move", "move ge-i.tri aac; " +
			"move ge-i.tri col; move ge-i.tri saa"},
		{"A130: Infantry in a Supply Source Area goes east", "units ge-i col 1", "German", "", "move",
			"move ge-i.col aac; move ge-i.col mai; move ge-i.col tri; move ge-i.col eft"},
		{"A130: an Army does not", "army ge1 col\nunits ge-i ge1 1", "German", "", "move", "move ge1 aac; " +
			"move ge1 mai; move ge1 tri; move ge-i.ge1 aac; move ge-i.ge1 mai; move ge-i.ge1 tri; move ge-i.ge1 eft"},
		{"A130: from the east to a Supply Source Area", "units ge-i eft 1", "German", "", "move sea",
			"move ge-i.eft col; move ge-i.eft mai"},
		{"4.1-b: out of an Army, and into another of its area", "army ge1 col\narmy ge2 col\nunits ge-i ge1 2\n" +
			"units ge-i ge2 1", "German", "",
			"leave join", "leave ge-i.ge1; join ge-i.ge1 ge2; leave ge-i.ge2; join ge-i.ge2 ge1"},
		{"4.1-b: into an Army of its area", "army ge1 col\narmy ge2 mai\nunits ge-i ge1 1\nunits ge-i col 1",
			"German", "", "join", "join ge-i.col ge1"},
		{"8.1-b: of its nation", "turn 1 T Allied\narmy be1 ant\nunits be-i be1 1\nunits fr-i ant 1", "Allied", "",
			"join", ""},
		{"4.4-a: by rail farther than to the next area, as far as three", "units ge-i mul 1", "German", "", "rail",
			"rail ge-i.mul mai; rail ge-i.mul saa; rail ge-i.mul col; rail ge-i.mul met; rail ge-i.mul tri"},
		{"4.4-e: two of them", "units ge-i mul 3", "German", "play offensive; rail ge-i.mul mai; rail ge-i.mul mai",
			"rail", ""},
		{"4.4-d: not what has moved", "units ge-c mul 1\nhand German offensive", "German", "play offensive; " +
			"move ge-c.mul str",
			"rail move", "move ge-c.str epi; move ge-c.str mai; move ge-c.str mul; move ge-c.str saa"},
		{"4.1-b: what is in an Army first leaves it", "army ge1 mul\nunits ge-i ge1 2", "German", "", "rail",
			"rail ge1 mai; rail ge1 saa; rail ge1 col; rail ge1 met; rail ge1 tri"},
		{"4.5-b: from a Supply Source Area to others", "turn 2 T Allied\nunits fr-i cal 1", "Allied", "",
			"strategic", "strategic fr-i.cal nor; strategic fr-i.cal orl; strategic fr-i.cal dij"},
		{"4.5-a: not for Germany", "units ge-i col 1", "German", "", "strategic", ""},
		{"4.6-c: out of England to a port", "turn 2 T Allied\narmy uk1 eng\nunits uk-i uk1 2", "Allied", "",
			"sea move rail strategic", "sea uk1 cal; sea uk1 nor; sea uk-i.uk1 cal; sea uk-i.uk1 nor"},
		{"4.6-d: to England", "turn 2 T Allied\nunits uk-i cal 1", "Allied", "", "sea", "sea uk-i.cal eng"},
		{"9.6-b: with Strategic Reserves! wherever Friendly areas lead", "units ge-i mul 1\nhand German reserves",
			"German", "",
			"reserves", "reserves ge-i.mul aac; reserves ge-i.mul col; reserves ge-i.mul tri; reserves ge-i.mul met; " +
				"reserves ge-i.mul saa; reserves ge-i.mul mai; reserves ge-i.mul str"},
		{"9.6-a: not without", "units ge-i mul 1", "German", "", "reserves", ""},
		{"2.II.3-c: battles in Contested areas", "units ge-i lux 1\nunits fr-i lux 1\nunits ge-i ver 1\n" +
			"units ge-i col 1\nhand German offensive",
			"German", "play offensive", "battle keep gas", "battle lux; battle ver"},
		{"5.1.2-a: one of them in a Limited Offensive", "units ge-i lux 1\nunits fr-i lux 1\nunits ge-i ver 1\n" +
			"hand German limited",
			"German", "play limited", "battle", "battle lux; battle ver"},
		{"2.II.3-d: all battles in one line",
			"units ge-i lux 1\nunits fr-i lux 1\nunits ge-i ver 1\nhand German offensive",
			"German", "play offensive; battle lux", "battle", ""},
		{"5.1.2-a: the one that has to be, if there is one", "units ge-i tri 1\nunits fr-i lux 1\nunits ge-i ver 1\n" +
			"hand German limited",
			"German", "play limited; move ge-i.tri lux", "battle", "battle lux"},
		{"A96: and where the Fort of Sedan is beside own units", "units ge-i sed 1\nunits ge-i lie 1\n" +
			"hand German offensive",
			"German", "play offensive", "battle", "battle lie; battle sed"},
		{"2.II.3-f: cards on battles that are declared", "turn 12 T German\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"hand German offensive,gas,aaf,surprise,weather", "German", "play offensive; battle lux",
			"keep gas aaf surprise extra weather", "keep lux; gas lux; aaf lux; surprise lux"},
		{"9.3-a: each once", "turn 12 T German\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"hand German offensive,gas,gas,aaf,surprise,surprise",
			"German", "play offensive; battle lux; keep lux; gas lux; surprise lux", "keep gas aaf surprise move", ""},
		{"9.1.4-b: extra dice where an Army is", "turn 12 T German\narmy ge1 lux\nunits ge-i ge1 2\n" +
			"units fr-i lux 1\nunits ge-i ver 1\n" +
			"hand German gericht", "German", "play gericht; battle lux,ver", "extra", "extra lux"},
		{"2.II.3-b: what becomes Contested is declared in any case", "units ge-i tri 1\nunits fr-i lux 1\n" +
			"hand German offensive,surprise",
			"German", "play offensive; move ge-i.tri lux", "battle keep surprise",
			"battle lux; keep lux; surprise lux"},
		{"2.II.1-c: no battle in a Pass", "units ge-i lux 1\nunits fr-i lux 1", "German", "", "battle keep", ""},
		{"2.II.1-i: cards are exchanged in a Pass", "hand German gas,aaf,gas", "German", "", "exchange",
			"exchange gas; exchange aaf"},
		{"2.II.1-i: not with an Offensive", "hand German gas,offensive", "German", "play offensive", "exchange", ""},
		{"A142: not with a Crisis", "turn 1 T Allied\nhand Allied crisis-german,gas", "Allied", "crisis",
			"exchange", ""},
		{"2.II.1-i: once", "hand German gas,aaf", "German", "exchange gas", "exchange move play", ""},
		{"2.II.3-g: the Defender's cards", "turn 12 W German\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"offense offensive spent\n" +
			"battles lux\nhand Allied weather,gas,aaf,surprise", "Allied", "", "weather gas aaf surprise hold",
			"weather; gas lux; aaf lux; hold"},
		{"9.3-d: one on a battle", "turn 12 W German\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"units ge-i ver 1\n" +
			"offense offensive spent\nbattles lux,ver\nhand Allied weather,gas,gas,aaf", "Allied", "weather; gas lux",
			"weather gas aaf", "gas ver; aaf ver"},
		{"9.5-h: in the second there can be", "turn 2 W German\noption ask=D08\nunits ge-i lux 1\nunits fr-i lux 1\n" +
			"offense offensive spent\nbattles lux\nhand Allied weather,gas", "Allied", "", "weather gas", "weather"},
		{"9.5-h: no Bad Weather in the first Season Turn", "turn 1 W German\noption ask=D08\nunits ge-i lux 1\n" +
			"units fr-i lux 1\n" +
			"offense offensive spent\nbattles lux\nhand Allied weather,gas", "Allied", "", "weather gas", ""},
		{"2.I-b: reinforcements, to supplied areas and Armies there",
			"turn 2 R German\narmy ge1 col\nunits ge-i ge1 1\n" +
				"army ge8 due\ndue ge-i 2", "German", "", "place", "place ge8 aac; place ge8 col; place ge8 tri; " +
				"place ge8 met; place ge8 saa; place ge8 mai; place ge8 str; place ge8 mul; place ge-i aac; " +
				"place ge-i col; place ge-i ge1; place ge-i tri; place ge-i met; place ge-i saa; place ge-i mai; " +
				"place ge-i str; place ge-i mul"},
		{"8.2.3-c: a Commonwealth unit for Infantry", "turn 6 R German\narmy uk1 cal\nunits uk-i uk1 2\n" +
			"units uk-i art 1\narmy fr1 ami\n" +
			"units fr-i fr1 1\ndue uk-cw 1", "Allied", "", "commonwealth place", "commonwealth uk1; commonwealth art"},
		{"8.1-d: Armies are rearranged in phase I", "turn 2 R German\ndue ge-i 1\narmy ge1 col\narmy ge2 col\n" +
			"units ge-i ge1 2\nunits ge-i col 1\nunits ge-i mai 1",
			"German", "", "join leave", "join ge-i.col ge1; join ge-i.col ge2; leave ge-i.ge1"},
		{"8.1-d: in Antwerp too", "turn 2 R German\ndue fr-i 1\narmy be1 ant\nunits be-i be1 1\nunits be-i ant 1",
			"Allied", "", "join leave",
			"join be-i.ant be1; leave be-i.be1"},
		{"1.2.1-b: the last counter", "turn 1 P German\narmy be1 ant\nunits be-i be1 2\nunits fr-i par 3\n" +
			"units fr-i tro 3\nunits fr-i ami 3\n" +
			"units fr-i rei 3\nunits fr-i sed 3\nunits fr-i cha 3\nunits fr-i bar 3\nunits fr-i ver 3\n" +
			"units fr-i nan 1\nunits uk-i orl 3\n" +
			"units uk-i cal 3\nunits uk-i art 3\nunits uk-i die 3\nunits uk-i nor 2\nunits fr-c bel 3\n" +
			"units uk-c cam 3\nunits fr-a mau 3\n" +
			"units uk-a lil 3\nunits uk-a com 3", "Allied", "cards 7", "build",
			"build be-i ant; build be-i be1; build be-i fla; build be-i bru; build be-i lie; build be-i nam; " +
				"build be-i ard; build be-i lux; " +
				"build be-i nor; build be-i lao; build be-i cht; build be-i nan; build be-i epi; build be-i dij"},
		{"7.1-b: cards for the BP that there are", "turn 1 P German", "German", "", "cards", "cards 1; cards 2; " +
			"cards 3; cards 4; cards 5; cards 6; cards 7; cards 8"},
		{"7.0-a: and for those that are left", "turn 1 P German", "German", "cards 5", "cards", "cards 1; cards 2; " +
			"cards 3"},
		{"7.0-a: none when all is spent", "turn 1 P German", "German", "cards 8", "", ""},
		{"7.2-c: units in their time, where there is a counter", "turn 1 P German\narmy ge1 col\nunits ge-i ge1 1\n" +
			"units ge-a mai 3\nunits ge-a aac 3",
			"German", "cards 7", "build", "build ge-i col; build ge-i ge1; build ge-i tri; build ge-i met; " +
				"build ge-i saa; build ge-i str; build ge-i mul; build ge-c col; build ge-c ge1; build ge-c tri; " +
				"build ge-c met; build ge-c saa; build ge-c str; build ge-c mul; build ge-g col; build ge-g ge1; " +
				"build ge-g tri; build ge-g met; build ge-g saa; build ge-g str; build ge-g mul"},
		{"7.3-b: an eliminated Army in its country", "turn 1 P German\narmy be1 lost", "Allied", "", "rebuild",
			"rebuild be1 ant; rebuild be1 fla; rebuild be1 bru; rebuild be1 lie; rebuild be1 nam; rebuild be1 ard"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			rs, p := caseAt(t, c.position)
			verbs := strings.Fields(c.verbs)
			var got []string
			for _, o := range draftOf(t, rs, p, c.side, c.given).Options() {
				if len(verbs) == 0 || slices.Contains(verbs, o.Words[0]) {
					got = append(got, strings.Join(o.Words, " "))
				}
			}
			if want := listed(c.want); !slices.Equal(got, want) {
				t.Errorf("offered:\n%s\nwant:\n%s", strings.Join(got, "; "), strings.Join(want, "; "))
			}
		})
	}
}

// TestDraftPicks: one order that is possible is picked after the other, each as likely.
func TestDraftPicks(t *testing.T) {
	rs, p := caseAt(t, "units ge-i tri 1\n") // ARD and LUX are Enemy areas, which a Pass does not enter
	draft := draftOf(t, rs, p, "German", "")
	seen := map[string]bool{}
	for first := range 40 {
		o, ok := draft.Pick(func(n int) int { return first % n })
		if !ok {
			t.Fatal("nothing is picked")
		}
		seen[strings.Join(o.Words, " ")] = true
	}
	for _, want := range []string{"move ge-i.tri aac", "move ge-i.tri col", "move ge-i.tri saa",
		"rail ge-i.tri mai", "hold"} {
		if !seen[want] {
			t.Errorf("%q is never picked: %v", want, seen)
		}
	}
	for _, no := range []string{"move ge-i.tri ard", "move ge-i.tri lux", "crisis"} {
		if seen[no] {
			t.Errorf("%q is picked, and not possible", no)
		}
	}
	if o, ok := draftOf(t, rs, p, "German", "hold").Pick(func(int) int { return 0 }); ok {
		t.Errorf("after hold %v is picked", o.Words)
	}
}

// TestDraftCosts: beside an order stands what it takes [2.3.6].
func TestDraftCosts(t *testing.T) {
	rs, p := caseAt(t, "turn 13 P German\narmy ge1 col\nunits ge-i ge1 2\nunits ge-i aac 1\narmy ge2 lost\n")
	draft := draftOf(t, rs, p, "German", "")
	for _, c := range []struct{ id, order, cost string }{
		{"ge-i", "build ge-i ge1", "1 BP"},
		{"ge-s", "build ge-s ge1", "2 BP"},
		{"ge1", "entrench ge1", "1 BP"},
		{"ge-i.aac", "upgrade ge-i.aac", "1 BP"},
		{"ge2", "rebuild ge2 tri", "1 BP"},
		{"4", "cards 4", "4 BP"},
		{"ge-i.ge1", "leave ge-i.ge1", ""},
	} {
		about := draft.About(c.id)
		i := slices.IndexFunc(about, func(o engine.Option) bool { return strings.Join(o.Order.Words, " ") == c.order })
		if i < 0 || about[i].Cost != c.cost {
			t.Errorf("about %s it is offered %v, want %s for %q", c.id, about, c.order, c.cost)
		}
		for _, o := range about {
			if !o.Order.Names(c.id) {
				t.Errorf("about %s it is offered %v", c.id, o.Order.Words)
			}
		}
	}
	if about := draft.About("ge3"); len(about) > 0 {
		t.Errorf("an Army that is not there is offered %v", about)
	}
}

// TestDraftStanding: standing orders are offered first of all, with the Armies of the side [5].
func TestDraftStanding(t *testing.T) {
	rs, p := caseAt(t, "army ge1 tri\nunits ge-i ge1 2\nunits ge-a ge1 1\narmy ge2 lost\narmy fr1 lux\n"+
		"units fr-i fr1 2\n")
	var got []string
	for _, o := range draftOf(t, rs, p, "German", "").Options() {
		if text := strings.Join(o.Words, " "); strings.HasPrefix(text, "standing ways") || strings.HasPrefix(text,
			"standing obey") {
			got = append(got, text)
		}
	}
	want := listed("standing obey ge1; standing ways ge-i.ge1:stay for tri; standing ways ge-a.ge1:stay for tri; " +
		"standing ways ge1:aac; " +
		"standing ways ge1:ard; standing ways ge1:col; standing ways ge1:lux; standing ways ge1:saa")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("offered %q, want %q", got, want)
	}
	first, antwerp := caseAt(t, "army be1 ant\nunits be-i be1 2\n")
	if !slices.ContainsFunc(draftOf(t, first, antwerp, "Allied", "").Options(), func(o engine.Order) bool {
		return strings.Join(o.Words, " ") == "standing obey be1"
	}) {
		t.Error("the Army in Antwerp is not offered to obey")
	}
	for _, side := range []engine.Side{"German", "Allied"} { // who owes nothing can send them too
		n := 0
		for _, o := range draftOf(t, rs, p, side, "").Options() {
			n += boolInt(o.Words[0] == "standing")
			if f := rs.Check(p, engine.Orders{Side: side, Lines: []engine.Order{o.Arrived(1)}}); len(f) > 0 {
				t.Errorf("%v is offered and refused: %v", o.Words, f)
			}
		}
		if n < 15 {
			t.Errorf("%s is offered %d standing orders, want some of each kind", side, n)
		}
	}
}

// TestStanding: standing orders are listed in the words that give them, with the area that one is for.
func TestStanding(t *testing.T) {
	rs, p := caseAt(t, "units ge-i lux 1\nhand German offensive\n")
	events, err := rs.Resolve(p, paperOrders("German: standing losses units for lux\nGerman: standing gas always\n"+
		"German: hold"), nil)
	if err != nil {
		t.Fatal(err)
	}
	after := p
	for _, e := range events {
		after = rs.Apply(after, []engine.Event{e}).(*Position)
	}
	got, want := rs.Standing(after, "German"), []string{"standing gas always", "standing losses units for lux"}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDraftDiscards: who holds too many cards discards one of each kind that he holds [2.V.3-a].
func TestDraftDiscards(t *testing.T) {
	rs, p := caseAt(t, "turn 2 D German\noption ask=D20\nhand German "+
		"gas,gas,gas,gas,gas,gas,weather,weather,reserves\n")
	for given, want := range map[string]string{"": "discard gas; discard weather; discard reserves",
		"discard gas": ""} {
		var got []string
		for _, o := range draftOf(t, rs, p, "German", given).Options() {
			if o.Words[0] == "discard" {
				got = append(got, strings.Join(o.Words, " "))
			}
		}
		if !slices.Equal(got, listed(want)) {
			t.Errorf("after %q offered %q, want %q", given, got, want)
		}
	}
}

// TestDraftAnswers: to a question its answers are offered, and nothing else [5].
func TestDraftAnswers(t *testing.T) {
	rs, p := caseAt(t, "option ask=D13\nunits ge-i lux 2\nunits fr-i lux 1\nhand German offensive\n")
	events, err := rs.Resolve(p, paperOrders("German: play offensive\nGerman: battle lux"),
		&scriptedDice{rolled: map[string]int{}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range draftOf(t, rs, rs.Apply(p, events).(*Position), "Allied", "").Options() {
		got = append(got, strings.Join(o.Words, " "))
	}
	if want := listed("answer hold; answer cover; answer withdraw"); !slices.Equal(got, want) {
		t.Errorf("offered %q, want %q", got, want)
	}
}
