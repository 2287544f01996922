package ccn

import (
	"slices"

	"berthier/engine"
	"berthier/engine/tongue"
)

// brief makes the episodes of a report beside its story, out of the same sentences: one for
// each turn. Ways become one sentence, and what belongs to an attack goes into its table.
type brief struct {
	all   []engine.Episode
	name  tongue.Text
	open  bool            // the last attack goes on
	moves []tongue.Text   // who moved, and where to
	text  []tongue.Text   // sentences beside the attacks
	short []tongue.Text   // the same where there is no room
	notes int             // what is told in full only
	hits  []tongue.Text   // results of the rolls of the attack at hand, of others than the attacker with what they are
	gone  []tongue.Text   // who was lost in it
	went  map[string]bool // pieces that retreated in it
}

// begin ends one episode and begins another: the turn of a side.
func (b *brief) begin(t *teller, side engine.Side) {
	b.end()
	b.name = said.Say("chapter.turn", tongue.Number("n", t.p.Turn), name("side", string(side)))
	b.all = append(b.all, engine.Episode{})
}

// end writes the episode that was going on, or drops it if nothing happened in it.
func (b *brief) end() {
	b.close()
	if len(b.all) == 0 {
		return
	}
	e := &b.all[len(b.all)-1]
	if len(b.moves) > 0 {
		b.text = append(b.text, said.Say("brief.moves", tongue.Words("what", tongue.List(b.moves, "; "))))
		b.short = append(b.short, said.Say("brief.moved", tongue.Number("n", len(b.moves))))
	}
	if b.notes > 0 {
		b.text = append(b.text, said.Say("brief.notes", tongue.Number("n", b.notes)))
	}
	e.Name, e.Text, e.Short = b.name, tongue.List(b.text, " "), tongue.List(b.short, " ")
	if e.Text.Empty() && len(e.Fights) == 0 {
		b.all = b.all[:len(b.all)-1]
	}
	*b = brief{all: b.all}
}

// close ends the attack at hand.
func (b *brief) close() {
	if !b.open {
		return
	}
	f := b.fight()
	result := b.hits
	if len(b.gone) > 0 {
		result = append(result, said.Say("brief.gone", tongue.Words("who", tongue.List(b.gone, tongue.And))))
	}
	f.Result = tongue.List(result, "; ")
	b.open, b.hits, b.gone, b.went = false, nil, nil, nil
}

func (b *brief) fight() *engine.Fight {
	e := &b.all[len(b.all)-1]
	return &e.Fights[len(e.Fights)-1]
}

// outside are kinds of events that end an attack.
var outside = []string{
	"command",
	"order",
	"move",
	"place",
	"turn",
	"phase",
	"cards",
	"goal",
	"over",
	"symbols",
	"skipped",
}

// untold are those that a reader does not miss in short.
var untold = []string{"attack", "order", "faces", "loss", "flags"}

// weights are how much kinds of events count in the weight of an attack.
var weights = map[string]int{"eliminate": 8, "retreat": 1, "advance": 1, "first-strike": 1, "square": 1, "reform": 1}

// take puts the sentence about an event where it belongs.
func (b *brief) take(t *teller, e engine.Event, l engine.Line) {
	if slices.Contains(outside, e.Kind) {
		b.close()
	}
	switch {
	case e.Kind == "attack":
		b.attack(t, e, l)
	case l.Note:
		b.notes++
	case l.Roll != nil:
		b.roll(t, e, l)
	case e.Kind == "move":
		b.moves = append(b.moves, said.Say("brief.way", tongue.Words("who", t.who(e.Get("piece"))),
			tongue.Words("where", t.place(last(e.Get("path"))))))
	case b.open:
		f := b.fight()
		f.Weight += weights[e.Kind]
		if e.Kind == "loss" {
			f.Weight += e.Int("n")
		}
		if e.Kind == "eliminate" {
			b.gone = append(b.gone, t.who(e.Get("piece")))
		}
		f.Ends = append(f.Ends, l)
	case !slices.Contains(untold, e.Kind) && e.Get("from") != "deck":
		b.text = append(b.text, l.Text)
		b.short = append(b.short, l.Text)
	}
}

// attack opens a combat.
func (b *brief) attack(t *teller, e engine.Event, l engine.Line) {
	b.close()
	episode := &b.all[len(b.all)-1]
	key := "fight.fire"
	if e.Get("kind") == "melee" {
		key = "fight.melee"
	}
	f := engine.Fight{Title: said.Say(key, tongue.Words("where", t.place(e.Get("at")))), Rule: e.Rule,
		Text: l.Text}
	for _, id := range []string{e.Get("piece"), e.Get("target")} {
		i, _ := t.p.sc.Piece(id)
		force := engine.Force{Side: t.p.sideName(t.p.pieceSide(i)), Who: t.who(id)}
		if i < len(t.p.Units) {
			force.Strength = said.Say("fight.blocks", tongue.Number("n", t.p.Units[i].Blocks))
		}
		f.Forces = append(f.Forces, force)
	}
	episode.Fights = append(episode.Fights, f)
	b.open = true
}

// roll takes a roll: into the table of its attack, or as a sentence.
func (b *brief) roll(t *teller, e engine.Event, l engine.Line) {
	if !b.open {
		text := said.Say("brief.roll", tongue.Words("what", l.Text), tongue.Words("roll", t.p.fell(e.Roll)))
		b.text, b.short = append(b.text, text), append(b.short, text)
		return
	}
	what, who := t.rollOf(e.Roll)
	f := b.fight()
	f.Rolls = append(f.Rolls, engine.FightRoll{Name: what, Who: who, Rule: e.Rule, Roll: e.Roll, Fell: l.Fell})
	if e.Roll.Result != "unharmed" { // which nobody misses in short
		result := t.p.spell(e.Roll.Result)
		if !who.Equal(f.Forces[0].Who) {
			result = tongue.List([]tongue.Text{what, result}, tongue.Colon)
		}
		b.hits = append(b.hits, result)
	}
}
