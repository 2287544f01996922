package pbs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// Report implements engine.Ruleset.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	was, p := before.(*Position), after.(*Position)
	r := engine.Report{Side: side, Title: p.title(), Summary: p.summary(was), Victory: p.aim(),
		Tables: p.tables(side), Outcome: p.Result}
	r.Story, r.Episodes = p.story(was, events, side)
	for _, d := range rs.Owed(p) {
		switch {
		case d.Side == side && d.Optional:
			r.Optional = append(r.Optional, d)
		case d.Side == side:
			r.Owed = append(r.Owed, d)
		case !d.Optional:
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	if p.Result.Over {
		r.End = said.Say("summary.over")
	}
	r.Template = p.template(side)
	return r
}

// battle is a title of a scenario, in the language of the reader if it is one that comes with the program.
func battle(title string) tongue.Text { return said.Named("battle.", title) }

// title names the point of the game.
func (p *Position) title() tongue.Text {
	title := tongue.Words("title", battle(p.sc.Title))
	switch {
	case p.Phase == OverPhase:
		return said.Say("title.over", title)
	case p.Site.Known && p.Site.Day < days:
		return said.Say("title.day", title, tongue.Number("n", p.Site.Day+1))
	}
	return said.Say("title.phase", title, tongue.Choice("phase", string(rune(p.Phase))))
}

// summary says what became known in the step.
func (p *Position) summary(was *Position) tongue.Text {
	var parts []tongue.Text
	if was.Defender == Nobody && p.Defender != Nobody {
		parts = append(parts, said.Say("summary.roles", name("defender", string(p.sideName(p.Defender))),
			name("invader", string(p.sideName(p.invader())))))
	}
	if p.Site.Known && p.Site.Day < days && (!was.Site.Known || was.Site.Day < p.Site.Day) {
		parts = append(parts, said.Say("summary.pawn", name("cell", p.Site.Pawn.String()),
			tongue.Words("territory", term(p.Site.Territory.String()))))
	}
	if p.Site.Day == days && was.Site.Day < days {
		parts = append(parts, said.Say("summary.site", name("cell", p.Site.Pawn.String()),
			tongue.Words("territory", term(p.Site.Territory.String())), tongue.Words(
				"density",
				said.Say(
					"density."+p.Site.Pawn.Density.String(),
				),
			), tongue.Words("flank", said.Say("flank."+p.flank().String()))))
	}
	if n := p.lying(); n > was.lying() {
		parts = append(parts, said.Say("summary.ground", tongue.Number("n", n)))
	}
	if p.Scouting.Known && !was.Scouting.Known {
		winner := ""
		if p.points() > 0 {
			winner = string(p.sideName(1 - p.deploysFirst()))
		}
		parts = append(parts, said.Say("summary.scouting", name("winner", winner), tongue.Number("points", p.points())))
	}
	if p.Result.Over && !was.Result.Over {
		parts = append(parts, said.Say("summary.over"))
	} else if n := p.deployed(); n > was.deployed() {
		parts = append(parts, said.Say("summary.deployed", tongue.Number("n", n)))
	}
	return tongue.List(parts, " ")
}

// lying counts the pieces of terrain that lie on the table.
func (p *Position) lying() (n int) {
	for _, pc := range p.Pieces {
		if pc.Fate == Placed {
			n++
		}
	}
	return n
}

// deployed counts the unit groups that stand.
func (p *Position) deployed() (n int) {
	for s := range p.Armies {
		for _, g := range p.Armies[s].Groups {
			if g.At.laid() {
				n++
			}
		}
	}
	return n
}

// aim says what a Pre Battle is for: it has no winner.
func (p *Position) aim() engine.Victory {
	v := engine.Victory{Stands: said.Say("aim.stands")}
	for _, way := range []struct{ rule, key string }{{"3-q", "aim.site"}, {"7-e", "aim.scouting"},
		{"9-h", "aim.over"}} {
		v.Ways = append(v.Ways, engine.Line{Rule: way.rule, Text: said.Say(way.key)})
	}
	if !p.Result.Over {
		v.Needs = said.Say("aim.needs")
	}
	return v
}

// story tells the events, in full and in short; was is the position before them.
func (p *Position) story(was *Position, events []engine.Event, side engine.Side) (in []engine.Chapter,
	short []engine.Episode) {
	t := &teller{p: was.clone(), side: side}
	t.open(phaseHeading(was))
	for _, e := range events {
		if tell, ok := tellings[e.Kind]; ok {
			tell(t, e)
		}
		if change, ok := changes[e.Kind]; ok { // where cards lie is of no use here
			change(t.p, e)
		}
	}
	t.tellDrawn()
	for _, b := range t.briefs {
		if b.parts != nil {
			short = append(short, b.episode())
		}
	}
	return slices.DeleteFunc(t.chapters, func(c engine.Chapter) bool { return len(c.Lines) == 0 }), short
}

// phaseHeading is that of what is done in a phase; a piece is placed and adjusted under one heading.
func phaseHeading(p *Position) tongue.Text {
	phase := p.Phase
	if phase == AdjustPhase {
		phase = PlacePhase
	}
	return said.Say("chapter.phase", tongue.Choice("phase", string(rune(phase))))
}

// teller tells events one after the other.
type teller struct {
	p        *Position   // before the event at hand
	side     engine.Side // who reads
	chapters []engine.Chapter
	briefs   []brief  // of the chapters
	drawn    []string // cards that have been drawn one after the other
	drawRule string
}

func (t *teller) open(heading tongue.Text) {
	t.tellDrawn()
	if n := len(t.chapters); n > 0 && t.chapters[n-1].Heading.Equal(heading) {
		return
	}
	t.chapters = append(t.chapters, engine.Chapter{Heading: heading})
	t.briefs = append(t.briefs, brief{name: heading})
}

// brief is the chapter at hand in short.
func (t *teller) brief() *brief { return &t.briefs[len(t.briefs)-1] }

func (t *teller) line(l engine.Line) {
	t.tellDrawn()
	c := &t.chapters[len(t.chapters)-1]
	c.Lines = append(c.Lines, l)
}

func (t *teller) say(e engine.Event, key string, args ...tongue.Arg) {
	text := said.Say(key, append(args, name("side", string(e.By)))...).Sentence()
	t.line(engine.Line{Text: text, Rule: e.Rule})
	t.brief().tell(t, e, text)
}

// tellings are the events that are told, by kind.
var tellings map[string]func(t *teller, e engine.Event)

func init() {
	tellings = map[string]func(t *teller, e engine.Event){
		"phase": func(t *teller, e engine.Event) {
			next := *t.p
			next.Phase = Phase(e.Get("phase")[0])
			t.open(phaseHeading(&next))
		},
		"plan": (*teller).tellPlan,
		"unmet": func(t *teller, e engine.Event) {
			slot := e.Get("slot")
			t.say(e, "story.unmet", name("slot", slot), tongue.Words("why", t.p.whyUnmet(t.p.sideNo(e.By), slot)))
		},
		"roll": func(t *teller, e engine.Event) {
			t.line(engine.Line{Text: said.Say("story.roll", tongue.Words("what", purpose(e.Roll.Purpose()))).Sentence(),
				Rule: e.Rule, Roll: e.Roll, Fell: e.Roll.Told(spell)})
		},
		"role": func(t *teller, e engine.Event) {
			t.say(e, "story.role", tongue.Choice("role", e.Get("role")), tongue.Choice("intercept", e.Get("intercept")))
		},
		"cards": (*teller).tellCards,
		"faces": func(t *teller, e engine.Event) {
			if e.Get("from") == "deck" {
				t.drawRule = e.Rule
				t.drawn = append(t.drawn, strings.Split(e.Get("cards"), ",")...)
			}
		},
		"territory": func(t *teller, e engine.Event) {
			t.say(e, "story.territory", tongue.Words("territory", term(e.Get("territory"))))
		},
		"pawn": func(t *teller, e engine.Event) { t.say(e, "story.pawn", name("cell", e.Get("cell"))) },
		"season": func(t *teller, e engine.Event) {
			t.say(e, "story.season", tongue.Choice("season", e.Get("season")))
		},
		"weather": func(t *teller, e engine.Event) {
			t.say(e, "story.weather", tongue.Words("weather", said.Say("weather."+e.Get("weather"))),
				tongue.Choice("variable", e.Get("variable")))
		},
		"pass": func(t *teller, e engine.Event) { t.say(e, "story.pass", tongue.Number("day", e.Int("day"))) },
		"day":  (*teller).tellDay,
		"secure": func(t *teller, e engine.Event) {
			t.say(e, "story.secure", tongue.Choice("flank", e.Get("side")))
		},
		"choose": func(t *teller, e engine.Event) {
			t.say(
				e,
				"story.choose",
				tongue.Words("kind", groundName(e.Get("kind"))),
				tongue.Choice("class", e.Get("class")),
			)
		},
		"place": (*teller).tellPiece, "adjust": (*teller).tellPiece, "remove": (*teller).tellPiece,
		"lost":     (*teller).tellPiece,
		"scouting": (*teller).tellScouting,
		"camp":     func(t *teller, e engine.Event) { t.say(e, "story.camp", name("at", t.place(e.Get("at")))) },
		"deploy": func(t *teller, e engine.Event) {
			t.say(e, "story.deploy", called("ug", t.group(e)), name("at", t.place(e.Get("at"))))
		},
		"off": func(t *teller, e engine.Event) { t.say(e, "story.off", called("ug", t.group(e))) },
		"ambush": func(t *teller, e engine.Event) {
			t.say(e, "story.ambush", tongue.Number("card", e.Int("card")), name("at", t.place(e.Get("at"))))
		},
		"under": func(t *teller, e engine.Event) {
			t.say(e, "story.under", tongue.Number("card", e.Int("card")), called("ug", t.group(e)))
		},
		"beside-camp": func(t *teller, e engine.Event) { t.say(e, "story.beside", called("general", t.general(e))) },
		"march":       (*teller).tellMarch,
		"general": func(t *teller, e engine.Event) {
			t.say(e, "story.general", called("general", t.general(e)),
				name("at", t.place(rectText(Rect{X: e.Int("x"), Y: e.Int("y")}))))
		},
		"over": func(t *teller, e engine.Event) { t.say(e, "story.over") },
	}
}

// place is a place as whoever acts sees it.
func (t *teller) place(rect string) string {
	r, _ := parseRect(rect)
	if s := t.p.sideNo(t.side); s >= 0 && t.p.Defender != Nobody {
		r = t.p.seen(s, r)
	}
	return pointText(r.X, r.Y)
}

func (t *teller) group(e engine.Event) string {
	s := t.p.sideNo(e.By)
	return t.p.roster(s).Groups[t.p.group(s, e.Get("ug"))].Name
}

func (t *teller) general(e engine.Event) string {
	s := t.p.sideNo(e.By)
	return t.p.roster(s).Generals[t.p.general(s, e.Get("general"))].Name
}

// tellPlan tells of plans that are taken back; the mail shows those that came as they were
// understood.
func (t *teller) tellPlan(e engine.Event) {
	if e.Get("line") == "" {
		t.line(engine.Line{Text: said.Say("story.noplan", name("slot", e.Get("slot"))), Rule: e.Rule, Note: true})
	}
}

// tellDrawn tells in one line what has been drawn, the best cards first.
func (t *teller) tellDrawn() {
	if len(t.drawn) == 0 {
		return
	}
	counts := map[setup.Card]int{}
	for _, c := range t.drawn {
		face, times, many := strings.Cut(c, "*")
		n := 1
		if many {
			n, _ = strconv.Atoi(times)
		}
		card, _ := setup.ParseCard(face)
		counts[card] += n
	}
	t.drawn = nil
	var list []string
	for _, card := range slices.Backward(slices.Sorted(maps.Keys(counts))) {
		list = append(list, fmt.Sprintf("%s*%d", card, counts[card]))
	}
	text := said.Say("story.drawn", tongue.Words("cards", cardList(strings.Join(list, ",")))).Sentence()
	t.line(engine.Line{Text: text, Rule: t.drawRule})
	t.brief().parts = append(t.brief().parts, text)
}

// cardList names cards.
func cardList(text string) tongue.Text {
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

// tellCards tells cards that are played or shown, and that the deck is new.
func (t *teller) tellCards(e engine.Event) {
	switch from, to := e.Get("from"), e.Get("to"); {
	case to == "discard":
		t.say(e, "story.shows", tongue.Words("cards", cardList(e.Get("cards"))))
	case from == "discard":
		t.say(e, "story.shuffled")
	}
}

func (t *teller) tellDay(e engine.Event) {
	if e.By == "" {
		t.say(e, "story.even", tongue.Number("day", e.Int("day")))
		return
	}
	t.say(e, "story.day", tongue.Number("day", e.Int("day")), tongue.Number("ranks", e.Int("difference")),
		name("to", e.Get("to")), tongue.Choice("stays", yesNo(e.Get("to") == e.Get("from"))))
}

func (t *teller) tellPiece(e engine.Event) {
	pc := t.p.pieceOf(e)
	args := []tongue.Arg{tongue.Words("kind", groundName(pc.Ground.String()))}
	switch key := "story." + e.Kind; {
	case e.Kind == "remove" && e.By == "":
		t.say(e, "story.cleared", args...)
	case e.Kind == "place":
		r, _ := parseRect(e.Get("at"))
		t.say(e, key, append(args, name("at", t.place(e.Get("at"))), name("size", sizeText(r.W, r.H)))...)
	case e.Kind == "adjust":
		t.say(e, key, append(args, name("at", t.place(e.Get("at"))), tongue.Choice("how", e.Get("how")))...)
	case e.Kind == "lost":
		why := map[string]string{"6-h": "centre", "11-d": "settlement"}[e.Rule]
		t.say(e, key, append(args, tongue.Words("why", said.Say("why."+cmp.Or(why, "full"))))...)
	default:
		t.say(e, key, args...)
	}
}

func (t *teller) tellScouting(e engine.Event) {
	totals := strings.Split(e.Get("totals"), ",")
	a, _ := strconv.Atoi(totals[0])
	b, _ := strconv.Atoi(totals[1])
	if e.By == "" {
		t.say(e, "story.noscouting", tongue.Number("n", a))
		return
	}
	t.say(e, "story.scouting", tongue.Number("n", max(a, b)), tongue.Number("m", min(a, b)))
}

func (t *teller) tellMarch(e engine.Event) {
	args := []tongue.Arg{called("general", t.general(e)), tongue.Choice("flank", e.Get("side"))}
	if e.Get("ugs") == "" {
		t.say(e, "story.bluff", args...)
		return
	}
	t.say(e, "story.march", append(args, name("ugs", e.Get("ugs")))...)
}

// tables are the site, the pieces, the armies as far as they stand, and the reader's cards.
func (p *Position) tables(side engine.Side) []engine.Table {
	s := p.sideNo(side)
	var tables []engine.Table
	if s >= 0 && p.Phase < OverPhase && len(p.held(s)) > 0 {
		t := engine.Table{Title: said.Say("table.cards"), Columns: []tongue.Text{said.Say("column.card"),
			said.Say("column.scouting")}}
		for _, c := range p.held(s) {
			t.Rows = append(t.Rows, []tongue.Text{said.Say("card." + c.String()),
				tongue.Name(fmt.Sprintf("%d %%", p.rs.tables.Scouting[c]))})
		}
		tables = append(tables, t)
	}
	if len(p.Pieces) > 0 {
		tables = append(tables, p.pieceTable(s))
	}
	if p.Phase == OverPhase && len(p.effects()) > 0 {
		tables = append(tables, p.effectTable())
	}
	return append(tables, p.armyTable(s))
}

// effectTable says what the weather does in the battle [14].
func (p *Position) effectTable() engine.Table {
	t := engine.Table{Title: said.Say("table.weather"), Columns: columns("weather", "uphill", "shooting",
		"visibility", "command", "movement", "shy")}
	for _, w := range p.effects() {
		e := &p.rs.tables.Effects[w]
		number := func(n int, sign string) tongue.Text {
			if n == 0 {
				return tongue.Name("-")
			}
			return tongue.Name(sign + strconv.Itoa(n))
		}
		shooting := said.Say(
			"shooting",
			tongue.Choice("reach", e.Shooting),
			tongue.Choice("gunpowder", yesNo(e.Gunpowder)),
		)
		t.Rows = append(t.Rows, []tongue.Text{said.Say("weather." + w.String()), number(e.Uphill, "+"),
			shooting, number(e.Visibility, ""), said.Say("halved", tongue.Choice("halved", yesNo(e.Halved))),
			number(e.Slower, "-"), said.Say("shy", tongue.Choice("who", e.Shy))})
	}
	return t
}

// viewer is from whose edge a reader without a side sees the table: the Defender's, once there is one.
func (p *Position) viewer(side int) tongue.Arg {
	who := ""
	if side < 0 && p.Defender >= 0 {
		who = string(p.sideName(p.Defender))
	}
	return tongue.Words("who", tongue.Name(who))
}

// pieceTable lists the pieces of terrain, in the reader's view.
func (p *Position) pieceTable(side int) engine.Table {
	t := engine.Table{
		Title:   said.Say("table.terrain", p.viewer(side)),
		Columns: columns("side", "kind", "going", "at", "size"),
	}
	for _, pc := range p.Pieces {
		at, size := said.Say("fate", tongue.Choice("fate", pc.Fate.String())), tongue.Text{}
		if pc.Fate == Placed {
			r := pc.At
			if side >= 0 {
				r = p.seen(side, r)
			}
			at, size = tongue.Name(pointText(r.X, r.Y)), tongue.Name(sizeText(r.W, r.H))
		}
		t.Rows = append(t.Rows, []tongue.Text{tongue.Name(string(p.sideName(pc.By))), groundName(pc.Ground.String()),
			said.Say("going." + p.rs.tables.Going(pc.Ground).String()), at, size})
	}
	return t
}

func columns(keys ...string) (names []tongue.Text) {
	for _, k := range keys {
		names = append(names, said.Say("column."+k))
	}
	return names
}

// armyTable lists unit groups: all of the reader, and those of the other side that stand.
func (p *Position) armyTable(side int) engine.Table {
	t := engine.Table{
		Title:   said.Say("table.armies", p.viewer(side)),
		Columns: columns("side", "id", "name", "general", "at"),
	}
	for s := range p.Armies {
		a := &p.Armies[s]
		for g := range a.Groups {
			gr, ro := &a.Groups[g], &p.roster(s).Groups[g]
			general := ro.General
			if a.Command[g] >= 0 {
				general = a.Command[g]
			}
			at := tongue.Text{}
			switch {
			case gr.At.laid():
				r := gr.At
				if side >= 0 && p.Defender != Nobody {
					r = p.seen(side, r)
				}
				at = tongue.Name(pointText(r.X, r.Y))
			case s == side && a.hidden(g):
				at = said.Say("hidden")
			}
			t.Rows = append(t.Rows, append(tongue.Names(string(p.sideName(s)), p.groupID(s, g)), troops(ro.Name),
				troops(p.roster(s).Generals[general].Name), at))
		}
	}
	return t
}
