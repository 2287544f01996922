package jdg

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/jdg/setup"
)

// brief makes the episodes of a report beside its story, out of the same sentences: one for
// each activation, and for what stands between them. Ways of units become one sentence,
// and what belongs to a fight goes into its table.
type brief struct {
	all     []engine.Episode
	open    bool      // the last fight of the last episode goes on
	to      []arrived // where units moved, in the order in which they did
	text    []string  // sentences of the episode
	acts    []string  // the same where there is no room
	skipped []string  // orders that were not carried out, and why
	noted   int       // other notes
	moved   int       // units
	head    heading   // of the episode
	side    engine.Side
	idle    bool // an activation ended
}

// arrived is where units moved.
type arrived struct {
	hex   hex.Hex
	units []string
}

// begin ends one episode and begins another: of a side, if it is an activation.
func (b *brief) begin(h heading, side engine.Side) {
	b.end()
	if b.all == nil {
		b.all = make([]engine.Episode, 0, 2)
	}
	b.all, b.head, b.side = append(b.all, engine.Episode{}), h, side
}

// told are all episodes in which something happened.
func (b *brief) told() []engine.Episode {
	b.end()
	return b.all
}

// end writes the episode that was going on, or drops it if nothing happened in it.
func (b *brief) end() {
	b.open = false
	if len(b.all) == 0 {
		return
	}
	e := &b.all[len(b.all)-1]
	if len(b.to) > 0 {
		b.text = slices.Insert(b.text, 0, b.ways())
		b.acts = slices.Insert(b.acts, 0, counted(b.moved, "unit moves.", "units move."))
	}
	if b.noted > 0 {
		b.text = append(b.text, counted(b.noted, "note is", "notes are")+" in the details.")
	}
	if n := len(b.skipped); n > 0 {
		const most = 2 // with their reasons
		b.text = append(b.text, b.skipped[:min(n, most)]...)
		if n > most {
			b.text = append(b.text, counted(n-most, "more order was not carried out.", "more orders were not carried out."))
		}
		b.acts = append(b.acts, counted(n, "order was not carried out.", "orders were not carried out."))
	}
	if b.idle && b.text == nil && len(e.Fights) == 0 {
		b.text = []string{"Nobody moves or fights."}
		b.acts = b.text
	}
	e.Text, e.Short = strings.Join(b.text, " "), strings.Join(b.acts, " ")
	switch {
	case e.Text == "" && len(e.Fights) == 0:
		b.all = b.all[:len(b.all)-1]
	case b.side != "":
		e.Name = b.head.name + ", " + string(b.side)
	default:
		e.Name = b.head.text().String()
	}
	*b = brief{all: b.all}
}

// ways tell where units moved.
func (b *brief) ways() string {
	var s strings.Builder
	for i, a := range b.to {
		s.WriteString([]string{"; ", "Moves: "}[boolInt(i == 0)])
		s.WriteString(and(a.units))
		s.WriteString(" to ")
		s.WriteString(a.hex.String())
	}
	s.WriteByte('.')
	return s.String()
}

// counted is a number with its words.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// untold are kinds of events that a reader does not miss in short.
var untold = []string{"activate", "aside", "cup", "decision", "delayed", "due", "face", "first", "group", "markers",
	"order", "plan", "resume", "reveal", "shock", "stack", "standing", "ungroup", "unplan"}

// lasting are kinds that no fight is the cause of: they end it.
var lasting = []string{"hold", "initiative", "leader", "over", "rally", "renfort", "skip", "tie", "turn", "ask"}

// weights are how much kinds of events count in the weight of a fight.
var weights = map[string]int{"eliminate": 8, "rout": 4, "disorder": 2, "retire": 1, "retreat": 1, "rout-move": 1,
	"advance": 1}

// take puts a sentence about an event where it belongs.
func (b *brief) take(kind string, l engine.Line) {
	if len(b.all) == 0 {
		b.begin(heading{}, "")
	}
	switch {
	case kind == "skip":
		b.skipped = append(b.skipped, l.Text.String())
	case kind == "ahead":
		b.text = append(b.text, l.Text.String())
	case l.Note:
		b.noted++
	case slices.Contains(untold, kind):
		b.idle = b.idle || kind == "aside"
	case kind == "fire", kind == "combat":
		if f := b.fight(); f.Text == "" {
			f.Text = l.Text.String()
		}
	case b.open && !slices.Contains(lasting, kind):
		f := b.fight()
		f.Ends = append(f.Ends, l)
		f.Weight += weights[kind]
	default:
		b.open = false
		b.text = append(b.text, l.Text.String())
		if kind != "leader" && kind != "commander" {
			b.acts = append(b.acts, l.Text.String())
		}
	}
}

// moves takes a way of units outside of fights; it reports whether it is one.
func (b *brief) moves(p *Position, tr trail) bool {
	n := len(tr.path)
	if !slices.Contains([]string{"move", "march", "enter", "charge"}, tr.kind) || n == 0 || len(tr.units) == 0 {
		return false
	}
	b.open = false
	at := slices.IndexFunc(b.to, func(a arrived) bool { return a.hex == tr.path[n-1] })
	if at < 0 {
		at = len(b.to)
		b.to = append(b.to, arrived{hex: tr.path[n-1]})
	}
	for _, u := range tr.units {
		b.to[at].units = append(b.to[at].units, p.spec(u).Name)
	}
	b.moved += len(tr.units)
	return true
}

// fight is the last one.
func (b *brief) fight() *engine.Fight {
	e := &b.all[len(b.all)-1]
	if !b.open || len(e.Fights) == 0 {
		b.open = true
		e.Fights = append(e.Fights, engine.Fight{})
	}
	return &e.Fights[len(e.Fights)-1]
}

// combatTitles name a close combat that is no declared one.
var combatTitles = map[string]string{"breakthrough": "Breakthrough combat", "counter-attack": "Counter-attack",
	"pursuit": "Pursuit"}

// fights opens a close combat.
func (b *brief) fights(p *Position, e engine.Event, attackers, defenders []int) {
	b.open = false
	name := "Shock"
	if charges(e) {
		name = "Charge"
	}
	if other := combatTitles[e.Get("kind")]; other != "" {
		name = other
	}
	f := b.fight()
	f.Title, f.Rule = name+" at "+p.spots(hexesIn(e.Get("targets"))), e.Rule
	b.forces(p, f, attackers, defenders)
}

// fires opens the fire of guns, or tells that of others in a fight.
func (b *brief) fires(p *Position, e engine.Event, guns, targets []int) {
	if e.Get("mode") != "normal" && b.open {
		return
	}
	b.open = false
	f := b.fight()
	f.Title, f.Rule = "Fire at "+p.spots(hexesIn(e.Get("at"))), e.Rule
	b.forces(p, f, guns, targets)
}

func (b *brief) forces(p *Position, f *engine.Fight, us ...[]int) {
	for _, side := range us {
		if len(side) == 0 {
			continue
		}
		force := engine.Force{Side: p.sideName(p.side(side[0])), Who: p.names(side)}
		if sp := p.strength(side); sp > 0 {
			force.Strength = fmt.Sprintf("%d SP", sp)
		}
		f.Forces = append(f.Forces, force)
	}
}

// rollNames are the names of rolls in tables, by the beginning of their purpose.
var rollNames = []struct{ prefix, name string }{
	{"fire of ", "Fire"}, {"cohesion test of ", "Cohesion test"}, {"engagement test of ", "Engagement test"},
	{"square of ", "Square"}, {"shock of ", "Shock"}, {"charge of ", "Charge"}, {"rally of ", "Rally"},
	{"leader's initiative of ", "Leader's initiative"},
}

// nameRoll names a roll and whom it is for; who is "" for the attackers of a fight.
func (p *Position) nameRoll(r *engine.Roll) (name, who string) {
	for _, n := range rollNames {
		about, ok := strings.CutPrefix(r.Purpose(), n.prefix)
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(about, ": ")
		id, _, _ = strings.Cut(id, " ")
		if n.name == "Leader's initiative" {
			return n.name, p.groupName(id)
		}
		return n.name, p.names(p.unitsOf(id))
	}
	return capital(r.Purpose()), ""
}

// fireWords spell the results of the Fire Table out.
var fireWords = map[string]string{
	setup.FireNothing.String(): "no effect", setup.FireTest.String(): "a cohesion test",
	setup.FireDisorder.String(): "a cohesion level is lost", setup.FireRout.String(): "a rout",
}

// roll takes a roll; l is its sentence in the story.
func (b *brief) roll(p *Position, e engine.Event, l engine.Line) {
	name, who := p.nameRoll(e.Roll)
	switch {
	case name == "Rally":
		b.open = false
		if e.Roll.Result == "failed" {
			text := capital(who) + " " + inflect(plural(who), "fail") + " to rally"
			b.text, b.acts = append(b.text, text+"."), append(b.acts, text+".")
		}
		return
	case name == "Leader's initiative", strings.HasPrefix(e.Roll.Purpose(), "strategic initiative"):
		return
	case !b.open:
		b.text = append(b.text, strings.TrimSuffix(l.Text.String(), ".")+": "+e.Roll.Result+".")
		return
	}
	f := b.fight()
	if name == "Fire" || name == "Shock" || name == "Charge" {
		if f.Result == "" && name == "Fire" {
			f.Result = fireWords[e.Roll.Result]
		} else if name != "Fire" {
			f.Result = trimResult(say("result.shock", inWords(e.Roll.Result)).String())
		}
		if len(f.Forces) > 0 && f.Forces[0].Who == who {
			who = ""
		}
	}
	f.Rolls = append(f.Rolls, engine.FightRoll{Name: name, Who: who, Rule: e.Rule, Roll: e.Roll})
}

// trimResult takes "Result of the shock: " and the stop off a sentence.
func trimResult(sentence string) string {
	_, words, _ := strings.Cut(sentence, ": ")
	return strings.TrimSuffix(words, ".")
}

// spots names several hexes.
func (p *Position) spots(hs []hex.Hex) string {
	names := make([]string, len(hs))
	for i, h := range hs {
		names[i] = h.String()
		if p.sc.Map.On(h) && p.sc.Map.At(h).Name != "" {
			names[i] = p.sc.Map.At(h).Name + " (" + names[i] + ")"
		}
	}
	return and(names)
}
