package ccn

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// Report implements engine.Ruleset.
func (rs *Ruleset) Report(before, after engine.Position, events []engine.Event, side engine.Side) engine.Report {
	p, was := after.(*Position), before.(*Position)
	r := engine.Report{Side: side, Title: p.title(), Summary: p.summary(events).String(), Victory: p.victory(side),
		Story: was.story(events), Tables: p.tables(side), Outcome: p.Result}
	for _, d := range rs.Owed(p) {
		if d.Side == side {
			r.Owed = append(r.Owed, d)
		} else if !slices.Contains(r.Waiting, d.Side) {
			r.Waiting = append(r.Waiting, d.Side)
		}
	}
	r.Template = p.template(side, r.Owed)
	return r
}

// title names the point of the game.
func (p *Position) title() string { return p.sc.Title + ", turn " + strconv.Itoa(p.Turn) }

// summary says what each side has lost.
func (p *Position) summary(events []engine.Event) tongue.Text {
	var blocks, pieces [2]int
	for _, e := range events {
		if i, ok := p.sc.Piece(e.Get("piece")); ok {
			switch e.Kind {
			case "loss":
				blocks[p.pieceSide(i)] += e.Int("n")
			case "eliminate":
				pieces[p.pieceSide(i)]++
			}
		}
	}
	var parts []tongue.Text
	for s := range p.sc.Sides {
		if blocks[s]+pieces[s] > 0 {
			parts = append(
				parts,
				said.Say("summary.lost", name("side", string(p.sideName(s))), tongue.Number("n", blocks[s]),
					tongue.Number("units", pieces[s])),
			)
		}
	}
	if len(parts) == 0 {
		return said.Say("summary.quiet")
	}
	return tongue.List(parts, " ")
}

// victory is how the game stands for a side, "" for the public [4].
func (p *Position) victory(side engine.Side) engine.Victory {
	sides := p.sc.Sides
	v := engine.Victory{Stands: said.Say(
		"victory.stands",
		name("first", string(sides[0].Name)),
		name(
			"second",
			string(sides[1].Name),
		),
		tongue.Number("a", p.banners(0)),
		tongue.Number("na", sides[0].Banners),
		tongue.Number("b", p.banners(1)),
		tongue.Number("nb", sides[1].Banners),
	).String()}
	for s := range sides {
		v.Ways = append(
			v.Ways,
			engine.Line{Rule: "4-a", Text: said.Say("victory.way", name("side", string(sides[s].Name)),
				tongue.Number("n", sides[s].Banners))},
		)
	}
	v.Ways = append(v.Ways, engine.Line{Rule: "4-b", Text: said.Say("victory.kills")})
	if p.Phase == GameOver {
		return v
	}
	if s := p.sc.SideNo(side); s >= 0 {
		v.Needs = said.Say("victory.needs", tongue.Number("n", sides[s].Banners-p.banners(s))).String()
		return v
	}
	var needs []string
	for s := range sides {
		needs = append(needs, said.Say("victory.needsof", name("side", string(sides[s].Name)),
			tongue.Number("n", sides[s].Banners-p.banners(s))).String())
	}
	v.Needs = strings.Join(needs, " ")
	return v
}

// story tells the events, of which p is the position before.
func (p *Position) story(events []engine.Event) []engine.Chapter {
	t := &teller{p: p.clone()}
	t.open(said.Say("chapter.turn", tongue.Number("n", p.Turn), name("side", string(p.sideName(p.Active)))))
	for _, e := range events {
		t.tell(e)
		if change, ok := changes[e.Kind]; ok { // where cards lie is of no use here
			change(t.p, e)
		}
	}
	return slices.DeleteFunc(t.chapters, func(c engine.Chapter) bool { return len(c.Lines) == 0 })
}

// teller tells events one after the other.
type teller struct {
	p        *Position // before the event at hand
	chapters []engine.Chapter
	ordered  []tongue.Text // in the line of orders at hand
}

func (t *teller) open(heading tongue.Text) {
	t.chapters = append(t.chapters, engine.Chapter{Heading: heading})
}

func (t *teller) line(l engine.Line) {
	c := &t.chapters[len(t.chapters)-1]
	c.Lines = append(c.Lines, l)
}

func (t *teller) say(e engine.Event, key string, args ...tongue.Arg) {
	t.line(engine.Line{Text: said.Say(key, args...).Sentence(), Rule: e.Rule})
}

// who is a piece by its name.
func (t *teller) who(id string) tongue.Text {
	i, ok := t.p.sc.Piece(id)
	switch {
	case !ok:
		return tongue.Name(id)
	case i < len(t.p.Units):
		return tongue.Name(t.p.sc.Units[i].Name)
	}
	return tongue.Name(t.p.sc.Leaders[i-len(t.p.Units)].Name)
}

// place is a hex with the name that it has.
func (t *teller) place(h string) tongue.Text {
	if n := t.p.sc.PlaceName(hexOf(h)); n != "" {
		return tongue.Name(h + " (" + n + ")")
	}
	return tongue.Name(h)
}

// last is the last hex of a path.
func last(path string) string { return path[strings.LastIndexByte(path, ',')+1:] }

// tellings are the events that are told, by kind.
var tellings map[string]func(t *teller, e engine.Event)

func init() {
	tellings = map[string]func(t *teller, e engine.Event){
		"turn": func(t *teller, e engine.Event) {
			t.open(said.Say("chapter.turn", tongue.Number("n", e.Int("turn")), name("side", string(e.By))))
		},
		"command":      (*teller).tellCommand,
		"order":        (*teller).tellOrder,
		"move":         (*teller).tellMove,
		"attack":       (*teller).tellAttack,
		"roll":         func(t *teller, e engine.Event) { t.line(engine.Line{Text: t.rolls(e), Rule: e.Rule, Roll: e.Roll}) },
		"loss":         func(t *teller, e engine.Event) { t.about(e, "story.loss", tongue.Number("n", e.Int("n"))) },
		"eliminate":    (*teller).tellEliminate,
		"flags":        (*teller).tellFlags,
		"retreat":      (*teller).tellMove,
		"advance":      (*teller).tellMove,
		"place":        (*teller).tellMove,
		"exit":         func(t *teller, e engine.Event) { t.about(e, "story.exit") },
		"square":       func(t *teller, e engine.Event) { t.about(e, "story.square", name("side", string(e.By))) },
		"dissolve":     func(t *teller, e engine.Event) { t.about(e, "story.dissolve") },
		"reform":       func(t *teller, e engine.Event) { t.about(e, "story.reform") },
		"first-strike": func(t *teller, e engine.Event) { t.about(e, "story.first", name("side", string(e.By))) },
		"rally":        func(t *teller, e engine.Event) { t.about(e, "story.rally") },
		"goal":         (*teller).tellGoal,
		"cards":        (*teller).tellCards,
		"faces":        (*teller).tellFaces,
		"skipped":      (*teller).tellSkipped,
		"decision":     (*teller).tellDecision,
	}
}

func (t *teller) tell(e engine.Event) {
	if tell, ok := tellings[e.Kind]; ok {
		tell(t, e)
	}
}

// about tells an event that is about one piece.
func (t *teller) about(e engine.Event, key string, args ...tongue.Arg) {
	t.say(e, key, append([]tongue.Arg{tongue.Words("who", t.who(e.Get("piece")))}, args...)...)
}

func (t *teller) tellCommand(e engine.Event) {
	side, card := name("side", string(e.By)), tongue.Words("card", cardName(e.Get("card")))
	if e.Get("copied") == "yes" {
		t.say(e, "story.copied", side, card)
	} else {
		t.say(e, "story.command", side, card)
	}
}

// tellOrder adds to the line of orders that comes before.
func (t *teller) tellOrder(e engine.Event) {
	c := &t.chapters[len(t.chapters)-1]
	t.ordered = append(t.ordered, t.who(e.Get("piece")))
	text := said.Say("story.orders", tongue.Words("who", tongue.List(t.ordered, tongue.And)))
	if len(t.ordered) > 1 && len(c.Lines) > 0 {
		c.Lines[len(c.Lines)-1].Text = text
		return
	}
	t.line(engine.Line{Text: text, Rule: e.Rule})
}

func (t *teller) tellMove(e engine.Event) {
	t.about(e, "story."+e.Kind, tongue.Words("where", t.place(last(e.Get("path")))))
}

func (t *teller) tellAttack(e engine.Event) {
	args := []tongue.Arg{tongue.Words("from", t.place(e.Get("from"))), tongue.Words("target", t.who(e.Get("target"))),
		tongue.Words("where", t.place(e.Get("at")))}
	if with := e.Get("with"); with != "" {
		var guns []tongue.Text
		for id := range strings.SplitSeq(with, ",") {
			guns = append(guns, t.who(id))
		}
		t.about(e, "story.combined", append(args, tongue.Words("guns", tongue.List(guns, tongue.And)))...)
		return
	}
	t.about(e, "story."+e.Get("kind"), args...)
}

// rolls says what a roll is for.
func (t *teller) rolls(e engine.Event) tongue.Text {
	if e.Roll == nil {
		return tongue.Text{}
	}
	return said.Say("story.roll", name("what", e.Roll.Draws[0].Purpose)).Sentence()
}

func (t *teller) tellEliminate(e engine.Event) {
	i, _ := t.p.sc.Piece(e.Get("piece"))
	t.about(e, "story.eliminated", name("side", string(t.p.sideName(1-t.p.pieceSide(i)))))
}

func (t *teller) tellFlags(e engine.Event) {
	t.about(e, "story.flags", tongue.Number("flags", e.Int("flags")), name("ignored", e.Get("ignored")))
}

func (t *teller) tellGoal(e engine.Event) {
	g := e.Int("goal") - 1
	if g < 0 || g >= len(t.p.sc.Goals) {
		return
	}
	goal := t.p.sc.Goals[g]
	t.say(e, "story.goal", name("side", string(e.By)), name("goal", goal.Name),
		tongue.Number("n", goal.Banners[max(t.p.sc.SideNo(e.By), 0)]))
}

// tellCards tells draws, and that the deck is new.
func (t *teller) tellCards(e engine.Event) {
	switch from, to := e.Get("from"), e.Get("to"); {
	case to == "deck" && from == "discard":
		t.say(e, "story.shuffled")
	case from == "deck":
		t.say(e, "story.draws", name("side", string(e.By)), tongue.Number("n", e.Int("n")))
	}
}

// tellFaces tells a side the cards that it has drawn.
func (t *teller) tellFaces(e engine.Event) {
	if e.Get("from") != "deck" {
		return
	}
	var cards []tongue.Text
	for c := range strings.SplitSeq(e.Get("cards"), ",") {
		c, _, _ = strings.Cut(c, "*")
		cards = append(cards, cardName(c))
	}
	t.say(e, "story.drawn", tongue.Words("cards", tongue.List(cards, tongue.And)))
}

func (t *teller) tellSkipped(e engine.Event) {
	t.line(engine.Line{Text: said.Say("story.skipped", name("order", e.Get("order"))), Rule: e.Rule, Note: true})
}

func (t *teller) tellDecision(e engine.Event) {
	who := t.who(e.Get("whom"))
	if e.Get("whom") == "army" {
		who = said.Say("story.army")
	}
	t.line(engine.Line{Text: said.Say("story.decided", tongue.Words("who", who), name("answer", e.Get("answer")),
		tongue.Choice("source", e.Get("source"))), Rule: e.Rule, Note: true})
}

// tables are the units of both sides, and the hand of the reader.
func (p *Position) tables(side engine.Side) []engine.Table {
	units := engine.Table{
		Title:   said.Say("table.units").String(),
		Columns: columns("side", "id", "type", "hex", "blocks"),
	}
	for u := range p.Units {
		if un := &p.Units[u]; un.Hex != hex.None {
			units.Rows = append(units.Rows, []string{string(p.sideName(p.unitSide(u))), p.pieceID(u), p.kind(u).Type,
				setup.Sheet.Name(un.Hex), strconv.Itoa(un.Blocks) + "/" + strconv.Itoa(p.kind(u).Blocks)})
		}
	}
	for l := range p.Leaders {
		if h := p.Leaders[l].Hex; h != hex.None {
			units.Rows = append(
				units.Rows,
				[]string{string(p.sideName(p.leaderSide(l))), p.sc.Leaders[l].ID, "leader",
					setup.Sheet.Name(h), "1/1"},
			)
		}
	}
	tables := []engine.Table{units}
	if s := p.sc.SideNo(side); s >= 0 {
		hand := engine.Table{Title: said.Say("table.hand").String(), Columns: columns("card", "says")}
		for _, c := range p.Cards.Cards(p.hand(s)) {
			hand.Rows = append(hand.Rows, []string{string(c), cardName(string(c)).String()})
		}
		tables = append(tables, hand)
	}
	return tables
}

func columns(keys ...string) (names []string) {
	for _, k := range keys {
		names = append(names, said.Say("column."+k).String())
	}
	return names
}

// template is an order block for what a side owes.
func (p *Position) template(side engine.Side, owed []engine.Decision) string {
	if len(owed) == 0 {
		return ""
	}
	if q, ok := p.question(side); ok {
		var b strings.Builder
		for _, o := range q.Options {
			b.WriteString("# answer " + o + "\n")
		}
		return b.String() + "end\n"
	}
	var b strings.Builder
	if owed[0].Kind == "D0" {
		b.WriteString("# standing square always if dice 3\nend\n")
		return b.String()
	}
	if p.Phase == TurnPhase {
		for _, c := range slices.Compact(slices.Clone(p.Cards.Cards(p.hand(p.Active)))) {
			b.WriteString("# play " + string(c) + "\n")
		}
	}
	b.WriteString(
		"# order UNIT, UNIT\n# move UNIT to HEX\n# fire UNIT at ENEMY\n# melee UNIT at ENEMY advance yes\nend\n",
	)
	return b.String()
}
