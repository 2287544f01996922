package tlm

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// TestStoryTells: what has happened is told with who did it, where, and how many, to those who may know it.
func TestStoryTells(t *testing.T) {
	word := func(key, of string) tongue.Arg { return tongue.Words(key, said.Say(of)) }
	german := name("side", "German")
	number := tongue.Number
	place := func(key, id string) tongue.Arg {
		_, p := caseAt(t, "")
		return tongue.Words(key, p.placeName(id))
	}
	units := func(n int, unit string) tongue.Arg {
		return tongue.Words("who", tongue.List([]tongue.Text{unitsName(n, unit)}, tongue.And))
	}
	for _, c := range []struct {
		what, position, orders string
		hits                   []string
		side                   engine.Side
		want                   tongue.Text
		hidden                 bool // nobody else reads it
	}{
		{"several areas are declared in one line", "units ge-i lux 1\nunits fr-i lux 1\nunits ge-i ver 1\n" +
			"hand German offensive\n",
			"German: play offensive\nGerman: battle lux,ver", nil, "Allied", said.Say("story.declare", german,
				tongue.Words("areas",
					tongue.List([]tongue.Text{said.Say("area.lux"), said.Say("area.ver")}, tongue.And))), false},
		{"a card on a battle", "turn 12 T German\nunits ge-i lux 1\nunits fr-i lux 1\nhand German offensive,gas\n",
			"German: play offensive\nGerman: battle lux\nGerman: gas lux", nil, "Allied", said.Say("story.enhance",
				german, word("card", "card.gas"),
				tongue.Words("areas", tongue.List([]tongue.Text{said.Say("area.lux")}, tongue.And))), false},
		{"how many cards are exchanged", "hand German gas,weather\n", "German: exchange gas,weather", nil, "Allied",
			said.Say("story.exchange-cards", german, number("n", 2)), false},
		{"which cards are drawn", "turn 5 P German\n", "German: cards 1\nAllied: hold", nil, "German",
			said.Say("story.drawn", tongue.Words("cards", cardNames("aaf"))), true},
		{"how many are bought", "turn 5 P German\n", "German: cards 2\nAllied: hold", nil, "Allied",
			said.Say("story.buys", german, number("cards", 2)), false},
		{"what is discarded", "turn 5 P German\n" +
			"hand German offensive,offensive,offensive,gas,gas,limited,limited,limited,limited\n",
			"German: discard gas,gas\nAllied: hold", nil, "Allied", said.Say("story.discards", german,
				tongue.Words("cards", cardNames("gas"))), false},
		{"that the discards are shuffled after a winter", "turn 3 P German\ndiscards gas\n", "German: hold\n" +
			"Allied: hold", nil, "German",
			said.Say("story.shuffled"), false},
		{"attrition", "turn 5 P German\nunits ge-i eft 5\n", "German: hold\nAllied: hold",
			[]string{"1 attrition in the east"}, "Allied",
			said.Say("story.attrition", number("hits", 1)), false},
		{"the next season", "turn 5 P German\n", "German: hold\nAllied: hold", nil, "Allied",
			said.Say("story.season", tongue.Words("season",
				said.Say("season.fall", name("year", "1915"), name("next", "1916")))), false},
		{"who arrives", "turn 1 P German\n", "German: hold\nAllied: hold", nil, "Allied", said.Say("story.due",
			tongue.Words("units", unitsName(2, "ge-i")), german), false},
		{"a winter, which has two years", "turn 2 P German\n", "German: hold\nAllied: hold", nil, "Allied",
			said.Say("story.season",
				tongue.Words("season", said.Say("season.winter", name("year", "1914"), name("next", "1915")))), false},
		{"dice of an Army", "army ge1 lux\nunits ge-i ge1 2\nunits fr-i lux 1\nhand German offensive\n",
			"German: play offensive\nGerman: battle lux",
			nil, "Allied", said.Say("story.roll", tongue.Words("unit", unitOf("ge-i", 1)), place("in", "ge1"),
				tongue.Choice("separate", "no")), false},
		{"dice beside one", "army ge1 lux\nunits ge-i ge1 2\nunits fr-i lux 1\nhand German offensive\n",
			"German: play offensive\nGerman: battle lux",
			nil, "German", said.Say("story.roll", tongue.Words("unit", unitOf("fr-i", 1)), place("in", "lux"),
				tongue.Choice("separate", "yes")), false},
		{"a Pass", "", "German: hold", nil, "Allied", said.Say("story.passed", german), false},
		{"a Crisis, with its name", "turn 4 T German\nhand German crisis-allied\nunits uk-i cal 1\n",
			"German: crisis", nil, "Allied",
			said.Say("story.spent", german, word("card", "card.crisis-allied"), word("event", "theatre.gallipoli"),
				tongue.Choice("named", "yes")), false},
		{"how many a Crisis does not find", "turn 4 T German\nhand German crisis-allied\n", "German: crisis",
			nil, "Allied", said.Say("story.failure", name("side", "Allied"), number("n", 1)), false},
		{"a damaged Fort", "units ge-i ver 1\nhand German offensive\n", "German: play offensive\n" +
			"German: battle ver", []string{"1 fire of ge-i in ver at ver"},
			"Allied", said.Say("story.fort", place("area", "ver"), tongue.Choice("gone", "no"), number("left", 3)),
			false},
		{"one that is gone", "units ge-i nam 2\nunits fr-i nam 1\nhand German offensive\narea nam Contested fort=1\n",
			"German: play offensive\nGerman: battle nam", []string{"1 fire of ge-i in nam at nam"}, "Allied",
			said.Say("story.fort", place("area", "nam"), tongue.Choice("gone", "yes"), number("left", 0)), false},
		{"an Armistice is offered", "", "German: armistice offer\nGerman: hold", nil, "Allied",
			said.Say("story.offer", german, tongue.Choice("made", "yes")), false},
		{"and withdrawn", "offer German\n", "German: armistice withdraw\nGerman: hold", nil, "Allied",
			said.Say("story.offer", name("side", ""), tongue.Choice("made", "no")), false},
		{"like units of several lines as one number", "units ge-i tri 2\nhand German offensive\n",
			"German: play offensive\nGerman: move ge-i.tri lux\nGerman: move ge-i.tri lux", nil, "German",
			said.Say("story.move", units(1, "ge-i"), place("from", "tri"), place("to", "lux")), false},
		{"Armies that go together", "army ge1 tri\narmy ge2 tri\nunits ge-i ge1 1\nunits ge-i ge2 1\n" +
			"hand German offensive\n",
			"German: play offensive\nGerman: move ge1,ge2 aac", nil, "Allied",
			said.Say("story.march", tongue.Words("who",
				tongue.List([]tongue.Text{armyName("ge1"), armyName("ge2")}, tongue.And)), place("from", "tri"),
				place("to", "aac")), false},
		{"what is built", "turn 5 P German\n", "German: build 2*ge-i col\nAllied: hold", nil, "Allied",
			said.Say("story.build", units(2, "ge-i"), place("from", "pool"), place("to", "col")), false},
		{"an Army that is rebuilt", "turn 5 P German\narmy ge1 lost\n", "German: rebuild ge1 col\nAllied: hold",
			nil, "Allied",
			said.Say("story.rebuild", tongue.Words("who", tongue.List([]tongue.Text{armyName("ge1")}, tongue.And)),
				place("from", "lost"), place("to", "col")), false},
		{"Ersatz", "units ge-i lux 1\nunits fr-i lux 1\nhand German offensive\nhand Allied ersatz2\n",
			"German: play offensive\nGerman: battle lux\nAllied: standing losses cards",
			[]string{"1 fire of ge-i in lux at lux"}, "German",
			said.Say("story.ersatz", name("side", "Allied"), word("card", "card.ersatz2"), number("hits", 2)), false},
		{"Bad Weather", "turn 5 T German\nunits ge-i lux 1\nunits fr-i lux 1\nhand German offensive\n" +
			"hand Allied weather\n",
			"German: play offensive\nGerman: battle lux\nAllied: standing weather always", nil, "German",
			said.Say("story.weather", name("side", "Allied"), tongue.Choice("becomes", "limited")), false},
		{"a special Offensive", "turn 8 T German\nunits ge-i tri 1\nhand German gericht\n", "German: play gericht",
			nil, "Allied",
			said.Say("story.offense", german, word("card", "card.gericht"), tongue.Choice("special", "yes")), false},
		{"whose an area is", "units ge-i tri 1\nhand German offensive\n", "German: play offensive\n" +
			"German: move ge-i.tri lux", nil, "Allied",
			said.Say("story.control", german, place("area", "lux"), tongue.Choice("to", "German")), false},
	} {
		t.Run(c.what, func(t *testing.T) {
			rs, p := caseAt(t, c.position)
			events, err := rs.Resolve(p, paperOrders(c.orders), &scriptedDice{rolled: map[string]int{},
				hits: slices.Clone(c.hits)})
			if err != nil {
				t.Fatal(err)
			}
			after, want := rs.Apply(p, events), sentence(c.want).In(tongue.En)
			for _, side := range append(rs.Sides(p), "") {
				var lines []string
				for _, ch := range engine.Tell(rs, p, after, events, side).Story {
					for _, l := range ch.Lines {
						lines = append(lines, l.Text.In(tongue.En))
					}
				}
				told := slices.Contains(lines, want)
				if should := !c.hidden || side == c.side; told != should {
					t.Errorf("%q reads\n%s\nwant %q among it: %v", side, strings.Join(lines, "\n"), want, should)
				}
			}
		})
	}
}
