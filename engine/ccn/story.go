package ccn

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// story tells the events, of which p is the position before: in full, and in short.
func (p *Position) story(events []engine.Event, side engine.Side) ([]engine.Chapter, []engine.Episode) {
	t := &teller{p: p.clone(), side: side}
	t.brief.begin(t, p.sideName(p.Active))
	t.open(said.Say("chapter.turn", tongue.Number("n", p.Turn), name("side", string(p.sideName(p.Active)))))
	for _, e := range events {
		t.tell(e)
		if change, ok := changes[e.Kind]; ok { // where cards lie is of no use here
			change(t.p, e)
		}
	}
	t.brief.end()
	return slices.DeleteFunc(t.chapters, func(c engine.Chapter) bool { return len(c.Lines) == 0 }), t.brief.all
}

// teller tells events one after the other.
type teller struct {
	p        *Position // before the event at hand
	chapters []engine.Chapter
	ordered  []tongue.Text // in the line of orders at hand
	side     engine.Side   // of the reader
	brief    brief
}

func (t *teller) open(heading tongue.Text) {
	t.chapters = append(t.chapters, engine.Chapter{Heading: heading})
}

func (t *teller) line(e engine.Event, l engine.Line) {
	c := &t.chapters[len(t.chapters)-1]
	c.Lines = append(c.Lines, l)
	t.brief.take(t, e, l)
}

func (t *teller) say(e engine.Event, key string, args ...tongue.Arg) {
	t.line(e, engine.Line{Text: said.Say(key, args...), Rule: e.Rule})
}

// who is a piece by its name, with the word by which orders know it.
func (t *teller) who(id string) tongue.Text {
	i, ok := t.p.sc.Piece(id)
	if !ok {
		return tongue.Name(id)
	}
	return tongue.Name(t.p.pieceName(i))
}

// pieceName is the name of a piece, and its id if that is another word.
func (p *Position) pieceName(piece int) string {
	id, name := p.pieceID(piece), ""
	if piece < len(p.Units) {
		name = p.sc.Units[piece].Name
	} else {
		name = p.sc.Leaders[piece-len(p.Units)].Name
	}
	if name == "" || name == id {
		return id
	}
	return name + " (" + id + ")"
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
			t.p.Turn = e.Int("turn")
			t.brief.begin(t, e.By)
		},
		"command": (*teller).tellCommand,
		"order":   (*teller).tellOrder,
		"move":    (*teller).tellMove,
		"attack":  (*teller).tellAttack,
		"roll": func(t *teller, e engine.Event) {
			t.line(e, engine.Line{Text: t.rolls(e.Roll), Rule: e.Rule, Roll: e.Roll, Fell: t.p.fell(e.Roll)})
		},
		"loss":         func(t *teller, e engine.Event) { t.about(e, "story.loss", tongue.Number("n", e.Int("n"))) },
		"eliminate":    (*teller).tellEliminate,
		"flags":        (*teller).tellFlags,
		"retreat":      (*teller).tellMove,
		"advance":      (*teller).tellMove,
		"place":        (*teller).tellMove,
		"arrive":       (*teller).tellMove,
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
		return
	}
	t.say(e, "story.command", side, card)
	if s := t.p.sc.SideNo(e.By); s >= 0 && e.Get("card") == string(setup.CounterAttack.Name()) {
		if why := t.p.uncopied(s); why.stands() {
			t.line(e, engine.Line{Text: said.Say("story.uncopied", card, tongue.Words("why", why.text())),
				Rule: why.rule, Note: true})
		}
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
	t.line(e, engine.Line{Text: text, Rule: e.Rule})
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

// rollKinds are the messages that name a roll, by what its purpose begins with.
var rollKinds = map[string]string{"fire": "roll.fire", "melee": "roll.melee", "battle back": "roll.back",
	"first strike": "roll.strike", "casualty check": "roll.casualty", "square": "roll.square", "escape": "roll.escape"}

// rollOf names a roll, and whom it is of.
func (t *teller) rollOf(r *engine.Roll) (what, who tongue.Text) {
	kind, about, _ := strings.Cut(r.Purpose(), " of ")
	by, _, _ := strings.Cut(about, " at ")
	if key := rollKinds[kind]; key != "" && about != "" {
		return said.Say(key), t.who(by)
	}
	if card := cardOf(r.Purpose()); card != "" {
		return cardName(card), tongue.Text{}
	}
	return tongue.Name(r.Purpose()), tongue.Text{}
}

// cardOf is the card whose dice a roll is of, "" if it is none.
func cardOf(purpose string) string {
	return map[string]string{"Elan": "elan", "Rally": "rally"}[purpose]
}

// rolls says what a roll is for.
func (t *teller) rolls(r *engine.Roll) tongue.Text {
	what, who := t.rollOf(r)
	if who.Empty() {
		return what
	}
	return said.Say("story.roll", tongue.Words("what", what), tongue.Words("who", who))
}

func (t *teller) tellEliminate(e engine.Event) {
	i, _ := t.p.sc.Piece(e.Get("piece"))
	t.about(e, "story.eliminated", name("side", string(t.p.sideName(1-t.p.pieceSide(i)))))
}

func (t *teller) tellFlags(e engine.Event) {
	t.about(e, "story.flags", tongue.Number("flags", e.Int("flags")),
		name("ignored", strings.TrimPrefix(e.Get("ignored"), "0")))
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
	key := "story.skipped"
	if e.Get("part") == "bonus" {
		key = "story.skipped-bonus"
	}
	t.line(e, engine.Line{Text: said.Say(key, name("order", e.Get("order")), tongue.Words("why", reasonsOf(e).text())),
		Rule: e.Rule, Note: true})
}

// tellDecision tells a side what was decided for it, but not that it did not play a card
// which it does not hold.
func (t *teller) tellDecision(e engine.Event) {
	kind, s := e.Get("kind"), t.p.sc.SideNo(e.By)
	if kind == "D16" && s >= 0 && !t.p.Cards.Has(t.p.hand(s), setup.FirstStrike.Name()) {
		return
	}
	who := t.who(e.Get("whom"))
	if e.Get("whom") == "army" {
		who = said.Say("story.army")
	}
	t.line(e, engine.Line{Text: said.Say("story.decided", tongue.Words("who", who),
		tongue.Words("kind", said.Say("decides."+decisionOf(kind).Word)),
		tongue.Words("answer", answered(e.Get("answer"))), tongue.Choice("source", e.Get("source"))),
		Rule: e.Rule, Note: true})
}
