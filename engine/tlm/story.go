package tlm

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// story tells the events, of which was is the position before, in full and in short.
func (p *Position) story(was *Position, events []engine.Event, side engine.Side) ([]engine.Chapter, []engine.Episode) {
	t := &teller{p: was.clone(), side: side, rolled: map[*engine.Roll]engine.Side{}}
	t.open(was.heading())
	for _, e := range events {
		if tell, ok := tellings[e.Kind]; ok {
			tell(t, e)
		}
		if change, ok := changes[e.Kind]; ok { // where cards lie is of no use here
			change(t.p, e)
		}
	}
	t.flush()
	episodes := t.episodes()
	return slices.DeleteFunc(t.chapters, func(c engine.Chapter) bool { return len(c.Lines) == 0 }), episodes
}

// heading names the part of the Season Turn.
func (p *Position) heading() tongue.Text {
	return said.Say("chapter."+string(rune(p.Phase)), name("side", string(p.sideName(p.Active))),
		tongue.Words("season", p.season()))
}

// season names the Season Turn.
func (p *Position) season() tongue.Text {
	return seasonName(p.Turn)
}

// seasonName names a Season Turn.
func seasonName(turn int) tongue.Text {
	s, y := setup.SeasonOf(turn)
	return said.Say("season."+s.String(), name("year", strconv.Itoa(y)), name("next", strconv.Itoa(y+1)))
}

// since says from which Season Turn on something is possible; what is never built comes by exchange [8.2.3-e].
func since(turn int) tongue.Text {
	if turn > setup.LastTurn {
		return said.Say("hint.exchanged")
	}
	return said.Say("hint.since", tongue.Words("season", seasonName(turn)))
}

// sentence is a text with a capital and a full stop.
func sentence(t tongue.Text) tongue.Text {
	return said.Say("brief.sentence", tongue.Words("text", t)).Sentence()
}

// teller tells events one after the other.
type teller struct {
	p        *Position   // before the event at hand
	side     engine.Side // who reads
	chapters []engine.Chapter
	moves    []engine.Event // of like kind, that become one line
	fights   []fightOf
	rolled   map[*engine.Roll]engine.Side // who fired, in a battle
}

func (t *teller) open(heading tongue.Text) {
	t.flush()
	t.chapters = append(t.chapters, engine.Chapter{Heading: heading})
}

func (t *teller) line(l engine.Line) {
	t.flush()
	c := &t.chapters[len(t.chapters)-1]
	c.Lines = append(c.Lines, l)
}

func (t *teller) say(e engine.Event, key string, args ...tongue.Arg) {
	t.line(engine.Line{Text: sentence(said.Say(key, append(args, name("side", string(e.By)))...)), Rule: e.Rule})
}

// same reports whether an event goes on with the line that is being put together.
func (t *teller) same(e engine.Event) bool {
	if len(t.moves) == 0 {
		return false
	}
	f := t.moves[0]
	return f.Kind == e.Kind && f.Rule == e.Rule && f.Get("from") == e.Get("from") && f.Get("to") == e.Get("to") &&
		f.By == e.By
}

// gather keeps an event until another kind of it comes.
func (t *teller) gather(e engine.Event) {
	if !t.same(e) {
		t.flush()
	}
	t.moves = append(t.moves, e)
}

// flush tells the events that were gathered, in one line.
func (t *teller) flush() {
	if len(t.moves) == 0 {
		return
	}
	first, who := t.moves[0], []tongue.Text(nil)
	counts := map[string]int{}
	var order []string
	for _, e := range t.moves {
		if a := e.Get("army"); a != "" && e.Get("unit") == "" {
			who = append(who, t.armyName(a))
			continue
		}
		if u := e.Get("unit"); counts[u] == 0 {
			order = append(order, u)
		}
		counts[e.Get("unit")] += e.Int("n")
	}
	for _, u := range order {
		who = append(who, unitsName(counts[u], u))
	}
	t.moves = nil
	c := &t.chapters[len(t.chapters)-1]
	c.Lines = append(c.Lines, engine.Line{Text: sentence(said.Say("story."+first.Kind,
		tongue.Words("who", tongue.List(who, tongue.And)),
		tongue.Words("from", t.place(first.Get("from"))), tongue.Words("to", t.place(first.Get("to"))))),
		Rule: first.Rule})
}

// unitName is what a unit is called.
func unitName(word string) tongue.Text { return unitOf(word, 1) }

// unitsName is what a number of like units is called.
func unitsName(n int, word string) tongue.Text {
	return said.Say("units", tongue.Number("n", n), tongue.Words("unit", unitOf(word, n)))
}

func unitOf(word string, n int) tongue.Text {
	switch word {
	case "fort", "extra":
		return said.Say("unit." + word)
	}
	u, _ := setup.ParseUnit(word)
	kind := u.Kind.String()
	return said.Say("unit", tongue.Words("nation", nationName(u.Nation, kind)),
		tongue.Words("kind", said.Say("kind."+kind, tongue.Number("n", n))))
}

// nationName is the word for a nation with which other languages say whose a kind of unit is, or
// an "army": it agrees with that.
func nationName(n setup.Nation, of string) tongue.Text {
	return said.Say("nation."+n.String(), tongue.Choice("of", of))
}

// armyName is what an Army is called.
func (t *teller) armyName(id string) tongue.Text { return armyName(id) }

func armyName(id string) tongue.Text {
	n, no, ok := setup.ParseArmy(id)
	if !ok {
		return tongue.Name(id)
	}
	return said.Say("army", tongue.Words("nation", nationName(n, "army")), tongue.Number("no", no))
}

// place is what a place is called.
func (t *teller) place(id string) tongue.Text { return t.p.placeName(id) }

func (p *Position) placeName(id string) tongue.Text {
	if a, ok := p.findArea(id); ok {
		return p.areaName(a)
	}
	if _, ok := p.findArmy(id); ok {
		return armyName(id)
	}
	switch id {
	case "eft", "pool", "?":
		return said.Say("place." + map[string]string{"eft": "east", "pool": "pool", "?": "inside"}[id])
	}
	return tongue.Name(id)
}

// tellings are the events that are told, by kind.
var tellings map[string]func(t *teller, e engine.Event)

func init() {
	area := func(t *teller, e engine.Event) tongue.Arg { return tongue.Words("area", t.place(e.Get("area"))) }
	card := func(e engine.Event) tongue.Arg { return tongue.Words("card", said.Say("card."+e.Get("card"))) }
	tellings = map[string]func(t *teller, e engine.Event){
		"phase": func(t *teller, e engine.Event) {
			next := *t.p
			next.Phase = Phase(e.Get("phase")[0])
			if e.By != "" {
				next.Active = next.sideNo(e.By)
			}
			t.open(next.heading())
		},
		"season": func(t *teller, e engine.Event) {
			next := *t.p
			next.Turn = e.Int("turn")
			t.line(engine.Line{Text: sentence(said.Say("story.season", tongue.Words("season", next.season()))),
				Rule: e.Rule})
		},
		"roll": (*teller).tellRoll,
		"offense": func(t *teller, e engine.Event) {
			t.say(e, "story.offense", tongue.Words("card", said.Say("card."+e.Get("played"))),
				tongue.Choice("special", e.Get("special")))
		},
		"spent": func(t *teller, e engine.Event) {
			t.say(e, "story.spent", card(e), tongue.Words("event", placeName(e.Get("event"))),
				tongue.Choice("named", yesNo(e.Get("event") != "")))
		},
		"passed": func(t *teller, e engine.Event) { t.say(e, "story.passed") },
		"weather": func(t *teller, e engine.Event) {
			t.say(e, "story.weather", tongue.Choice("becomes", e.Get("becomes")))
		},
		"declare": func(t *teller, e engine.Event) {
			if e.Get("areas") == "" {
				return
			}
			t.say(e, "story.declare", tongue.Words("areas", t.areas(e.Get("areas"))))
		},
		"enhance": func(t *teller, e engine.Event) {
			t.say(e, "story.enhance", card(e), tongue.Words("areas", t.areas(e.Get("areas"))))
		},
		"battle": func(t *teller, e engine.Event) {
			t.open(said.Say("chapter.battle", area(t, e), tongue.Choice("surprise", e.Get("surprise"))))
			at, _ := t.p.findArea(e.Get("area"))
			t.fights = append(t.fights, fightOf{len(t.chapters) - 1, e.Get("area"), e.By, t.forces(at, e.By)})
		},
		"control": func(t *teller, e engine.Event) {
			t.say(e, "story.control", area(t, e), tongue.Choice("to", e.Get("to")))
		},
		"fort": func(t *teller, e engine.Event) {
			t.say(e, "story.fort", area(t, e), tongue.Choice("gone", yesNo(e.Get("left") == "gone")),
				tongue.Number("left", e.Int("left")))
		},
		"ersatz": func(t *teller, e engine.Event) {
			t.say(e, "story.ersatz", card(e), tongue.Number("hits", e.Int("hits")))
		},
		"buys": func(t *teller, e engine.Event) { t.say(e, "story.buys", tongue.Number("cards", e.Int("cards"))) },
		"failure": func(t *teller, e engine.Event) {
			t.say(e, "story.failure", tongue.Number("n", e.Int("n")))
		},
		"offer": func(t *teller, e engine.Event) {
			t.say(e, "story.offer", tongue.Choice("made", yesNo(e.By != "")))
		},
		"due": func(t *teller, e engine.Event) {
			t.say(e, "story.due", tongue.Words("units", unitsName(e.Int("n"), e.Get("unit"))))
		},
		"cards": (*teller).tellCards,
		"faces": (*teller).tellFaces,
		"skip": func(t *teller, e engine.Event) {
			t.line(engine.Line{Text: sentence(said.Say("story.skip", name("order", e.Get("order")),
				tongue.Words("why", said.Heard("fault", e.Get("why"))))), Rule: e.Rule, Note: true})
		},
		"decision": func(t *teller, e engine.Event) {
			t.line(engine.Line{Text: sentence(said.Say("story.decision", tongue.Words("area", t.place(e.Get("at"))),
				tongue.Words("what", said.Say("decision."+e.Get("kind"))), name("answer", e.Get("answer")))),
				Rule: e.Rule, Note: true})
		},
		"over": func(t *teller, e engine.Event) {
			t.line(engine.Line{Text: told(e.Get("winner"), e.Get("rank"), e.Get("vp")), Rule: e.Rule})
		},
	}
	for _, kind := range []string{"move", "join", "leave", "place", "build", "loss", "retreat", "remove", "march",
		"withdraw",
		"eliminate", "arrive", "post", "rebuild", "entrench", "dig", "exchange", "upgrade"} {
		tellings[kind] = (*teller).gather
	}
}

// areas lists areas.
func (t *teller) areas(text string) tongue.Text {
	var all []tongue.Text
	for id := range strings.SplitSeq(text, ",") {
		all = append(all, t.place(id))
	}
	return tongue.List(all, tongue.And)
}

func (t *teller) tellRoll(e engine.Event) {
	l := engine.Line{Rule: e.Rule, Roll: e.Roll, Fell: e.Roll.Told(spell)}
	if e.Get("area") == "" {
		l.Text = sentence(said.Say("story.attrition", tongue.Number("hits", e.Roll.Total)))
	} else {
		t.rolled[e.Roll] = e.By
		l.Text = sentence(said.Say("story.roll", tongue.Words("unit", unitName(e.Get("unit"))),
			tongue.Words("in", t.place(e.Get("in"))), tongue.Choice("separate", yesNo(e.Get("in") == e.Get("area")))))
	}
	t.line(l)
}

// spell is what the result of a roll is called: "hits 2", "lost 1".
func spell(word string) tongue.Text {
	what, number, _ := strings.Cut(word, " ")
	if n, err := strconv.Atoi(number); err == nil && said.Has("result."+what) {
		return said.Say("result."+what, tongue.Number("n", n))
	}
	return tongue.Name(word)
}

// tellCards tells cards that are thrown away and that the deck is new.
func (t *teller) tellCards(e engine.Event) {
	switch from, to := e.Get("from"), e.Get("to"); {
	case e.Rule == "7.1-d":
		t.say(e, "story.discards", tongue.Words("cards", cardNames(e.Get("cards"))))
	case strings.HasPrefix(to, "face-down"):
		t.say(e, "story.exchange-cards", tongue.Number("n", e.Int("n")))
	case from == discardPlace && to == deckPlace:
		t.say(e, "story.shuffled")
	}
}

// tellFaces tells a side the cards that it has drawn.
func (t *teller) tellFaces(e engine.Event) {
	if e.Get("from") == deckPlace {
		t.line(engine.Line{Text: sentence(said.Say("story.drawn", tongue.Words("cards", cardNames(e.Get("cards"))))),
			Rule: e.Rule})
	}
}

// cardNames names cards as records list them.
func cardNames(text string) tongue.Text {
	var cards []tongue.Text
	for c := range strings.SplitSeq(text, ",") {
		c, times, many := strings.Cut(c, "*")
		card := said.Say("card." + c)
		if many {
			n, _ := strconv.Atoi(times)
			card = said.Say("cards", tongue.Number("n", n), tongue.Words("card", card))
		}
		cards = append(cards, card)
	}
	return tongue.List(cards, tongue.And)
}
